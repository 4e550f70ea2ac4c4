//! A program behaves the same on the reference interpreter and as native code compiled by Cranelift.

use super::{Case, Oracle};
use crate::{Check, Family, Needs};

/// The oracle. It is listed in every build, so that tables and findings mean the same everywhere; a build without the feature `cranelift`
/// skips every case ([`NOT_BUILT`](crate::NOT_BUILT)) and the floor is not checked.
pub const EXEC_CRANELIFT: Oracle = Oracle {
    name: "exec-cranelift",
    family: Family::Execution,
    about: "with the feature cranelift, a program's calls end the same way and leave the same memory as native code compiled by Cranelift",
    floor: 85,
    needs: Needs::Feature { name: "cranelift", built: cfg!(feature = "cranelift") },
    check: Check::Whole(check),
};

#[cfg(not(feature = "cranelift"))]
fn check(_: &Case) -> crate::Verdict {
    crate::Verdict::Skip(crate::NOT_BUILT)
}

#[cfg(feature = "cranelift")]
use built::check;

#[cfg(feature = "cranelift")]
mod built {
    use super::super::execution::cranelift::{Level, run};
    use super::super::execution::{Declined, Plan, Run, Unsupported, disagreement};
    use super::{Case, EXEC_CRANELIFT};
    use crate::{Failure, Signature, Verdict};

    pub(super) fn check(case: &Case) -> Verdict {
        let (plan, runs) = match case.executed() {
            Ok(executed) => executed,
            Err(reason) => return Verdict::Skip(reason),
        };
        Level::ALL
            .iter()
            .map(|&level| compare(&plan, runs, level))
            .find(|verdict| !matches!(verdict, Verdict::Pass))
            .unwrap_or(Verdict::Pass)
    }

    fn compare(plan: &Plan<'_>, runs: &[Run], level: Level) -> Verdict {
        let mut found = None;
        let outcome = run(plan, level, &mut |call, end, memory| {
            found = found.take().or_else(|| disagreement(plan, call, &runs[call], end, memory));
        });
        match (found, outcome) {
            (Some(found), _) => fail(level, found.property, found.element, found.evidence),
            (None, Ok(())) => Verdict::Pass,
            (None, Err(Declined::Unsupported(Unsupported(reason)))) => Verdict::Skip(reason),
            (None, Err(Declined::Refused(error))) => fail(level, "refused", "module".into(), error),
        }
    }

    fn fail(level: Level, property: &'static str, element: String, evidence: String) -> Verdict {
        let implementations = vec![format!("cranelift-{}", level.name())];
        let signature = Signature { implementations, ..Signature::new(EXEC_CRANELIFT.name, property, element) };
        Verdict::Fail(Box::new(Failure { signature, evidence }))
    }
}
