//! Breaks statements into lines, at the same places as the reference disassembler.
//!
//! The rules, as observed in listings:
//!
//! - A word, a bracket or a blank that does not fit on the line starts a new line; a blank that does so disappears. At the start of a line
//!   anything fits, however long.
//! - A group is measured as a whole before its first piece is placed: if it does not fit completely, it starts a new line. If it does not
//!   fit even there, it is broken by the same rules; inner groups are measured when they are reached.
//! - A continuation line is indented to the column after the innermost open bracket, otherwise by two steps more than the statement, but at
//!   least [`Shape::least`] columns must remain.

use super::statement::{Piece, PieceKind};

/// The dimensions of lines. All numbers are columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Columns of a line.
    pub(super) width: usize,
    /// The minimal number of columns after the indentation.
    pub(super) least: usize,
    /// Further indentation of continuation lines outside brackets.
    pub(super) continuation: usize,
}

impl Shape {
    fn clamp(self, column: usize) -> usize {
        column.min(self.width.saturating_sub(self.least))
    }
}

/// The number of consumed bytes after which their space is reused.
const TAKEN: usize = 4096;

/// Breaks the pieces of consecutive statements into lines incrementally: it stores only the lines that have not been consumed and the group
/// that may still fit.
#[derive(Debug)]
pub(super) struct Breaker {
    shape: Shape,
    /// The text before the first line of the statement.
    margin: String,
    /// The text before the other lines.
    other_margin: String,
    /// Blanks after either margin.
    margin_indent: usize,
    /// Lines that have not been consumed, each with its end, then the beginning of the next line.
    text: String,
    /// The number of its bytes that were consumed, and of finished lines after them.
    taken: usize,
    finished: usize,
    /// Columns used on the line; 0 before its margin is written.
    column: usize,
    /// Whether this is the first line of the statement.
    is_first: bool,
    /// Column after the innermost open bracket, or 0.
    indent: usize,
    /// The same for the brackets around it.
    outer: Vec<usize>,
    /// Pieces from the beginning of a group that may fit, with their text.
    waiting: Vec<Piece>,
    waiting_text: String,
    /// The number of them that are placed.
    placed: usize,
}

impl Breaker {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            shape,
            margin: String::new(),
            other_margin: String::new(),
            margin_indent: 0,
            text: String::new(),
            taken: 0,
            finished: 0,
            column: 0,
            is_first: true,
            indent: 0,
            outer: Vec::new(),
            waiting: Vec::new(),
            waiting_text: String::new(),
            placed: 0,
        }
    }

    /// Begins a statement with `margin` before its first line, `other_margin` before the others, and `indent` blanks after either.
    pub(super) fn begin(&mut self, margin: &str, other_margin: &str, indent: usize) {
        self.margin.clear();
        self.margin.push_str(margin);
        self.other_margin.clear();
        self.other_margin.push_str(other_margin);
        self.margin_indent = indent;
        (self.column, self.is_first, self.indent) = (0, true, 0);
        self.outer.clear();
    }

    /// Adds the next piece of the statement.
    pub(super) fn piece(&mut self, kind: PieceKind, text: &str) {
        if self.waiting.is_empty() && kind != PieceKind::Begin {
            return self.place(kind, text);
        }
        let start = self.waiting_text.len();
        self.waiting_text.push_str(text);
        self.waiting.push(Piece { kind, text: start..self.waiting_text.len() });
        if kind == PieceKind::End || self.waiting_columns() > self.shape.width {
            self.place_waiting(false);
        }
    }

    /// Ends the statement.
    pub(super) fn finish(&mut self) {
        self.place_waiting(true);
        self.end_line();
    }

    /// Returns whether there is a line to consume.
    pub(super) fn has_line(&self) -> bool {
        self.finished > 0
    }

    /// Consumes the next line, without its end.
    pub(super) fn line(&mut self) -> Option<&str> {
        if self.finished == 0 {
            return None;
        }
        if self.taken >= TAKEN || self.taken == self.text.len() {
            self.text.drain(..self.taken);
            self.taken = 0;
        }
        let rest = &self.text[self.taken..];
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        self.taken += line.len() + 1;
        self.finished -= 1;
        Some(line)
    }

    fn waiting_columns(&self) -> usize {
        self.waiting.get(self.placed).map_or(0, |piece| self.waiting_text.len() - piece.text.start)
    }

    /// Places the waiting pieces, up to a group that may or may not fit.
    fn place_waiting(&mut self, all: bool) {
        let (waiting, text) = (std::mem::take(&mut self.waiting), std::mem::take(&mut self.waiting_text));
        while let Some(piece) = waiting.get(self.placed) {
            if piece.kind == PieceKind::Begin {
                let (len, complete) = group_len(&waiting[self.placed..]);
                if !complete && !all && len <= self.shape.width {
                    break;
                }
                self.fit(len);
            } else {
                self.place(piece.kind, &text[piece.text.clone()]);
            }
            self.placed += 1;
        }
        (self.waiting, self.waiting_text) = (waiting, text);
        if self.placed == self.waiting.len() {
            self.waiting.clear();
            self.waiting_text.clear();
            self.placed = 0;
        }
    }

    /// Places a piece that begins no group.
    fn place(&mut self, kind: PieceKind, text: &str) {
        match kind {
            PieceKind::Word => self.word(text),
            PieceKind::Space => {
                if !self.fit(text.len()) {
                    self.write(text);
                }
            }
            PieceKind::Open => {
                self.word(text);
                self.outer.push(self.indent);
                self.indent = self.shape.clamp(self.column);
            }
            PieceKind::Close => {
                self.word(text);
                self.indent = self.outer.pop().unwrap_or(self.indent);
            }
            PieceKind::Begin | PieceKind::End => {}
        }
    }

    fn word(&mut self, text: &str) {
        self.fit(text.len());
        self.write(text);
    }

    /// Starts a new line if this many columns do not fit; returns whether it did.
    fn fit(&mut self, len: usize) -> bool {
        if self.column == 0 || self.column + len <= self.shape.width {
            return false;
        }
        self.end_line();
        self.column = 0;
        self.is_first = false;
        true
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.finished += 1;
    }

    fn write(&mut self, text: &str) {
        if self.column == 0 {
            self.start_line();
        }
        self.text.push_str(text);
        self.column += text.len();
    }

    fn start_line(&mut self) {
        let margin = if self.is_first { &self.margin } else { &self.other_margin };
        self.text.push_str(margin);
        self.column = margin.len() + self.margin_indent;
        let indent = match self.indent {
            0 if !self.is_first => self.shape.clamp(self.column + self.shape.continuation),
            indent => indent,
        };
        let blanks = self.margin_indent + indent.saturating_sub(self.column);
        self.text.extend(std::iter::repeat_n(' ', blanks));
        self.column = self.column.max(indent);
    }
}

