//! The keys of a mapping by their rows: which are written, and how LLVM's YAML writer aligns and breaks lines.

use super::lines::{column, wrap};
use super::quote::{self, Context};
use super::{Style, info, value};
use crate::tables::{Absent, Item, Key, Map, Value, Version, When, Written};
use crate::write::append::{blanks, colon, number};
use crate::{Dialect, SavePoint, Yaml};
use std::cell::RefCell;
use std::sync::OnceLock;

/// The first release in which the frame has lists of points.
const POINT_LISTS: Version = Version(22);
/// The column in which the values of keys begin, if the key is short enough.
const VALUES: usize = 17;

/// The losses when keys are written for a release that does not read all of them.
pub(in crate::write) struct Losses {
    dialect: Dialect,
    /// The words, and whether each was left out.
    words: RefCell<Vec<(&'static str, bool)>>,
}

impl Losses {
    pub(in crate::write) fn new(dialect: Dialect) -> Self {
        Self { dialect, words: RefCell::default() }
    }

    /// Returns the keys that were left out (`true`), and the words that the release does not read, for which there is no other.
    pub(in crate::write) fn take(self) -> Vec<(&'static str, bool)> {
        self.words.into_inner()
    }

    /// Notes a key that is left out.
    fn leave_out(&self, key: &'static str) {
        self.words.borrow_mut().push((key, true));
    }

    /// Notes a word that is written all the same.
    fn keep(&self, word: &'static str) {
        self.words.borrow_mut().push((word, false));
    }
}

/// A mapping that is being written; keys are written in the order of the rows.
pub(super) struct Fields<'o> {
    map: &'static Map,
    layout: Layout,
    pub(super) style: Style,
    /// The release whose text is written.
    pub(super) release: Version,
    /// The losses; `None` if no release is given: then keys of other releases than that of the tables are written where they differ from
    /// an absent key.
    pub(super) losses: Option<&'o Losses>,
    pub(super) out: &'o mut String,
    next: usize,
    /// The `type` of the object, on which some keys depend.
    kind: &'static str,
}

/// The layout of the keys of a mapping.
#[derive(Clone, Copy)]
enum Layout {
    /// Each key is on a separate line, after this many blanks. The first one follows a dash if `inline`.
    Block { indentation: usize, inline: bool },
    /// The keys are in braces, with the opening brace in this column.
    Flow { column: usize, is_first: bool, indentation: usize },
}

impl<'o> Fields<'o> {
    /// Writes the keys of a function, for the release of `losses`, or for that of the tables with everything that other releases have.
    pub(super) fn document(style: Style, losses: Option<&'o Losses>, out: &'o mut String) -> Self {
        Self {
            map: crate::tables::FUNCTION,
            layout: Layout::Block { indentation: 0, inline: false },
            style,
            release: losses.map_or(Version::TABLES, |losses| losses.dialect.release),
            losses,
            out,
            next: 0,
            kind: "",
        }
    }

