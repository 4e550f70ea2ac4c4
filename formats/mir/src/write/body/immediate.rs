//! Numbers as operands.

use super::put;
use crate::{FloatImmediate, IntegerImmediate};

/// Appends `i32 5`.
pub(super) fn integer(value: &IntegerImmediate, out: &mut String) {
    let digits = match (value.bits, value.digits.as_str()) {
        (1, "-1") => "true",
        (1, "0") => "false",
        (_, digits) => digits,
    };
    put!(out, "i{} {digits}", value.bits);
}

/// Appends `float 1.0`.
pub(super) fn float(value: &FloatImmediate, out: &mut String) {
    out.push_str(value.kind.name());
    out.push(' ');
    out.push_str(&value.literal);
}
