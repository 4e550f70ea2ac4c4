//! A readable file with one mistake in its bits is refused by the error of that mistake and at its place; its nearest neighbours are read.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::file_breakers::{BIT_BREAKERS, Expected, Trial, message};
use irsmith_pnacl::stream::ItemKind;
use irsmith_pnacl::{Error, Stream};

use super::case::CASE_LIMITS;
use super::{Case, Oracle};
use crate::refused_below::{Refusal, is_read, is_refused};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const BROKEN_BITS: Oracle = Oracle {
    name: "broken-bits",
    family: Family::Metamorphic,
    about: "a readable file with one mistake in header, blocks, abbreviations or values is refused by that error, at that bit",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x6269_7473;
/// Bytes of draws of a breaker.
pub(super) const DRAWS: usize = 128;

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    let draws = case.choices(SALT);
    for (breaker, draws) in BIT_BREAKERS.iter().copied().flatten().zip(draws.chunks_exact(DRAWS).cycle()) {
        if let Some(trial) = breaker.make(case.bytes(), stream, &mut Unstructured::new(draws)) {
            judge(breaker.name, &trial)?;
        }
    }
    Ok(())
}

/// Checks the message of an error.
pub(super) fn says(mistake: &'static str, error: &Error) -> Result<(), Fault> {
    match message(error) {
        Some(expected) if expected != error.to_string() => {
            Err(Fault::new("other-message", mistake, format!("expected: {expected}\nfound:    {error}")))
        }
        _ => Ok(()),
    }
}

fn judge(mistake: &'static str, trial: &Trial) -> Result<(), Fault> {
    let found = Stream::read(&trial.bytes, &CASE_LIMITS);
    match &trial.expected {
        Expected::Refused(kind, at) => {
            let error = found.as_ref().err();
            is_refused(mistake, kind, at, error.map(|error| Refusal { kind: &error.kind, at: error.at }))?;
            error.map_or(Ok(()), |error| says(mistake, error))
        }
        Expected::Read => is_read(mistake, found).map(drop),
        Expected::Record(at, code, operands) => {
            let stream = is_read(mistake, found)?;
            let record = stream.items().iter().find(|item| item.at() == *at);
            let found = record.map(|item| match &item.kind {
                ItemKind::Record(record) => (record.code, stream.operands(record)),
                _ => (u32::MAX, &[][..]),
            });
            if found == Some((*code, operands)) {
                return Ok(());
            }
            let evidence = format!("at {at}\nexpected: {code} {operands:?}\nfound:    {found:?}");
            Err(Fault::new("record-changed", mistake, evidence))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_pnacl::{BitAddress, ErrorKind};

    #[test]
    fn a_record_that_is_read_as_another_is_a_failure() {
        let bytes = irsmith_pnacl::Module::default().write().unwrap();
        let at = Stream::read(&bytes, &CASE_LIMITS).unwrap().address(1);
        let judge = |code, operands: &[u64]| {
            let expected = Expected::Record(at, code, operands.to_vec());
            judge("m", &Trial { bytes: bytes.clone(), expected }).map_err(|fault| fault.property)
        };
        assert_eq!(judge(1, &[1]), Ok(()));
        assert_eq!(judge(1, &[2]), Err("record-changed"));
        let expected = Expected::Refused(ErrorKind::BadMagic, BitAddress(0)..=BitAddress(0));
        assert_eq!(super::judge("m", &Trial { bytes, expected }).map_err(|fault| fault.property), Err("accepted"));
    }
}
