//! The three columns of a listing: bit address, record, assembly.

use super::statement::Statement;
use super::wrap::{Margin, Shape, wrap};
use crate::BitAddress;
use std::fmt::Write;

/// Column at which the assembly begins, behind its separator.
const RECORD_WIDTH: usize = 40;
/// Columns of a bit address, padded on the left.
const ADDRESS_WIDTH: usize = 10;
/// Columns of a line.
const LINE_WIDTH: usize = 80;
/// Blanks of one step of indentation.
const STEP: usize = 2;

/// Records wrap to their column, and never to less than a value of 64 bits with its comma needs.
const RECORD_SHAPE: Shape = Shape { width: RECORD_WIDTH, least: 21, continuation: 0 };
/// Assembly wraps to what the records and the separator leave of a line.
const ASSEMBLY_SHAPE: Shape = Shape { width: LINE_WIDTH - RECORD_WIDTH - 1, least: 20, continuation: 2 * STEP };

/// Where a printer's statements go.
pub(super) trait Sink {
    /// Takes a statement of the record that [`Sink::record`] gives next.
    fn statement(&mut self, depth: usize, statement: &Statement);
    /// Takes a record; the statements since the last one stand beside it.
    fn record(&mut self, depth: usize, row: Row<'_>);
    /// The statements since the last record belong to none.
    fn flush(&mut self) {}
}

/// A record as listings show it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub(super) at: BitAddress,
    /// Abbreviation id; the header has none.
    pub(super) id: Option<u32>,
    pub(super) code: u32,
    pub(super) operands: &'a [u64],
}

/// Lays records and statements side by side.
#[derive(Debug, Default)]
pub(super) struct Columns {
    out: String,
    label: String,
    blank: String,
    row: Statement,
    records: String,
    assembly: String,
}

impl Columns {
    pub(super) fn finish(mut self) -> String {
        self.flush();
        self.out
    }
}

impl Sink for Columns {
    fn statement(&mut self, depth: usize, statement: &Statement) {
        let margin = Margin { indent: depth * STEP, ..Margin::default() };
        wrap(statement, margin, ASSEMBLY_SHAPE, &mut self.assembly);
    }

    fn record(&mut self, depth: usize, row: Row<'_>) {
        self.label.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.label, "{:>ADDRESS_WIDTH$}|", row.at.to_string());
        self.blank.clear();
        let _ = write!(self.blank, "{:>width$}", '|', width = self.label.len());
        fill(&mut self.row, row);
        let margin = Margin { first: &self.label, rest: &self.blank, indent: depth * STEP };
        wrap(&self.row, margin, RECORD_SHAPE, &mut self.records);
        self.flush();
    }

    fn flush(&mut self) {
        let mut records = self.records.lines();
        let mut assembly = self.assembly.lines();
        loop {
            let (record, statement) = (records.next(), assembly.next());
            if record.is_none() && statement.is_none() {
                break;
            }
            let record = record.unwrap_or(&self.blank);
            let _ = writeln!(self.out, "{record:RECORD_WIDTH$}|{}", statement.unwrap_or_default());
        }
        self.records.clear();
        self.assembly.clear();
    }
}

fn fill(out: &mut Statement, row: Row<'_>) {
    out.clear();
    if let Some(id) = row.id {
        out.word(format_args!("{id}:")).space();
    }
    out.numbers(std::iter::once(u64::from(row.code)).chain(row.operands.iter().copied()));
}

/// Assembly alone: one statement a line.
#[derive(Debug, Default)]
pub(super) struct Plain {
    pub(super) out: String,
}

impl Sink for Plain {
    fn statement(&mut self, depth: usize, statement: &Statement) {
        let line = statement.as_line().trim_end();
        let _ = writeln!(self.out, "{:indent$}{line}", "", indent = depth * STEP);
    }

    fn record(&mut self, _depth: usize, _row: Row<'_>) {}
}
