//! A statement as pieces: what a line breaker needs to know beside the text.

use std::fmt::{Display, Write};
use std::ops::Range;

/// What a piece of a statement is to a line breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// Text that is never broken.
    Word,
    /// One blank, or nothing where the line is broken instead.
    Space,
    /// An opening bracket: continuation lines are indented behind it.
    Open,
    /// A closing bracket: ends the indentation of the last opening one.
    Close,
    /// Begins a group that is kept on one line where it fits.
    Begin,
    /// Ends the last group.
    End,
}

/// A piece and its text, a range of [`Statement::text`].
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) text: Range<usize>,
}

/// The pieces of one statement, or of one record of a listing. Meant to be cleared and filled again.
#[derive(Clone, Debug, Default)]
pub(super) struct Statement {
    text: String,
    pieces: Vec<Piece>,
}

impl Statement {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.pieces.clear();
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub(super) fn text(&self, piece: &Piece) -> &str {
        &self.text[piece.text.clone()]
    }

    /// The statement on one line.
    pub(super) fn as_line(&self) -> &str {
        &self.text
    }

    /// Text that stands alone.
    pub(super) fn word(&mut self, text: impl Display) -> &mut Self {
        self.push(PieceKind::Word, text)
    }

    /// Text that cannot be broken off the word before it; alone behind anything else.
    pub(super) fn glue(&mut self, text: impl Display) -> &mut Self {
        self.push(PieceKind::Word, text);
        if let [.., before, last] = self.pieces.as_mut_slice()
            && before.kind == PieceKind::Word
        {
            before.text.end = last.text.end;
            self.pieces.pop();
        }
        self
    }

    pub(super) fn space(&mut self) -> &mut Self {
        self.push(PieceKind::Space, ' ')
    }

    pub(super) fn open(&mut self, bracket: char) -> &mut Self {
        self.push(PieceKind::Open, bracket)
    }

    pub(super) fn close(&mut self, bracket: char) -> &mut Self {
        self.push(PieceKind::Close, bracket)
    }

    pub(super) fn begin(&mut self) -> &mut Self {
        self.push(PieceKind::Begin, "")
    }

    pub(super) fn end(&mut self) -> &mut Self {
        self.push(PieceKind::End, "")
    }

    /// Numbers in angle brackets, as records are written.
    pub(super) fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) -> &mut Self {
        self.open('<').begin();
        for (position, number) in numbers.into_iter().enumerate() {
            if position > 0 {
                self.word(',').end().space().begin();
            }
            self.word(number);
        }
        self.end().close('>')
    }

    fn push(&mut self, kind: PieceKind, text: impl Display) -> &mut Self {
        let start = self.text.len();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{text}");
        self.pieces.push(Piece { kind, text: start..self.text.len() });
        self
    }
}
