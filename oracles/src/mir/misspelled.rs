//! Every mistake that is put into a text is rejected as what it is, at its place, with its message; and no correct text around it is.

use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Fault, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_generators::mir::spellings::{Mistake, misspelled};
use irsmith_mir::{Error, File, Limits, Older, Position, Style};

/// The oracle.
pub const MISSPELLED: Oracle = Oracle {
    name: "mir-misspelled-is-refused",
    family: Family::Metamorphic,
    about: "a file with mistakes of every kind in its bodies and its container is rejected with exactly these errors, at their places",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x3155_7e11;

/// All errors are wanted, and the text is longer than the case.
const LIMITS: Limits = Limits { bytes: usize::MAX, nesting: 16, errors: usize::MAX };

fn check(case: &Case) -> Outcome {
    let file = case.file().map_err(|_| UNREADABLE)?;
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let choices = &mut Choices::new(&mut bytes);
    let (text, mistakes) = misspelled(&file.write_in(Style::Simplified), choices);
    let mut errors = File::read(text.as_bytes(), &LIMITS).err().unwrap_or_default();
    let first = 1 + choices.below(errors.len().max(1));
    let few = File::read(text.as_bytes(), &Limits { errors: first, ..LIMITS }).err().unwrap_or_default();
    if errors.get(..first) != Some(few.as_slice()) && !errors.is_empty() {
        let evidence = format!("with a limit of {first} errors: {} errors, not the first of {}", few.len(), errors.len());
        return Err(Fault::new("limit-changes-errors", "errors", evidence).into());
    }
    errors.sort_by_key(|error| error.at);
    let reported: Vec<Reported> = errors.iter().map(Reported::from).collect();
    Ok(compare(&text, &mistakes, &reported)?)
}

/// What a reader reported: an error, or a spelling of an older release.
#[derive(Clone, Debug)]
pub(super) struct Reported {
    at: Position,
    /// The variant.
    kind: String,
    /// The message without the place.
    message: String,
    /// The whole, as it is printed.
    printed: String,
}

impl From<&Error> for Reported {
    fn from(error: &Error) -> Self {
        Self { at: error.at, kind: variant(&error.kind), message: error.kind.to_string(), printed: error.to_string() }
    }
}

impl From<&Older> for Reported {
    fn from(older: &Older) -> Self {
        Self { at: older.at, kind: variant(&older.spelling), message: older.spelling.to_string(), printed: older.to_string() }
    }
}

/// Compares what is reported of a text with what was put into it, both in the order of their places.
pub(super) fn compare(text: &str, mistakes: &[Mistake], reported: &[Reported]) -> Result<(), Fault> {
    let mut reported = reported.iter().peekable();
    for mistake in mistakes {
        let at = Position { line: mistake.line, column: mistake.column };
        let fault = |property, found: String| {
            let line = text.lines().nth(at.line as usize - 1).unwrap_or_default();
            let evidence = format!("line:     {line}\nexpected: {at}: {}\nfound:    {found}", mistake.entry.message);
            Err(Fault::new(property, mistake.entry.kind, evidence))
        };
        match reported.next_if(|found| found.at <= at) {
            None => return fault("accepted", reported.peek().map_or("nothing".to_owned(), |found| found.printed.clone())),
            Some(found) if found.at < at => return fault("other-place", found.printed.clone()),
            Some(found) if found.kind != mistake.entry.kind => return fault("other-kind", found.printed.clone()),
            Some(found) if found.message != mistake.entry.message => return fault("other-message", found.printed.clone()),
            Some(found) if found.printed != format!("{}:{}: {}", mistake.line, mistake.column, mistake.entry.message) => {
                return fault("other-print", found.printed.clone());
            }
            Some(_) => {}
        }
    }
    let Some(found) = reported.next() else { return Ok(()) };
    let line = text.lines().nth(found.at.line as usize - 1).unwrap_or_default();
    Err(Fault::new("refused", found.kind.clone(), format!("line:  {line}\nfound: {}", found.printed)))
}

/// Returns the name of the variant of an error.
fn variant(kind: &impl std::fmt::Debug) -> String {
    let debug = format!("{kind:?}");
    let debug = debug.strip_prefix("Container(").unwrap_or(&debug);
    debug.chars().take_while(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    const TEXT: &[u8] = b"---\nname: f\nbody: |\n  bb.0:\n    A\n    B\n...\n";

    fn signature(mistakes: &[Mistake], errors: &[Error]) -> String {
        let reported: Vec<Reported> = errors.iter().map(Reported::from).collect();
        let Err(fault) = compare("", mistakes, &reported) else { panic!("no failure") };
        format!("{}/{}", fault.property, fault.element)
    }

    #[test]
    fn every_deviation_has_its_property() {
        assert_eq!(MISSPELLED.verdict(&Case::new(TEXT)), Verdict::Pass);
        let (text, mistakes) = misspelled("", &mut Choices::new(&mut Unstructured::new(&[])));
        let mut errors = File::read(text.as_bytes(), &LIMITS).unwrap_err();
        errors.sort_by_key(|error| error.at);
        let reported: Vec<Reported> = errors.iter().map(Reported::from).collect();
        assert_eq!(compare(&text, &mistakes, &reported), Ok(()));
        assert_eq!(signature(&mistakes, &errors[1..]), "accepted/Character");
        assert_eq!(signature(&mistakes, &[]), "accepted/Character");
        assert_eq!(signature(&mistakes[1..], &errors), "other-place/Character");
        assert_eq!(signature(&mistakes[..3], &errors[..4]), "refused/Character");
        let mut other = errors.clone();
        other[0].kind = irsmith_mir::ErrorKind::NoBlock;
        assert_eq!(signature(&mistakes, &other), "other-kind/Character");
        other[0].kind = irsmith_mir::ErrorKind::Character('x');
        assert_eq!(signature(&mistakes, &other), "other-message/Character");
    }
}
