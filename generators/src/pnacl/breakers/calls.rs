//! Breakers of calls of any function; for those of intrinsics see `intrinsics.rs`.

use super::Breaker;
use super::draft::{Draft, I1, I8, I16, I32, KINDS, Operands, VOID};
use irsmith_pnacl::{Instruction, Value};
use smallvec::smallvec;

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "call-callee",
        about: "lets a direct call name a global, parameter, constant or result in place of a function",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Call { .. }))?;
            let Instruction::Call { callee, .. } = *draft.instruction(site)? else { return None };
            // The number stays the same, and so does whether the call has a result.
            let index = callee.index();
            let other = draft.pick(&[Value::global(index), Value::parameter(index), Value::constant(index), Value::instruction(index)])?;
            set_callee(draft, site, other)
        },
    },
    Breaker {
        rule: "call-callee",
        about: "lets a direct call of a void function name a function that does not exist",
        change: |draft| {
            let site = draft.find_typed(|view, _, instruction| {
                matches!(instruction, Instruction::Call { .. }) && !instruction.has_result(view.module)
            })?;
            let missing = Value::function(draft.model.functions.len() as u32);
            set_callee(draft, site, missing)
        },
    },
    Breaker {
        rule: "call-arguments",
        about: "drops the last argument of a direct call",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Call { arguments, .. } if !arguments.is_empty()))?;
            if let Instruction::Call { arguments, .. } = draft.instruction(site)? {
                arguments.pop();
            }
            Some(())
        },
    },
    Breaker {
        rule: "call-arguments",
        about: "adds an argument to a direct call",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Call { .. }))?;
            let kind = draft.pick(&KINDS)?;
            let more = draft.undef(site.function, kind);
            if let Instruction::Call { arguments, .. } = draft.instruction(site)? {
                arguments.push(more);
            }
            Some(())
        },
    },
    Breaker {
        rule: "call-arguments",
        about: "gives a direct call an argument of another type than the parameter's",
        change: |draft| {
            let argument: Operands = |instruction, f| {
                if let Instruction::Call { arguments, .. } = instruction {
                    arguments.iter_mut().for_each(f);
                }
            };
            draft.retype(argument, |right, kind| kind != right)
        },
    },
    Breaker {
        rule: "call-indirect-type",
        about: "adds an argument of type i1, i8 or i16 to an indirect call",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::CallIndirect { .. }))?;
            let narrow = draft.pick(&[I1, I8, I16])?;
            let more = draft.undef(site.function, narrow);
            if let Instruction::CallIndirect { arguments, .. } = draft.instruction(site)? {
                arguments.push(more);
            }
            Some(())
        },
    },
    Breaker {
        rule: "call-indirect-type",
        about: "adds an indirect call that returns i1, i8, i16 or a function, or takes one of the former",
        change: |draft| {
            let narrow = draft.pick(&[I1, I8, I16])?;
            let site = draft.block_end()?;
            let pointer = draft.undef(site.function, I32);
            let argument = draft.undef(site.function, narrow);
            let (result, arguments) = match draft.choices.below(4) {
                0 => (draft.signature(VOID, &[]), smallvec![]),
                1 => (draft.type_id(VOID), smallvec![argument]),
                _ => (draft.type_id(narrow), smallvec![]),
            };
            draft.insert(site, Instruction::CallIndirect { tail: false, pointer, result, arguments });
            Some(())
        },
    },
];

fn set_callee(draft: &mut Draft<'_, '_>, site: super::draft::Site, new: Value) -> Option<()> {
    if let Instruction::Call { callee, .. } = draft.instruction(site)? {
        *callee = new;
    }
    Some(())
}
