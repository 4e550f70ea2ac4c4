//! The typed module is written as it was read.

use super::{Case, Oracle, UNREADABLE, difference::module_difference};
use crate::{Check, Family, Needs, Verdict};
use irsmith_debuginfo::{Module, Stream};

/// The oracle.
pub const MODEL_ROUNDTRIP: Oracle = Oracle {
    name: "debuginfo-model-roundtrip",
    family: Family::RoundTrip,
    about: "words, model, words: typing debug instructions changes no word of any file",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let (Ok(stream), Some(module)) = (case.stream(), case.module()) else { return Verdict::Skip(UNREADABLE) };
    let fail = |property, element: String, evidence: String| Verdict::fail(MODEL_ROUNDTRIP.name, property, element, evidence);
    match module.to_stream() {
        Err(error) => fail("cannot-write", "module".into(), error.to_string()),
        Ok(written) if written == *stream => Verdict::Pass,
        Ok(written) => match module_difference(module, &Module::from_stream(&written)) {
            Some(difference) => fail("model-changed", difference.element, difference.evidence),
            None => fail("words-changed", "module".into(), first_word(stream, &written)),
        },
    }
}

fn first_word(before: &Stream, after: &Stream) -> String {
    let at = before.words().iter().zip(after.words()).take_while(|(a, b)| a == b).count();
    format!("word {at}\n  before: {:x?}\n  after:  {:x?}", before.words().get(at), after.words().get(at))
}
