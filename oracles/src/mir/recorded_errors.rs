//! Each small change of a token of fixed files is refused as recorded, or read as what is recorded.

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{File, Limits};
use std::sync::LazyLock;

use super::{Case, Oracle, UNREADABLE};
use crate::recorded_errors::{Changes, change_token, change_token_twice, read_as};
use crate::{Check, Family, Needs, Outcome};

/// The oracle.
pub const RECORDED_ERRORS: Oracle = Oracle {
    name: "mir-recorded-errors",
    family: Family::Agreement,
    about: "each change of a token of fixed files is refused in the recorded words, rule and place, or read as recorded",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x6572_726f;

/// A file with every key.
static CONTAINER: LazyLock<Changes> = LazyLock::new(|| Changes {
    file: include_bytes!("../../../formats/mir/tests/data/full.mir").to_vec(),
    change: change_token_twice,
    say,
    recorded: include_str!("recorded_errors_container.txt").lines().collect(),
});

/// A file with an operand of every kind.
static BODY: LazyLock<Changes> = LazyLock::new(|| Changes {
    file: include_bytes!("recorded_errors.mir").to_vec(),
    change: change_token,
    say,
    recorded: include_str!("recorded_errors_body.txt").lines().collect(),
});

fn say(text: &[u8]) -> String {
    match File::read(text, &Limits::default()) {
        Ok(file) => {
            let violations = validate(&file, Options { triple: Some("x86_64-unknown-linux-gnu"), ..Options::default() });
            let violations: String = violations.iter().map(|violation| format!("{violation}\n")).collect();
            read_as(&(file.write() + &violations))
        }
        Err(errors) => match errors.as_slice() {
            [error] => format!("{error} [{}]", error.kind.rule().id),
            [error, more @ ..] => format!("{error} [{}], and {} more", error.kind.rule().id, more.len()),
            [] => "no error".to_owned(),
        },
    }
}

fn check(case: &Case) -> Outcome {
    // Any bytes could choose changes, but unreadable ones are not worth keeping for this.
    case.file().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    CONTAINER.judge(choices)?;
    Ok(BODY.judge(choices)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_refused_as_recorded() {
        assert!(File::read(&BODY.file, &Limits::default()).is_ok() && File::read(&CONTAINER.file, &Limits::default()).is_ok());
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/mir/recorded_errors");
        irsmith_testdata::check_listing(&format!("{folder}_container.txt"), &CONTAINER.listing());
        irsmith_testdata::check_listing(&format!("{folder}_body.txt"), &BODY.listing());
    }
}
