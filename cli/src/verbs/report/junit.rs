//! The findings as results of tests: a suite for each format, a test for each finding.

use std::fmt::Write;

use super::summary::{Summary, escaped};

pub(super) fn suites(findings: &[Summary]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut formats: Vec<&str> = findings.iter().map(|finding| finding.format).collect();
    formats.sort_unstable();
    formats.dedup();
    // Writing to a string does not fail.
    let _ = writeln!(out, "<testsuites name=\"irsmith\"{}>", counts(findings.iter()));
    for format in formats {
        let own = || findings.iter().filter(|finding| finding.format == format);
        let _ = writeln!(out, "  <testsuite name=\"{format}\"{}>", counts(own()));
        own().for_each(|finding| test(&mut out, finding));
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn counts<'a>(findings: impl Iterator<Item = &'a Summary>) -> String {
    let (mut tests, mut failures) = (0, 0);
    for finding in findings {
        tests += 1;
        failures += usize::from(finding.is_new());
    }
    format!(" tests=\"{tests}\" failures=\"{failures}\" skipped=\"{}\"", tests - failures)
}

fn test(out: &mut String, finding: &Summary) {
    let _ = writeln!(out, "    <testcase classname=\"{}\" name=\"{}\">", escaped(&finding.target), escaped(&finding.signature));
    let _ = match finding.suppression() {
        Some(why) => writeln!(out, "      <skipped message=\"{}\"/>", escaped(&why)),
        None => writeln!(
            out,
            "      <failure type=\"{}\" message=\"{}\">{}\n{}</failure>",
            escaped(&finding.rule()),
            escaped(&finding.element),
            escaped(&finding.case),
            escaped(&finding.evidence)
        ),
    };
    out.push_str("    </testcase>\n");
}
