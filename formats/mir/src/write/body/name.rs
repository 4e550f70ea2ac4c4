//! Names: with quotes and escapes, or without.

use crate::{BlockReference, IrBlock, IrValue};

/// Appends a name of the IR, in quotes if LLVM requires them.
pub(super) fn name(name: &str, out: &mut String) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    match name.as_bytes() {
        [first, ..] if !first.is_ascii_digit() && name.bytes().all(is_plain) => out.push_str(name),
        _ => text(name, out),
    }
}

/// Appends a string in double quotes.
pub(super) fn text(text: &str, out: &mut String) {
    out.push('"');
    for byte in text.bytes() {
        match byte {
            b'\\' => out.push_str(r"\\"),
            b' '..=b'~' if byte != b'"' => out.push(char::from(byte)),
            _ => super::put!(out, "\\{byte:02X}"),
        }
    }
    out.push('"');
}

/// Appends a number or a name.
pub(super) fn value(value: &IrValue, out: &mut String) {
    match value {
        IrValue::Named(spelling) => name(spelling, out),
        IrValue::Numbered(number) => super::number(*number, out),
    }
}

/// Appends `@name` or `@N`.
pub(super) fn global(global: &IrValue, out: &mut String) {
    out.push('@');
    value(global, out);
}

/// Appends `%bb.N` or `%bb.N.name`.
pub(super) fn block(block: &BlockReference, out: &mut String) {
    out.push_str("%bb.");
    super::number(block.number, out);
    suffix(block.name.as_deref(), out);
}

/// Appends `%ir-block.name` or `%ir-block.N`.
pub(super) fn ir_block(block: &IrBlock, out: &mut String) {
    out.push_str("%ir-block.");
    value(block, out);
}

/// Appends the name after a number.
pub(super) fn suffix(name: Option<&str>, out: &mut String) {
    if let Some(name) = name {
        out.push('.');
        out.push_str(name);
    }
}
