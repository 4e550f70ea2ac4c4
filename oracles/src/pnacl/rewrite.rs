//! Faithful rewrite: a stream that is written back and read again is the same stream, abbreviations and widths included.

use super::difference::{element_at, first_change};
use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Needs, Verdict};
use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::ItemKind;

/// The oracle.
pub const REWRITE: Oracle = Oracle {
    name: "rewrite",
    family: Family::RoundTrip,
    about: "bytes, stream, bytes: records, abbreviations and widths survive, block lengths are right, and a second trip changes nothing",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    let fail = |property, element: String, evidence: String| Verdict::fail(REWRITE.name, property, element, evidence);
    let written = match stream.write() {
        Ok(written) => written,
        Err(error) => return fail("cannot-write", "stream".into(), error.to_string()),
    };
    let again = match Stream::read(&written, case.limits()) {
        Ok(again) => again,
        Err(error) => return fail("cannot-read-back", "stream".into(), error.to_string()),
    };
    if let Some((index, evidence)) = first_change(stream, &again) {
        return fail("stream-changed", element_at(stream, index), evidence);
    }
    if let Some(index) = wrong_length(&again, &written) {
        let evidence = format!("item {index}, at {}: the length word is not the number of words up to the end", again.address(index));
        return fail("wrong-length", element_at(&again, index), evidence);
    }
    match again.write() {
        Ok(twice) if twice == written => Verdict::Pass,
        Ok(_) => fail("no-fixpoint", "stream".into(), "a second trip gives other bytes".into()),
        Err(error) => fail("cannot-write", "stream".into(), error.to_string()),
    }
}

/// The first block whose length word is wrong. Readers need not look at it, so only this oracle does.
fn wrong_length(stream: &Stream, bytes: &[u8]) -> Option<usize> {
    // Where the body of each open block begins, in 32-bit words: one behind its length word.
    let mut open = Vec::new();
    let items = stream.items();
    for (index, item) in items.iter().enumerate() {
        // The next item, or the end of the file, stands behind the padding of this one.
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
