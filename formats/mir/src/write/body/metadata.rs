//! Metadata and debug locations.

use super::{number, put};
use crate::{Atom, DebugLocation, Metadata};

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
    let mut outer = Vec::new();
    while let DebugLocation::Inline { line, column, scope, inlined_at, implicit_code, atom } = location {
        put!(out, "!DILocation(line: {line}");
        if *column != 0 {
            put!(out, ", column: {column}");
        }
        put!(out, ", scope: !{scope}");
        let Some(caller) = inlined_at else {
            end(*implicit_code, *atom, out);
            break;
        };
        out.push_str(", inlinedAt: ");
        outer.push((*implicit_code, *atom));
        location = caller;
    }
    if let DebugLocation::Number(id) = location {
        node(*id, out);
    }
    outer.into_iter().rev().for_each(|(implicit_code, atom)| end(implicit_code, atom, out));
}

/// Appends the fields behind `inlinedAt`.
fn end(implicit_code: bool, atom: Atom, out: &mut String) {
    if implicit_code {
        out.push_str(", isImplicitCode: true");
    }
    if atom.group != 0 {
        put!(out, ", atomGroup: {}", atom.group);
    }
    if atom.rank != 0 {
        put!(out, ", atomRank: {}", atom.rank);
    }
    out.push(')');
}
