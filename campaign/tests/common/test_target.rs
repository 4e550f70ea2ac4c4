//! Test targets, and oracles that misbehave.

use irsmith_fuzz::{Format, Oracles, Target};
use irsmith_oracles::{Check, Family, Needs, Verdict, pnacl};

/// Makes a target with these oracles, half of whose mutations are byte mutations.
pub(crate) const fn test_target(name: &'static str, oracles: &'static dyn Oracles) -> Target {
    Target { name, about: "misbehaves", oracles, byte_share: 50, record_share: 0, ..Target::of(Format::PNACL) }
}

pub(crate) const fn oracle(name: &'static str, check: fn(&pnacl::Case) -> Verdict) -> pnacl::Oracle {
    pnacl::Oracle { name, family: Family::Robustness, about: "misbehaves", floor: 0, needs: Needs::Nothing, check: Check::Whole(check) }
}

/// Returns the target of this name.
pub(crate) fn find(targets: &'static [Target], name: &str) -> &'static Target {
    targets.iter().find(|target| target.name == name).unwrap()
}
