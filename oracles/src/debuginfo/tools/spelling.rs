//! Finds the instructions that text cannot express, from their words and not from our text, so that a fault of our printer is not expected
//! for them.

use irsmith_debuginfo::grammar::{Context, ImportedSet, Number, Operand, OperandKind, enumerant};
use irsmith_debuginfo::stream::RawInstruction;
use irsmith_debuginfo::tables::{Count, InstructionRow, Kind, Layout};
use irsmith_debuginfo::{Id, Stream};

/// Returns, for each instruction, whether all of its words have a spelling: names, strings of UTF-8, and numbers of a width that text
/// supports.
pub(super) fn spellable(stream: &Stream) -> Vec<bool> {
    let mut context = Context::default();
    let mut found = Vec::new();
    for raw in stream.instructions() {
        found.push(is_spellable(&context, raw));
        context.see(raw.opcode, raw.words);
    }
    found
}

fn is_spellable(context: &Context, raw: RawInstruction<'_>) -> bool {
    if raw.opcode == spirv::Op::ExtInst as u16
        && let &[_, _, set, number, ref words @ ..] = raw.words
        && let Some(ImportedSet::Debug(dialect)) = context.imported(Id(set))
        && let Some(row) = InstructionRow::find(dialect.layout(), dialect.number(number))
    {
        return are_fields(dialect.layout(), row, words);
    }
    let mut all = true;
    // If the grammar finds no operand, there is a word without a name, or one too many or too few.
    context.operands(raw.opcode, raw.words, |operand| all &= is_operand(operand)).is_ok() && all
}

fn is_operand(operand: Operand<'_>) -> bool {
    match operand.kind {
        OperandKind::LiteralString => is_text(operand.words),
        OperandKind::LiteralContextDependentNumber => match operand.number {
            Some(Number::Integer { bits, .. }) => bits <= 64,
            // A half uses only the lowest sixteen bits.
            Some(Number::Float { bits: 16 }) => operand.words.iter().all(|&word| word >> 16 == 0),
            Some(Number::Float { bits }) => matches!(bits, 32 | 64),
            None => false,
        },
        _ => true,
    }
}

/// Returns whether words are a string of UTF-8 with only zeros after its end.
fn is_text(words: &[u32]) -> bool {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let end = bytes.iter().position(|&byte| byte == 0);
    end.is_some_and(|end| std::str::from_utf8(&bytes[..end]).is_ok() && bytes[end..].iter().all(|&byte| byte == 0))
}

/// Returns whether words are the operands of a debug instruction, each with a name if it needs one.
fn are_fields(layout: Layout, row: &InstructionRow, words: &[u32]) -> bool {
    let mut words = words.iter().copied();
    let named = row.fields(layout).all(|field| {
        let most = match field.count {
            Count::One | Count::OpenClOnly | Count::TranslatorOnly | Count::Optional => 1,
            Count::Many => usize::MAX,
            Count::Pairs => words.len() & !1,
        };
        words.by_ref().take(most).all(|word| is_named(layout, field.kind, word))
    });
    named && words.len() == 0
}

fn is_named(layout: Layout, kind: Kind, word: u32) -> bool {
    match kind {
        Kind::Id | Kind::Literal => true,
        Kind::StorageClass => enumerant(OperandKind::StorageClass, word).is_some(),
        Kind::SourceLanguage => enumerant(OperandKind::SourceLanguage, word).is_some(),
        Kind::Flags => (0..u32::BITS).map(|bit| 1 << bit).all(|bit| word & bit == 0 || kind.name(layout, bit).is_some()),
        _ => kind.name(layout, word).is_some(),
    }
}

/// Returns the text of each line of the header and of each instruction, which may have line breaks in its strings.
pub(super) fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut quoted, mut escaped) = (false, false);
    for (at, character) in text.char_indices() {
        match character {
            '\n' if !quoted => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            '"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = character == '\\' && !escaped;
    }
    if start < text.len() {
        parts.push(&text[start..]);
    }
    parts
}

/// Returns whether the text of an instruction contains a word as a number after `!`.
pub(super) fn has_numbers(text: &str) -> bool {
    // Within a string `!` has no meaning, and an instruction with a string has its words spelled there.
    text.split('"').step_by(2).any(|outside| outside.split_whitespace().any(|word| word.starts_with('!')))
}

#[cfg(test)]
mod tests {
    use super::{has_numbers, is_text, spellable, split};
    use irsmith_debuginfo::text;

    #[test]
    fn words_without_a_spelling_are_seen() {
        let head = "%1 = OpExtInstImport \"DebugInfo\"\n%2 = OpTypeVoid\n%3 = OpTypeFloat 16\n%4 = OpTypeInt 96 0\n%5 = OpTypeInt 8 0\n";
        let lines = [
            ("%9 = OpString \"a b\"", true),
            ("%9 = OpString !0xff !0", false),
            ("%9 = OpString !0x61006100", false),
            ("%9 = OpConstant %3 0x1p+0", true),
            ("%9 = OpConstant %3 !0x13c00", false),
            ("%9 = OpConstant %4 !1 !2 !3", false),
            ("%9 = OpConstant %5 255", true),
            ("OpCapability !9999", false),
            ("%9 = OpExtInst %2 %1 DebugTypeBasic %3 %4 Signed", true),
            ("%9 = OpExtInst %2 %1 DebugTypeBasic %3 %4 !99", false),
            ("%9 = OpExtInst %2 %1 DebugInfoNone !7", false),
            ("%9 = OpExtInst %2 %1 DebugOperation Deref", true),
        ];
        for (line, expected) in lines {
            let stream = text::assemble(&format!("{head}{line}\n")).unwrap_or_else(|error| panic!("{line}: {error}"));
            let found = spellable(&stream);
            assert!(found[..5].iter().all(|&spellable| spellable), "{line}");
            assert_eq!(found[5], expected, "{line}");
        }
        assert!(!is_text(&[0x6161_6161]));
    }

    #[test]
    fn line_breaks_in_strings_end_no_instruction() {
        let text = "; SPIR-V\n%1 = OpString \"a\nb \\\" c\\\\\"\nOpNop\n";
        assert_eq!(split(text), ["; SPIR-V", "%1 = OpString \"a\nb \\\" c\\\\\"", "OpNop"]);
        assert!(has_numbers("OpName %1 !7") && !has_numbers("OpName %1 \" !7\""));
    }
}
