//! A program behaves the same on the reference interpreter and as WebAssembly on wasmi.

use super::Oracle;
use super::engine::Wasmi;
use crate::executes_alike::executes_alike;
use crate::{Check, Family, Needs};

/// The oracle.
pub const EXEC_WASMI: Oracle = Oracle {
    name: "exec-wasmi",
    family: Family::Execution,
    about: "a program's calls return the same values, trap at the same place and leave the same memory as WebAssembly on wasmi",
    floor: 70,
    needs: Needs::Nothing,
    check: Check::Whole(|case| executes_alike(EXEC_WASMI.name, &Wasmi, case)),
};
