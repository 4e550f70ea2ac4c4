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

/// Functions of Machine IR of which every execution ends, and most are defined. Few seeds have such functions.
const EXECUTED: Target = Target { profile: Profile::Exec, byte_share: 2, record_share: 2, ..Target::of(Format::MIR) };

/// Targets that measure the time of many copies of a part of a case, a few milliseconds each.
const MEASURED: Target = Target { byte_share: 2, record_share: 4, smoke_cases: FEW, ..Target::of(Format::PNACL) };

/// Every target, once.
pub static TARGETS: &[Target] = &[
    Target {
        name: "pnacl_read",
        about: "any bytes are read or rejected, within resource limits",
        oracles: &[pnacl::READ_ANY],
        byte_share: 40,
        record_share: 80,
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_roundtrip",
        about: "a model is written as bytes and read back",
        oracles: &[pnacl::MODEL_ROUNDTRIP, pnacl::FIXPOINT],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_generated",
        about: "a generated model is written as bytes and read back",
        oracles: &[pnacl::GENERATED_ROUNDTRIP],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_records",
        about: "records are written as bytes and read back, and an independent reader reads the same",
        oracles: &[pnacl::RECORDS_ROUNDTRIP, pnacl::BITSTREAM_CRATE, pnacl::BITSTREAM_CRATE_REWRITTEN],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_text",
        about: "a stream is printed as text and assembled back; a second printer says the same",
        oracles: &[pnacl::TEXT_ROUNDTRIP, pnacl::CHANGED_OPERANDS, pnacl::RECORDS_TEXT, pnacl::PRINTED_AGAIN],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_validate",
        about: "the validator accepts valid modules and rejects modules that are broken on purpose",
        oracles: &[pnacl::GENERATED_IS_VALID, pnacl::BROKEN_IS_REFUSED, pnacl::RECORDED_RULES, pnacl::PLACES, pnacl::VALIDITY_RENUMBERED],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_rewrite",
        about: "a stream is written back as it was read; other abbreviations change nothing",
        oracles: &[pnacl::REWRITE, pnacl::OTHER_ABBREVIATIONS],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_broken",
        about: "files with one mistake in header, bits or records are refused by that error, at its place",
        oracles: &[pnacl::BROKEN_BITS, pnacl::BROKEN_RECORDS, pnacl::RECORDED_ERRORS],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_broken_text",
        about: "assembly with mistyped tokens is refused at its place, or means what it says",
        oracles: &[pnacl::BROKEN_TEXT],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_walked",
        about: "a second reader finds the same items, listings show them, limits are exact, and recorded facts hold",
        oracles: &[pnacl::WALKED, pnacl::LIMITS_EXACT, pnacl::RECORDED],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_cost",
        about: "work grows hardly faster than a module with many copies of one of its parts",
        oracles: &[pnacl::COST],
        ..MEASURED
    },
    Target {
        name: "pnacl_runtime",
        about: "programs get from the NaCl runtime what a second model of it says",
        oracles: &[pnacl::RUNTIME],
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_exec",
        about: "programs behave the same on the interpreter and on other engines, and operations give what their definitions say",
        oracles: &[pnacl::EXEC_WASMI, pnacl::EXEC_DEFINED, pnacl::EXEC_TRACED, pnacl::VALUES_SPELLED],
        ..PROGRAMS
    },
    Target {
        name: "pnacl_exec_native",
        about: "programs behave the same on the interpreter and as native code, if the feature is built in",
        oracles: &[pnacl::EXEC_CRANELIFT],
        smoke_cases: FEW,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_exec_changed",
        about: "programs behave the same after changes that preserve their meaning",
        oracles: &[pnacl::EXEC_CHANGED],
        smoke_cases: 100,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_mir_interpreted",
        about: "programs behave the same on the interpreter and, as Machine IR for X86-64 and for AArch64, on the interpreter of Machine IR",
        oracles: &[pnacl::EXEC_MIR_INTERPRETED],
        smoke_cases: 100,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_bcanalyzer",
        about: "LLVM's own bitstream reader reads the same records",
        oracles: &[pnacl::BCANALYZER],
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "pnacl_exec_llvm",
        about: "programs behave the same on the interpreter and as LLVM assembly: unoptimised, optimised, and optimised without guards",
        oracles: &[pnacl::EXEC_LLVM_O0, pnacl::EXEC_LLVM_O2, pnacl::EXEC_LLVM_UNGUARDED],
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_exec_llc",
        about: "programs behave the same on the interpreter and as object code of llc, by its usual instruction selector and by GlobalISel",
        oracles: &[
            pnacl::EXEC_LLC_O0,
            pnacl::EXEC_LLC_O2,
            pnacl::EXEC_LLC_UNGUARDED,
            pnacl::EXEC_GLOBAL_ISEL_O0,
            pnacl::EXEC_GLOBAL_ISEL_O2,
        ],
        smoke_cases: 5,
        currency: Currency::Programs,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_exec_mir",
        about: "programs behave the same on the interpreter and as Machine IR that an llc compiles: for X86-64 and for AArch64",
        oracles: &[pnacl::EXEC_MIR_X86_64, pnacl::EXEC_MIR_AARCH64],
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_exec_command",
        about: "programs behave the same on the interpreter and in implementations of the user that execute",
        oracles: &[pnacl::COMMAND_EXECUTES, pnacl::EXEC_PLUGGED_IN],
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..PROGRAMS
    },
    Target {
        name: "pnacl_command",
        about: "implementations of the user that read, validate or write PNaCl files",
        oracles: &[pnacl::COMMAND_ACCEPTS, pnacl::COMMAND_READS, pnacl::COMMAND_REWRITES, pnacl::COMMAND_TRANSFORMS],
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..Target::of(Format::PNACL)
    },
    Target {
        name: "debuginfo_read",
        about: "any bytes are read or rejected, and written back word for word",
        oracles: &[debuginfo::READ_ANY, debuginfo::REWRITE, debuginfo::MODEL_ROUNDTRIP],
        byte_share: 40,
        record_share: 80,
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_text",
        about: "words are printed as text and assembled back, from other spellings too; mistakes in texts are rejected at their places",
        oracles: &[debuginfo::TEXT_ROUNDTRIP, debuginfo::BROKEN_TEXT, debuginfo::RESPELLED],
        record_share: 80,
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_validate",
        about: "generated modules are valid, also without any of their debug instructions, and are rejected when broken on purpose",
        oracles: &[
            debuginfo::GENERATED_IS_VALID,
            debuginfo::BROKEN_IS_REFUSED,
            debuginfo::RECORDED_RULES,
            debuginfo::STRIPPED,
            debuginfo::SUBSTITUTED,
        ],
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_edges",
        about: "mistakes of the smallest size, in words and in models, are rejected as what they are, at their places",
        oracles: &[debuginfo::MALFORMED, debuginfo::AT_EDGES, debuginfo::RECORDED_ERRORS],
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_dialects",
        about: "modules are converted to other dialects and back, and reports say what is recorded",
        oracles: &[debuginfo::DIALECTS, debuginfo::SHADER_LINES, debuginfo::RECORDED_REPORTS],
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_expressions",
        about: "our evaluator and gimli agree on DWARF expressions, and generated ones can be executed",
        oracles: &[debuginfo::EXPRESSIONS, debuginfo::GENERATED_EXPRESSIONS],
        profile: Profile::Expressions,
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_state",
        about: "debug states stay the same after changes that preserve meaning, and agree with a second implementation",
        oracles: &[debuginfo::STATE, debuginfo::STATE_BY_DEFINITION],
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_rspirv",
        about: "rspirv reads the same words and ids",
        oracles: &[debuginfo::RSPIRV],
        ..Target::of(Format::DEBUGINFO)
    },
    Target {
        name: "debuginfo_cost",
        about: "work grows hardly faster than a module with many copies of one of its parts",
        oracles: &[debuginfo::COST],
        ..Target { format: Format::DEBUGINFO, ..MEASURED }
    },
    Target {
        name: "debuginfo_spirv_text",
        about: "our text agrees with that of SPIRV-Tools, if installed",
        oracles: &[debuginfo::SPIRV_DIS, debuginfo::SPIRV_AS],
        ..PORTABLE
    },
    Target {
        name: "debuginfo_spirv_val",
        about: "our validator agrees with spirv-val, if installed",
        oracles: &[debuginfo::SPIRV_VAL],
        ..PORTABLE
    },
    Target {
        name: "debuginfo_spirv_opt",
        about: "passes of spirv-opt keep modules valid, if it is installed",
        oracles: &[debuginfo::SPIRV_OPT],
        ..PORTABLE
    },
    Target {
        name: "debuginfo_llvm_spirv",
        about: "llvm-spirv translates modules to LLVM and back, if installed",
        oracles: &[debuginfo::LLVM_SPIRV],
        ..KERNELS
    },
    Target {
        name: "debuginfo_dwarfdump",
        about: "llvm-spirv and llc translate modules to object files, and llvm-dwarfdump accepts their DWARF, if all are installed",
        oracles: &[debuginfo::LLVM_DWARFDUMP],
        ..KERNELS
    },
    Target {
        name: "debuginfo_command",
        about: "implementations of the user that read, validate or write SPIR-V modules",
        oracles: &[debuginfo::COMMAND_ACCEPTS, debuginfo::COMMAND_READS, debuginfo::COMMAND_REWRITES, debuginfo::COMMAND_TRANSFORMS],
        ..PORTABLE
    },
    Target {
        name: "mir_read",
        about: "any bytes are read or rejected, with error positions inside the file",
        oracles: &[mir::READ_ANY],
        byte_share: 40,
        record_share: 80,
        ..Target::of(Format::MIR)
    },
    Target {
        name: "mir_roundtrip",
        about: "a model is printed as text, with all keys or few, and read back",
        oracles: &[mir::ROUNDTRIP],
        record_share: 30,
        ..Target::of(Format::MIR)
    },
    Target {
        name: "mir_validate",
        about: "generated files are valid, and are rejected when they are broken on purpose",
        oracles: &[mir::GENERATED_IS_VALID, mir::BROKEN_IS_REFUSED, mir::RECORDED_RULES, mir::AT_EDGES],
        ..Target::of(Format::MIR)
    },
    Target {
        name: "mir_changed",
        about: "functions stay the same, as valid and of the same target, after changes that preserve their meaning; reports say what is recorded",
        oracles: &[
            mir::RENUMBERED,
            mir::CANONICAL_TEXT,
            mir::DEFAULTS,
            mir::IR_REMADE,
            mir::SPLIT,
            mir::WRITTEN_FOR_RELEASES,
            mir::TARGET_OF_WORDS,
            mir::RECORDED_REPORTS,
        ],
        ..Target::of(Format::MIR)
    },
    Target {
        name: "mir_spelling",
        about: "mistakes in texts are rejected as what they are, at their places; other spellings read as the same model; limits are exact",
        oracles: &[
            mir::MISSPELLED,
            mir::OLDER_SPELLED,
            mir::RUN_LINES,
            mir::RESPELLED,
            mir::CONTAINER_RESPELLED,
            mir::IR_NAMED,
            mir::AT_LIMITS,
            mir::RECORDED_ERRORS,
        ],
        ..Target::of(Format::MIR)
    },
    Target {
        name: "mir_cost",
        about: "work grows hardly faster than a file with many copies of one of its parts",
        oracles: &[mir::COST],
        ..Target { format: Format::MIR, ..MEASURED }
    },
    Target {
        name: "mir_exec",
        about: "functions behave the same on the interpreter after instructions are written out in others, and operations give what their definitions say",
        profile: Profile::Interpreted,
        oracles: &[
            mir::EXEC_REWRITTEN,
            mir::EXEC_RESHAPED,
            mir::EXEC_DEFINED,
            mir::VALUES_SPELLED,
            mir::LITERALS_SPELLED,
            mir::REGISTERS_OVERLAP,
            mir::EXECUTIONS_RECORDED,
        ],
        // Each is executed in two forms.
        smoke_cases: 80,
        ..EXECUTED
    },
    Target {
        name: "mir_exec_llc",
        about: "functions behave the same on the interpreter and as machine code of llc, if installed",
        oracles: &[mir::EXEC_X86_64, mir::EXEC_AARCH64, mir::EXEC_PASSES],
        only_generated: true,
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..EXECUTED
    },
    Target {
        name: "mir_llc",
        about: "our validator agrees with llc, which reads its own output, if installed",
        oracles: &[mir::LLC_ACCEPTS, mir::LLC_AGAIN],
        ..FUNCTIONS
    },
    Target {
        name: "mir_llc_text",
        about: "our text agrees with that of llc, if installed",
        oracles: &[mir::LLC_PRINTS, mir::LLC_KEEPS],
        ..FUNCTIONS
    },
    Target {
        name: "mir_llc_versions",
        about: "releases of llc agree with one another, if installed",
        oracles: &[mir::LLC_VERSIONS],
        ..FUNCTIONS
    },
    Target {
        name: "mir_llc_passes",
        about: "passes of llc keep functions valid, if it is installed",
        oracles: &[mir::LLC_PASSES],
        ..FUNCTIONS
    },
    Target {
        name: "mir_exec_command",
        about: "functions return the same on the interpreter and in implementations of the user that execute",
        oracles: &[mir::COMMAND_EXECUTES],
        only_generated: true,
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..EXECUTED
    },
    Target {
        name: "mir_command",
        about: "implementations of the user that read, validate or write Machine IR",
        oracles: &[mir::COMMAND_ACCEPTS, mir::COMMAND_READS, mir::COMMAND_REWRITES, mir::COMMAND_TRANSFORMS],
        smoke_cases: FEW,
        currency: Currency::Programs,
        ..Target::of(Format::MIR)
    },
];

/// Returns the target called `name`.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
