//! The keys of a mapping by their rows: what is unknown, missing or given twice, and the values with the types that the rows say.

use super::report::Report;
use super::yaml::{Entry, Kind, Literal, Node};
use super::{ContainerError, value};
use crate::tables::{Absent, Choice, Item, Key, Map, Value, Version, When};
use crate::{Name, Register};
use smallvec::SmallVec;
use std::cell::Cell;

/// A mapping whose keys were compared with the rows of a table. What is wrong was reported, so that every answer is of the right type: a
/// value that cannot be read is answered as if it were absent.
pub(super) struct Fields<'n, 'a> {
    map: &'static Map,
    /// What the file has for each row. A function has the most, some 40.
    slots: SmallVec<[Option<&'n Entry<'a>>; 64]>,
    at: usize,
    report: &'n Report<'a>,
    /// The row behind the one that was asked for last: most are asked for in their order.
    next: Cell<usize>,
}

/// A row, and what the file has for it.
#[derive(Clone, Copy)]
struct Slot<'n, 'a> {
    row: &'static Key,
    entry: Option<&'n Entry<'a>>,
}

impl<'n, 'a> Fields<'n, 'a> {
    /// Compares a value with the rows of a mapping.
    pub(super) fn new(map: &'static Map, node: &'n Node<'a>, report: &'n Report<'a>) -> Self {
        let mut fields = Self { map, slots: SmallVec::from_elem(None, map.keys.len()), at: node.at, report, next: Cell::new(0) };
        match &node.kind {
            Kind::Mapping { entries, .. } => entries.iter().for_each(|entry| fields.place(entry)),
            // What llc takes for a mapping of absent keys.
            Kind::Empty => {}
            _ => report.push(node.at, ContainerError::Expected("a mapping")),
        }
        fields.next.set(0);
        for (row, slot) in map.keys.iter().zip(&fields.slots) {
            if row.absent == Absent::Refused && row.when == When::Always && slot.is_none() {
                report.push(node.at, ContainerError::MissingKey { key: row.name, map: map.name });
            }
        }
        fields
    }

    fn place(&mut self, entry: &'n Entry<'a>) {
        if self.report.is_full() {
            return;
        }
        let Some(place) = self.find(&entry.key) else {
            return self.report.push(entry.at, self.unknown(&entry.key));
        };
        let row = &self.map.keys[place];
        if row.since > Version::TABLES {
            self.report.push(entry.at, ContainerError::LaterKey { key: row.name, since: row.since.0 });
        } else if self.slots[place].replace(entry).is_some() {
            self.report.push(entry.at, ContainerError::DuplicateKey(row.name.to_owned()));
        }
    }

    /// The place of a row; rows in their order are found at once.
    fn find(&self, name: &str) -> Option<usize> {
        let next = self.next.get();
        let rows = self.map.keys;
        let is_row = |row: &Key| row.name == name;
        if rows.get(next).is_some_and(is_row) {
            self.next.set(next + 1);
            return Some(next);
        }
        let found = rows[next..].iter().position(is_row).map(|place| next + place).or_else(|| rows[..next].iter().position(is_row));
        self.next.set(found.map_or(next, |place| place + 1));
        found
    }

    fn unknown(&self, key: &str) -> ContainerError {
        let key: String = key.chars().take(40).collect();
        let near = self.map.keys.iter().map(|row| row.name).filter(|name| strsim::damerau_levenshtein(name, &key) <= 1 + name.len() / 5);
        ContainerError::UnknownKey { near: near.collect(), key, map: self.map.name }
    }

