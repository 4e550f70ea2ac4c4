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
    /// The result of minimization; `None` before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimized: Option<Minimized>,
    /// The implementations involved, with their versions; `""` where a version is not known.
    pub implementations: BTreeMap<String, String>,
}

/// The result of minimization. The minimized case is beside the case as `minimized`.
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

fn first_lines(evidence: &str) -> String {
    let mut kept: Vec<String> = evidence.lines().take(EVIDENCE_LINES).map(|line| line.chars().take(EVIDENCE_WIDTH).collect()).collect();
    if evidence.lines().nth(EVIDENCE_LINES).is_some() {
        kept.push("...".to_owned());
    }
    kept.join("\n")
}
