//! Sections, lines and words of the committed data. Every function returns `None` if the data are not as expected.

use std::str::FromStr;

/// The words of a line that were not read yet.
pub(super) type Words<'a> = &'a mut dyn Iterator<Item = &'static str>;

/// Returns the lines of a section; none if there is no such section.
pub(super) fn section(text: &'static str, name: &str) -> impl Iterator<Item = &'static str> + use<> {
    let rest = text.split_once(&format!("\n[{name}]\n")).map_or("", |(_, rest)| rest);
    rest.lines().take_while(|line| !line.starts_with('['))
}

/// Reads the rows of a section.
pub(super) fn rows<T>(text: &'static str, name: &str, mut row: impl FnMut(Words<'_>) -> Option<T>) -> Option<&'static [T]> {
    let rows: Option<Vec<T>> = section(text, name).map(|line| row(&mut line.split(' '))).collect();
    Some(rows?.leak())
}

/// Returns the word, or an empty string for `-`.
pub(super) fn unless_dash(word: &str) -> &str {
    if word == "-" { "" } else { word }
}

/// Reads a decimal number.
pub(super) fn number<T: FromStr>(words: Words<'_>) -> Option<T> {
    words.next()?.parse().ok()
}

/// Reads an optional decimal number.
pub(super) fn optional<T: FromStr>(words: Words<'_>) -> Option<Option<T>> {
    match unless_dash(words.next()?) {
        "" => Some(None),
        word => word.parse().ok().map(Some),
    }
}

/// Reads a mask of lanes.
pub(super) fn lanes(words: Words<'_>) -> Option<u64> {
    u64::from_str_radix(words.next()?, 16).ok()
}

/// Reads a list with commas.
pub(super) fn list<T>(word: &'static str, item: impl Fn(&'static str) -> Option<T>) -> Option<&'static [T]> {
    if word == "-" {
        return Some(&[]);
    }
    let items: Option<Vec<T>> = word.split(',').map(item).collect();
    Some(items?.leak())
}

/// Reads a list of numbers and ranges of numbers.
pub(super) fn ranges<T>(word: &str, item: impl Fn(u16) -> T) -> Option<&'static [T]> {
    let mut items = Vec::new();
    for part in unless_dash(word).split_terminator(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        items.extend((first.parse().ok()?..=last.parse().ok()?).map(&item));
    }
    Some(items.leak())
}
