//! The stream: the documents of a file, and their positions.

use super::ContainerError;
use memchr::{memchr, memmem};
use std::ops::Range;

/// A document of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Document {
    /// The start of its value: after `---`.
    pub(super) at: usize,
    /// The start of the line after its last line.
    pub(super) end: usize,
}

/// Returns the text of a file, if it is UTF-8 and has no control characters except tabs and line ends.
pub(super) fn text(bytes: &[u8]) -> Result<&str, (usize, ContainerError)> {
    let text = std::str::from_utf8(bytes).map_err(|error| (error.valid_up_to(), ContainerError::NotUtf8))?;
    // Nearly no file has control characters other than line feeds, and a loop without early exit checks many bytes at once.
    if !bytes.iter().fold(false, |found, byte| found | (*byte < b' ' && *byte != b'\n') | (*byte == 0x7f)) {
        return Ok(text);
    }
    let is_refused = |byte: u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r');
    match bytes.iter().position(|byte| is_refused(*byte)) {
        Some(at) => Err((at, ContainerError::ControlCharacter(char::from(bytes[at])))),
        None => Ok(text),
    }
}

/// Returns the documents of a text: `---` begins one and ends the previous one; `...` ends one too. Both count only at the start of a line
/// and before a blank. Text before the first marker is a document too, unless it consists of blanks and comments.
pub(super) fn split(text: &str) -> Vec<Document> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut documents = Vec::new();
    let mut open = Some(start);
    let mut behind = start;
    for at in markers(text, start) {
        let document = open.take().or_else(|| content(text, behind..at));
        documents.extend(document.map(|begin| Document { at: begin, end: at }));
        if text[at..].starts_with("---") {
            open = Some(at + 3);
        }
        behind = next_line(text, at);
    }
    let document = open.or_else(|| content(text, behind..text.len()));
    documents.extend(document.map(|begin| Document { at: begin, end: text.len() }));
    documents
}

/// Returns the positions of the lines that are markers. The text is searched as a whole: checking each line takes several times as long.
fn markers(text: &str, start: usize) -> impl Iterator<Item = usize> {
    let [mut begin, mut end] = ["\n---", "\n..."].map(|marker| memmem::find_iter(text.as_bytes(), marker).peekable());
    let behind_feeds = std::iter::from_fn(move || match (begin.peek(), end.peek()) {
        (Some(first), Some(second)) if first > second => end.next(),
        (None, _) => end.next(),
        _ => begin.next(),
    });
    std::iter::once(start).chain(behind_feeds.map(|feed| feed + 1)).filter(|at| is_marker(&text[*at..]))
}

/// Returns whether a text begins with a marker.
fn is_marker(text: &str) -> bool {
    let ends = matches!(text.as_bytes().get(3), None | Some(b' ' | b'\t' | b'\n' | b'\r'));
    ends && (text.starts_with("---") || text.starts_with("..."))
}

/// Returns the start of the line after a position.
fn next_line(text: &str, at: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |feed| at + feed + 1)
}

/// Returns the start of the first line that has more than blanks and comments.
fn content(text: &str, lines: Range<usize>) -> Option<usize> {
    let mut at = lines.start;
    while at < lines.end {
        let next = next_line(text, at).min(lines.end);
        if !is_comment(&text[at..next]) {
            return Some(at);
        }
        at = next;
    }
    None
}

fn is_comment(line: &str) -> bool {
    let content = line.trim_start();
    content.is_empty() || content.starts_with('#')
}
