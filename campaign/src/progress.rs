//! Progress of a running campaign, on standard error.

use std::{
    collections::BTreeMap,
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use irsmith_fuzz::note;

use crate::{
    Summary, TargetReport,
    display::{clock, lines},
};

/// Time between two lines without a terminal.
const INTERVAL: Duration = Duration::from_secs(5);

/// Time between two lines beside a build.
const BESIDE_BUILD: Duration = Duration::from_secs(20);

/// Shows the progress of a campaign.
pub trait Progress {
    /// Shows the current state; called several times a second.
    fn update(&mut self, summary: &Summary);
    /// Clears what must not stay on the terminal.
    fn finish(&mut self);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Progress for Silent {
    fn update(&mut self, _: &Summary) {}
    fn finish(&mut self) {}
}

/// Shows a line now and then, beside the messages of a build.
#[derive(Debug)]
pub struct BesideBuild {
    next: Instant,
}

impl Default for BesideBuild {
    fn default() -> Self {
        BesideBuild { next: Instant::now() + INTERVAL }
    }
}

impl Progress for BesideBuild {
    fn update(&mut self, summary: &Summary) {
        if Instant::now() < self.next || summary.executions() == 0 {
            return;
        }
        self.next = Instant::now() + BESIDE_BUILD;
        let targets = summary.targets.iter().filter(|target| target.executions > 0).count();
        let findings: usize = summary.targets.iter().map(|target| target.findings.len()).sum();
        note(format_args!(
            "irsmith: meanwhile, without guidance: {} executions on {targets} targets, {findings} findings",
            summary.executions()
        ));
    }

    fn finish(&mut self) {}
}

/// Shows bars on a terminal, and otherwise a line every few seconds.
pub fn for_terminal() -> Box<dyn Progress> {
    if stderr().is_terminal() {
        Box::new(Bars::default())
    } else {
        Box::new(Lines { next: Instant::now() + INTERVAL, shown: BTreeMap::new() })
    }
}

/// Lines that are redrawn in place.
#[derive(Default)]
struct Bars {
    screen: MultiProgress,
    bars: Vec<ProgressBar>,
}

impl Progress for Bars {
    fn update(&mut self, summary: &Summary) {
        let lines = lines(summary);
        while self.bars.len() < lines.len() {
            let style = ProgressStyle::with_template("{wide_msg}");
            let bar = ProgressBar::new_spinner().with_style(style.expect("a valid template"));
            self.bars.push(self.screen.add(bar));
        }
        for (bar, line) in self.bars.iter().zip(lines) {
            bar.set_message(line);
            bar.tick();
        }
    }

    fn finish(&mut self) {
        // If the terminal is gone, it needs no clearing.
        let _ = self.screen.clear();
    }
}

/// Prints lines for logs, of the targets that have progressed.
struct Lines {
    next: Instant,
    /// Executions of each target at its last line.
    shown: BTreeMap<&'static str, u64>,
}

impl Progress for Lines {
    fn update(&mut self, summary: &Summary) {
        if Instant::now() < self.next {
            return;
        }
        self.next += INTERVAL;
        for target in &summary.targets {
            if target.executions == self.shown.insert(target.target, target.executions).unwrap_or(0) {
                continue;
            }
            let left = summary.left.map_or_else(String::new, |left| format!(" ({} left)", clock(left)));
            note(format_args!("{:>5.0}s{left} {}", summary.elapsed.as_secs_f64(), state(target)));
        }
    }

    fn finish(&mut self) {}
}

fn state(target: &TargetReport) -> String {
    format!(
        "{}: {} executions, {} {}, {:.0}/s, skips {:.0}%, {} edges, corpus {}, {} findings",
        target.target,
        target.executions,
        target.work,
        target.currency,
        target.speed(),
        target.skip_share() * 100.0,
        target.coverage,
        target.corpus,
        target.findings.len()
    )
}
