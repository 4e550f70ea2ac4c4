//! A verdict as the verbs print it.

use std::{fmt, path::Path};

use irsmith_oracles::Verdict;
use serde::Serialize;

/// What one oracle of one target said of one file.
#[derive(Debug, Serialize)]
pub(crate) struct VerdictLine {
    pub(crate) file: String,
    pub(crate) target: &'static str,
    pub(crate) oracle: &'static str,
    /// `pass`, `skip` or `fail`.
    pub(crate) verdict: &'static str,
    /// Why it was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<&'static str>,
    #[serde(flatten)]
    failure: Option<FailureFields>,
}

#[derive(Debug, Serialize)]
struct FailureFields {
    signature: String,
    /// The signature as 16 hex digits, the name of a finding's folder.
    id: String,
    evidence: String,
}

impl VerdictLine {
    pub(crate) fn new(file: &Path, target: &'static str, oracle: &'static str, verdict: Verdict) -> Self {
        let (verdict, reason, failure) = match verdict {
            Verdict::Pass => ("pass", None, None),
            Verdict::Skip(reason) => ("skip", Some(reason), None),
            Verdict::Fail(failure) => {
                let id = format!("{:016x}", failure.signature.hash64());
                ("fail", None, Some(FailureFields { signature: failure.signature.to_string(), id, evidence: failure.evidence }))
            }
        };
        Self { file: file.display().to_string(), target, oracle, verdict, reason, failure }
    }

    pub(crate) const fn is_failure(&self) -> bool {
        self.failure.is_some()
    }
}

/// One line; evidence follows on lines of its own, indented.
impl fmt::Display for VerdictLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}: {}", self.file, self.target, self.oracle, self.verdict)?;
        if let Some(reason) = self.reason {
            write!(f, " ({reason})")?;
        }
        if let Some(failure) = &self.failure {
            write!(f, " {} [{}]", failure.signature, failure.id)?;
            failure.evidence.lines().try_for_each(|line| write!(f, "\n    {line}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(verdict: Verdict) -> VerdictLine {
        VerdictLine::new(Path::new("a.pexe"), "pnacl_read", "read-any", verdict)
    }

    #[test]
    fn prints_what_people_look_for() {
        assert_eq!(line(Verdict::Pass).to_string(), "a.pexe: pnacl_read: read-any: pass");
        assert_eq!(line(Verdict::Skip("no-module")).to_string(), "a.pexe: pnacl_read: read-any: skip (no-module)");
        let failure = line(Verdict::fail("read-any", "p", "e", "one\ntwo"));
        assert!(failure.is_failure());
        let text = failure.to_string();
        assert!(text.starts_with("a.pexe: pnacl_read: read-any: fail read-any/p/e [") && text.ends_with("]\n    one\n    two"), "{text}");
    }

    #[test]
    fn json_is_flat() {
        let value = serde_json::to_value(line(Verdict::fail("read-any", "p", "e", "one"))).unwrap();
        assert_eq!((&value["signature"], &value["verdict"]), (&"read-any/p/e".into(), &"fail".into()));
        let value = serde_json::to_value(line(Verdict::Pass)).unwrap();
        assert_eq!(value.as_object().unwrap().len(), 4);
    }
}
