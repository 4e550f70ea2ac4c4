//! One instruction.

use super::operands::Operands;
use super::{debug, put};
use crate::Id;
use crate::grammar::{self, Context, ImportedSet, Problem};
use crate::stream::{RawInstruction, first_word};
use crate::tables::InstructionRow;
use crate::text::tools;

/// Column of the instruction's name, from 0: ` = ` and the text before it end here.
const NAME_COLUMN: usize = 15;

pub(super) fn print(context: &Context, raw: RawInstruction<'_>, out: &mut String) {
    let start = out.len();
    if named(context, raw, out).is_none() {
        out.truncate(start);
        words(raw, out);
    }
    out.push('\n');
}

/// Prints the instruction by its name. None if it has no name, or lacks a required word.
fn named(context: &Context, raw: RawInstruction<'_>, out: &mut String) -> Option<()> {
    let name = grammar::name(raw.opcode)?;
    let shape = grammar::shape(raw.opcode);
    match shape.result(raw.words) {
        Some(id) => {
            let digits = id.0.checked_ilog10().unwrap_or(0) as usize + 1;
            out.extend(std::iter::repeat_n(' ', (NAME_COLUMN - 4).saturating_sub(digits)));
            put!(out, "{id} = ");
        }
        None if shape.has_result => return None,
        None => out.extend([' '; NAME_COLUMN]),
    }
    out.push_str("Op");
    out.push_str(name);
    let mut operands = Operands::new(out);
    if raw.opcode == spirv::Op::ExtInst as u16
        && let &[result_type, _, set, number, ref words @ ..] = raw.words
        && let Some(ImportedSet::Debug(dialect)) = context.imported(Id(set))
        && let Some(row) = InstructionRow::find(dialect.layout(), dialect.number(number))
    {
        operands.id(result_type);
        operands.id(set);
        return debug::print(dialect.layout(), row, words, &mut operands);
    }
    core(context, raw, &mut operands)
}

fn core(context: &Context, raw: RawInstruction<'_>, operands: &mut Operands<'_>) -> Option<()> {
    let set = raw.words.get(2).and_then(|&set| context.imported(Id(set))).and_then(tools::beyond_rows);
    match grammar::operands(raw.opcode, raw.words, context.widths(), set, |operand| operands.operand(operand, set)) {
        Err(error) if error.problem == Problem::Missing => return None,
        Err(error) => raw.words[error.at - 1..].iter().for_each(|&word| operands.word(word)),
        Ok(()) => {}
    }
    Some(())
}

/// Prints the instruction as words only.
fn words(raw: RawInstruction<'_>, out: &mut String) {
    // A stream's instruction has at most 65,535 words.
    put!(out, "!{:#010x}", first_word(raw.opcode, raw.words.len() as u16 + 1));
    raw.words.iter().for_each(|word| put!(out, " !{word}"));
}
