//! Compares the validator with the verdicts of the reference tools.
//!
//! A file counts as valid if bcdis, abicheck and the LLVM verifier all accept it. Files for which our verdict differs are in a table with
//! the reason; the tables are exact, so that a disagreement can neither appear nor disappear unnoticed.

#[path = "support/judged.rs"]
mod judged;

use irsmith_testdata::Data;
use judged::Judged;
use std::path::Path;

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        probes_are_judged_as_the_tools_judge_them,
        tests_of_llvm_are_judged_as_the_tools_judge_them,
        what_all_tools_but_an_incomplete_one_accept_is_valid,
        probes_break_the_rules_they_were_made_to_break,
        real_programs_are_valid,
        corrupt_programs_are_refused,
    ],
}

/// A file on which our verdict differs from that of the tools, and why.
type Disagreement = (&'static str, &'static str);

/// Exceptions for the probes: none.
const PROBES: &[Disagreement] = &[];
/// Exceptions for LLVM's and Subzero's tests: none.
const LLVM_TESTS: &[Disagreement] = &[];

fn probes(data: &Data) -> Vec<Judged> {
    let folder = data.path("pnacl/probes");
    let table = String::from_utf8(irsmith_testdata::read(&folder.join("verdicts.tsv"))).unwrap();
    let mut rows = table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let tools: Vec<&str> = rows.next().unwrap().skip(1).collect();
    let judged: Vec<Judged> = rows
        .map(|mut row| {
            let name = row.next().unwrap();
            Judged::new(name, &folder.join(format!("{name}.pexe")), &tools, row.map(str::to_string))
        })
        .collect();
    assert_eq!(judged.len(), 391);
    judged
}

fn llvm_tests(data: &Data) -> Vec<Judged> {
    let folder = data.path("pnacl/llvm-tests");
    let table = String::from_utf8(irsmith_testdata::read(&folder.join("INDEX.txt"))).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(' ').collect();
        let verdicts = fields[0].chars().map(String::from);
        Judged::new(fields[2], &folder.join(fields[2]), &["bcdis", "thaw", "abicheck", "subzero", "pnacl.c"], verdicts)
    };
    let judged: Vec<Judged> = table.lines().filter(|line| !line.starts_with('#')).map(row).collect();
    assert_eq!(judged.len(), 181);
    judged
}

/// Prints how often our verdict equals the joint verdict of `tools`, and checks the table of exceptions.
fn check(what: &str, judged: &[Judged], tools: &[&str], exceptions: &[Disagreement]) {
    let agrees = |file: &Judged| file.is_valid() == tools.iter().all(|tool| file.accepts(tool));
    let differing: Vec<&str> = judged.iter().filter(|file| !agrees(file)).map(|file| file.name.as_str()).collect();
    let valid = judged.iter().filter(|file| file.is_valid()).count();
    eprintln!("{what}: {valid} of {} valid, {} verdicts agree with {}", judged.len(), judged.len() - differing.len(), tools.join(" and "));
    let expected: Vec<&str> = exceptions.iter().map(|&(name, _)| name).collect();
    assert_eq!(differing, expected, "{what}: our verdict differs from that of {}", tools.join(" and "));
}

fn probes_are_judged_as_the_tools_judge_them(data: &Data) {
    check("probes", &probes(data), &["bcdis", "abicheck", "verifier"], PROBES);
}

fn tests_of_llvm_are_judged_as_the_tools_judge_them(data: &Data) {
    check("tests of LLVM and Subzero", &llvm_tests(data), &["bcdis", "abicheck"], LLVM_TESTS);
}

fn what_all_tools_but_an_incomplete_one_accept_is_valid(data: &Data) {
    let others = ["bcdis", "thaw", "abicheck", "verifier", "subzero"];
    for file in probes(data).iter().filter(|file| others.iter().all(|tool| file.accepts(tool))) {
        assert!(file.is_valid(), "{}: {:?}", file.name, file.errors);
    }
}

/// `probes.txt` lists the errors of each invalid probe, so that a probe rejected for a different reason fails the test.
fn probes_break_the_rules_they_were_made_to_break(data: &Data) {
    let judged = probes(data);
    let invalid = judged.iter().filter(|file| !file.is_valid());
    let found: String = invalid.map(|file| format!("{}: {}\n", file.name, file.errors.join(" "))).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes.txt");
    if std::env::var_os("IRSMITH_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = String::from_utf8(irsmith_testdata::read(&path)).unwrap();
    assert!(found == expected, "the errors differ from {}; IRSMITH_BLESS=1 writes them anew:\n{found}", path.display());
}

fn real_programs_are_valid(data: &Data) {
    let folder = data.path("pnacl/real");
    for name in ["bitcast", "fannkuchredux", "main", "mandelbrot", "nbody", "printf", "puts", "setjmp", "start"] {
        let file = Judged::new(name, &folder.join(format!("{name}.pexe")), &[], std::iter::empty());
        assert!(file.is_valid(), "{name}: {:?}", file.errors);
    }
}

fn corrupt_programs_are_refused(data: &Data) {
    let folder = data.path("pnacl/corrupt");
    for (name, rule) in [("1", "body-mismatch"), ("2", "abbreviation-form"), ("3", "count-mismatch")] {
        let file = Judged::new(name, &folder.join(format!("{name}.pexe")), &[], std::iter::empty());
        assert_eq!(file.errors, [rule], "{name}");
    }
}
