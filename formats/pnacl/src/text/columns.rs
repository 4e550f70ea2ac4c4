//! The three columns of a listing: bit address, record, assembly.

use super::statement::{PieceKind, Pieces, Statement};
use super::wrap::{Breaker, Shape};
use crate::BitAddress;
use std::borrow::Cow;
use std::fmt::{self, Write};

/// Column at which the assembly begins, after its separator.
const RECORD_WIDTH: usize = 40;
/// Columns of a bit address, padded on the left.
const ADDRESS_WIDTH: usize = 10;
/// Columns of a line.
const LINE_WIDTH: usize = 80;
/// Blanks of one step of indentation.
const STEP: usize = 2;

/// Records wrap at their column, but a line has at least the columns of a 64-bit value with its comma.
const RECORD_SHAPE: Shape = Shape { width: RECORD_WIDTH, least: 21, continuation: 0 };
/// Assembly wraps at the columns that the records and the separator leave.
const ASSEMBLY_SHAPE: Shape = Shape { width: LINE_WIDTH - RECORD_WIDTH - 1, least: 20, continuation: 2 * STEP };

/// The destination of a printer's records and statements.
pub(super) trait Sink<'a>: Pieces {
    /// Receives a record; the statements that follow are printed beside it.
    fn record(&mut self, depth: usize, row: Row<'a>);
    /// Begins a statement, followed by its pieces.
    fn begin(&mut self, depth: usize);
    /// Ends the statement.
    fn end(&mut self);
    /// Ends the record: statements that follow belong to no record.
    fn flush(&mut self) {}

    /// Receives a whole statement.
    fn statement(&mut self, depth: usize, statement: &Statement<'_>) {
        self.begin(depth);
        statement.pieces().iter().for_each(|piece| self.piece(piece.kind, statement.text(piece)));
        self.end();
    }
}

/// A record in a listing.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    pub(super) at: BitAddress,
    /// Abbreviation id; the header has none.
    pub(super) id: Option<u32>,
    pub(super) code: u32,
    pub(super) operands: Cow<'a, [u64]>,
}

/// Prints records and statements side by side, line by line, so that neither is ever completely in memory.
pub(super) struct Columns<'a, W> {
    out: W,
    written: fmt::Result,
    label: String,
    blank: String,
    numbers: Numbers<'a>,
    assembly: Breaker,
}

impl<'a, W: Write> Columns<'a, W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out,
            written: Ok(()),
            label: String::new(),
            blank: String::new(),
            numbers: Numbers::new(),
            assembly: Breaker::new(ASSEMBLY_SHAPE),
        }
    }

    /// Ends the listing.
    ///
    /// # Errors
    /// The first error of the writer.
    pub(super) fn finish(mut self) -> fmt::Result {
        self.flush();
        self.written
    }

    /// Writes the finished lines of the assembly, each beside the next line of the record.
    fn pair(&mut self) {
        while self.written.is_ok()
            && let Some(statement) = self.assembly.line()
        {
            let record = self.numbers.line().unwrap_or(&self.blank);
            self.written = writeln!(self.out, "{record:RECORD_WIDTH$}|{statement}");
        }
    }
}

impl<W: Write> Pieces for Columns<'_, W> {
    fn piece(&mut self, kind: PieceKind, text: &str) {
        self.assembly.piece(kind, text);
        if self.assembly.has_line() {
            self.pair();
        }
    }
}

impl<'a, W: Write> Sink<'a> for Columns<'a, W> {
    fn record(&mut self, depth: usize, row: Row<'a>) {
        self.flush();
        self.label.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.label, "{:>ADDRESS_WIDTH$}|", row.at.to_string());
        self.blank.clear();
        let _ = write!(self.blank, "{:>width$}", '|', width = self.label.len());
        self.numbers.begin(&self.label, &self.blank, depth * STEP, row);
    }

    fn begin(&mut self, depth: usize) {
        self.assembly.begin("", "", depth * STEP);
    }

    fn end(&mut self) {
        self.assembly.finish();
        self.pair();
    }

    fn flush(&mut self) {
        while self.written.is_ok()
            && let Some(record) = self.numbers.line()
        {
            self.written = writeln!(self.out, "{record:RECORD_WIDTH$}|");
        }
    }
}

