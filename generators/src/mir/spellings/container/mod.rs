//! Another spelling of the container of a file: keys in another order, other indentation, quotes, escapes, comments, styles and number
//! forms, with the same meaning.
//!
//! A file in our writer's style is parsed by [`parse`], which shares no code with the reader of the format. What the model keeps as it is
//! written, facts of a target and keys without a row, is copied.

mod emit;
mod parse;

use crate::Choices;
use emit::Emitter;
use parse::mapping;

/// A file in another spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RespelledFile {
    /// The text.
    pub text: String,
    /// How many values and keys are spelled otherwise.
    pub changes: usize,
    /// Functions that are copied, because something in them has no other spelling.
    pub copied: usize,
}

/// Returns a file in another spelling. `text` is a file in our writer's style.
pub fn respelled_file(text: &str, choices: &mut Choices<'_, '_>) -> RespelledFile {
    let mut emitter = Emitter::new(choices);
    let mut copied = 0;
    if emitter.choices.chance(32) {
        emitter.out.push('\u{feff}');
    }
    for document in documents(text) {
        let content = document.trim_start_matches("---").strip_prefix('\n').and_then(|content| content.strip_suffix("...\n"));
        match content.map(|content| (content, mapping(content))) {
            Some((_, Some(entries))) => {
                emitter.marker();
                emitter.function(entries);
            }
            Some((_, None)) => {
                copied += 1;
                emitter.out.push_str(document);
            }
            // The text of a module.
            None => emitter.module(document),
        }
    }
    RespelledFile { text: emitter.out, changes: emitter.changes, copied }
}

/// Returns the text between the quotes at the beginning of a text, as YAML has it; `None` if there is no such text.
pub fn unquoted(text: &str) -> Option<String> {
    parse::unquoted(text).map(|(text, _)| text)
}

/// Splits a file in our writer's style into its documents.
fn documents(text: &str) -> Vec<&str> {
    let mut documents = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line == "...\n" {
            documents.push(&text[start..at]);
            start = at;
        }
    }
    documents
}

/// Returns whether the value of a key of a function is kept as it is written.
fn is_kept(key: &str) -> bool {
    use irsmith_mir::tables::{FUNCTION, Value};
    let row = FUNCTION.keys.iter().find(|row| row.name == key);
    row.is_none_or(|row| matches!(row.value, Value::TargetMap | Value::NumberMap))
}

/// Keys whose values are numbers without sign in every mapping.
const NUMBERS: [&str; 4] = ["id", "size", "alignment", "maxAlignment"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{Config, generate};
    use arbitrary::Unstructured;
    use irsmith_mir::{File, Limits, Style};

    #[test]
    fn every_spelling_is_used_and_the_model_is_the_same() {
        let (mut used, mut copied, mut functions) = (String::new(), 0, 0);
        for seed in 0..60_u64 {
            let file = generate(&mut Unstructured::new(&crate::bytes_of_seed(seed)), &Config::default());
            for style in [Style::Full, Style::Simplified] {
                let draws = crate::bytes_of_seed(1000 + seed);
                let respelled = respelled_file(&file.write_in(style), &mut Choices::new(&mut Unstructured::new(&draws)));
                match File::read(respelled.text.as_bytes(), &Limits::default()) {
                    Ok(read) => assert!(read == file, "seed {seed}\n{}", respelled.text),
                    Err(errors) => panic!("seed {seed}: {}\n{}", errors[0], respelled.text),
                }
                assert!(respelled.changes > 2 * (file.functions.len() - respelled.copied), "seed {seed}: {} changes", respelled.changes);
                copied += respelled.copied;
                functions += file.functions.len();
                used += &respelled.text;
            }
        }
        assert!(copied * 10 < functions, "{copied} of {functions} functions are copied");
        for spelling in ["\\x", "\\u00", "\\U000000", " # a comment", "\r\n", "0x", "\"name\"", "'name'", "\u{feff}", "|+", "|-", "\t"] {
            assert!(used.contains(spelling), "{spelling:?}");
        }
    }
}
