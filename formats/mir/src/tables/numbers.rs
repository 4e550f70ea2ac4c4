//! The numbers of names in the data, and those of a release.
//!
//! The data number the names of a section in the order of its lines; consecutive lines of one name are rows of different releases. A release
//! has some of the names, in an order of its own, which is that of LLVM's numbers.

use super::Version;
use super::words::{Words, lines, ranges, section};
use std::collections::{HashMap, HashSet};

/// The names of a section that a release has.
pub(super) struct Numbers {
    /// For each number of the data less 1, the place of the name in the release.
    places: Vec<Option<u16>>,
    names: HashMap<&'static str, u16>,
}

impl Numbers {
    /// Reads the names of a section, and their order in a release: that of the first of two observed ones, without names that the second
    /// lacks, and without names that are left out.
    pub(super) fn read(text: &'static str, name: &str, releases: [Version; 2], left_out: &dyn Fn(&str) -> bool) -> Option<Self> {
        let mut names: Vec<&str> = section(text, name).filter_map(|(_, line)| line.split(' ').next()).collect();
        names.dedup();
        let [order, others] = releases.map(|release| {
            let mut order = lines(text, &format!("order-of-{name}"), [release; 2]);
            ranges(order.next()?, Some)
        });
        let others: HashSet<u16> = others?.into_iter().collect();
        let mut numbers = Self { places: vec![None; names.len()], names: HashMap::new() };
        let is_left_out = |number: &u16| names.get(usize::from(number.wrapping_sub(1))).is_some_and(|name| left_out(name));
        for (number, place) in order?.into_iter().filter(|number| others.contains(number) && !is_left_out(number)).zip(0..) {
            let index = usize::from(number.checked_sub(1)?);
            *numbers.places.get_mut(index)? = Some(place);
            numbers.names.insert(names.get(index)?, place);
        }
        Some(numbers)
    }

    /// Returns the place in the release of a name with a number in the data.
    pub(super) fn place(&self, number: u16) -> Option<u16> {
        self.places.get(usize::from(number.checked_sub(1)?)).copied().flatten()
    }

    /// Reads a number in the data: `None` if it is none, `Some(None)` if the release lacks the name.
    pub(super) fn parse(&self, number: &str) -> Option<Option<u16>> {
        number.parse().ok().map(|number| self.place(number))
    }

    /// Reads the rows of the section that apply to a release, in its order. `row` gets the place and the words after the name.
    pub(super) fn rows<T>(
        &self,
        text: &'static str,
        name: &str,
        release: Version,
        row: impl Fn(u16, &'static str, Words<'_>) -> Option<T>,
    ) -> Option<&'static [T]> {
        let mut rows: Vec<(u16, T)> = Vec::new();
        for line in lines(text, name, [release; 2]) {
            let mut words = line.split(' ');
            let name = words.next()?;
            if let Some(place) = self.names.get(name) {
                rows.push((*place, row(*place, name, &mut words)?));
            }
        }
        rows.sort_by_key(|(place, _)| *place);
        let is_complete = rows.len() == self.names.len() && rows.iter().zip(0..).all(|((place, _), expected)| *place == expected);
        is_complete.then(|| &*rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>().leak())
    }
}
