//! What the generator makes is valid: the validator refuses nothing that it should not.

use super::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict};
use irsmith_pnacl::validate::validate;

/// The oracle.
pub const GENERATED_IS_VALID: Oracle = Oracle {
    name: "generated-is-valid",
    family: Family::Agreement,
    about: "a module generated with the case as seed can be written and breaks no rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let module = match case.generated_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    if let Err(error) = module.write() {
        return Verdict::fail(GENERATED_IS_VALID.name, "cannot-write", "module", error.to_string());
    }
    match validate(&module).into_iter().find(|violation| violation.is_error()) {
        None => Verdict::Pass,
        Some(violation) => Verdict::fail(GENERATED_IS_VALID.name, "refused", violation.rule.id, violation.to_string()),
    }
}
