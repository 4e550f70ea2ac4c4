//! Breakers of bodies, terminators and their edges.

use super::Breaker;
use super::draft::{Draft, I32, KINDS};
use irsmith_pnacl::{Alignment, BlockId, Instruction, Value, ValueType};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "body-empty",
        about: "removes all instructions of a body",
        change: |draft| {
            let site = draft.block_end()?;
            draft.body(site.function)?.instructions.clear();
            Some(())
        },
    },
    Breaker {
        rule: "missing-terminator",
        about: "adds a store after the last terminator of a body",
        change: |draft| {
            let site = draft.block_end()?;
            let store = some_store(draft, site.function);
            draft.body(site.function)?.instructions.push(store);
            Some(())
        },
    },
    Breaker {
        rule: "missing-terminator",
        about: "removes the terminator of a last basic block that has other instructions",
        change: |draft| {
            let site = draft.find_typed(|view, index, instruction| {
                let before = index.checked_sub(1).map(|before| &view.body.instructions[before]);
                let filled = before.is_some_and(|before| !before.is_terminator());
                filled && instruction.is_terminator() && index + 1 == view.body.instructions.len()
            })?;
            draft.body(site.function)?.instructions.pop();
            Some(())
        },
    },
    Breaker {
        rule: "block-undefined",
        about: "lets a branch or switch go to a block that does not exist",
        change: |draft| undefined_block(draft, Instruction::is_terminator),
    },
    Breaker {
        rule: "block-undefined",
        about: "lets a value reach a phi from a block that does not exist",
        change: |draft| undefined_block(draft, |instruction| matches!(instruction, Instruction::Phi { .. })),
    },
    Breaker {
        rule: "branch-to-entry",
        about: "lets a branch or switch go to the entry block",
        change: |draft| set_block(draft, Instruction::is_terminator, |_, _| BlockId(0)),
    },
    Breaker {
        rule: "branch-condition",
        about: "gives a branch a condition that is not an i1",
        change: |draft| {
            let condition = |instruction: &mut Instruction, f: &mut dyn FnMut(&mut Value)| {
                if let Instruction::BranchIf { condition, .. } = instruction {
                    f(condition);
                }
            };
            draft.retype(condition, |right, kind| kind != right)
        },
    },
    Breaker {
        rule: "return-type",
        about: "gives a return a value of another type",
        change: |draft| {
            let value = |instruction: &mut Instruction, f: &mut dyn FnMut(&mut Value)| {
                if let Instruction::Ret { value: Some(value) } = instruction {
                    f(value);
                }
            };
            draft.retype(value, |right, kind| kind != right)
        },
    },
    Breaker {
        rule: "return-type",
        about: "removes the value of a return",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Ret { value: Some(_) }))?;
            *draft.instruction(site)? = Instruction::Ret { value: None };
            Some(())
        },
    },
    Breaker {
        rule: "return-type",
        about: "gives a value to a return of a void function",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Ret { value: None }))?;
            let kind = draft.pick(&KINDS)?;
            let value = draft.undef(site.function, kind);
            *draft.instruction(site)? = Instruction::Ret { value: Some(value) };
            Some(())
        },
    },
    Breaker {
        rule: "switch-type",
        about: "gives a switch a value of type i1, float, double or a vector",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Switch { .. }))?;
            let kind = draft.kind(|kind| kind.is_vector() || !kind.is_integer() || kind == ValueType::I1)?;
            let (wrong, value) = (draft.type_id(kind), draft.undef(site.function, kind));
            if let Instruction::Switch { ty, condition, .. } = draft.instruction(site)? {
                (*ty, *condition) = (wrong, value);
            }
            Some(())
        },
    },
    Breaker {
        rule: "switch-condition",
        about: "gives a switch a value of a type that differs from the stated type",
        change: |draft| {
            let condition = |instruction: &mut Instruction, f: &mut dyn FnMut(&mut Value)| {
                if let Instruction::Switch { condition, .. } = instruction {
                    f(condition);
                }
            };
            draft.retype(condition, |right, kind| kind != right)
        },
    },
    Breaker {
        rule: "switch-repeated",
        about: "gives a case of a switch the value of another",
        change: |draft| repeat_case(draft, |value, _| value),
    },
    Breaker {
        rule: "switch-repeated",
        about: "gives a case of a switch a value that equals another value only when truncated to the type",
        change: |draft| repeat_case(draft, |value, bits| if bits < 64 { value ^ (1 << bits) } else { value }),
    },
];

/// Makes a correct store.
pub(super) fn some_store(draft: &mut Draft<'_, '_>, function: usize) -> Instruction {
    let value = draft.undef(function, I32);
    Instruction::Store { pointer: value, value, alignment: Alignment::from_bytes(1).unwrap_or_default() }
}

fn undefined_block(draft: &mut Draft<'_, '_>, wanted: fn(&Instruction) -> bool) -> Option<()> {
    set_block(draft, wanted, |blocks, choice| BlockId([blocks, blocks + 1, u32::MAX][choice]))
}

/// Changes one of the blocks that one of some instructions names, given the number of blocks and a number below 3.
fn set_block(draft: &mut Draft<'_, '_>, wanted: fn(&Instruction) -> bool, new: fn(u32, usize) -> BlockId) -> Option<()> {
    let count = |instruction: &Instruction| {
        let mut count = 0;
        instruction.for_each_block(|_| count += 1);
        count
    };
    let site = draft.find(|instruction| wanted(instruction) && count(instruction) > 0)?;
    let blocks = draft.body(site.function)?.block_count();
    let new = new(blocks, draft.choices.below(3));
    let names = count(draft.instruction(site)?);
    let chosen = draft.choices.below(names);
    let mut at = 0;
    draft.instruction(site)?.for_each_block_mut(|block| {
        if at == chosen {
            *block = new;
        }
        at += 1;
    });
    Some(())
}

/// Makes a case of a switch from another one, whose value `change` gets with the bits of the type.
fn repeat_case(draft: &mut Draft<'_, '_>, change: fn(i64, u32) -> i64) -> Option<()> {
    let site = draft.find(|instruction| matches!(instruction, Instruction::Switch { cases, .. } if cases.len() > 1))?;
    let Instruction::Switch { ty, cases, .. } = draft.instruction(site)?.clone() else { return None };
    let bits = draft.model.value_type(ty).scalar_bits();
    let from = draft.choices.below(cases.len());
    let to = (from + 1 + draft.choices.below(cases.len() - 1)) % cases.len();
    if let Instruction::Switch { cases, .. } = draft.instruction(site)? {
        cases[to].value = change(cases[from].value, bits);
    }
    Some(())
}
