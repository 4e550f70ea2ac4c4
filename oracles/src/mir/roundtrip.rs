//! A file that is written and read again is equal to the original.

use super::codec::Styled;
use super::{Case, Oracle, UNREADABLE};
use crate::fixpoint::is_fixpoint;
use crate::roundtrip::survives;
use crate::{Check, Family, Needs, Outcome};
use irsmith_mir::Style;

/// The oracle.
pub const ROUNDTRIP: Oracle = Oracle {
    name: "mir-roundtrip",
    family: Family::RoundTrip,
    about: "text, model, text, model: both output styles read back as the same model, and are fixpoints",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// The styles and their names in signatures.
const STYLES: [Styled; 2] = [Styled { style: Style::Full, name: "full" }, Styled { style: Style::Simplified, name: "simplified" }];

fn check(case: &Case) -> Outcome {
    let file = case.file().map_err(|_| UNREADABLE)?;
    for style in &STYLES {
        is_fixpoint(style, &survives(style, file)?)?;
    }
    Ok(())
}
