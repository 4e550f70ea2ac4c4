//! Mutations of the file's header. Any bytes are possible; the reader must refuse invalid headers.

use super::Mutant;

/// Offsets of the number of fields, the size of all fields and the first field.
const COUNT: usize = 4;
const SIZE: usize = 6;
const FIELDS: usize = 8;

/// Limit of the bytes that the fields grow by.
const MOST_GROWTH: usize = 16;

/// Grows or cuts the fields, repeats them, or changes a byte. The file's records stay unchanged, whichever block the mutation was drawn
/// for.
pub(super) fn change(mutant: &mut Mutant<'_, '_>, _: usize) {
    let items = mutant.items();
    mutant.copy(items);
    let mut header = mutant.stream.header.bytes().to_vec();
    let choices = &mut mutant.choices;
    let fields = header.len().saturating_sub(FIELDS);
    match choices.below(5) {
        0 => header.extend((0..=choices.below(MOST_GROWTH)).map(|_| choices.byte())),
        1 => header.resize(header.len() + 1 + choices.below(MOST_GROWTH), 0),
        2 => header.truncate(FIELDS + choices.below(fields + 1)),
        3 => {
            header.extend_from_within(FIELDS.min(header.len())..);
            header[COUNT] = header[COUNT].wrapping_add(1);
        }
        _ => {
            let place = choices.below(header.len());
            header[place] = if choices.chance(128) { choices.byte() } else { header[place] ^ 1 << choices.below(8) };
            mutant.header = Some(header);
            return;
        }
    }
    let size = (header.len() - FIELDS) as u16;
    header[SIZE..SIZE + 2].copy_from_slice(&size.to_le_bytes());
    mutant.header = Some(header);
}
