//! Ids: numbers are kept, names get the smallest numbers that the text does not use.

use super::lexer::{Kind, Lexer};
use crate::text::number;
use std::collections::HashMap;

#[derive(Debug)]
pub(super) struct Ids<'t> {
    text: &'t str,
    names: HashMap<&'t str, u32>,
    /// The numbers that the text uses, in descending order: those above `last`.
    used: Vec<u32>,
    /// The last number assigned to a name.
    last: u32,
    /// The largest number so far.
    largest: u32,
}

impl<'t> Ids<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, names: HashMap::new(), used: Vec::new(), last: 0, largest: 0 }
    }

    /// Returns the number of an id; none if it is neither a number nor a name of letters, digits and underscores.
    pub(super) fn number(&mut self, name: &'t str) -> Option<u32> {
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return None;
        }
        let number = digits(name).unwrap_or_else(|| self.named(name));
        self.largest = self.largest.max(number);
        Some(number)
    }

    /// Returns the bound of the ids, given the header's, which is raised only for the numbers that names have got: an id that is a number
    /// above the stated bound stays wrong.
    pub(super) fn bound(&self, header: Option<u32>) -> u32 {
        match header {
            Some(bound) if self.names.is_empty() => bound,
            Some(bound) => bound.max(self.last.saturating_add(1)),
            None => self.largest.saturating_add(1),
        }
    }

    fn named(&mut self, name: &'t str) -> u32 {
        if let Some(&number) = self.names.get(name) {
            return number;
        }
        if self.names.is_empty() {
            self.used = numbers(self.text);
        }
        // A text has fewer ids than there are numbers: each needs two bytes of it.
        self.last += 1;
        while let Some(&used) = self.used.last()
            && used <= self.last
        {
            self.used.pop();
            self.last += u32::from(used == self.last);
        }
        self.names.insert(name, self.last);
        self.last
    }
}

/// Returns the number of an id that is one: decimal, hexadecimal, or octal if it begins with a zero. One that does not fit is a name, as for
/// the tools.
fn digits(name: &str) -> Option<u32> {
    if name.starts_with(|first: char| first.is_ascii_digit()) { number::word(name) } else { None }
}

/// Returns the ids of a text that are numbers, in descending order.
fn numbers(text: &str) -> Vec<u32> {
    let mut lexer = Lexer::new(text);
    let mut numbers = Vec::new();
    loop {
        match lexer.next().kind {
            Kind::End => break,
            Kind::Id(name) => numbers.extend(digits(name)),
            _ => {}
        }
    }
    numbers.sort_unstable_by_key(|&number| std::cmp::Reverse(number));
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `spirv-as --preserve-numeric-ids` of SPIRV-Tools 2023.1 and 2025.5 reads each.
    #[test]
    fn numbers_are_hexadecimal_and_octal_too() {
        let numbers = ["0x10", "0X1f", "010", "00", "007", "037777777", "0xffffffff"];
        assert_eq!(numbers.map(digits), [16, 31, 8, 0, 7, 0x7f_ffff, u32::MAX].map(Some));
        for name in ["08", "019", "0x", "0xg", "0x1_0", "0_7", "1x", "0b1", "_1", "4294967296", "0xffffffffff", "040000000000"] {
            assert_eq!(digits(name), None, "{name}");
        }
        let mut ids = Ids::new("%a %0x1 %08 %02 %b");
        assert_eq!(["a", "0x1", "08", "02", "b"].map(|name| ids.number(name).unwrap()), [3, 1, 4, 2, 5]);
    }

    #[test]
    fn names_fill_the_gaps() {
        let mut ids = Ids::new("%a %1 %b %4 %c %2 %a %99999999999");
        let numbers = ["a", "1", "b", "4", "c", "2", "a", "99999999999", "0"].map(|name| ids.number(name).unwrap());
        assert_eq!(numbers, [3, 1, 5, 4, 6, 2, 3, 7, 0]);
        assert_eq!((ids.bound(None), ids.bound(Some(4)), ids.bound(Some(12))), (8, 8, 12));
        assert_eq!((ids.number(""), ids.number("x-y")), (None, None));
        let mut both = Ids::new("%a %900");
        assert_eq!(["a", "900"].map(|name| both.number(name).unwrap()), [1, 900]);
        assert_eq!([None, Some(1), Some(42)].map(|header| both.bound(header)), [901, 2, 42]);
        let mut numeric = Ids::new("%4294967295");
        assert_eq!(numeric.number("4294967295"), Some(u32::MAX));
        assert_eq!((numeric.bound(None), numeric.bound(Some(3))), (u32::MAX, 3));
    }
}
