//! Compares the validator with llc 19: on the cases of each rule, on compiled files and on written ones.

use super::cases::{CASES, Llc, RuleTest};
use super::llc::{self, Sample};
use irsmith_mir::validate::{self, Options, RuleId, Violation};
use irsmith_mir::{File, Limits};
use irsmith_testdata::Data;
use std::io::Write;
use std::process::{Command, Stdio};

irsmith_testdata::data_tests! {
    own: [real_files_are_valid_where_llc_accepts_them, files_of_other_targets_are_judged_without_a_panic],
    outside: [real_files_are_valid_where_llc_accepts_them, files_of_other_targets_are_judged_without_a_panic],
}

/// Returns llc's error message for a text; none if llc prints the text.
pub(super) fn refusal(command: &str, options: &[String], text: &[u8]) -> Option<String> {
    let mut child = Command::new(command)
        .args(["-x", "mir", "-run-pass=none", "-", "-o", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("llc starts");
    // llc may end before it has read everything.
    let _ = child.stdin.take().expect("it is a pipe").write_all(text);
    let output = child.wait_with_output().expect("llc ends");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

fn compare(command: &str, case: &RuleTest) -> Option<String> {
    let mut options = vec![format!("-mtriple={}", case.triple)];
    // Without this option llc rejects every call site.
    if case.keys.contains("callSites") {
        options.push("-emit-call-site-info".to_owned());
    }
    let refusal = (case.llc != Llc::NotAsked).then(|| refusal(command, &options, case.text().as_bytes()));
    match (case.llc, refusal) {
        (Llc::Refuses(message), Some(Some(said))) if said.contains(message) => None,
        (Llc::Accepts, Some(None)) | (Llc::NotAsked, None) => None,
        (_, said) => Some(format!("{:?}: expected {:?}, found {said:?}\n", case.rules, case.llc)),
    }
}

/// Rules whose cases llc accepts, or is not run on, although they make a file invalid.
const STRICTER: &[(RuleId, &str)] = &[
    (RuleId::GenericOperand, "the verifier does not look at operands without a type, and later passes assert"),
    (RuleId::DefinitionBefore, "the verifier pushes what an entry block reads into predecessors, which it has not"),
    (RuleId::BranchTarget, "the verifier takes the operand of a branch for a block, or asserts that it is one"),
    (RuleId::ValueRegister, "the verifier takes what is no register for no register, or asserts that it is one"),
    (RuleId::PhiShape, "llc crashes on half a pair"),
    (RuleId::ObjectDead, "llc prints no such object, and dies where one is named"),
    (RuleId::IdReserved, "llc takes what has them for undefined, for repeated or for nothing, according to what else there is"),
];

#[test]
fn llc_judges_the_cases_alike() {
    for case in CASES.iter() {
        let refused = matches!(case.llc, Llc::Refuses(_));
        let is_error = case.rules.iter().any(|rule| rule.rule().severity.is_error());
        let stricter = case.rules.iter().any(|rule| STRICTER.iter().any(|(known, _)| known == rule));
        assert!(stricter || refused == is_error, "{:?}", case.rules);
    }
    let Some(command) = llc::command() else { return };
    let wrong: String = llc::for_each(&CASES, |case| compare(command, case)).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{wrong}");
}

const TARGET: &str = "of a target without tables";
const TARGET_INFO: &str = "machineFunctionInfo, which is not judged";
const INTRINSIC: &str = "attributes of intrinsics, which are not judged";
const OPTION: &str = "llc 19 does not know an option of the test";

/// Files that llc rejects and that are valid here, each with its reason.
const MISSED: &[(&str, &str)] = &[
    ("cg-Mips__dext-pos.mir", TARGET),
    ("cg-Mips__dextm-pos.mir", TARGET),
    ("cg-RISCV__emergency-slot.mir", TARGET),
    ("cg-RISCV__fixed-vectors-emergency-slot.mir", TARGET),
    ("cg-RISCV__wrong-stack-offset-for-rvv-object.mir", TARGET),
    ("cg-X86__StackColoring-use-between-allocas.mir", OPTION),
    ("cg-X86__statepoint-invoke-ra.mir", OPTION),
    ("gisel-AMDGPU__regbankselect-amdgcn.mfma.gfx940.mir", INTRINSIC),
    ("gisel-AMDGPU__regbankselect-amdgcn.wqm.vote.mir", INTRINSIC),
    ("mirparse-AMDGPU__extra-imm-operand.mir", TARGET),
    ("mirparse-AMDGPU__extra-reg-operand.mir", TARGET),
    ("mirparse-AMDGPU__invalid-frame-index-invalid-stack.mir", TARGET_INFO),
    ("mirparse-AMDGPU__invalid-frame-index-no-stack.mir", TARGET_INFO),
    ("mirparse-AMDGPU__machine-function-info-register-parse-error1.mir", TARGET_INFO),
    ("mirparse-AMDGPU__machine-function-info-register-parse-error2.mir", TARGET_INFO),
    ("mirparse-AMDGPU__mfi-parse-error-frame-offset-reg.mir", TARGET_INFO),
    ("mirparse-AMDGPU__mfi-parse-error-scratch-rsrc-reg.mir", TARGET_INFO),
    ("mirparse-AMDGPU__mfi-parse-error-stack-ptr-offset-reg.mir", TARGET_INFO),
    ("mirparse-AMDGPU__mfi-stack-ptr-offset-reg-class.mir", TARGET_INFO),
    ("mirparse-AMDGPU__wwm-reserved-regs-invalid-reg.mir", TARGET_INFO),
    ("mirparse-Generic__llvm-ir-error-reported.mir", "the embedded IR is not judged"),
    ("misc-tools__subreg-def1.mir", "of AMDGPU, which only the command line of another tool says"),
    ("verifier__live-ins-02.mir", TARGET),
    ("verifier__verifier-implicit-virtreg-invalid-physreg-liveness.mir", TARGET),
    ("verifier__verifier-pseudo-terminators.mir", TARGET),
];

/// The same for the project's own files.
const OWN_MISSED: &[(&str, &str)] = &[
    ("debug.riscv64.O2.finalize-isel.llc16.mir", TARGET),
    ("debug.riscv64.O2.prologepilog.llc16.mir", TARGET),
    ("wrong-constant-value.mir", "the value of a constant is IR, which is not judged"),
];

/// Returns the triple in llc's options.
fn triple(options: &[String]) -> Option<&str> {
    let mut words = options.iter();
    while let Some(word) = words.next() {
        let word = word.trim_start_matches('-');
        if let Some(value) = word.strip_prefix("mtriple").or_else(|| word.strip_prefix("march")) {
            return if value.is_empty() { words.next().map(String::as_str) } else { value.strip_prefix('=') };
        }
    }
    None
}

/// Returns the errors in a file; `None` if it cannot be read.
fn errors(sample: &Sample) -> Option<Vec<Violation>> {
    let file = File::read(&sample.text, &Limits::default()).ok()?;
    let mut violations = validate::validate(&file, Options { triple: triple(&sample.options), ..Options::default() });
    violations.retain(Violation::is_error);
    Some(violations)
}

fn real_files_are_valid_where_llc_accepts_them(data: &Data) {
    let samples = llc::samples(data);
    let Some(command) = llc::command() else { return };
    let verdicts = llc::for_each(&samples, |sample| refusal(command, &sample.options, &sample.text));
    let (mut accepted, mut refused) = (0, 0);
    let (mut alarms, mut missed) = (String::new(), Vec::new());
    for (sample, verdict) in samples.iter().zip(&verdicts) {
        let errors = errors(sample);
        if verdict.is_none() {
            accepted += 1;
            alarms.extend(errors.iter().flatten().map(|violation| format!("  {}: {violation}\n", sample.name)));
        } else if errors.is_some_and(|errors| errors.is_empty()) {
            missed.push(&*sample.name);
        } else {
            refused += 1;
        }
    }
    eprintln!("{accepted} files that llc accepts; it refuses {} more, of which {refused} are refused here", refused + missed.len());
    assert!(alarms.is_empty(), "false alarms:\n{alarms}");
    missed.sort_unstable();
    let mut known: Vec<&str> = data.choose(OWN_MISSED, MISSED).iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    assert_eq!(missed, known);
    assert!(accepted >= data.choose(77, 340), "{accepted}");
}

fn files_of_other_targets_are_judged_without_a_panic(data: &Data) {
    let samples = llc::samples(data);
    let mut judged = 0;
    for file in samples.iter().filter_map(|sample| File::read(&sample.text, &Limits::default()).ok()) {
        for triple in ["x86_64", "i386", "aarch64", "riscv64", ""] {
            let options = Options { triple: Some(triple), ..Options::default() };
            let violations = validate::validate(&file, options);
            assert_eq!(validate::is_valid(&file, options), !violations.iter().any(Violation::is_error));
            judged += 1;
        }
    }
    assert!(judged > data.choose(400, 2_000), "{judged}");
}