/// The lines of a record, each produced on demand.
struct Numbers<'a> {
    breaker: Breaker,
    code: u32,
    operands: Cow<'a, [u64]>,
    /// The number of values passed to the breaker, the first of which is the code; `None` if it has all.
    given: Option<usize>,
}

impl<'a> Numbers<'a> {
    fn new() -> Self {
        Self { breaker: Breaker::new(RECORD_SHAPE), code: 0, operands: Cow::Borrowed(&[]), given: None }
    }

    fn begin(&mut self, label: &str, blank: &str, indent: usize, row: Row<'a>) {
        self.breaker.begin(label, blank, indent);
        if let Some(id) = row.id {
            self.breaker.piece(PieceKind::Word, &format!("{id}:"));
            self.breaker.piece(PieceKind::Space, " ");
        }
        self.breaker.piece(PieceKind::Open, "<");
        self.breaker.piece(PieceKind::Begin, "");
        (self.code, self.operands, self.given) = (row.code, row.operands, Some(0));
    }

    fn line(&mut self) -> Option<&str> {
        while !self.breaker.has_line() && self.give() {}
        self.breaker.line()
    }

    /// Passes the next number to the breaker, with the pieces of [`Statement::numbers`]; returns whether there was one.
    fn give(&mut self) -> bool {
        let Some(given) = self.given else { return false };
        let next = if given == 0 { Some(u64::from(self.code)) } else { self.operands.get(given - 1).copied() };
        match next {
            Some(number) => {
                if given > 0 {
                    self.breaker.piece(PieceKind::Word, ",");
                    self.breaker.piece(PieceKind::End, "");
                    self.breaker.piece(PieceKind::Space, " ");
                    self.breaker.piece(PieceKind::Begin, "");
                }
                self.breaker.piece(PieceKind::Word, decimal(number, &mut [0; 20]));
                self.given = Some(given + 1);
            }
            None => {
                self.breaker.piece(PieceKind::End, "");
                self.breaker.piece(PieceKind::Close, ">");
                self.breaker.finish();
                self.given = None;
            }
        }
        true
    }
}

/// Returns the digits of a number, without a string for each, because records have many.
fn decimal(mut number: u64, digits: &mut [u8; 20]) -> &str {
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return std::str::from_utf8(&digits[start..]).unwrap_or_default();
        }
    }
}

/// Assembly only: one statement per line.
pub(super) struct Plain<W> {
    out: W,
    written: fmt::Result,
    /// Blanks at the end of the line, printed only if something follows; lines do not end with blanks.
    blanks: String,
}

impl<W: Write> Plain<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, written: Ok(()), blanks: String::new() }
    }

    /// Ends the text.
    ///
    /// # Errors
    /// The first error of the writer.
    pub(super) fn finish(self) -> fmt::Result {
        self.written
    }

    fn write(&mut self, text: fmt::Arguments<'_>) {
        if self.written.is_ok() {
            self.written = self.out.write_fmt(text);
        }
    }
}

impl<W: Write> Pieces for Plain<W> {
    fn piece(&mut self, _kind: PieceKind, text: &str) {
        let said = text.trim_end();
        if !said.is_empty() {
            let blanks = std::mem::take(&mut self.blanks);
            self.write(format_args!("{blanks}{said}"));
        }
        self.blanks.push_str(&text[said.len()..]);
    }
}

impl<'a, W: Write> Sink<'a> for Plain<W> {
    fn record(&mut self, _depth: usize, _row: Row<'a>) {}

    fn begin(&mut self, depth: usize) {
        self.write(format_args!("{:indent$}", "", indent = depth * STEP));
        self.blanks.clear();
    }

    fn end(&mut self) {
        self.write(format_args!("\n"));
    }

    fn statement(&mut self, depth: usize, statement: &Statement<'_>) {
        let line = statement.as_line().trim_end();
        self.write(format_args!("{:indent$}{line}\n", "", indent = depth * STEP));
    }
}
