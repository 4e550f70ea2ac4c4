//! Compares the constructs of `corpora/conformance/mir/features.txt` with the output of llc 14, 16 and 19: we read what one of them reads;
//! what llc 19 accepts is valid and printed as llc prints it; we reject what all of them reject, most of it at the same position.

use irsmith_mir::validate::{self, Options};
use irsmith_mir::{Error, File, Limits, Style, body, canonical};
use irsmith_testdata::Data;
use std::collections::BTreeMap;

/// A construct: its name, its lines, and the verdicts of llc 14, 16 and 19.
struct Construct {
    name: String,
    lines: String,
    verdicts: [String; 3],
}

/// Returns the name and the lines of each part of a text in which `= NAME` begins a part.
fn parts(text: &str) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("= ") {
            Some(name) => parts.push((name.to_owned(), String::new())),
            None => parts.last_mut().expect("a name stands first").1 += &format!("{line}\n"),
        }
    }
    parts
}

fn constructs() -> Vec<Construct> {
    let data = Data::conformance();
    let (parts, rows) = (parts(&data.text("mir/features.txt")), data.table("mir/features.tsv"));
    assert!(parts.len() > 150 && parts.len() == rows.len(), "{} constructs, {} rows", parts.len(), rows.len());
    let construct = |((name, lines), row): ((String, String), Vec<String>)| {
        assert_eq!(name, row[0]);
        Construct { name, lines, verdicts: [1, 2, 3].map(|column| row[column].clone()) }
    };
    parts.into_iter().zip(rows).map(construct).collect()
}

/// Returns the whole file, and the number of its lines before the construct.
fn file_of(lines: &str) -> (String, u32) {
    let frame = Data::conformance().text("mir/features-frame.mir");
    let (before, _) = frame.split_once("@BODY@").expect("the frame has a place for a construct");
    let indented: Vec<String> = lines.lines().map(|line| format!("  {line}")).collect();
    (frame.replace("@BODY@", &indented.join("\n")), before.lines().count() as u32)
}

/// Returns the line and the column of a verdict; none if it is not an error of reading.
fn place(verdict: &str) -> Option<(u32, u32)> {
    let (line, rest) = verdict.split_once(':')?;
    Some((line.parse().ok()?, rest.split_once(':')?.0.parse().ok()?))
}

/// Returns the result for a file: the errors of reading, or the rules that it breaks.
fn judge(text: &str) -> Result<Vec<&'static str>, Vec<Error>> {
    let file = File::read(text.as_bytes(), &Limits::default())?;
    let options = Options { triple: Some("x86_64-unknown-linux-gnu"), ..Options::default() };
    Ok(validate::validate(&file, options).iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect())
}

/// Constructs on which our verdict differs from that of llc 19, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("constant that is not exact", "whether a number can be written in so many bits is not judged"),
    ("intrinsic unknown", "the tables have no intrinsics"),
    ("expression unknown", "what stands in an expression is metadata, which is not judged"),
];

