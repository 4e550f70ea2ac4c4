//! The findings as a page that needs no other file.

use std::fmt::Write;

use super::summary::{Summary, escaped};

const STYLE: &str = "body { font-family: sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3em .6em; border-bottom: 1px solid #ccc; vertical-align: top; overflow-wrap: anywhere }
pre { background: #f4f4f4; padding: .6em; overflow-x: auto }
.new { color: #a00 }
";

pub(super) fn page(findings: &[Summary]) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>irsmith: findings</title>\n");
    let new = findings.iter().filter(|finding| finding.is_new()).count();
    // Writing to a string does not fail.
    let _ = writeln!(out, "<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>Findings</h1>\n<p>{} findings, {new} new.</p>", findings.len());
    if !findings.is_empty() {
        out.push_str("<table>\n<tr><th>status<th>target<th>signature<th>bytes<th>found\n");
        for finding in findings {
            let _ = writeln!(
                out,
                "<tr><td class=\"{status}\">{status}<td>{}<td><a href=\"#{id}\">{}</a><td>{}<td>{}",
                escaped(&finding.target),
                escaped(&finding.signature),
                finding.bytes,
                escaped(&finding.date),
                status = finding.status,
                id = escaped(&finding.id),
            );
        }
        out.push_str("</table>\n");
    }
    findings.iter().for_each(|finding| section(&mut out, finding));
    out.push_str("</body>\n</html>\n");
    out
}

fn section(out: &mut String, finding: &Summary) {
    let programs: Vec<String> =
        finding.implementations.iter().map(|(name, version)| format!("{name} {version}").trim_end().to_owned()).collect();
    let status = match &finding.link {
        Some(link) if link.starts_with("https://") || link.starts_with("http://") => {
            format!("{}, <a href=\"{link}\">{link}</a>", finding.status, link = escaped(link))
        }
        Some(link) => format!("{}, {}", finding.status, escaped(link)),
        None => finding.status.to_string(),
    };
    let _ = writeln!(
        out,
        "<h2 id=\"{}\">{}</h2>\n<p>Expected: {}.</p>\n<p>Status: {status}. Implementations: {}. Case: <code>{}</code>, {} bytes.</p>\n<pre>{}</pre>",
        escaped(&finding.id),
        escaped(&finding.signature),
        escaped(&finding.about),
        escaped(&programs.join(", ")),
        escaped(&finding.case),
        finding.bytes,
        escaped(&finding.evidence),
    );
    if let Some(listing) = &finding.listing {
        let _ = writeln!(out, "<details><summary>The case</summary>\n<pre>{}</pre>\n</details>", escaped(listing));
    }
}
