//! The one registry of targets.

use irsmith_oracles::{debuginfo, mir, pnacl};

use crate::{Currency, Format, Profile, Target};

/// Smoke cases of a target that starts a process for each case, or compiles it.
const FEW: usize = 20;

/// Programs for execution: a case that does not read, or is not a module, is not executed.
const PROGRAMS: Target = Target { profile: Profile::Exec, byte_share: 2, record_share: 2, ..Target::of(Format::PNACL) };

/// Modules for external tools.
const PORTABLE: Target =
    Target { profile: Profile::Portable, smoke_cases: FEW, currency: Currency::Programs, ..Target::of(Format::DEBUGINFO) };

/// Kernels for the SPIR-V LLVM translator and the tools after it, which run only on valid cases.
const KERNELS: Target = Target { profile: Profile::Kernel, byte_share: 2, record_share: 2, ..PORTABLE };

/// Hundreds of functions per case for llc, which takes as long to start as to process all of them.
const FUNCTIONS: Target =
    Target { profile: Profile::Portable, smoke_cases: 4, least_max_len: 2 << 20, currency: Currency::Functions, ..Target::of(Format::MIR) };

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
        currency: Currency::Programs,
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_exec_llvm",
        about: "programs do the same on the interpreter and as LLVM assembly: plain, optimised, and optimised without guards",
        oracles: &[pnacl::EXEC_LLVM_O0, pnacl::EXEC_LLVM_O2, pnacl::EXEC_LLVM_UNGUARDED],
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_command",
        about: "programs of the user that read, validate or write PNaCl files",
        oracles: &[pnacl::COMMAND_ACCEPTS, pnacl::COMMAND_READS, pnacl::COMMAND_REWRITES],
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "debuginfo_read",
        about: "any bytes are read or refused, and written back word for word",
        oracles: &[debuginfo::READ_ANY, debuginfo::REWRITE, debuginfo::MODEL_ROUNDTRIP],
        byte_share: 40,
        record_share: 80,
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_text",
        about: "words to text and back",
        oracles: &[debuginfo::TEXT_ROUNDTRIP],
        record_share: 80,
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_validate",
        about: "what is generated is valid, stays so without any of its debug instructions, and is refused when it is broken on purpose",
        oracles: &[debuginfo::GENERATED_IS_VALID, debuginfo::BROKEN_IS_REFUSED, debuginfo::STRIPPED, debuginfo::SUBSTITUTED],
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_dialects",
        about: "modules in other dialects and back",
        oracles: &[debuginfo::DIALECTS],
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_expressions",
        about: "DWARF expressions beside gimli",
        oracles: &[debuginfo::EXPRESSIONS],
        profile: Profile::Expressions,
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_state",
        about: "debug states under changes that must not matter, and beside a second implementation",
        oracles: &[debuginfo::STATE, debuginfo::STATE_BY_DEFINITION],
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_rspirv",
        about: "words and ids beside rspirv's",
        oracles: &[debuginfo::RSPIRV],
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_spirv_text",
        about: "the text of SPIRV-Tools, where installed",
        oracles: &[debuginfo::SPIRV_DIS, debuginfo::SPIRV_AS],
        ..PORTABLE
    },
    Target {
        name: "debuginfo_spirv_val",
        about: "the verdicts of spirv-val, where installed",
        oracles: &[debuginfo::SPIRV_VAL],
        ..PORTABLE
    },
    Target { name: "debuginfo_spirv_opt", about: "passes of spirv-opt, where installed", oracles: &[debuginfo::SPIRV_OPT], ..PORTABLE },
    Target {
        name: "debuginfo_llvm_spirv",
        about: "to LLVM and back with llvm-spirv, where installed",
        oracles: &[debuginfo::LLVM_SPIRV],
        ..KERNELS
    },
    Target {
        name: "debuginfo_dwarfdump",
        about: "to LLVM, to an object file and its DWARF, with llvm-spirv, llc and llvm-dwarfdump, where installed",
        oracles: &[debuginfo::LLVM_DWARFDUMP],
        ..KERNELS
    },
    Target {
        name: "debuginfo_command",
        about: "programs of the user that read, validate or write SPIR-V modules",
        oracles: &[debuginfo::COMMAND_ACCEPTS, debuginfo::COMMAND_READS, debuginfo::COMMAND_REWRITES],
        ..PORTABLE
    },
    Target {
        name: "mir_read",
        about: "any bytes are read or refused, with places inside the file",
        oracles: &[mir::READ_ANY],
        byte_share: 40,
        record_share: 80,
        ..Target::of(Format::MIR)
    },
    Target {
        name: "mir_roundtrip",
        about: "text to model and back, with all keys and with few",
        oracles: &[mir::ROUNDTRIP],
        record_share: 30,
        ..Target::of(Format::MIR)
    },
    Target {
        name: "mir_validate",
        about: "what is generated is valid, and is refused when it is broken on purpose",
        oracles: &[mir::GENERATED_IS_VALID, mir::BROKEN_IS_REFUSED],
        ..Target::of(Format::MIR)
    },
    Target {
        name: "mir_changed",
        about: "functions stay the same, and as valid, under changes that must not matter",
        oracles: &[mir::RENUMBERED, mir::DEFAULTS, mir::IR_REMADE, mir::SPLIT],
        ..Target::of(Format::MIR)
    },
    Target {
        name: "mir_llc",
        about: "the verdicts of llc, which reads what it prints, where installed",
        oracles: &[mir::LLC_ACCEPTS, mir::LLC_AGAIN],
        ..FUNCTIONS
    },
    Target {
        name: "mir_llc_text",
        about: "our text beside that of llc, where installed",
        oracles: &[mir::LLC_PRINTS, mir::LLC_KEEPS],
        ..FUNCTIONS
    },
    Target {
        name: "mir_llc_versions",
        about: "releases of llc beside one another, where installed",
        oracles: &[mir::LLC_VERSIONS],
        ..FUNCTIONS
    },
    Target { name: "mir_llc_passes", about: "passes of llc, where installed", oracles: &[mir::LLC_PASSES], ..FUNCTIONS },
    Target {
        name: "mir_command",
        about: "programs of the user that read, validate or write Machine IR",
        oracles: &[mir::COMMAND_ACCEPTS, mir::COMMAND_READS, mir::COMMAND_REWRITES],
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..Target::of(Format::MIR)
    },
];

/// Returns the target called `name`.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
