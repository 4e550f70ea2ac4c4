//! What the reports say of a finding.

use std::collections::BTreeMap;

use irsmith_campaign::findings::FindingFolder;
use irsmith_fuzz::FindingStatus;
use serde::Serialize;

/// Lines of a case that the page shows.
const LINES: usize = 200;

/// A finding.
#[derive(Debug, Serialize)]
pub(super) struct Summary {
    pub(super) id: String,
    pub(super) signature: String,
    pub(super) status: FindingStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) link: Option<String>,
    pub(super) format: &'static str,
    pub(super) target: String,
    pub(super) oracle: String,
    pub(super) property: String,
    /// The property that the oracle checks, in words.
    pub(super) about: String,
    pub(super) element: String,
    pub(super) evidence: String,
    pub(super) implementations: BTreeMap<String, String>,
    pub(super) date: String,
    pub(super) folder: String,
    /// The case, minimized if it could be.
    pub(super) case: String,
    /// Its size.
    pub(super) bytes: usize,
    /// Its listing, if there is one and the case may be read in this process.
    #[serde(skip)]
    pub(super) listing: Option<String>,
}

impl Summary {
    pub(super) fn of(folder: &FindingFolder) -> Self {
        let finding = folder.finding.clone();
        let case = folder.read_case().unwrap_or_default();
        let oracles = folder.target.oracles.listed();
        let about = oracles.iter().find(|oracle| oracle.name == finding.oracle).map_or(folder.target.about, |oracle| oracle.about);
        let listing = if finding.ended_its_process() { None } else { folder.target.format.list(&case) };
        Self {
            format: folder.target.format.name(),
            about: about.to_owned(),
            folder: folder.path.display().to_string(),
            case: folder.case.display().to_string(),
            bytes: case.len(),
            listing: listing.map(|text| shortened(&text)),
            id: finding.id,
            signature: finding.signature,
            status: finding.status,
            link: finding.link,
            target: finding.target,
            oracle: finding.oracle,
            property: finding.property,
            element: finding.element,
            evidence: finding.evidence,
            implementations: finding.implementations,
            date: finding.date,
        }
    }

    /// Returns whether nobody has looked at the finding yet.
    pub(super) fn is_new(&self) -> bool {
        self.status == FindingStatus::New
    }

    /// Returns why the finding is no failure.
    pub(super) fn suppression(&self) -> Option<String> {
        let link = self.link.as_deref().map(|link| format!(", {link}")).unwrap_or_default();
        (!self.is_new()).then(|| format!("{}{link}", self.status))
    }

    /// Returns the kind of failure, the same for all findings of an oracle's property.
    pub(super) fn rule(&self) -> String {
        format!("{}/{}", self.oracle, self.property)
    }
}

fn shortened(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().take(LINES + 1).collect();
    if lines.len() > LINES {
        lines[LINES] = "...";
    }
    lines.join("\n")
}

/// Returns a text for HTML and XML 1.0, which lack most control characters.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ if character.is_control() => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(character),
        }
    }
    escaped
}
