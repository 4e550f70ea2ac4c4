//! The text of an embedded IR module in pieces, as far as lines show them.

use crate::mir::facts::is_plain_character;
use irsmith_mir::{File, IrValue};
use std::collections::BTreeSet;
use std::ops::Range;

/// A top-level item of a module: a definition with its body, or any other line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::mir) struct Piece {
    /// The bytes in the text, including the line feed.
    pub(in crate::mir) range: Range<usize>,
    /// The lines between the braces of a definition whose braces are on separate lines.
    pub(in crate::mir) body: Vec<Range<usize>>,
}

/// Returns the pieces of a module, without blank lines.
pub(in crate::mir) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut at, mut is_open) = (0, false);
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let trimmed = line.trim_end();
        match pieces.last_mut().filter(|_| is_open) {
            Some(piece) => {
                is_open = trimmed != "}";
                piece.range.end = range.end;
                if is_open {
                    piece.body.push(range);
                }
            }
            None if trimmed.is_empty() => {}
            None => {
                is_open = trimmed.starts_with("define") && trimmed.ends_with('{');
                pieces.push(Piece { range, body: Vec::new() });
            }
        }
    }
    pieces
}

/// Returns whether a piece is the definition of a function on separate lines whose name needs no quotes.
pub(in crate::mir) fn defines_function(piece: &str, name: &str) -> bool {
    let Some((head, _)) = piece.split_once('{') else { return false };
    head.starts_with("define") && piece.trim_end().ends_with("\n}") && head.contains(&format!("@{name}("))
}

/// Returns the name that a definition defines, as spelled, with its sigil.
pub(in crate::mir) fn name_of_definition(piece: &str) -> Option<&str> {
    let at = piece.find('@').filter(|_| piece.starts_with("define"))?;
    let name = &piece[at..=at + name_length(&piece[at + 1..])];
    piece[at + name.len()..].starts_with('(').then_some(name)
}

/// Returns the name of the result of a line of a definition, as spelled, without its sigil.
pub(in crate::mir) fn result_of_line(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix('%')?;
    let (name, rest) = text.split_at(name_length(text));
    rest.trim_start().starts_with('=').then_some(name)
}

/// Returns a line of a definition with poison in place of some local values, which are spelled as here, without their sigil.
pub(in crate::mir) fn poisoned(line: &str, gone: &BTreeSet<&str>) -> String {
    let mut parts = line.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_at(name_length(part));
        if gone.contains(name) {
            out.push_str("poison");
        } else {
            out.push('%');
            out.push_str(name);
        }
        out.push_str(rest);
    }
    out
}

/// Returns the length of the name where this text begins, with its quotes.
pub(super) fn name_length(text: &str) -> usize {
    match text.strip_prefix('"').and_then(|quoted| quoted.find('"')) {
        Some(end) => end + 2,
        None => text.find(|character| !is_plain_character(character)).unwrap_or(text.len()),
    }
}

/// Returns whether a name ends where this text begins.
fn ends_name(text: &str) -> bool {
    !text.starts_with(is_plain_character)
}

/// Returns whether a text has a global of this name, which needs no quotes.
pub(in crate::mir) fn names_global(text: &str, name: &str) -> bool {
    text.split(&format!("@{name}")).skip(1).any(ends_name)
}

/// Renames a function in a text, if its name needs no quotes.
pub(in crate::mir) fn rename_function(text: &str, old: &str, new: &str) -> String {
    let sought = format!("@{old}");
    let mut parts = text.split(&sought);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push('@');
        out.push_str(if ends_name(part) { new } else { old });
        out.push_str(part);
    }
    out
}

/// Derives a name from an old one that no function of the file and no item of its module has, and that needs no quotes.
pub(in crate::mir) fn free_name(file: &File, old: &str) -> String {
    let names = file.ir.as_ref().map(|ir| ir.names()).unwrap_or_default();
    let plain: String = old.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
    let plain = plain.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let is_taken = |name: &str| {
        let value = IrValue::Named(name.into());
        file.functions.iter().any(|function| function.name == name) || names.function(name).is_some() || names.globals.contains(&value)
    };
    // One of this many names is free.
    let count = file.functions.len() + names.functions.len() + names.globals.len();
    (0..=count).map(|number| format!("f{plain}{number}")).find(|name| !is_taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_is_one_piece() {
        let text = "target triple = \"x\"\n\ndefine void @f() {\n  ret void\n}\n@g = global i32 0\n";
        let found: Vec<(&str, usize)> = pieces(text).iter().map(|piece| (&text[piece.range.clone()], piece.body.len())).collect();
        assert_eq!(found, [("target triple = \"x\"\n", 0), ("define void @f() {\n  ret void\n}\n", 1), ("@g = global i32 0\n", 0)]);
    }

    #[test]
    fn names_are_read_as_spelled() {
        assert_eq!(name_of_definition("define i32 @f.1(ptr %p) #0 {\n"), Some("@f.1"));
        assert_eq!(name_of_definition("define ptr @\"a b\"() {\n"), Some("@\"a b\""));
        assert_eq!(name_of_definition("@g = global i32 0\n"), None);
        assert_eq!(result_of_line("  %a.b = add i32 %a, 1\n"), Some("a.b"));
        assert_eq!(result_of_line("  %\"a b\" = add i32 %a, 1\n"), Some("\"a b\""));
        assert_eq!(result_of_line("  store i32 %a, ptr %p\n"), None);
        let gone = BTreeSet::from(["a", "\"a b\""]);
        assert_eq!(poisoned("  %c = add i32 %a, %\"a b\" ; %ab %a.b\n", &gone), "  %c = add i32 poison, poison ; %ab %a.b\n");
    }
}
