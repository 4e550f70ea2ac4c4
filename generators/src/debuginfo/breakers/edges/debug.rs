//! Edges of the places, types, numbers and uses of debug instructions.

use super::{At, Edge, breaks, keeps, with_string};
use crate::debuginfo::breakers::draft::Draft;
use crate::debuginfo::edit::is_in_block;
use irsmith_debuginfo::{Id, Info, Instruction};
use spirv::Op;

pub(super) const EDGES: &[Edge] = &[
    breaks("debug-instruction", "calls an instruction that no debug set has", |draft| {
        let number = draft.pick(&[37, 38, 64, 255, u32::MAX])?;
        untyped(draft, number, &[])
    }),
    breaks("debug-operands", "calls a debug instruction without its operands", |draft| {
        let number = draft.pick(&[3, 4, 6, 7, 12, 13, 25])?;
        untyped(draft, number, &[])
    }),
    breaks("debug-operands", "gives DebugInfoNone an operand", |draft| {
        let void = draft.void()?;
        untyped(draft, 0, &[void])
    }),
    breaks("result-type", "gives a debug instruction a type other than void", |draft| {
        let (ty, at) = (draft.scalar()?, draft.debug(|_| true)?);
        draft.debug_mut(at)?.result_type = Id(ty);
        Some(At::Instruction(at))
    }),
    breaks("debug-placement", "puts DebugInfoNone into a block", |draft| {
        let at = draft.in_block()?;
        none(draft, at)
    }),
    breaks("debug-placement", "puts DebugInfoNone behind a function", |draft| {
        let ends: Vec<usize> = (0..draft.end()).filter(|&at| is(draft, at, Op::FunctionEnd)).collect();
        let at = draft.pick(&ends)? + 1;
        none(draft, at)
    }),
    breaks("debug-placement", "puts DebugInfoNone into the head of a function", |draft| {
        let at = draft.core(Op::Function)? + 1;
        none(draft, at)
    }),
    keeps("puts DebugInfoNone before the first function, or before the first debug instruction", |draft| {
        let first = (0..draft.end()).find(|&at| is(draft, at, Op::Function));
        let at = if draft.choices.chance(128) { first? } else { draft.globals_end()? };
        none(draft, at)
    }),
    breaks("debug-interleaved", "puts an undefined value behind a debug instruction", |draft| {
        let at = behind_debug(draft)?;
        let (id, ty) = (draft.fresh()?, draft.scalar()?);
        draft.put(at, Op::Undef, [ty, id])
    }),
    breaks("debug-interleaved", "puts a type behind a debug instruction", |draft| {
        let at = behind_debug(draft)?;
        let id = draft.fresh()?;
        draft.put(at, Op::TypeSampler, [id])
    }),
    keeps("puts a type before the first debug instruction", |draft| {
        let (at, id) = (draft.globals_end()?, draft.fresh()?);
        draft.put(at, Op::TypeSampler, [id])
    }),
    breaks("body-placement", "puts DebugNoScope among the globals", |draft| {
        let at = behind_debug(draft)?;
        no_scope(draft, at)
    }),
    breaks("body-placement", "puts DebugNoScope behind a function", |draft| {
        let ends: Vec<usize> = (0..draft.end()).filter(|&at| is(draft, at, Op::FunctionEnd)).collect();
        let at = draft.pick(&ends)? + 1;
        no_scope(draft, at)
    }),
    breaks("block-placement", "puts DebugNoScope before a label", |draft| {
        let at = draft.core(Op::Label)?;
        no_scope(draft, at)
    }),
    breaks("block-placement", "puts DebugNoScope behind the last block of a function", |draft| {
        let ends: Vec<usize> = (0..draft.end()).filter(|&at| is(draft, at, Op::FunctionEnd)).collect();
        let at = draft.pick(&ends)?;
        no_scope(draft, at)
    }),
    keeps("puts DebugNoScope into a block", |draft| {
        let at = draft.in_block()?;
        no_scope(draft, at)
    }),
    keeps("names a debug instruction", |draft| {
        let (at, named) = (draft.core(Op::Name)?, described(draft)?);
        draft.put(at, Op::Name, with_string(&[named], "x"))
    }),
    breaks("debug-used", "names a debug instruction in an operand of a decoration", |draft| {
        let (at, void, named) = (draft.core(Op::Name)?, draft.void()?, described(draft)?);
        // Behind the names and OpModuleProcessed.
        let at = (at..draft.end())
            .find(|&at| !is(draft, at, Op::Name) && !is(draft, at, Op::MemberName) && !is(draft, at, Op::ModuleProcessed))?;
        draft.put(at, Op::DecorateId, [void, spirv::Decoration::UniformId as u32, named])
    }),
    breaks("debug-used", "copies the set", |draft| {
        let (at, id, ty) = (draft.in_block()?, draft.fresh()?, draft.scalar()?);
        let set = draft.model.instructions.iter().find_map(Instruction::debug)?.set.0;
        draft.put(at, Op::CopyObject, [ty, id, set])
    }),
    breaks("debug-used", "copies a debug instruction", |draft| {
        let (at, id, ty, named) = (draft.in_block()?, draft.fresh()?, draft.scalar()?, described(draft)?);
        draft.put(at, Op::CopyObject, [ty, id, named])
    }),
];

fn is(draft: &Draft<'_, '_>, at: usize, op: Op) -> bool {
    draft.core_at(at).is_some_and(|core| core.is(op))
}

/// Calls an instruction of the debug set that its row does not describe.
fn untyped(draft: &mut Draft<'_, '_>, number: u32, operands: &[u32]) -> Option<At> {
    let debug = draft.model.instructions.iter().find_map(Instruction::debug)?;
    let (void, set) = (debug.result_type.0, debug.set.0);
    let (at, id) = (draft.globals_end()? + 1, draft.fresh()?);
    draft.put(at, Op::ExtInst, [void, id, set, number].into_iter().chain(operands.iter().copied()))
}

fn none(draft: &mut Draft<'_, '_>, at: usize) -> Option<At> {
    draft.insert_debug(at, Info::InfoNone {})?;
    Some(At::Instruction(at))
}

fn no_scope(draft: &mut Draft<'_, '_>, at: usize) -> Option<At> {
    draft.insert_debug(at, Info::NoScope {})?;
    Some(At::Instruction(at))
}

/// Returns the place behind a debug instruction outside of functions.
fn behind_debug(draft: &mut Draft<'_, '_>) -> Option<usize> {
    Some(draft.debug(|debug| !is_in_block(&debug.info))? + 1)
}

/// Returns the id of a debug instruction outside of functions.
fn described(draft: &mut Draft<'_, '_>) -> Option<u32> {
    let at = draft.debug(|debug| !is_in_block(&debug.info))?;
    Some(draft.debug_mut(at)?.result.0)
}
