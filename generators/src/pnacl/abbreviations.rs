//! Other abbreviations for the same records.

/// Names of the forms of abbreviations.
pub(super) fn form_names() -> Vec<String> {
    vec!["literal".into()]
}
