//! Sections, lines and words of the committed data. Every function returns `None` if the data are not as expected.

use super::Version;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The words of a line that were not read yet.
pub(super) type Words<'a> = &'a mut dyn Iterator<Item = &'static str>;

/// Returns the lines of a section with the releases that each applies to: a line `@14-19` states the releases of the lines after it. There
/// are no lines if there is no such section.
pub(super) fn section(text: &'static str, name: &str) -> impl Iterator<Item = (RangeInclusive<u8>, &'static str)> + use<> {
    let rest = text.split_once(&format!("\n[{name}]\n")).map_or("", |(_, rest)| rest);
    let mut releases = 0..=u8::MAX;
    rest.lines().take_while(|line| !line.starts_with('[')).filter_map(move |line| {
        let Some(mark) = line.strip_prefix('@') else { return Some((releases.clone(), line)) };
        let (first, last) = mark.split_once('-').unwrap_or((mark, mark));
        // A range that is not one contains no release, and the rows are then missing.
        releases = first.parse().unwrap_or(1)..=last.parse().unwrap_or(0);
        None
    })
}

/// Returns the lines of a section that apply to all of some releases.
pub(super) fn lines(text: &'static str, name: &str, releases: [Version; 2]) -> impl Iterator<Item = &'static str> + use<> {
    section(text, name).filter(move |(range, _)| releases.iter().all(|release| range.contains(&release.0))).map(|(_, line)| line)
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

/// Reads a list of numbers and ranges of numbers. Numbers for which `item` returns `None` are skipped.
pub(super) fn ranges<T>(word: &str, item: impl Fn(u16) -> Option<T>) -> Option<Vec<T>> {
    let mut items = Vec::new();
    for part in unless_dash(word).split_terminator(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        items.extend((first.parse().ok()?..=last.parse().ok()?).filter_map(&item));
    }
    Some(items)
}
