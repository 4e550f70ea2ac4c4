//! Panics of irsmith's own generators, mutators and writers are findings, with the data that reproduces them.

use std::fs;

use irsmith_fuzz::{
    FileFormat, Format, Level, Mutator, Operation, Oracles, Pass, Profile, Provenance, Store, Target, Weight, expect_pass, mutate_in_place,
    splice_into, take_own_panics,
    worker::{Event, Executor, Job, StatusFile, StatusRecord},
};
use irsmith_oracles::{Check, Family, Needs, Oracle, Verdict};

/// Any bytes are a case. Mutating some of them panics.
struct Brittle;

/// Bytes on which the mutator, the splice and the generator panic.
const BAD: u8 = 0xbd;

impl FileFormat for Brittle {
    fn name(&self) -> &'static str {
        "brittle"
    }

    fn extension(&self) -> &'static str {
        "brittle"
    }

    fn oracles(&self) -> &'static dyn Oracles {
        &[FINE]
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Swarm]
    }

    fn generate(&self, _: Profile, seed: u64) -> Vec<u8> {
        assert_ne!(seed % 100, 99, "a seed that the generator does not survive");
        seed.to_le_bytes().to_vec()
    }

    fn mutate(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        assert!(!bytes.contains(&BAD), "a byte that the mutator does not survive");
        Some([bytes, &seed.to_le_bytes()].concat())
    }

    fn splice(&self, a: &[u8], b: &[u8], _: u32) -> Option<Vec<u8>> {
        assert!(!b.contains(&BAD), "a byte that the splice does not survive");
        Some([a, b].concat())
    }

    fn reductions(&self, _: &[u8]) -> Vec<Vec<u8>> {
        Vec::new()
    }

    fn passes(&self) -> Vec<Box<dyn Pass>> {
        Vec::new()
    }

    fn weigh(&self, _: &[u8], _: Level) -> Option<Weight> {
        None
    }

    fn rewrite(&self, _: &[u8], _: Level) -> Option<Vec<u8>> {
        None
    }

    fn list(&self, _: &[u8]) -> Option<String> {
        None
    }
}

const FINE: Oracle<Vec<u8>> =
    Oracle { name: "fine", family: Family::Robustness, about: "", floor: 0, needs: Needs::Nothing, check: Check::Whole(|_| Verdict::Pass) };

static TARGETS: &[Target] =
    &[Target { name: "brittle", oracles: &[FINE], byte_share: 0, record_share: 0, ..Target::of(Format::new(&Brittle)) }];

fn mutate(case: &[u8], seed: u32) -> Vec<u8> {
    let mut data = [case, &[0; 64]].concat();
    let max_size = data.len();
    let size = mutate_in_place(&TARGETS[0], Mutator::Structure, &mut data, case.len(), max_size, seed, |_, size, _| size);
    data.truncate(size);
    data
}

#[test]
fn a_worker_keeps_the_case_that_the_mutator_did_not_survive() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    StatusFile::prepare(&path("status_file"), 1024).unwrap();
    let provenance = Provenance { engine: "test".into(), seed: 3, date: "2025-12-31".into(), ..Provenance::default() };
    let job = serde_json::json!({
        "target": "brittle", "seed": 1, "runs": 10, "seconds": null, "mutator": "structure", "corpus": path("corpus"), "seeds": [],
        "reload": false, "distil": false, "max_len": 1024, "memory_mib": 1024, "parent": 0, "findings": path("findings"), "provenance": provenance,
        "status_file": path("status_file"), "scratch": path("scratch"), "quarantine": [],
    });
    let job: Job = serde_json::from_value(job).unwrap();
    let mut executor = Executor::new(job, TARGETS).unwrap();
    let bad = [b"before".as_slice(), &[BAD]].concat();
    for seed in 0..50 {
        let case = mutate(&bad, seed);
        assert!(executor.run(&case), "the case itself is fine");
    }
    let store = Store::open(&path("findings")).unwrap();
    let findings: Vec<_> = store.ids("brittle").into_iter().map(|id| store.finding("brittle", &id).unwrap()).collect();
    let kept = findings.iter().find(|finding| finding.element == "mutate").expect("the mutator panicked");
    let site = kept.site.as_deref().unwrap_or_default();
    assert_eq!(site, "fuzz/tests/own_panics.rs");
    assert_eq!(kept.signature, format!("own-code/panic/mutate @{site}"));
    assert!(kept.evidence.contains("a byte that the mutator does not survive") && kept.evidence.contains("seed "), "{}", kept.evidence);
    assert_eq!(fs::read(store.folder("brittle", &kept.id).join("case.brittle")).unwrap(), bad);
    // The evidence is enough to reproduce it.
    let seed = kept.evidence.split("seed ").nth(1).unwrap().split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap();
    assert_eq!(TARGETS[0].format.mutate(&bad, 1024, seed), None);
    assert_eq!(take_own_panics().len(), 1);
    // The supervisor sees the failure in the counts, like any other.
    let events = StatusRecord::read(&path("status_file")).unwrap().events;
    let counted = |event: &Event| matches!(event, Event::Fail { oracle, signature } if oracle == "own-code" && *signature == kept.id);
    assert!(events.keys().any(counted), "{events:?}");
}

#[test]
fn other_operations_are_reported_with_what_repeats_them() {
    let mut out = [0; 64];
    let spliced = (0..100).map(|seed| splice_into(&TARGETS[0], Mutator::Structure, b"a", &[BAD], &mut out, seed)).max();
    assert_eq!(spliced, Some(0));
    TARGETS[0].generate(199);
    let own = take_own_panics();
    let reported: Vec<_> = own.iter().map(|own| (own.operation, own.case.as_slice(), own.seed, own.settings.as_str())).collect();
    assert_eq!(reported.len(), 2, "{reported:?}");
    assert!(reported[0].0 == Operation::Splice && reported[0].1 == b"a" && reported[0].2.is_some(), "{reported:?}");
    assert_eq!(own[0].other.as_deref(), Some(&[BAD][..]));
    assert_eq!(reported[1], (Operation::Generate, &b""[..], None, "profile swarm, seed 199"));
}

/// Engines with only one way to report a failure report this too, with the case.
#[test]
fn other_engines_die_of_them() {
    expect_pass(&TARGETS[0], b"fine");
    assert!(TARGETS[0].format.mutate(&[BAD, 1], 64, 5).is_none());
    let message = std::panic::catch_unwind(|| expect_pass(&TARGETS[0], b"fine")).unwrap_err();
    let message = message.downcast_ref::<String>().unwrap();
    assert!(message.contains("own-code/panic/mutate @") && message.contains("hexadecimal: bd01"), "{message}");
    expect_pass(&TARGETS[0], b"fine");
}
