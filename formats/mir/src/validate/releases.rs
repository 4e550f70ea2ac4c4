//! What the release does not read for which a file is judged.

use super::context::Context;
use super::{Detail, RuleId};
use crate::Function;

/// Warns of each key and each word that the release does not read, if one is given.
pub(super) fn check(context: &mut Context<'_>, function: &Function) {
    let Some(dialect) = context.given else { return };
    for loss in dialect.losses(function, context.target) {
        let what = if loss.is_left_out { "a key or a word of a key" } else { "a word of the body" };
        context.add(RuleId::OtherRelease, Detail::Whole, format_args!("{:?}, {what}, is not of {}", loss.word, dialect.release));
    }
}
