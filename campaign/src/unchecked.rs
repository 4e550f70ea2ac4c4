//! Targets of a finished campaign that have checked nothing: such a run is not a success.

use irsmith_fuzz::unchecked::most_frequent;

use crate::{Summary, TargetReport};

/// A worker runs this many cases before it begins, to test whether its coverage counters work.
const FIRST: u64 = 2;

impl Summary {
    /// Sets the trouble of every target that has checked nothing, unless it is in trouble already.
    ///
    /// A target that had no time while other targets had time is not in trouble: it is marked as [starved](TargetReport::starved). Nor is a
    /// target without time in a campaign that was `stopped` before its end.
    pub(crate) fn note_unchecked(&mut self, stopped: bool) {
        let others_checked = self.targets.iter().any(TargetReport::has_checked);
        for report in self.targets.iter_mut().filter(|report| report.trouble.is_none() && !report.has_checked()) {
            let skips: u64 = report.skips.values().sum();
            if report.executions > FIRST {
                report.trouble = Some(format!("nothing was checked: all {skips} verdicts are skips ({})", most_frequent(&report.skips)));
            } else if others_checked || stopped {
                report.starved = !stopped;
            } else {
                report.trouble = Some("nothing was checked: no case came to a verdict in the time that there was".to_owned());
            }
        }
    }
}

impl TargetReport {
    /// Whether an oracle passed or failed.
    fn has_checked(&self) -> bool {
        self.passes > 0 || !self.failures.is_empty() || self.uncounted > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trouble(report: TargetReport, stopped: bool) -> Option<String> {
        let mut summary = Summary { targets: vec![report], ..Summary::default() };
        summary.note_unchecked(stopped);
        summary.targets.remove(0).trouble
    }

    fn skipping() -> TargetReport {
        TargetReport { executions: 8, skips: [("a".to_owned(), 1), ("not-built".to_owned(), 7)].into(), ..TargetReport::default() }
    }

    #[test]
    fn skips_alone_are_trouble_and_their_reasons_are_named() {
        let words = "nothing was checked: all 8 verdicts are skips (not-built 7, a 1)";
        assert_eq!(trouble(skipping(), false).as_deref(), Some(words));
        assert_eq!(trouble(skipping(), true).as_deref(), Some(words));
        assert_eq!(trouble(TargetReport { passes: 1, ..skipping() }, false), None);
        assert_eq!(trouble(TargetReport { failures: [("o".to_owned(), 1)].into(), ..skipping() }, false), None);
    }

    #[test]
    fn no_execution_is_trouble_unless_somebody_stopped_the_campaign() {
        assert!(trouble(TargetReport::default(), false).unwrap().contains("no case"));
        assert_eq!(trouble(TargetReport::default(), true), None);
    }

    #[test]
    fn a_target_without_time_beside_others_is_reported_and_no_trouble() {
        let checked = TargetReport { executions: 9, passes: 9, ..TargetReport::default() };
        let starved = TargetReport { executions: 1, ..skipping() };
        let mut summary = Summary { targets: vec![checked, starved, skipping()], ..Summary::default() };
        summary.note_unchecked(false);
        let starved: Vec<bool> = summary.targets.iter().map(|target| target.starved).collect();
        assert_eq!(starved, [false, true, false]);
        assert!(summary.targets[1].trouble.is_none() && summary.targets[2].trouble.is_some());
    }

    #[test]
    fn other_trouble_stays() {
        let report = TargetReport { trouble: Some("given up".to_owned()), ..skipping() };
        assert_eq!(trouble(report, false).as_deref(), Some("given up"));
    }
}
