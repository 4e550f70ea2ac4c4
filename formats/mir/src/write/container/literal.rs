//! Literal text, after `|`.

use crate::Block;
use crate::tables::Version;
use crate::write::write_body;

/// The first release that prints no empty line after a module or a body.
const NO_EMPTY_LINE: Version = Version(22);

/// Writes the text of a module after `---`, each line indented by two blanks, and the empty line that older releases print before `...`.
pub(super) fn module(text: &str, release: Version, out: &mut String) {
    let last = if release < NO_EMPTY_LINE { "\n" } else { "" };
    out.push_str(" |");
    // Without a number, the first non-empty line determines the indentation.
    if text.lines().find(|line| !line.is_empty()).is_some_and(|line| line.starts_with(' ')) {
        out.push('2');
    }
    let (content, end) = match text.trim_end_matches('\n') {
        "" if text.is_empty() => ("", last),
        content if content.len() == text.len() => {
            out.push('-');
            (text, last)
        }
        content if content.is_empty() || content.len() + 1 < text.len() => {
            out.push('+');
            (&text[..text.len() - 1], "")
        }
        content => (content, last),
    };
    out.push('\n');
    if !text.is_empty() {
        lines(content, out);
    }
    out.push_str(end);
}

/// Writes a body after its key, and the empty line that older releases print after it.
pub(super) fn body(blocks: &[Block], release: Version, out: &mut String) {
    out.push_str(" |\n");
    write_body(blocks, 2, out);
    if release < NO_EMPTY_LINE {
        out.push('\n');
    }
}

/// Writes lines, each indented, including empty lines.
fn lines(text: &str, out: &mut String) {
    for line in text.split('\n') {
        out.push_str("  ");
        out.push_str(line);
        out.push('\n');
    }
}
