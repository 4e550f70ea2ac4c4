//! A format that the library does not know: lines of numbers. Engines and the minimizer handle it like their own formats.

use std::{fmt::Write, ops::Range, sync::atomic::AtomicBool, time::Duration};

use irsmith_campaign::{
    CampaignError,
    minimize::{Bounds, InProcess, Observer, minimize},
};
use irsmith_fuzz::{
    FileFormat, Finding, Format, Kept, Level, Mutator, Operation, Oracles, Pass, Profile, Provenance, Rng, Store, Target, Weight,
    mutate_in_place, splice_into,
};
use irsmith_oracles::{Check, Failure, Family, Needs, Oracle, Signature, Verdict};

use crate::targets::{isolated_from, provenance, smallest_of};

/// The format, with the passes of its minimizer.
#[derive(Debug)]
pub(crate) struct Numbers(pub(crate) fn() -> Vec<Box<dyn Pass>>);

/// Removes numbers.
#[derive(Debug)]
pub(crate) struct Remove;

/// A number on which the writer panics.
const BRITTLE: u32 = 4_000_000_000;

/// A number on which the mutator panics, for one seed in eight.
const STIFF: u32 = 3_999_999_999;

/// A number with which other people judge a case: they accept those with [`ACCEPTED`].
const JUDGED: u32 = 3000;
const ACCEPTED: u32 = 5;

/// Numbers of which the one below, and that below it, are other forms, if they come first.
const FORMS: Range<u32> = 4001..5000;

/// A number that has a larger form: two of the number below it.
const LARGER: Range<u32> = 5001..6000;

/// A case as its oracles see it: the numbers, if the bytes are numbers.
#[derive(Debug)]
struct Case(Option<Vec<u32>>);

impl From<&[u8]> for Case {
    fn from(bytes: &[u8]) -> Self {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.ends_with('\n'));
        Self(text.and_then(|text| text.lines().map(|line| line.parse().ok()).collect()))
    }
}

pub(crate) fn read(bytes: &[u8]) -> Option<Vec<u32>> {
    Case::from(bytes).0
}

pub(crate) fn write(numbers: &[u32]) -> Vec<u8> {
    let mut text = String::new();
    for number in numbers {
        writeln!(text, "{number}").unwrap();
    }
    text.into_bytes()
}

impl FileFormat for Numbers {
    fn name(&self) -> &'static str {
        "numbers"
    }

    fn extension(&self) -> &'static str {
        "numbers"
    }

    fn oracles(&self) -> &'static dyn Oracles {
        &[SMALL, PANICS]
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Swarm]
    }

    fn generate(&self, _: Profile, seed: u64) -> Vec<u8> {
        let mut rng = Rng::new(seed);
        let numbers: Vec<u32> = (0..20).map(|_| rng.draw() as u32 % 2000).collect();
        write(&numbers)
    }

    fn mutate(&self, bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
        let mut numbers = read(bytes)?;
        assert!(seed % 8 != 3 || !numbers.contains(&STIFF), "a number that the mutator does not survive");
        numbers.push(seed % 2000);
        Some(write(&numbers))
    }

    fn splice(&self, a: &[u8], b: &[u8], _: u32) -> Option<Vec<u8>> {
        Some(write(&[read(a)?, read(b)?].concat()))
    }

    fn reductions(&self, _: &[u8]) -> Vec<Vec<u8>> {
        Vec::new()
    }

    fn alternatives(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        match read(bytes).as_deref() {
            Some([first, rest @ ..]) if FORMS.contains(first) => [1, 2].map(|less| write(&[&[first - less], rest].concat())).to_vec(),
            _ => Vec::new(),
        }
    }

    fn accepted_by_others(&self, bytes: &[u8]) -> Option<bool> {
        let numbers = read(bytes)?;
        numbers.contains(&JUDGED).then(|| numbers.contains(&ACCEPTED))
    }

    fn repaired(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        read(bytes).map(|numbers| write(&[numbers, vec![ACCEPTED]].concat())).into_iter().collect()
    }

    fn enlarged(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        match read(bytes).as_deref() {
            Some([first, rest @ ..]) if LARGER.contains(first) => vec![write(&[&[first - 1, first - 1], rest].concat())],
            _ => Vec::new(),
        }
    }

    fn passes(&self) -> Vec<Box<dyn Pass>> {
        (self.0)()
    }

    fn weigh(&self, bytes: &[u8], level: Level) -> Option<Weight> {
        let numbers = read(bytes)?;
        let sum = numbers.iter().map(|number| u128::from(*number)).sum();
        Some(Weight { level, content: numbers.len() as u64, encoding: 0, bytes: bytes.len(), sum })
    }

    fn rewrite(&self, bytes: &[u8], _: Level) -> Option<Vec<u8>> {
        let numbers = read(bytes)?;
        assert!(!numbers.contains(&BRITTLE), "a number that the writer does not survive");
        Some(write(&numbers))
    }

    fn list(&self, bytes: &[u8]) -> Option<String> {
        read(bytes).map(|numbers| format!("{numbers:?}"))
    }
}

