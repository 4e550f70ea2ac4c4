//! A file that is written and read comes back.

use super::case::TEXT_LIMITS;
use super::{Case, Oracle, UNREADABLE, file_difference};
use crate::{Check, Family, Needs, Verdict};
use irsmith_mir::{File, Style};

/// The oracle.
pub const ROUNDTRIP: Oracle = Oracle {
    name: "mir-roundtrip",
    family: Family::RoundTrip,
    about: "text, model, text, model: both styles of writing read back to the same model, and are fixpoints",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// The styles and their names in signatures.
const STYLES: [(Style, &str); 2] = [(Style::Full, "full"), (Style::Simplified, "simplified")];

fn check(case: &Case) -> Verdict {
    let Ok(file) = case.file() else { return Verdict::Skip(UNREADABLE) };
    STYLES.iter().find_map(|(style, name)| judge(file, *style, name)).unwrap_or(Verdict::Pass)
}

/// What is wrong with a style.
fn judge(file: &File, style: Style, name: &str) -> Option<Verdict> {
    let text = file.write_in(style);
    let again = match File::read(text.as_bytes(), &TEXT_LIMITS) {
        Ok(again) => again,
        Err(errors) => {
            let line = errors.first().and_then(|error| text.lines().nth(error.line as usize - 1));
            let evidence = format!("{}\n{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"), line.unwrap_or(""));
            return Some(Verdict::fail(ROUNDTRIP.name, "not-read", name, evidence));
        }
    };
    if let Some(difference) = file_difference(file, &again) {
        return Some(Verdict::fail(ROUNDTRIP.name, "model-changed", format!("{name} {}", difference.element), difference.evidence));
    }
    (again.write_in(style) != text).then(|| Verdict::fail(ROUNDTRIP.name, "text-changed", name, "written again, the text differs"))
}