    /// The keys that the file has, in the order of their rows.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        self.map.keys.iter().zip(&self.slots).filter(|(_, slot)| slot.is_some()).map(|(row, _)| row.name)
    }

    /// The row of a key, and what the file has for it.
    fn slot(&self, key: &str) -> Slot<'n, 'a> {
        let place = self.find(key).expect("the table has a row for each key that is asked for");
        Slot { row: &self.map.keys[place], entry: self.slots[place] }
    }

    /// The value of a key that is a scalar which `read` understands; `None` when it is absent or is none.
    fn scalar<T>(&self, key: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        self.scalar_of(self.slot(key), read)
    }

    fn scalar_of<T>(&self, slot: Slot<'n, 'a>, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let node = slot.node()?;
        let value = match &node.kind {
            Kind::Scalar(text) => read(text),
            // Literal text is a scalar of lines.
            Kind::Literal(literal) => read(&literal.text(self.report.text)),
            _ => None,
        };
        if value.is_none() {
            self.report.push(node.at, slot.not_expected());
        }
        value
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.slot(key).entry.is_some()
    }

    pub(super) fn bool(&self, key: &str) -> bool {
        let slot = self.slot(key);
        self.scalar_of(slot, value::bool).unwrap_or(slot.row.absent == Absent::Bool(true))
    }

    /// A number in the range of its row; `None` when it is absent.
    fn integer(&self, slot: Slot<'n, 'a>) -> Option<i128> {
        self.scalar_of(slot, |text| value::integer(&slot.row.value, text))
    }

    /// A number of an unsigned row; rows of fewer bits fit every type that is asked for.
    pub(super) fn unsigned<T: TryFrom<i128> + Default>(&self, key: &str) -> T {
        let slot = self.slot(key);
        let absent = || if let Absent::Number(number) = slot.row.absent { number.into() } else { 0 };
        T::try_from(self.integer(slot).unwrap_or_else(absent)).unwrap_or_default()
    }

    pub(super) fn signed(&self, key: &str) -> i64 {
        self.unsigned(key)
    }

    /// A number whose absence says something else than any number.
    pub(super) fn optional<T: TryFrom<i128>>(&self, key: &str) -> Option<T> {
        self.integer(self.slot(key)).and_then(|number| T::try_from(number).ok())
    }

    /// An alignment; 0 says that there is none.
    pub(super) fn alignment(&self, key: &str) -> Option<u64> {
        self.optional(key).filter(|alignment| *alignment != 0)
    }

    pub(super) fn text(&self, key: &str) -> String {
        self.scalar(key, |text| Some(text.to_owned())).unwrap_or_default()
    }

    pub(super) fn name(&self, key: &str) -> Name {
        self.scalar(key, |text| Some(Name::from(text))).unwrap_or_default()
    }

    /// A string of one shape, such as a register; the empty string is `None`.
    pub(super) fn shaped<T>(&self, key: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        self.scalar(key, |text| if text.is_empty() { Some(None) } else { read(text).map(Some) }).flatten()
    }

    /// A register that has to be there.
    pub(super) fn register(&self, key: &str) -> Register {
        self.scalar(key, value::physical).unwrap_or_default()
    }

    /// The place of a word among those of its row.
    pub(super) fn choice(&self, key: &str) -> usize {
        let slot = self.slot(key);
        let Value::Choice(choices) = slot.row.value else { return 0 };
        let of = |word: &str| choices.iter().position(|choice: &Choice| choice.name == word && choice.since <= Version::TABLES);
        let absent = || if let Absent::Word(word) = slot.row.absent { of(word) } else { None };
        self.scalar_of(slot, of).or_else(absent).unwrap_or_default()
    }

    /// Refuses a key that does not go with the type of an object.
    pub(super) fn refuse(&self, key: &str) {
        let Slot { row, entry } = self.slot(key);
        if let Some(entry) = entry {
            self.report.push(entry.at, ContainerError::KeyOfOtherType(row.name));
        }
    }

    /// Demands a key that only some types of objects have.
    pub(super) fn demand(&self, key: &str) {
        let Slot { row, entry } = self.slot(key);
        if entry.is_none() {
            self.report.push(self.at, ContainerError::MissingKey { key: row.name, map: self.map.name });
        }
    }

    /// The mapping of a key.
    pub(super) fn map(&self, key: &str) -> Option<Fields<'n, 'a>> {
        let slot = self.slot(key);
        match (slot.row.value, slot.node()) {
            (Value::Map(map), Some(node)) => Some(Fields::new(map, node, self.report)),
            _ => None,
        }
    }

    /// The mappings of a sequence.
    pub(super) fn list<T>(&self, key: &str, read: impl Fn(&Fields<'n, 'a>) -> T) -> Vec<T> {
        let slot = self.slot(key);
        let Value::List(Item::Map(map)) = slot.row.value else { return Vec::new() };
        self.items(slot).iter().map(|node| read(&Fields::new(map, node, self.report))).collect()
    }

    /// The strings of a sequence.
    pub(super) fn texts<T>(&self, key: &str, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let slot = self.slot(key);
        let mut texts = Vec::new();
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
        let Some(node) = slot.node() else { return &[] };
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

    /// The value of a key without a look at it.
    pub(super) fn node(&self, key: &str) -> Option<&'n Node<'a>> {
        self.slot(key).node()
    }

    /// The literal text of a key; nothing and the empty string are texts without lines.
    pub(super) fn literal(&self, key: &str) -> Option<&'n Literal> {
        let slot = self.slot(key);
        let node = slot.node()?;
        match &node.kind {
            Kind::Literal(literal) => return Some(literal),
            Kind::Scalar(text) if text.is_empty() => {}
            Kind::Empty => {}
            _ => self.report.push(node.at, slot.not_expected()),
        }
        None
    }
}

impl<'n, 'a> Slot<'n, 'a> {
    fn node(self) -> Option<&'n Node<'a>> {
        self.entry.map(|entry| &entry.value)
    }

    /// That the value is not what its row says.
    fn not_expected(self) -> ContainerError {
        ContainerError::Value { key: self.row.name, expected: value::expected(&self.row.value) }
    }
}
