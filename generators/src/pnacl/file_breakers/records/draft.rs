//! The records of a readable module, and changes of them.

use super::{RecordTrial, Verdict};
use crate::Choices;
use irsmith_pnacl::read::Reading;
use irsmith_pnacl::stream::{ItemKind, UNABBREV_RECORD};
use irsmith_pnacl::{Module, Stream};

/// The records of a readable module, by block.
#[derive(Debug)]
pub struct Records<'a> {
    pub(super) stream: &'a Stream,
    pub(super) reading: &'a Reading,
    /// For each item the id of the block that it is in; for an end, of the block that it ends.
    blocks: Vec<u32>,
}

/// Records, and the draws that choose where they are changed.
pub(super) struct RecordDraft<'a, 'u> {
    pub(super) records: &'a Records<'a>,
    pub(super) choices: Choices<'a, 'u>,
}

/// An id that no block has.
const OUTSIDE: u32 = u32::MAX;

impl<'a> Records<'a> {
    /// Sorts the records of a stream, which is read as a module, by block.
    pub fn new(stream: &'a Stream, reading: &'a Reading) -> Self {
        let mut open = Vec::new();
        let blocks = stream.items().iter().map(|item| {
            let inside = open.last().copied().unwrap_or(OUTSIDE);
            match item.kind {
                ItemKind::Enter { block, .. } => open.push(block),
                ItemKind::End => drop(open.pop()),
                ItemKind::Define(_) | ItemKind::Record(_) => {}
            }
            inside
        });
        Self { stream, reading, blocks: blocks.collect() }
    }
}

impl<'a> RecordDraft<'a, '_> {
    pub(super) fn module(&self) -> &'a Module {
        &self.records.reading.module
    }

    pub(super) fn stream(&self) -> &'a Stream {
        self.records.stream
    }

    /// Returns the code and the operands of the record with this index.
    pub(super) fn record(&self, item: usize) -> Option<(u32, &'a [u64])> {
        match &self.stream().items().get(item)?.kind {
            ItemKind::Record(record) => Some((record.code, self.stream().operands(record))),
            _ => None,
        }
    }

    /// Returns the records with a code in blocks of one kind.
    pub(super) fn all(&self, block: u32, code: u32) -> Vec<usize> {
        self.all_where(block, |found, _| found == code)
    }

    pub(super) fn all_where(&self, block: u32, is: impl Fn(u32, &[u64]) -> bool) -> Vec<usize> {
        let inside = self.records.blocks.iter().enumerate().filter(|(_, inside)| **inside == block);
        inside.map(|(item, _)| item).filter(|item| self.record(*item).is_some_and(|(code, operands)| is(code, operands))).collect()
    }

    /// Draws a record with a code in a block of one kind.
    pub(super) fn any(&mut self, block: u32, code: u32) -> Option<usize> {
        let all = self.all(block, code);
        self.choices.pick(&all).copied()
    }

    /// Draws the enter of a block of one kind.
    pub(super) fn any_enter(&mut self, block: u32) -> Option<usize> {
        let all = self.enters(block);
        self.choices.pick(&all).copied()
    }

    pub(super) fn enters(&self, block: u32) -> Vec<usize> {
        let items = self.stream().items().iter().enumerate();
        items.filter(|(_, item)| matches!(item.kind, ItemKind::Enter { block: found, .. } if found == block)).map(|(at, _)| at).collect()
    }

    /// Returns the index of the end of the block that is entered at `enter`.
    pub(super) fn end(&self, enter: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (index, item) in self.stream().items().iter().enumerate().skip(enter) {
            match item.kind {
                ItemKind::Enter { .. } => depth += 1,
                ItemKind::End => depth -= 1,
                ItemKind::Define(_) | ItemKind::Record(_) => {}
            }
            if depth == 0 {
                return Some(index);
            }
        }
        None
    }

    /// Draws an item of a block of one kind, or its end.
    pub(super) fn any_place(&mut self, block: u32) -> Option<usize> {
        let enter = self.any_enter(block)?;
        let end = self.end(enter)?;
        let inside: Vec<usize> = (enter + 1..=end).filter(|item| self.records.blocks[*item] == block).collect();
        self.choices.pick(&inside).copied()
    }

    /// Returns the file with items written by `write` in place of a range of items.
    pub(super) fn replace(&self, from: usize, to: usize, write: impl FnOnce(&mut Stream)) -> Option<Vec<u8>> {
        let stream = self.stream();
        let mut out = Stream::new();
        out.header = stream.header.clone();
        let items = stream.items();
        items[..from].iter().for_each(|item| out.copy_item(stream, item));
        write(&mut out);
        items[to..].iter().for_each(|item| out.copy_item(stream, item));
        out.write().ok()
    }

    /// Changes the operands of a record, about which the verdict is.
    pub(super) fn change(&self, item: usize, verdict: Verdict, change: impl FnOnce(&mut Vec<u64>)) -> Option<RecordTrial> {
        let (code, operands) = self.record(item)?;
        let mut operands = operands.to_vec();
        change(&mut operands);
        let bytes = self.replace(item, item + 1, |out| out.record(UNABBREV_RECORD, code, &operands))?;
        Some(RecordTrial { bytes, item, verdict })
    }

    /// Inserts a record before an item; the verdict is about the record.
    pub(super) fn insert(&self, item: usize, code: u32, operands: &[u64], verdict: Verdict) -> Option<RecordTrial> {
        let bytes = self.replace(item, item, |out| out.record(UNABBREV_RECORD, code, operands))?;
        Some(RecordTrial { bytes, item, verdict })
    }

    /// Inserts an item before another by `write`; the verdict is about the first item that it writes.
    pub(super) fn insert_items(&self, item: usize, verdict: Verdict, write: impl FnOnce(&mut Stream)) -> Option<RecordTrial> {
        Some(RecordTrial { bytes: self.replace(item, item, write)?, item, verdict })
    }

    /// Removes items; the verdict is about the item at `at` of what is left.
    pub(super) fn remove(&self, from: usize, to: usize, at: usize, verdict: Verdict) -> Option<RecordTrial> {
        Some(RecordTrial { bytes: self.replace(from, to, |_| {})?, item: at, verdict })
    }

    /// Returns the function whose body contains an item, and the index of the enter of its block.
    pub(super) fn function_of(&self, item: usize) -> Option<(usize, usize)> {
        let bodies = self.records.reading.places.bodies.iter().enumerate();
        let entered = bodies.filter_map(|(function, body)| Some((function, body.as_ref()?.enter as usize)));
        entered.filter(|(_, enter)| *enter < item).max_by_key(|(_, enter)| *enter)
    }

    /// Returns the absolute index of the next value at an instruction, and the number of values of its function; `None` if some constant
    /// follows an instruction.
    pub(super) fn values_at(&self, item: usize) -> Option<(u32, u32)> {
        let (function, _) = self.function_of(item)?;
        let module = self.module();
        let body = module.functions[function].body.as_ref()?;
        let places = self.records.reading.places.bodies[function].as_ref()?;
        if places.constants.last() > places.instructions.first() {
            return None;
        }
        let parameters = module.signature(module.functions[function].ty)?.parameters.len();
        let before = module.functions.len() + module.globals.len() + parameters + body.constants.len();
        let results = |end: usize| {
            let rows = body.instructions.iter().zip(&places.instructions).take_while(|(_, at)| (**at as usize) < end);
            rows.filter(|(row, _)| row.has_result(module)).count()
        };
        Some(((before + results(item)) as u32, (before + results(usize::MAX)) as u32))
    }
}
