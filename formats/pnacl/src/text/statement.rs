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

/// Whatever takes the pieces of a statement one by one.
pub(super) trait Pieces {
    fn piece(&mut self, kind: PieceKind, text: &str);
}

/// What becomes of the pieces of a statement.
#[derive(Default)]
enum Way<'w> {
    /// They are kept.
    #[default]
    Kept,
    /// They are dropped: only whether there is such a statement is asked.
    Dropped,
    /// They go on to another place, a few at a time.
    Passed(&'w mut dyn Pieces),
}

/// Pieces that are kept before they are passed on.
const PASSED_TOGETHER: usize = 64;

/// The pieces of one statement, or of one record of a listing. Meant to be cleared and filled again.
#[derive(Default)]
pub(super) struct Statement<'w> {
    text: String,
    pieces: Vec<Piece>,
    way: Way<'w>,
}

impl<'w> Statement<'w> {
    /// A statement that keeps nothing.
    pub(super) fn dropped() -> Self {
        Self { way: Way::Dropped, ..Self::default() }
    }

    /// A statement whose pieces go on to `next`, so that one of any length takes little memory; [`Statement::pass_all`] ends it.
    pub(super) fn passed_to(next: &'w mut dyn Pieces) -> Self {
        Self { way: Way::Passed(next), ..Self::default() }
    }

    /// Passes on what is left.
    pub(super) fn pass_all(mut self) {
        self.pass(0);
    }

    /// Passes on all pieces but so many.
    fn pass(&mut self, kept: usize) {
        let Way::Passed(next) = &mut self.way else { return };
        let count = self.pieces.len().saturating_sub(kept);
        let end = self.pieces.get(count).map_or(self.text.len(), |piece| piece.text.start);
        for piece in self.pieces.drain(..count) {
            next.piece(piece.kind, &self.text[piece.text]);
        }
        self.text.drain(..end);
        for piece in &mut self.pieces {
            piece.text = piece.text.start - end..piece.text.end - end;
        }
    }

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
        if matches!(self.way, Way::Dropped) {
            return self;
        }
        let start = self.text.len();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{text}");
        self.pieces.push(Piece { kind, text: start..self.text.len() });
        if self.pieces.len() > PASSED_TOGETHER {
            // What is glued on joins the last word of the two that stay.
            self.pass(2);
        }
        self
    }
}
