//! Names of functions and globals.

use super::build::Build;
use super::conventions::{SHARED_ROOT, START};
use super::facts::Facts;
use super::families::Family;
use crate::forms::forms;
use irsmith_pnacl::Value;

forms! {
    /// Requirements on the characters of a name.
    pub(super) enum Name: NameRow in Family::Symbol;
    seen |form, facts: Facts| facts.names_that(form.row().is);
    Char6 "char6" { is: |name| name.iter().all(|byte| CHAR6.contains(byte)), ..SHORT }
    SevenBits "7 bits" {
        // Zero ends names in some tools.
        character: |byte| (byte & 127).max(1),
        end: Some(b'-'),
        is: |name| name.is_ascii() && !name.iter().all(|byte| CHAR6.contains(byte)), ..SHORT
    }
    EightBits "8 bits" { character: |byte| byte.max(1), end: Some(0xe9), is: |name| !name.is_ascii(), ..SHORT }
    Many "many characters" { times: 16, is: |name| name.len() > MANY, ..SHORT }
}

/// The columns of a name.
pub(super) struct NameRow {
    /// Factor of the default limit of its length. Longer names are made in one draw of four.
    times: usize,
    /// Returns a character, for a random byte.
    character: fn(u8) -> u8,
    /// A character that the narrower encodings lack.
    end: Option<u8>,
    is: fn(&[u8]) -> bool,
}

impl NameRow {
    const SHORT: Self = Self { times: 1, character: |byte| CHAR6[usize::from(byte & 63)], end: None, is: |_| true };
}

const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
/// Twice the default limit of characters of a name plus its suffix, so that this is more.
const MANY: usize = 32;

/// Names the entry point and some of the other values; intrinsics have their names already.
pub(super) fn names(build: &mut Build<'_, '_>) {
    for place in 0..build.functions.defined().len() {
        let function = Value::function(build.functions.defined()[place].function);
        name_some(build, function, 112);
    }
    for index in 0..build.globals.len() {
        let global = Value::global(index as u32);
        if !name_some(build, global, 64) && build.globals.is_last(index) && build.choices.chance(16) {
            build.symbols.add(global, SHARED_ROOT);
        }
    }
    let turn = build.choices.below(build.symbols.len());
    build.symbols.turn(turn);
}

/// Names a value in `parts` of 256 draws, and always the entry point. Returns whether it has a name.
fn name_some(build: &mut Build<'_, '_>, value: Value, parts: u16) -> bool {
    if build.functions.entry() == Some(value) {
        build.symbols.add(value, START);
        return true;
    }
    build.choices.chance(parts) && name(build, value)
}

/// Names a value in some enabled form, if there is one.
pub(super) fn name(build: &mut Build<'_, '_>, value: Value) -> bool {
    let Some(form) = build.form_on::<Name>() else { return false };
    let row = form.row();
    if row.times > 1 && !build.choices.chance(64) {
        return false;
    }
    let length = 1 + build.choices.below(build.config.name as usize * row.times);
    let mut name: Vec<u8> = (0..length).map(|_| (row.character)(build.choices.byte())).collect();
    name.extend(row.end);
    // A suffix that no other name has.
    name.extend_from_slice(format!(".{}", build.symbols.len()).as_bytes());
    build.symbols.add(value, name);
    true
}
