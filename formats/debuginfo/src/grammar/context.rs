//! What the words of an instruction depend on: the instructions before it.

use super::{ExtendedSet, Operand, OperandError, Widths, operands, string};
use crate::Id;
use std::collections::BTreeMap;

/// Number types, and imported instruction sets, of the instructions that were seen.
#[derive(Clone, Default)]
pub struct Context {
    widths: Widths,
    sets: BTreeMap<Id, Option<ExtendedSet>>,
}

impl Context {
    /// Remembers an instruction.
    pub fn see(&mut self, opcode: u16, words: &[u32]) {
        if opcode == spirv::Op::ExtInstImport as u16 {
            if let [id, name @ ..] = words
                && let Some((name, _)) = string(name)
            {
                let set = std::str::from_utf8(&name).ok().and_then(ExtendedSet::find);
                self.sets.entry(Id(*id)).or_insert(set);
            }
        } else {
            self.widths.see(opcode, words);
        }
    }

    /// As the function [`operands`], after the instructions that were seen.
    ///
    /// # Errors
    /// As there.
    pub fn operands<'a>(&self, opcode: u16, words: &'a [u32], f: impl FnMut(Operand<'a>)) -> Result<(), OperandError> {
        operands(opcode, words, &self.widths, self.set(opcode, words), f)
    }

    /// The set that an OpExtInst takes its instruction from, if the grammar knows it.
    pub fn set(&self, opcode: u16, words: &[u32]) -> Option<ExtendedSet> {
        if opcode != spirv::Op::ExtInst as u16 {
            return None;
        }
        self.sets.get(&Id(*words.get(2)?)).copied().flatten()
    }

    /// The number types and numbers so far.
    pub fn widths(&self) -> &Widths {
        &self.widths
    }
}
