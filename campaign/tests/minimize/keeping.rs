//! What minimization keeps: the signature, validity, other findings, and at any time the best case.

use std::{
    cell::Cell,
    collections::BTreeSet,
    fs,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use irsmith_campaign::{
    CampaignError,
    minimize::{Bounds, Checker, Ending, InProcess, Observer, OtherFailures, Parallel, Resumed, Status, minimize},
};
use irsmith_fuzz::{Finding, Format, Level, Target};
use irsmith_oracles::{Failure, Signature, pnacl::Case};
use irsmith_pnacl::{Global, Initializer, Module};

use crate::targets::{COUNTED, bounded, case_with, has_store, isolated, module, provenance, signatures, smallest, store_and_load, target};

#[test]
fn a_fault_in_stores_needs_little_more_than_a_store() {
    for seed in [1, 100, 200] {
        let case = case_with(has_store, seed);
        let outcome = smallest("stores", &case);
        assert_eq!((outcome.finding.signature.as_str(), outcome.ending), ("stores/found/instruction", Ending::Complete));
        assert_eq!((outcome.bytes_before, outcome.note().bytes), (case.len(), outcome.case.len()));
        assert!(has_store(&Case::new(&outcome.case)));
        let module = module(&outcome.case);
        let bodies: Vec<_> = module.functions.iter().filter_map(|function| function.body.as_ref()).collect();
        // A valid module also contains its start function.
        assert!(module.globals.is_empty() && bodies.len() <= 2, "{module:#?}");
        assert!(bodies.iter().map(|body| body.instructions.len()).sum::<usize>() <= 4, "{module:#?}");
        assert!(outcome.case.len() < 160, "{} bytes\n{module:#?}", outcome.case.len());
    }
}

#[test]
fn valid_cases_stay_valid() {
    let case = case_with(has_store, 300);
    assert_eq!(Format::PNACL.weigh(&case, Level::Valid).level, Level::Valid);
    assert_eq!(Format::PNACL.weigh(&smallest("stores", &case).case, Level::Valid).level, Level::Valid);
}

#[test]
fn the_same_case_gives_the_same_result_and_another_pass_finds_nothing() {
    let case = case_with(has_store, 7);
    let (first, second) = (smallest("stores", &case), smallest("stores", &case));
    assert_eq!((&first.case, first.checks, &first.passes), (&second.case, second.checks, &second.passes));
    assert_eq!(smallest("stores", &first.case).case, first.case);
}

#[test]
fn several_jobs_give_the_result_of_one() {
    for (name, has) in [("stores", has_store as fn(&Case) -> bool), ("twofold", store_and_load)] {
        let case = case_with(has, 7);
        let one = smallest(name, &case);
        for jobs in [2, 5] {
            let checker = || InProcess::new(target(name), provenance());
            let mut checkers = Parallel::new(checker(), (1..jobs).map(|_| checker()).collect());
            let stop = AtomicBool::new(false);
            let several = minimize(target(name), &case, None, Bounds::default(), &mut checkers, &stop, &mut ()).unwrap();
            assert_eq!((&several.case, several.checks, &several.passes), (&one.case, one.checks, &one.passes), "{jobs} jobs");
        }
    }
}

#[test]
fn an_interrupted_minimization_goes_on_to_the_same_result() {
    // The second depends on what the case draws.
    goes_on("stores", 7);
    for seed in [1, 7, 100, 200] {
        goes_on("draws", seed);
    }
}

fn goes_on(name: &str, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("small.pexe");
    let checks_file = folder.path().join("small.pexe.checks");
    let case = case_with(has_store, seed);
    let whole = smallest(name, &case);
    let resumed = |about: &str| Resumed::new(InProcess::new(target(name), provenance()), &out, &case, about.to_owned());
    let run = |checks: Option<u64>| {
        let mut checker = resumed(name);
        let bounds = Bounds { checks: checks.map(|checks| checks + checker.known()), ..Bounds::default() };
        let stop = AtomicBool::new(false);
        let outcome = minimize(target(name), &case, None, bounds, &mut checker, &stop, &mut ()).unwrap();
        let reused = checker.reused();
        if outcome.ending == Ending::Complete {
            checker.finish();
        }
        (outcome, reused)
    };
    let third = whole.checks / 3;
    assert!(third > 10, "{third}");
    let (first, reused) = run(Some(third));
    assert_eq!((first.ending, first.checks, reused), (Ending::Checks, third, 0));
    // The process ends while it writes a line, here that of the result without the draws of the case.
    let text = fs::read(&checks_file).unwrap();
    fs::write(&checks_file, &text[..text.len() - 5]).unwrap();
    // The first check, of the case itself, always runs.
    assert_eq!(resumed(name).known(), third - 1);
    assert_eq!(resumed("another target").known(), 0);
    let (second, reused) = run(Some(third));
    assert_eq!((second.ending, reused), (Ending::Checks, third - 1));
    let (last, reused) = run(None);
    assert_eq!((&last.case, last.checks, &last.passes), (&whole.case, whole.checks, &whole.passes));
    assert!(reused > third && !checks_file.exists(), "{reused}");
}

/// Fails on the cases that the function accepts, but on no other form of a case; checks are slow.
struct Slow<'a>(&'a Target, fn(&[u8]) -> bool, &'a Cell<bool>);

impl Checker for Slow<'_> {
    fn check(&mut self, case: &[u8], _: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        let failure = Failure { signature: Signature::new("slow", "has", "it"), evidence: String::new() };
        let fails = (self.1)(case) && !self.2.get();
        Ok(Some(if fails { vec![Finding::new(self.0, &failure, &provenance())] } else { Vec::new() }))
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        Ok(BTreeSet::new())
    }

    fn is_slow(&self) -> bool {
        true
    }
}

