//! Fields of the container's mappings by the kinds of their rows: what each may become where nothing more is known of it.

use super::draw::Draw;
use crate::Choices;
use irsmith_mir::{BlockReference, Field, Register};

/// Draws whether a field has another value than its default, and which, where any value is valid.
pub(super) fn draw(draw: &mut Draw<'_, '_>, field: Field<'_>, wants: impl FnOnce(&mut Draw<'_, '_>) -> bool) {
    match field {
        Field::Flag(flag) => *flag |= wants(draw),
        Field::TrueFlag(flag) => *flag &= !wants(draw),
        Field::Word(word) => {
            if wants(draw) {
                word.set(1 + draw.below(word.words().len() - 1));
            }
        }
        // Which values are valid stands where the object is made.
        Field::Size32(_)
        | Field::Size64(_)
        | Field::Offset32(_)
        | Field::Offset64(_)
        | Field::SomeOffset(_)
        | Field::LargestAlignment(_)
        | Field::SomeAlignment(_)
        | Field::Computed(_)
        | Field::ObjectSize(_)
        | Field::Id(_)
        | Field::Number16(_)
        | Field::Number32(_)
        | Field::DebugNumber(_)
        | Field::Text(_)
        | Field::Constant(_)
        | Field::Object(_)
        | Field::Name(_)
        | Field::Class(_)
        | Field::Register(_)
        | Field::SomeRegister(_)
        | Field::Block(_)
        | Field::Blocks(_)
        | Field::Registers(_)
        | Field::Numbers(_)
        | Field::Words(_)
        | Field::List(_)
        | Field::Unknown(_) => {}
    }
}

/// Values that were drawn for a field, of whatever kind it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// Bytes, on the edges.
    pub(super) size: u64,
    /// A block of the function.
    pub(super) block: Option<BlockReference>,
    /// The text of a stack object of the function, or empty.
    pub(super) object: String,
    /// A register.
    pub(super) register: Option<Register>,
}

/// Changes a field, with no regard to what is valid. What names the entry, and its lists, stay.
pub(super) fn change(choices: &mut Choices<'_, '_>, field: Field<'_>, values: Values) {
    let Values { size, block, object, register } = values;
    match field {
        Field::Flag(flag) | Field::TrueFlag(flag) => *flag ^= true,
        Field::Size32(field) | Field::Number32(field) | Field::DebugNumber(field) => *field = size as u32,
        Field::Size64(field) | Field::ObjectSize(field) => *field = size,
        Field::Number16(field) => *field = size as u16,
        Field::Offset32(offset) => *offset = size as i32,
        Field::Offset64(offset) => *offset = size as i64,
        Field::SomeOffset(offset) => *offset = offset.is_none().then_some(size as i64),
        Field::LargestAlignment(alignment) => *alignment = [0, 1, 16, 1 << 31][choices.below(4)],
        Field::SomeAlignment(alignment) => *alignment = [None, Some(1), Some(16), Some(1 << 31)][choices.below(4)],
        Field::Computed(field) => *field = Some(size as u32).filter(|size| *size != u32::MAX),
        Field::Word(word) => word.set(choices.below(word.words().len())),
        Field::Object(field) => *field = if field.is_empty() { object } else { String::new() },
        Field::Block(field) => {
            if let Some(block) = block {
                *field = block;
            }
        }
        Field::Registers(registers) => match register {
            Some(register) if choices.chance(160) => registers.push(register),
            _ => drop(registers.pop()),
        },
        Field::Numbers(numbers) if choices.chance(160) => numbers.push(size),
        Field::Numbers(numbers) => drop(numbers.pop()),
        Field::Words(words) => drop(words.pop()),
        Field::Blocks(blocks) => match block {
            Some(block) if choices.chance(160) => blocks.push(block),
            _ => drop(blocks.pop()),
        },
        Field::SomeRegister(field) => *field = if field.is_none() { register } else { None },
        Field::Register(field) => *field = register.unwrap_or_default(),
        Field::Text(text) => text.clear(),
        Field::Name(name) => name.clear(),
        Field::Constant(constant) => *constant = format!("i64 {size}"),
        Field::Unknown(keys) => drop(keys.pop()),
        Field::Id(_) | Field::Class(_) | Field::List(_) => {}
    }
}
