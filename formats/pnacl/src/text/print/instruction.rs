//! Instructions whose statements follow the instruction table.

use super::operands::{alignment, result};
use super::{Context, Said, types};
use crate::tables::{InstructionRow, Part, Syntax};
use crate::text::statement::Statement;

pub(super) fn statement(context: Context<'_>, record: u32, operands: &[u64], out: &mut Statement) -> Said {
    let row = InstructionRow::of_code(record).filter(|row| row.fields.len() == operands.len())?;
    match row.syntax {
        Syntax::Special => return None,
        Syntax::WideList => {
            out.word(context.state.function.as_ref()?.next_instruction()).space().word(" = ").space();
        }
        Syntax::List if row.outcome.is_value() => result(context, out)?,
        Syntax::List => {}
    }
    out.begin().word(row.mnemonic).space();
    // The last typed value.
    let mut last = None;
    for (position, part) in row.parts.iter().enumerate() {
        if position > 0 {
            out.word(',').end().space().begin();
        }
        match *part {
            Part::Word(word) => {
                out.word(word);
            }
            Part::Typed(field) => {
                let value = context.relative(operands[field])?;
                last = Some(value);
                context.typed(value, out)?;
            }
            Part::Address(ty, pointer) => {
                types::by_id(context, operands[ty], out)?;
                address(context, operands[pointer], out)?;
            }
            Part::AddressOfLast(pointer) => {
                types::shape(context.type_of(last?)?, out);
                address(context, operands[pointer], out)?;
            }
            Part::Aligned(field) => {
                out.word("align").space().word(alignment(operands[field])?);
            }
        }
    }
    out.word(';').end();
    Some(())
}

/// Prints the rest of a pointer's type, and the pointer.
fn address(context: Context<'_>, pointer: u64, out: &mut Statement) -> Said {
    out.glue('*').space();
    context.value(context.relative(pointer)?, out)
}
