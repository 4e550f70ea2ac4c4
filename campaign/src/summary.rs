//! The summary of a campaign, for people and for programs.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
    path::PathBuf,
    time::Duration,
};

use irsmith_fuzz::Minimized;
use serde::Serialize;

/// The outcome of a campaign, or its state so far.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// One report per target, in the requested order.
    pub targets: Vec<TargetReport>,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Time until the end of the campaign, if it is limited.
    pub left: Option<Duration>,
}

/// The report on one target.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TargetReport {
    /// The name.
    pub target: &'static str,
    /// Inputs run.
    pub executions: u64,
    /// Total time of its workers, in seconds in JSON.
    #[serde(rename = "worker_seconds", serialize_with = "seconds")]
    pub busy: Duration,
    /// Edges covered, the maximum over the workers.
    pub coverage: u64,
    /// libFuzzer's features, the maximum over the workers.
    pub features: u64,
    /// Cases in the corpus.
    pub corpus: u64,
    /// Work done, in the target's currency.
    pub work: u64,
    /// The unit of the work: cases, functions or programs.
    pub currency: &'static str,
    /// The time of each oracle, in seconds in JSON.
    #[serde(rename = "oracle_seconds", serialize_with = "oracle_seconds")]
    pub times: BTreeMap<String, Duration>,
    /// Workers that were started; each worker reads the corpus once.
    #[serde(rename = "workers_started")]
    pub starts: u64,
    /// Workers that currently run it.
    #[serde(skip)]
    pub workers: usize,
    /// Passing verdicts of all oracles.
    pub passes: u64,
    /// Skips, by reason.
    pub skips: BTreeMap<String, u64>,
    /// Failures, by oracle.
    pub failures: BTreeMap<String, u64>,
    /// Mutations whose result did not read back, by kind; these made no case.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub unread_changes: BTreeMap<String, u64>,
    /// Verdicts that were not counted because there were too many different ones.
    pub uncounted: u64,
    /// Why the target did not get its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Whether there was no time for one of its cases, while other targets had time.
    pub starved: bool,
    /// The failing signatures.
    pub findings: Vec<FindingReport>,
}

/// A failing signature of a campaign.
#[derive(Clone, Debug, Serialize)]
pub struct FindingReport {
    /// The target.
    pub target: &'static str,
    /// The signature as text.
    pub signature: String,
    /// The folder of its case.
    pub folder: PathBuf,
    /// How often it occurred; 0 if only a candidate of the minimizer had it.
    pub times: u64,
    /// The result of minimization.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimized: Option<Minimized>,
}

impl FindingReport {
    /// Returns the 16 hex digits of the signature, by which the folder is named.
    pub(crate) fn id(&self) -> &str {
        self.folder.file_name().and_then(|name| name.to_str()).unwrap_or_default()
    }
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

fn oracle_seconds<S: serde::Serializer>(times: &BTreeMap<String, Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(times.iter().map(|(oracle, time)| (oracle, time.as_secs_f64())))
}

impl TargetReport {
    /// Returns the executions per second of worker time.
    pub fn speed(&self) -> f64 {
        let busy = self.busy.as_secs_f64();
        if busy > 0.0 { self.executions as f64 / busy } else { 0.0 }
    }

    /// Returns the share of skips among the verdicts, from 0 to 1.
    pub(crate) fn skip_share(&self) -> f64 {
        let skips: u64 = self.skips.values().sum();
        let all = skips + self.passes + self.failures.values().sum::<u64>();
        if all > 0 { skips as f64 / all as f64 } else { 0.0 }
    }

    fn cells(&self) -> [String; COLUMNS] {
        [
            self.target.to_owned(),
            self.executions.to_string(),
            format!("{} {}", self.work, self.currency),
            format!("{:.0}", self.speed()),
            self.coverage.to_string(),
            self.corpus.to_string(),
            self.passes.to_string(),
            self.skips.values().sum::<u64>().to_string(),
            self.failures.values().sum::<u64>().to_string(),
            self.findings.len().to_string(),
        ]
    }
}

/// The oracle that used the most time of a campaign.
#[derive(Clone, Copy, Debug)]
pub struct SlowestOracle<'a> {
    /// The target.
    pub target: &'static str,
    /// The name.
    pub oracle: &'a str,
    /// Time per case.
    pub a_case: Duration,
    /// Share of the time of all workers, from 0 to 1.
    pub share: f64,
}

impl fmt::Display for SlowestOracle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}: {:.0?} a case, {:.0} % of all time", self.oracle, self.target, self.a_case, self.share * 100.0)
    }
}

impl Summary {
    /// Returns whether anything failed.
    pub fn found_something(&self) -> bool {
        self.targets.iter().any(|target| !target.findings.is_empty())
    }

    /// Returns the inputs run on all targets.
    pub fn executions(&self) -> u64 {
        self.targets.iter().map(|target| target.executions).sum()
    }

    /// Returns whether a target did not do its work.
    pub fn has_trouble(&self) -> bool {
        self.targets.iter().any(|target| target.trouble.is_some())
    }

