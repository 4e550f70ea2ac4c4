//! Each paragraph and each list item of a document is one line, so that a diff shows exactly what changed.

use crate::documents::documents;

/// Returns whether a line begins a new paragraph or item.
fn begins(line: &str) -> bool {
    let line = line.trim_start();
    let number = line.trim_start_matches(|character: char| character.is_ascii_digit());
    line.is_empty()
        || ["#", "|", ">", "<!--", "- ", "* ", "+ ", "{{#"].iter().any(|start| line.starts_with(start))
        || (number.len() < line.len() && number.starts_with(". "))
}

/// Returns the lines that continue a paragraph, with their numbers.
fn continued(text: &str) -> Vec<(usize, &str)> {
    let (mut is_code, mut before) = (false, "");
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let is_fence = line.trim_start().starts_with("```");
        let is_text = !is_fence && !is_code && !begins(line) && !line.starts_with("    ");
        let follows_text =
            !before.trim().is_empty() && !["#", "|", "<!--", "```", "{{#"].iter().any(|start| before.trim_start().starts_with(start));
        if is_text && follows_text && !before.ends_with("-->") {
            found.push((number, line));
        }
        is_code ^= is_fence;
        before = if is_code { "```" } else { line };
    }
    found
}

#[test]
fn paragraphs_are_one_line() {
    for document in documents() {
        let found = continued(&document.text);
        assert!(found.is_empty(), "{}: lines that belong to the one before: {found:?}", document.name());
    }
}

#[test]
fn paragraphs_of_two_lines_are_found() {
    let text = "# A\nb\nc\n\n- d\n  e\n- f\n\n```\ng\nh\n```\n\n| i |\n| j |\n\n1. k\n2. l\n";
    assert_eq!(continued(text), [(3, "c"), (6, "  e")]);
}