/// Returns the columns of the group that begins with the first piece, as far as it is known, and whether it is complete.
fn group_len(pieces: &[Piece]) -> (usize, bool) {
    let mut depth = 0;
    let mut len = 0;
    for piece in pieces {
        match piece.kind {
            PieceKind::Begin => depth += 1,
            PieceKind::End => depth -= 1,
            _ => len += piece.text.len(),
        }
        if depth == 0 {
            return (len, true);
        }
    }
    (len, false)
}

#[cfg(test)]
mod tests {
    use super::super::statement::Statement;
    use super::*;

    fn lines(statement: &Statement, indent: usize, width: usize) -> String {
        let mut breaker = Breaker::new(Shape { width, least: 5, continuation: 4 });
        breaker.begin("", "", indent);
        statement.pieces().iter().for_each(|piece| breaker.piece(piece.kind, statement.text(piece)));
        breaker.finish();
        let mut out = String::new();
        while let Some(line) = breaker.line() {
            out += line;
            out.push('\n');
        }
        out
    }

    #[test]
    fn words_wrap_and_their_blank_vanishes() {
        let mut statement = Statement::default();
        statement.word("alpha").space().word("beta").space().word("gamma");
        assert_eq!(lines(&statement, 2, 12), "  alpha beta\n      gamma\n");
        assert_eq!(lines(&statement, 2, 11), "  alpha \n      beta \n      gamma\n");
    }

    #[test]
    fn a_group_that_does_not_fit_starts_a_line() {
        let mut statement = Statement::default();
        statement.word("x").space().begin().word("alpha").space().word("beta").end();
        assert_eq!(lines(&statement, 0, 12), "x alpha beta\n");
        assert_eq!(lines(&statement, 0, 11), "x \n    alpha \n    beta\n");
    }

    #[test]
    fn continuation_lines_stand_behind_the_open_bracket() {
        let mut statement = Statement::default();
        statement.word("f").open('(').word("aaaa,").space().word("bbbb,").space().word("cc").close(')').space().word("dd");
        assert_eq!(lines(&statement, 0, 9), "f(aaaa, \n  bbbb, \n  cc) dd\n");
    }

    #[test]
    fn indentation_leaves_the_least_room_and_long_words_overflow() {
        let mut statement = Statement::default();
        statement.word("function").open('(').word("parameter").close(')');
        assert_eq!(lines(&statement, 0, 10), "function(\n     parameter\n     )\n");
    }

    /// The stored text does not grow with the length of a statement if its lines are consumed.
    #[test]
    fn a_breaker_keeps_no_more_than_a_line_and_a_group() {
        let mut breaker = Breaker::new(Shape { width: 20, least: 5, continuation: 4 });
        breaker.begin("", "", 0);
        let mut lines = 0;
        for kind in [PieceKind::Open, PieceKind::Begin] {
            breaker.piece(kind, "<");
        }
        for _ in 0..100_000 {
            for (kind, text) in [(PieceKind::Begin, ""), (PieceKind::Word, "123"), (PieceKind::Word, ","), (PieceKind::End, "")] {
                breaker.piece(kind, text);
            }
            breaker.piece(PieceKind::Space, " ");
            while breaker.line().is_some() {
                lines += 1;
            }
            assert!(breaker.text.len() < TAKEN + 100 && breaker.waiting.len() < 100 && breaker.waiting_text.len() < 100);
        }
        assert!(lines > 20_000, "{lines}");
    }

    #[test]
    fn glue_joins_words_only() {
        let mut statement = Statement::default();
        statement.word("i32").glue("*").space().open('<').close('>').glue("*");
        let texts: Vec<_> = statement.pieces().iter().map(|piece| statement.text(piece)).collect();
        assert_eq!(texts, ["i32*", " ", "<", ">", "*"]);
        assert_eq!(statement.as_line(), "i32* <>*");
    }
}
