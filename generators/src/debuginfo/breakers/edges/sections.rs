//! Edges of the sections of a module (SPIR-V 2.4).

use super::{At, Edge, breaks, keeps, string, with_string};
use crate::debuginfo::breakers::draft::Draft;
use irsmith_debuginfo::Instruction;
use spirv::Op;

pub(super) const EDGES: &[Edge] = &[
    breaks("section-order", "puts an instruction behind its section", |draft| probe(draft, Relation::Late)),
    keeps("puts an instruction at an end of its section", |draft| probe(draft, Relation::Inside)),
    breaks("section-order", "puts an instruction of a section into a block", |draft| {
        let at = draft.in_block()?;
        let (_, op, words) = sample(draft)?;
        draft.put(at, op, words)
    }),
    breaks("section-order", "puts an instruction of blocks outside of functions", |draft| {
        let at = draft.globals_end()?;
        let op = draft.pick(&[Op::Nop, Op::Return, Op::Unreachable, Op::Kill])?;
        draft.put(at, op, [])
    }),
    breaks("section-order", "puts a label outside of functions", |draft| {
        let (at, id) = (draft.globals_end()?, draft.fresh()?);
        draft.put(at, Op::Label, [id])
    }),
    keeps("puts OpNoLine among the globals, or behind a function", |draft| {
        let ends: Vec<usize> = (0..draft.end()).filter(|&at| draft.core_at(at).is_some_and(|core| core.is(Op::FunctionEnd))).collect();
        let behind = draft.pick(&ends).map(|at| at + 1);
        let first = draft.globals_end()?;
        let at = if draft.choices.chance(128) { behind.unwrap_or(first) } else { first + draft.choices.below(2) };
        draft.put(at, Op::NoLine, [])
    }),
];

/// The sections up to the globals, in order.
fn section(op: u16) -> usize {
    let sections: [&[Op]; 12] = [
        &[Op::Capability],
        &[Op::Extension],
        &[Op::ExtInstImport],
        &[Op::MemoryModel],
        &[Op::SamplerImageAddressingModeNV],
        &[Op::EntryPoint],
        &[Op::ExecutionMode, Op::ExecutionModeId],
        &[Op::String, Op::Source, Op::SourceContinued, Op::SourceExtension],
        &[Op::Name, Op::MemberName],
        &[Op::ModuleProcessed],
        &[
            Op::Decorate,
            Op::MemberDecorate,
            Op::DecorationGroup,
            Op::GroupDecorate,
            Op::GroupMemberDecorate,
            Op::DecorateId,
            Op::DecorateString,
            Op::MemberDecorateString,
        ],
        &[],
    ];
    sections.iter().position(|ops| ops.iter().any(|&member| member as u16 == op)).unwrap_or(sections.len() - 1)
}

/// Draws an instruction of a section, with its words.
fn sample(draft: &mut Draft<'_, '_>) -> Option<(usize, Op, Vec<u32>)> {
    let (id, void) = (draft.fresh()?, draft.void()?);
    let all: [(Op, Vec<u32>); 8] = [
        (Op::Capability, vec![0]),
        (Op::Extension, string("SPV_x")),
        (Op::ExtInstImport, with_string(&[id], "x")),
        (Op::String, with_string(&[id], "x")),
        (Op::SourceExtension, string("x")),
        (Op::Name, with_string(&[void], "x")),
        (Op::ModuleProcessed, string("x")),
        (Op::TypeSampler, vec![id]),
    ];
    let (op, words) = all[draft.choices.below(all.len())].clone();
    Some((section(op as u16), op, words))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Late,
    Inside,
}

/// Inserts an instruction before the debug instructions, behind its section or in it.
fn probe(draft: &mut Draft<'_, '_>, wanted: Relation) -> Option<At> {
    let (own, op, words) = sample(draft)?;
    let end = draft.globals_end()?;
    let sections: Vec<usize> =
        draft.model.instructions[..end].iter().map(|instruction| instruction.core().map_or(10, |core| section(core.opcode))).collect();
    let is_valid = |at: &usize| {
        let before = sections[..*at].iter().max().is_none_or(|&last| last <= own);
        let behind = sections[*at..].iter().min().is_none_or(|&first| first >= own);
        match wanted {
            Relation::Late => !before,
            Relation::Inside => before && behind,
        }
    };
    let places: Vec<usize> = (0..=end).filter(is_valid).collect();
    // The places next to the sections before and behind.
    let at = match draft.choices.below(3) {
        0 => *places.first()?,
        1 => *places.last()?,
        _ => draft.pick(&places)?,
    };
    // OpLine belongs to the instruction behind it.
    if at > 0 && matches!(&draft.model.instructions[at - 1], Instruction::Core(core) if core.is(Op::Line)) {
        return None;
    }
    draft.put(at, op, words)
}
