//! The findings as JSON: an array, in the order of their folders.

use super::summary::Summary;

pub(super) fn list(findings: &[Summary]) -> String {
    format!("{:#}\n", serde_json::json!(findings))
}
