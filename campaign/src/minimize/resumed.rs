//! Results of checks on disk, so that a minimization that was interrupted goes on where it was.

use std::{
    collections::{BTreeSet, HashMap},
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use irsmith_fuzz::{Finding, content_hash};
use serde::{Deserialize, Serialize};

use super::Checker;
use crate::CampaignError;

/// The first line of the file: what its results are about.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    irsmith: String,
    case: String,
    about: String,
}

/// Any further line: the result of a check.
#[derive(Serialize, Deserialize)]
struct Line {
    /// The hash of the case, and of what oracles draw beside it.
    case: String,
    findings: Vec<Finding>,
}

/// Appends what a checker says to a file, and answers from the file of an interrupted run.
///
/// A minimization depends only on its case and on the results of checks, so it makes the same steps again, without a check, until it comes
/// to what is not in the file.
#[derive(Debug)]
pub struct Resumed<C> {
    checker: C,
    path: PathBuf,
    /// None until the first check of a candidate.
    file: Option<File>,
    head: Head,
    /// Results that were not asked for yet, by what [`Line::case`] is. Each serves once: what is asked again is to run again.
    known: HashMap<String, Vec<Finding>>,
    /// Bytes of the file that are whole lines.
    whole: u64,
    /// How many results were asked for.
    reused: u64,
    /// Whether candidates are checked: the original case always runs.
    is_minimizing: bool,
}

impl<C: Checker> Resumed<C> {
    /// Makes a checker that keeps results beside `output`, the file of the best case. Results are only used for the same case and if
    /// `about` is the same, which names all else that they depend on: the target or the command, and versions.
    pub fn new(checker: C, output: &Path, case: &[u8], about: String) -> Self {
        let mut name = OsString::from(output);
        name.push(".checks");
        let head = Head { irsmith: env!("CARGO_PKG_VERSION").to_owned(), case: format!("{:016x}", content_hash(case)), about };
        let (known, whole) = fs::read_to_string(&name).ok().and_then(|text| read(&text, &head)).unwrap_or_default();
        Resumed { checker, path: name.into(), file: None, head, known, whole, reused: 0, is_minimizing: false }
    }

    /// Returns the number of results that are on disk and were not asked for yet.
    pub fn known(&self) -> u64 {
        self.known.len() as u64
    }

    /// Returns the number of results on disk that were asked for.
    pub fn reused(&self) -> u64 {
        self.reused
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the checker itself, which runs whatever is asked.
    pub fn checker(&mut self) -> &mut C {
        &mut self.checker
    }

    /// Removes the file: there is nothing to continue.
    pub fn finish(&mut self) {
        self.file = None;
        // It may never have been written.
        let _ = fs::remove_file(&self.path);
    }

    fn key(&self, case: &[u8]) -> String {
        format!("{:016x} {:x?}", content_hash(case), self.checker.draws())
    }

    /// Appends a result.
    fn append(&mut self, line: &Line) -> io::Result<()> {
        if self.file.is_none() {
            let file = OpenOptions::new().create(true).append(true).open(&self.path)?;
            file.set_len(self.whole)?;
            if self.whole == 0 {
                write_line(&file, &self.head)?;
            }
            self.file = Some(file);
        }
        self.file.as_ref().map_or(Ok(()), |file| write_line(file, line))
    }
}

/// Reads the results of a file, with the bytes of its whole lines; none if the file is about something else.
fn read(text: &str, head: &Head) -> Option<(HashMap<String, Vec<Finding>>, u64)> {
    // A line without its end was being written when the process ended.
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let first = lines.next()?;
    if serde_json::from_str::<Head>(first).ok()? != *head {
        return None;
    }
    let (mut known, mut whole) = (HashMap::new(), first.len());
    for line in lines {
        let Ok(result) = serde_json::from_str::<Line>(line) else { break };
        known.insert(result.case, result.findings);
        whole += line.len();
    }
    Some((known, whole as u64))
}

fn write_line(mut file: &File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    file.write_all(&text)
}

impl<C: Checker> Checker for Resumed<C> {
    fn check(&mut self, case: &[u8], stop: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        if !self.is_minimizing {
            return self.checker.check(case, stop);
        }
        let key = self.key(case);
        if let Some(findings) = self.known.remove(&key) {
            self.reused += 1;
            return Ok(Some(findings));
        }
        let result = self.checker.check(case, stop)?;
        if let Some(findings) = &result {
            // Without its file a minimization can go on; on a full disk, for a while.
            let _ = self.append(&Line { case: key, findings: findings.clone() });
        }
        Ok(result)
    }

    fn expect(&mut self, mut cases: Vec<Vec<u8>>) {
        cases.retain(|case| !self.known.contains_key(&self.key(case)));
        self.checker.expect(cases);
    }

    fn jobs(&self) -> usize {
        self.checker.jobs()
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        self.checker.skips()
    }

    fn focus(&mut self, failure: &Finding, case: &[u8]) {
        self.is_minimizing = true;
        self.checker.focus(failure, case);
    }

    fn draws(&self) -> Option<u64> {
        self.checker.draws()
    }

    fn set_draws(&mut self, draws: Option<u64>) {
        self.checker.set_draws(draws);
    }

    fn is_slow(&self) -> bool {
        self.checker.is_slow()
    }

    fn reads(&mut self, case: &[u8], stop: &AtomicBool) -> Result<bool, CampaignError> {
        self.checker.reads(case, stop)
    }
}
