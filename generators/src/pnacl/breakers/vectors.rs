//! Breakers of instructions on lanes.

use super::Breaker;
use super::draft::{Draft, I8, I16, I32, I64, Operands, Site};
use super::memory::some_load;
use irsmith_pnacl::{Instruction, Literal, Value};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "vector-operand",
        about: "reads or puts a lane of a scalar of the type of the lanes",
        change: |draft| {
            let site = draft.find(is_lane)?;
            let vector = match draft.instruction(site)? {
                Instruction::ExtractElement { vector, .. } | Instruction::InsertElement { vector, .. } => *vector,
                _ => return None,
            };
            let element = draft.type_of(site.function, vector).element();
            let scalar = draft.undef(site.function, element);
            if let Instruction::ExtractElement { vector, .. } | Instruction::InsertElement { vector, .. } = draft.instruction(site)? {
                *vector = scalar;
            }
            Some(())
        },
    },
    Breaker {
        rule: "vector-operand",
        about: "adds an extractelement of a scalar",
        change: |draft| {
            let kind = draft.kind(|kind| !kind.is_vector())?;
            let site = draft.block_end()?;
            let vector = draft.undef(site.function, kind);
            let index = draft.constant(site.function, I32, Literal::Integer(0));
            draft.insert(site, Instruction::ExtractElement { vector, index });
            Some(())
        },
    },
    Breaker {
        rule: "vector-index",
        about: "names a lane that the vector does not have",
        change: |draft| {
            let (site, lanes) = lane(draft)?;
            let number = draft.pick(&[lanes, lanes + 1, 16, -1, 1000, i64::from(i32::MAX), i64::from(i32::MIN)])?;
            let index = draft.constant(site.function, I32, Literal::Integer(number));
            set_index(draft, site, index)
        },
    },
    Breaker {
        rule: "vector-index",
        about: "names a lane by a constant of another integer type",
        change: |draft| {
            let (site, lanes) = lane(draft)?;
            let kind = draft.pick(&[I8, I16, I64])?;
            let number = draft.choices.below(lanes as usize) as i64;
            let index = draft.constant(site.function, kind, Literal::Integer(number));
            set_index(draft, site, index)
        },
    },
    Breaker {
        rule: "vector-index",
        about: "names a lane by an address, or by an undefined constant",
        change: |draft| {
            let (site, _) = lane(draft)?;
            let undef = draft.undef(site.function, I32);
            let index = draft.pick(&[undef, Value::function(0)])?;
            set_index(draft, site, index)
        },
    },
    Breaker {
        rule: "vector-index",
        about: "names a lane by a number that is loaded just before",
        change: |draft| {
            let (site, _) = lane(draft)?;
            let index = Value::instruction(draft.results_before(site));
            let load = some_load(draft, site.function);
            draft.insert(site, load);
            set_index(draft, Site { index: site.index + 1, ..site }, index)
        },
    },
    Breaker {
        rule: "vector-element",
        about: "puts a value of another type than the lanes' into a lane",
        change: |draft| {
            let element: Operands = |instruction, f| {
                if let Instruction::InsertElement { element, .. } = instruction {
                    f(element);
                }
            };
            draft.retype(element, |right, kind| kind != right)
        },
    },
];

fn is_lane(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::ExtractElement { .. } | Instruction::InsertElement { .. })
}

/// Draws an instruction on a lane, and the number of lanes.
fn lane(draft: &mut Draft<'_, '_>) -> Option<(Site, i64)> {
    let site = draft.find(is_lane)?;
    match draft.instruction(site)? {
        Instruction::ExtractElement { vector, .. } | Instruction::InsertElement { vector, .. } => {
            let vector = *vector;
            Some((site, i64::from(draft.type_of(site.function, vector).lanes())))
        }
        _ => None,
    }
}

fn set_index(draft: &mut Draft<'_, '_>, site: Site, new: Value) -> Option<()> {
    if let Instruction::ExtractElement { index, .. } | Instruction::InsertElement { index, .. } = draft.instruction(site)? {
        *index = new;
    }
    Some(())
}
