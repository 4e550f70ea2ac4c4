//! Another spelling of the container of a file reads as the same model; and scalars are quoted as is recorded of llc.

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_generators::mir::spellings::{respelled_file, unquoted};
use irsmith_mir::{File, Function, Limits, Style, canonical};

use super::difference::file_difference;
use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const CONTAINER_RESPELLED: Oracle = Oracle {
    name: "mir-container-respelled-is-same",
    family: Family::Metamorphic,
    about: "a file with its keys in another order, indentation, style, quotes, escapes, comments and number forms reads as the same model",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x636f_6e74;
/// The text is longer than the case.
const LIMITS: Limits = Limits { bytes: usize::MAX, nesting: 64, errors: 1 };

fn check(case: &Case) -> Outcome {
    let file = case.file().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    let style = if choices.chance(128) { Style::Full } else { Style::Simplified };
    let respelled = respelled_file(&file.write_in(style), choices);
    is_same(file, &respelled.text)?;
    QUOTED.iter().try_for_each(|(text, written)| quoted(text, written))?;
    printed(FULL)?;
    if let Some(print) = choices.pick(PRINTS) {
        printed(&canonical::without_comments(print))?;
    }
    Ok(escapes(choices)?)
}

fn is_same(file: &File, text: &str) -> Result<(), Fault> {
    match File::read(text.as_bytes(), &LIMITS) {
        Ok(read) => file_difference(file, &read).map_or(Ok(()), |difference| Err(Fault::of("other-model", difference))),
        Err(errors) => {
            let line = text.lines().nth(errors[0].at.line as usize - 1).unwrap_or_default();
            Err(Fault::new("refused", errors[0].kind.rule().id, format!("{}\n{line}", errors[0])))
        }
    }
}

/// A function with every key, as llc 19 prints it.
const FULL: &str = include_str!("../../../formats/mir/tests/data/full.mir");

/// Prints of llc 19 for constructs of other targets, which the generator does not make: bundles, predicates, facts of functions.
const PRINTS: &[&str] = &[
    include_str!("../../../corpora/conformance/mir/printed/bundles-hexagon.mir"),
    include_str!("../../../corpora/conformance/mir/printed/frame-riscv64.mir"),
    include_str!("../../../corpora/conformance/mir/printed/info-amdgcn.mir"),
    include_str!("../../../corpora/conformance/mir/printed/info-wasm32.mir"),
    include_str!("../../../corpora/conformance/mir/printed/keys-aarch64.mir"),
    include_str!("../../../corpora/conformance/mir/printed/keys-x86_64.mir"),
    include_str!("../../../corpora/conformance/mir/printed/metadata-x86_64.mir"),
    include_str!("../../../corpora/conformance/mir/printed/predicates-armv7.mir"),
];

/// Checks that a text of llc is written as it was read: blanks and the ends of lines too, which no round trip compares.
fn printed(text: &str) -> Result<(), Fault> {
    let file = File::read(text.as_bytes(), &LIMITS).map_err(|errors| Fault::new("refused", "recorded text", errors[0].to_string()))?;
    let written = file.write();
    if written == text {
        return Ok(());
    }
    let lines = text.lines().zip(written.lines()).find(|(expected, found)| expected != found);
    let evidence = lines.map_or("one is longer".to_owned(), |(expected, found)| format!("expected: {expected}\nfound:    {found}"));
    Err(Fault::new("other-layout", "recorded text", evidence))
}

/// Texts and how llc quotes them, as the name of a function.
const QUOTED: &[(&str, &str)] = &[
    ("f", "f"),
    ("a.b-c_d^e,f g", "a.b-c_d^e,f g"),
    ("", "''"),
    ("0", "'0'"),
    ("0x1F", "'0x1F'"),
    ("0o17", "'0o17'"),
    ("1e3", "'1e3'"),
    (".inf", "'.inf'"),
    ("true", "'true'"),
    ("null", "'null'"),
    ("~", "'~'"),
    (" a", "' a'"),
    ("a ", "'a '"),
    ("-a", "'-a'"),
    ("a'b", "'a''b'"),
    ("$a", "'$a'"),
    ("%a", "'%a'"),
    ("a:b", "'a:b'"),
    ("a#b", "'a#b'"),
    ("a\tb", "a\tb"),
    ("a\0b", "\"a\\0b\""),
    ("a\u{7}b", "\"a\\ab\""),
    ("a\u{8}b", "\"a\\bb\""),
    ("a\nb", "\"a\\nb\""),
    ("a\u{b}b", "\"a\\vb\""),
    ("a\u{c}b", "\"a\\fb\""),
    ("a\rb", "\"a\\rb\""),
    ("a\u{1b}b", "\"a\\eb\""),
    ("a\u{1}b", "\"a\\x01b\""),
    ("a\u{1f}b", "\"a\\x1Fb\""),
    ("a\u{85}b", "\"a\\Nb\""),
    ("a\u{a0}b", "\"a\\_b\""),
    ("a\u{2028}b", "\"a\\Lb\""),
    ("a\u{2029}b", "\"a\\Pb\""),
    ("é\"\\", "\"é\\\"\\\\\""),
];

/// Returns a file of a function with a name, and the text of the name in it.
fn named(name: &str) -> (File, String) {
    let function = Function { name: name.into(), ..Function::default() };
    let file = File { functions: vec![function], ..File::default() };
    let text = file.write_in(Style::Simplified);
    let written = text.lines().find_map(|line| line.strip_prefix("name:")).unwrap_or_default();
    (file, written.trim_start_matches(' ').to_owned())
}

fn quoted(name: &str, expected: &str) -> Result<(), Fault> {
    let (_, written) = named(name);
    if written == expected {
        return Ok(());
    }
    Err(Fault::new("other-quotes", "name", format!("expected: {expected}\nfound:    {written}")))
}

/// Characters of every class.
const CHARACTERS: &[char] = &[
    'a',
    'Z',
    '0',
    '_',
    '.',
    '-',
    ',',
    ' ',
    '\t',
    '\'',
    '"',
    '\\',
    '#',
    ':',
    '{',
    ']',
    '%',
    '$',
    '&',
    '*',
    '!',
    '|',
    '>',
    '@',
    '`',
    '?',
    '\0',
    '\u{1}',
    '\u{7}',
    '\u{8}',
    '\n',
    '\u{b}',
    '\u{c}',
    '\r',
    '\u{e}',
    '\u{1b}',
    '\u{1f}',
    '\u{7f}',
    '\u{80}',
    '\u{85}',
    '\u{9f}',
    '\u{a0}',
    'é',
    '\u{2027}',
    '\u{2028}',
    '\u{2029}',
    '\u{feff}',
    '\u{ffff}',
    '\u{10000}',
    '\u{10ffff}',
];

/// Writes names of drawn characters, which must mean themselves to a second reader of quotes and to ours.
fn escapes(choices: &mut Choices<'_, '_>) -> Result<(), Fault> {
    for _ in 0..4 {
        let name: String = (0..1 + choices.below(5)).filter_map(|_| choices.pick(CHARACTERS)).collect();
        let (file, written) = named(&name);
        let is_quoted = written.starts_with(['\'', '"']);
        let meaning = if is_quoted { unquoted(&written) } else { Some(written.clone()) };
        if meaning.as_ref() != Some(&name) {
            return Err(Fault::new("other-escapes", "name", format!("name:    {name:?}\nwritten: {written}\nmeans:   {meaning:?}")));
        }
        is_same(&file, &file.write())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn deviations_are_failures() {
        assert_eq!(CONTAINER_RESPELLED.verdict(&Case::new(b"name: f\n")), Verdict::Pass);
        let file = File::read(b"name: f\nalignment: 4\n", &LIMITS).unwrap();
        let property = |text: &str| is_same(&file, text).map_err(|fault| fault.property);
        assert_eq!(property("\"alignment\" : 0x4 # a\nname: 'f'\n"), Ok(()));
        assert_eq!(property("name: f\nalignment: 8\n"), Err("other-model"));
        assert_eq!(property("name: f\nalignment 4\n"), Err("refused"));
        assert_eq!(printed(FULL), Ok(()));
        assert_eq!(printed(&FULL.replacen("\nname: ", "\nname:  ", 1)).map_err(|fault| fault.property), Err("other-layout"));
        assert_eq!(quoted("a", "'a'").map_err(|fault| fault.property), Err("other-quotes"));
    }

    #[test]
    fn every_recorded_text_and_every_character_is_written_as_llc_does() {
        PRINTS.iter().for_each(|print| assert_eq!(printed(&canonical::without_comments(print)), Ok(())));
        QUOTED.iter().for_each(|(text, written)| assert_eq!(quoted(text, written), Ok(())));
        for seed in 0..200 {
            let draws = irsmith_generators::bytes_of_seed(seed);
            assert_eq!(escapes(&mut Choices::new(&mut Unstructured::new(&draws))), Ok(()));
        }
    }
}
