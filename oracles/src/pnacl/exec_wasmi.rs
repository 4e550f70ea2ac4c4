//! A program behaves the same on the reference interpreter and as WebAssembly on wasmi.

use super::execution::{Declined, Unsupported, disagreement, wasm};
use super::{Case, Oracle};
use crate::{Check, Failure, Family, Needs, Signature, Verdict};

/// The oracle.
pub const EXEC_WASMI: Oracle = Oracle {
    name: "exec-wasmi",
    family: Family::Execution,
    about: "a program's calls return the same values, trap at the same place and leave the same memory as WebAssembly on wasmi",
    floor: 70,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let (plan, runs) = match case.executed() {
        Ok(executed) => executed,
        Err(reason) => return Verdict::Skip(reason),
    };
    let mut found = None;
    let outcome = wasm::run(&plan, &mut |call, end, memory| {
        found = found.take().or_else(|| disagreement(&plan, call, &runs[call], end, memory));
    });
    match (found, outcome) {
        (Some(found), _) => fail(found.property, found.element, found.evidence),
        (None, Ok(())) => Verdict::Pass,
        (None, Err(Declined::Unsupported(Unsupported(reason)))) => Verdict::Skip(reason),
        (None, Err(Declined::Refused(error))) => fail("refused", "module".into(), error),
    }
}

fn fail(property: &'static str, element: String, evidence: String) -> Verdict {
    let signature = Signature { implementations: vec!["wasmi".into()], ..Signature::new(EXEC_WASMI.name, property, element) };
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}