    /// Returns the row of a key.
    #[inline]
    fn row(&mut self, key: &str) -> &'static Key {
        loop {
            let row = self.map.keys.get(self.next).expect("keys are written in the order of their rows");
            self.next += 1;
            if row.name == key {
                return row;
            }
        }
    }

    /// Notes a key that the release does not read.
    #[cold]
    fn leave_out(&self, row: &Key, is_default: bool) {
        if let Some(losses) = self.losses.filter(|_| !is_default) {
            losses.leave_out(row.name);
        }
    }

    /// Returns whether a key is written; `is_default` means that its value is that of an absent key.
    #[inline]
    fn is_written(&self, row: &'static Key, is_default: bool) -> bool {
        if !self.losses.map_or_else(|| row.is_read_by(self.release), |losses| losses.dialect.reads_key(self.map, row)) {
            self.leave_out(row, is_default);
            // Without a release, nothing is lost.
            return self.losses.is_none() && !is_default;
        }
        if row.when != When::Always && row.when.forbids(self.kind) {
            return false;
        }
        match row.written {
            Written::Always => true,
            Written::UnlessDefault => self.style == Style::Full || !is_default,
            Written::IfPresent => !is_default,
        }
    }

    /// Begins a key: writes everything before its colon.
    #[inline]
    fn key(&mut self, row: &Key) {
        self.begin();
        self.out.push_str(row.name_in(self.release));
    }

    /// Writes everything before a key.
    #[inline]
    fn begin(&mut self) {
        match &mut self.layout {
            Layout::Block { indentation, inline } => {
                if !std::mem::take(inline) && *indentation > 0 {
                    blanks(*indentation, self.out);
                }
            }
            Layout::Flow { column, is_first, .. } => {
                self.out.push_str(if std::mem::take(is_first) { "{ " } else { ", " });
                wrap(*column, self.out);
            }
        }
    }

    /// Writes keys that no release has.
    pub(super) fn unknown(&mut self, entries: &[(String, Yaml)]) {
        for (key, value) in entries {
            self.begin();
            match self.layout {
                Layout::Block { indentation, .. } => info::entry(key, value, indentation, self.out),
                Layout::Flow { .. } => info::flow_entry(key, value, self.out),
            }
        }
    }

    /// Writes a key and a value of one line.
    #[inline]
    fn scalar(&mut self, row: &Key, write: impl FnOnce(&mut String)) {
        self.key(row);
        match self.layout {
            Layout::Block { .. } => {
                colon((VALUES - 1).saturating_sub(row.name_in(self.release).len()).max(1), self.out);
                write(self.out);
                self.out.push('\n');
            }
            Layout::Flow { .. } => {
                colon(1, self.out);
                write(self.out);
            }
        }
    }

    pub(super) fn bool(&mut self, key: &str, value: bool) {
        let row = self.row(key);
        if self.is_written(row, row.absent == Absent::Bool(value)) {
            self.scalar(row, |out| if value { out.push_str("true") } else { out.push_str("false") });
        }
    }

    pub(super) fn unsigned(&mut self, key: &str, value: impl Into<u64>) {
        let (row, value) = (self.row(key), value.into());
        if self.is_written(row, row.absent == Absent::Number(value)) {
            self.scalar(row, |out| number(value, out));
        }
    }

    pub(super) fn signed(&mut self, key: &str, value: i64) {
        let row = self.row(key);
        if self.is_written(row, row.absent == Absent::Number(0) && value == 0) {
            self.scalar(row, |out| number(value, out));
        }
    }

    /// Writes a number whose absence differs from every number.
    pub(super) fn optional(&mut self, key: &str, value: Option<impl itoa::Integer>) {
        let row = self.row(key);
        if let Some(value) = value.filter(|_| self.is_written(row, false)) {
            self.scalar(row, |out| number(value, out));
        }
    }

    pub(super) fn text(&mut self, key: &str, text: &str) {
        let row = self.row(key);
        if self.is_written(row, row.absent == Absent::Empty && text.is_empty()) {
            let context = self.context();
            self.scalar(row, |out| quote::string(text, context, out));
        }
    }

    /// Writes a string of one shape, such as a register; `None` is the empty string.
    pub(super) fn shaped<T>(&mut self, key: &str, value: Option<&T>, spell: impl FnOnce(&T) -> String) {
        self.text(key, &value.map(spell).unwrap_or_default());
    }

    pub(super) fn register(&mut self, key: &str, register: &crate::Register) {
        self.text(key, &value::register(register));
    }

    pub(super) fn word(&mut self, key: &str, word: &'static str) {
        let row = self.row(key);
        if self.is_written(row, matches!(row.absent, Absent::Word(absent) if absent == word)) {
            if let (Value::Choice(choices), Some(losses)) = (row.value, self.losses)
                && let Some(choice) =
                    choices.iter().find(|choice| choice.name == word && !losses.dialect.reads_choice(self.map, row, choice))
            {
                losses.keep(choice.name);
            }
            self.scalar(row, |out| out.push_str(word));
        }
        if row.name == "type" {
            self.kind = word;
        }
    }

    /// Writes a mapping. A mapping of defaults always has the same text, which is written once and then cached in `default`.
    pub(super) fn map(&mut self, key: &str, default: Option<&OnceLock<String>>, write: impl FnOnce(&mut Fields<'_>)) {
        let row = self.row(key);
        let Value::Map(map) = row.value else { return };
        if !self.is_written(row, default.is_some()) {
            return;
        }
        self.key(row);
        self.out.push_str(":\n");
        let layout = Layout::Block { indentation: self.indentation() + 2, inline: false };
        let (style, release, losses) = (self.style, self.release, self.losses);
        let keys = |out: &mut String| write(&mut Fields { map, layout, style, release, losses, out, next: 0, kind: "" });
        match default.filter(|_| losses.is_none()) {
            Some(text) => self.out.push_str(text.get_or_init(|| {
                let mut text = String::new();
                keys(&mut text);
                text
            })),
            None => keys(self.out),
        }
    }

    /// Writes a sequence of mappings.
    pub(super) fn list<T>(&mut self, key: &str, items: &[T], write: impl Fn(&T, &mut Fields<'_>)) {
        let row = self.row(key);
        let Value::List(Item::Map(map)) = row.value else { return };
        if !self.is_written(row, items.is_empty()) {
            return;
        }
        if items.is_empty() {
            return self.scalar(row, |out| out.push_str("[]"));
        }
        let indentation = self.indentation() + 2;
        self.key(row);
        // llc prints a blank after a key in braces.
        colon(usize::from(matches!(self.layout, Layout::Flow { .. })), self.out);
        for item in items {
            self.out.push_str(if self.out.ends_with('\n') { "" } else { "\n" });
            blanks(indentation, self.out);
            self.out.push_str("- ");
            self.item(map, indentation + 2, |fields| write(item, fields));
        }
        if matches!(self.layout, Layout::Block { .. }) && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    /// Writes points: as a list since LLVM 22, which is not written if it is empty, and before as one block or an empty string.
    pub(super) fn points(&mut self, key: &str, points: &[SavePoint], write: impl Fn(&SavePoint, &mut Fields<'_>)) {
        let is_block = match points {
            [] => true,
            [point] => point.registers.is_empty(),
            _ => false,
        };
        if self.release >= POINT_LISTS || (self.losses.is_none() && !is_block) {
            return if points.is_empty() { self.skip(key) } else { self.list(key, points, write) };
        }
        if let Some(losses) = self.losses.filter(|_| !is_block) {
            losses.leave_out("registers");
        }
        self.shaped(key, points.first(), |point| value::block(&point.block));
    }

    /// Writes a sequence of numbers of a mapping in braces, on a line of its own.
    pub(super) fn numbers(&mut self, key: &str, numbers: &[u64]) {
        let row = self.row(key);
        if self.is_written(row, numbers.is_empty()) {
            let indentation = self.indentation() + 2;
            self.key(row);
            self.out.push_str(": \n");
            blanks(indentation, self.out);
            brackets(numbers, |item, out| number(*item, out), self.out);
        }
    }

    /// Moves behind a key that is not written.
    fn skip(&mut self, key: &str) {
        self.row(key);
    }

    /// Writes a mapping after a dash.
    fn item(&mut self, map: &'static Map, indentation: usize, write: impl FnOnce(&mut Fields<'_>)) {
        let layout = if map.flow {
            Layout::Flow { column: column(self.out), is_first: true, indentation }
        } else {
            Layout::Block { indentation, inline: true }
        };
        write(&mut Fields { map, layout, style: self.style, release: self.release, losses: self.losses, out: self.out, next: 0, kind: "" });
        if map.flow {
            self.out.push_str(" }");
        }
    }

    /// Writes a sequence of strings; `None` is an absent one.
    pub(super) fn texts<T>(&mut self, key: &str, items: Option<&[T]>, spell: impl Fn(&T) -> String) {
        let row = self.row(key);
        let Value::List(Item::Text { flow, .. }) = row.value else { return };
        let Some(items) = items.filter(|items| self.is_written(row, row.absent == Absent::Empty && items.is_empty())) else { return };
        if flow {
            return self.scalar(row, |out| brackets(items, |item, out| quote::string(&spell(item), Context::Flow, out), out));
        }
        if items.is_empty() {
            return self.scalar(row, |out| out.push_str("[]"));
        }
        self.key(row);
        self.out.push_str(":\n");
        for item in items {
            blanks(self.indentation() + 2, self.out);
            self.out.push_str("- ");
            quote::string(&spell(item), Context::Block, self.out);
            self.out.push('\n');
        }
    }

    /// Returns the context of the values of the keys.
    fn context(&self) -> Context {
        match self.layout {
            Layout::Block { .. } => Context::Block,
            Layout::Flow { .. } => Context::Flow,
        }
    }

    /// Returns the number of blanks before the keys.
    pub(super) fn indentation(&self) -> usize {
        match self.layout {
            Layout::Block { indentation, .. } | Layout::Flow { indentation, .. } => indentation,
        }
    }

    /// Begins a key and calls `write` for everything after the colon; `is_default` as in the other functions.
    pub(super) fn raw(&mut self, key: &str, is_default: bool, write: impl FnOnce(&mut String)) {
        let row = self.row(key);
        if self.is_written(row, is_default) {
            self.key(row);
            self.out.push(':');
            write(self.out);
        }
    }
}

/// Writes items in brackets.
fn brackets<T>(items: &[T], write: impl Fn(&T, &mut String), out: &mut String) {
    let start = column(out);
    out.push_str("[ ");
    for (place, item) in items.iter().enumerate() {
        out.push_str(if place == 0 { "" } else { ", " });
        wrap(start, out);
        write(item, out);
    }
    out.push_str(" ]");
}
