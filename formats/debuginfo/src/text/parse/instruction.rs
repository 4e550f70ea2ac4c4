//! One instruction.

use super::error::Parsed;
use super::lexer::{Kind, Token};
use super::operands::Operands;
use super::{Parser, debug};
use crate::grammar::{self, ImportedSet};
use crate::stream::first_word;
use crate::text::number;

impl<'t> Parser<'t> {
    pub(super) fn instruction(&mut self) -> Parsed {
        let (token, start) = (self.next, self.words.len());
        if let Kind::Immediate(text) = token.kind {
            self.raw_instruction(token, text)?;
        } else {
            let opcode = self.named()?;
            let count = self.words.len() - start;
            let Ok(count) = u16::try_from(count) else { return self.error(&token, "an instruction of at most 65535 words") };
            self.words[start] = first_word(opcode, count);
        }
        self.context.see(self.words[start] as u16, &self.words[start + 1..]);
        Ok(())
    }

    /// Parses an instruction given by its words.
    fn raw_instruction(&mut self, token: Token<'_>, first: &str) -> Parsed {
        let Some(first) = number::immediate(first) else { return self.error(&token, "an instruction's first word") };
        let start = self.words.len();
        self.advance();
        self.words.push(first);
        while !self.at_end() {
            self.raw_word()?;
        }
        let count = (first >> 16) as usize;
        if self.words.len() - start == count { Ok(()) } else { self.error(&token, format!("{count} words, as the first one says")) }
    }

    /// Parses a word of an instruction after a `!`, which may be anything.
    pub(super) fn raw_word(&mut self) -> Parsed {
        let token = self.next;
        let word = match token.kind {
            Kind::Id(_) => {
                let id = self.id("an id")?;
                self.words.push(id);
                return Ok(());
            }
            Kind::String(text) => return self.string(text),
            Kind::Immediate(text) => number::immediate(text),
            Kind::Word(text) => number::untyped(text),
            _ => None,
        };
        let Some(word) = word else { return self.error(&token, "a word: an id, a string or a number") };
        self.words.push(word);
        self.advance();
        Ok(())
    }

    /// Parses an instruction by its name. Returns its number; the first of its words is left open.
    fn named(&mut self) -> Parsed<u16> {
        let start = self.next;
        let result = if let Kind::Id(_) = start.kind { Some(self.result()?) } else { None };
        let token = self.next;
        let opcode = match token.kind {
            Kind::Word(word) if token.kind.is_instruction() => grammar::opcode(&word[2..]),
            _ => return self.error(&token, "an instruction"),
        };
        let Some(opcode) = opcode else { return self.error(&token, "the name of an instruction") };
        match (result, grammar::shape(opcode).has_result) {
            (None, true) => return self.error(&start, "`%result =` before this instruction"),
            (Some(_), false) => return self.error(&start, "an instruction without a result"),
            _ => {}
        }
        self.advance();
        self.words.push(0);
        self.operands(opcode, result)?;
        Ok(opcode)
    }

    fn result(&mut self) -> Parsed<u32> {
        let id = self.id("a result")?;
        match self.advance() {
            Token { kind: Kind::Equals, .. } => Ok(id),
            other => self.error(&other, "`=`"),
        }
    }

    fn operands(&mut self, opcode: u16, result: Option<u32>) -> Parsed {
        let row = grammar::row(opcode).expect("a name has a row");
        let mut operands = Operands::new(self, result);
        if opcode == spirv::Op::ExtInst as u16 {
            // Type, result and set; the set determines the rest.
            operands.row(&row.operands[..3])?;
            let debug = match (operands.set(), operands.word()) {
                (Some(ImportedSet::Debug(dialect)), Some(name)) => debug::row(dialect, name).map(|row| (dialect, row)),
                _ => None,
            };
            match debug {
                Some((dialect, row)) => debug::parse(dialect, row, &mut operands)?,
                None => operands.row(&row.operands[3..=3])?,
            }
        } else {
            operands.row(row.operands)?;
        }
        operands.finish()
    }
}
