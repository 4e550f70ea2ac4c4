//! Low-level types (reference, *Low Level Types*).

use super::parser::{Parsed, Parser};
use crate::read::token::Kind;
use crate::{Element, ErrorKind, Type};

impl Parser<'_, '_> {
    /// Reads a type.
    pub(super) fn low_level_type(&mut self, expected: &'static str) -> Parsed<Type> {
        if !self.at(b'<') {
            return Ok(Type::Single(self.element(expected, false)?));
        }
        self.advance();
        let scalable = self.eat_word("vscale");
        if scalable {
            self.times()?;
        }
        let token = self.next;
        let count: u64 = self.number("the number of elements or 'vscale'")?;
        let count = match u16::try_from(count) {
            Ok(count) if count > 0 => count,
            _ => return self.fail_at(token, ErrorKind::VectorElements),
        };
        self.times()?;
        let element = self.element("a scalar or a pointer", true)?;
        self.expect(b'>')?;
        Ok(Type::Vector { count, scalable, element })
    }

    /// Reads the `x` of a vector.
    fn times(&mut self) -> Parsed {
        if self.eat_word("x") { Ok(()) } else { self.expected("'x'") }
    }

    /// Reads `sN` or `pA`.
    fn element(&mut self, expected: &'static str, in_vector: bool) -> Parsed<Element> {
        let Kind::Word(word) = self.next.kind else { return self.expected(expected) };
        let Some((is_scalar, digits)) = element(word) else { return self.expected(expected) };
        let element = if is_scalar {
            let bits = digits.parse().ok().filter(|bits| *bits > 0 || !in_vector);
            let Some(bits) = bits else { return self.fail(ErrorKind::ScalarSize) };
            Element::Scalar(bits)
        } else {
            let space = digits.parse().ok().filter(|space| *space < 1 << 24);
            let Some(space) = space else { return self.fail(ErrorKind::AddressSpace) };
            Element::Pointer(space)
        };
        self.advance();
        Ok(element)
    }
}

/// Returns whether a word is a scalar instead of a pointer, and its digits.
fn element(word: &str) -> Option<(bool, &str)> {
    let (is_scalar, digits) = match word.as_bytes().first() {
        Some(b's') => (true, &word[1..]),
        Some(b'p') => (false, &word[1..]),
        _ => return None,
    };
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some((is_scalar, digits))
}
