//! What tells whether two candidates of a text change the same in it.

use std::collections::BTreeMap;

use irsmith_fuzz::content_hash;

/// Returns a hash of the lines that only one of two texts has, with how often; `None` if both have the same lines, or one is not text.
pub(super) fn change(before: &[u8], after: &[u8]) -> Option<u64> {
    let (before, after) = (str::from_utf8(before).ok()?, str::from_utf8(after).ok()?);
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    before.lines().for_each(|line| *counts.entry(line).or_default() -= 1);
    after.lines().for_each(|line| *counts.entry(line).or_default() += 1);
    let lines = counts.into_iter().filter(|(_, count)| *count != 0);
    let text: String = lines.map(|(line, count)| format!("{count} {line}\n")).collect();
    (!text.is_empty()).then(|| content_hash(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_the_lines_that_differ() {
        let removal = change(b"a\nb\nc\n", b"a\nc\n");
        assert_eq!(removal, change(b"b\nc\nd\n", b"c\nd\n"));
        assert_ne!(removal, change(b"a\nc\n", b"a\nb\nc\n"));
        assert_ne!(removal, change(b"a\nb\nb\n", b"a\n"));
        assert_eq!(change(b"a\nb\n", b"b\na\n"), None);
        assert_eq!(change(b"\xff\n", b""), None);
    }
}
