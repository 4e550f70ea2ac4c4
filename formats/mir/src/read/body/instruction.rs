//! One instruction (reference, *Machine Instructions*).

use super::parser::{Parsed, Parser};
use crate::read::token::Kind;
use crate::{ErrorKind, Instruction, InstructionFlags};
use smallvec::{Array, SmallVec};

impl Parser<'_, '_> {
    /// Reads an instruction up to the end of its line or to the brace that opens its bundle.
    pub(super) fn instruction(&mut self, instruction: &mut Instruction) -> Parsed {
        while self.at_register() {
            self.register(pushed(&mut instruction.results), true)?;
            if !self.eat(b',') {
                break;
            }
        }
        if !instruction.results.is_empty() {
            self.expect(b'=')?;
        }
        self.opcode(instruction)?;
        while !self.at_operands_end() {
            self.operand(pushed(&mut instruction.operands))?;
            if !self.operand_end()? {
                break;
            }
        }
        self.suffixes(&mut instruction.suffixes)?;
        if matches!(self.next.kind, Kind::DoubleColon) {
            self.advance();
            self.memory_operands(&mut instruction.memory)?;
        }
        self.instruction_end()
    }

    /// Reads flags and the opcode's name.
    fn opcode(&mut self, instruction: &mut Instruction) -> Parsed {
        loop {
            let word = match self.next.kind {
                Kind::Label { .. } => return self.fail(ErrorKind::BlockInLine),
                Kind::Word(word) if word != "_" => word,
                _ => return self.expected("an instruction"),
            };
            match InstructionFlags::of(word) {
                Some(flag) => instruction.flags.0 |= flag.0,
                None => {
                    self.advance();
                    instruction.opcode = word.into();
                    return Ok(());
                }
            }
            self.advance();
        }
    }

    /// Returns whether no operand can begin here.
    fn at_operands_end(&self) -> bool {
        match self.next.kind {
            Kind::Newline | Kind::End | Kind::DoubleColon | Kind::Punctuation(b'{') => true,
            Kind::Word(word) => Self::begins_suffix(word),
            _ => false,
        }
    }

    /// Skips the comma after an operand or a suffix; returns whether there was one. Without a comma only memory operands may follow.
    pub(super) fn operand_end(&mut self) -> Parsed<bool> {
        if self.eat(b',') {
            return Ok(true);
        }
        match self.next.kind {
            Kind::Newline | Kind::End | Kind::DoubleColon | Kind::Punctuation(b'{') => Ok(false),
            _ => self.expected("',' before the next operand"),
        }
    }

    fn instruction_end(&mut self) -> Parsed {
        if self.at_line_end() || self.at(b'{') { Ok(()) } else { self.expected("the end of the line or '{'") }
    }
}

/// Adds an empty element to a list, and returns it so that it is filled in place.
fn pushed<A: Array<Item: Default>>(list: &mut SmallVec<A>) -> &mut A::Item {
    if list.len() == list.capacity() {
        // Doubles the capacity, not more: operands are large.
        list.reserve_exact(list.len());
    }
    list.extend(std::iter::once_with(A::Item::default));
    let last = list.len() - 1;
    &mut list[last]
}
