//! Runs every oracle over SPIR-V on generated cases: none fails, and none skips more than its floor allows.

mod tested;

use arbitrary::Unstructured;
use irsmith_debuginfo::Dialect;
use irsmith_generators::{Choices, bytes_of_seed, debuginfo as generators};
use irsmith_oracles::external::ProgramFamily;
use irsmith_oracles::{Needs, Verdict, debuginfo};
use std::collections::BTreeMap;

/// Cases of an oracle in process.
const CASES: u64 = 1_000;
/// Cases of an oracle that starts processes.
const TOOL_CASES: u64 = 40;

/// The purpose of a case.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Anything, of any dialect.
    Any,
    /// All rows together: swarm leaves expressions out of most modules.
    Expressions,
    /// What the tools support.
    Tools,
    /// What the translator supports.
    Kernels,
    /// `NonSemantic.Shader.DebugInfo`.
    Shaders,
}

/// Returns the case of a seed.
fn case(seed: u64, kind: Kind) -> debuginfo::Case {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    let config = match kind {
        Kind::Tools => generators::Config::portable(Dialect::DebugInfo).swarmed(&mut choices),
        Kind::Kernels => generators::Config::translatable().swarmed(&mut choices),
        Kind::Expressions => generators::Config::default(),
        Kind::Shaders => generators::Config::shader().swarmed(&mut choices),
        Kind::Any => {
            let dialect = *choices.pick(&Dialect::ALL).unwrap_or(&Dialect::DebugInfo);
            generators::Config { dialect, ..generators::Config::swarm(&mut choices) }
        }
    };
    debuginfo::Case::new(&generators::generate(&mut bytes, &config).write().unwrap())
}

/// The oracles' verdicts on cases.
#[derive(Default)]
struct Counts {
    passes: BTreeMap<&'static str, u64>,
    skips: BTreeMap<(&'static str, &'static str), u64>,
}

impl Counts {
    /// Runs the oracles that `asked` selects on the cases of the first seeds.
    fn of(cases: u64, kind: Kind, asked: impl Fn(&debuginfo::Oracle) -> bool) -> Self {
        let mut counts = Self::default();
        for seed in 0..cases {
            let case = case(seed, kind);
            for oracle in debuginfo::ORACLES.iter().filter(|oracle| asked(oracle)) {
                match oracle.verdict(&case) {
                    Verdict::Pass => *counts.passes.entry(oracle.name).or_default() += 1,
                    Verdict::Skip(reason) => *counts.skips.entry((oracle.name, reason)).or_default() += 1,
                    Verdict::Fail(failure) if asks_tools(oracle) => tested::tell(&failure, seed),
                    Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
                }
            }
        }
        eprintln!("of {cases}: passes {:?}\nskips {:?}", counts.passes, counts.skips);
        counts
    }

    /// Checks that each of the oracles has a verdict often enough.
    fn assert_floors(&self, cases: u64, asked: impl Fn(&debuginfo::Oracle) -> bool) {
        for oracle in debuginfo::ORACLES.iter().filter(|oracle| asked(oracle)) {
            if let Some(missing) = oracle.needs.missing() {
                irsmith_testdata::not_tested(format_args!("{}: {missing}", oracle.name));
                continue;
            }
            let passed = self.passes.get(oracle.name).copied().unwrap_or_default();
            assert!(passed * 100 >= cases * u64::from(oracle.floor), "{}: {passed} of {cases}, floor {} %", oracle.name, oracle.floor);
        }
    }
}

fn asks_tools(oracle: &debuginfo::Oracle) -> bool {
    matches!(oracle.needs, Needs::Programs(_))
}

/// Returns whether the oracle runs the translator.
fn translates(oracle: &debuginfo::Oracle) -> bool {
    oracle.needs.programs().iter().any(|wanted| wanted.family == ProgramFamily::Translator)
}

fn judge(cases: u64, kind: Kind, asked: impl Fn(&debuginfo::Oracle) -> bool) {
    Counts::of(cases, kind, &asked).assert_floors(cases, &asked);
}

