//! What the generator makes comes back equal, and is valid.

use super::case::TEXT_LIMITS;
use super::{Case, Oracle, UNREADABLE, file_difference};
use crate::{Check, Family, Needs, Verdict};
use irsmith_mir::File;
use irsmith_mir::validate::{Options, Violation, validate};

/// The oracle.
pub const GENERATED_IS_VALID: Oracle = Oracle {
    name: "mir-generated-is-valid",
    family: Family::Agreement,
    about: "a file generated with the case as seed reads back equal, tells its target, and breaks no rule for it",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    // Any bytes are a seed, but those that cannot be read are not worth keeping for it.
    if case.file().is_err() {
        return Verdict::Skip(UNREADABLE);
    }
    judge(&case.generated()).unwrap_or(Verdict::Pass)
}

/// What is wrong with a generated file.
fn judge(file: &File) -> Option<Verdict> {
    let fail = |property, element: &str, evidence: String| Some(Verdict::fail(GENERATED_IS_VALID.name, property, element, evidence));
    let again = match File::read(file.write().as_bytes(), &TEXT_LIMITS) {
        Ok(again) => again,
        Err(errors) => return fail("not-read", errors[0].kind.rule().id, errors[0].to_string()),
    };
    if let Some(difference) = file_difference(file, &again) {
        return fail("model-changed", &difference.element, difference.evidence);
    }
    let violations = validate(file, Options { triple: file.triple().as_deref(), ..Options::default() });
    let violation = violations.iter().find(|violation| Violation::is_error(violation))?;
    fail("refused", violation.rule.id, violation.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_file_fails_under_the_rule() {
        let file = |text: &str| File::read(text.as_bytes(), &TEXT_LIMITS).unwrap();
        assert_eq!(judge(&file("name: f\nbody: |\n  bb.0:\n    RET64\n")), None);
        let Some(Verdict::Fail(failure)) = judge(&file("name: f\nbody: |\n  bb.0:\n    RET64\n    NOOP\n")) else { panic!("not refused") };
        assert_eq!(failure.signature.to_string(), "mir-generated-is-valid/refused/terminator-last");
    }
}
