//! Another spelling of a module's text is assembled to the same words.

use arbitrary::Unstructured;
use irsmith_debuginfo::Stream;
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_generators::Choices;
use irsmith_generators::debuginfo::spellings::{Respelled, respelled};

use super::codec::Assembly;
use super::{Case, Oracle};
use crate::codec::Codec;
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const RESPELLED: Oracle = Oracle {
    name: "debuginfo-respelled-is-same",
    family: Family::Metamorphic,
    about: "assembly in another spelling (blanks, comments, escapes, names of ids, number forms, orders of bits, raw words) has the same words",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x7265_7370;

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    let draws = case.choices(SALT);
    let words: Vec<Vec<u32>> = stream.instructions().map(|raw| stream.words()[raw.at..=raw.at + raw.words.len()].to_vec()).collect();
    judge(&respelled(&disassemble(stream), &words, &mut Choices::new(&mut Unstructured::new(&draws))))?;
    Ok(())
}

fn judge(both: &Respelled) -> Result<(), Fault> {
    let read = |text: &str| -> Result<Stream, Fault> {
        assemble(text).map_err(|error| {
            let line = text.split('\n').nth(error.line.saturating_sub(1)).unwrap_or_default();
            Fault::new("refused", error.expected.clone(), format!("{error}\n{line}"))
        })
    };
    let (spelled, plain) = (read(&both.spelled)?, read(&both.plain)?);
    match Assembly.difference(&plain, &spelled) {
        None => Ok(()),
        Some(difference) => Err(Fault::of("other-words", difference)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use irsmith_debuginfo::Module;

    #[test]
    fn deviations_are_failures() {
        assert_eq!(RESPELLED.verdict(&Case::new(&Module::default().write().unwrap())), Verdict::Pass);
        let judge = |spelled: &str, plain: &str| {
            let both = Respelled { spelled: spelled.to_owned(), plain: plain.to_owned(), changes: 1 };
            judge(&both).map_err(|fault| fault.property)
        };
        assert_eq!(judge("%a=OpTypeInt 0x20 00", "%1 = OpTypeInt 32 0"), Ok(()));
        assert_eq!(judge("%a=OpTypeInt 0x21 00", "%1 = OpTypeInt 32 0"), Err("other-words"));
        assert_eq!(judge("%a=OpTypeInt 0y21 00", "%1 = OpTypeInt 32 0"), Err("refused"));
    }
}
