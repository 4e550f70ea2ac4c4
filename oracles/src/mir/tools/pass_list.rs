//! The passes of llc that are run, and the functions for which each is meant.

use super::stage::Stage;
use irsmith_mir::Dialect;
use irsmith_mir::tables::{Target, Version, WordKind};
use std::collections::BTreeSet;

/// A pass, or several in a row.
#[derive(Debug)]
pub(super) struct Pass {
    /// As for `-run-pass`.
    pub(super) name: &'static str,
    /// The stage of its functions.
    pub(super) stage: Stage,
    /// The target that has it; none for a pass of every target.
    pub(super) target: Option<Target>,
}

/// Returns the last name of a list.
pub(super) fn last_of(names: &'static str) -> &'static str {
    names.rsplit(',').next().unwrap_or(names)
}

/// Returns the name of a pass, or of several, for signatures: the passes of AArch64 that run only without optimisation do what those do
/// that run with it.
pub(in crate::mir) fn of_any_level(names: &str) -> String {
    names.replace("-O0-", "-")
}

const fn pass(name: &'static str, stage: Stage) -> Pass {
    Pass { name, stage, target: None }
}

const fn pass_of(target: Target, name: &'static str, stage: Stage) -> Pass {
    Pass { name, stage, target: Some(target) }
}

/// The passes, one of which is drawn for each case.
///
/// The verifier does not check all that a pass may rely on. If a pass relies on the work of others (`getRequiredProperties`, or the order
/// in `TargetPassConfig`), its row therefore names the passes before it: the legalizer decides what is legal for the target; after
/// processimpdefs nothing reads an IMPLICIT_DEF; tied operands, REG_SEQUENCE and INSERT_SUBREG are removed by twoaddressinstruction.
/// `prologepilog` and `shrink-wrap` are left out, because nothing checks their requirements on the frame: paired save and restore points,
/// which operand may be a frame index, a personality for funclets; and `regallocfast`, because it runs without processimpdefs and relies on
/// no operand being `undef` there.
pub(super) const PASSES: &[Pass] = &[
    pass("legalizer", Stage::Generic),
    pass("legalizer,regbankselect", Stage::Generic),
    pass("legalizer,regbankselect,localizer", Stage::Generic),
    pass("legalizer,regbankselect,instruction-select", Stage::Generic),
    pass_of(Target::AArch64, "aarch64-prelegalizer-combiner", Stage::Generic),
    pass_of(Target::AArch64, "aarch64-O0-prelegalizer-combiner", Stage::Generic),
    pass_of(Target::AArch64, "legalizer,aarch64-postlegalizer-combiner", Stage::Generic),
    pass_of(Target::AArch64, "legalizer,aarch64-postlegalizer-lowering", Stage::Generic),
    pass("early-tailduplication", Stage::Ssa),
    pass("opt-phis", Stage::Ssa),
    pass("dead-mi-elimination", Stage::Ssa),
    pass("early-ifcvt", Stage::Ssa),
    pass("early-machinelicm", Stage::Ssa),
    pass("machine-cse", Stage::Ssa),
    pass("machine-sink", Stage::Ssa),
    pass("mir-canonicalizer", Stage::Ssa),
    pass("peephole-opt", Stage::Ssa),
    pass("machine-combiner", Stage::Ssa),
    pass("detect-dead-lanes", Stage::Ssa),
    pass("init-undef", Stage::Ssa),
    pass("processimpdefs", Stage::Ssa),
    pass("unreachable-mbb-elimination", Stage::Ssa),
    pass("processimpdefs,livevars,phi-node-elimination", Stage::Ssa),
    pass("processimpdefs,livevars,phi-node-elimination,twoaddressinstruction", Stage::Ssa),
    pass("processimpdefs,livevars,phi-node-elimination,twoaddressinstruction,register-coalescer", Stage::Ssa),
    pass("processimpdefs,livevars,phi-node-elimination,twoaddressinstruction,register-coalescer,rename-independent-subregs", Stage::Ssa),
    pass("processimpdefs,livevars,phi-node-elimination,twoaddressinstruction,register-coalescer,machine-scheduler", Stage::Ssa),
    pass("processimpdefs,livevars,phi-node-elimination,twoaddressinstruction,register-coalescer,greedy,virtregrewriter", Stage::Ssa),
    pass("block-placement", Stage::Physical),
    pass("branch-folder", Stage::Physical),
    pass("if-converter", Stage::Physical),
    pass("machine-cp", Stage::Physical),
    pass("machine-latecleanup", Stage::Physical),
    pass("machinelicm", Stage::Physical),
    pass("post-RA-sched", Stage::Physical),
    pass("postmisched", Stage::Physical),
    pass("postrapseudos", Stage::Physical),
    pass("tailduplication", Stage::Physical),
    pass("livedebugvalues", Stage::Physical),
    pass("postra-machine-sink", Stage::Physical),
    pass_of(Target::X86, "x86-fixup-setcc", Stage::Ssa),
    pass_of(Target::X86, "x86-flags-copy-lowering", Stage::Ssa),
    pass_of(Target::X86, "x86-cmov-conversion", Stage::Ssa),
    pass_of(Target::X86, "x86-optimize-LEAs", Stage::Ssa),
    pass_of(Target::X86, "x86-optimize-leas", Stage::Ssa),
    pass_of(Target::X86, "x86-domain-reassignment", Stage::Ssa),
    pass_of(Target::X86, "x86-avoid-SFB", Stage::Ssa),
    pass_of(Target::X86, "x86-avoid-sfb", Stage::Ssa),
    pass_of(Target::X86, "x86-cf-opt", Stage::Ssa),
    pass_of(Target::X86, "x86-fixup-LEAs", Stage::Physical),
    pass_of(Target::X86, "x86-fixup-leas", Stage::Physical),
    pass_of(Target::X86, "x86-execution-domain-fix", Stage::Physical),
    pass_of(Target::X86, "x86-pseudo", Stage::Physical),
    pass_of(Target::X86, "x86-expand-pseudo", Stage::Physical),
    pass_of(Target::X86, "x86-fixup-bw-insts", Stage::Physical),
    pass_of(Target::X86, "x86-compress-evex", Stage::Physical),
    pass_of(Target::AArch64, "aarch64-ccmp", Stage::Ssa),
    pass_of(Target::AArch64, "aarch64-condopt", Stage::Ssa),
    pass_of(Target::AArch64, "aarch64-simdinstr-opt", Stage::Ssa),
    pass_of(Target::AArch64, "aarch64-mi-peephole-opt", Stage::Ssa),
    pass_of(Target::AArch64, "aarch64-post-select-optimize", Stage::Ssa),
    pass_of(Target::AArch64, "aarch64-stp-suppress", Stage::Ssa),
    pass_of(Target::AArch64, "aarch64-dead-defs", Stage::Physical),
    pass_of(Target::AArch64, "aarch64-copyelim", Stage::Physical),
    pass_of(Target::AArch64, "aarch64-ldst-opt", Stage::Physical),
    pass_of(Target::AArch64, "aarch64-expand-pseudo", Stage::Physical),
    pass_of(Target::AArch64, "aarch64-branch-targets", Stage::Physical),
    pass_of(Target::AArch64, "aarch64-fix-cortex-a53-835769-pass", Stage::Physical),
];

/// Passes that some observed release lacks, with the first and the last that has them under this name.
const SOME_RELEASES: &[(&str, Version, Version)] = &[
    ("init-undef", Version(19), Version::NEWEST),
    ("machine-latecleanup", Version(16), Version::NEWEST),
    ("register-coalescer", Version(19), Version::NEWEST),
    ("x86-compress-evex", Version(19), Version::NEWEST),
    ("x86-optimize-LEAs", Version::OLDEST, Version(19)),
    ("x86-optimize-leas", Version(22), Version::NEWEST),
    ("x86-avoid-SFB", Version::OLDEST, Version(19)),
    ("x86-avoid-sfb", Version(22), Version::NEWEST),
    ("x86-fixup-LEAs", Version::OLDEST, Version(19)),
    ("x86-fixup-leas", Version(22), Version::NEWEST),
    ("x86-pseudo", Version::OLDEST, Version(19)),
    ("x86-expand-pseudo", Version(22), Version::NEWEST),
];

/// Passes that rely on a property of the function that no stage has, with the first observed release that checks it.
const MORE_REQUIREMENTS: &[(&str, Version)] = &[
    // `selected: true`.
    ("aarch64-post-select-optimize", Version(22)),
];

/// Returns whether a release has a pass.
pub(in crate::mir) fn has_pass(release: Version, name: &str) -> bool {
    SOME_RELEASES.iter().all(|(pass, first, last)| *pass != name || (*first..=*last).contains(&release))
}

/// Returns the names of the passes that a target has in some release, each alone.
pub(in crate::mir) fn pass_names(target: Target) -> BTreeSet<&'static str> {
    let of_target = PASSES.iter().filter(|pass| pass.target.is_none_or(|own| own == target));
    of_target.flat_map(|pass| pass.name.split(',')).collect()
}