impl Pass for Remove {
    fn name(&self) -> &'static str {
        "remove numbers"
    }

    fn level(&self) -> Level {
        Level::Model
    }

    fn count(&self, case: &[u8]) -> usize {
        read(case).map_or(0, |numbers| numbers.len())
    }

    fn apply(&self, case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
        let mut numbers = read(case)?;
        let end = range.end.min(numbers.len());
        numbers.drain(range.start.min(end)..end);
        Some(write(&numbers)).filter(|smaller| smaller != case)
    }
}

const fn oracle(name: &'static str, check: fn(&Case) -> Verdict) -> Oracle<Case> {
    Oracle { name, family: Family::Robustness, about: "", floor: 0, needs: Needs::Nothing, check: Check::Whole(check) }
}

const SMALL: Oracle<Case> = oracle("small", |case| match &case.0 {
    None => Verdict::Skip("unreadable"),
    Some(numbers) if numbers.iter().any(|number| *number > 1000) => Verdict::fail("small", "large", "number", "more than 1000"),
    Some(_) => Verdict::Pass,
});

const PANICS: Oracle<Case> = oracle("panics", |case| match &case.0 {
    Some(numbers) if numbers.contains(&7) => panic!("a seven"),
    _ => Verdict::Pass,
});

const FORMAT: Format = Format::new(&Numbers(|| vec![Box::new(Remove)]));

/// The target, also for checking processes.
pub(crate) const NUMBERS: Target = Target { name: "numbers", oracles: &[SMALL, PANICS], byte_share: 0, ..Target::of(FORMAT) };

static TARGET: Target = NUMBERS;

/// A generated case with a number above 1000.
fn large() -> Vec<u8> {
    let large = |case: &Vec<u8>| read(case).unwrap().iter().any(|number| *number > 1000);
    (0..).map(|seed| TARGET.generate(seed)).find(large).unwrap()
}

#[test]
fn its_oracles_judge_its_cases() {
    let signatures = |case: &[u8]| {
        let mut signatures = Vec::new();
        TARGET.run(case, &mut |oracle, verdict| match verdict {
            Verdict::Fail(failure) => signatures.push(failure.signature.to_string()),
            verdict => signatures.push(format!("{oracle}: {verdict:?}")),
        });
        signatures
    };
    assert_eq!(signatures(b"no"), ["small: Skip(\"unreadable\")", "panics: Pass"]);
    let bad = signatures(b"7\n1001\n");
    assert!(bad[0] == "small/large/number" && bad[1].starts_with("panics/panic/process @"), "{bad:?}");
    assert_eq!(FORMAT.oracles().listed().iter().map(|oracle| oracle.name).collect::<Vec<_>>(), ["small", "panics"]);
}

#[test]
fn engines_change_and_cross_its_cases() {
    let case = large();
    let mut data = case.clone();
    data.resize(4096, 0);
    let size = mutate_in_place(&TARGET, Mutator::Structure, &mut data, case.len(), 4096, 5, |_, _, _| panic!("no bytes need to change"));
    assert!(read(&data[..size]).is_some() && data[..size] != case);
    let mut crossed = [0; 4096];
    let size = (0..100).map(|seed| splice_into(&TARGET, Mutator::Structure, &case, b"1\n", &mut crossed, seed)).find(|size| *size > 0);
    assert_eq!(crossed[..size.unwrap()], [&case[..], b"1\n"].concat());
    assert_eq!(FORMAT.mutate(&case, case.len(), 1), None, "a case that is too large");
}

