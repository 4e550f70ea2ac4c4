//! Other texts of a module: with recorded mistakes, with mistyped tokens, and in other spellings that mean the same.
//!
//! A text is split by [`tokens`], which shares no code with the assembler.

mod broken;
mod numbers;
mod respelled;
mod tokens;

pub use broken::TEXT_BREAKERS;
pub use respelled::{Respelled, respelled};
pub use tokens::{Class, Token, tokens};

use crate::recorded::{RecordedMistake, recorded};
use std::sync::LazyLock;

/// A text without mistakes, with an instruction of each form.
pub const SOUND: &str = include_str!("mistakes.spvasm");
/// The mistakes, one per line.
const ROWS: &str = include_str!("mistakes.txt");

/// Every recorded mistake.
pub static MISTAKES: LazyLock<Vec<RecordedMistake>> = LazyLock::new(|| recorded(SOUND, ROWS));

#[cfg(test)]
mod tests;
