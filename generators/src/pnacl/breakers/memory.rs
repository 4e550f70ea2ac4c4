//! Breakers of instructions on memory.

use super::Breaker;
use super::draft::{Draft, F32, I32, Operands, Site, V4I32, VOID};
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Alignment, Instruction, Literal, Scalar, TypeId, Value, ValueType};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "alloca-size",
        about: "gives an alloca a size that is not an i32",
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
        rule: "address-operand",
        about: "adds an alloca with the address of a function or global as its size",
        change: |draft| {
            let size = some_address(draft)?;
            let site = draft.block_end()?;
            draft.insert(site, Instruction::Alloca { size, alignment: ONE });
            Some(())
        },
    },
    Breaker {
        rule: "address-operand",
        about: "adds a bitcast of the address of a function or global",
        change: |draft| {
            let value = some_address(draft)?;
            let (site, kind) = (draft.block_end()?, draft.pick(&[I32, F32])?);
            let ty = draft.type_id(kind);
            draft.insert(site, Instruction::Cast { value, ty, op: CastOp::BitCast });
            Some(())
        },
    },
    Breaker {
        rule: "address-operand",
        about: "adds an alloca, and puts its result into a vector or casts it bit by bit",
        change: |draft| {
            let site = draft.block_end()?;
            let (one, vector) = (draft.constant(site.function, I32, Literal::Integer(1)), draft.undef(site.function, V4I32));
            let ty = draft.type_id(F32);
            let address = Value::instruction(draft.results_before(site));
            draft.insert(site, Instruction::Alloca { size: one, alignment: ONE });
            let use_of_it = if draft.choices.below(2) == 0 {
                Instruction::InsertElement { vector, element: address, index: one }
            } else {
                Instruction::Cast { value: address, ty, op: CastOp::BitCast }
            };
            draft.insert(Site { index: site.index + 1, ..site }, use_of_it);
            Some(())
        },
    },
    Breaker {
        rule: "address-type",
        about: "gives a load, store or indirect call an address that is not an i32",
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

/// Makes a correct load of an i32.
pub(super) fn some_load(draft: &mut Draft<'_, '_>, function: usize) -> Instruction {
    Instruction::Load { pointer: draft.undef(function, I32), alignment: ONE, ty: draft.type_id(I32) }
}

/// Returns the address of a function with a body, or of a global.
fn some_address(draft: &mut Draft<'_, '_>) -> Option<Value> {
    let functions = draft.model.functions.iter().enumerate().filter(|(_, function)| function.body.is_some());
    let functions = functions.map(|(index, _)| Value::function(index as u32));
    let addresses: Vec<Value> = functions.chain((0..draft.model.globals.len() as u32).map(Value::global)).collect();
    draft.pick(&addresses)
}

fn add_load(draft: &mut Draft<'_, '_>, ty: TypeId) -> Option<()> {
    let site = draft.block_end()?;
    let pointer = draft.undef(site.function, I32);
    draft.insert(site, Instruction::Load { pointer, alignment: ONE, ty });
    Some(())
}

/// Returns the alignments, in bytes, that loads and stores of a type may have.
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
    // Small alignments are the likely mistakes.
    let few = if draft.choices.below(4) == 0 { wrong.len() } else { wrong.len().min(4) };
    let new = draft.pick(&wrong[..few])?;
    if let Instruction::Load { alignment, .. } | Instruction::Store { alignment, .. } = draft.instruction(site)? {
        *alignment = new;
    }
    Some(())
}
