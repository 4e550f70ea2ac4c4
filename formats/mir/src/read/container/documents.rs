//! The stream: which documents a file has, and where.

use super::ContainerError;
use memchr::{memchr, memmem};
use std::ops::Range;

/// A document of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Document {
    /// Where its value begins: behind `---`.
    pub(super) at: usize,
    /// Where the line behind its last begins.
    pub(super) end: usize,
}

/// The text of a file, if it is UTF-8 and has no control characters but tabs and line ends.
pub(super) fn text(bytes: &[u8]) -> Result<&str, (usize, ContainerError)> {
    let text = std::str::from_utf8(bytes).map_err(|error| (error.valid_up_to(), ContainerError::NotUtf8))?;
    // Nearly no file has any but line feeds, and a look without a way out takes many bytes at once.
    if !bytes.iter().fold(false, |found, byte| found | (*byte < b' ' && *byte != b'\n') | (*byte == 0x7f)) {
        return Ok(text);
    }
    let is_refused = |byte: u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r');
    match bytes.iter().position(|byte| is_refused(*byte)) {
        Some(at) => Err((at, ContainerError::ControlCharacter(char::from(bytes[at])))),
        None => Ok(text),
    }
}

/// The documents of a text: `---` begins one, and ends the one before it, as does `...`. Both count only at the start of a line and
/// before a blank. What stands before the first of them is a document too, unless it is only blanks and comments.
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

/// Where the lines are that are markers. They are looked for as a whole: a look at each line takes several times as long.
fn markers(text: &str, start: usize) -> impl Iterator<Item = usize> {
    let [mut begin, mut end] = ["\n---", "\n..."].map(|marker| memmem::find_iter(text.as_bytes(), marker).peekable());
    let behind_feeds = std::iter::from_fn(move || match (begin.peek(), end.peek()) {
        (Some(first), Some(second)) if first > second => end.next(),
        (None, _) => end.next(),
        _ => begin.next(),
    });
    std::iter::once(start).chain(behind_feeds.map(|feed| feed + 1)).filter(|at| is_marker(&text[*at..]))
}

/// Whether a text begins with a marker.
fn is_marker(text: &str) -> bool {
    let ends = matches!(text.as_bytes().get(3), None | Some(b' ' | b'\t' | b'\n' | b'\r'));
    ends && (text.starts_with("---") || text.starts_with("..."))
}

/// Where the line behind a place begins.
fn next_line(text: &str, at: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |feed| at + feed + 1)
}

/// Where the first line begins that is not only blanks and comments.
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
