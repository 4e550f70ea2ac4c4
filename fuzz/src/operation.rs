//! What irsmith's own code does with cases outside of oracles, as values, so that a panic on the way can be repeated.

use std::{fmt, str::FromStr};

use crate::{
    Format, Level,
    panics::{OwnPanic, take_own_panics},
};

/// Something that is done with cases outside of oracles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A case is made.
    Generate,
    /// A case is changed.
    Mutate,
    /// The records of a case are changed.
    MutateRecords,
    /// Two cases are crossed.
    Splice,
    /// Smaller cases are proposed.
    Reductions,
    /// A pass of the minimizer counts what there is, or takes it out.
    Reduce,
    /// A case is compared with others.
    Weigh,
    /// A case is written anew.
    Rewrite,
    /// What a failure is about is spelled in a case.
    Pinned,
    /// A case is listed.
    List,
}

/// How many seeds a change is repeated with. Of a smaller case the same seed changes something else, so that neighbours are tried too.
const SEEDS: u32 = 32;

/// How many things of a pass are taken out, each by itself.
const THINGS: usize = 64;

impl Operation {
    const ALL: [Self; 10] = [
        Self::Generate,
        Self::Mutate,
        Self::MutateRecords,
        Self::Splice,
        Self::Reductions,
        Self::Reduce,
        Self::Weigh,
        Self::Rewrite,
        Self::Pinned,
        Self::List,
    ];

    /// The name in signatures.
    pub fn name(self) -> &'static str {
        match self {
            Self::Generate => "generate",
            Self::Mutate => "mutate",
            Self::MutateRecords => "mutate_records",
            Self::Splice => "splice",
            Self::Reductions => "reductions",
            Self::Reduce => "reduce",
            Self::Weigh => "weigh",
            Self::Rewrite => "rewrite",
            Self::Pinned => "pinned",
            Self::List => "list",
        }
    }

    /// Does it with `case` again, from `seed` on where it draws, and with `other` where it takes two: the panics of this operation on the way,
    /// one of each site.
    ///
    /// What needs no case ([`Generate`](Self::Generate)), or more than the case ([`Pinned`](Self::Pinned)), is not repeated.
    pub fn repeat(self, format: Format, case: &[u8], other: &[u8], seed: u32) -> Vec<OwnPanic> {
        take_own_panics();
        let seeds = || (0..SEEDS).map(|step| seed.wrapping_add(step));
        match self {
            Self::Generate | Self::Pinned => {}
            Self::Mutate => seeds().for_each(|seed| drop(format.mutate(case, usize::MAX, seed))),
            Self::MutateRecords => seeds().for_each(|seed| drop(format.mutate_records(case, usize::MAX, seed))),
            Self::Splice => seeds().for_each(|seed| drop(format.splice(case, other, usize::MAX, seed))),
            Self::Reductions => drop(format.reductions(case)),
            Self::Reduce => {
                for pass in format.passes() {
                    let count = pass.count(case);
                    drop(pass.apply(case, 0..count));
                    (0..count.min(THINGS)).for_each(|thing| drop(pass.apply(case, thing..thing + 1)));
                }
            }
            Self::Weigh => drop(format.weigh(case, Level::Valid)),
            Self::Rewrite => [Level::Model, Level::Records].into_iter().for_each(|level| drop(format.rewrite(case, level))),
            Self::List => drop(format.list(case)),
        }
        let mut panics = take_own_panics();
        panics.retain(|own| own.operation == self);
        panics
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Operation {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|operation| operation.name() == name).ok_or_else(|| format!("unknown operation {name:?}"))
    }
}
