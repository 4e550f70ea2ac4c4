//! An index of rows by name, for rows that stand in another order.

/// The places of rows in the order of their names.
#[derive(Debug)]
pub(super) struct Names(Vec<u16>);

impl Names {
    /// The index of some names; there are at most 65,536.
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut places: Vec<(&str, u16)> = names.zip(0..=u16::MAX).collect();
        places.sort_unstable();
        Self(places.into_iter().map(|(_, place)| place).collect())
    }

    /// The place of a name, where `name_of` gives the name at a place.
    pub(super) fn find<'a>(&self, name: &str, name_of: impl Fn(usize) -> &'a str) -> Option<usize> {
        let found = self.0.binary_search_by(|place| name_of(usize::from(*place)).cmp(name)).ok()?;
        Some(usize::from(self.0[found]))
    }
}
