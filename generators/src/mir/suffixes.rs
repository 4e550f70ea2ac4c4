//! Suffixes of an instruction, after its operands.

use super::build::Build;
use super::forms::Suffix;
use super::metadata::nodes;
use super::names::mc_symbol;
use crate::forms::Form;
use irsmith_mir::tables::Properties;
use irsmith_mir::{Atom, CfiOperation, DebugLocation, Instruction, OperandKind, Suffixes};

/// Returns the suffixes of an instruction, to be filled in.
pub(super) fn suffixes(instruction: &mut Instruction) -> &mut Suffixes {
    instruction.suffixes.get_or_insert_with(Box::default)
}

/// Draws the source location of an instruction.
pub(super) fn location(build: &mut Build<'_, '_>) -> DebugLocation {
    if !build.draw.wants(Suffix::InlineLocation, 64) {
        return DebugLocation::Number(build.module.own_node(nodes::LOCATION));
    }
    let group = if build.draw.wants(Suffix::AtomGroup, 64) { group(build) } else { 0 };
    let rank = if build.draw.wants(Suffix::AtomRank, 64) { rank(build) } else { 0 };
    inline(build, Atom { group, rank })
}

fn inline(build: &mut Build<'_, '_>, atom: Atom) -> DebugLocation {
    let inlined = build.draw.chance(64);
    DebugLocation::Inline {
        line: u32::from(build.draw.byte()),
        column: u32::from(build.draw.byte()),
        scope: build.module.own_node(nodes::SUBPROGRAM),
        inlined_at: inlined.then(|| Box::new(DebugLocation::Number(build.module.own_node(nodes::INLINED)))),
        implicit_code: build.draw.chance(32),
        atom,
    }
}

/// Draws the group of an atom; rarely the largest.
fn group(build: &mut Build<'_, '_>) -> u64 {
    if build.draw.chance(32) { Atom::MAX_GROUP } else { u64::from(build.draw.byte()) + 1 }
}

fn rank(build: &mut Build<'_, '_>) -> u8 {
    1 + build.draw.below(Atom::MAX_RANK.into()) as u8
}

/// Returns a debug instruction number that no other instruction has.
pub(super) fn debug_number(build: &mut Build<'_, '_>) -> u32 {
    build.body.next_debug += 1;
    build.body.next_debug - 1
}

/// Draws a suffix, perhaps.
pub(super) fn suffix(build: &mut Build<'_, '_>, instruction: &mut Instruction) {
    if !build.draw.chance(32) {
        return;
    }
    let Some(form) = build.draw.form_on(Suffix::all()) else { return };
    let is_there = match form {
        Suffix::HeapAlloc | Suffix::PcSections | Suffix::MemoryModel => build.module.is_embedded(),
        Suffix::Location | Suffix::InlineLocation | Suffix::AtomGroup | Suffix::AtomRank => build.module.has_debug(),
        Suffix::PreSymbol | Suffix::PostSymbol | Suffix::CfiType | Suffix::DebugNumber => true,
    };
    if !is_there {
        return;
    }
    // An instruction that emits nothing gets no number; llc reads the suffix of `escape` as one more byte.
    let meta = form == Suffix::DebugNumber && build.machine().opcode(&instruction.opcode).is_some_and(|row| row.is(Properties::META));
    let escape = matches!(instruction.operands.first().map(|operand| &operand.kind), Some(OperandKind::Cfi(operation)) if matches!(**operation, CfiOperation::Escape(_)));
    if meta || escape {
        return;
    }
    let name = if matches!(form, Suffix::PreSymbol | Suffix::PostSymbol) { mc_symbol(&mut build.draw) } else { "" };
    let word = build.draw.wide() as u32;
    let suffixes = suffixes(instruction);
    match form {
        Suffix::PreSymbol => suffixes.pre_symbol = Some(name.into()),
        Suffix::PostSymbol => suffixes.post_symbol = Some(name.into()),
        Suffix::HeapAlloc => suffixes.heap_alloc_marker = Some(nodes::EMPTY),
        Suffix::PcSections => suffixes.pc_sections = Some(nodes::EMPTY),
        Suffix::MemoryModel => suffixes.memory_model = Some(nodes::EMPTY),
        Suffix::CfiType => suffixes.cfi_type = Some(word),
        Suffix::DebugNumber => suffixes.debug_number = Some(debug_number(build)),
        Suffix::Location | Suffix::InlineLocation => suffixes.debug_location = Some(location(build)),
        Suffix::AtomGroup => {
            let atom = Atom { group: group(build), rank: 0 };
            suffixes.debug_location = Some(inline(build, atom));
        }
        Suffix::AtomRank => {
            let atom = Atom { group: 0, rank: rank(build) };
            suffixes.debug_location = Some(inline(build, atom));
        }
    }
}
