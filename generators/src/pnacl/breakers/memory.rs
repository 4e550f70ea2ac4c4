//! Breakers of instructions on memory.

use super::Breaker;
use super::draft::{Draft, I32, Operands, VOID};
use irsmith_pnacl::{Alignment, Instruction, Scalar, TypeId, ValueType};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "alloca-size",
        about: "gives an alloca a size that is no i32",
        change: |draft| {
            let size: Operands = |instruction, f| {
                if let Instruction::Alloca { size, .. } = instruction {
                    f(size);
                }
            };
            draft.retype(size, |right, kind| kind != right)
        },
    },
    Breaker {
        rule: "address-type",
        about: "gives a load, store or indirect call an address that is no i32",
        change: |draft| {
            let pointer: Operands = |instruction, f| match instruction {
                Instruction::Load { pointer, .. } | Instruction::Store { pointer, .. } | Instruction::CallIndirect { pointer, .. } => {
                    f(pointer);
                }
                _ => {}
            };
            draft.retype(pointer, |right, kind| kind != right)
        },
    },
    Breaker {
        rule: "access-type",
        about: "adds a load of i1 or a vector of it",
        change: |draft| {
            let kind = draft.kind(ValueType::is_i1)?;
            let ty = draft.type_id(kind);
            add_load(draft, ty)
        },
    },
    Breaker {
        rule: "access-type",
        about: "adds a load of void or of a function",
        change: |draft| {
            let ty = if draft.choices.below(2) == 0 { draft.type_id(VOID) } else { draft.signature(VOID, &[I32]) };
            add_load(draft, ty)
        },
    },
    Breaker {
        rule: "access-type",
        about: "adds a store of i1 or a vector of it",
        change: |draft| {
            let kind = draft.kind(ValueType::is_i1)?;
            let site = draft.block_end()?;
            let (pointer, value) = (draft.undef(site.function, I32), draft.undef(site.function, kind));
            draft.insert(site, Instruction::Store { pointer, value, alignment: ONE });
            Some(())
        },
    },
    Breaker { rule: "access-alignment", about: "gives a load or store an alignment that its type does not allow", change: misalign },
];

const ONE: Alignment = match Alignment::from_bytes(1) {
    Some(alignment) => alignment,
    None => Alignment::NONE,
};

/// A load of an i32 with nothing wrong in it.
pub(super) fn some_load(draft: &mut Draft<'_, '_>, function: usize) -> Instruction {
    Instruction::Load { pointer: draft.undef(function, I32), alignment: ONE, ty: draft.type_id(I32) }
}

fn add_load(draft: &mut Draft<'_, '_>, ty: TypeId) -> Option<()> {
    let site = draft.block_end()?;
    let pointer = draft.undef(site.function, I32);
    draft.insert(site, Instruction::Load { pointer, alignment: ONE, ty });
    Some(())
}

/// The alignments, in bytes, that loads and stores of a type may have.
fn right_alignments(ty: ValueType) -> &'static [u64] {
    match (ty.is_vector(), ty.scalar_kind()) {
        (true, Scalar::Integer(8)) => &[1],
        (true, Scalar::Integer(16)) => &[2],
        (true, _) => &[4],
        (false, Scalar::Float) => &[1, 4],
        (false, Scalar::Double) => &[1, 8],
        (false, _) => &[1],
    }
}

fn misalign(draft: &mut Draft<'_, '_>) -> Option<()> {
    let site = draft.find(|instruction| matches!(instruction, Instruction::Load { .. } | Instruction::Store { .. }))?;
    let ty = match *draft.instruction(site)? {
        Instruction::Load { ty, .. } => draft.model.value_type(ty),
        Instruction::Store { value, .. } => draft.type_of(site.function, value),
        _ => return None,
    };
    let right = right_alignments(ty);
    let all = (0..=Alignment::MAX_ENCODING).filter_map(Alignment::from_encoding);
    let wrong: Vec<Alignment> = all.filter(|alignment| !right.contains(&alignment.bytes())).collect();
    // Small ones are the likely mistakes.
    let few = if draft.choices.below(4) == 0 { wrong.len() } else { wrong.len().min(4) };
    let new = draft.pick(&wrong[..few])?;
    if let Instruction::Load { alignment, .. } | Instruction::Store { alignment, .. } = draft.instruction(site)? {
        *alignment = new;
    }
    Some(())
}
