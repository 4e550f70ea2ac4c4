//! Assembly keeps everything that a stream keeps.

use super::difference::{element_at, first_change};
use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Needs, Verdict};
use irsmith_pnacl::text::{assemble_stream, stream_assembly};

/// The oracle.
pub const TEXT_ROUNDTRIP: Oracle = Oracle {
    name: "text-roundtrip",
    family: Family::RoundTrip,
    about: "stream, assembly, stream: records, abbreviations and widths survive the text",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    let text = stream_assembly(stream);
    match assemble_stream(&text) {
        Err(error) => {
            let line = text.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
            Verdict::fail(TEXT_ROUNDTRIP.name, "cannot-assemble", statement(line), format!("{error}\n{line}"))
        }
        Ok(again) => match first_change(stream, &again) {
            Some((index, evidence)) => Verdict::fail(TEXT_ROUNDTRIP.name, "stream-changed", element_at(stream, index), evidence),
            None => Verdict::Pass,
        },
    }
}

/// The words of a statement that say what kind it is: no name of a value, no number.
fn statement(line: &str) -> String {
    let words = line.split(|c: char| !c.is_ascii_alphanumeric() && !"@%_".contains(c));
    let kind = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
    words.filter(kind).take(2).collect::<Vec<_>>().join(" ")
}
