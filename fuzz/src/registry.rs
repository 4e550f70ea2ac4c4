//! The one registry of targets.

use irsmith_oracles::pnacl;

use crate::{Format, Profile, Target};

/// Smoke cases of a target that starts a process for each, or compiles it.
const FEW: usize = 20;

/// Programs to be executed: where one does not read, or is no module, nothing runs.
const PROGRAMS: Target = Target { profile: Profile::Exec, byte_share: 2, record_share: 2, ..Target::of(Format::PNACL) };

/// Every target, once.
pub static TARGETS: &[Target] = &[
    Target {
        name: "pnacl_read",
        about: "any bytes are read or refused, within bounds",
        oracles: &[pnacl::READ_ANY],
        byte_share: 40,
        record_share: 80,
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_roundtrip",
        about: "model to bytes and back",
        oracles: &[pnacl::MODEL_ROUNDTRIP, pnacl::FIXPOINT],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_generated",
        about: "a generated model to bytes and back",
        oracles: &[pnacl::GENERATED_ROUNDTRIP],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_records",
        about: "records to bytes and back, and beside an independent reader's",
        oracles: &[pnacl::RECORDS_ROUNDTRIP, pnacl::BITSTREAM_CRATE, pnacl::BITSTREAM_CRATE_REWRITTEN],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_text",
        about: "stream to text and back",
        oracles: &[pnacl::TEXT_ROUNDTRIP, pnacl::RECORDS_TEXT],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_validate",
        about: "the validator accepts what is valid and refuses what is broken on purpose",
        oracles: &[pnacl::GENERATED_IS_VALID, pnacl::BROKEN_IS_REFUSED, pnacl::VALIDITY_RENUMBERED],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_rewrite",
        about: "a stream is written back as it was read; other abbreviations change nothing",
        oracles: &[pnacl::REWRITE, pnacl::OTHER_ABBREVIATIONS],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_exec",
        about: "programs do the same on the interpreter and on other engines",
        oracles: &[pnacl::EXEC_WASMI],
        ..PROGRAMS
    },
    Target {
        name: "pnacl_exec_native",
        about: "programs do the same on the interpreter and as native code, where that is built in",
        oracles: &[pnacl::EXEC_CRANELIFT],
        smoke_cases: FEW,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_exec_changed",
        about: "programs do the same after changes that must not matter",
        oracles: &[pnacl::EXEC_CHANGED],
        smoke_cases: 100,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_bcanalyzer",
        about: "records beside those that LLVM's own bit reader sees",
        oracles: &[pnacl::BCANALYZER],
        smoke_cases: FEW,
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_exec_llvm",
        about: "programs do the same on the interpreter and as LLVM assembly: plain, optimised, and optimised without guards",
        oracles: &[pnacl::EXEC_LLVM_O0, pnacl::EXEC_LLVM_O2, pnacl::EXEC_LLVM_UNGUARDED],
        smoke_cases: FEW,
        ..PROGRAMS
    },
];

/// The target called `name`.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
