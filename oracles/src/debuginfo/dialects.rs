//! A module in another dialect and back is the same module, where the dialect can carry it.

use super::{Case, Oracle, case::CASE_LIMITS, difference::module_difference};
use crate::{Family, Needs, Verdict};
use irsmith_debuginfo::convert::convert;
use irsmith_debuginfo::{Dialect, Module};

/// The oracle.
pub const DIALECTS: Oracle = Oracle {
    name: "debuginfo-dialects",
    family: Family::Metamorphic,
    about: "converted to each other dialect and back, a module is the same, unless a conversion reports a loss",
    floor: 90,
    needs: Needs::Nothing,
    check,
};

fn check(case: &Case) -> Verdict {
    let module = match case.debug_module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let mut dialects: Vec<Dialect> = module.sets().iter().map(|set| set.1).collect();
    dialects.dedup();
    let &[from] = &*dialects else { return Verdict::Skip("several-dialects") };
    let mut compared = false;
    // On the way to the specification several sources may become one file: from there is no way back.
    for to in [Dialect::OpenCl, Dialect::SpirvDebug].into_iter().filter(|&to| to != from) {
        match trip(module, from, to) {
            Ok(all) => compared |= all,
            Err(failure) => return failure,
        }
    }
    if compared { Verdict::Pass } else { Verdict::Skip("losses") }
}

/// Goes to a dialect and back. False if a conversion reports a loss, so that there is less to compare.
fn trip(module: &Module, from: Dialect, to: Dialect) -> Result<bool, Verdict> {
    let fail = |property, element: &str, evidence| {
        Verdict::fail(DIALECTS.name, property, element, format!("from {} to {}: {evidence}", from.name(), to.name()))
    };
    let there = convert(module, to);
    if there.module.sets().iter().any(|set| set.1 != to) {
        return Err(fail("not-converted", "import", format!("{:?}", there.module.sets())));
    }
    let written = there.module.write().map_err(|error| fail("cannot-write", "module", error.to_string()))?;
    if !there.losses.is_empty() {
        return Ok(false);
    }
    let read = Module::read(&written, &CASE_LIMITS).map_err(|error| fail("cannot-read-back", "module", error.to_string()))?;
    if let Some(difference) = module_difference(&there.module, &read) {
        return Err(fail("converted-changed", &difference.element, difference.evidence));
    }
    let mut back = convert(&there.module, from);
    // Ids that only the other dialect needs have come and gone.
    back.module.header.bound = module.header.bound;
    match module_difference(module, &back.module) {
        Some(difference) if back.losses.is_empty() => Err(fail("module-changed", &difference.element, difference.evidence)),
        _ => Ok(back.losses.is_empty()),
    }
}
