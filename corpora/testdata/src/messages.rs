//! Whether tests show every message that the sources of a validator contain.

use std::path::{Path, PathBuf};

/// A message that no case shows: the name of the source, a part of the message, and why.
pub type Elsewhere = (&'static str, &'static str, &'static str);

/// Checks that each message in a source, or in the sources in a folder other than `rules.rs`, is in one of the lines or elsewhere, so that
/// no check is lost unnoticed.
///
/// # Panics
/// If one is in none, if one is both in a line and elsewhere, or if the source or folder cannot be read.
#[track_caller]
pub fn check_messages(sources: &Path, lines: &[String], elsewhere: &[Elsewhere]) {
    let (mut hidden, mut known) = (Vec::new(), 0);
    for path in files(sources) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Sentences about rules are none about files.
        if !path.is_file() || name == "rules.rs" {
            continue;
        }
        let source = String::from_utf8_lossy(&crate::read(&path)).into_owned();
        for message in messages(source.split("#[cfg(test)]").next().unwrap_or_default()) {
            let is_elsewhere = elsewhere.iter().any(|(file, part, _)| *file == name && message.contains(part));
            let is_shown = lines.iter().any(|line| shows(line, &message));
            known += usize::from(is_elsewhere);
            assert!(!(is_shown && is_elsewhere), "{name}: {message:?} is shown");
            if !is_shown && !is_elsewhere {
                hidden.push(format!("{name}: {message:?}"));
            }
        }
    }
    assert!(hidden.is_empty(), "no case shows\n{}", hidden.join("\n"));
    assert_eq!(known, elsewhere.len(), "an entry fits nothing");
}

/// Returns what is in a folder, or the file itself.
fn files(sources: &Path) -> Vec<PathBuf> {
    if sources.is_file() {
        return vec![sources.to_owned()];
    }
    let entries = std::fs::read_dir(sources).unwrap_or_else(|error| panic!("{}: {error}", sources.display()));
    entries.map(|entry| entry.expect("the folder is read to its end").path()).collect()
}

/// Returns the texts with spaces in a source, of which each is a message, without what stands for values, and with the places of both.
fn messages(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in source.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let mut rest = line;
        while let Some((_, behind)) = rest.split_once('"') {
            let mut end = 0;
            let bytes = behind.as_bytes();
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let text = behind.get(..end).unwrap_or(behind);
            if text.contains(' ') && text.len() > 8 {
                found.push(text.to_owned());
            }
            rest = behind.get(end + 1..).unwrap_or("");
        }
    }
    found
}

/// Returns whether a line has all pieces of a message in their order.
fn shows(line: &str, message: &str) -> bool {
    let mut rest = line;
    for piece in message.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, behind)| behind)) {
        match rest.split_once(piece) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_with_their_values() {
        let source = "// \"no message here\"\nadd(\"block {} follows twice\", 3); add(\"short\");\nadd(\"a \\\" in a text\")";
        assert_eq!(messages(source), ["block {} follows twice", "a \\\" in a text"]);
        assert!(shows("f: block 7 follows twice", "block {} follows twice"));
        assert!(!shows("f: block 7 follows", "block {} follows twice") && !shows("follows twice: block ", "block {} follows twice"));
    }
}
