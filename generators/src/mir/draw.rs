//! Draws for a file: from its bytes, and from the enabled rows.

use super::Config;
use super::forms::Generic;
use super::rows::{self, RowSet};
use super::vocabulary::Vocabulary;
use crate::Choices;
use crate::forms::Form;
use irsmith_mir::Name;

/// The bytes and the configuration that a file is drawn from.
pub(super) struct Draw<'a, 'u> {
    choices: Choices<'a, 'u>,
    config: &'a Config,
    /// The rows of the configuration that the dialect has.
    rows: RowSet,
    vocabulary: &'static Vocabulary,
}

impl<'a, 'u> Draw<'a, 'u> {
    pub(super) fn new(choices: Choices<'a, 'u>, config: &'a Config, vocabulary: &'static Vocabulary) -> Self {
        let mut rows = config.rows;
        rows.intersect(&vocabulary.rows);
        Self { choices, config, rows, vocabulary }
    }

    /// Returns whether the dialect has a word.
    pub(super) fn reads(&self, word: &str) -> bool {
        self.vocabulary.reads(word)
    }

    /// Returns the configuration of the file.
    #[inline]
    pub(super) const fn config(&self) -> &'a Config {
        self.config
    }

    #[inline]
    pub(super) fn byte(&mut self) -> u8 {
        self.choices.byte()
    }

    pub(super) fn word(&mut self) -> u16 {
        self.choices.word()
    }

    pub(super) fn wide(&mut self) -> u64 {
        self.choices.wide()
    }

    #[inline]
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.choices.below(limit)
    }

    #[inline]
    pub(super) fn chance(&mut self, parts: u16) -> bool {
        self.choices.chance(parts)
    }

    /// Draws a number up to this one; 0 when the bytes have run out.
    pub(super) fn up_to(&mut self, most: u32) -> u32 {
        self.choices.up_to(most)
    }

    /// As [`Draw::up_to`], for counts of things.
    pub(super) fn count(&mut self, most: u32) -> usize {
        self.choices.up_to(most) as usize
    }

    /// Draws one of some indices; `None` if there are none.
    pub(super) fn index(&mut self, length: usize) -> Option<usize> {
        self.choices.index(length)
    }

    /// Draws one of some items; `None` if there are none.
    pub(super) fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        self.choices.pick(items)
    }

    /// Draws one of some short texts.
    pub(super) fn text(&mut self, texts: &[&'static str]) -> Name {
        Name::from_static_str(texts[self.below(texts.len())])
    }

    /// Returns whether a form is enabled.
    #[inline]
    pub(super) fn is_on(&self, form: impl Form) -> bool {
        self.rows.contains(rows::id(form))
    }

    /// Draws whether to make a form, in `parts` of 256.
    #[inline]
    pub(super) fn wants(&mut self, form: impl Form, parts: u16) -> bool {
        self.choices.chance(parts) && self.is_on(form)
    }

    /// Draws one of the enabled forms among these; any that the dialect has if none is enabled.
    pub(super) fn form<F: Form>(&mut self, among: &[F]) -> F {
        self.rows.draw_form_or(&self.vocabulary.rows, rows::first::<F>(), among, &mut self.choices)
    }

    /// Draws one of the generic opcodes of the dialect whose row is enabled.
    pub(super) fn opcode_on(&mut self) -> Option<Generic> {
        let among = self.vocabulary.generics.as_slice();
        let start = self.choices.below(among.len());
        let mut from_start = among[start..].iter().chain(&among[..start]);
        from_start.find(|(id, _)| self.rows.contains(*id)).map(|(_, generic)| *generic)
    }

    /// As [`Draw::form`], but `None` if no form is enabled.
    #[inline]
    pub(super) fn form_on<F: Form>(&mut self, among: &[F]) -> Option<F> {
        self.rows.draw_form_on(rows::first::<F>(), among, &mut self.choices)
    }
}
