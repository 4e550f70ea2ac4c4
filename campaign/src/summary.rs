//! What came of a campaign, for people and for programs.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
    path::PathBuf,
    time::Duration,
};

use irsmith_fuzz::Minimized;
use serde::Serialize;

/// What came of a campaign, or what it has come to so far.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// One report a target, in the order asked for.
    pub targets: Vec<TargetReport>,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// What came of one target.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TargetReport {
    /// Its name.
    pub target: &'static str,
    /// Inputs run.
    pub executions: u64,
    /// Time of its workers, added up, in seconds in JSON.
    #[serde(rename = "worker_seconds", serialize_with = "seconds")]
    pub busy: Duration,
    /// Edges covered, the most that one worker saw.
    pub coverage: u64,
    /// libFuzzer's features, the same.
    pub features: u64,
    /// Cases in the corpus.
    pub corpus: u64,
    /// Verdicts that passed, of all oracles.
    pub passes: u64,
    /// Verdicts that skipped, by reason.
    pub skips: BTreeMap<String, u64>,
    /// Verdicts that failed, by oracle.
    pub failures: BTreeMap<String, u64>,
    /// Verdicts beyond the room for different ones.
    pub uncounted: u64,
    /// Why the target did not get its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// The signatures that failed.
    pub findings: Vec<FindingReport>,
}

/// A signature that failed in a campaign.
#[derive(Clone, Debug, Serialize)]
pub struct FindingReport {
    /// The target.
    pub target: &'static str,
    /// The signature in words.
    pub signature: String,
    /// Where its case is.
    pub folder: PathBuf,
    /// How often it was met; 0 when a candidate of the minimizer met it.
    pub times: u64,
    /// What the minimizer made of its case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimized: Option<Minimized>,
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl TargetReport {
    /// Executions a second of worker time.
    pub fn speed(&self) -> f64 {
        let busy = self.busy.as_secs_f64();
        if busy > 0.0 { self.executions as f64 / busy } else { 0.0 }
    }

    fn cells(&self) -> [String; 9] {
        [
            self.target.to_owned(),
            self.executions.to_string(),
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

impl Summary {
    /// Whether anything failed.
    pub fn found_something(&self) -> bool {
        self.targets.iter().any(|target| !target.findings.is_empty())
    }

    /// Whether a target did not get its work done.
    pub fn in_trouble(&self) -> bool {
        self.targets.iter().any(|target| target.trouble.is_some())
    }

    /// One JSON object a line, one line a target.
    pub fn json_lines(&self) -> String {
        self.targets.iter().fold(String::new(), |mut lines, target| {
            lines += &serde_json::to_string(target).expect("a report holds nothing that JSON cannot");
            lines += "\n";
            lines
        })
    }
}

/// Two lines, the second one without its end.
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

const HEADINGS: [&str; 9] = ["target", "executions", "exec/s", "edges", "corpus", "passes", "skips", "failures", "findings"];

/// The table, then the reasons of skips, then the findings.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![HEADINGS.map(str::to_owned)];
        rows.extend(self.targets.iter().map(TargetReport::cells));
        let widths: [usize; 9] = std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
        for row in &rows {
            writeln!(f, "{}", line(row, &widths))?;
        }
        for target in self.targets.iter().filter(|target| !target.skips.is_empty()) {
            let reasons: Vec<String> = target.skips.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
            writeln!(f, "skips of {}: {}", target.target, reasons.join(", "))?;
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

/// The first cell to the left, the numbers to the right.
fn line(cells: &[String; 9], widths: &[usize; 9]) -> String {
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
            skips: [("unreadable".to_owned(), 7)].into(),
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
        Summary { targets: vec![report], elapsed: Duration::from_secs(3) }
    }

    #[test]
    fn the_table_lines_up_and_names_reasons_and_findings() {
        let text = summary().to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0].len(), lines[1].len());
        assert!(lines[1].contains(" 300 ") && lines[1].contains(" 100 "));
        assert_eq!(lines[2], "skips of t: unreadable 7");
        assert_eq!(lines[3], "finding: o/p/e (2 times)");
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