#[test]
fn the_cost_of_what_is_generated_grows_slowly() {
    judge(CASES / 5, Kind::Any, |oracle| oracle.name == debuginfo::COST.name);
}

#[test]
fn oracles_in_process_pass_on_all_that_is_generated() {
    const OTHERS: [&str; 3] = [debuginfo::EXPRESSIONS.name, debuginfo::COST.name, debuginfo::SHADER_LINES.name];
    judge(CASES, Kind::Any, |oracle| !asks_tools(oracle) && !OTHERS.contains(&oracle.name));
}

#[test]
fn expressions_are_compared_in_most_modules() {
    judge(CASES, Kind::Expressions, |oracle| oracle.name == debuginfo::EXPRESSIONS.name);
}

#[test]
fn tools_agree_on_what_they_know() {
    judge(TOOL_CASES, Kind::Tools, |oracle| asks_tools(oracle) && !translates(oracle));
}

#[test]
fn the_translator_and_what_comes_behind_it_agree_on_kernels() {
    judge(TOOL_CASES, Kind::Kernels, translates);
}

/// Many oracles have nothing to compare in a set whose instructions are words; these have.
#[test]
fn shaders_pass_the_oracles_that_know_their_set() {
    const KNOW: [&str; 9] = [
        debuginfo::BROKEN_IS_REFUSED.name,
        debuginfo::AT_EDGES.name,
        debuginfo::STRIPPED.name,
        debuginfo::MODEL_ROUNDTRIP.name,
        debuginfo::REWRITE.name,
        debuginfo::TEXT_ROUNDTRIP.name,
        debuginfo::SPIRV_VAL.name,
        debuginfo::SPIRV_OPT.name,
        debuginfo::SHADER_LINES.name,
    ];
    Counts::of(CASES / 10, Kind::Shaders, |oracle| !asks_tools(oracle));
    judge(CASES / 10, Kind::Shaders, |oracle| KNOW.contains(&oracle.name));
}

/// Returns a case whose strings are followed by other bytes, or are not UTF-8.
fn with_odd_strings(case: &debuginfo::Case) -> debuginfo::Case {
    let stream = case.module().unwrap().to_stream().unwrap();
    let mut words = stream.words().to_vec();
    for raw in stream.instructions().filter(|raw| raw.opcode == spirv::Op::String as u16) {
        // The last word contains the end of the string: in its highest byte, or before that.
        let last = &mut words[raw.at + raw.words.len()];
        *last |= if *last & 0xff_ffff == 0 { 0x6100 } else { 0x6100_0000 };
        if last.to_le_bytes().iter().all(|&byte| byte != 0) {
            *last = 0xff;
        }
    }
    debuginfo::Case::new(&stream.bytes_of(&words))
}

#[test]
fn odd_strings_keep_no_text_from_being_compared() {
    let oracles = [&debuginfo::SPIRV_DIS, &debuginfo::SPIRV_AS];
    for oracle in oracles.into_iter().filter(|oracle| oracle.needs.missing().is_none()) {
        for seed in 0..TOOL_CASES {
            let case = with_odd_strings(&case(seed, Kind::Tools));
            let verdict = oracle.verdict(&case);
            assert!(matches!(verdict, Verdict::Pass), "{}, seed {seed}: {verdict:?}", oracle.name);
        }
    }
}

/// A surplus word, after which the tool writes an instruction without a word count.
#[test]
fn what_spirv_as_makes_of_numbers_is_no_fault() {
    let text = "OpCapability Kernel\nOpCapability Addresses\nOpCapability Linkage\n%1 = OpExtInstImport \"DebugInfo\"\n\
                OpMemoryModel Physical32 OpenCL\n%2 = OpTypeVoid\n%3 = OpExtInst %2 %1 DebugInfoNone !3\n";
    let module = irsmith_debuginfo::text::assemble(text).unwrap().write();
    let verdict = debuginfo::SPIRV_AS.verdict(&debuginfo::Case::new(&module));
    let expected = if debuginfo::SPIRV_AS.needs.missing().is_some() { "tool-missing" } else { "spelled-as-numbers" };
    assert_eq!(verdict, Verdict::Skip(expected));
}