#[test]
fn its_cases_are_minimized_and_kept_under_its_names() {
    let outcome = smallest_of(&TARGET, &large());
    assert_eq!(outcome.finding.signature, "small/large/number");
    assert!(read(&outcome.case).is_some_and(|numbers| numbers.len() == 1 && numbers[0] > 1000), "{:?}", outcome.case);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let failure = Failure { signature: Signature::new("small", "large", "number"), evidence: String::new() };
    assert_eq!(store.keep(&TARGET, b"1001\n", &failure, &provenance()).unwrap(), Kept::New);
    let folder = store.folder("numbers", &store.ids("numbers")[0]);
    assert!(folder.join("case.numbers").is_file());
    assert!(std::fs::read_to_string(folder.join("listing.txt")).unwrap().contains("[1001]"));
}

#[test]
fn a_result_is_valid_for_others_where_a_form_of_it_is() {
    // Valid from the beginning, or in the end, although an invalid case would be smaller.
    for case in [format!("1\n{JUDGED}\n{ACCEPTED}\n2\n"), format!("{JUDGED}\n1\n2\n")] {
        let outcome = smallest_of(&TARGET, case.as_bytes());
        assert_eq!(read(&outcome.case).unwrap(), [JUDGED, ACCEPTED]);
    }
    // Where others do not judge, nothing is added.
    assert_eq!(read(&smallest_of(&TARGET, b"1\n1500\n").case).unwrap(), [1500]);
}

/// A panic of our own code during minimization is a separate finding, and the minimization continues.
#[test]
fn panics_of_our_own_code_are_reported() {
    #[derive(Default)]
    struct Others(Vec<(Vec<u8>, String)>);
    impl Observer for Others {
        fn failed_differently(&mut self, case: &[u8], finding: &Finding) {
            self.0.push((case.to_vec(), finding.signature.clone()));
        }
    }
    let case = format!("1\n{BRITTLE}\n2\n").into_bytes();
    let mut checker = InProcess::new(&TARGET, provenance());
    let mut others = Others::default();
    let outcome = minimize(&TARGET, &case, None, Bounds::default(), &mut checker, &AtomicBool::new(false), &mut others).unwrap();
    assert_eq!(outcome.finding.signature, "small/large/number");
    assert!(outcome.case.len() < case.len(), "{:?}", outcome.case);
    let [(kept, signature)] = others.0.as_slice() else { panic!("{:?}", others.0) };
    assert_eq!(*kept, case);
    assert!(signature.starts_with("own-code/panic/rewrite @"), "{signature}");
}

/// A panic of the mutator is minimized like any other failure: the mutator runs on candidates in place of the target.
#[test]
fn panics_of_the_mutator_are_minimized() {
    let case = [large(), format!("{STIFF}\n").into_bytes(), large()].concat();
    // On smaller cases the seed of the mutation must differ; nearby seeds are tried too.
    let provenance = Provenance { change: Some(1), ..provenance() };
    let mut checker = isolated_from(&TARGET, Duration::from_secs(20), provenance);
    checker.repeat(Operation::Mutate, "no other case".into());
    let stop = AtomicBool::new(false);
    let outcome = minimize(&TARGET, &case, None, Bounds::default(), &mut checker, &stop, &mut ()).unwrap();
    assert!(outcome.finding.signature.starts_with("own-code/panic/mutate @"), "{}", outcome.finding.signature);
    assert_eq!(read(&outcome.case), Some(vec![STIFF]));
    let seed = outcome.finding.change.unwrap();
    assert_eq!(seed % 8, 3);
    assert_eq!(FORMAT.mutate(&outcome.case, usize::MAX, seed), None);
    // If the mutator does not panic, there is nothing to minimize.
    let passes = minimize(&TARGET, &large(), None, Bounds::default(), &mut checker, &stop, &mut ());
    assert!(matches!(passes, Err(CampaignError::Passes { .. })), "{passes:?}");
}
