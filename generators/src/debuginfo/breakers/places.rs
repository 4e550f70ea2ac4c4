//! Breakers of the placement of debug instructions, their definitions and their uses.

use super::Breaker;
use crate::debuginfo::edit::{debugs, fresh, is, is_in_block, places_in_blocks};
use irsmith_debuginfo::tables::Extra;
use irsmith_debuginfo::{Info, SourceLanguage};
use spirv::Op;

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "debug-placement",
        about: "moves a debug instruction to the front or the end of the module",
        change: |draft| {
            let at = draft.debug(|debug| !is_in_block(&debug.info))?;
            let moved = draft.model.instructions.remove(at);
            // Without a function, the end of the module is a valid place.
            let has_function = draft.model.instructions.iter().any(|instruction| is(instruction, Op::Function));
            let to = if has_function && draft.choices.chance(128) { draft.model.instructions.len() } else { 0 };
            draft.model.instructions.insert(to, moved);
            // If nothing else is there, the end may be the place where it was.
            draft.model.instructions.iter().any(|instruction| instruction.core().is_some()).then_some(())
        },
    },
    Breaker {
        rule: "debug-interleaved",
        about: "puts a type after a debug instruction",
        change: |draft| {
            let at = draft.debug(|debug| !is_in_block(&debug.info))?;
            draft.insert_result(at + 1, Op::TypeSampler)
        },
    },
    Breaker {
        rule: "body-placement",
        about: "puts a DebugNoScope outside of functions",
        change: |draft| {
            let at = draft.debug(|debug| !is_in_block(&debug.info))?;
            draft.insert_debug(at, Info::NoScope {}).map(drop)
        },
    },
    Breaker {
        rule: "block-placement",
        about: "puts a DebugNoScope before a block",
        change: |draft| {
            let at = draft.core(Op::Label)?;
            draft.insert_debug(at, Info::NoScope {}).map(drop)
        },
    },
    Breaker {
        rule: "debug-used",
        about: "copies a debug instruction in a block",
        change: |draft| {
            let at = draft.pick(&places_in_blocks(draft.model))?;
            let named = draft.debug(|debug| !is_in_block(&debug.info))?;
            let (ty, named) = draft.debug_mut(named).map(|debug| (debug.result_type.0, debug.result.0))?;
            let result = fresh(draft.model)?;
            draft.insert(at, Op::CopyObject, [ty, result.0, named])
        },
    },
    Breaker {
        rule: "result-type",
        about: "gives a debug instruction its set as type",
        change: |draft| {
            let at = draft.debug(|_| true)?;
            let debug = draft.debug_mut(at)?;
            debug.result_type = debug.set;
            Some(())
        },
    },
    Breaker {
        rule: "set-import",
        about: "makes a debug instruction use its result type as its set",
        change: |draft| {
            let at = draft.debug(|_| true)?;
            let debug = draft.debug_mut(at)?;
            debug.set = debug.result_type;
            Some(())
        },
    },
    Breaker {
        rule: "id-repeated",
        about: "gives a debug instruction the id of another",
        change: |draft| {
            let ids: Vec<_> = debugs(draft.model).map(|(_, debug)| debug.result).collect();
            let id = draft.pick(&ids)?;
            let at = draft.debug(|debug| debug.result != id)?;
            draft.debug_mut(at)?.result = id;
            Some(())
        },
    },
    Breaker {
        rule: "debug-operands",
        about: "gives a compilation unit a language where its set has none, or takes it away where the set has one",
        change: |draft| {
            let at = draft.debug(|debug| matches!(debug.info, Info::CompilationUnit { .. }))?;
            let Info::CompilationUnit { language, .. } = &mut draft.debug_mut(at)?.info else { return None };
            *language = if language.0.is_some() { Extra(None) } else { Extra(Some(SourceLanguage(0))) };
            Some(())
        },
    },
];
