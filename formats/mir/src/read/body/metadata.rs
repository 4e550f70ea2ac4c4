//! Metadata and debug locations.

use super::parser::{Parsed, Parser};
use crate::read::token::Kind;
use crate::{Atom, DebugLocation, ErrorKind, Metadata};

/// The maximal nesting of inlined locations.
const DEPTH: usize = 64;

impl Parser<'_, '_> {
    /// Reads `!N` or `!DIExpression(...)`.
    pub(super) fn metadata(&mut self) -> Parsed<Metadata> {
        match self.next.kind {
            Kind::Metadata("DIExpression") => Ok(Metadata::Inline(self.expression()?)),
            _ => Ok(Metadata::Number(self.metadata_number()?)),
        }
    }

    /// Reads `!N`.
    pub(super) fn metadata_number(&mut self) -> Parsed<u32> {
        if self.eat(b'!') { self.number("the number of a metadata node") } else { self.expected("a metadata node, such as '!0'") }
    }

    /// Reads the text of an expression, with one blank after each comma.
    fn expression(&mut self) -> Parsed<Box<str>> {
        self.advance();
        self.expect(b'(')?;
        let mut text = String::from("!DIExpression(");
        while !self.at(b')') {
            let element = match self.next.kind {
                Kind::Word(word) if word.starts_with("DW_OP_") || word.starts_with("DW_ATE_") => word,
                Kind::Integer(digits) if digits.parse::<u64>().is_ok() => digits,
                _ => return self.expected("an operation such as 'DW_OP_deref', or a number of 64 bits"),
            };
            text.push_str(element);
            self.advance();
            if !self.at(b')') {
                self.expect(b',')?;
                text.push_str(", ");
            }
        }
        self.advance();
        text.push(')');
        Ok(text.into())
    }

    /// Reads the location after `debug-location`.
    pub(super) fn debug_location(&mut self) -> Parsed<DebugLocation> {
        self.location(DEPTH)
    }

    fn location(&mut self, depth: usize) -> Parsed<DebugLocation> {
        if self.next.kind != Kind::Metadata("DILocation") {
            return Ok(DebugLocation::Number(self.metadata_number()?));
        }
        let start = self.next;
        let Some(depth) = depth.checked_sub(1) else { return self.fail(ErrorKind::LocationDepth(DEPTH)) };
        self.advance();
        self.expect(b'(')?;
        let mut fields = Fields::default();
        if !self.at(b')') {
            self.field(&mut fields, depth)?;
            while self.eat(b',') {
                self.field(&mut fields, depth)?;
            }
        }
        self.expect(b')')?;
        let Some(line) = fields.line else { return self.fail_at(start, ErrorKind::LocationWithout("line")) };
        let Some(scope) = fields.scope else { return self.fail_at(start, ErrorKind::LocationWithout("scope")) };
        Ok(DebugLocation::Inline {
            line,
            column: fields.column.unwrap_or(0),
            scope,
            inlined_at: fields.inlined_at,
            implicit_code: fields.implicit_code.unwrap_or(false),
            atom: fields.atom,
        })
    }

    /// Reads `name: value`; the last value counts if the field is repeated.
    fn field(&mut self, fields: &mut Fields, depth: usize) -> Parsed {
        let token = self.next;
        let name = self.word("a field of a location, such as 'line'")?;
        self.expect(b':')?;
        match name {
            "line" => fields.line = Some(self.number("a line")?),
            "column" => fields.column = Some(self.number("a column")?),
            "scope" => fields.scope = Some(self.metadata_number()?),
            "inlinedAt" => fields.inlined_at = Some(Box::new(self.location(depth)?)),
            "isImplicitCode" => fields.implicit_code = Some(self.truth()?),
            "atomGroup" => fields.atom.group = self.number_up_to(Atom::MAX_GROUP, "a group of atoms", "61 bits")?,
            "atomRank" => fields.atom.rank = self.number_up_to(Atom::MAX_RANK.into(), "a rank in an atom", "3 bits")? as u8,
            _ => return self.fail_at(token, ErrorKind::UnknownField),
        }
        Ok(())
    }

    fn number_up_to(&mut self, most: u64, expected: &'static str, size: &'static str) -> Parsed<u64> {
        let token = self.next;
        let number = self.number(expected)?;
        if number > most { self.fail_at(token, ErrorKind::NumberTooLarge(size)) } else { Ok(number) }
    }

    fn truth(&mut self) -> Parsed<bool> {
        let truth = self.at_word("true");
        if truth || self.at_word("false") {
            self.advance();
            return Ok(truth);
        }
        self.expected("'true' or 'false'")
    }
}

/// The fields of a location that have been read.
#[derive(Default)]
struct Fields {
    line: Option<u32>,
    column: Option<u32>,
    scope: Option<u32>,
    inlined_at: Option<Box<DebugLocation>>,
    implicit_code: Option<bool>,
    atom: Atom,
}
