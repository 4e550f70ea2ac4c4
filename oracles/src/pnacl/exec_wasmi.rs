//! A program behaves the same on the reference interpreter and as WebAssembly on wasmi.

use super::Oracle;
use super::engine::Wasmi;
use crate::executes_alike::executes_alike;
use crate::{Check, Family, Needs, Verdict};

/// The oracle.
pub const EXEC_WASMI: Oracle = Oracle {
    name: "exec-wasmi",
    family: Family::Execution,
    about: "a program's calls return the same values, trap at the same place and leave the same memory as WebAssembly on wasmi",
    floor: 70,
    needs: Needs::Nothing,
    check: Check::Whole(|case| lowered(executes_alike(EXEC_WASMI.name, &Wasmi, case))),
};

/// Reasons for which the lowering declines what no valid program has. Only valid programs are executed.
const NEVER: [&str; 3] = ["intrinsic", "malformed", "type"];

/// Returns the verdict on a program, which must not be skipped because part of the lowering is missing.
fn lowered(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Skip(reason) if NEVER.contains(&reason) => {
            Verdict::fail(EXEC_WASMI.name, "declined", reason, "the lowering declines a valid program")
        }
        verdict => verdict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_part_of_the_lowering_is_no_skip() {
        let signature = |verdict| match lowered(verdict) {
            Verdict::Fail(failure) => failure.signature.to_string(),
            other => format!("{other:?}"),
        };
        assert_eq!(signature(Verdict::Skip("intrinsic")), "exec-wasmi/declined/intrinsic");
        assert_eq!(lowered(Verdict::Skip("size")), Verdict::Skip("size"));
        assert_eq!(lowered(Verdict::Pass), Verdict::Pass);
    }
}
