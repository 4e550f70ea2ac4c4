//! The one registry of targets.

use irsmith_oracles::pnacl::{
    BCANALYZER, BITSTREAM_CRATE, BITSTREAM_CRATE_REWRITTEN, BROKEN_IS_REFUSED, EXEC_CHANGED, EXEC_CRANELIFT, EXEC_LLVM_O0, EXEC_LLVM_O2,
    EXEC_LLVM_UNGUARDED, EXEC_WASMI, FIXPOINT, GENERATED_IS_VALID, GENERATED_ROUNDTRIP, MODEL_ROUNDTRIP, OTHER_ABBREVIATIONS, READ_ANY,
    RECORDS_ROUNDTRIP, RECORDS_TEXT, REWRITE, TEXT_ROUNDTRIP, VALIDITY_RENUMBERED,
};

use crate::{Format, Profile, Target};

/// Smoke cases of a target whose oracles run in the process.
const MANY: usize = 500;
/// Smoke cases of a target that starts a process for each, or compiles it.
const FEW: usize = 20;

/// Every target, once.
pub static TARGETS: &[Target] = &[
    Target {
        name: "pnacl_read",
        about: "any bytes are read or refused, within bounds",
        format: Format::Pnacl,
        profile: Profile::Swarm,
        oracles: &[READ_ANY],
        byte_share: 40,
        record_share: 80,
        smoke_cases: MANY,
    },
    Target {
        name: "pnacl_roundtrip",
        about: "model to bytes and back",
        format: Format::Pnacl,
        profile: Profile::Swarm,
        oracles: &[MODEL_ROUNDTRIP, FIXPOINT],
        byte_share: 8,
        record_share: 8,
        smoke_cases: MANY,
    },
    Target {
        name: "pnacl_generated",
        about: "a generated model to bytes and back",
        format: Format::Pnacl,
        profile: Profile::Swarm,
        oracles: &[GENERATED_ROUNDTRIP],
        byte_share: 8,
        record_share: 8,
        smoke_cases: MANY,
    },
    Target {
        name: "pnacl_records",
        about: "records to bytes and back, and beside an independent reader's",
        format: Format::Pnacl,
        profile: Profile::Swarm,
        oracles: &[RECORDS_ROUNDTRIP, BITSTREAM_CRATE, BITSTREAM_CRATE_REWRITTEN],
        byte_share: 8,
        record_share: 8,
        smoke_cases: MANY,
    },
    Target {
        name: "pnacl_text",
        about: "stream to text and back",
        format: Format::Pnacl,
        profile: Profile::Swarm,
        oracles: &[TEXT_ROUNDTRIP, RECORDS_TEXT],
        byte_share: 8,
        record_share: 8,
        smoke_cases: MANY,
    },
    Target {
        name: "pnacl_validate",
        about: "the validator accepts what is valid and refuses what is broken on purpose",
        format: Format::Pnacl,
        profile: Profile::Swarm,
        oracles: &[GENERATED_IS_VALID, BROKEN_IS_REFUSED, VALIDITY_RENUMBERED],
        byte_share: 8,
        record_share: 8,
        smoke_cases: MANY,
    },
    Target {
        name: "pnacl_rewrite",
        about: "a stream is written back as it was read; other abbreviations change nothing",
        format: Format::Pnacl,
        profile: Profile::Swarm,
        oracles: &[REWRITE, OTHER_ABBREVIATIONS],
        byte_share: 8,
        record_share: 8,
        smoke_cases: MANY,
    },
    Target {
        name: "pnacl_exec",
        about: "programs do the same on the interpreter and on other engines",
        format: Format::Pnacl,
        profile: Profile::Exec,
        oracles: &[EXEC_WASMI],
        byte_share: 2,
        record_share: 2,
        smoke_cases: MANY,
    },
    Target {
        name: "pnacl_exec_native",
        about: "programs do the same on the interpreter and as native code, where that is built in",
        format: Format::Pnacl,
        profile: Profile::Exec,
        oracles: &[EXEC_CRANELIFT],
        byte_share: 2,
        record_share: 2,
        smoke_cases: FEW,
    },
    Target {
        name: "pnacl_exec_changed",
        about: "programs do the same after changes that must not matter",
        format: Format::Pnacl,
        profile: Profile::Exec,
        oracles: &[EXEC_CHANGED],
        byte_share: 2,
        record_share: 2,
        smoke_cases: MANY / 5,
    },
    Target {
        name: "pnacl_bcanalyzer",
        about: "records beside those that LLVM's own bit reader sees",
        format: Format::Pnacl,
        profile: Profile::Swarm,
        oracles: &[BCANALYZER],
        byte_share: 8,
        record_share: 8,
        smoke_cases: FEW,
    },
    Target {
        name: "pnacl_exec_llvm",
        about: "programs do the same on the interpreter and as LLVM assembly: plain, optimised, and optimised without guards",
        format: Format::Pnacl,
        profile: Profile::Exec,
        oracles: &[EXEC_LLVM_O0, EXEC_LLVM_O2, EXEC_LLVM_UNGUARDED],
        byte_share: 2,
        record_share: 2,
        smoke_cases: FEW,
    },
];

/// The target called `name`.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
