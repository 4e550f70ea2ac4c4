//! Edges of the header, and of what occurs once in a module.

use super::{At, Edge, breaks, keeps, with_string};
use crate::debuginfo::breakers::draft::Draft;
use spirv::Op;

pub(super) const EDGES: &[Edge] = &[
    keeps("gives the module any version from 1.0 to 1.6", |draft| {
        draft.model.header.version = 0x1_0000 + 0x100 * draft.choices.up_to(6);
        Some(At::Header)
    }),
    breaks("header-version", "gives the module a version just before 1.0 or after 1.6", |draft| {
        draft.model.header.version = draft.pick(&[0xff00, 0xffff, 0x1_0700, 0x1_0601, 0x1_06ff])?;
        Some(At::Header)
    }),
    breaks("header-version", "gives the module a version with a byte that is not zero", |draft| {
        draft.model.header.version |= draft.pick(&[1, 0x80, 0xff, 0x0100_0000, 1 << 31])?;
        Some(At::Header)
    }),
    breaks("header-schema", "sets one bit of the schema", |draft| {
        draft.model.header.schema = 1 << draft.choices.below(32);
        Some(At::Header)
    }),
    keeps("gives the module any generator", |draft| {
        draft.model.header.generator = draft.choices.wide() as u32;
        Some(At::Header)
    }),
    keeps("gives the module the largest bound", |draft| bound(draft, 0x3f_ffff)),
    breaks("bound-limit", "gives the module a bound one above the largest", |draft| bound(draft, 0x40_0000)),
    breaks("bound-limit", "gives the module a bound of all ones", |draft| bound(draft, u32::MAX)),
    keeps("gives the module the smallest bound", |draft| {
        let largest = draft.model.instructions.iter().filter_map(irsmith_debuginfo::Instruction::result).max()?;
        bound(draft, largest.0 + 1)
    }),
    breaks("memory-model", "repeats the memory model", |draft| {
        let at = draft.core(Op::MemoryModel)?;
        let copy = draft.model.instructions[at].clone();
        draft.model.instructions.insert(at, copy);
        Some(At::Module)
    }),
    breaks("set-repeated", "imports a debug set again", |draft| {
        draft.model.sets().iter().next()?;
        let name = draft.pick(&["DebugInfo", "OpenCL.DebugInfo.100", "SPIRV.debug"])?;
        import(draft, name)
    }),
    keeps("imports a set whose name is nearly that of a debug set", |draft| {
        let name = draft.pick(&["DebugInfo.", "Debuginfo", "DebugInf", "OpenCL.DebugInfo.101", "SPIRV.debu", "OpenCL.DebugInfo.100 "])?;
        import(draft, name).map(|_| At::Header)
    }),
];

fn bound(draft: &mut Draft<'_, '_>, bound: u32) -> Option<At> {
    draft.model.header.bound = bound;
    Some(At::Header)
}

fn import(draft: &mut Draft<'_, '_>, name: &str) -> Option<At> {
    let at = draft.core(Op::ExtInstImport)?;
    let id = draft.fresh()?;
    draft.put(at, Op::ExtInstImport, with_string(&[id], name))?;
    Some(At::Module)
}
