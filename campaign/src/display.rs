//! The terminal display of a campaign: all targets within 24 rows of 80 columns.

use std::time::Duration;

use irsmith_fuzz::unchecked::most_frequent;

use crate::{Summary, TargetReport};

/// Rows and columns of the smallest terminal that shows everything.
pub(crate) const ROWS: usize = 24;
pub(crate) const COLUMNS: usize = 80;

/// Rows above the targets: the state, the running targets, the slowest oracle, the most frequent skips, and the headings.
const ABOVE: usize = 5;

/// Targets per row if they do not fit one per row, or not even that many, and the blanks between them.
const ABREAST: usize = 2;
const MOST_ABREAST: usize = 3;
const GAP: usize = 2;

/// Characters of a target in a row of several targets; the last column of the terminal stays free, because some terminals wrap there.
const NARROW: usize = (COLUMNS - 1 - GAP * (ABREAST - 1)) / ABREAST;

/// Returns the lines of a display, each of at most [`COLUMNS`] characters; [`ROWS`] lines are enough for all targets of the registry.
pub(crate) fn lines(summary: &Summary) -> Vec<String> {
    let mut lines = vec![state(summary), running(summary), slowest(summary), skipped(summary)];
    if summary.targets.len() + ABOVE < ROWS {
        lines.push(wide_heading());
        lines.extend(summary.targets.iter().map(wide));
    } else if summary.targets.len().div_ceil(ABREAST) + ABOVE < ROWS {
        lines.extend(rows(summary, ABREAST, &narrow_heading(), narrow));
    } else {
        lines.extend(rows(summary, MOST_ABREAST, &narrowest_heading(), narrowest));
    }
    lines.into_iter().map(cut).collect()
}

/// Returns a heading and the targets, so many in a row, in the order of columns.
fn rows(summary: &Summary, number: usize, heading: &str, cell: fn(&TargetReport) -> String) -> Vec<String> {
    let below = summary.targets.len().div_ceil(number);
    let rows = (0..below).map(|row| abreast(summary.targets.iter().skip(row).step_by(below).map(cell)));
    std::iter::once(abreast((0..number).map(|_| heading.to_owned()))).chain(rows).collect()
}

fn abreast(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(&" ".repeat(GAP))
}

fn cut(line: String) -> String {
    line.chars().take(COLUMNS - 1).collect()
}

fn state(summary: &Summary) -> String {
    let left = summary.left.map_or_else(|| "no end".to_owned(), |left| format!("{} left", clock(left)));
    let findings: usize = summary.targets.iter().map(|target| target.findings.len()).sum();
    let trouble = summary.targets.iter().filter(|target| target.trouble.is_some()).count();
    let executions: u64 = summary.targets.iter().map(|target| target.executions).sum();
    let mut line = format!("{} passed, {left}: {} executions, {findings} findings", clock(summary.elapsed), short(executions));
    if trouble > 0 {
        line += &format!(", {trouble} in trouble");
    }
    line
}

fn running(summary: &Summary) -> String {
    let mut names: Vec<String> = Vec::new();
    for target in summary.targets.iter().filter(|target| target.workers > 0) {
        let more = if target.workers > 1 { format!(" ({} workers)", target.workers) } else { String::new() };
        names.push(format!("{}{more}", target.target));
    }
    format!("running: {}", if names.is_empty() { "none".to_owned() } else { names.join(", ") })
}

fn slowest(summary: &Summary) -> String {
    let slowest = summary.slowest_oracle();
    format!("slowest oracle: {}", slowest.map_or_else(|| "none yet".to_owned(), |slowest| slowest.to_string()))
}

fn skipped(summary: &Summary) -> String {
    let most = summary.targets.iter().max_by(|a, b| a.skip_share().total_cmp(&b.skip_share())).filter(|most| most.skip_share() > 0.0);
    let words = |most: &TargetReport| format!("{} {} ({})", most.target, percent(most.skip_share()), most_frequent(&most.skips));
    format!("most skips: {}", most.map_or_else(|| "none".to_owned(), words))
}

fn narrow_heading() -> String {
    format!("{:<22}{:>6}{:>5}{:>5}", " target", "work", "skip", "find")
}

/// Formats a target: a mark if it runs, its name, work, skips and findings.
fn narrow(target: &TargetReport) -> String {
    let name: String = target.target.chars().take(21).collect();
    let line = format!("{}{name:<21}{:>6}{:>5}{:>5}", mark(target), short(target.work), percent(target.skip_share()), findings(target));
    debug_assert!(line.chars().count() <= NARROW, "{line:?}");
    line
}

fn narrowest_heading() -> String {
    format!("{:<20}{:>5}", " target", "find")
}

