//! `machineFunctionInfo`: kept unchanged, since the file does not name its target.

use super::ContainerError;
use super::report::Report;
use super::yaml::{Entry, Kind, Node};
use crate::Yaml;
use std::collections::BTreeSet;

/// Converts a value; the nesting of values is limited when they are read.
pub(super) fn yaml(node: &Node<'_>, report: &Report<'_>) -> Yaml {
    match &node.kind {
        Kind::Empty => Yaml::Empty,
        Kind::Scalar(text) => Yaml::Scalar(text.to_string()),
        Kind::Sequence { flow, items } => Yaml::Sequence { flow: *flow, items: items.iter().map(|item| yaml(item, report)).collect() },
        Kind::Mapping { flow, entries } => Yaml::Mapping { flow: *flow, entries: mapping(entries, report) },
        Kind::Literal(_) => {
            report.push(node.at, ContainerError::Expected("a value of one line"));
            Yaml::Empty
        }
    }
}

fn mapping(entries: &[Entry<'_>], report: &Report<'_>) -> Vec<(String, Yaml)> {
    let mut seen = BTreeSet::new();
    for entry in entries {
        if !seen.insert(&entry.key) {
            report.push(entry.at, ContainerError::DuplicateKey(entry.key.chars().take(40).collect()));
        }
    }
    entries.iter().map(|entry| (entry.key.to_string(), yaml(&entry.value, report))).collect()
}
