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
fn check(case: &Case) -> crate::Verdict {
    use super::execution::cranelift::Level;
    use crate::Verdict;
    use crate::executes_alike::executes_alike;
    let mut verdicts = Level::ALL.iter().map(|level| executes_alike(EXEC_CRANELIFT.name, level, case));
    verdicts.find(|verdict| !matches!(verdict, Verdict::Pass)).unwrap_or(Verdict::Pass)
}
