//! Operands of commutative operations the other way round; comparisons with them.

use super::Partner;
use super::lines::Lines;
use irsmith_pnacl::tables::Predicate;
use irsmith_pnacl::{Instruction, Module};

/// Swaps wherever that changes nothing.
pub(super) fn swapped(module: &Module) -> Partner {
    let mut changed = module.clone();
    let mut origins = Vec::with_capacity(module.functions.len());
    for function in 0..module.functions.len() as u32 {
        let Some(mut lines) = Lines::of(module, function) else {
            origins.push(Vec::new());
            continue;
        };
        for line in &mut lines.lines {
            swap(&mut line.instruction);
        }
        origins.push(lines.rebuild(&mut changed, function));
    }
    Partner { module: changed, origins, same_blocks: true, more_functions: false }
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

/// The predicate that holds of `b` and `a` when this one holds of `a` and `b`.
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
