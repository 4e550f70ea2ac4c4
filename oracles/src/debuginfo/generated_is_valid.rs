//! A generated module can be written, is equal when read again, and is valid.

use super::Oracle;
use super::format::DebugInfo;
use crate::{Check, Family, Needs, generated_is_valid};

/// The oracle.
pub const GENERATED_IS_VALID: Oracle = Oracle {
    name: "debuginfo-generated-is-valid",
    family: Family::Agreement,
    about: "a module generated with the case as seed can be written, reads back equal and breaks no rule",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Generated(generated_is_valid::check::<DebugInfo>()),
};
