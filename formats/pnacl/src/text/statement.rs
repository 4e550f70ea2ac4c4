//! A statement as pieces: the input of the line breaker.

use std::fmt::{Display, Write};
use std::ops::Range;

/// The kind of a piece of a statement for the line breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// Text that is never broken.
    Word,
    /// One blank, or a line break.
    Space,
    /// An opening bracket: continuation lines are indented to the column after it.
    Open,
    /// A closing bracket: ends the indentation of the last opening one.
    Close,
    /// Begins a group that is kept on one line if it fits.
    Begin,
    /// Ends the last group.
    End,
}

/// A piece and its text, as a range of [`Statement::text`].
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) text: Range<usize>,
}

/// Receives the pieces of a statement one by one.
pub(super) trait Pieces {
    fn piece(&mut self, kind: PieceKind, text: &str);
}

/// The destination of the pieces of a statement.
#[derive(Default)]
enum Way<'w> {
    /// The pieces are kept.
    #[default]
    Kept,
    /// The pieces are dropped: only the existence of such a statement is checked.
    Dropped,
    /// The pieces are passed to another destination, a few at a time.
    Passed(&'w mut dyn Pieces),
}

/// The number of pieces that are collected before they are passed on.
const PASSED_TOGETHER: usize = 64;

/// The pieces of one statement, or of one record of a listing. It is cleared and reused.
#[derive(Default)]
pub(super) struct Statement<'w> {
    text: String,
    pieces: Vec<Piece>,
    way: Way<'w>,
}

impl<'w> Statement<'w> {
    /// Makes a statement that drops its pieces.
    pub(super) fn dropped() -> Self {
        Self { way: Way::Dropped, ..Self::default() }
    }

    /// Makes a statement whose pieces are passed to `next`, so that a statement of any length needs little memory; [`Statement::pass_all`]
    /// ends it.
    pub(super) fn passed_to(next: &'w mut dyn Pieces) -> Self {
        Self { way: Way::Passed(next), ..Self::default() }
    }

    /// Passes on the remaining pieces.
    pub(super) fn pass_all(mut self) {
        self.pass(0);
    }

    /// Passes on all pieces except the last `kept`.
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

    /// Returns the statement on one line.
    pub(super) fn as_line(&self) -> &str {
        &self.text
    }

    /// Adds a separate word.
    pub(super) fn word(&mut self, text: impl Display) -> &mut Self {
        self.push(PieceKind::Word, text)
    }

    /// Adds text that cannot be separated from the word before it; after any other piece it is a separate word.
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

    /// Adds numbers in angle brackets, the form of records.
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
            // Glued text joins the last word of the two that remain.
            self.pass(2);
        }
        self
    }
}
