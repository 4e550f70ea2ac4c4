//! Breaks statements into lines, at the places where the reference disassembler breaks them.
//!
//! The rules, as the listings show them:
//!
//! - A word, a bracket or a blank that does not fit behind what the line holds starts a new line; a blank that does so vanishes. At the
//!   start of a line anything fits, however long.
//! - A group is measured as a whole before its first piece is placed: if all of it does not fit, it starts a new line. Whatever of it
//!   does not fit even there is broken by the same rules, inner groups first measured when they are reached.
//! - A continuation line is indented to the column behind the innermost open bracket, else by two steps more than the statement, but
//!   never so far that fewer than [`Shape::least`] columns are left.

use super::statement::{Piece, PieceKind, Statement};

/// The room that lines have. All numbers are columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Columns of a line.
    pub(super) width: usize,
    /// Columns that indentation leaves at least.
    pub(super) least: usize,
    /// Further indentation of continuation lines outside brackets.
    pub(super) continuation: usize,
}

impl Shape {
    fn clamp(self, column: usize) -> usize {
        column.min(self.width.saturating_sub(self.least))
    }
}

/// What stands before every line of a statement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Margin<'a> {
    /// Before the first line.
    pub(super) first: &'a str,
    /// Before the others.
    pub(super) rest: &'a str,
    /// Blanks behind either.
    pub(super) indent: usize,
}

/// Appends the lines of a statement to `out`, each with its line end.
pub(super) fn wrap(statement: &Statement, margin: Margin<'_>, shape: Shape, out: &mut String) {
    let mut lines = Lines { margin, shape, out, column: 0, first: true, indent: 0, outer: Vec::new() };
    for (index, piece) in statement.pieces().iter().enumerate() {
        let text = statement.text(piece);
        match piece.kind {
            PieceKind::Word => lines.word(text),
            PieceKind::Space => {
                if !lines.fit(text.len()) {
                    lines.write(text);
                }
            }
            PieceKind::Open => {
                lines.word(text);
                lines.outer.push(lines.indent);
                lines.indent = shape.clamp(lines.column);
            }
            PieceKind::Close => {
                lines.word(text);
                lines.indent = lines.outer.pop().unwrap_or(lines.indent);
            }
            PieceKind::Begin => {
                lines.fit(group_len(&statement.pieces()[index..]));
            }
            PieceKind::End => {}
        }
    }
    out.push('\n');
}

/// Columns of the group that begins with the first piece.
fn group_len(pieces: &[Piece]) -> usize {
    let mut depth = 0;
    let mut len = 0;
    for piece in pieces {
        match piece.kind {
            PieceKind::Begin => depth += 1,
            PieceKind::End => depth -= 1,
            _ => len += piece.text.len(),
        }
        if depth == 0 {
            break;
        }
    }
    len
}

struct Lines<'a, 'o> {
    margin: Margin<'a>,
    shape: Shape,
    out: &'o mut String,
    /// Columns that the line holds; 0 before its margin is written.
    column: usize,
    /// Whether this is the first line of the statement.
    first: bool,
    /// Column behind the innermost open bracket, or 0.
    indent: usize,
    /// The same of the brackets around it.
    outer: Vec<usize>,
}

impl Lines<'_, '_> {
    fn word(&mut self, text: &str) {
        self.fit(text.len());
        self.write(text);
    }

    /// Starts a new line if so many columns do not fit; tells whether it did.
    fn fit(&mut self, len: usize) -> bool {
        if self.column == 0 || self.column + len <= self.shape.width {
            return false;
        }
        self.out.push('\n');
        self.column = 0;
        self.first = false;
        true
    }

    fn write(&mut self, text: &str) {
        if self.column == 0 {
            self.start_line();
        }
        self.out.push_str(text);
        self.column += text.len();
    }

    fn start_line(&mut self) {
        let margin = if self.first { self.margin.first } else { self.margin.rest };
        self.out.push_str(margin);
        self.column = margin.len() + self.margin.indent;
        let indent = match self.indent {
            0 if !self.first => self.shape.clamp(self.column + self.shape.continuation),
            indent => indent,
        };
        let blanks = self.margin.indent + indent.saturating_sub(self.column);
        self.out.extend(std::iter::repeat_n(' ', blanks));
        self.column = self.column.max(indent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(statement: &Statement, indent: usize, width: usize) -> String {
        let shape = Shape { width, least: 5, continuation: 4 };
        let mut out = String::new();
        wrap(statement, Margin { indent, ..Margin::default() }, shape, &mut out);
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

    #[test]
    fn glue_joins_words_only() {
        let mut statement = Statement::default();
        statement.word("i32").glue("*").space().open('<').close('>').glue("*");
        let texts: Vec<_> = statement.pieces().iter().map(|piece| statement.text(piece)).collect();
        assert_eq!(texts, ["i32*", " ", "<", ">", "*"]);
        assert_eq!(statement.as_line(), "i32* <>*");
    }
}
