//! The suffixes after the operands of an instruction.

use super::parser::{Parsed, Parser};
use crate::read::token::Kind;
use crate::{Name, Suffixes};

impl Parser<'_, '_> {
    /// Returns whether a word begins a suffix.
    pub(super) fn begins_suffix(word: &str) -> bool {
        matches!(
            word,
            "debug-location"
                | "debug-instr-number"
                | "pre-instr-symbol"
                | "post-instr-symbol"
                | "heap-alloc-marker"
                | "pcsections"
                | "mmra"
                | "cfi-type"
                | "deactivation-symbol"
        )
    }

    /// Reads the suffixes, in the order in which llc reads them.
    pub(super) fn suffixes(&mut self, suffixes: &mut Option<Box<Suffixes>>) -> Parsed {
        if !matches!(self.next.kind, Kind::Word(word) if Self::begins_suffix(word)) {
            return Ok(());
        }
        let suffixes = suffixes.get_or_insert_default();
        if self.eat_word("pre-instr-symbol") {
            suffixes.pre_symbol = Some(self.symbol()?);
            self.operand_end()?;
        }
        if self.eat_word("post-instr-symbol") {
            suffixes.post_symbol = Some(self.symbol()?);
            self.operand_end()?;
        }
        if self.eat_word("heap-alloc-marker") {
            suffixes.heap_alloc_marker = Some(self.metadata_number()?);
            self.operand_end()?;
        }
        if self.eat_word("pcsections") {
            suffixes.pc_sections = Some(self.metadata_number()?);
            self.operand_end()?;
        }
        if self.eat_word("mmra") {
            suffixes.memory_model = Some(self.metadata_number()?);
            self.operand_end()?;
        }
        if self.eat_word("cfi-type") {
            suffixes.cfi_type = Some(self.number("a hash of a type")?);
            self.operand_end()?;
        }
        if self.eat_word("deactivation-symbol") {
            suffixes.deactivation_symbol = Some(self.global("a global value, such as '@f'")?);
            self.operand_end()?;
        }
        if self.eat_word("debug-instr-number") {
            suffixes.debug_number = Some(self.number("a debug instruction number")?);
            self.operand_end()?;
        }
        if self.eat_word("debug-location") {
            suffixes.debug_location = Some(self.debug_location()?);
        }
        Ok(())
    }

    /// Reads `<mcsymbol name>`.
    fn symbol(&mut self) -> Parsed<Name> {
        let Kind::Symbol(name) = self.next.kind else { return self.expected("a symbol, such as '<mcsymbol .Ltmp0>'") };
        Ok(self.name(name)?.into())
    }
}
