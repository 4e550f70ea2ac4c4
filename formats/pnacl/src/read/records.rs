//! Iterates over the items of a stream; shared by the readers of all blocks.

use super::{Note, NoteKind, Reading};
use crate::stream::{ItemKind, WrongLength};
use crate::tables::BlockKind;
use crate::{Error, ErrorKind, Result, Stream, TypeId, Value};

/// A body that names a function, a global or an absolute index.
#[derive(Clone, Copy, Debug)]
pub(super) struct AddressUse {
    /// The first record that does.
    pub(super) item: u32,
    /// The number of functions and globals before the body.
    pub(super) known: usize,
}

/// The state of reading a module.
pub(super) struct Reader<'a> {
    pub(super) stream: &'a Stream,
    /// Index of the next item.
    cursor: usize,
    /// Whether places are recorded.
    pub(super) keep_places: bool,
    pub(super) reading: Reading,
    /// Functions and globals by absolute index, then the values that the current function defines.
    pub(super) values: Vec<Value>,
    /// Whether a function follows a global.
    pub(super) has_early_globals: bool,
    /// The bodies so far that name a function, a global or an absolute index.
    pub(super) uses: Vec<AddressUse>,
}

/// Returns the type that an operand names. The tools read 32 bits of it, except in records that set the type of constants.
pub(super) const fn type_id(operand: u64) -> TypeId {
    TypeId(operand as u32)
}

/// A record within its block.
#[derive(Clone, Copy)]
pub(super) struct RecordRef<'a> {
    pub(super) item: u32,
    pub(super) code: u32,
    pub(super) operands: &'a [u64],
}

/// The next part of a block.
pub(super) enum Next<'a> {
    Record(RecordRef<'a>),
    Block(BlockKind, u32),
    End,
}

impl<'a> Reader<'a> {
    pub(super) fn new(stream: &'a Stream, keep_places: bool) -> Self {
        Self { stream, cursor: 0, keep_places, reading: Reading::default(), values: Vec::new(), has_early_globals: false, uses: Vec::new() }
    }

    pub(super) fn run(mut self) -> Result<Reading> {
        match self.next(None)? {
            Next::Block(BlockKind::Module, _) => self.module()?,
            _ => return Err(self.error_at(0, ErrorKind::ExpectedModuleBlock)),
        }
        Ok(self.reading)
    }

