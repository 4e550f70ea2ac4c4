//! Other spellings of instructions and blocks read as the same model, which is printed in the one spelling of llc.

use super::{Case, Oracle, UNREADABLE};
use crate::choices::to_draw;
use crate::{Check, Family, Fault, Needs, Outcome};
use irsmith_generators::mir::spellings::{Respelled, respelled};
use irsmith_mir::{Block, Limits, body};

/// The oracle.
pub const RESPELLED: Oracle = Oracle {
    name: "mir-respelled-is-same",
    family: Family::Metamorphic,
    about: "instructions and blocks in other spellings (blanks, comments, quotes, escapes, orders, number forms) read as the same model",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x5e1f_5a3e;

const LIMITS: Limits = Limits { bytes: usize::MAX, nesting: 16, errors: 1 };

fn check(case: &Case) -> Outcome {
    case.file().map_err(|_| UNREADABLE)?;
    let draws = to_draw(case.bytes(), SALT);
    let first = draws.iter().take(2).fold(0, |all, &byte| all << 8 | usize::from(byte));
    Ok(judge(&respelled(first))?)
}

fn judge(both: &Respelled) -> Result<(), Fault> {
    let [spelled, printed] = [read(&both.spelled)?, read(&both.printed)?];
    let text = body::print(&spelled);
    let differing = text.lines().zip(both.printed.lines()).find(|(found, expected)| found != expected);
    if let Some((found, expected)) = differing {
        return Err(Fault::new("printed-otherwise", word(expected), format!("expected: {expected}\nfound:    {found}")));
    }
    if text != both.printed || spelled != printed {
        return Err(Fault::new("other-model", "body", format!("expected:\n{}\nfound:\n{text}", both.printed)));
    }
    Ok(())
}

fn read(text: &str) -> Result<Vec<Block>, Fault> {
    body::parse(text, &LIMITS).map_err(|errors| {
        let line = errors.first().and_then(|error| text.lines().nth(error.at.line as usize - 1)).unwrap_or_default();
        Fault::new("refused", word(line), errors.iter().map(|error| format!("{error}\n  {line}")).collect::<String>())
    })
}

/// Returns the beginning of the first operand of a line: its letters and signs, for a signature.
fn word(line: &str) -> String {
    let code = line.trim_start().trim_start_matches(['A', ' ']);
    code.chars().take_while(|letter| !letter.is_ascii_digit() && *letter != ' ').take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn deviations_are_found() {
        assert_eq!(RESPELLED.verdict(&Case::new(b"name: f\n")), Verdict::Pass);
        let both = |spelled: &str, printed: &str| Respelled { spelled: spelled.to_owned(), printed: printed.to_owned() };
        let property = |spelled, printed| judge(&both(spelled, printed)).map_err(|fault| (fault.property, fault.element));
        assert_eq!(property("bb.0:\n  A 1 ,2\n", "bb.0:\n  A 1, 2\n"), Ok(()));
        assert_eq!(property("bb.0:\n  A %x\n", "bb.0:\n  A %y\n"), Err(("printed-otherwise", "%y".to_owned())));
        assert_eq!(property("bb.0:\n  A (\n", "bb.0:\n  A\n"), Err(("refused", "(".to_owned())));
        assert_eq!(property("bb.0:\n  A\n  B\n", "bb.0:\n  A\n"), Err(("other-model", "body".to_owned())));
    }
}
