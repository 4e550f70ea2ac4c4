//! A finding on disk, beside its case: `finding.toml`.

use std::collections::BTreeMap;

use irsmith_oracles::{
    Failure, Signature,
    external::{library_version, linked_version},
};
use serde::{Deserialize, Serialize};

use crate::{FindingStatus, Operation, Target, panics::OWN_CODE};

/// Lines of evidence in `finding.toml`; running the case again prints all of it.
const EVIDENCE_LINES: usize = 40;

/// Characters of each of these lines.
const EVIDENCE_WIDTH: usize = 400;

/// Characters of a wide line that are shown before the place where it differs from the line beside it.
const EVIDENCE_BEFORE: usize = 100;

/// The origin of a finding: the data that a run needs to find it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Name of the engine.
    pub engine: String,
    /// Seed of the worker that found it.
    pub seed: u64,
    /// The UTC day, `2025-12-31`, as determined by the campaign's supervisor.
    pub date: String,
    /// The number of the worker's execution, from 1; 0 if executions were not counted.
    #[serde(default)]
    pub execution: u64,
    /// The seed of the mutation in which our own code panicked, if it was a mutation.
    #[serde(default)]
    pub change: Option<u32>,
    /// Versions of external implementations, by name, as the supervisor queried them: [`Target::versions`].
    #[serde(default)]
    pub versions: BTreeMap<String, String>,
}

/// A failing case with its signature and the data that a report needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The stable identity, as text.
    pub signature: String,
    /// The stable identity as 16 hex digits; the name of the finding's folder.
    pub id: String,
    /// What people have decided about it.
    pub status: FindingStatus,
    /// The issue or change of its program that the status refers to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The target that failed.
    pub target: String,
    /// The oracle that failed.
    pub oracle: String,
    /// The property that is violated.
    pub property: String,
    /// Kind of the first differing element.
    pub element: String,
    /// Where code panicked or crashed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// The engine that found it first; a smaller case found later does not change this.
    pub engine: String,
    /// Seed of the worker that found it first.
    pub seed: u64,
    /// The UTC day it was found first.
    pub date: String,
    /// The number of that worker's execution, from 1; 0 if executions were not counted.
    #[serde(default)]
    pub execution: u64,
    /// The seed of the mutation in which our own code panicked, if it was a mutation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<u32>,
    /// First lines of the evidence of both sides.
    pub evidence: String,
    /// The generated case that failed, if the oracle generates one with the finding's case as seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generated: Option<Minimized>,
    /// The result of minimization; `None` before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimized: Option<Minimized>,
    /// The implementations involved, with their versions; `""` where a version is not known.
    pub implementations: BTreeMap<String, String>,
}

/// The result of minimization. The minimized case is beside the case as `minimized`, or as `generated` if the oracle generated it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Minimized {
    /// Size in bytes.
    pub bytes: usize,
    /// Size in bytes of the original case.
    pub bytes_before: usize,
    /// Runs of the target.
    pub checks: u64,
    /// Whether no pass could make it smaller; otherwise a limit of checks or time was reached.
    pub complete: bool,
}

/// The element of a failure that is a panic or the end of its process.
const PROCESS: &str = "process";

impl Finding {
    /// Returns whether the case ended the process that ran it. Such a case may be read only in a process that may end.
    pub fn ended_its_process(&self) -> bool {
        self.element == PROCESS && self.property != "panic"
    }

    /// Returns the operation of our own code that panicked, if the finding is such a panic; no oracle repeats it.
    pub fn operation(&self) -> Option<Operation> {
        (self.oracle == OWN_CODE).then(|| self.element.parse().ok()).flatten()
    }

    /// Returns the implementations that the signature names: those that failed, of all that took part.
    pub fn failed_with(&self) -> Vec<&str> {
        let site = self.site.iter().map(|site| format!(" @{site}")).collect::<String>();
        let text = self.signature.strip_suffix(&site).unwrap_or(&self.signature);
        let names = text.rsplit_once(' ').map_or("", |(_, names)| names);
        names.split('+').filter(|name| self.implementations.contains_key(*name)).collect()
    }

    /// Returns the id that belongs to the text of the signature.
    pub fn id_of_signature(&self) -> String {
        format!("{:016x}", irsmith_oracles::hash_of_signature(&self.signature))
    }

