//! Metadata and debug locations.

use super::{number, put};
use crate::{DebugLocation, Metadata};

/// Appends `!N` or `!DIExpression(...)`.
pub(super) fn metadata(metadata: &Metadata, out: &mut String) {
    match metadata {
        Metadata::Number(id) => node(*id, out),
        Metadata::Inline(text) => out.push_str(text),
    }
}

/// Appends `!N`.
pub(super) fn node(id: u32, out: &mut String) {
    out.push('!');
    number(id, out);
}

/// Appends the location after `debug-location`. It uses a loop, as locations may nest.
pub(super) fn location(mut location: &DebugLocation, out: &mut String) {
    let mut tail = Vec::new();
    while let DebugLocation::Inline { line, column, scope, inlined_at, implicit_code } = location {
        put!(out, "!DILocation(line: {line}");
        if *column != 0 {
            put!(out, ", column: {column}");
        }
        put!(out, ", scope: !{scope}");
        let end = if *implicit_code { ", isImplicitCode: true)" } else { ")" };
        let Some(caller) = inlined_at else {
            out.push_str(end);
            break;
        };
        out.push_str(", inlinedAt: ");
        tail.push(end);
        location = caller;
    }
    if let DebugLocation::Number(id) = location {
        node(*id, out);
    }
    tail.into_iter().rev().for_each(|end| out.push_str(end));
}
