//! The listings of the manual and their contexts, which complete each to a whole module, from `data/manual`.
//!
//! Used by the test of the manual and by the program that makes the seeds.

use std::collections::BTreeMap;

const LISTINGS: &str = include_str!("../data/manual/listings.txt");
const CONTEXTS: &str = include_str!("../data/manual/contexts.txt");

/// The replacement of `@begin`: the module up to 40:0, where the manual's types blocks begin.
const BEGIN: &str = "module {\nversion 1;\nabbreviations { }\n";

/// A row: record and assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) record: String,
    pub(crate) assembly: String,
}

/// Rows by address, in order.
pub(crate) type Piece = Vec<(String, Row)>;

/// Returns the lines of a data file that are neither empty nor comments.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Returns the manual's listings by their line in the manual, each in pieces.
pub(crate) fn listings() -> BTreeMap<u32, Vec<Piece>> {
    let mut listings = BTreeMap::new();
    let mut pieces: &mut Vec<Piece> = &mut Vec::new();
    for line in lines(LISTINGS) {
        if let Some(number) = line.strip_prefix("listing ") {
            pieces = listings.entry(number.parse().unwrap()).or_default();
            pieces.push(Vec::new());
        } else if line == "..." {
            pieces.push(Vec::new());
        } else {
            let [address, record, assembly] = line.splitn(3, '|').map(str::trim).collect::<Vec<_>>()[..] else { panic!("{line}") };
            let row = Row { record: record.to_owned(), assembly: assembly.to_owned() };
            pieces.last_mut().unwrap().push((address.to_owned(), row));
        }
    }
    listings
}

/// Returns the context of each listing.
pub(crate) fn contexts() -> BTreeMap<u32, &'static str> {
    let mut contexts = BTreeMap::new();
    for line in lines(CONTEXTS) {
        let (numbers, context) = line.split_once(": ").unwrap();
        for number in numbers.split(' ') {
            assert!(contexts.insert(number.parse().unwrap(), context).is_none(), "two contexts for {number}");
        }
    }
    contexts
}

/// Returns the assembly of a piece, with the widths that only its records contain.
fn assembly(piece: &Piece) -> String {
    let mut out = String::new();
    for (_, row) in piece {
        let width = row.record.split_once("<65535, ").map(|(_, enter)| enter.trim_end_matches('>').split_once(", ").unwrap().1);
        match width {
            Some(width) => out.push_str(&row.assembly.replacen('{', &format!("{{ <{width}>"), 1)),
            None => out.push_str(&row.assembly),
        }
        out.push('\n');
    }
    out
}

/// Returns the module that a context makes from a listing.
pub(crate) fn module(context: &str, pieces: &[Piece], pad: usize) -> String {
    let mut pieces = pieces.iter();
    let mut out = String::new();
    for word in context.split(' ') {
        match word {
            "..." => out.push_str(&assembly(pieces.next().expect("a piece for each ellipsis"))),
            "@begin" => out.push_str(BEGIN),
            "@pad" if pad == 0 => out.push_str("globals { count 0; }\n"),
            "@pad" => out.push_str(&format!("globals {{ count 0; }}\nvaluesymtab {{ @f0 : \"{}\"; }}\n", "a".repeat(pad))),
            word => {
                out.push_str(word);
                out.push(' ');
            }
        }
    }
    assert!(pieces.next().is_none(), "an ellipsis for each piece");
    out
}
