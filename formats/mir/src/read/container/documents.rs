//! The stream: which documents a file has, and where.

use super::ContainerError;
use memchr::memchr;

/// A document of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Document {
    /// Where its value begins: behind `---`.
    pub(super) at: usize,
    /// Where the line behind its last begins.
    pub(super) end: usize,
    /// The number of its first line, from 1.
    pub(super) line: u32,
}

/// The text of a file, if it is UTF-8 and has no control characters but tabs and line ends.
pub(super) fn text(bytes: &[u8]) -> Result<&str, (usize, ContainerError)> {
    let text = std::str::from_utf8(bytes).map_err(|error| (error.valid_up_to(), ContainerError::NotUtf8))?;
    let is_control = |byte: u8| (byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte == 0x7f;
    // Nearly no file has one, and a look without a way out takes many bytes at once.
    if !bytes.iter().fold(false, |found, byte| found | is_control(*byte)) {
        return Ok(text);
    }
    let at = bytes.iter().position(|byte| is_control(*byte)).unwrap_or_default();
    Err((at, ContainerError::ControlCharacter(char::from(bytes[at]))))
}

/// The documents of a text: `---` begins one, and ends the one before it, as does `...`. Both count only at the start of a line and
/// before a blank. What stands before the first of them is a document too, unless it is only blanks and comments.
pub(super) fn split(text: &str) -> Vec<Document> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut documents = Vec::new();
    let mut open = Some(Document { at: start, end: start, line: 1 });
    let (mut at, mut line) = (start, 1);
    while at < text.len() {
        let end = memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |feed| at + feed + 1);
        let content = &text[at..end];
        if let Some(marker) = marker(content) {
            documents.extend(open.take().map(|document| Document { end: at, ..document }));
            if marker == "---" {
                open = Some(Document { at: at + 3, end: at, line });
            }
        } else if open.is_none() && !is_comment(content) {
            open = Some(Document { at, end: at, line });
        }
        at = end;
        line += 1;
    }
    documents.extend(open.map(|document| Document { end: text.len(), ..document }));
    documents
}

/// The marker that a line is.
fn marker(line: &str) -> Option<&str> {
    let marker = line.get(..3).filter(|marker| matches!(*marker, "---" | "..."))?;
    let ends = matches!(line.as_bytes().get(3), None | Some(b' ' | b'\t' | b'\n' | b'\r'));
    ends.then_some(marker)
}

fn is_comment(line: &str) -> bool {
    let content = line.trim_start();
    content.is_empty() || content.starts_with('#')
}
