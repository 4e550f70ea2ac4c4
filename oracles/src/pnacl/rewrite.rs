//! Faithful rewrite: a stream that is written and read again is the same stream, including abbreviations and widths.

use super::codec::Records;
use super::difference::{element_at, first_change};
use super::{Case, Oracle};
use crate::codec::Trip;
use crate::fixpoint::is_fixpoint;
use crate::{Check, Family, Fault, Needs, Outcome};
use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::ItemKind;

/// The oracle.
pub const REWRITE: Oracle = Oracle {
    name: "rewrite",
    family: Family::RoundTrip,
    about: "bytes, stream, bytes: records, abbreviations and widths survive, block lengths are correct, and a second trip changes nothing",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    let records = Records { limits: *case.limits() };
    let trip = Trip::of(&records, stream)?;
    if let Some((index, evidence)) = first_change(stream, &trip.again) {
        return Err(Fault::new("stream-changed", element_at(stream, index), evidence).into());
    }
    if let Some(index) = wrong_length(&trip.again, &trip.written) {
        let evidence = format!("item {index}, at {}: the length word is not the number of words up to the end", trip.again.address(index));
        return Err(Fault::new("wrong-length", element_at(&trip.again, index), evidence).into());
    }
    Ok(is_fixpoint(&records, &trip)?)
}

/// Returns the first block whose length word is wrong. Readers may ignore it, so only this oracle checks it.
fn wrong_length(stream: &Stream, bytes: &[u8]) -> Option<usize> {
    // Where the body of each open block begins, in 32-bit words: one after its length word.
    let mut open = Vec::new();
    let items = stream.items();
    for (index, item) in items.iter().enumerate() {
        // The next item, or the end of the file, follows the padding of this one.
        let next = items.get(index + 1).map_or(bytes.len() as u64 * 8, |next| next.at().0) / 32;
        match item.kind {
            ItemKind::Enter { .. } => open.push((index, next)),
            ItemKind::End => {
                let (enter, start) = open.pop()?;
                let at = (start as usize - 1) * 4;
                let word = u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
                if u64::from(word) != next - start {
                    return Some(enter);
                }
            }
            ItemKind::Define(_) | ItemKind::Record(_) => {}
        }
    }
    None
}
