//! The targets as quickcheck properties: generated cases, shrunk by the reductions of the format.

use std::{
    fmt,
    sync::{LazyLock, Mutex},
};

use irsmith_fuzz::{Format, TARGETS};
use irsmith_oracles::Verdict;
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

/// A generated case as quickcheck wants it.
#[derive(Clone)]
struct PnaclCase(Vec<u8>);

impl Arbitrary for PnaclCase {
    fn arbitrary(g: &mut Gen) -> Self {
        PnaclCase(Format::Pnacl.generate(u64::arbitrary(g)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let smaller = Format::Pnacl.reductions(&self.0);
        Box::new(smaller.into_iter().map(PnaclCase))
    }
}

/// What quickcheck prints of a case that fails: its listing.
impl fmt::Debug for PnaclCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listing = Format::Pnacl.list(&self.0);
        write!(f, "{} bytes\n{}", self.0.len(), listing.unwrap_or_default())
    }
}

/// Cases of a property.
const CASES: usize = 200;

fn seeded() -> QuickCheck {
    QuickCheck::new().rng(Gen::from_size_and_seed(100, 7)).tests(CASES as u64)
}

/// Every target whose format is [`Format::Pnacl`] and that needs no process for a case, on the same cases.
#[test]
fn pnacl_targets_hold() {
    fn property(case: PnaclCase) -> TestResult {
        let mut failures = Vec::new();
        for target in TARGETS.iter().filter(|target| target.format == Format::Pnacl && target.smoke_cases >= CASES) {
            target.run(&case.0, &mut |_, verdict| {
                if let Verdict::Fail(failure) = verdict {
                    failures.push(format!("{}: {}", target.name, failure.signature));
                }
            });
        }
        if failures.is_empty() { TestResult::passed() } else { TestResult::error(failures.join("; ")) }
    }
    seeded().quickcheck(property as fn(PnaclCase) -> TestResult);
}

/// A property that fails is shrunk until no reduction of the case fails.
#[test]
fn a_failing_case_is_shrunk_by_the_reductions() {
    static SMALL: LazyLock<usize> = LazyLock::new(smallest_size);
    static LAST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
    fn property(case: PnaclCase) -> bool {
        let fails = case.0.len() > *SMALL;
        if fails {
            *LAST.lock().unwrap() = case.0;
        }
        !fails
    }
    assert!(seeded().quicktest(property as fn(PnaclCase) -> bool).is_err());
    let smallest = LAST.lock().unwrap();
    assert!(Format::Pnacl.reductions(&smallest).iter().all(|case| case.len() <= *SMALL));
}

/// The size of a case that no reduction makes smaller.
fn smallest_size() -> usize {
    let mut case = Format::Pnacl.generate(1);
    while let Some(smaller) = Format::Pnacl.reductions(&case).into_iter().find(|smaller| smaller.len() < case.len()) {
        case = smaller;
    }
    case.len()
}
