//! Generated modules are valid: the validator has no false positives on them.

use super::Oracle;
use super::format::Pnacl;
use crate::{Check, Family, Needs, generated_is_valid};

/// The oracle.
pub const GENERATED_IS_VALID: Oracle = Oracle {
    name: "generated-is-valid",
    family: Family::Agreement,
    about: "a module generated with the case as seed can be written and breaks no rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Generated(generated_is_valid::check::<Pnacl>()),
};
