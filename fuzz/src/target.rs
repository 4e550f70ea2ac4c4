//! Targets.

use irsmith_oracles::{GeneratedCase, Missing, Oracle, Signature, Verdict, external::Implementation};

use crate::{Currency, Format, Oracles, Profile};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    time::Duration,
};

/// A named pair of a format and a list of oracles; an engine runs a target.
#[derive(Debug)]
pub struct Target {
    /// Snake-case name, also the name of its `cargo fuzz` binary.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// The format of the case files.
    pub format: Format,
    /// The profile of generated cases.
    pub profile: Profile,
    /// The properties checked, in this order; oracles of the format.
    pub oracles: &'static dyn Oracles,
    /// How many of 100 mutations in the mixed mode change bytes and ignore the structure.
    ///
    /// High if unreadable files are the subject, low if every oracle skips them. libFuzzer makes up to five mutations in a row, and one
    /// byte mutation usually makes the case unreadable: a share of 8 makes about a fifth of the cases unreadable.
    pub byte_share: u8,
    /// How many of 100 structure-aware mutations change records and ignore the module.
    ///
    /// High if damaged modules are the subject. Elsewhere some do no harm: many of them result in a module, of a kind that no generator
    /// makes.
    pub record_share: u8,
    /// Whether every case of a campaign is generated, in the mixed and the structure-aware mode.
    ///
    /// For oracles that ask a program of others about inputs that only a translator makes: what a mutation breaks without a rule that says
    /// so, the program need not expect. No coverage of that program is lost, since it is not instrumented.
    pub only_generated: bool,
    /// Cases of a smoke run, as `cargo test` makes them: fewer if a case costs a process.
    pub smoke_cases: usize,
    /// The unit of its work.
    pub currency: Currency,
    /// Bytes that its generated cases need: this target's limit of case sizes is at least this, even in a campaign with a smaller limit.
    pub least_max_len: usize,
}

/// Factor of the timeout of executions that start programs.
const PATIENCE: u32 = 12;

/// Smoke cases of a target whose oracles run in process.
const SMOKE_CASES: usize = 500;

/// Oracles of targets that have none yet. Any bytes are a case.
const NO_ORACLES: &[Oracle<Vec<u8>>; 0] = &[];

impl Target {
    /// Returns whether the target looks for bugs of external programs: with another version than the known one it may find a failure that
    /// is not our bug.
    pub fn judges_others(&self) -> bool {
        matches!(self.profile, Profile::Portable | Profile::Kernel)
    }

    /// Returns whether an oracle of the target starts external programs.
    pub fn starts_programs(&self) -> bool {
        self.oracles.listed().iter().any(|oracle| !oracle.needs.programs().is_empty())
    }

    /// Returns the timeout of an execution, if `time` is enough for everything in process: external programs have their own limits, and a
    /// case that some of them refuse starts many.
    pub fn patience(&self, time: Duration) -> Duration {
        if self.starts_programs() { time * PATIENCE } else { time }
    }

    /// Makes a target of a format with the most common shares; name, sentence and oracles are set by struct update.
    pub const fn of(format: Format) -> Self {
        Self {
            name: "",
            about: "",
            format,
            profile: Profile::Swarm,
            oracles: NO_ORACLES,
            byte_share: 8,
            record_share: 8,
            only_generated: false,
            smoke_cases: SMOKE_CASES,
            currency: Currency::Cases,
            least_max_len: 0,
        }
    }

    /// Generates a valid case of the target's format and profile, a function of `seed`.
    pub fn generate(&self, seed: u64) -> Vec<u8> {
        self.format.generate_as(self.profile, seed)
    }

    /// Returns what is missing for any of the oracles to judge; `None` when the requirements of one of them are met.
    pub fn missing(&self) -> Option<Missing> {
        let missing: Option<Vec<Missing>> = self.oracles.listed().iter().map(|oracle| oracle.needs.missing()).collect();
        missing?.first().copied()
    }

    /// Returns the versions of the installed programs that its oracles run. Each program is queried once per process, which takes a moment:
    /// for the process that starts workers, not for each of them.
    pub fn versions(&self) -> BTreeMap<String, String> {
        self.programs().into_iter().filter_map(|tool| Some((tool.name.to_owned(), tool.version()?))).collect()
    }

    /// Returns the files of the installed programs that its oracles run.
    pub fn program_files(&self) -> BTreeSet<&'static Path> {
        self.programs().into_iter().filter_map(|tool| tool.find().map(PathBuf::as_path)).collect()
    }

    fn programs(&self) -> Vec<&'static Implementation> {
        let oracles = self.oracles.listed();
        oracles.iter().flat_map(|oracle| oracle.needs.programs()).flat_map(|wanted| wanted.in_use()).collect()
    }

    /// Runs every oracle of the target on the bytes of a case file, as [`Oracles::judge`] does.
    pub fn run(&self, bytes: &[u8], report: &mut dyn FnMut(&'static str, Verdict)) {
        self.oracles.judge(bytes, report);
    }

    /// Minimizes the generated model of a failure, as [`Oracles::smallest_generated`] does.
    pub fn smallest_generated(&self, bytes: &[u8], signature: &Signature) -> Option<(GeneratedCase, String)> {
        self.oracles.smallest_generated(bytes, signature)
    }

    /// As [`run`](Self::run), by the oracle of this name alone if there is one.
    pub fn run_only(&self, only: Option<&str>, bytes: &[u8], report: &mut dyn FnMut(&'static str, Verdict)) {
        self.oracles.judge_only(only, bytes, report);
    }

    /// Returns the name of one of its oracles, as long as the program runs; `None` if it has no oracle of this name.
    pub fn oracle_named(&self, name: &str) -> Option<&'static str> {
        self.oracles.listed().iter().map(|oracle| oracle.name).find(|known| *known == name)
    }
}

#[cfg(test)]
mod tests {
    use irsmith_oracles::{Check, Family};

    use irsmith_oracles::Needs;

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
