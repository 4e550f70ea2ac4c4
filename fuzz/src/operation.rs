//! Operations of irsmith's own code on cases, outside of oracles, as values, so that a panic in one can be reproduced.

use std::{fmt, str::FromStr};

use crate::{
    Format, Level,
    panics::{OwnPanic, take_own_panics},
};

/// An operation on cases outside of oracles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Generates a case.
    Generate,
    /// Mutates a case.
    Mutate,
    /// Mutates the records of a case.
    MutateRecords,
    /// Splices two cases.
    Splice,
    /// Proposes smaller cases.
    Reductions,
    /// Counts or removes things in a pass of the minimizer.
    Reduce,
    /// Weighs a case.
    Weigh,
    /// Reads and writes a case.
    Rewrite,
    /// Writes the choices of an oracle into a case.
    Pinned,
    /// Lists a case.
    List,
}

/// How many seeds a mutation is repeated with. On a smaller case the same seed changes something else, so nearby seeds are tried too.
const SEEDS: u32 = 32;

/// How many things of a pass are removed, each separately.
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

    /// Returns the name in signatures.
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

    /// Repeats the operation on `case`, with seeds from `seed` on if it draws, and with `other` if it takes two cases. Returns the panics
    /// of this operation, one of each site.
    ///
    /// An operation without a case ([`Generate`](Self::Generate)), or with more than the case ([`Pinned`](Self::Pinned)), is not repeated.
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
