//! The suffixes after the operands of an instruction.

use super::{metadata, name, number};
use crate::Suffixes;

/// Appends the suffixes; `comma` means that operands precede them.
pub(super) fn suffixes(suffixes: &Suffixes, mut comma: bool, out: &mut String) {
    let mut begin = |word: &str, out: &mut String| {
        out.push_str(if std::mem::replace(&mut comma, true) { ", " } else { " " });
        out.push_str(word);
        out.push(' ');
    };
    for (word, symbol) in [("pre-instr-symbol", &suffixes.pre_symbol), ("post-instr-symbol", &suffixes.post_symbol)] {
        if let Some(symbol) = symbol {
            begin(word, out);
            self::symbol(symbol, out);
        }
    }
    let nodes = [("heap-alloc-marker", suffixes.heap_alloc_marker), ("pcsections", suffixes.pc_sections), ("mmra", suffixes.memory_model)];
    for (word, node) in nodes {
        if let Some(node) = node {
            begin(word, out);
            metadata::node(node, out);
        }
    }
    if let Some(value) = suffixes.cfi_type {
        begin("cfi-type", out);
        number(value, out);
    }
    if let Some(value) = &suffixes.deactivation_symbol {
        begin("deactivation-symbol", out);
        name::global(value, out);
    }
    if let Some(value) = suffixes.debug_number {
        begin("debug-instr-number", out);
        number(value, out);
    }
    if let Some(location) = &suffixes.debug_location {
        begin("debug-location", out);
        metadata::location(location, out);
    }
}

/// Appends `<mcsymbol name>`.
pub(super) fn symbol(symbol: &str, out: &mut String) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'$');
    out.push_str("<mcsymbol ");
    if symbol.bytes().all(is_plain) {
        out.push_str(symbol);
    } else {
        name::text(symbol, out);
    }
    out.push('>');
}
