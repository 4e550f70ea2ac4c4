//! Every spelling of an older release is reported as what it is, at its place; the file is read as if it had the present ones.

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_generators::mir::spellings::{Mistake, older_spelled};
use irsmith_mir::{File, Limits, Older};

use super::misspelled::{Reported, compare};
use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const OLDER_SPELLED: Oracle = Oracle {
    name: "mir-older-spelled-is-reported",
    family: Family::Metamorphic,
    about: "a file with every spelling of older releases is read, exactly these are reported, at their places, and it is written without them",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x6f1d_5be1;
/// The text is longer than the case.
const LIMITS: Limits = Limits { bytes: usize::MAX, nesting: 16, errors: usize::MAX };

fn check(case: &Case) -> Outcome {
    // Any bytes could choose an order, but unreadable ones are not worth keeping for this.
    case.file().map_err(|_| UNREADABLE)?;
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let choices = &mut Choices::new(&mut bytes);
    let (text, spellings) = older_spelled(choices);
    let limit = 1 + choices.below(spellings.len());
    Ok(judge(&text, &spellings, limit)?)
}

fn read(text: &str, errors: usize) -> Result<(File, Vec<Older>), Fault> {
    File::read_reporting(text.as_bytes(), &Limits { errors, ..LIMITS })
        .map_err(|errors| Fault::new("refused", errors[0].kind.rule().id, errors[0].to_string()))
}

/// Compares what is reported of a text with its older spellings: all of them, and as many as a limit lets through.
fn judge(text: &str, spellings: &[Mistake], limit: usize) -> Result<(), Fault> {
    let (file, mut reported) = read(text, LIMITS.errors)?;
    let few = read(text, limit)?.1;
    if reported.get(..limit) != Some(few.as_slice()) {
        let evidence = format!("with a limit of {limit}: {} reported, not the first of {}", few.len(), reported.len());
        return Err(Fault::new("limit-changes-errors", "older", evidence));
    }
    reported.sort_by_key(|older| older.at);
    let reported: Vec<Reported> = reported.iter().map(Reported::from).collect();
    compare(text, spellings, &reported)?;
    let written = file.write();
    let (again, reported) = read(&written, LIMITS.errors)?;
    if again != file || !reported.is_empty() {
        return Err(Fault::new("other-model", "written", written));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn deviations_are_failures() {
        assert_eq!(OLDER_SPELLED.verdict(&Case::new(b"name: f\n")), Verdict::Pass);
        let (text, spellings) = older_spelled(&mut Choices::new(&mut Unstructured::new(&[])));
        let property = |text: &str, spellings: &[Mistake]| judge(text, spellings, 1).map_err(|fault| (fault.property, fault.element));
        assert_eq!(property(&text, &spellings), Ok(()));
        assert_eq!(property(&text.replacen("(load 4)", "(load (s32))", 1), &spellings), Err(("accepted", "MemoryBytes".to_owned())));
        assert_eq!(property(&text.replacen("A _", "A  _", 1), &spellings), Err(("accepted", "NullRegister".to_owned())));
        assert_eq!(property(&text, &spellings[1..]), Err(("other-place", "Unsigned".to_owned())));
        assert_eq!(property(&text.replacen("A _", "A (", 1), &spellings), Err(("refused", "body-syntax".to_owned())));
        assert_eq!(judge(&text, &spellings, spellings.len() + 1).map_err(|fault| fault.property), Err("limit-changes-errors"));
    }
}
