//! The keys of a mapping by their rows: checks for unknown, missing and repeated keys, and the values with the types of the rows.

use super::report::Report;
use super::yaml::{Entry, Kind, Node};
use super::{ContainerError, info, value};
use crate::tables::{Absent, Choice, Item, Key, Map, Value, When};
use crate::{Block, BlockReference, Calibration, Name, OlderSpelling, Register, SavePoint, Yaml};
use smallvec::SmallVec;
use std::cell::Cell;

/// A mapping whose keys were compared with the rows of a table. Errors were reported, so every answer has the right type: an unreadable
/// value counts as absent.
pub(super) struct Fields<'n, 'a> {
    map: &'static Map,
    /// The keys in the file. A function has the most, some 40.
    slots: SmallVec<[Slot<'n, 'a>; 36]>,
    /// The keys without a row that the dialect has.
    carried: Cell<Vec<&'n Entry<'a>>>,
    report: &'n Report<'a>,
    /// The slot after the last requested one: most are requested in their order.
    next: Cell<usize>,
}

/// A key that the file has.
#[derive(Clone, Copy)]
struct Slot<'n, 'a> {
    row: &'static Key,
    entry: &'n Entry<'a>,
}

impl<'n, 'a> Fields<'n, 'a> {
    /// Compares a value with the rows of a mapping.
    pub(super) fn new(map: &'static Map, node: &'n Node<'a>, report: &'n Report<'a>) -> Self {
        let mut fields = Self { map, slots: SmallVec::new(), carried: Cell::default(), report, next: Cell::new(0) };
        match &node.kind {
            Kind::Mapping { entries, .. } => fields.place(entries),
            // llc treats an empty value as a mapping without keys.
            Kind::Empty => {}
            _ => report.push(node.at, ContainerError::Expected("a mapping")),
        }
        for row in map.keys {
            let is_forbidden = row.when != When::Always && fields.forbids(row);
            if !is_forbidden && row.absent == Absent::Refused && fields.slot(row.name).is_none() {
                report.push(node.at, ContainerError::MissingKey { key: row.name, map: map.name });
            }
        }
        fields.next.set(0);
        fields
    }

