//! A module that is printed and parsed comes back word for word.

use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Needs, Verdict};
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::{Stream, grammar};

/// The oracle.
pub const TEXT_ROUNDTRIP: Oracle = Oracle {
    name: "debuginfo-text-roundtrip",
    family: Family::RoundTrip,
    about: "words, text, words: every module survives, however odd",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    match assemble(&disassemble(stream)) {
        Ok(again) if again == *stream => Verdict::Pass,
        Ok(again) => {
            let (element, evidence) = difference(stream, &again);
            Verdict::fail(TEXT_ROUNDTRIP.name, "words-changed", element, evidence)
        }
        Err(error) => Verdict::fail(TEXT_ROUNDTRIP.name, "not-assembled", "module", error.to_string()),
    }
}

fn difference(before: &Stream, after: &Stream) -> (&'static str, String) {
    let at = before.words().iter().zip(after.words()).take_while(|(a, b)| a == b).count();
    let opcode = before.instructions().take_while(|raw| raw.at <= at).last().and_then(|raw| grammar::row(raw.opcode));
    let evidence = format!("word {at}\n  before: {:x?}\n  after:  {:x?}", before.words().get(at), after.words().get(at));
    (opcode.map_or("header", |row| row.opname), evidence)
}
