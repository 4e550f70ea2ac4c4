//! Draws for a file: from its bytes, and from the rows that are on.

use super::Config;
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

    /// Whether the dialect has a word.
    pub(super) fn reads(&self, word: &str) -> bool {
        self.vocabulary.reads(word)
    }

    /// What the file is to be like.
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

    /// A number up to this one; 0 when the bytes have run out.
    pub(super) fn up_to(&mut self, most: u32) -> u32 {
        self.choices.up_to(most)
    }

    /// As [`Draw::up_to`], of things.
    pub(super) fn count(&mut self, most: u32) -> usize {
        self.choices.up_to(most) as usize
    }

    /// One of some indices; `None` of none.
    pub(super) fn index(&mut self, length: usize) -> Option<usize> {
        self.choices.index(length)
    }

    /// One of some items; `None` of none.
    pub(super) fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        self.choices.pick(items)
    }

    /// One of some short texts.
    pub(super) fn text(&mut self, texts: &[&'static str]) -> Name {
        Name::from_static_str(texts[self.below(texts.len())])
    }

    /// Whether a form is on.
    #[inline]
    pub(super) fn is_on(&self, form: impl Form) -> bool {
        self.rows.contains(rows::id(form))
    }

    /// Draws whether to make a form, in `parts` of 256.
    #[inline]
    pub(super) fn wants(&mut self, form: impl Form, parts: u16) -> bool {
        self.choices.chance(parts) && self.is_on(form)
    }

    /// One of these forms that is on; any that the dialect has if none is.
    pub(super) fn form<F: Form>(&mut self, among: &[F]) -> F {
        self.rows.draw_form_or(&self.vocabulary.rows, rows::first::<F>(), among, &mut self.choices)
    }

    /// As [`Draw::form`], nothing if no form is on.
    #[inline]
    pub(super) fn form_on<F: Form>(&mut self, among: &[F]) -> Option<F> {
        self.rows.draw_form_on(rows::first::<F>(), among, &mut self.choices)
    }
}
