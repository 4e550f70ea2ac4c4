//! Compares reading and writing with llc 22 and 23: on files that were written for older releases, and on prints of programs after their
//! passes.
//!
//! The programs are in `corpora/conformance/mir/programs`. Each is compiled for every target of a release and stopped after one pass; with
//! `IRSMITH_EVERY_PASS` set, after every pass, at both levels, by both selectors, with debug information and without.

#[allow(dead_code, reason = "other tests use it")]
#[path = "support/llc.rs"]
mod llc;

use irsmith_mir::tables::Version;
use irsmith_mir::{Dialect, File, Limits, Style, canonical};
use irsmith_testdata::Data;
use llc::Sample;
use std::collections::BTreeMap;
use std::path::Path;

irsmith_testdata::data_tests! {
    own: [files_of_older_releases_are_printed_as_llc_prints_them],
    outside: [files_of_older_releases_are_printed_as_llc_prints_them],
}

/// A release, and its programs.
struct Release {
    number: u8,
    llc: &'static str,
    opt: &'static str,
    /// Its targets: a triple, and whether the global selector supports it.
    triples: &'static [(&'static str, bool)],
}

const X86: (&str, bool) = ("x86_64-unknown-linux-gnu", true);
const RELEASES: [Release; 2] = [
    Release {
        number: 22,
        llc: "llc-22",
        opt: "opt-22",
        triples: &[X86, ("aarch64-unknown-linux-gnu", true), ("armv7-unknown-linux-gnueabihf", false), ("nvptx64-nvidia-cuda", false)],
    },
    Release { number: 23, llc: "llc-23", opt: "opt-23", triples: &[X86] },
];

fn read(text: &[u8]) -> Result<File, String> {
    File::read(text, &Limits::default()).map_err(|errors| errors[0].to_string())
}

/// Returns the first lines that differ.
fn difference(expected: &str, found: &str) -> Option<String> {
    let lines = expected.lines().map(Some).chain([None]).zip(found.lines().map(Some).chain([None]));
    let (place, (expected, found)) = lines.enumerate().find(|(_, (expected, found))| expected != found)?;
    Some(format!("line {}\n    expected {expected:?}\n    found    {found:?}", place + 1))
}

/// Returns why a print is not printed alike by us; a print that llc cannot read itself need not be read.
fn fault_of_print(release: &Release, options: &[String], print: &str) -> Result<(), String> {
    match read(print.as_bytes()) {
        Ok(file) => {
            let (found, _) = file.write_for(Style::Full, Dialect::of_release(Version(release.number)));
            difference(&canonical::without_comments(print), &found).map_or(Ok(()), Err)
        }
        Err(message) => llc::print(release.llc, options, print.as_bytes()).map_or(Ok(()), |_| Err(message)),
    }
}

/// Returns why llc's print of our text of a file differs from its print of the file, and why our text of that print does.
fn fault_of_file(release: &Release, sample: &Sample) -> Option<Result<(), String>> {
    let print = llc::print(release.llc, &sample.options, &sample.text).ok()?;
    let trip = read(&sample.text).and_then(|file| {
        let (ours, _) = file.write_for(Style::Simplified, Dialect::of_release(Version(release.number)));
        let again = llc::print(release.llc, &sample.options, ours.as_bytes())?;
        difference(&canonical::text(&print), &canonical::text(&again)).map_or(Ok(()), Err)
    });
    Some(trip.and_then(|()| fault_of_print(release, &sample.options, &print)))
}

fn files_of_older_releases_are_printed_as_llc_prints_them(data: &Data) {
    let samples = llc::samples(data);
    for release in &RELEASES {
        let Some(_) = llc::installed(release.llc) else { continue };
        let outcomes = llc::for_each(&samples, |sample| fault_of_file(release, sample));
        let judged: Vec<_> = samples.iter().zip(outcomes).filter_map(|(sample, outcome)| Some((sample, outcome?))).collect();
        let wrong: Vec<String> =
            judged.iter().filter_map(|(sample, outcome)| Some(format!("{}: {}", sample.name, outcome.as_ref().err()?))).collect();
        eprintln!("{}: {} of {} files accepted, {} printed otherwise", release.llc, judged.len(), samples.len(), wrong.len());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // LLVM 22.1.8 has four targets, LLVM 23.1.4 one.
        assert_eq!(judged.len(), if release.number == 22 { data.choose(63, 261) } else { data.choose(25, 125) });
    }
}

