//! Verdicts as the verbs print them.

use std::{fmt, path::Path};

use irsmith_oracles::Verdict;
use serde::Serialize;

/// The verdict of one oracle of one target on one file, or the same verdict on several of its parts.
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
    /// The number of parts of the file with this verdict, if more than one.
    #[serde(skip_serializing_if = "is_one")]
    parts: usize,
    #[serde(flatten)]
    failure: Option<FailureFields>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_one(parts: &usize) -> bool {
    *parts == 1
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
        Self { file: file.display().to_string(), target, oracle, verdict, reason, parts: 1, failure }
    }

    /// Adds a line to the lines of a file. Equal verdicts on several parts are one line; the first evidence is kept for all failures with
    /// one signature.
    pub(crate) fn add(self, lines: &mut Vec<Self>) {
        let signature = |line: &Self| line.failure.as_ref().map(|failure| failure.id.clone());
        let alike = |line: &&mut Self| {
            (line.oracle, line.verdict, line.reason) == (self.oracle, self.verdict, self.reason) && signature(line) == signature(&self)
        };
        match lines.iter_mut().find(alike) {
            Some(line) => line.parts += 1,
            None => lines.push(self),
        }
    }

    pub(crate) const fn is_failure(&self) -> bool {
        self.failure.is_some()
    }
}

/// Prints one line; evidence follows on separate, indented lines.
impl fmt::Display for VerdictLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}: {}", self.file, self.target, self.oracle, self.verdict)?;
        if let Some(reason) = self.reason {
            write!(f, " ({reason})")?;
        }
        if self.parts > 1 {
            write!(f, " of {} parts", self.parts)?;
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
    fn parts_of_which_an_oracle_says_the_same_are_one_line() {
        let fails = |element: &str, evidence: &str| Verdict::fail("read-any", "p", element, evidence);
        let verdicts =
            [Verdict::Pass, Verdict::Skip("a"), Verdict::Pass, Verdict::Skip("b"), fails("e", "1"), fails("f", "2"), fails("e", "3")];
        let mut lines = Vec::new();
        verdicts.into_iter().for_each(|verdict| line(verdict).add(&mut lines));
        let text: Vec<String> = lines.iter().map(|line| line.to_string().replace("a.pexe: pnacl_read: read-any: ", "")).collect();
        assert_eq!(text[..3], ["pass of 2 parts", "skip (a)", "skip (b)"]);
        assert!(text[3].starts_with("fail of 2 parts read-any/p/e [") && text[3].ends_with("]\n    1"), "{}", text[3]);
        assert!(text.len() == 5 && text[4].starts_with("fail read-any/p/f ["), "{text:?}");
        assert_eq!(serde_json::to_value(&lines[0]).unwrap()["parts"], 2);
    }

    #[test]
    fn json_is_flat() {
        let value = serde_json::to_value(line(Verdict::fail("read-any", "p", "e", "one"))).unwrap();
        assert_eq!((&value["signature"], &value["verdict"]), (&"read-any/p/e".into(), &"fail".into()));
        let value = serde_json::to_value(line(Verdict::Pass)).unwrap();
        assert_eq!(value.as_object().unwrap().len(), 4);
    }
}
