//! The definition of an oracle.

use crate::{Generated, Needs, Outcome, Verdict};
use std::convert::Infallible;

/// The classes of oracles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// The result of writing and reading is the original.
    RoundTrip,
    /// Two implementations agree.
    Agreement,
    /// Programs behave the same everywhere.
    Execution,
    /// A change that preserves a property does preserve it.
    Metamorphic,
    /// Whatever the bytes: no panic, no hang, bounded memory.
    Robustness,
    /// Two formats agree.
    CrossFormat,
}

impl Family {
    /// Returns the name in tables.
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

/// How an oracle checks cases of type `C`.
#[derive(Clone, Copy, Debug)]
pub enum Check<C: ?Sized> {
    /// The case as a whole.
    Whole(fn(&C) -> Verdict),
    /// The case as a whole, by a function that does not know the oracle for which it checks the property: several oracles may use it.
    Property(fn(&C) -> Outcome),
    /// As [`Check::Property`], but of the model that is generated with the case as seed.
    Generated(Generated<C>),
    /// Each part of the case, such as the functions of a file, separately: there is at least one verdict. A failure in one part hides
    /// neither a failure nor a skip in another.
    Parts(fn(&C) -> Vec<Verdict>),
}

/// A property of cases of type `C`.
#[derive(Clone, Copy, Debug)]
pub struct Oracle<C: ?Sized> {
    /// The name: the property, in kebab case.
    pub name: &'static str,
    /// The class.
    pub family: Family,
    /// The property, in a sentence.
    pub about: &'static str,
    /// The smallest percentage of generated cases on which it must not skip: its floor. The floor is checked if all requirements are met.
    pub floor: u8,
    /// The optional requirement.
    pub needs: Needs,
    /// The function that checks a case.
    pub check: Check<C>,
}

/// An oracle as lists show it, independent of the type of its cases: without the check, because this type has no cases.
pub type Listed = Oracle<Infallible>;

impl<C: ?Sized> Oracle<C> {
    /// Returns the oracle without its check.
    pub const fn listed(&self) -> Listed {
        let Self { name, family, about, floor, needs, .. } = *self;
        Oracle { name, family, about, floor, needs, check: Check::Whole(|case| match *case {}) }
    }

    /// Returns the verdicts on the parts of a case, or the one on the whole.
    pub fn verdicts(&self, case: &C) -> Vec<Verdict> {
        match self.check {
            Check::Whole(check) => vec![check(case)],
            Check::Property(check) | Check::Generated(Generated { check, .. }) => vec![Verdict::of(self.name, check(case))],
            Check::Parts(check) => check(case),
        }
    }

    /// Returns the verdict on a case: see [`Verdict::of_parts`].
    pub fn verdict(&self, case: &C) -> Verdict {
        Verdict::of_parts(self.verdicts(case))
    }
}
