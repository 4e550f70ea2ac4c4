//! The text of an embedded IR module in pieces, as far as lines tell them.

use std::ops::Range;

/// A thing at the top of a module: a definition with its body, or any other line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::mir) struct Piece {
    /// Its bytes in the text, with the line feed.
    pub(in crate::mir) range: Range<usize>,
    /// The lines between the braces of a definition that has them on lines of their own.
    pub(in crate::mir) body: Vec<Range<usize>>,
}

/// The pieces of a module, without blank lines.
pub(in crate::mir) fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut at, mut is_open) = (0, false);
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let trimmed = line.trim_end();
        match pieces.last_mut().filter(|_| is_open) {
            Some(piece) => {
                is_open = trimmed != "}";
                piece.range.end = range.end;
                if is_open {
                    piece.body.push(range);
                }
            }
            None if trimmed.is_empty() => {}
            None => {
                is_open = trimmed.starts_with("define") && trimmed.ends_with('{');
                pieces.push(Piece { range, body: Vec::new() });
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_is_one_piece() {
        let text = "target triple = \"x\"\n\ndefine void @f() {\n  ret void\n}\n@g = global i32 0\n";
        let found: Vec<(&str, usize)> = pieces(text).iter().map(|piece| (&text[piece.range.clone()], piece.body.len())).collect();
        assert_eq!(found, [("target triple = \"x\"\n", 0), ("define void @f() {\n  ret void\n}\n", 1), ("@g = global i32 0\n", 0)]);
    }
}
