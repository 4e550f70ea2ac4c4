//! Reductions of descriptions: names, decorations, lines, sources, and the text of strings.

use super::uses::remove_where;
use irsmith_debuginfo::grammar::{string, string_words};
use irsmith_debuginfo::transform::ANNOTATIONS;
use irsmith_debuginfo::{CoreInstruction, Instruction, Module};
use spirv::Op;
use std::ops::Range;

/// What can be removed beside names and decorations.
const OTHERS: &[Op] = &[Op::Line, Op::NoLine, Op::Source, Op::SourceContinued, Op::SourceExtension, Op::ModuleProcessed, Op::Nop];

fn is_annotation(instruction: &Instruction) -> bool {
    instruction.core().is_some_and(|core| ANNOTATIONS.iter().chain(OTHERS).any(|&op| core.is(op)))
}

pub(super) fn count(module: &Module) -> usize {
    module.instructions.iter().filter(|instruction| is_annotation(instruction)).count()
}

pub(super) fn remove(module: &mut Module, range: Range<usize>) {
    remove_where(module, range, is_annotation);
}

/// Returns the text of an OpString with at least one character.
fn text(core: &CoreInstruction) -> Option<Vec<u8>> {
    let (text, _) = string(core.words.get(1..)?)?;
    (core.is(Op::String) && !text.is_empty()).then_some(text)
}

/// Counts strings that are not empty.
pub(super) fn count_strings(module: &Module) -> usize {
    module.instructions.iter().filter_map(Instruction::core).filter_map(text).count()
}

pub(super) fn shorten_strings(module: &mut Module, range: Range<usize>) {
    let mut next = 0;
    for instruction in &mut module.instructions {
        let Instruction::Core(core) = instruction else { continue };
        let Some(text) = text(core) else { continue };
        if range.contains(&next) {
            // Half of the bytes may split a character; the incomplete character is dropped.
            let half = String::from_utf8_lossy(&text[..text.len() / 2]).into_owned();
            core.words.truncate(1);
            core.words.extend(string_words(half.trim_end_matches('\u{fffd}')));
        }
        next += 1;
    }
}
