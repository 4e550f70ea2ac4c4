//! Rows of generators: sets of rows, counts of rows, and swarms. Each format has its own table, identified by the type of its tags.

use crate::Choices;
use crate::forms::Form;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// Words of a [`RowSet`]; a test of each format ensures that it has at most 64 times this many rows.
const WORDS: usize = 16;

/// The subjects of the rows of a format's table, by which rows are selected. The type of the tags identifies the table.
pub trait RowTag: Copy + PartialEq + 'static {
    /// Every row of the table, by id.
    fn rows() -> &'static [Row<Self>];

    /// For each tag that a swarm may leave out as a whole, the rows without it. At most 16.
    fn left_out() -> &'static [RowSet<Self>];
}

/// A row: a form that a generator can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<T: 'static> {
    /// Index in the table.
    pub id: u16,
    /// Family and form, as in `binary add i8`.
    pub name: String,
    /// The subject.
    pub tags: &'static [T],
}

/// The rows of families, one family after the other; each form of a family is a row.
#[derive(Debug)]
pub(crate) struct Table<T: 'static> {
    rows: Vec<Row<T>>,
    /// First row of each family, and the end.
    first: Vec<u16>,
}

impl<T> Table<T> {
    /// Makes the table of families, each with its index, name, tags and forms. A row's name consists of both names; a family without a name
    /// contributes none.
    ///
    /// # Panics
    /// When a family has another index than it states.
    pub(crate) fn of(families: impl IntoIterator<Item = (usize, &'static str, &'static [T], Vec<String>)>) -> Self {
        let mut table = Self { rows: Vec::new(), first: vec![0] };
        for (place, family, tags, forms) in families {
            assert_eq!(place + 1, table.first.len(), "the family {family:?} stands at another place");
            for form in forms {
                let name = format!("{family} {form}").trim_start().to_owned();
                table.rows.push(Row { id: table.rows.len() as u16, name, tags });
            }
            table.first.push(table.rows.len() as u16);
        }
        table
    }

    /// Returns every row, by id.
    pub(crate) fn rows(&self) -> &[Row<T>] {
        &self.rows
    }

    /// Returns the id of the first row of the family at an index.
    #[inline]
    pub(crate) fn first(&self, family: usize) -> u16 {
        self.first[family]
    }

    /// Returns the ids of the rows of the family at an index.
    #[inline]
    pub(crate) fn ids(&self, family: usize) -> Range<u16> {
        self.first[family]..self.first[family + 1]
    }
}

/// The rows that a generator may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowSet<T> {
    words: [u64; WORDS],
    table: PhantomData<T>,
}

impl<T: RowTag> RowSet<T> {
    /// Every row.
    pub const ALL: Self = Self { words: [u64::MAX; WORDS], table: PhantomData };
    /// No row.
    pub const NONE: Self = Self { words: [0; WORDS], table: PhantomData };
    /// Most rows of a table.
    pub const CAPACITY: usize = WORDS * 64;

    /// Returns the rows that `keep` accepts.
    pub fn filter(keep: impl Fn(&Row<T>) -> bool) -> Self {
        let mut set = Self::NONE;
        T::rows().iter().filter(|row| keep(row)).for_each(|row| set.set(row.id, true));
        set
    }

    /// For each of some tags, the rows without it: the value of [`RowTag::left_out`].
    pub(crate) fn without_each<const N: usize>(tags: [T; N]) -> [Self; N] {
        tags.map(|tag| Self::filter(|row| !row.tags.contains(&tag)))
    }

    /// Removes the rows with a tag.
    pub fn leave_out(&mut self, tag: T) {
        let [kept] = Self::without_each([tag]);
        self.intersect(&kept);
    }

    /// Returns whether the row with this id is in the set.
    #[inline]
    pub const fn contains(&self, id: u16) -> bool {
        self.words[id as usize / 64 % WORDS] >> (id % 64) & 1 == 1
    }