/// Tells whether the next candidate is another form.
struct Forms<'a>(&'a Cell<bool>);

impl Observer for Forms<'_> {
    fn checking(&mut self, status: &Status) {
        self.0.set(status.pass == "normal form");
    }
}

#[test]
fn the_normal_form_takes_few_slow_checks_and_no_large_case() {
    let run = |format: Format, case: &[u8], fails: fn(&[u8]) -> bool| {
        let (target, is_form, stop) = (Target { name: "slow", ..Target::of(format) }, Cell::new(false), AtomicBool::new(false));
        let mut checker = Slow(&target, fails, &is_form);
        minimize(&target, case, None, Bounds::default(), &mut checker, &stop, &mut Forms(&is_form)).unwrap()
    };
    // Little is left for passes to try. No validator accepts it, so none is asked about each candidate.
    let text = b"---\nname: a\nbody: |\n  bb.0:\n    %1:_(s64) = G_ADD %0(s64), %0(s64)\n...\n";
    let outcome = run(Format::MIR, text, |case| case.windows(5).any(|word| word == b"G_ADD"));
    let forms: u64 = outcome.passes.iter().filter(|report| report.pass == "normal form").map(|report| report.checks).sum();
    // The case itself is the first.
    let passes = outcome.checks - 1 - forms;
    assert!((3..=48).contains(&forms), "{forms} beside {passes}");
    let long = |case: &[u8]| case.len() > 4200;
    // Large, of few things.
    let global = Global { initializers: vec![Initializer::Data(vec![0; 4300])], ..Global::default() };
    let case = Module { globals: vec![global], ..Module::default() }.write().unwrap();
    let outcome = run(Format::PNACL, &case, long);
    assert!(long(&outcome.case) && outcome.passes.iter().all(|report| report.pass != "normal form"), "{:?}", outcome.passes);
}

#[test]
fn all_encodings_of_a_case_end_in_one_file() {
    let case = case_with(has_store, 7);
    let spelled_out = Format::PNACL.passes().iter().find(|pass| pass.name() == "spell records out").unwrap().apply(&case, 0..usize::MAX);
    let spelled_out = spelled_out.expect("the canonical writer uses abbreviations");
    assert_ne!(spelled_out.len(), case.len());
    assert_eq!(smallest("stores", &spelled_out).case, smallest("stores", &case).case);
}

