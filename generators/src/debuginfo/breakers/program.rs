//! Breakers of the program below the debug instructions: the header, sections, functions and blocks.

use super::Breaker;
use super::draft::Draft;
use crate::debuginfo::edit::{fresh, places_in_blocks};
use irsmith_debuginfo::Instruction;
use spirv::Op;

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "header-version",
        about: "gives the module a version that does not exist",
        change: |draft| {
            draft.model.header.version = draft.pick(&[0, 0x1_0700, 0x2_0000, 0x1_0001, u32::MAX])?;
            Some(())
        },
    },
    Breaker {
        rule: "header-schema",
        about: "gives the module a schema that is not zero",
        change: |draft| {
            draft.model.header.schema = 1;
            Some(())
        },
    },
    Breaker {
        rule: "bound-limit",
        about: "gives the module a bound that readers need not support",
        change: |draft| {
            draft.model.header.bound = 0x40_0000;
            Some(())
        },
    },
    Breaker {
        rule: "memory-model",
        about: "removes the memory model",
        change: |draft| {
            let at = draft.core(Op::MemoryModel)?;
            draft.model.instructions.remove(at);
            Some(())
        },
    },
    Breaker {
        rule: "operand-count",
        about: "gives the memory model a third operand",
        change: |draft| {
            let at = draft.core(Op::MemoryModel)?;
            words(draft, at, |words| words.push(0))
        },
    },
    Breaker {
        rule: "enumerant-unknown",
        about: "gives the memory model an addressing model that does not exist",
        change: |draft| {
            let at = draft.core(Op::MemoryModel)?;
            words(draft, at, |words| words[0] = 9999)
        },
    },
    Breaker {
        rule: "core-operand",
        about: "copies a string in a block",
        change: |draft| {
            let at = draft.pick(&places_in_blocks(draft.model))?;
            let string = draft.core(Op::String)?;
            let named = draft.model.instructions[string].result()?;
            let ty = draft.model.instructions.iter().find_map(Instruction::result_type)?;
            let result = fresh(draft.model)?;
            draft.insert(at, Op::CopyObject, [ty.0, result.0, named.0])
        },
    },
    Breaker {
        rule: "vector-size",
        about: "gives a vector type five components",
        change: |draft| {
            let at = draft.core(Op::TypeVector)?;
            words(draft, at, |words| words[2] = 5)
        },
    },
    Breaker {
        rule: "section-order",
        about: "declares a capability after the functions",
        change: |draft| draft.insert(draft.model.instructions.len(), Op::Capability, [0]),
    },
    Breaker {
        rule: "function-end",
        about: "ends the last function twice",
        change: |draft| draft.insert(draft.model.instructions.len(), Op::FunctionEnd, []),
    },
    Breaker {
        rule: "parameter-position",
        about: "puts a parameter into a block",
        change: |draft| {
            let at = draft.pick(&places_in_blocks(draft.model))?;
            let ty = draft.model.instructions.iter().find_map(Instruction::result_type)?;
            let result = fresh(draft.model)?;
            draft.insert(at, Op::FunctionParameter, [ty.0, result.0])
        },
    },
    Breaker {
        rule: "block-label",
        about: "puts a branch before a block",
        change: |draft| {
            let at = draft.core(Op::Label)?;
            draft.insert(at, Op::Unreachable, [])
        },
    },
    Breaker {
        rule: "block-terminator",
        about: "begins a block within another",
        change: |draft| {
            let at = draft.pick(&places_in_blocks(draft.model))?;
            draft.insert_result(at, Op::Label)
        },
    },
    Breaker {
        rule: "merge-position",
        about: "puts an instruction between a merge instruction and its branch",
        change: |draft| {
            let op = draft.pick(&[Op::SelectionMerge, Op::LoopMerge])?;
            let at = draft.core(op)?;
            draft.insert(at + 1, Op::Nop, [])
        },
    },
];

fn words(draft: &mut Draft<'_, '_>, at: usize, change: impl Fn(&mut irsmith_debuginfo::Words)) -> Option<()> {
    match draft.model.instructions.get_mut(at)? {
        Instruction::Core(core) if !core.words.is_empty() => {
            change(&mut core.words);
            Some(())
        }
        _ => None,
    }
}