    /// Makes a finding of `failure` of `target`.
    pub fn new(target: &Target, failure: &Failure, provenance: &Provenance) -> Self {
        let signature = &failure.signature;
        Finding {
            signature: signature.to_string(),
            id: signature_id(signature),
            status: FindingStatus::New,
            link: None,
            target: target.name.to_owned(),
            oracle: signature.oracle.to_owned(),
            property: signature.property.to_owned(),
            element: signature.element.clone(),
            site: signature.site.clone(),
            engine: provenance.engine.clone(),
            seed: provenance.seed,
            date: provenance.date.clone(),
            execution: provenance.execution,
            change: provenance.change,
            evidence: first_lines(&failure.evidence),
            generated: None,
            minimized: None,
            implementations: versions(&signature.implementations, &provenance.versions),
        }
    }
}

/// Returns the 16 hex digits that name the folder of a signature.
pub(crate) fn signature_id(signature: &Signature) -> String {
    format!("{:016x}", signature.hash64())
}

/// Always includes our own version, because a finding without other implementations is about our own code.
fn versions(implementations: &[String], known: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let own = ("irsmith".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    let version = |name: &String| {
        known.get(name).cloned().or_else(|| library_version(name).or_else(|| linked_version(name)).map(str::to_owned)).unwrap_or_default()
    };
    implementations.iter().map(|name| (name.clone(), version(name))).chain([own]).collect()
}

/// Returns the first lines of the evidence. Of a line that is too wide, the beginning is kept, or, if the line beside it is the other side
/// of a difference, the place where the two differ.
fn first_lines(evidence: &str) -> String {
    let lines: Vec<&str> = evidence.lines().collect();
    let mut kept: Vec<String> = (0..lines.len().min(EVIDENCE_LINES)).map(|at| narrowed(&lines, at)).collect();
    if lines.len() > EVIDENCE_LINES {
        kept.push("...".to_owned());
    }
    kept.join("\n")
}

fn narrowed(lines: &[&str], at: usize) -> String {
    let line = lines[at];
    if line.chars().count() <= EVIDENCE_WIDTH {
        return line.to_owned();
    }
    let (label, text) = labelled(line);
    let beside = [at + 1, at.wrapping_sub(1)].into_iter().filter_map(|other| lines.get(other));
    let common = beside.map(|other| common_start(text, labelled(other).1)).max().unwrap_or(0);
    match common.checked_sub(EVIDENCE_BEFORE) {
        Some(left_out @ 1..) => {
            let shown: String = text.chars().skip(left_out).take(EVIDENCE_WIDTH).collect();
            format!("{label}... {shown}")
        }
        _ => line.chars().take(EVIDENCE_WIDTH).collect(),
    }
}

/// Splits a line such as `  before: 1` before its text; the label is empty if there is none.
fn labelled(line: &str) -> (&str, &str) {
    let indented = line.len() - line.trim_start().len();
    let word = line[indented..].bytes().take_while(u8::is_ascii_alphanumeric).count();
    let label = indented + word + 1;
    match line.as_bytes().get(label - 1) {
        Some(b':') if word > 0 => line.split_at(label + (line[label..].len() - line[label..].trim_start().len())),
        _ => ("", line),
    }
}

/// Counts the characters in which two texts begin alike.
fn common_start(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_lines_show_where_the_sides_differ() {
        let same = "é".repeat(1000);
        let evidence = format!("f0\n  before: {same}1{same}\n  after:  {same}2\nend");
        let kept = first_lines(&evidence);
        let lines: Vec<&str> = kept.lines().collect();
        assert_eq!((lines[0], lines[3], lines.len()), ("f0", "end", 4));
        let before = "é".repeat(EVIDENCE_BEFORE);
        assert_eq!(lines[1], format!("  before: ... {before}1{}", "é".repeat(EVIDENCE_WIDTH - EVIDENCE_BEFORE - 1)));
        assert_eq!(lines[2], format!("  after:  ... {before}2"));
    }

    #[test]
    fn other_wide_lines_show_their_beginning_and_narrow_ones_stay() {
        let wide = "x".repeat(EVIDENCE_WIDTH + 1);
        assert_eq!(first_lines(&wide), wide[1..]);
        assert_eq!(first_lines(&format!("{wide}\ny")), format!("{}\ny", &wide[1..]));
        assert_eq!(first_lines("a: 1\nb: 2"), "a: 1\nb: 2");
        let many = "z\n".repeat(EVIDENCE_LINES + 1);
        assert_eq!(first_lines(&many).lines().count(), EVIDENCE_LINES + 1);
        assert!(first_lines(&many).ends_with("z\n..."));
    }
}
