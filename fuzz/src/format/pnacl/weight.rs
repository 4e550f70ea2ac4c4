//! The size of a PNaCl file.

use irsmith_generators::pnacl::size;
use irsmith_pnacl::{Stream, read::Reading, stream::ItemKind, validate::is_valid_reading};

use super::records;
use crate::reduce::{Level, Weight};

/// Returns the weight of a file: its content is the size of the model that the reductions make smaller, or the number of records and
/// operands if there is no model. `None` if not even records read.
pub(super) fn weigh(bytes: &[u8], level: Level) -> Option<Weight> {
    let stream = records::read(bytes)?;
    let reading = (level < Level::Records).then(|| Reading::from_stream(&stream).ok()).flatten();
    let (level, content) = match reading {
        Some(reading) if level == Level::Valid && is_valid_reading(&stream, &reading) => (Level::Valid, size(&reading.module)),
        Some(reading) => (Level::Model, size(&reading.module)),
        None => (Level::Records, records_and_operands(&stream)),
    };
    Some(Weight { level, content, encoding: encoding(&stream), bytes: bytes.len(), sum: sum(&stream) })
}

fn operands(stream: &Stream) -> impl Iterator<Item = &[u64]> {
    stream.content().filter_map(|(_, item)| match &item.kind {
        ItemKind::Record(record) => Some(stream.operands(record)),
        _ => None,
    })
}

fn records_and_operands(stream: &Stream) -> u64 {
    (stream.content().count() + operands(stream).map(<[u64]>::len).sum::<usize>()) as u64
}

/// Counts everything that exists for abbreviations: the block of abbreviations, their definitions, their uses.
fn encoding(stream: &Stream) -> u64 {
    let items = stream.items().len() - stream.content().count();
    let uses = stream.items().iter().filter(|item| records::is_abbreviated(item)).count();
    let definitions: usize = stream.abbreviations().iter().map(|abbreviation| abbreviation.operands.len()).sum();
    (items + uses + definitions) as u64
}

fn sum(stream: &Stream) -> u128 {
    operands(stream).flatten().map(|operand| u128::from(*operand)).sum()
}
