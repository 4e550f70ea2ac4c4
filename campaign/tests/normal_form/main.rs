//! Many cases of one fault end in few files: the planted faults of `ci/minimize-bench`, a construct that the smallest case must still
//! contain.

mod alone;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::AtomicBool,
    thread,
};

use irsmith_campaign::{
    CampaignError,
    minimize::{Bounds, Checker, minimize},
};
use irsmith_fuzz::{Finding, Format, Profile, Provenance, Target};
use irsmith_oracles::{Failure, Signature};

/// A planted fault: a line of the listing must have all of some texts.
struct Fault {
    format: &'static Format,
    profile: Profile,
    name: &'static str,
    parts: &'static [&'static str],
}

impl Fault {
    fn is_in(&self, case: &[u8]) -> bool {
        let listing = self.format.list(case).unwrap_or_default();
        listing.lines().any(|line| self.parts.iter().all(|part| line.contains(part)))
    }
}

const fn fault(format: &'static Format, profile: Profile, name: &'static str, parts: &'static [&'static str]) -> Fault {
    Fault { format, profile, name, parts }
}

const DEBUGINFO: [Fault; 8] = [
    fault(&alone::DEBUGINFO, Profile::Portable, "call", &["OpFunctionCall"]),
    fault(&alone::DEBUGINFO, Profile::Portable, "addition", &["OpIAdd"]),
    fault(&alone::DEBUGINFO, Profile::Portable, "store", &["OpStore"]),
    fault(&alone::DEBUGINFO, Profile::Portable, "typedef", &["DebugTypedef"]),
    fault(&alone::DEBUGINFO, Profile::Portable, "load", &["OpLoad"]),
    fault(&alone::DEBUGINFO, Profile::Portable, "multiplication", &["OpIMul"]),
    fault(&alone::DEBUGINFO, Profile::Portable, "local variable", &["DebugLocalVariable"]),
    fault(&alone::DEBUGINFO, Profile::Portable, "expression", &["DebugExpression"]),
];
const MIR: [Fault; 6] = [
    fault(&alone::MIR, Profile::Plain, "addition", &[" = ", "G_ADD "]),
    fault(&alone::MIR, Profile::Plain, "store", &["G_STORE "]),
    fault(&alone::MIR, Profile::Plain, "memory operand", &[":: (load"]),
    fault(&alone::MIR, Profile::Plain, "block", &["  bb.1"]),
    fault(&alone::MIR, Profile::Plain, "load", &["G_LOAD "]),
    fault(&alone::MIR, Profile::Plain, "comparison", &["G_ICMP "]),
];
const PNACL: [Fault; 8] = [
    fault(&alone::PNACL, Profile::Plain, "store", &["store ", ";"]),
    fault(&alone::PNACL, Profile::Plain, "switch", &["switch "]),
    fault(&alone::PNACL, Profile::Plain, "call", &["call ", ";"]),
    fault(&alone::PNACL, Profile::Plain, "load", &["load ", ";"]),
    fault(&alone::PNACL, Profile::Plain, "phi", &["phi ", ";"]),
    fault(&alone::PNACL, Profile::Plain, "allocation", &["alloca "]),
    fault(&alone::PNACL, Profile::Plain, "comparison", &["icmp ", ";"]),
    fault(&alone::PNACL, Profile::Plain, "addition", &[" add ", ";"]),
];

/// Cases of each fault.
const CASES: usize = 20;

/// The seeds of cases among which are those.
const SEEDS: u64 = 3000;

/// The files in which they may end.
const FILES: usize = 2;

/// Fails on the cases that have a planted fault.
struct Planted<'a>(&'a Fault, &'a Target);

impl Checker for Planted<'_> {
    fn check(&mut self, case: &[u8], _: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        let failure = Failure { signature: Signature::new("planted", "has", self.0.name), evidence: String::new() };
        let failed = self.0.is_in(case).then(|| Finding::new(self.1, &failure, &Provenance::default()));
        Ok(Some(failed.into_iter().collect()))
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        Ok(BTreeSet::new())
    }
}

/// Returns the listings of the files in which cases of a fault end, each with the number of the cases.
fn ends(fault: &Fault) -> BTreeMap<Vec<u8>, usize> {
    let target = Target { name: "planted", ..Target::of(*fault.format) };
    let cases = (0..SEEDS).map(|seed| fault.format.generate_as(fault.profile, seed)).filter(|case| fault.is_in(case)).take(CASES);
    let mut ends = BTreeMap::new();
    for case in cases {
        let mut checker = Planted(fault, &target);
        let outcome = minimize(&target, &case, None, Bounds::default(), &mut checker, &AtomicBool::new(false), &mut ()).unwrap();
        *ends.entry(outcome.case).or_insert(0) += 1;
    }
    ends
}

fn end_in_few_files(faults: &[Fault]) {
    let found = thread::scope(|scope| {
        let runs: Vec<_> = faults.iter().map(|fault| scope.spawn(move || ends(fault))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect::<Vec<_>>()
    });
    let mut many = String::new();
    for (fault, ends) in faults.iter().zip(&found) {
        eprintln!("{} {}: {} files, of {:?} cases", fault.format.name(), fault.name, ends.len(), ends.values().collect::<Vec<_>>());
        if ends.len() > FILES || std::env::var_os("IRSMITH_SHOW_FORMS").is_some() {
            for (case, count) in ends {
                many += &format!("{}: {count} cases\n{}\n", fault.name, fault.format.list(case).unwrap_or_default());
            }
        }
    }
    assert!(many.is_empty(), "more than {FILES} files:\n{many}");
}

#[test]
fn cases_of_spirv_end_in_few_files() {
    end_in_few_files(&DEBUGINFO);
}

#[test]
fn cases_of_machine_ir_end_in_few_files() {
    end_in_few_files(&MIR);
}

#[test]
fn cases_of_pnacl_end_in_few_files() {
    end_in_few_files(&PNACL);
}
