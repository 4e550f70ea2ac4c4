//! Mutation of records: the stream stays well-formed, the module may not.
//!
//! Reaches what neither model nor byte mutations do: a record with a missing operand, an instruction in the types block, a repeated block,
//! an operand of 2^32. Each line of [`RECORD_MUTATIONS`] applies to one kind of item; the line is drawn first, then the item, uniformly.

mod blocks;
mod header;
mod operands;
mod whole;

use crate::Choices;
use arbitrary::Unstructured;
use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::{Item, ItemKind, Record, UNABBREV_RECORD};

/// A line of the table of record mutations.
pub struct RecordMutation {
    /// The name, as in `drop operand`.
    pub name: &'static str,
    /// Whether it applies to an item.
    fits: fn(&ItemKind) -> bool,
    /// Writes the stream with the item of this index changed.
    apply: fn(&mut Mutant<'_, '_>, usize),
}

const fn row(name: &'static str, fits: fn(&ItemKind) -> bool, apply: fn(&mut Mutant<'_, '_>, usize)) -> RecordMutation {
    RecordMutation { name, fits, apply }
}

/// The table of record mutations.
pub static RECORD_MUTATIONS: &[RecordMutation] = &[
    row("drop operand", has_operands, operands::drop),
    row("duplicate operand", has_operands, operands::duplicate),
    row("change operand", has_operands, operands::change),
    row("swap operands", has_operands, operands::swap),
    row("insert operand", is_record, operands::insert),
    row("cut operands", has_operands, operands::cut),
    row("repeat operands", has_operands, operands::repeat),
    row("drop record", is_record, whole::drop),
    row("duplicate record", is_record, whole::duplicate),
    row("move record", is_record, whole::shift),
    row("copy record", is_record, whole::copy_here),
    row("change code", is_record, whole::change_code),
    row("change abbreviation", is_record, whole::change_abbreviation),
    row("wrap record", is_record, blocks::wrap),
    row("drop block", is_enter, blocks::drop),
    row("duplicate block", is_enter, blocks::duplicate),
    row("empty block", is_enter, blocks::empty),
    row("unwrap block", is_enter, blocks::unwrap),
    row("change block id", is_enter, blocks::change_id),
    row("change width", is_enter, blocks::change_width),
    row("drop definition", is_definition, whole::drop),
    row("duplicate definition", is_definition, whole::duplicate),
    row("change definition", is_definition, blocks::change_definition),
    row("cut stream", is_any, blocks::cut),
    row("change header", is_enter, header::change),
];

fn is_any(_: &ItemKind) -> bool {
    true
}

fn is_record(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Record(_))
}

fn has_operands(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Record(record) if !record.is_empty())
}

fn is_enter(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Enter { .. })
}

fn is_definition(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Define(_))
}

/// The state of a mutation.
struct Mutant<'a, 'u> {
    stream: &'a Stream,
    choices: Choices<'a, 'u>,
    /// The new stream.
    out: Stream,
    /// The new header's bytes, if they are not a header that our reader accepts.
    header: Option<Vec<u8>>,
}

impl<'a> Mutant<'a, '_> {
    fn items(&self) -> &'a [Item] {
        self.stream.items()
    }

    /// Copies items unchanged.
    fn copy(&mut self, items: &[Item]) {
        items.iter().for_each(|item| self.out.copy_item(self.stream, item));
    }

    /// Copies all items but one, and lets `replace` write instead of that one.
    fn replace(&mut self, index: usize, replace: impl FnOnce(&mut Self)) {
        let items = self.items();
        self.copy(&items[..index]);
        replace(self);
        self.copy(&items[index + 1..]);
    }

    /// Changes the operands of one record.
    fn edit(&mut self, index: usize, edit: impl FnOnce(&mut Self, &mut Vec<u64>)) {
        let Some(record) = self.record(index) else { return };
        let mut operands = self.stream.operands(record).to_vec();
        self.replace(index, |mutant| {
            edit(mutant, &mut operands);
            mutant.out.record(record.abbreviation, record.code, &operands);
        });
    }

    fn record(&self, index: usize) -> Option<&'a Record> {
        match &self.items().get(index)?.kind {
            ItemKind::Record(record) => Some(record),
            _ => None,
        }
    }

    /// Draws any item of the stream.
    fn any(&mut self) -> usize {
        self.choices.below(self.stream.items().len())
    }
}

/// Changes a stream in one place. Returns the file, and the mutation's name; `None` when nothing can be changed.
///
/// Accepts any stream that was read. The file reads as a stream, unless the mutation is one of the header or of abbreviations.
pub fn mutate_records(stream: &Stream, bytes: &mut Unstructured<'_>) -> Option<(Vec<u8>, &'static str)> {
    let mut choices = Choices::new(bytes);
    let first = choices.below(RECORD_MUTATIONS.len());
    // Around the table from there on: an empty stream has few candidates.
    let turn = (first..RECORD_MUTATIONS.len()).chain(0..first);
    let (mutation, count) =
        turn.map(|place| (&RECORD_MUTATIONS[place], candidates(stream, place).count())).find(|(_, count)| *count > 0)?;
    let index = stream.items().iter().enumerate().filter(|(_, item)| (mutation.fits)(&item.kind)).nth(choices.below(count))?.0;
    let mut out = Stream::new();
    out.header = stream.header.clone();
    let mut mutant = Mutant { stream, choices, out, header: None };
    (mutation.apply)(&mut mutant, index);
    Some((file(mutant)?, mutation.name))
}

fn candidates(stream: &Stream, place: usize) -> impl Iterator<Item = &Item> {
    stream.items().iter().filter(move |item| (RECORD_MUTATIONS[place].fits)(&item.kind))
}

/// Returns the new stream as a file. If abbreviations no longer fit, no record has one.
fn file(mut mutant: Mutant<'_, '_>) -> Option<Vec<u8>> {
    let written = mutant.out.write().or_else(|_| {
        for item in mutant.out.items_mut() {
            match &mut item.kind {
                ItemKind::Record(record) => record.abbreviation = UNABBREV_RECORD,
                // Room for the four ids that every block has.
                ItemKind::Enter { width, .. } => *width = (*width).max(2),
                ItemKind::Define(_) | ItemKind::End => {}
            }
        }
        mutant.out.write()
    });
    let written = written.ok()?;
    Some(match mutant.header {
        None => written,
        Some(mut header) => {
            header.extend_from_slice(&written[mutant.out.header.bytes().len()..]);
            header
        }
    })
}
