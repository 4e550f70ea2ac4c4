//! Instructions of the debug sets.

use super::error::Parsed;
use super::operands::Operands;
use crate::Dialect;
use crate::grammar::OperandKind;
use crate::tables::{Count, Field, INSTRUCTIONS, InstructionRow, Kind, Layout};
use crate::text::{number, tools};

/// Returns the row of a debug instruction by its name, or by its number in the dialect.
pub(super) fn row(dialect: Dialect, name: &str) -> Option<&'static InstructionRow> {
    match number::word(name) {
        Some(number) => InstructionRow::find(dialect.layout(), dialect.number(number)),
        None => INSTRUCTIONS.iter().find(|row| row.name == name && row.is_in(dialect.layout())),
    }
}

/// Parses the name and the operands of the instruction in this row.
pub(super) fn parse(dialect: Dialect, row: &InstructionRow, operands: &mut Operands<'_, '_>) -> Parsed {
    let layout = dialect.layout();
    operands.push(dialect.number(row.number));
    row.fields(layout).try_for_each(|field| fields(row, layout, field, operands))
}

/// Parses all words of a field.
fn fields(row: &InstructionRow, layout: Layout, field: &Field, operands: &mut Operands<'_, '_>) -> Parsed {
    match field.count {
        Count::One | Count::OpenClOnly | Count::TranslatorOnly if operands.at_end() && tools::may_lack(row, layout, field) => Ok(()),
        Count::Optional if operands.at_end() => Ok(()),
        Count::One | Count::OpenClOnly | Count::TranslatorOnly | Count::Optional => operand(layout, field, operands),
        Count::Many | Count::Pairs => {
            while !operands.at_end() {
                operand(layout, field, operands)?;
                if field.count == Count::Pairs {
                    operand(layout, field, operands)?;
                }
            }
            Ok(())
        }
    }
}

fn operand(layout: Layout, field: &Field, operands: &mut Operands<'_, '_>) -> Parsed {
    if operands.immediate()? {
        return Ok(());
    }
    match field.kind {
        Kind::Id => operands.id(&format!("an id ({})", field.name)),
        Kind::Literal => operands.literal(),
        Kind::StorageClass => operands.enumerant(OperandKind::StorageClass),
        Kind::SourceLanguage => operands.enumerant(OperandKind::SourceLanguage),
        Kind::Flags => {
            let (public, both) = tools::FLAG_PUBLIC;
            let bits = |name: &str| if name == public { Some(both) } else { Kind::Flags.value(layout, name) };
            operands.mask(bits, &field.name).map(drop)
        }
        kind => match operands.word().and_then(|name| kind.value(layout, name)) {
            Some(value) => {
                operands.push(value);
                Ok(())
            }
            None => operands.error(format!("a name ({})", field.name)),
        },
    }
}
