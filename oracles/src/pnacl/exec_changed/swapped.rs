//! Swaps the operands of commutative operations, and of comparisons.

use super::Partner;
use irsmith_pnacl::tables::Predicate;
use irsmith_pnacl::{Instruction, Module};

/// Swaps wherever that preserves the semantics.
pub(super) fn swapped(module: &Module) -> Partner {
    Partner::new(module, true, |_, _, lines| lines.lines.iter_mut().for_each(|line| swap(&mut line.instruction)))
}

fn swap(instruction: &mut Instruction) {
    match instruction {
        Instruction::Binary { a, b, op } if op.is_commutative() => std::mem::swap(a, b),
        Instruction::Compare { a, b, predicate } => {
            std::mem::swap(a, b);
            *predicate = mirrored(*predicate);
        }
        _ => {}
    }
}

/// Returns the predicate that holds for `b` and `a` when this one holds for `a` and `b`.
fn mirrored(predicate: Predicate) -> Predicate {
    use Predicate::*;
    match predicate {
        Ogt => Olt,
        Olt => Ogt,
        Oge => Ole,
        Ole => Oge,
        Fugt => Fult,
        Fult => Fugt,
        Fuge => Fule,
        Fule => Fuge,
        Ugt => Ult,
        Ult => Ugt,
        Uge => Ule,
        Ule => Uge,
        Sgt => Slt,
        Slt => Sgt,
        Sge => Sle,
        Sle => Sge,
        same => same,
    }
}