impl Pass {
    /// Returns the last of several passes in a row.
    pub(super) fn last(&self) -> &'static str {
        last_of(self.name)
    }

    /// Returns whether the program of a dialect has the passes, and they run on functions of the stage.
    pub(super) fn is_in(&self, dialect: Dialect) -> bool {
        if MORE_REQUIREMENTS.iter().any(|(name, since)| *name == self.name && *since <= dialect.release) {
            return false;
        }
        self.name.split(',').all(|name| dialect.reads(None, WordKind::Pass, name, has_pass(dialect.release, name)))
    }
}

/// The option for passes on every file: leave a function that cannot be selected unchanged, instead of aborting.
pub(super) const LEAVE_ALONE: &str = "-global-isel-abort=2";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_have_the_names_of_the_release() {
        let pass = |name| PASSES.iter().find(|pass| pass.name == name).unwrap();
        for (name, releases) in [
            ("machine-cse", &[14, 16, 19, 22, 23][..]),
            ("init-undef", &[19, 22, 23]),
            ("x86-avoid-SFB", &[14, 16, 19]),
            ("x86-avoid-sfb", &[22, 23]),
            // The last of several came later.
            ("processimpdefs,livevars,phi-node-elimination,twoaddressinstruction,register-coalescer", &[19, 22, 23]),
            // It requires selected functions.
            ("aarch64-post-select-optimize", &[14, 16, 19]),
        ] {
            let of = Version::OBSERVED.iter().filter(|release| pass(name).is_in(Dialect::of_release(**release)));
            assert_eq!(of.map(|release| release.0).collect::<Vec<_>>(), releases, "{name}");
        }
    }
}
