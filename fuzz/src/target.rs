//! What a target is and how it runs.

use irsmith_oracles::{Missing, Needs, Oracle, Verdict};

use crate::{Currency, Format, Oracles, Profile};
use std::{collections::BTreeMap, time::Duration};

/// A named pair of a format and a list of oracles; what an engine runs.
#[derive(Debug)]
pub struct Target {
    /// Snake-case name, the name of its `cargo fuzz` binary too.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// What the case files are.
    pub format: Format,
    /// What kind of cases to generate.
    pub profile: Profile,
    /// The properties checked, in this order; oracles of the format.
    pub oracles: &'static dyn Oracles,
    /// Of 100 mutations in the mixed mode, how many change bytes with no regard to structure.
    ///
    /// High where unreadable files are the subject, low where they end every oracle in a skip.
    /// libFuzzer makes up to five mutations in a row, and one of bytes usually spoils the rest: a
    /// share of 8 makes about a fifth of the cases unreadable.
    pub byte_share: u8,
    /// Of 100 structure-aware mutations, how many change records with no regard to the module.
    ///
    /// High where damaged modules are the subject. Elsewhere some do no harm: many leave a module, of a kind that no generator makes.
    pub record_share: u8,
    /// Cases of a smoke run, as `cargo test` makes them: fewer where a case costs a process.
    pub smoke_cases: usize,
    /// What its work is measured in.
    pub currency: Currency,
    /// Bytes that its generated cases need: a campaign that is to keep cases smaller than that keeps those of this target all the same.
    pub room: usize,
}

/// How many times as long as others an execution may take that starts programs.
const PATIENCE: u32 = 12;

/// Smoke cases of a target whose oracles run in the process.
const SMOKE_CASES: usize = 500;

/// Oracles of targets that have none yet. Their cases are any.
const NO_ORACLES: &[Oracle<Vec<u8>>; 0] = &[];

impl Target {
    /// Whether the target looks for faults of other people's programs: with another version than the one that we know it may find one
    /// that is no fault of ours.
    pub fn judges_others(&self) -> bool {
        matches!(self.profile, Profile::Portable | Profile::Kernel)
    }

    /// How long an execution may take before it is a hang, where `time` is enough for what runs in the process: programs that are started
    /// have limits of their own, and a case that some of them refuse starts many.
    pub fn patience(&self, time: Duration) -> Duration {
        if self.judges_others() { time * PATIENCE } else { time }
    }

    /// A target of a format with the shares that suit most; its name, sentence and oracles are still to be given, by struct update.
    pub const fn of(format: Format) -> Self {
        Self {
            name: "",
            about: "",
            format,
            profile: Profile::Swarm,
            oracles: NO_ORACLES,
            byte_share: 8,
            record_share: 8,
            smoke_cases: SMOKE_CASES,
            currency: Currency::Cases,
            room: 0,
        }
    }

    /// A valid case of the target's format and profile, a function of `seed`.
    pub fn generate(&self, seed: u64) -> Vec<u8> {
        self.format.generate_as(self.profile, seed)
    }

    /// What is missing for any of the oracles to judge; `None` when one of them has all it needs.
    pub fn missing(&self) -> Option<Missing> {
        let missing: Option<Vec<Missing>> = self.oracles.listed().iter().map(|oracle| oracle.needs.missing()).collect();
        missing?.first().copied()
    }

    /// The versions of the programs that its oracles ask and that are here. Each is asked once per process, which takes a moment: for
    /// whoever starts workers, not for each of them.
    pub fn versions(&self) -> BTreeMap<String, String> {
        let oracles = self.oracles.listed();
        let tools = oracles.iter().flat_map(|oracle| match oracle.needs {
            Needs::Tools(tools) => tools,
            Needs::Nothing | Needs::Feature { .. } => &[],
        });
        tools.filter_map(|tool| Some((tool.name.to_owned(), tool.version()?))).collect()
    }

    /// Runs every oracle of the target on the bytes of a case file, as [`Oracles::judge`] does.
    pub fn run(&self, bytes: &[u8], report: &mut dyn FnMut(&'static str, Verdict)) {
        self.oracles.judge(bytes, report);
    }
}

#[cfg(test)]
mod tests {
    use irsmith_oracles::{Check, Family};

    use super::*;

    const fn oracle(needs: Needs) -> Oracle<Vec<u8>> {
        Oracle { name: "o", family: Family::Robustness, about: "", floor: 0, needs, check: Check::Whole(|_| Verdict::Pass) }
    }

    const FREE: Oracle<Vec<u8>> = oracle(Needs::Nothing);
    const LUNAR: Oracle<Vec<u8>> = oracle(Needs::Feature { name: "moon", built: false });

    #[test]
    fn one_oracle_with_all_it_needs_is_enough() {
        let missing = |oracles| Target { oracles, ..Target::of(Format::PNACL) }.missing().map(|missing| missing.to_string());
        assert_eq!(missing(&[LUNAR, LUNAR]).as_deref(), Some("the feature moon is not built in"));
        assert_eq!(missing(&[LUNAR, FREE]), None);
        assert_eq!(missing(&[FREE, LUNAR]), None);
    }
}