    /// Finds the rows of keys.
    fn place(&mut self, entries: &'n [Entry<'a>]) {
        let mut next = 0;
        for entry in entries {
            if self.report.is_full() {
                return;
            }
            let Some(place) = place_of(&entry.key, self.map.keys, next) else {
                let is_carried = self.is_carried(&entry.key);
                let carried = self.carried.get_mut();
                if !is_carried {
                    self.report.push(entry.at, self.unknown(&entry.key));
                } else if carried.iter().any(|other| other.key == entry.key) {
                    self.report.push(entry.at, ContainerError::DuplicateKey(entry.key.to_string()));
                } else {
                    carried.push(entry);
                }
                continue;
            };
            let row = &self.map.keys[place];
            // A row after all rows so far is a new one.
            let is_double = place < next && self.slots.iter().any(|slot| std::ptr::eq(slot.row, row));
            next = next.max(place + 1);
            if is_double {
                self.report.push(entry.at, ContainerError::DuplicateKey(row.name.to_owned()));
            } else {
                self.slots.push(Slot { row, entry });
            }
        }
    }

    /// Returns whether a key is not allowed for the type of the object; reports the key if it is given anyway.
    fn forbids(&self, row: &Key) -> bool {
        let is_forbidden = match self.node("type").map(|node| &node.kind) {
            Some(Kind::Scalar(word)) => row.when.forbids(word),
            _ => false,
        };
        if let Some(slot) = self.slot(row.name).filter(|_| is_forbidden) {
            self.report.push(slot.entry.at, ContainerError::KeyOfOtherType(row.name));
        }
        is_forbidden
    }

    /// Returns whether the dialect has a key for which there is no row.
    fn is_carried(&self, key: &str) -> bool {
        let is_unknown = |calibration: &Calibration| calibration.unknown.has_key(self.map, key);
        self.report.dialect.calibration().is_some_and(is_unknown)
    }

    /// Takes the keys without a row that the dialect has.
    pub(super) fn carried(&self) -> Vec<(String, Yaml)> {
        self.carried.take().into_iter().map(|entry| (entry.key.to_string(), info::yaml(&entry.value, self.report))).collect()
    }

    fn unknown(&self, key: &str) -> ContainerError {
        let key: String = key.chars().take(40).collect();
        let near = self.map.keys.iter().map(|row| row.name).filter(|name| strsim::damerau_levenshtein(name, &key) <= 1 + name.len() / 5);
        ContainerError::UnknownKey { near: near.collect(), key, map: self.map.name }
    }

    /// Returns the keys in the file.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        self.slots.iter().map(|slot| slot.row.name)
    }

    /// Returns the slot of a key; keys in the order of the file are found at once.
    fn slot(&self, key: &str) -> Option<Slot<'n, 'a>> {
        debug_assert!(self.map.key(key).is_some(), "no row for {key}");
        let is_key = |slot: &Slot<'_, '_>| slot.row.name == key;
        let next = self.next.get();
        let place = if self.slots.get(next).is_some_and(is_key) { next } else { self.slots.iter().position(is_key)? };
        self.next.set(place + 1);
        Some(self.slots[place])
    }

    /// Returns what the row of a key states about its absence.
    fn absent(&self, key: &str) -> Absent {
        self.map.key(key).map_or(Absent::Distinct, |(_, row)| row.absent)
    }

    /// Returns the value of a key that is a scalar which `read` accepts; `None` if it is absent or not such a scalar.
    fn scalar<T>(&self, key: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        self.scalar_of(self.slot(key)?, read)
    }

    fn scalar_of<T>(&self, slot: Slot<'n, 'a>, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let node = slot.node();
        let value = match &node.kind {
            Kind::Scalar(text) => read(text),
            // Literal text is a multi-line scalar.
            Kind::Literal(literal) => read(&literal.text(self.report.text)),
            _ => None,
        };
        if value.is_none() {
            self.report.push(node.at, slot.not_expected());
        }
        value
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.slot(key).is_some()
    }

    pub(super) fn bool(&self, key: &str) -> bool {
        self.scalar(key, value::bool).unwrap_or_else(|| self.absent(key) == Absent::Bool(true))
    }

    /// Returns a number in the range of its row; `None` if it is absent.
    fn integer(&self, key: &str) -> Option<i128> {
        let slot = self.slot(key)?;
        let number = self.scalar_of(slot, |text| value::integer(&slot.row.value, text));
        if matches!(slot.row.value, Value::Signed(32)) && number > Some(i32::MAX.into()) {
            self.report.note(slot.node().at, OlderSpelling::Unsigned);
        }
        number
    }

    /// Returns a number of an unsigned row; rows of fewer bits fit every requested type.
    pub(super) fn unsigned<T: TryFrom<i128> + Default>(&self, key: &str) -> T {
        let absent = || if let Absent::Number(number) = self.absent(key) { number.into() } else { 0 };
        T::try_from(self.integer(key).unwrap_or_else(absent)).unwrap_or_default()
    }

    pub(super) fn signed(&self, key: &str) -> i64 {
        self.unsigned(key)
    }

    /// Returns a number whose absence differs from every number.
    pub(super) fn optional<T: TryFrom<i128>>(&self, key: &str) -> Option<T> {
        self.integer(key).and_then(|number| T::try_from(number).ok())
    }

    /// Returns an alignment; 0 means that there is none.
    pub(super) fn alignment(&self, key: &str) -> Option<u64> {
        self.optional(key).filter(|alignment| *alignment != 0)
    }

    pub(super) fn text(&self, key: &str) -> String {
        self.scalar(key, |text| Some(text.to_owned())).unwrap_or_default()
    }

    pub(super) fn name(&self, key: &str) -> Name {
        self.scalar(key, |text| Some(Name::from(text))).unwrap_or_default()
    }

    /// Returns a string of one shape, such as a register; the empty string is `None`.
    pub(super) fn shaped<T>(&self, key: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        self.scalar(key, |text| if text.is_empty() { Some(None) } else { read(text).map(Some) }).flatten()
    }

    /// Returns a required register.
    pub(super) fn register(&self, key: &str) -> Register {
        self.scalar(key, value::physical).unwrap_or_default()
    }

    /// Returns the position of a word among the words of its row.
    pub(super) fn choice(&self, key: &str) -> usize {
        let Some((_, Key { value: Value::Choice(choices), absent, .. })) = self.map.key(key) else { return 0 };
        let of = |word: &str| choices.iter().position(|choice: &Choice| choice.name == word);
        let absent = || if let Absent::Word(word) = absent { of(word) } else { None };
        self.scalar(key, of).or_else(absent).unwrap_or_default()
    }

    /// Returns the mapping of a key.
    pub(super) fn map(&self, key: &str) -> Option<Fields<'n, 'a>> {
        let slot = self.slot(key)?;
        let Value::Map(map) = slot.row.value else { return None };
        Some(Fields::new(map, slot.node(), self.report))
    }

    /// Returns the mappings of a sequence.
    pub(super) fn list<T>(&self, key: &str, read: impl Fn(&Fields<'n, 'a>) -> T) -> Vec<T> {
        let Some(slot) = self.slot(key) else { return Vec::new() };
        let Value::List(Item::Map(map)) = slot.row.value else { return Vec::new() };
        self.items(slot).iter().map(|node| read(&Fields::new(map, node, self.report))).collect()
    }

    /// Returns the points of a sequence, or the one point of a block, the spelling before LLVM 22.
    pub(super) fn points(&self, key: &str, read: impl Fn(&Fields<'n, 'a>) -> SavePoint) -> Vec<SavePoint> {
        let Some(slot) = self.slot(key) else { return Vec::new() };
        let text = match &slot.node().kind {
            Kind::Scalar(text) if !value::is_null(text) => text,
            _ => return self.list(key, read),
        };
        let block = value::block(text);
        if block.is_none() && !text.is_empty() {
            let expected = "a block, such as '%bb.0', or a sequence of points".to_owned();
            self.report.push(slot.node().at, ContainerError::Value { key: slot.row.name, expected });
        }
        block.into_iter().map(|block| SavePoint { block, ..SavePoint::default() }).collect()
    }

    /// Returns the numbers of a sequence.
    pub(super) fn numbers(&self, key: &str) -> Vec<u64> {
        self.texts(key, |text| value::integer(&Value::Unsigned(64), text).and_then(|number| u64::try_from(number).ok()))
    }

    /// Returns a required block.
    pub(super) fn block(&self, key: &str) -> BlockReference {
        self.scalar(key, value::block).unwrap_or(BlockReference { number: 0, name: None })
    }

    /// Returns the strings of a sequence.
    pub(super) fn texts<T>(&self, key: &str, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let mut texts = Vec::new();
        let Some(slot) = self.slot(key) else { return texts };
        for node in self.items(slot) {
            let text = if let Kind::Scalar(text) = &node.kind { read(text) } else { None };
            if text.is_none() {
                self.report.push(node.at, slot.not_expected());
            }
            texts.extend(text);
        }
        texts
    }

    fn items(&self, slot: Slot<'n, 'a>) -> &'n [Node<'a>] {
        let node = slot.node();
        match &node.kind {
            Kind::Sequence { items, .. } => items,
            Kind::Empty => &[],
            Kind::Scalar(text) if value::is_null(text) => &[],
            _ => {
                self.report.push(node.at, ContainerError::Expected("a sequence"));
                &[]
            }
        }
    }

    /// Returns the value of a key unchecked.
    fn node(&self, key: &str) -> Option<&'n Node<'a>> {
        self.slot(key).map(Slot::node)
    }

    /// Returns a value that is kept as YAML.
    pub(super) fn yaml(&self, key: &str) -> Option<Yaml> {
        self.node(key).map(|node| info::yaml(node, self.report))
    }

    /// Reads the literal text of a key as a body; an empty value and the empty string are texts without lines.
    pub(super) fn body(&self, key: &str) -> Vec<Block> {
        let Some(slot) = self.slot(key) else { return Vec::new() };
        let node = slot.node();
        match &node.kind {
            Kind::Literal(literal) => {
                let (text, lines) = (self.report.text, literal.lines.clone());
                return crate::read::read_body(text, lines, &mut self.report.errors.borrow_mut());
            }
            Kind::Scalar(text) if text.is_empty() => {}
            Kind::Empty => {}
            _ => self.report.push(node.at, slot.not_expected()),
        }
        Vec::new()
    }
}

impl<'n, 'a> Slot<'n, 'a> {
    fn node(self) -> &'n Node<'a> {
        &self.entry.value
    }

    /// Returns the error for a value that does not match its row.
    fn not_expected(self) -> ContainerError {
        ContainerError::Value { key: self.row.name, expected: value::expected(&self.row.value) }
    }
}

/// Returns the position of a row, which is usually the next one.
fn place_of(name: &str, rows: &[Key], next: usize) -> Option<usize> {
    let is_row = |row: &Key| row.is_named(name);
    let behind = rows[next..].iter().position(is_row).map(|place| next + place);
    behind.or_else(|| rows[..next].iter().position(is_row))
}
