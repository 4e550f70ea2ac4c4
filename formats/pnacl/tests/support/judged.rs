//! A file of the data with the verdicts of the reference tools and of our validator.

use irsmith_pnacl::{Limits, validate};
use std::collections::BTreeMap;
use std::path::Path;

/// A file with the verdicts of the tools, one letter each.
pub(crate) struct Judged {
    pub(crate) name: String,
    verdicts: BTreeMap<String, String>,
    /// Ids of the errors that the validator or the reader reports.
    pub(crate) errors: Vec<&'static str>,
}

impl Judged {
    pub(crate) fn new(name: &str, path: &Path, tools: &[&str], verdicts: impl Iterator<Item = String>) -> Self {
        let errors = match validate::validate_file(&irsmith_testdata::read(path), &Limits::default()) {
            Ok(violations) => violations.iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect(),
            Err(error) => vec![error.kind.rule().id],
        };
        Self { name: name.to_string(), verdicts: tools.iter().map(ToString::to_string).zip(verdicts).collect(), errors }
    }

    pub(crate) fn accepts(&self, tool: &str) -> bool {
        self.verdicts.get(tool).is_some_and(|verdict| verdict == "A")
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }
}
