//! A generated file is equal when written and read again, and is valid.

use super::Oracle;
use super::format::Mir;
use crate::{Check, Family, Needs, generated_is_valid};

/// The oracle.
pub const GENERATED_IS_VALID: Oracle = Oracle {
    name: "mir-generated-is-valid",
    family: Family::Agreement,
    about: "a file generated with the case as seed reads back equal, states its target, and breaks no rule for that target",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Generated(generated_is_valid::check::<Mir>()),
};

#[cfg(test)]
mod tests {
    use super::super::case::TEXT_LIMITS;
    use super::*;
    use crate::Fault;
    use irsmith_mir::File;

    #[test]
    fn an_invalid_file_fails_under_the_rule() {
        let judge = |text: &str| generated_is_valid::judge::<Mir>(&File::read(text.as_bytes(), &TEXT_LIMITS).unwrap());
        assert_eq!(judge("name: f\nbody: |\n  bb.0:\n    RET64\n"), Ok(()));
        let Err(Fault { property, element, .. }) = judge("name: f\nbody: |\n  bb.0:\n    RET64\n    NOOP\n") else { panic!("not refused") };
        assert_eq!((property, element.as_str()), ("refused", "terminator-last"));
    }
}