    /// Returns the next record, nested block or end of the block `parent`. Abbreviation definitions are skipped.
    pub(super) fn next(&mut self, parent: Option<BlockKind>) -> Result<Next<'a>> {
        loop {
            let index = self.cursor;
            let Some(item) = self.stream.items().get(index) else {
                return Ok(Next::End);
            };
            self.cursor += 1;
            return match &item.kind {
                ItemKind::Define(_) => continue,
                ItemKind::End => Ok(Next::End),
                ItemKind::Record(record) => {
                    Ok(Next::Record(RecordRef { item: index as u32, code: record.code, operands: self.stream.operands(record) }))
                }
                ItemKind::Enter { block, width } => {
                    if *width > 32 {
                        self.note(index as u32, NoteKind::WideAbbreviationIds(*width));
                    }
                    let kind = BlockKind::from_code(u64::from(*block));
                    match (kind, parent) {
                        (Some(kind), None) => Ok(Next::Block(kind, index as u32)),
                        (Some(kind), Some(parent)) if kind.may_stand_in(parent) => Ok(Next::Block(kind, index as u32)),
                        _ => {
                            let parent = parent.map_or(u32::MAX, |parent| parent.code() as u32);
                            Err(self.error_at(index as u32, ErrorKind::UnexpectedBlock { block: *block, parent }))
                        }
                    }
                }
            };
        }
    }

    /// Returns the index of the item that was read last.
    pub(super) const fn last(&self) -> u32 {
        self.cursor.saturating_sub(1) as u32
    }

    /// Skips the rest of the innermost block, with the blocks in it.
    pub(super) fn skip_block(&mut self) {
        let mut depth = 1_usize;
        while let Some(item) = self.stream.items().get(self.cursor)
            && depth > 0
        {
            self.cursor += 1;
            match item.kind {
                ItemKind::Enter { .. } => depth += 1,
                ItemKind::End => depth -= 1,
                ItemKind::Define(_) | ItemKind::Record(_) => {}
            }
        }
    }

    /// Reads the records of a block without nested blocks.
    pub(super) fn each_record(&mut self, block: BlockKind, mut f: impl FnMut(&mut Self, RecordRef<'a>) -> Result<()>) -> Result<()> {
        loop {
            match self.next(Some(block))? {
                Next::Record(record) => f(self, record)?,
                Next::End => return Ok(()),
                Next::Block(kind, item) => {
                    let kind = ErrorKind::UnexpectedBlock { block: kind.code() as u32, parent: block.code() as u32 };
                    return Err(self.error_at(item, kind));
                }
            }
        }
    }

    /// Notes a wrong length of a block. LLVM's reader skips the bodies of functions by their lengths and reads them later.
    pub(super) fn check_length(&mut self, enter: u32) {
        let lengths = self.stream.wrong_lengths();
        if let Ok(index) = lengths.binary_search_by_key(&enter, |wrong| wrong.item) {
            let WrongLength { stated, actual, .. } = lengths[index];
            self.note(enter, NoteKind::BlockLength { stated, actual });
        }
    }

    pub(super) fn note(&mut self, item: u32, kind: NoteKind) {
        if self.keep_places {
            self.reading.notes.push(Note { item, kind });
        }
    }

    /// Records a note for operands beyond the first `form`.
    pub(super) fn note_extra(&mut self, record: RecordRef<'_>, name: &'static str, form: usize) {
        let extra = record.operands.len().saturating_sub(form) as u32;
        if extra > 0 {
            self.note(record.item, NoteKind::ExtraOperands { record: name, extra });
        }
    }

    /// Returns the operands of a fixed form, with a note for those beyond it.
    pub(super) fn form<const N: usize>(&mut self, record: RecordRef<'_>, name: &'static str, expected: &'static str) -> Result<[u64; N]> {
        let Some(form) = record.operands.first_chunk::<N>() else {
            let kind = ErrorKind::OperandCount { record: name, count: record.operands.len(), expected };
            return Err(self.error(record, kind));
        };
        self.note_extra(record, name, N);
        Ok(*form)
    }

    pub(super) fn narrow(&self, record: RecordRef<'_>, what: &'static str, value: u64) -> Result<u32> {
        u32::try_from(value).map_err(|_| self.error(record, ErrorKind::OutOfRange { what, value }))
    }

    /// Returns a function or global by absolute index, of which the tools read 32 bits.
    pub(super) fn global_value(&self, record: RecordRef<'_>, absolute: u64, limit: usize) -> Result<u32> {
        let index = absolute as u32;
        if (index as usize) < limit {
            return Ok(index);
        }
        Err(self.error(record, ErrorKind::OutOfRange { what: "value index", value: absolute }))
    }

    /// Appends a value of the module or function.
    pub(super) fn define(&mut self, item: u32, value: Value) -> Result<()> {
        if self.values.len() >= Value::MAX_INDEX as usize {
            return Err(self.error_at(item, ErrorKind::TooMany { what: "values", limit: Value::MAX_INDEX }));
        }
        self.values.push(value);
        Ok(())
    }

    pub(super) fn error(&self, record: RecordRef<'_>, kind: ErrorKind) -> Error {
        self.error_at(record.item, kind)
    }

    pub(super) fn error_at(&self, item: u32, kind: ErrorKind) -> Error {
        Error { at: self.stream.address(item as usize), kind }
    }

    pub(super) fn unknown(&self, block: BlockKind, record: RecordRef<'_>) -> Error {
        self.error(record, ErrorKind::UnknownRecord { block: block.name(), code: record.code })
    }
}
