//! A module with one mistake in its records is refused by the error of that mistake, or reported by the validator, at its record.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::file_breakers::{RECORD_BREAKERS, RecordTrial, Records, Verdict};
use irsmith_pnacl::read::Reading;
use irsmith_pnacl::validate::{MAX_VIOLATIONS, validate_reading};
use irsmith_pnacl::{Module, Stream};

use super::broken_bits::{DRAWS, says};
use super::case::CASE_LIMITS;
use super::{Case, NO_MODULE, Oracle};
use crate::refused_below::{Refusal, is_read, is_refused};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const BROKEN_RECORDS: Oracle = Oracle {
    name: "broken-records",
    family: Family::Metamorphic,
    about: "a module with one mistake in its records is refused by that error, or reported by that rule, at that record",
    floor: 95,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Skip reason: the records already break a rule, which may hide another.
const NOTED: &str = "records-break-a-rule";
/// Separates the draws from those of other oracles.
const SALT: u64 = 0x7265_636f_7264;

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    let reading = Reading::from_stream(stream).map_err(|_| NO_MODULE)?;
    if !reading.notes.is_empty() {
        return Err(NOTED.into());
    }
    let records = Records::new(stream, &reading);
    let draws = case.choices(SALT);
    for (breaker, draws) in RECORD_BREAKERS.iter().copied().flatten().zip(draws.chunks_exact(DRAWS).cycle()) {
        if let Some(trial) = breaker.make(&records, &mut Unstructured::new(draws)) {
            judge(breaker.name, &trial, &reading)?;
        }
    }
    Ok(())
}

fn judge(mistake: &'static str, trial: &RecordTrial, before: &Reading) -> Result<(), Fault> {
    let stream = is_read(mistake, Stream::read(&trial.bytes, &CASE_LIMITS))?;
    let at = stream.address(trial.item);
    let found = Module::from_stream(&stream);
    match &trial.verdict {
        Verdict::Refused(kind) => {
            let refusal = found.as_ref().err().map(|error| Refusal { kind: &error.kind, at: error.at });
            is_refused(mistake, kind, &(at..=at), refusal)?;
            found.as_ref().err().map_or(Ok(()), |error| says(mistake, error))
        }
        Verdict::Read => is_read(mistake, found).map(drop),
        Verdict::Same => {
            is_read(mistake, found)?;
            let after = is_read(mistake, Reading::from_stream(&stream))?;
            if after.module == before.module && after.notes == before.notes {
                return Ok(());
            }
            let difference = super::module_difference(&before.module, &after.module).map(|difference| difference.evidence);
            let evidence = difference.unwrap_or_else(|| format!("notes: {:?}", after.notes));
            Err(Fault::new("neighbour-changed", mistake, evidence))
        }
        Verdict::Reported(rule) => {
            is_read(mistake, found)?;
            let after = is_read(mistake, Reading::from_stream(&stream))?;
            let violations = validate_reading(&stream, &after);
            let mut of_rule = violations.iter().filter(|violation| violation.rule.id == *rule);
            if violations.len() >= MAX_VIOLATIONS || of_rule.clone().any(|violation| violation.place.at == Some(at)) {
                return Ok(());
            }
            let (property, found) = match of_rule.next() {
                Some(violation) => ("other-place", violation.to_string()),
                None => ("accepted", "no such violation".into()),
            };
            Err(Fault::new(property, mistake, format!("expected: {rule} at {at}\nfound:    {found}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_reported_or_changes_the_module_fails() {
        let module = Module::default();
        let bytes = module.write().unwrap();
        let reading = Reading::from_stream(&Stream::read(&bytes, &CASE_LIMITS).unwrap()).unwrap();
        let property = |verdict, before: &Reading| {
            let trial = RecordTrial { bytes: bytes.clone(), item: 0, verdict };
            judge("m", &trial, before).map_err(|fault| fault.property)
        };
        assert_eq!(property(Verdict::Reported("case-kind"), &reading), Err("accepted"));
        assert_eq!(property(Verdict::Reported("entry-point"), &reading), Ok(()));
        assert_eq!(property(Verdict::Same, &reading), Ok(()));
        let mut other = reading.clone();
        other.module.globals.push(Default::default());
        assert_eq!(property(Verdict::Same, &other), Err("neighbour-changed"));
    }
}