#[test]
fn what_llc_19_accepts_is_valid_and_what_it_refuses_is_not() {
    let known: BTreeMap<_, _> = DIFFERENT.iter().copied().collect();
    let (mut wrong, mut accepted) = (String::new(), 0);
    for Construct { name, lines, verdicts } in constructs() {
        let judged = judge(&file_of(&lines).0);
        let is_valid = judged.as_ref().is_ok_and(Vec::is_empty);
        accepted += usize::from(is_valid);
        if (is_valid == (verdicts[2] == "ok")) == known.contains_key(&*name) {
            wrong += &format!("{name}: llc 19 says {:?}, we {judged:?}\n", verdicts[2]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(accepted > 90, "{accepted}");
}

/// Constructs that a release reads and we do not, and why.
const UNREAD: &[(&str, &str)] = &[("flag killed on a definition", "only llc 14 reads it, and it means nothing")];

#[test]
fn what_some_llc_reads_we_read() {
    let known: BTreeMap<_, _> = UNREAD.iter().copied().collect();
    let mut wrong = String::new();
    for Construct { name, lines, verdicts } in constructs() {
        let is_read = verdicts.iter().any(|verdict| verdict == "ok" || verdict.starts_with("Bad machine code"));
        let blocks = body::parse(&lines, &Limits::default());
        match blocks {
            Ok(blocks) => {
                let printed = body::print(&blocks);
                assert_eq!(body::parse(&printed, &Limits::default()).as_ref(), Ok(&blocks), "{name}\n{printed}");
            }
            Err(errors) if is_read != known.contains_key(&*name) => wrong += &format!("{name}: {}\n", errors[0]),
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_no_llc_reads_is_refused_at_its_line() {
    let (mut refused, mut at_column) = (0, 0);
    for Construct { name, lines, verdicts } in constructs() {
        let Some((line, column)) = place(&verdicts[2]) else { continue };
        let (text, before) = file_of(&lines);
        let Err(errors) = judge(&text) else { continue };
        let (found, columns) = (errors[0].at.line - before, errors[0].at.column);
        assert_eq!(found, line, "{name}: {}; llc says {}", errors[0], verdicts[2]);
        refused += 1;
        at_column += usize::from(columns == column);
    }
    eprintln!("{refused} are not read, {at_column} of them from the very column that llc names");
    assert!(refused >= 20 && at_column * 3 > refused * 2, "{refused}, {at_column}");
}

/// llc prints the name of an IR block without the necessary quotes, and cannot read its own output.
const NAMES_WITHOUT_QUOTES: &str = "block address";

#[test]
fn what_llc_19_accepts_is_printed_as_llc_prints_it() {
    let printed: BTreeMap<String, String> = parts(&Data::conformance().text("mir/features-printed.txt")).into_iter().collect();
    let mut compared = 0;
    for Construct { name, lines, verdicts } in constructs().into_iter().filter(|construct| construct.verdicts[2] == "ok") {
        let theirs = &printed[&name];
        compared += 1;
        if name == NAMES_WITHOUT_QUOTES {
            assert!(body::parse(theirs, &Limits::default()).is_err(), "{name}");
            continue;
        }
        // llc numbers what a text leaves unnumbered, so its output is read again rather than compared with the written text.
        let blocks = body::parse(theirs, &Limits::default()).unwrap_or_else(|errors| panic!("{name}: {}\n{theirs}", errors[0]));
        let ours = body::print(&blocks);
        let squeezed =
            |text: &str| text.lines().filter(|line| !line.is_empty()).map(|line| format!("{}\n", line.trim_end())).collect::<String>();
        assert_eq!(squeezed(&ours), squeezed(&canonical::without_comments(&format!("---\n{theirs}"))[4..]), "{name}: {lines}{verdicts:?}");
    }
    assert_eq!(compared, printed.len());
}

/// We print the files that llc printed as llc does, and read what we print.
#[test]
fn whole_files_print_as_llc_prints_them() {
    let data = Data::conformance();
    let mut compared = 0;
    for path in data.files("mir/printed", "mir") {
        let theirs = String::from_utf8(irsmith_testdata::read(&path)).unwrap();
        let file = File::read(theirs.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{}: {}", path.display(), errors[0]));
        let expected = canonical::without_comments(&theirs);
        let ours = file.write_in(Style::Full);
        for (ours, expected) in ours.lines().zip(expected.lines()) {
            assert_eq!(ours, expected, "{}", path.display());
        }
        assert_eq!(ours, expected, "{}", path.display());
        compared += 1;
    }
    assert_eq!(compared, 8);
}

/// Files on which our verdict differs from that of llc 19, and why.
const OTHER_FILES: &[(&str, &str)] = &[("wrong-constant-value.mir", "the value of a constant is IR, which is not judged")];

#[test]
fn written_files_are_judged_as_llc_judges_them() {
    let data = Data::conformance();
    let known: BTreeMap<_, _> = OTHER_FILES.iter().copied().collect();
    let mut wrong = String::new();
    for row in data.table("mir/written.tsv") {
        let text = data.text(&format!("mir/written/{}", row[0]));
        let file = File::read(text.as_bytes(), &Limits::default());
        let is_valid = file.as_ref().is_ok_and(|file| {
            let triple = file.triple_in(&text);
            validate::is_valid(file, Options { triple: triple.as_deref(), ..Options::default() })
        });
        if (is_valid == (row[3] == "ok")) == known.contains_key(&*row[0]) {
            wrong += &format!(
                "{}: llc 19 says {:?}, we {}\n",
                row[0],
                row[3],
                file.map_or_else(|errors| errors[0].to_string(), |_| format!("valid {is_valid}"))
            );
        } else if let (Some((line, _)), Err(errors)) = (place(&row[3]), &file)
            && errors[0].at.line != line
        {
            wrong += &format!("{}: llc 19 says {:?}, we {}\n", row[0], row[3], errors[0]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
