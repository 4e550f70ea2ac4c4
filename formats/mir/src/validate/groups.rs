//! Opcodes whose operands are in groups that begin with a number.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Item, Line};
use crate::OperandKind;

/// Checks inline assembly: a string, flags, groups of operands after a number with their count, an optional node, and implicit registers
/// (MachineVerifier::verifyInlineAsm).
pub(super) fn check_assembly(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let message = match body.lines.operands(line) {
        [text, flags, rest @ ..] => of_assembly(text, flags, rest),
        _ => Some("there is no text or there are no flags"),
    };
    if let Some(message) = message {
        context.add_instruction(RuleId::AssemblyOperands, line.site, format_args!("{message}"));
    }
}

/// Returns the error in the operands of inline assembly.
fn of_assembly(text: &Item<'_>, flags: &Item<'_>, rest: &[Item<'_>]) -> Option<&'static str> {
    let mut at = 0;
    loop {
        match rest.get(at) {
            Some(flag) if is_word(flag) => {
                // LLVM 23 spells what the number says, but for the count: the group ends before the next word.
                let operands = rest[at + 1..].iter().take_while(|item| !is_word(item) && !is_behind_groups(item));
                at += 1 + operands.count();
            }
            Some(flag) => match flag.immediate() {
                Some(flag) => at += 1 + (flag as usize >> 3 & 0x1fff),
                None => break,
            },
            None => break,
        }
    }
    let tail = match rest.get(at..).unwrap_or_default() {
        [first, others @ ..] if matches!(first.other(), Some(OperandKind::Metadata(_))) => others,
        tail => tail,
    };
    if !tail.iter().all(|item| item.register().is_some_and(|register| register.is_implicit)) {
        Some("behind the groups stands what is no implicit register")
    } else if at > rest.len() {
        Some("the last group is not complete")
    } else if !matches!(text.other(), Some(OperandKind::ExternalSymbol { .. })) {
        Some("the text is no symbol")
    } else if !is_word(flags) && flags.immediate().is_none_or(|flags| !(0..64).contains(&flags)) {
        Some("the flags are not known")
    } else {
        None
    }
}

/// Returns whether an operand spells what numbers of inline assembly mean.
fn is_word(item: &Item<'_>) -> bool {
    matches!(item.other(), Some(OperandKind::Assembly(_)))
}

/// Returns whether an operand can only stand behind the groups.
fn is_behind_groups(item: &Item<'_>) -> bool {
    matches!(item.other(), Some(OperandKind::Metadata(_))) || item.register().is_some_and(|register| register.is_implicit)
}

/// Checks the requirements of MachineVerifier::visitMachineInstrBefore for a STATEPOINT; the verifier crashes if operands are missing
/// according to the counts.
pub(super) fn check_statepoint(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let operands = body.lines.operands(line);
    let results =
        operands.iter().take_while(|item| item.register().is_some_and(|register| register.is_definition && !register.is_implicit));
    let rest = &operands[results.count()..];
    let message = match rest {
        [id, bytes, count, _, rest @ ..] if [id, bytes].iter().all(|item| item.immediate().is_some()) => match number(count) {
            Some(count) if of_statepoint(rest.get(count..).unwrap_or_default()).is_none() => "its constants are not all there",
            Some(_) => return,
            None => "the number of arguments is none",
        },
        _ => "it does not begin with an id, a number of bytes, a number of arguments, and what is called",
    };
    context.add_instruction(RuleId::StatepointOperands, line.site, format_args!("{message}"));
}

/// Reads the operands after the arguments of the call: the calling convention, flags, then values for deoptimization, pointers and allocas,
/// each after its count, and the pairs of pointers after theirs (StatepointOpers).
fn of_statepoint(mut operands: &[Item<'_>]) -> Option<()> {
    for _ in 0..2 {
        constant(&mut operands)?;
    }
    for _ in 0..3 {
        for _ in 0..constant(&mut operands)?.max(0) {
            value(&mut operands)?;
        }
    }
    constant(&mut operands)?;
    Some(())
}

/// `StackMaps::ConstantOp`, the mark before a constant.
const CONSTANT: i64 = 2;

/// Reads a constant after its mark.
fn constant(operands: &mut &[Item<'_>]) -> Option<i64> {
    let [mark, value, rest @ ..] = *operands else { return None };
    *operands = rest;
    value.immediate().filter(|_| mark.immediate() == Some(CONSTANT))
}

/// Reads a value: a register, or a mark and its operands (`StackMaps::getNextMetaArgIdx`).
fn value(operands: &mut &[Item<'_>]) -> Option<()> {
    let words = match operands.first()?.immediate() {
        None => 1,
        Some(0) => 3,
        Some(1) => 4,
        Some(CONSTANT) => 2,
        Some(_) => return None,
    };
    *operands = operands.get(words..)?;
    Some(())
}

fn number(item: &Item<'_>) -> Option<usize> {
    usize::try_from(item.immediate()?).ok()
}
