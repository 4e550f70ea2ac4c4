//! A pass of llc 19 leaves functions that its verifier accepts, and that it and we read.

use super::batch::Objection;
use super::excuse::{Part, sum};
use super::hearing::{Hearing, Prints};
use super::llc::{NO_PASS, run_pass};
use super::prints::around;
use super::stage::Stage;
use crate::external::{LLC_19, fail};
use crate::mir::{Case, Oracle};
use crate::{Family, Needs, Verdict};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::tables::Target;

/// The oracle.
pub const LLC_PASSES: Oracle = Oracle {
    name: "mir-llc-passes",
    family: Family::Agreement,
    about: "a pass of llc 19, on functions as it demands them, leaves functions that the machine verifier accepts and that llc and we read",
    floor: 70,
    needs: Needs::Tools(&[&LLC_19]),
    check,
};

/// A pass, or several in a row.
#[derive(Debug)]
struct Pass {
    /// As `-run-pass` takes it.
    name: &'static str,
    /// The functions that it is for.
    stage: Stage,
    /// The target that has it; none for one of every target.
    target: Option<Target>,
}

const fn pass(name: &'static str, stage: Stage) -> Pass {
    Pass { name, stage, target: None }
}

const fn pass_of(target: Target, name: &'static str, stage: Stage) -> Pass {
    Pass { name, stage, target: Some(target) }
}

/// Passes one of which is drawn for each case.
const PASSES: &[Pass] = &[
    // Without SSA form little is left of a generic function. `-global-isel-abort` says what becomes of what cannot be made legal.
    pass("legalizer", Stage::Generic),
    pass("localizer", Stage::Generic),
    pass("regbankselect", Stage::Generic),
    pass_of(Target::AArch64, "aarch64-prelegalizer-combiner", Stage::Generic),
    pass_of(Target::AArch64, "aarch64-O0-prelegalizer-combiner", Stage::Generic),
    pass("early-tailduplication", Stage::Ssa),
    pass("opt-phis", Stage::Ssa),
    pass("dead-mi-elimination", Stage::Ssa),
    pass("early-ifcvt", Stage::Ssa),
    pass("early-machinelicm", Stage::Ssa),
    pass("machine-cse", Stage::Ssa),
    pass("machine-sink", Stage::Ssa),
    pass("peephole-opt", Stage::Ssa),
    pass("machine-combiner", Stage::Ssa),
    pass("detect-dead-lanes", Stage::Ssa),
    pass("init-undef", Stage::Ssa),
    pass("processimpdefs", Stage::Ssa),
    pass("unreachable-mbb-elimination", Stage::Ssa),
    pass("livevars,phi-node-elimination", Stage::Ssa),
    pass("livevars,phi-node-elimination,twoaddressinstruction", Stage::Ssa),
    pass("livevars,phi-node-elimination,twoaddressinstruction,register-coalescer", Stage::Ssa),
    pass("register-coalescer", Stage::NotSsa),
    pass("rename-independent-subregs", Stage::NotSsa),
    pass("machine-scheduler", Stage::NotSsa),
    pass("greedy,virtregrewriter", Stage::NotSsa),
    pass("regallocfast", Stage::NotSsa),
    pass("stack-slot-coloring", Stage::NotSsa),
    pass("block-placement", Stage::Physical),
    pass("branch-folder", Stage::Physical),
    pass("if-converter", Stage::Physical),
    pass("machine-cp", Stage::Physical),
    pass("machine-latecleanup", Stage::Physical),
    pass("machinelicm", Stage::Physical),
    pass("post-RA-sched", Stage::Physical),
    pass("postmisched", Stage::Physical),
    pass("postrapseudos", Stage::Physical),
    pass("prologepilog", Stage::Physical),
    pass("shrink-wrap", Stage::Physical),
    pass("tailduplication", Stage::Physical),
    pass("livedebugvalues", Stage::Physical),
    pass("postra-machine-sink", Stage::Physical),
    pass_of(Target::X86, "x86-fixup-setcc", Stage::Ssa),
    pass_of(Target::X86, "x86-flags-copy-lowering", Stage::Ssa),
    pass_of(Target::X86, "x86-cmov-conversion", Stage::Ssa),
    pass_of(Target::X86, "x86-optimize-LEAs", Stage::Ssa),
    pass_of(Target::X86, "x86-domain-reassignment", Stage::Ssa),
    pass_of(Target::X86, "x86-avoid-SFB", Stage::Ssa),
    pass_of(Target::X86, "x86-cf-opt", Stage::Ssa),
    pass_of(Target::X86, "x86-fixup-LEAs", Stage::Physical),
    pass_of(Target::X86, "x86-execution-domain-fix", Stage::Physical),
    pass_of(Target::X86, "x86-pseudo", Stage::Physical),
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

fn check(case: &Case) -> Verdict {
    judge(case).unwrap_or_else(Verdict::Skip)
}

/// Skip reason: no function is at a stage for which there is a pass.
const NO_STAGE: &str = "no-stage";

fn judge(case: &Case) -> Result<Verdict, &'static str> {
    let hearing = case.hearing()?;
    // Of the functions that llc accepts, those of whose print we read: what is odd about the others is not the pass's.
    let (prints, file) = (hearing.prints()?, case.file_or_skip()?);
    let batch = &hearing.batch;
    let target = Target::of_triple(&hearing.setting.triple);
    let accepted = hearing.heard.accepted.iter().map(|member| (*member, &file.functions[*member]));
    let stages: Vec<(usize, Stage)> = accepted
        .filter(|(_, function)| prints.read.contains_key(&function.name) && !prints.invalid.contains_key(&function.name))
        .filter_map(|(member, function)| Some((member, Stage::of(function)?)))
        .collect();
    let fits = |pass: &&Pass| pass.target.is_none_or(|own| target == Some(own)) && stages.iter().any(|(_, stage)| *stage == pass.stage);
    let rows: Vec<&Pass> = PASSES.iter().filter(fits).collect();
    let bytes = case.choices(SALT);
    let pass = *Choices::new(&mut Unstructured::new(&bytes)).pick(&rows).ok_or(NO_STAGE)?;
    let members: Vec<usize> = stages.iter().filter(|(_, stage)| *stage == pass.stage).map(|(place, _)| *place).collect();
    let ask = |text: &[u8]| run_pass(&LLC_19, &hearing.setting, pass.name, text);
    let heard = batch.hear(&members, &ask)?;
    let refused = heard.refused.iter().map(|(member, objection)| (*member, batch.text(&[*member]), failure(pass, "refused", objection)));
    let mut parts: Vec<Part> = refused.collect();
    if let Some(print) = heard.print(batch, &ask) {
        parts.extend(printed(hearing, pass, &print)?);
    }
    Ok(sum(0, parts))
}