    /// Adds or removes a row.
    pub const fn set(&mut self, id: u16, on: bool) {
        let mask = 1 << (id % 64);
        let word = &mut self.words[id as usize / 64 % WORDS];
        if on { *word |= mask } else { *word &= !mask }
    }

    /// Removes the rows that the other set lacks.
    pub fn intersect(&mut self, other: &Self) {
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= theirs;
        }
    }

    /// Draws a set for one case. A quarter of the draws keep every row; the others keep half, three quarters or seven eighths of them,
    /// drawn row by row. Each of the table's tags that may be left out is left out in one draw of 16.
    pub(crate) fn swarm(choices: &mut Choices<'_, '_>) -> Self {
        let mut set = Self::ALL;
        let density = choices.below(4);
        if density > 0 {
            for word in &mut set.words {
                // Each bit is set with probability one half, three quarters or seven eighths.
                *word = (0..density).fold(0, |bits, _| bits | choices.wide());
            }
        }
        let left_out = choices.wide();
        for (place, kept) in T::left_out().iter().enumerate() {
            if left_out >> (4 * place) & 15 == 15 {
                set.intersect(kept);
            }
        }
        set
    }

    /// Draws one of these forms, given in the order of their rows, that is in the set; any of them if none is. `first` is the first row of
    /// their family.
    ///
    /// # Panics
    /// When there are no forms.
    pub(crate) fn draw_form<F: Form>(&self, first: u16, among: &[F], choices: &mut Choices<'_, '_>) -> F {
        self.draw_form_or(&Self::ALL, first, among, choices)
    }

    /// As [`RowSet::draw_form`]; if none is in the set, one that is in the other set, if there is one.
    pub(crate) fn draw_form_or<F: Form>(&self, other: &Self, first: u16, among: &[F], choices: &mut Choices<'_, '_>) -> F {
        let start = choices.below(among.len());
        let found = self.form_from(first, among, start).or_else(|| other.form_from(first, among, start));
        found.unwrap_or(among[start])
    }

    /// As [`RowSet::draw_form`]; `None` if no form is in the set.
    #[inline]
    pub(crate) fn draw_form_on<F: Form>(&self, first: u16, among: &[F], choices: &mut Choices<'_, '_>) -> Option<F> {
        let start = choices.below(among.len());
        self.form_from(first, among, start)
    }

    /// Returns the first form of the set at or after `start`, wrapping around once.
    #[inline]
    pub(crate) fn form_from<F: Form>(&self, first: u16, among: &[F], start: usize) -> Option<F> {
        among[start..].iter().chain(&among[..start]).copied().find(|form| self.contains(first + form.place() as u16))
    }
}

impl<T: RowTag> fmt::Debug for RowSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = T::rows().len();
        let on = (0..count).filter(|&id| self.contains(id as u16)).count();
        write!(f, "RowSet({on} of {count})")
    }
}

/// How often each row was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram<T> {
    counts: Vec<u64>,
    table: PhantomData<T>,
}

impl<T: RowTag> Default for Histogram<T> {
    fn default() -> Self {
        Self { counts: vec![0; T::rows().len()], table: PhantomData }
    }
}

impl<T: RowTag> Histogram<T> {
    /// Adds to the count of a row.
    pub(crate) fn add(&mut self, id: u16, more: u64) {
        if let Some(count) = self.counts.get_mut(usize::from(id)) {
            *count += more;
        }
    }

    /// Returns how often a row was generated.
    pub fn count(&self, id: u16) -> u64 {
        self.counts.get(usize::from(id)).copied().unwrap_or(0)
    }

    /// Returns the rows that were never generated.
    pub fn missing(&self) -> impl Iterator<Item = &'static Row<T>> + '_ {
        T::rows().iter().filter(|row| self.count(row.id) == 0)
    }
}

impl<T: RowTag> fmt::Display for Histogram<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in T::rows() {
            writeln!(f, "{:>10}  {}", self.count(row.id), row.name)?;
        }
        Ok(())
    }
}
