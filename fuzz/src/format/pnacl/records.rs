//! Passes over the records of a PNaCl file, for parts that its model cannot express.
//!
//! The passes rebuild the stream item by item. A record whose operands change loses its abbreviation, which may no longer fit.

use std::ops::Range;

use irsmith_oracles::LimitSettings;
use irsmith_pnacl::{
    Limits, Stream,
    stream::{Header, Item, ItemKind, Record, UNABBREV_RECORD},
    tables::{BlockKind, module},
};

use crate::reduce::{Level, PassRow};

const fn pass(name: &'static str, count: fn(&[u8]) -> usize, apply: fn(&[u8], Range<usize>) -> Option<Vec<u8>>) -> PassRow {
    PassRow { name, level: Level::Records, count, apply }
}

/// The passes, from coarse to fine.
pub(super) static RECORD_PASSES: [PassRow; 10] = [
    pass("declare functions", |case| count(case, |_, item| is_body(item)), declare),
    pass("remove blocks of records", |case| count(case, |_, item| is_enter(item)).saturating_sub(1), remove_blocks),
    pass("remove records", |case| count(case, |_, item| is_record(item)), remove_records),
    pass("remove operands of records", |case| sum(case, |_, operands| operands.len()), remove_operands),
    pass("spell records out", |case| count(case, |_, item| is_abbreviated(item)), spell_out),
    pass("remove abbreviations", |case| count(case, |_, item| is_definition(item)), remove_definitions),
    pass("narrow abbreviation ids", |case| count(case, |_, item| is_wide(item)), narrow),
    pass("zero operands of records", |case| sum(case, |_, operands| above(operands, 0)), zero),
    pass("halve operands of records", |case| sum(case, |_, operands| above(operands, 1)), halve),
    pass("plain header", |case| usize::from(read(case).is_some_and(|stream| stream.header != Header::default())), plain_header),
];

pub(super) fn read(case: &[u8]) -> Option<Stream> {
    Stream::read(case, &LimitSettings::of_cases().pnacl(Limits::default())).ok()
}

fn is_enter(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Enter { .. })
}

fn is_body(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Enter { block, .. } if block == BlockKind::Function as u32)
}

fn is_record(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Record(_))
}

pub(super) fn is_abbreviated(item: &Item) -> bool {
    matches!(&item.kind, ItemKind::Record(record) if record.abbreviation != UNABBREV_RECORD)
}

fn is_definition(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Define(_))
}

/// Width of abbreviation ids with room for the four fixed ones.
const NARROWEST: u32 = 2;

fn is_wide(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Enter { width, .. } if width > NARROWEST)
}

fn above(operands: &[u64], floor: u64) -> usize {
    operands.iter().filter(|operand| **operand > floor).count()
}

/// Counts the items that satisfy `of_interest`.
fn count(case: &[u8], of_interest: fn(&Stream, &Item) -> bool) -> usize {
    read(case).map_or(0, |stream| stream.items().iter().filter(|item| of_interest(&stream, item)).count())
}

/// Returns the sum of `amount` over all records.
fn sum(case: &[u8], amount: fn(&Record, &[u64]) -> usize) -> usize {
    let amount = |stream: &Stream, item: &Item| match &item.kind {
        ItemKind::Record(record) => amount(record, stream.operands(record)),
        _ => 0,
    };
    read(case).map_or(0, |stream| stream.items().iter().map(|item| amount(&stream, item)).sum())
}

/// Numbers the things of a pass in order, and decides which are in the range.
struct Counter {
    next: usize,
    range: Range<usize>,
}

impl Counter {
    fn new(range: Range<usize>) -> Self {
        Counter { next: 0, range }
    }

    /// Returns whether the next thing is in the range.
    fn hits(&mut self) -> bool {
        self.next += 1;
        self.range.contains(&(self.next - 1))
    }
}

/// Rebuilds the file with `edit`, which copies, changes or omits each item.
fn rebuild(case: &[u8], mut edit: impl FnMut(&Stream, &Item, &mut Stream)) -> Option<Vec<u8>> {
    let stream = read(case)?;
    let mut rebuilt = Stream::new();
    rebuilt.header = stream.header.clone();
    for item in stream.items() {
        edit(&stream, item, &mut rebuilt);
    }
    rebuilt.write().ok()
}

/// Operand of a function's record that is 1 for a declaration and 0 for a function with a body.
const IS_DECLARATION: usize = 2;

