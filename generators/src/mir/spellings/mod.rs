//! Texts that are not read, and other spellings of a text: the data in `refused.txt`, `same.txt` and `older.txt`, whose first lines say what
//! they are.
//!
//! Breakers break the rules of the validator in models. These texts break the rules of reading, for which there is no model: of characters,
//! tokens, the grammar of bodies and the container. They were written from the manual and the messages of llc's reader.

mod container;
mod older;
mod same;

use crate::Choices;
use crate::spelling::{self, Composed, Refused};
use std::sync::LazyLock;

pub use crate::spelling::Mistake;
pub use container::{RespelledFile, respelled_file, unquoted};
pub use older::older_spelled;
pub use same::{Respelled, respelled};

static REFUSED: LazyLock<Vec<Refused>> = LazyLock::new(|| spelling::refused(include_str!("refused.txt")));

/// Returns every text that is not read.
pub fn refused() -> &'static [Refused] {
    &REFUSED
}

/// Returns a text with every mistake of the data, and the mistakes in the order of their places. `text` is a file in our writer's style;
/// many of the mistakes of instructions stand at drawn places in its bodies, all others in functions and documents of their own.
pub fn misspelled(text: &str, choices: &mut Choices<'_, '_>) -> (String, Vec<Mistake>) {
    let of = |place| entries(refused(), place);
    let mut lines = rotated_lines(refused(), choices);
    let mut out = Composed::new();
    each_line(text, |line, may_precede| {
        if may_precede
            && choices.chance(64)
            && let Some(entry) = lines.next()
        {
            push_line(entry, &mut out);
        }
        out.push(line);
    });
    out.push(FUNCTION);
    for entry in lines {
        push_line(entry, &mut out);
    }
    for entry in of("label") {
        out.push("  ");
        out.refused(entry, "  ");
        out.push("\n    A\n");
    }
    for entry in of("head") {
        out.push("  bb.0:\n    ");
        out.refused(entry, "    ");
        out.push("\n    A\n");
    }
    out.push("...\n");
    for entry in of("body") {
        out.push("---\nname:            f\nbody:             |\n  ");
        out.refused(entry, "  ");
        out.push("\n...\n");
    }
    push_keys(refused(), &mut out);
    for entry in of("document") {
        out.push(if entry.before.starts_with('\n') { "---" } else { "--- " });
        out.refused(entry, "");
        out.push("\n...\n");
    }
    (out.text, out.mistakes)
}

/// Returns the entries of data for a place.
fn entries(data: &'static [Refused], place: &'static str) -> impl Iterator<Item = &'static Refused> {
    data.iter().filter(move |entry| entry.place == place)
}

/// Returns the instructions of data, beginning with a drawn one.
fn rotated_lines(data: &'static [Refused], choices: &mut Choices<'_, '_>) -> std::vec::IntoIter<&'static Refused> {
    let mut lines: Vec<_> = entries(data, "line").collect();
    let first = choices.below(lines.len());
    lines.rotate_left(first);
    lines.into_iter()
}

/// Appends an instruction.
fn push_line(entry: &'static Refused, out: &mut Composed) {
    out.push("    ");
    out.refused(entry, "    ");
    out.push("\n");
}

/// Appends a function for each entry of data about keys.
fn push_keys(data: &'static [Refused], out: &mut Composed) {
    for entry in entries(data, "key") {
        out.push("---\nname:            f\n");
        out.refused(entry, "");
        out.push("\n...\n");
    }
}

/// The beginning of a function with a block, in our writer's style.
const FUNCTION: &str = "---\nname:            f\nbody:             |\n  bb.0:\n    A\n";

/// Calls `each` with every line of a file in our writer's style, and whether an instruction may be inserted before it.
fn each_line(text: &str, mut each: impl FnMut(&str, bool)) {
    let (mut in_body, mut in_bundle) = (false, false);
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let code = content.strip_prefix("    ").filter(|_| in_body);
        let is_instruction = code.is_some_and(|code| !code.starts_with([' ', '}']) && !is_list(code));
        each(line, is_instruction && !in_bundle);
        match code {
            Some(_) if in_bundle => in_bundle = content != "    }",
            Some(code) => in_bundle = code.ends_with(" {"),
            None if content.starts_with("body:") => in_body = content.ends_with('|'),
            None => in_body &= content.is_empty() || content.starts_with(' '),
        }
    }
}

fn is_list(code: &str) -> bool {
    code.starts_with("successors:") || code.starts_with("liveins:")
}

#[cfg(test)]
mod tests;