    /// Returns the oracle that used the most time.
    pub fn slowest_oracle(&self) -> Option<SlowestOracle<'_>> {
        let oracles = self.targets.iter().flat_map(|target| target.times.iter().map(move |(oracle, time)| (target, oracle, *time)));
        let (target, oracle, time) = oracles.max_by_key(|(_, _, time)| *time).filter(|(_, _, time)| *time > Duration::ZERO)?;
        let all = self.targets.iter().map(|target| target.busy).sum::<Duration>().as_secs_f64();
        let share = if all > 0.0 { time.as_secs_f64() / all } else { 0.0 };
        Some(SlowestOracle { target: target.target, oracle, a_case: time.div_f64(target.executions.max(1) as f64), share })
    }

    /// Formats one JSON object per line, one line per target.
    pub fn json_lines(&self) -> String {
        self.targets.iter().fold(String::new(), |mut lines, target| {
            lines += &serde_json::to_string(target).expect("a report holds nothing that JSON cannot");
            lines += "\n";
            lines
        })
    }
}

/// Formats two lines, the second one without a line end.
impl fmt::Display for FindingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.times {
            0 => writeln!(f, "finding: {} (met while minimizing)", self.signature)?,
            times => writeln!(f, "finding: {} ({times} times)", self.signature)?,
        }
        write!(f, "  {}", self.folder.display())?;
        match &self.minimized {
            Some(Minimized { bytes, bytes_before, checks, complete }) => {
                let so_far = if *complete { "" } else { " so far" };
                write!(f, ": minimized from {bytes_before} to {bytes} bytes{so_far}, {checks} checks")
            }
            None => Ok(()),
        }
    }
}

const COLUMNS: usize = 10;

const HEADINGS: [&str; COLUMNS] = ["target", "executions", "work", "exec/s", "edges", "corpus", "passes", "skips", "failures", "findings"];

/// Formats the table, then the reasons of skips, then the findings.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![HEADINGS.map(str::to_owned)];
        rows.extend(self.targets.iter().map(TargetReport::cells));
        let widths: [usize; COLUMNS] = std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
        for row in &rows {
            writeln!(f, "{}", line(row, &widths))?;
        }
        if let Some(slowest) = self.slowest_oracle() {
            writeln!(f, "slowest oracle: {slowest}")?;
        }
        for target in self.targets.iter().filter(|target| !target.skips.is_empty()) {
            let reasons: Vec<String> = target.skips.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
            writeln!(f, "skips of {}: {}", target.target, reasons.join(", "))?;
        }
        for target in self.targets.iter().filter(|target| !target.unread_changes.is_empty()) {
            let kinds: Vec<String> = target.unread_changes.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
            writeln!(f, "changes of {} that did not read back: {}", target.target, kinds.join(", "))?;
        }
        let starved: Vec<&str> = self.targets.iter().filter(|target| target.starved).map(|target| target.target).collect();
        if !starved.is_empty() {
            writeln!(f, "no time for a case of: {}", starved.join(", "))?;
        }
        for target in &self.targets {
            if let Some(trouble) = &target.trouble {
                writeln!(f, "trouble with {}: {trouble}", target.target)?;
            }
            for finding in &target.findings {
                writeln!(f, "{finding}")?;
            }
        }
        Ok(())
    }
}

/// Aligns the first cell to the left, the numbers to the right.
fn line(cells: &[String; COLUMNS], widths: &[usize; COLUMNS]) -> String {
    let mut line = format!("{:<1$}", cells[0], widths[0]);
    for (cell, width) in cells.iter().zip(widths).skip(1) {
        let _ = write!(line, "  {cell:>width$}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary() -> Summary {
        let report = TargetReport {
            target: "t",
            executions: 300,
            busy: Duration::from_secs(3),
            work: 290,
            currency: "cases",
            times: [("o".to_owned(), Duration::from_millis(1500)), ("p".to_owned(), Duration::from_millis(30))].into(),
            skips: [("unreadable".to_owned(), 7)].into(),
            unread_changes: [("swap".to_owned(), 3)].into(),
            failures: [("o".to_owned(), 2)].into(),
            findings: vec![FindingReport {
                target: "t",
                signature: "o/p/e".to_owned(),
                folder: "findings/t/00".into(),
                times: 2,
                minimized: None,
            }],
            ..TargetReport::default()
        };
        Summary { targets: vec![report], elapsed: Duration::from_secs(3), left: None }
    }

    #[test]
    fn the_table_lines_up_and_names_reasons_and_findings() {
        let text = summary().to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0].len(), lines[1].len());
        assert!(lines[1].contains(" 300 ") && lines[1].contains(" 100 "));
        assert!(lines[1].contains(" 290 cases "), "{text}");
        assert_eq!(lines[2], "slowest oracle: o of t: 5ms a case, 50 % of all time");
        assert_eq!(lines[3], "skips of t: unreadable 7");
        assert_eq!(lines[4], "changes of t that did not read back: swap 3");
        assert_eq!(lines[5], "finding: o/p/e (2 times)");
    }

    #[test]
    fn findings_tell_what_became_of_them() {
        let mut finding = summary().targets[0].findings[0].clone();
        assert_eq!(finding.to_string(), "finding: o/p/e (2 times)\n  findings/t/00");
        finding.minimized = Some(Minimized { bytes: 60, bytes_before: 700, checks: 31, complete: false });
        finding.times = 0;
        let words = "finding: o/p/e (met while minimizing)\n  findings/t/00: minimized from 700 to 60 bytes so far, 31 checks";
        assert_eq!(finding.to_string(), words);
    }

    #[test]
    fn json_has_a_line_a_target() {
        let lines = summary().json_lines();
        let value: serde_json::Value = serde_json::from_str(lines.trim_end()).unwrap();
        assert_eq!(value["worker_seconds"], 3.0);
        assert_eq!(value["findings"][0]["signature"], "o/p/e");
        assert_eq!(value["skips"]["unreadable"], 7);
    }
}
