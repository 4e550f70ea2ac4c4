//! Compares reading and writing with llc 19, on compiled files and on written ones.

#[path = "support/exceptions.rs"]
mod exceptions;
#[path = "support/llc.rs"]
mod llc;

use exceptions::{DIFFERENT, OTHER_SPELLING, OWN_UNREADABLE, UNREADABLE};
use irsmith_mir::{File, Limits, Style, canonical};
use irsmith_testdata::Data;
use llc::Sample;

irsmith_testdata::data_tests! {
    own: [every_file_is_read_and_both_styles_say_the_same, llc_prints_the_same_after_our_trip_and_we_print_as_llc],
    outside: [every_file_is_read_and_both_styles_say_the_same, llc_prints_the_same_after_our_trip_and_we_print_as_llc],
}

fn read(text: &[u8]) -> Result<File, String> {
    File::read(text, &Limits::default()).map_err(|errors| errors[0].to_string())
}

/// Compares the names of failed files with a table of expected failures.
fn check(what: &str, failed: &[(&str, String)], expected: &[(&str, &str)]) {
    let unexpected: Vec<_> = failed.iter().filter(|(name, _)| expected.iter().all(|(known, _)| known != name)).collect();
    let repaired: Vec<_> = expected.iter().filter(|(known, _)| failed.iter().all(|(name, _)| name != known)).collect();
    let list: String = unexpected.iter().map(|(name, message)| format!("  {name}: {message}\n")).collect();
    assert!(unexpected.is_empty() && repaired.is_empty(), "{what}, {} of them:\n{list}no longer: {repaired:?}", unexpected.len());
}

/// Returns the first lines that differ.
fn difference(expected: &str, found: &str) -> String {
    let lines = expected.lines().map(Some).chain([None]).zip(found.lines().map(Some).chain([None]));
    let (place, (expected, found)) = lines.enumerate().find(|(_, (expected, found))| expected != found).unwrap_or_default();
    format!("line {}\n    expected {expected:?}\n    found    {found:?}", place + 1)
}

fn every_file_is_read_and_both_styles_say_the_same(data: &Data) {
    let samples = llc::samples(data);
    let read: Vec<_> = samples.iter().map(|sample| (sample, read(&sample.text))).collect();
    let failed: Vec<_> = read.iter().filter_map(|(sample, file)| Some((&*sample.name, file.as_ref().err()?.clone()))).collect();
    eprintln!("{} of {} files are read", samples.len() - failed.len(), samples.len());
    check("not read", &failed, data.choose(OWN_UNREADABLE, UNREADABLE));
    assert_eq!([samples.len(), samples.len() - failed.len()], data.choose([107, 96], [468, 429]));
    for (sample, file) in read.iter().filter_map(|(sample, file)| Some((sample, file.as_ref().ok()?))) {
        for style in [Style::Full, Style::Simplified] {
            let written = file.write_in(style);
            let again = self::read(written.as_bytes()).unwrap_or_else(|error| panic!("{} in {style:?}: {error}", sample.name));
            assert!(again == *file, "{} in {style:?}: {}", sample.name, difference(&written, &again.write_in(style)));
            assert!(again.write_in(style) == written, "{} in {style:?} is no fixpoint", sample.name);
        }
    }
}

/// The outcome of comparing a file with llc.
struct Outcome {
    /// The error that llc reports for the file.
    refused: Option<String>,
    /// The difference between llc's print of our text and its print of the file.
    trip: Option<String>,
    /// The difference between llc's print and our print of it.
    print: Option<String>,
}

fn compare(command: &str, sample: &Sample) -> Outcome {
    let printed = match llc::print(command, &sample.options, &sample.text) {
        Ok(printed) => printed,
        Err(message) => return Outcome { refused: Some(message), trip: None, print: None },
    };
    let trip = read(&sample.text).and_then(|file| llc::print(command, &sample.options, file.write_in(Style::Simplified).as_bytes()));
    let trip = match trip.map(|text| (canonical::text(&printed), canonical::text(&text))) {
        Ok((expected, found)) => (expected != found).then(|| difference(&expected, &found)),
        Err(message) => Some(message),
    };
    let print = match read(printed.as_bytes()).map(|file| file.write()) {
        Ok(found) => {
            let expected = canonical::without_comments(&printed);
            (found != expected).then(|| difference(&expected, &found))
        }
        Err(message) => Some(message),
    };
    Outcome { refused: None, trip, print }
}

fn llc_prints_the_same_after_our_trip_and_we_print_as_llc(data: &Data) {
    let samples = llc::samples(data);
    let Some(command) = llc::command() else { return };
    let outcomes = llc::for_each(&samples, |sample| compare(command, sample));
    let of = |part: fn(&Outcome) -> &Option<String>| -> Vec<(&str, String)> {
        samples.iter().zip(&outcomes).filter_map(|(sample, outcome)| Some((&*sample.name, part(outcome).clone()?))).collect()
    };
    let accepted = samples.len() - of(|outcome| &outcome.refused).len();
    let (trips, prints) = (of(|outcome| &outcome.trip), of(|outcome| &outcome.print));
    eprintln!(
        "{accepted} of {} accepted; {} the same after a trip; {} printed alike",
        samples.len(),
        accepted - trips.len(),
        accepted - prints.len()
    );
    check("llc prints otherwise after our trip", &trips, DIFFERENT);
    check("printed otherwise than llc prints", &prints, data.choose(&[], OTHER_SPELLING));
    // The number of files that llc 19.1.7 accepts; every one of them is read, and all but the exceptions above are printed the same.
    assert_eq!(accepted, data.choose(78, 348));
}