#[test]
fn cases_of_one_fault_end_in_files_of_much_the_same_size() {
    let sizes: Vec<usize> = (0..8).map(|seed| smallest("stores", &case_with(has_store, seed * 50)).case.len()).collect();
    let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
    assert!(*most < 160 && *most <= 2 * least, "{sizes:?}");
}

#[test]
fn a_panic_keeps_its_site_while_its_message_changes() {
    let outcome = smallest("panics", &case_with(has_store, 1));
    assert_eq!(outcome.finding.signature, "panics/panic/process @campaign/tests/minimize/targets.rs");
    assert!(outcome.finding.evidence.contains(&format!("a file of {} bytes", outcome.case.len())));
    assert!(outcome.case.len() < 160);
}

/// Collects the reports to an observer.
#[derive(Default)]
struct Reported {
    sizes: Vec<usize>,
    others: Vec<(Vec<u8>, String)>,
}

impl Observer for Reported {
    fn improved(&mut self, case: &[u8], status: &Status) {
        assert_eq!(case.len(), status.bytes);
        self.sizes.push(case.len());
    }

    fn failed_differently(&mut self, case: &[u8], finding: &Finding) {
        self.others.push((case.to_vec(), finding.signature.clone()));
    }
}

#[test]
fn a_candidate_that_fails_differently_is_reported_and_not_kept() {
    let case = case_with(store_and_load, 1);
    let mut reported = Reported::default();
    let outcome = bounded("twofold", &case, None, Bounds::default(), &mut reported).unwrap();
    assert_eq!(outcome.finding.signature, "twofold/both/instruction");
    assert!(store_and_load(&Case::new(&outcome.case)));
    assert_eq!(reported.sizes.last(), Some(&outcome.case.len()));
    assert!(!reported.others.is_empty());
    for (case, signature) in &reported.others {
        assert_eq!(signature, "twofold/alone/instruction");
        assert!(has_store(&Case::new(case)) && !store_and_load(&Case::new(case)));
    }
}

#[test]
fn others_become_findings_once_and_then_only_smaller() {
    let folder = tempfile::tempdir().unwrap();
    let findings = folder.path().join("findings");
    let mut others = OtherFailures::new(findings.clone(), target("twofold"));
    assert!(!findings.exists(), "made for nothing");
    let mut reported = Reported::default();
    bounded("twofold", &case_with(store_and_load, 1), None, Bounds::default(), &mut reported).unwrap();
    let finding = &bounded("twofold", &reported.others[0].0, None, Bounds { checks: Some(1), time: None }, &mut ()).unwrap().finding;
    for (case, _) in &reported.others {
        others.keep(case, finding);
    }
    assert_eq!(others.new_findings(), 1);
    let kept = fs::read(findings.join("twofold").join(&finding.id).join("case.pexe")).unwrap();
    assert_eq!(Some(kept.len()), reported.others.iter().map(|(case, _)| case.len()).min());
}

#[test]
fn only_the_oracle_that_failed_runs_on_candidates() {
    let outcome = smallest("counted", &case_with(has_store, 1));
    assert!(outcome.checks > 20);
    assert_eq!(COUNTED.load(Ordering::Relaxed), 1, "the check of the original case");
}

/// Without the draws of the original case, a candidate in sixteen would be accepted.
#[test]
fn candidates_draw_what_the_original_case_drew() {
    for seed in [1, 100, 200] {
        let case = case_with(has_store, seed);
        let outcome = smallest("draws", &case);
        assert!(outcome.case.len() < 160, "{} bytes", outcome.case.len());
        let mut checker = InProcess::new(target("draws"), provenance());
        checker.set_draws(outcome.draws);
        assert_eq!(signatures(&mut checker, &outcome.case), [outcome.finding.signature]);
        assert!(outcome.draws.is_none_or(|draws| draws == irsmith_oracles::draws_of(&case)));
    }
}

#[test]
fn the_signature_to_keep_can_be_chosen() {
    let case = case_with(store_and_load, 1);
    let chosen = |text| bounded("both", &case, text, Bounds::default(), &mut ()).map(|outcome| outcome.finding.signature);
    assert_eq!(chosen(None).unwrap(), "loads/found/instruction");
    assert_eq!(chosen(Some("stores")).unwrap(), "stores/found/instruction");
    let error = chosen(Some("branches")).unwrap_err().to_string();
    assert_eq!(error, "nothing to minimize: no signature contains \"branches\"; the first is loads/found/instruction");
}

