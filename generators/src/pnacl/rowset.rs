//! Sets of rows, and counts of rows.

use super::rows::{Row, Tag, row_count, rows};
use std::fmt;
use std::sync::LazyLock;

/// Words of a [`RowSet`]; a test keeps the number of rows below 64 times this.
const WORDS: usize = 16;

/// Which rows a generator may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowSet {
    words: [u64; WORDS],
}

impl RowSet {
    /// Every row.
    pub const ALL: Self = Self { words: [u64::MAX; WORDS] };
    /// No row.
    pub const NONE: Self = Self { words: [0; WORDS] };

    /// The rows that `keep` accepts.
    pub fn filter(keep: impl Fn(&Row) -> bool) -> Self {
        let mut set = Self::NONE;
        rows().iter().filter(|row| keep(row)).for_each(|row| set.set(row.id, true));
        set
    }

    /// Whether the row with this id is in the set.
    #[inline]
    pub const fn contains(&self, id: u16) -> bool {
        self.words[id as usize / 64 % WORDS] >> (id % 64) & 1 == 1
    }

    /// Puts a row in, or takes it out.
    pub const fn set(&mut self, id: u16, on: bool) {
        let mask = 1 << (id % 64);
        let word = &mut self.words[id as usize / 64 % WORDS];
        if on { *word |= mask } else { *word &= !mask }
    }

    /// The words, row 0 in the lowest bit of the first.
    pub(super) const fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.words
    }

    /// The first row of the set at or behind `start` in `first..first + length`, going round once.
    #[inline]
    pub(super) fn next_from(&self, first: u16, length: u16, start: u16) -> Option<u16> {
        (start..length).chain(0..start).map(|form| first + form).find(|&id| self.contains(id))
    }
}

impl fmt::Debug for RowSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = (0..row_count()).filter(|&id| self.contains(id as u16)).count();
        write!(f, "RowSet({on} of {})", row_count())
    }
}

/// How often each row was produced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: vec![0; row_count()] }
    }
}

impl Histogram {
    /// Counts one more of a row.
    #[inline]
    pub(super) fn note(&mut self, id: u16) {
        if let Some(count) = self.counts.get_mut(usize::from(id)) {
            *count += 1;
        }
    }

    /// How often a row was produced.
    pub fn count(&self, id: u16) -> u64 {
        self.counts.get(usize::from(id)).copied().unwrap_or(0)
    }

    /// The rows that never were.
    pub fn missing(&self) -> impl Iterator<Item = &'static Row> + '_ {
        rows().iter().filter(|row| self.count(row.id) == 0)
    }
}

impl fmt::Display for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in rows() {
            writeln!(f, "{:>10}  {}", self.count(row.id), row.name)?;
        }
        Ok(())
    }
}

/// Tags that a swarm may leave out as a whole.
const SWARM_TAGS: [Tag; 6] = [Tag::Vector, Tag::Memory, Tag::Call, Tag::Partial, Tag::Value, Tag::Constant];

static BY_TAG: LazyLock<[RowSet; SWARM_TAGS.len()]> =
    LazyLock::new(|| SWARM_TAGS.map(|tag| RowSet::filter(|row| !row.tags.contains(&tag))));

/// For each tag of a swarm, the rows without it.
pub(super) fn by_tag() -> &'static [RowSet; SWARM_TAGS.len()] {
    &BY_TAG
}
