//! What the release does not read for which a file is judged, and what its program alone reads.

use super::body::Body;
use super::context::Context;
use super::{Detail, RuleId};
use crate::Function;
use crate::tables::WordKind;

/// Warns of each key and each word that the release does not read, if one is given.
pub(super) fn check(context: &mut Context<'_>, function: &Function) {
    let Some(dialect) = context.given else { return };
    for loss in dialect.losses(function, context.target) {
        let what = if loss.is_left_out { "a key or a word of a key" } else { "a word of the body" };
        context.add(RuleId::OtherRelease, Detail::Whole, format_args!("{:?}, {what}, is not of {}", loss.word, dialect.release));
    }
    for key in dialect.calibration().map(|_| function.every_unknown_key()).unwrap_or_default() {
        context.add(RuleId::OtherRelease, Detail::Whole, format_args!("{key:?}, a key, is in no table: it is kept unchecked"));
    }
}

/// Warns of each opcode that the program alone has, of which nothing but the operands can be checked.
pub(super) fn check_opcodes(context: &mut Context<'_>, body: &Body<'_>) {
    for line in body.lines.lines.iter().filter(|line| line.row.is_none()) {
        if context.has_unknown(WordKind::Opcode, line.opcode()) {
            let message = format_args!("{:?}, an opcode, is in no table of the release: its operands are not checked", line.opcode());
            context.add_instruction(RuleId::OtherRelease, line.site, message);
        }
    }
}