#[test]
fn a_case_that_passes_is_refused() {
    let outcome = bounded("stores", b"nothing", None, Bounds::default(), &mut ());
    assert!(matches!(outcome, Err(CampaignError::Passes { target: "stores" })));
}

/// If every oracle skips a case, nothing is known about it; in particular, it does not pass.
#[test]
fn a_case_that_every_oracle_skips_does_not_pass() {
    let said = |error: CampaignError| error.to_string();
    let outcome = bounded("skips", b"nothing", None, Bounds::default(), &mut ());
    assert_eq!(outcome.map_err(said).unwrap_err(), "nothing to minimize: every oracle of skips skips (another, no-reason)");
    let mut checker = isolated("skips", Duration::from_secs(20));
    let outcome = minimize(target("skips"), b"nothing", None, Bounds::default(), &mut checker, &AtomicBool::new(false), &mut ());
    assert_eq!(outcome.map_err(said).unwrap_err(), "nothing to minimize: every oracle of skips skips (another, no-reason)");
}

#[test]
fn any_bytes_can_be_minimized() {
    let garbage: Vec<u8> = (0..2000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let pexe = case_with(has_store, 1);
    for noise in [&garbage, &pexe] {
        let case = [&noise[..noise.len() / 2], b"boom", &noise[noise.len() / 2..]].concat();
        assert_eq!(smallest("boom", &case).case, b"boom");
    }
}

#[test]
fn what_only_the_encoding_shows_is_kept() {
    let case = case_with(has_store, 1);
    let stream = irsmith_pnacl::Stream::read(&case, &irsmith_pnacl::Limits::default()).unwrap();
    let mut wide = stream.clone();
    if let irsmith_pnacl::stream::ItemKind::Enter { width, .. } = &mut wide.items_mut()[0].kind {
        *width = 12;
    }
    let case = wide.write().unwrap();
    let outcome = smallest("encoding", &case);
    assert_eq!(outcome.finding.signature, "encoding/found/width");
    assert!(outcome.case.len() < 40, "{} bytes", outcome.case.len());
}

#[test]
fn bounds_end_it_with_the_best_case_so_far() {
    let case = case_with(has_store, 1);
    let complete = smallest("stores", &case);
    let mut size = case.len();
    for checks in [1, 10, 20] {
        let outcome = bounded("stores", &case, None, Bounds { checks: Some(checks), time: None }, &mut ()).unwrap();
        assert_eq!((outcome.checks, outcome.ending), (checks, Ending::Checks));
        assert!(has_store(&Case::new(&outcome.case)) && outcome.case.len() <= size);
        assert!(outcome.case.len() >= complete.case.len());
        size = outcome.case.len();
    }
    let no_time = Bounds { checks: None, time: Some(Duration::ZERO) };
    assert_eq!(bounded("stores", &case, None, no_time, &mut ()).unwrap().ending, Ending::Time);
}

#[test]
fn an_interruption_keeps_the_best_case_so_far() {
    /// Interrupts after some improvements.
    struct Interrupt<'a>(&'a AtomicBool, Reported);
    impl Observer for Interrupt<'_> {
        fn improved(&mut self, case: &[u8], status: &Status) {
            self.1.improved(case, status);
            self.0.store(self.1.sizes.len() == 5, Ordering::Relaxed);
        }
    }
    let stop = AtomicBool::new(false);
    let mut interrupt = Interrupt(&stop, Reported::default());
    let mut checker = InProcess::new(target("stores"), provenance());
    let case = case_with(has_store, 1);
    let outcome = minimize(target("stores"), &case, None, Bounds::default(), &mut checker, &stop, &mut interrupt).unwrap();
    assert_eq!(outcome.ending, Ending::Interrupted);
    assert_eq!(interrupt.1.sizes.len(), 5);
    assert_eq!(outcome.case.len(), *interrupt.1.sizes.last().unwrap());
    assert!(has_store(&Case::new(&outcome.case)));
}