/// Turns functions with a body into declarations. Unlike removing a function, this keeps all value numbers.
fn declare(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let without_bodies = remove_blocks_that(case, is_body, range.clone())?;
    let mut counter = Counter::new(range);
    let mut depth = 0_usize;
    rebuild(&without_bodies, |stream, item, to| {
        depth = if is_enter(item) { depth + 1 } else { depth - usize::from(item.kind == ItemKind::End) };
        match &item.kind {
            ItemKind::Record(record) if depth == 1 && defines(stream, record) && counter.hits() => {
                let mut operands = stream.operands(record).to_vec();
                operands[IS_DECLARATION] = 1;
                to.record(UNABBREV_RECORD, record.code, &operands);
            }
            _ => to.copy_item(stream, item),
        }
    })
}

/// Returns whether a record of the module block is a function with a body.
fn defines(stream: &Stream, record: &Record) -> bool {
    record.code == module::FUNCTION && stream.operands(record).get(IS_DECLARATION) == Some(&0)
}

/// Removes blocks with their content; the outermost block is not a thing of the pass.
fn remove_blocks(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    remove_blocks_that(case, is_enter, range)
}

fn remove_blocks_that(case: &[u8], are: fn(&Item) -> bool, range: Range<usize>) -> Option<Vec<u8>> {
    let mut counter = Counter::new(range);
    let (mut depth, mut removed_from) = (0_usize, None);
    rebuild(case, |stream, item, to| {
        if is_enter(item) {
            depth += 1;
            if depth > 1 && are(item) && counter.hits() {
                removed_from = removed_from.or(Some(depth));
            }
        }
        if removed_from.is_none() {
            to.copy_item(stream, item);
        }
        if item.kind == ItemKind::End {
            removed_from = removed_from.filter(|from| *from < depth);
            depth -= 1;
        }
    })
}

fn remove_records(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut counter = Counter::new(range);
    rebuild(case, |stream, item, to| {
        if !(is_record(item) && counter.hits()) {
            to.copy_item(stream, item);
        }
    })
}

/// Passes every record through `edit`, which gets each operand and returns its replacement.
fn edit_operands(case: &[u8], mut edit: impl FnMut(u64) -> Option<u64>) -> Option<Vec<u8>> {
    rebuild(case, |stream, item, to| match &item.kind {
        ItemKind::Record(record) => {
            let old = stream.operands(record);
            let new: Vec<u64> = old.iter().filter_map(|operand| edit(*operand)).collect();
            let abbreviation = if new == old { record.abbreviation } else { UNABBREV_RECORD };
            to.record(abbreviation, record.code, &new);
        }
        _ => to.copy_item(stream, item),
    })
}

fn remove_operands(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut counter = Counter::new(range);
    edit_operands(case, |operand| (!counter.hits()).then_some(operand))
}

fn zero(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut counter = Counter::new(range);
    edit_operands(case, |operand| Some(if operand > 0 && counter.hits() { 0 } else { operand }))
}

fn halve(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut counter = Counter::new(range);
    edit_operands(case, |operand| Some(if operand > 1 && counter.hits() { operand / 2 } else { operand }))
}

/// Writes records of the range without their abbreviation.
fn spell_out(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut counter = Counter::new(range);
    rebuild(case, |stream, item, to| match &item.kind {
        ItemKind::Record(record) if is_abbreviated(item) && counter.hits() => {
            to.record(UNABBREV_RECORD, record.code, stream.operands(record));
        }
        _ => to.copy_item(stream, item),
    })
}

/// Removes abbreviations that no record needs. Ids of later abbreviations shift, so the file must contain the same records as before when
/// it is read again.
fn remove_definitions(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut counter = Counter::new(range);
    let changed = rebuild(case, |stream, item, to| {
        if !(is_definition(item) && counter.hits()) {
            to.copy_item(stream, item);
        }
    })?;
    let same = read(case)?.same_records(&read(&changed)?);
    same.then_some(changed)
}

fn narrow(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut counter = Counter::new(range);
    rebuild(case, |stream, item, to| match item.kind {
        ItemKind::Enter { block, .. } if is_wide(item) && counter.hits() => to.enter(block, NARROWEST),
        _ => to.copy_item(stream, item),
    })
}

fn plain_header(case: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let mut stream = read(case).filter(|_| range.contains(&0))?;
    stream.header = Header::default();
    stream.write().ok()
}
