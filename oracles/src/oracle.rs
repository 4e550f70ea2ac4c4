//! What an oracle is.

use crate::{Needs, Outcome, Verdict};
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

/// How an oracle judges cases of type `C`.
#[derive(Clone, Copy, Debug)]
pub enum Check<C: ?Sized> {
    /// The case as a whole.
    Whole(fn(&C) -> Verdict),
    /// The case as a whole, by a function that does not know for which oracle it checks the property: other oracles may use it too.
    Property(fn(&C) -> Outcome),
    /// Each part of the case, such as the functions of a file, by itself: there is at least one verdict. A failure in one part hides neither
    /// a failure nor a skip in another.
    Parts(fn(&C) -> Vec<Verdict>),
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
    pub check: Check<C>,
}

/// An oracle as lists show it, whatever its cases are: all but the check, for there are no cases of this type.
pub type Listed = Oracle<Infallible>;

impl<C: ?Sized> Oracle<C> {
    /// All but the check.
    pub const fn listed(&self) -> Listed {
        let Self { name, family, about, floor, needs, .. } = *self;
        Oracle { name, family, about, floor, needs, check: Check::Whole(|case| match *case {}) }
    }

    /// The verdicts on the parts of a case, or the one on the whole.
    pub fn verdicts(&self, case: &C) -> Vec<Verdict> {
        match self.check {
            Check::Whole(check) => vec![check(case)],
            Check::Property(check) => vec![Verdict::of(self.name, check(case))],
            Check::Parts(check) => check(case),
        }
    }

    /// The verdict on a case: see [`Verdict::of_parts`].
    pub fn verdict(&self, case: &C) -> Verdict {
        Verdict::of_parts(self.verdicts(case))
    }
}
