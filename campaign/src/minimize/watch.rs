//! The observer of an interactive minimization: progress on standard error, results on disk.

use std::{
    io::{self, IsTerminal, stderr},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use irsmith_fuzz::{Finding, note};

use super::{Observer, OtherFailures, Output, Status, outcome::Throttle};

/// Time between two updates on a terminal.
const TERMINAL: Duration = Duration::from_millis(100);

/// Time between two lines without a terminal.
const LINES: Duration = Duration::from_secs(5);

/// Shows progress, writes the best case to a file and keeps cases that fail in another way.
#[derive(Debug)]
pub struct Watch {
    /// Only on a terminal.
    bar: Option<ProgressBar>,
    throttle: Throttle,
    output: Output,
    /// None if nothing can fail in another way.
    others: Option<OtherFailures>,
}

impl Watch {
    /// Makes an observer that writes the best case to `output` and the other findings to `others`.
    pub fn new(output: Output, others: Option<OtherFailures>) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            ProgressBar::new_spinner().with_style(style.expect("a valid template"))
        });
        let throttle = Throttle::later(if bar.is_some() { TERMINAL } else { LINES });
        Watch { bar, throttle, output, others }
    }

    /// Clears the terminal and writes pending cases. Returns the other findings.
    ///
    /// # Errors
    ///
    /// When the output file cannot be written.
    pub fn finish(mut self) -> io::Result<Option<OtherFailures>> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.output.finish()?;
        Ok(self.others)
    }
}

impl Observer for Watch {
    fn checking(&mut self, status: &Status) {
        self.output.write_when_due();
        if !self.throttle.is_due() {
            return;
        }
        let message = message(status);
        match &self.bar {
            Some(bar) => {
                bar.set_message(message);
                bar.tick();
            }
            None => note(format_args!("{message}")),
        }
    }

    fn improved(&mut self, case: &[u8], _: &Status) {
        self.output.put(case);
    }

    fn failed_differently(&mut self, case: &[u8], finding: &Finding) {
        if let Some(others) = &mut self.others {
            others.keep(case, finding);
        }
    }
}

/// Returns the line of a status.
fn message(status: &Status) -> String {
    let Status { checks, bytes_before, bytes, pass, time_left, .. } = status;
    let left = time_left.map(|left| format!(", {} s left", left.as_secs())).unwrap_or_default();
    format!("{bytes_before} -> {bytes} bytes, {checks} checks{left}, now: {pass}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_the_time_that_is_left() {
        let status = Status { checks: 7, bytes_before: 90, bytes: 40, pass: "blocks", ..Status::default() };
        assert_eq!(message(&status), "90 -> 40 bytes, 7 checks, now: blocks");
        let limited = Status { time_left: Some(Duration::from_millis(12_900)), ..status };
        assert_eq!(message(&limited), "90 -> 40 bytes, 7 checks, 12 s left, now: blocks");
    }
}
