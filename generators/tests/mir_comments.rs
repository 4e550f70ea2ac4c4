//! Comments in the gaps of a text change nothing, for our reader and for llc.

use arbitrary::Unstructured;
use irsmith_generators::mir::{Config, Kind, commented, generate};
use irsmith_generators::{Choices, SplitMix64, bytes_of_seed};
use irsmith_mir::tables::{Machine, Target, Version};
use irsmith_mir::{Dialect, File, Limits, Style, canonical};
use irsmith_testdata::Data;
use std::path::Path;
use std::process::Command;

irsmith_testdata::data_tests! {
    own: [
        llc_prints_the_same_with_comments_as_without,
    ],
    outside: [
        llc_prints_the_same_with_comments_as_without,
    ],
}

/// How many generated files each llc reads.
const GENERATED: usize = 60;

/// A generated file.
fn file(seed: u64, functions: u32) -> File {
    file_for(Dialect::DEFAULT, seed, functions)
}

/// The target of the generated file of a seed.
fn target(seed: u64) -> Target {
    Machine::TARGETS[seed as usize % 2]
}

/// A generated file for a release.
fn file_for(dialect: Dialect, seed: u64, functions: u32) -> File {
    let mut bytes = Vec::new();
    SplitMix64::new(seed).extend(&mut bytes, 1500 * functions as usize);
    let config = Config { functions, dialect, ..Config::new(target(seed), Kind::Both) };
    generate(&mut Unstructured::new(&bytes), &config)
}

/// Real files, of which older versions accept more than of generated ones.
fn real_files(data: &Data) -> Vec<File> {
    data.machine_ir().into_iter().filter_map(|path| File::read(&irsmith_testdata::read(&path), &Limits::default()).ok()).collect()
}

fn with_comments(text: &str, often: u16, seed: u64) -> String {
    commented(text, often, &mut Choices::new(&mut Unstructured::new(&bytes_of_seed(seed).repeat(40))))
}

/// Returns everything but the text of the module, which keeps its comments.
fn without_module(mut file: File) -> File {
    file.ir = None;
    file
}

#[test]
fn files_are_read_with_comments_as_without() {
    for seed in 0..300 {
        let file = file(seed, 2);
        for style in [Style::Full, Style::Simplified] {
            let plain = file.write_in(style);
            for often in [16, 256] {
                let text = with_comments(&plain, often, seed);
                let read = File::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
                let names = |file: &File| file.ir.as_ref().map(irsmith_mir::EmbeddedIr::names);
                assert_eq!(names(&read), names(&file), "{text}");
                assert!(without_module(read) == without_module(file.clone()), "{text}");
                // Most gaps have a comment.
                assert!(often < 256 || text.len() > plain.len() * 5 / 4, "{} and {}", text.len(), plain.len());
            }
        }
    }
}

/// Returns the output of an llc for a text, or its error.
fn printed((llc, options): (&str, &[&str]), folder: &Path, triple: &str, text: &str) -> Result<String, String> {
    let path = folder.join("case.mir");
    std::fs::write(&path, text).unwrap();
    let output = Command::new(llc).args(options).args(["-run-pass=none", "-o", "-", "-mtriple", triple]).arg(&path).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// Each installed llc accepts the same files with comments in their gaps, and prints the same: files that are generated for its release, and
/// real ones.
fn llc_prints_the_same_with_comments_as_without(data: &Data) {
    let folder = tempfile::tempdir().unwrap();
    let real = real_files(data);
    // Comments are put where llc 19 accepts them; llc 22 refuses some before `debug-location`.
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect <= Dialect::DEFAULT) {
        let llc = &format!("llc-{}", dialect.release.0);
        if !Command::new(llc).arg("--version").output().is_ok_and(|output| output.status.success()) {
            irsmith_testdata::not_tested(format_args!("{llc} is not installed"));
            continue;
        }
        // LLVM 14 reads pointers without types on demand, and then no others.
        let options: &[&[&str]] = if dialect.release == Version(14) { &[&["-opaque-pointers"], &[]] } else { &[&[]] };
        let generated = (0..GENERATED as u64).map(|seed| (file_for(dialect, seed, 2), target(seed)));
        let files: Vec<_> = generated.chain(real.iter().take(data.choose(60, 120)).map(|file| (file.clone(), Target::X86))).collect();
        let mut accepted = 0;
        for (seed, (file, target)) in files.iter().enumerate() {
            let triple = file.triple().or_else(|| target.triple().map(str::to_owned)).unwrap();
            let (plain, _) = file.write_for(if seed % 8 == 0 { Style::Full } else { Style::Simplified }, dialect);
            let mut printed_with =
                options.iter().filter_map(|options| Some((*options, printed((llc, options), folder.path(), &triple, &plain).ok()?)));
            let Some((options, expected)) = printed_with.next() else { continue };
            accepted += 1;
            let text = with_comments(&plain, if seed % 4 == 3 { 64 } else { 256 }, seed as u64);
            let found = printed((llc, options), folder.path(), &triple, &text).unwrap_or_else(|message| panic!("{llc}: {message}\n{text}"));
            assert_eq!(canonical::text(&found), canonical::text(&expected), "{llc}: {text}");
        }
        eprintln!("{llc} accepts {accepted} of {} files, with comments and without", files.len());
        assert!(accepted >= GENERATED, "{llc} accepts {accepted}");
    }
}
