//! Instructions of the debug sets.

use super::operands::Operands;
use crate::grammar::OperandKind;
use crate::tables::{Count, InstructionRow, Kind, Layout};
use crate::text::tools;

/// Prints the name and the operands of the instruction in this row. None if it lacks a required word.
pub(super) fn print(layout: Layout, row: &InstructionRow, words: &[u32], operands: &mut Operands<'_>) -> Option<()> {
    operands.name(Some(row.name), row.number);
    let mut words = words.iter().copied();
    for field in row.fields(layout) {
        // The maximal number of words of an optional field, a list or pairs.
        let most = match field.count {
            Count::One | Count::OpenClOnly | Count::TranslatorOnly if words.len() == 0 && tools::may_lack(row, layout, field) => 0,
            Count::One | Count::OpenClOnly | Count::TranslatorOnly if words.len() == 0 => return None,
            Count::One | Count::OpenClOnly | Count::TranslatorOnly | Count::Optional => 1,
            Count::Many => usize::MAX,
            Count::Pairs => words.len() & !1,
        };
        words.by_ref().take(most).for_each(|word| operand(layout, field.kind, word, operands));
    }
    words.for_each(|word| operands.word(word));
    Some(())
}

fn operand(layout: Layout, kind: Kind, word: u32, operands: &mut Operands<'_>) {
    match kind {
        Kind::Id => operands.id(word),
        Kind::Literal => operands.literal(word),
        Kind::StorageClass => operands.enumerant(OperandKind::StorageClass, word),
        Kind::SourceLanguage => operands.enumerant(OperandKind::SourceLanguage, word),
        Kind::Flags => operands.mask(word, |bit| kind.name(layout, bit)),
        _ => operands.name(kind.name(layout, word), word),
    }
}
