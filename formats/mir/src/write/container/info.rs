//! `machineFunctionInfo`: written as it was read.

use super::lines::{column, wrap};
use super::quote::{self, Context};
use crate::Yaml;
use crate::write::append::blanks;

/// Writes keys of a function, one after another.
pub(super) fn keys(entries: &[(String, Yaml)], out: &mut String) {
    mapping(entries, 0, false, out);
}

/// Writes the value of a key of a function, from after the colon to the end of the line.
pub(super) fn yaml(key: &str, yaml: &Yaml, out: &mut String) {
    value(key.len(), yaml, 0, out);
}

/// Writes a value after the colon of a key of some length, whose line is indented by this many blanks.
fn value(key: usize, yaml: &Yaml, indentation: usize, out: &mut String) {
    match yaml {
        Yaml::Empty => out.push('\n'),
        Yaml::Mapping { flow: false, entries } if !entries.is_empty() => {
            out.push('\n');
            mapping(entries, indentation + 2, false, out);
        }
        Yaml::Sequence { flow: false, items } if !items.is_empty() => {
            out.push('\n');
            sequence(items, indentation + 2, false, out);
        }
        _ => {
            blanks(16usize.saturating_sub(key).max(1), out);
            one_line(yaml, Context::Block, out);
            out.push('\n');
        }
    }
}

/// Writes keys on separate lines; the first one continues a line if `inline`.
fn mapping(entries: &[(String, Yaml)], indentation: usize, inline: bool, out: &mut String) {
    for (place, (key, yaml)) in entries.iter().enumerate() {
        if place > 0 || !inline {
            blanks(indentation, out);
        }
        entry(key, yaml, indentation, out);
    }
}

/// Writes a key and its value, to the end of the line, behind this many blanks.
pub(super) fn entry(key: &str, yaml: &Yaml, indentation: usize, out: &mut String) {
    let start = out.len();
    quote::scalar(key, Context::Block, out);
    let key = out.len() - start;
    out.push(':');
    value(key, yaml, indentation, out);
}

/// Writes a key and its value in braces.
pub(super) fn flow_entry(key: &str, yaml: &Yaml, out: &mut String) {
    quote::scalar(key, Context::Flow, out);
    out.push_str(": ");
    one_line(yaml, Context::Flow, out);
}

/// Writes items on separate lines.
fn sequence(items: &[Yaml], indentation: usize, inline: bool, out: &mut String) {
    for (place, item) in items.iter().enumerate() {
        if place > 0 || !inline {
            blanks(indentation, out);
        }
        out.push('-');
        match item {
            Yaml::Empty => out.push('\n'),
            Yaml::Mapping { flow: false, entries } if !entries.is_empty() => {
                out.push(' ');
                mapping(entries, indentation + 2, true, out);
            }
            Yaml::Sequence { flow: false, items } if !items.is_empty() => {
                out.push(' ');
                sequence(items, indentation + 2, true, out);
            }
            _ => {
                out.push(' ');
                one_line(item, Context::Block, out);
                out.push('\n');
            }
        }
    }
}

/// Writes a scalar, or a value in braces or brackets.
fn one_line(yaml: &Yaml, context: Context, out: &mut String) {
    let start = column(out);
    match yaml {
        Yaml::Empty => {}
        Yaml::Scalar(text) => quote::scalar(text, context, out),
        Yaml::Sequence { items, flow: false } if items.is_empty() => out.push_str("[]"),
        Yaml::Mapping { entries, flow: false } if entries.is_empty() => out.push_str("{}"),
        Yaml::Sequence { items, .. } => {
            out.push_str("[ ");
            for (place, item) in items.iter().enumerate() {
                out.push_str(if place == 0 { "" } else { ", " });
                wrap(start, out);
                one_line(item, Context::Flow, out);
            }
            out.push_str(" ]");
        }
        Yaml::Mapping { entries, .. } => {
            out.push_str("{ ");
            for (place, (key, value)) in entries.iter().enumerate() {
                out.push_str(if place == 0 { "" } else { ", " });
                wrap(start, out);
                flow_entry(key, value, out);
            }
            out.push_str(" }");
        }
    }
}