/// A compilation that is stopped after a pass.
struct Stop {
    name: String,
    options: Vec<String>,
    triple: String,
    text: Vec<u8>,
}

/// Returns the names and the texts of the programs.
fn programs() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora/conformance/mir/programs");
    let files = std::fs::read_dir(&folder).expect("the programs exist").map(|entry| entry.expect("an entry is read").path());
    let programs: BTreeMap<String, Vec<u8>> =
        files.map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), irsmith_testdata::read(&path))).collect();
    programs.into_iter().collect()
}

/// Returns the arguments of the passes that a compilation runs.
fn passes(llc: &str, options: &[String]) -> Vec<String> {
    let options: Vec<&str> = options.iter().map(String::as_str).chain(["-debug-pass=Arguments"]).collect();
    let (_, errors) = llc::run(llc, &options, b"define i32 @f(i32 %a) {\n  ret i32 %a\n}\n").expect("it compiles");
    let mut passes: Vec<String> = errors.split_whitespace().filter_map(|word| word.strip_prefix('-')).map(str::to_owned).collect();
    passes.sort_unstable();
    passes.dedup();
    passes
}

/// Returns the ways to compile for a target: level and selector.
fn ways(has_global: bool) -> Vec<Vec<&'static str>> {
    let classic = [vec!["-O0"], vec!["-O2"]];
    let global = ["-O0", "-O2"].map(|level| vec![level, "-global-isel", "-global-isel-abort=2"]);
    classic.into_iter().chain(global.into_iter().filter(|_| has_global)).collect()
}

fn stops(release: &Release, every: bool) -> Vec<Stop> {
    let mut stops = Vec::new();
    for (triple, has_global) in release.triples {
        for (way, options) in ways(*has_global).into_iter().enumerate() {
            let mut options: Vec<String> = options.into_iter().map(str::to_owned).collect();
            options.push(format!("-mtriple={triple}"));
            let passes = passes(release.llc, &options);
            for (place, (name, text)) in programs().into_iter().enumerate() {
                // A program with a triple is for that one.
                let own = String::from_utf8_lossy(&text).lines().find_map(|line| line.strip_prefix("target triple = ").map(str::to_owned));
                let triple = own.as_deref().map_or(*triple, |own| own.trim_matches('"'));
                let options: Vec<String> = options.iter().map(|option| option.replace(X86.0, triple)).collect();
                if own.is_some() && !options.iter().any(|option| option.ends_with(triple)) {
                    continue;
                }
                let debug = llc::run(release.opt, &["-passes=debugify", "-S"], &text).expect("opt reads the program").0.into_bytes();
                for (is_debug, text) in [(false, text), (true, debug)] {
                    let turn = place + way + usize::from(is_debug);
                    for (number, pass) in passes.iter().enumerate() {
                        // Without every pass: one way and one pass for each program, in turn.
                        if every || (turn % 4 == 0 && number == place * 7 % passes.len()) {
                            let options = options.iter().cloned().chain([format!("-stop-after={pass}")]).collect();
                            let name = format!("{name} {triple} {way} debug={is_debug} {pass}");
                            stops.push(Stop { name, options, triple: triple.to_owned(), text: text.clone() });
                        }
                    }
                }
            }
        }
    }
    stops
}

#[test]
fn prints_after_passes_are_read_and_printed_alike() {
    let every = std::env::var_os("IRSMITH_EVERY_PASS").is_some();
    for release in &RELEASES {
        let (Some(_), Some(_)) = (llc::installed(release.llc), llc::installed(release.opt)) else { continue };
        let stops = stops(release, every);
        let outcomes = llc::for_each(&stops, |stop| {
            let options: Vec<&str> = stop.options.iter().map(String::as_str).collect();
            // Some passes do not stop, and some programs a target does not compile.
            let (print, _) = llc::run(release.llc, &options, &stop.text).ok()?;
            print.contains("\nname: ").then(|| fault_of_print(release, &[format!("-mtriple={}", stop.triple)], &print))
        });
        let printed = outcomes.iter().flatten().count();
        let wrong: Vec<String> = stops
            .iter()
            .zip(&outcomes)
            .filter_map(|(stop, outcome)| Some(format!("{}: {}", stop.name, outcome.as_ref()?.as_ref().err()?)))
            .collect();
        eprintln!("{}: {printed} prints of {} compilations, {} printed otherwise", release.llc, stops.len(), wrong.len());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(programs().len() >= 50 && printed * 2 >= stops.len(), "{printed} of {}", stops.len());
    }
}