/// Keeps the choice of a pass apart from those of other oracles.
const SALT: u64 = 0x7061_7373_6573;

/// The verdict on each function that llc printed behind a pass.
fn printed(hearing: &Hearing, pass: &Pass, print: &str) -> Result<Vec<Part>, &'static str> {
    let (prints, unread) = Prints::of(print, &hearing.setting.triple);
    // One that we find invalid is one of which llc printed less than it knows: another oracle tells.
    let (batch, members) = (&prints.batch, prints.valid());
    let heard = batch.hear(&members, &|text| run_pass(&LLC_19, &hearing.setting, NO_PASS, text))?;
    let accepted = heard.accepted.iter().map(|member| (*member, String::new(), Verdict::Pass));
    let refused = heard.refused.iter().map(|(member, objection)| (*member, batch.text(&[*member]), failure(pass, "not-read", objection)));
    let unread = unread.iter().filter_map(|(place, errors)| {
        let (text, error) = (batch.functions()[*place], errors.first()?);
        let verdict = fail(LLC_PASSES.name, &LLC_19, "print-not-read", &element(pass, &around(text, error)), error.to_string());
        Some((*place, text.to_owned(), verdict))
    });
    Ok(accepted.chain(refused).chain(unread).collect())
}

/// What a pass does to the kinds of failures.
fn element(pass: &Pass, class: &str) -> String {
    format!("{}: {class}", pass.name)
}

/// Words of llc where a pass cannot do what it is asked, as instruction selection mostly cannot.
const GIVES_UP: [&str; 3] = ["unable to legalize", "unable to map", "cannot select"];

/// Skip reason: the pass says that it cannot do it.
const GAVE_UP: &str = "pass-gives-up";

fn failure(pass: &Pass, property: &'static str, objection: &Objection) -> Verdict {
    if matches!(objection, Objection::Refuses(message) if GIVES_UP.iter().any(|words| message.contains(words))) {
        return Verdict::Skip(GAVE_UP);
    }
    let mut verdict = objection.verdict(LLC_PASSES.name, &LLC_19, property, "");
    if let Verdict::Fail(failure) = &mut verdict {
        failure.signature.element = element(pass, &failure.signature.element);
    }
    verdict
}

#[cfg(test)]
mod tests {
    use super::super::Setting;
    use super::*;
    use crate::external::Answer;

    #[test]
    fn what_a_pass_leaves_that_we_do_not_read_is_told() {
        let case = Case::new(b"---\nname: f\nbody: |\n  bb.0:\n    RET64\n...\n");
        let Ok(hearing) = case.hearing() else {
            eprintln!("llc 19 is not installed");
            return;
        };
        let parts = printed(hearing, &PASSES[0], "---\nnam: f\n").unwrap();
        let [(_, _, Verdict::Fail(failure))] = &parts[..] else { panic!("{parts:?}") };
        assert_eq!(failure.signature.to_string(), "mir-llc-passes/print-not-read/legalizer: key-unknown nam llc-19");
        let parts = printed(
            hearing,
            &PASSES[0],
            "---\nname: f\nbody: |\n  bb.0:\n    RET64\n...\n---\nname: g\nbody: |\n  bb.0:\n    RET63\n...\n",
        );
        let failed: Vec<bool> = parts.unwrap().iter().map(|(_, _, verdict)| verdict.is_fail()).collect();
        assert_eq!(failed, [false], "the other breaks a rule of ours");
    }

    #[test]
    fn llc_has_every_pass() {
        if LLC_PASSES.needs.missing().is_some() {
            return;
        }
        for pass in PASSES {
            let (triple, line) = match pass.target {
                Some(Target::AArch64) => ("aarch64", "RET_ReallyLR"),
                _ => ("x86_64", "RET64"),
            };
            let module = format!("--- |\n  target triple = \"{triple}\"\n  define void @f() {{ ret void }}\n...\n");
            let case = Case::new(format!("{module}---\nname: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    {line}\n...\n").as_bytes());
            let answer = run_pass(&LLC_19, &Setting::of(&case), pass.name, case.bytes());
            assert!(matches!(answer, Ok(Answer::Accepts(_))), "{}: {answer:?}", pass.name);
        }
    }
}
