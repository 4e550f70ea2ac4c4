//! The targets as quickcheck properties: generated cases, shrunk by the reductions of the format.

use std::{
    fmt,
    sync::{LazyLock, Mutex},
};

use irsmith_fuzz::{Format, TARGETS};
use irsmith_oracles::Verdict;
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

/// A generated case of some format, as quickcheck needs it.
#[derive(Clone)]
struct Input {
    format: Format,
    bytes: Vec<u8>,
}

impl Arbitrary for Input {
    fn arbitrary(g: &mut Gen) -> Self {
        let format = *g.choose(Format::ALL).expect("there is a format");
        Input { format, bytes: format.generate(u64::arbitrary(g)) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let format = self.format;
        Box::new(format.reductions(&self.bytes).into_iter().map(move |bytes| Input { format, bytes }))
    }
}

/// quickcheck prints the listing of a failing case.
impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listing = self.format.list(&self.bytes);
        write!(f, "{} bytes of {:?}\n{}", self.bytes.len(), self.format, listing.unwrap_or_default())
    }
}

/// Cases of a property, for each format.
const CASES: usize = 200;

fn seeded() -> QuickCheck {
    QuickCheck::new().rng(Gen::from_size_and_seed(100, 7)).tests((CASES * Format::ALL.len()) as u64)
}

/// Runs every target that needs no process for a case, on the same cases of its format.
#[test]
fn targets_hold() {
    fn property(case: Input) -> TestResult {
        let mut failures = Vec::new();
        for target in TARGETS.iter().filter(|target| target.format == case.format && target.smoke_cases >= CASES) {
            target.run(&case.bytes, &mut |_, verdict| {
                if let Verdict::Fail(failure) = verdict {
                    failures.push(format!("{}: {}", target.name, failure.signature));
                }
            });
        }
        if failures.is_empty() { TestResult::passed() } else { TestResult::error(failures.join("; ")) }
    }
    seeded().quickcheck(property as fn(Input) -> TestResult);
}

/// A failing property is shrunk until no reduction of the case fails.
#[test]
fn a_failing_case_is_shrunk_by_the_reductions() {
    static SMALL: LazyLock<usize> = LazyLock::new(|| Format::ALL.iter().map(smallest_size).max().unwrap_or(0));
    static LAST: Mutex<Option<Input>> = Mutex::new(None);
    fn property(case: Input) -> bool {
        let fails = case.bytes.len() > *SMALL;
        if fails {
            *LAST.lock().unwrap() = Some(case);
        }
        !fails
    }
    assert!(seeded().quicktest(property as fn(Input) -> bool).is_err());
    let smallest = LAST.lock().unwrap().take().unwrap();
    assert!(smallest.format.reductions(&smallest.bytes).iter().all(|case| case.len() <= *SMALL));
}

/// Returns the size of a case that no reduction makes smaller.
fn smallest_size(format: &Format) -> usize {
    let mut case = format.generate(1);
    while let Some(smaller) = format.reductions(&case).into_iter().find(|smaller| smaller.len() < case.len()) {
        case = smaller;
    }
    case.len()
}
