//! The findings as a log of the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS; sections in comments).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::summary::Summary;

/// The key of the signature among the fingerprints of a result (3.27.17); the number is that of its form.
const FINGERPRINT: &str = "irsmithSignature/v1";

pub(super) fn log(findings: &[Summary]) -> String {
    // 3.19.23: one descriptor for each rule.
    let rules: BTreeMap<String, &str> = findings.iter().map(|finding| (finding.rule(), finding.about.as_str())).collect();
    let rules: Vec<Value> = rules.iter().map(|(id, about)| json!({ "id": id, "shortDescription": { "text": about } })).collect();
    let driver = json!({ "name": "irsmith", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let results: Vec<Value> = findings.iter().map(result).collect();
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "results": results }],
    });
    format!("{log:#}\n")
}

fn result(finding: &Summary) -> Value {
    let mut result = json!({
        "ruleId": finding.rule(),
        "level": "error",
        "message": { "text": format!("{}\n{}", finding.signature, finding.evidence) },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(&finding.case) } } }],
        "partialFingerprints": { FINGERPRINT: finding.id },
    });
    // 3.27.23 and 3.35: without suppressions a result is shown.
    if let Some(why) = finding.suppression() {
        result["suppressions"] = json!([{ "kind": "external", "justification": why }]);
    }
    result
}

/// Returns a path as a reference (RFC 3986): bytes that are not allowed in one are written as their numbers.
fn uri(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes().map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a b/c%.mir"), "a%20b/c%25.mir");
        assert_eq!(uri("ä"), "%C3%A4");
    }
}
