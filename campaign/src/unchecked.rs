//! Targets of a finished campaign that have checked nothing: a run of them is no success.

use irsmith_fuzz::unchecked::most_frequent;

use crate::{Summary, TargetReport};

impl Summary {
    /// Makes trouble of every target that has checked nothing, unless it is in trouble already.
    ///
    /// One that ran no case is in trouble only if the campaign was not `stopped` before its end.
    pub(crate) fn note_unchecked(&mut self, stopped: bool) {
        for report in self.targets.iter_mut().filter(|report| report.trouble.is_none()) {
            report.trouble = report.unchecked(stopped);
        }
    }
}

impl TargetReport {
    /// Why nothing was checked, if so.
    fn unchecked(&self, stopped: bool) -> Option<String> {
        let skips: u64 = self.skips.values().sum();
        let checked = self.passes > 0 || !self.failures.is_empty() || self.uncounted > 0;
        match (checked, skips) {
            (true, _) => None,
            (false, 0) => (!stopped).then(|| "nothing was checked: no case came to a verdict in the time that there was".to_owned()),
            (false, _) => Some(format!("nothing was checked: all {skips} verdicts are skips ({})", most_frequent(&self.skips))),
        }
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
    fn other_trouble_stays() {
        let report = TargetReport { trouble: Some("given up".to_owned()), ..skipping() };
        assert_eq!(trouble(report, false).as_deref(), Some("given up"));
    }
}