/// Formats a target where there is no room for more: a mark if it runs, its name and its findings.
fn narrowest(target: &TargetReport) -> String {
    let name: String = target.target.chars().take(21).collect();
    let found = if target.findings.len() > 999 { ">1k".to_owned() } else { findings(target) };
    format!("{}{name:<21}{found:>3}", mark(target))
}

fn wide_heading() -> String {
    format!("{:<22}{:>16}{:>8}{:>8}{:>8}{:>6}{:>6}", " target", "work", "exec/s", "edges", "corpus", "skip", "find")
}

fn wide(target: &TargetReport) -> String {
    format!(
        "{}{:<21}{:>6} {:<9}{:>8}{:>8}{:>8}{:>6}{:>6}",
        mark(target),
        target.target,
        short(target.work),
        target.currency,
        speed(target.speed()),
        short(target.coverage),
        short(target.corpus),
        percent(target.skip_share()),
        findings(target),
    )
}

fn mark(target: &TargetReport) -> char {
    match (&target.trouble, target.workers) {
        (Some(_), _) => '!',
        (None, 0) => ' ',
        (None, _) => '>',
    }
}

fn findings(target: &TargetReport) -> String {
    match target.findings.len() {
        0 => String::new(),
        findings => short(findings as u64),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

fn speed(speed: f64) -> String {
    if speed < 10.0 { format!("{speed:.1}") } else { short(speed as u64) }
}

/// Formats a number in at most six characters: 99999, 999k, 99.9M, 99999M.
pub(crate) fn short(number: u64) -> String {
    match number {
        0..100_000 => number.to_string(),
        100_000..1_000_000 => format!("{}k", number / 1000),
        1_000_000..100_000_000 => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
        100_000_000..100_000_000_000 => format!("{}M", number / 1_000_000),
        _ => format!("{}G", number / 1_000_000_000),
    }
}

/// Formats hours, minutes and seconds.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use irsmith_fuzz::TARGETS;

    use super::*;
    use crate::FindingReport;

    fn report(target: &'static str) -> TargetReport {
        let finding = FindingReport { target, signature: String::new(), folder: "f".into(), times: 1, minimized: None };
        TargetReport {
            target,
            executions: 123_456_789_012,
            busy: Duration::from_secs(100_000),
            work: 123_456_789_012,
            currency: "functions",
            passes: 1,
            skips: [("a-rather-long-reason-of-skips".to_owned(), 123_456_789), ("another-long-reason".to_owned(), 9)].into(),
            times: [("a-long-name-of-an-oracle".to_owned(), Duration::from_secs(50_000))].into(),
            findings: vec![finding; 12_345],
            workers: 1,
            trouble: Some("dies".to_owned()),
            ..TargetReport::default()
        }
    }

    #[test]
    fn all_targets_fit_a_small_terminal_and_are_all_there() {
        for count in 1..=TARGETS.len() {
            let targets: Vec<TargetReport> = TARGETS[..count].iter().map(|target| report(target.name)).collect();
            let (elapsed, left) = (Duration::from_secs(400_000), Some(Duration::from_secs(3_599)));
            let lines = lines(&Summary { targets, elapsed, left });
            assert!(lines.len() < ROWS, "{count} targets take {} lines", lines.len());
            assert!(lines.iter().all(|line| line.chars().count() < COLUMNS), "{lines:#?}");
            let text = lines.join("\n");
            assert!(TARGETS[..count].iter().all(|target| text.contains(target.name)), "{text}");
            assert!(text.contains("111:06:40 passed, 59:59 left") && text.contains("a-long-name-of-an-oracle"), "{text}");
        }
    }

    #[test]
    fn running_targets_and_skips_are_shown() {
        let fine = |target, workers| TargetReport { target, workers, passes: 3, currency: "cases", ..TargetReport::default() };
        let skipping = TargetReport { skips: [("not-built".to_owned(), 9)].into(), ..fine("c", 0) };
        let summary = Summary { targets: vec![fine("a", 1), fine("b", 2), skipping], elapsed: Duration::from_secs(61), left: None };
        let lines = lines(&summary);
        assert_eq!(lines[0], "1:01 passed, no end: 0 executions, 0 findings");
        assert_eq!(lines[1], "running: a, b (2 workers)");
        assert_eq!(lines[2], "slowest oracle: none yet");
        assert_eq!(lines[3], "most skips: c 75% (not-built 9)");
        assert!(lines[5].starts_with(">a") && lines[7].starts_with(" c") && lines[7].contains("75%"), "{lines:#?}");
    }

    #[test]
    fn numbers_are_short() {
        let numbers = [0, 99_999, 100_000, 999_999, 1_000_000, 99_999_999, 123_456_789, 123_456_789_012].map(short);
        assert_eq!(numbers, ["0", "99999", "100k", "999k", "1.0M", "99.9M", "123M", "123G"]);
    }
}
