//! Edges of rules: each change makes a valid module break one condition of one rule by the smallest amount, or nearly break it.
//!
//! [`super::breakers`] show that a rule is checked. A rule with several conditions, or with a bound, may still be checked in part: each of
//! its conditions has an edge here, which breaks that condition alone, so that no other rule reports the module; and each bound has an edge
//! at which the module is still valid.

mod debug;
mod functions;
mod header;
mod ids;
mod literals;
mod sections;
mod types;
mod words;

use super::draft::Draft;
use crate::Choices;
use crate::debuginfo::edit::is_in_block;
use arbitrary::Unstructured;
use irsmith_debuginfo::{Id, Instruction, Module};
use spirv::Op;

/// Where a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The header.
    Header,
    /// The module as a whole.
    Module,
    /// The instruction with this index.
    Instruction(usize),
}

/// A change at an edge of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Id of the rule that is broken afterwards; `None` if the module is as valid as before.
    pub rule: Option<&'static str>,
    /// The effect, in a sentence.
    pub about: &'static str,
    change: fn(&mut Draft<'_, '_>) -> Option<At>,
}

impl Edge {
    /// Changes a valid module at a place that `u` chooses, and returns where a rule is broken, or would be. `None` if there is no such
    /// place; the module may be changed then.
    pub fn apply(&self, model: &mut Module, u: &mut Unstructured<'_>) -> Option<At> {
        (self.change)(&mut Draft { model, choices: Choices::new(u) })
    }
}

/// Makes an edge that breaks a rule.
const fn breaks(rule: &'static str, about: &'static str, change: fn(&mut Draft<'_, '_>) -> Option<At>) -> Edge {
    Edge { rule: Some(rule), about, change }
}

/// Makes an edge at which a module is still valid.
const fn keeps(about: &'static str, change: fn(&mut Draft<'_, '_>) -> Option<At>) -> Edge {
    Edge { rule: None, about, change }
}

/// Every edge, grouped by what it changes.
pub fn edges() -> impl Iterator<Item = &'static Edge> {
    [header::EDGES, ids::EDGES, words::EDGES, sections::EDGES, functions::EDGES, debug::EDGES, literals::EDGES, types::EDGES]
        .into_iter()
        .flatten()
}

/// Returns the words of a string.
fn string(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes.chunks_exact(4).map(|word| word.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte))).collect()
}

/// Returns words of an instruction that begin with numbers and end with a string.
fn with_string(first: &[u32], text: &str) -> Vec<u32> {
    first.iter().copied().chain(string(text)).collect()
}

impl Draft<'_, '_> {
    /// Returns where a type or constant may be inserted: before the first debug instruction outside of functions.
    fn globals_end(&self) -> Option<usize> {
        self.model.instructions.iter().position(|instruction| instruction.debug().is_some_and(|debug| !is_in_block(&debug.info)))
    }

    /// Returns the id of OpTypeVoid, which is the type of debug instructions.
    fn void(&self) -> Option<u32> {
        let mut cores = self.model.instructions.iter().filter_map(Instruction::core);
        cores.find(|core| core.is(Op::TypeVoid)).and_then(|core| core.id(0)).map(|id| id.0)
    }

    /// Draws the result of an instruction of this kind.
    fn result_of(&mut self, op: Op) -> Option<u32> {
        let at = self.core(op)?;
        self.model.instructions[at].result().map(|id| id.0)
    }

    /// Makes an id that nothing names.
    fn fresh(&mut self) -> Option<u32> {
        crate::debuginfo::edit::fresh(self.model).map(|id| id.0)
    }

    /// Draws a place in a block.
    fn in_block(&mut self) -> Option<usize> {
        let places = crate::debuginfo::edit::places_in_blocks(self.model);
        self.pick(&places)
    }

    /// Inserts a core instruction, and returns its place.
    fn put(&mut self, at: usize, op: Op, words: impl IntoIterator<Item = u32>) -> Option<At> {
        self.insert(at, op, words)?;
        Some(At::Instruction(at))
    }

    /// Draws an instruction that is a type with a size: an integer, a number with a point.
    fn scalar(&mut self) -> Option<u32> {
        self.result_of(Op::TypeInt).or_else(|| self.result_of(Op::TypeFloat))
    }

    /// Returns the number of instructions.
    fn end(&self) -> usize {
        self.model.instructions.len()
    }

    /// Returns the core instruction at an index.
    fn core_at(&self, at: usize) -> Option<&irsmith_debuginfo::CoreInstruction> {
        self.model.instructions.get(at)?.core()
    }

    /// Returns the words of the core instruction at an index, mutably.
    fn words_mut(&mut self, at: usize) -> Option<&mut irsmith_debuginfo::Words> {
        match self.model.instructions.get_mut(at)? {
            Instruction::Core(core) => Some(&mut core.words),
            Instruction::Debug(_) => None,
        }
    }

    /// Returns the index of the definition of an id.
    fn definition(&self, id: Id) -> Option<usize> {
        self.model.instructions.iter().position(|instruction| instruction.result() == Some(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_their_words() {
        assert_eq!(string("abc"), [u32::from_le_bytes(*b"abc\0")]);
        assert_eq!(with_string(&[7], "abcd"), [7, u32::from_le_bytes(*b"abcd"), 0]);
    }
}
