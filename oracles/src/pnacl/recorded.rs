//! Recorded files mean what is recorded of them: the records that llvm-bcanalyzer reads, the rows of the manual's listings, and the results
//! that lli computes. The programs are as the canonical writer writes them, so their models are written as the same bytes.
//! Calls that trap or meet undefined behaviour end as recorded.
//!
//! A reader and a writer, or a printer and a parser, that are wrong alike agree with one another; they disagree with these facts. Each case
//! checks a few of them, so that fuzzing sees such a mistake as soon as the tests do.

use irsmith_pnacl::interpret::{Bits, Budget, End, Machine, Options, Program};
use irsmith_pnacl::stream::ItemKind;
use irsmith_pnacl::{Limits, Module, Stream, text, validate};
use std::sync::LazyLock;

use super::{Case, Oracle, recorded_ends};
use crate::recorded::some_of;
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const RECORDED: Oracle = Oracle {
    name: "recorded",
    family: Family::Agreement,
    about: "recorded files have the records, listings, validity and results that other programs and the manual give them",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// A file and one of its texts.
type Fact = (&'static str, &'static [u8], &'static str);

macro_rules! facts {
    ($folder:literal: $($name:literal)*) => {
        &[$((
            $name,
            include_bytes!(concat!("../../../corpora/pnacl/seeds/", $name, ".pexe")),
            include_str!(concat!("../../../corpora/conformance/pnacl/", $folder, "/", $name, ".txt")),
        )),*]
    };
}

/// Files with the records that llvm-bcanalyzer reads.
const RECORDS: &[Fact] = facts!("records":
    "program-00" "program-01" "program-02" "program-03" "program-04" "program-05" "program-06" "program-07" "program-08" "program-09"
    "program-10" "program-11" "rows-010" "rows-024");

/// Files with their listings. A test of the format compares those of the manual with the rows that the manual shows.
const LISTINGS: &[Fact] = facts!("listings":
    "manual-0461" "manual-0871" "manual-1121" "manual-1359" "manual-1571" "manual-1770" "manual-2030" "manual-2307" "manual-2407"
    "manual-3743" "manual-4473" "manual-4739" "manual-5026" "program-05" "rows-010");

/// Functions, and the results that lli computes for the same functions in LLVM's language.
const FUNCTIONS: &str = include_str!("../../../corpora/conformance/pnacl/functions.pnaclasm");
const RESULTS: &str = include_str!("../../../corpora/conformance/pnacl/results.tsv");

/// The program of [`FUNCTIONS`]; or its element, and why there is none.
static PROGRAM: LazyLock<Result<Program, (&'static str, String)>> = LazyLock::new(|| {
    let bytes = text::assemble(FUNCTIONS).map_err(|error| ("assembler", error.to_string()))?;
    let module = Module::read(&bytes, &Limits::default()).map_err(|error| ("reader", error.to_string()))?;
    Program::new(&module, &Options::default()).map_err(|error| ("program", error.to_string()))
});

/// Results and ends that each case checks.
const RESULTS_OF_CASE: usize = 8;
const ENDS_OF_CASE: usize = 16;

fn check(case: &Case) -> Outcome {
    // Any bytes could choose facts, but unreadable ones are not worth keeping for this.
    case.stream_or_skip()?;
    let draws = case.choices(SALT);
    let number = |at: usize, below: usize| usize::from(draws[at]) % below;
    records(&RECORDS[number(0, RECORDS.len())])?;
    listing(&LISTINGS[number(1, LISTINGS.len())])?;
    let rows = RESULTS.lines().filter(|row| !row.starts_with('#'));
    some_of(rows, &draws[2..], RESULTS_OF_CASE).try_for_each(result)?;
    some_of(recorded_ends::calls(), &draws[4..], ENDS_OF_CASE).try_for_each(recorded_ends::judge)?;
    Ok(())
}

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x0066_6163_7473;

fn read(name: &'static str, bytes: &[u8]) -> Result<Stream, Fault> {
    Stream::read(bytes, &Limits::default()).map_err(|error| Fault::new("refused", name, error.to_string()))
}

fn differs(property: &'static str, name: &'static str, ours: &str, theirs: &str) -> Result<(), Fault> {
    let mut lines = ours.lines().zip(theirs.lines()).enumerate();
    let evidence = match lines.find(|(_, (ours, theirs))| ours != theirs) {
        Some((number, (ours, theirs))) => format!("line {}\n  ours:     {ours}\n  recorded: {theirs}", number + 1),
        None if ours.lines().count() == theirs.lines().count() => return Ok(()),
        None => "one is longer".into(),
    };
    Err(Fault::new(property, name, evidence))
}

/// Compares the records of a file, without the abbreviations block, and checks that the file is valid, and a program written as it is.
fn records((name, bytes, recorded): &Fact) -> Result<(), Fault> {
    let stream = read(name, bytes)?;
    let mut ours = String::new();
    for (_, item) in stream.content() {
        let numbers = match &item.kind {
            ItemKind::Enter { block, width } => vec![65535, u64::from(*block), u64::from(*width)],
            ItemKind::Record(record) => [&[u64::from(record.code)], stream.operands(record)].concat(),
            ItemKind::End | ItemKind::Define(_) => vec![65534],
        };
        ours += &numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        ours += ";\n";
    }
    differs("records", name, &ours, recorded)?;
    let written = Module::from_stream(&stream).and_then(|module| module.write());
    if name.starts_with("program-") && !written.is_ok_and(|written| written == *bytes) {
        return Err(Fault::new("other-bytes", *name, "its model is not written as the same bytes"));
    }
    match validate::validate_file(bytes, &Limits::default()) {
        Err(error) => Err(Fault::new("refused", *name, error.to_string())),
        Ok(violations) => match violations.iter().find(|violation| violation.is_error()) {
            Some(violation) => Err(Fault::new("invalid", violation.rule.id, violation.to_string())),
            None => Ok(()),
        },
    }
}

fn listing((name, bytes, recorded): &Fact) -> Result<(), Fault> {
    differs("listing", name, &text::stream_listing(&read(name, bytes)?), recorded)
}

/// Compares the result of a call: `function`, arguments and result, with tabs between them.
fn result(row: &str) -> Result<(), Fault> {
    let program = PROGRAM.as_ref().map_err(|(element, error)| Fault::new("refused", *element, error.as_str()))?;
    let columns: Vec<&str> = row.split('\t').collect();
    let [function, arguments, expected] = columns[..] else { return Err(Fault::new("no-row", "results", row)) };
    let arguments: Vec<Bits> = arguments.split(' ').map(bits).collect();
    let number = function.trim_start_matches('f').parse().unwrap_or(u32::MAX);
    let end = Machine::new(program).call(number, &arguments, &Budget { blocks: 100_000, depth: 2_000 }).end;
    if end == End::Return(bits(expected)) {
        return Ok(());
    }
    Err(Fault::new("result", function, format!("{row}\nours: {end:?}")))
}

/// Returns the bits of a number; negative numbers have 32 bits.
fn bits(number: &str) -> Bits {
    number.parse().unwrap_or_else(|_| number.parse::<i32>().map_or(Bits::MAX, |number| Bits::from(number as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_holds_and_another_does_not() {
        RECORDS.iter().for_each(|fact| assert_eq!(records(fact), Ok(())));
        LISTINGS.iter().for_each(|fact| assert_eq!(listing(fact), Ok(())));
        for row in RESULTS.lines().filter(|row| !row.starts_with('#')) {
            assert_eq!(result(row), Ok(()));
        }
        let (name, bytes, recorded) = RECORDS[0];
        let fewer = recorded.rsplit_once("65534").unwrap().0;
        assert_eq!(records(&(name, bytes, fewer)).map_err(|fault| fault.property), Err("records"));
        assert_eq!(listing(&(name, bytes, recorded)).map_err(|fault| fault.property), Err("listing"));
        assert_eq!(result("f4\t0\t1").map_err(|fault| fault.property), Err("result"));
    }
}
