//! What an oracle is.

use crate::{Needs, Verdict};
use std::convert::Infallible;

/// The families of oracles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// What goes out comes back.
    RoundTrip,
    /// Two implementations say the same.
    Agreement,
    /// Programs do the same everywhere.
    Execution,
    /// A change that must not matter does not.
    Metamorphic,
    /// Whatever the bytes: no panic, no hang, bounded memory.
    Robustness,
    /// Two formats say the same.
    CrossFormat,
}

impl Family {
    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundTrip => "round trip",
            Self::Agreement => "agreement",
            Self::Execution => "execution",
            Self::Metamorphic => "metamorphic",
            Self::Robustness => "robustness",
            Self::CrossFormat => "cross-format",
        }
    }
}

/// A property of cases of type `C`.
#[derive(Clone, Copy, Debug)]
pub struct Oracle<C: ?Sized> {
    /// Its name: the property, in kebab case.
    pub name: &'static str,
    /// Its family.
    pub family: Family,
    /// The property, in a sentence.
    pub about: &'static str,
    /// Smallest share of generated cases, in percent, on which it must not skip: its floor. It is held to it where nothing that it needs
    /// is missing.
    pub floor: u8,
    /// What it needs that is not everywhere.
    pub needs: Needs,
    /// Judges a case.
    pub check: fn(&C) -> Verdict,
}

/// An oracle as lists show it, whatever its cases are: all but the check, for there are no cases of this type.
pub type Listed = Oracle<Infallible>;

impl<C: ?Sized> Oracle<C> {
    /// All but the check.
    pub const fn listed(&self) -> Listed {
        let Self { name, family, about, floor, needs, .. } = *self;
        Oracle { name, family, about, floor, needs, check: |case| match *case {} }
    }
}
