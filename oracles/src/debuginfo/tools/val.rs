//! `spirv-val` and our validator agree, except where the ledger lists a rule or a message.
//!
//! Our validator knows what the specification requires of debug instructions, and little of the program around them; `spirv-val` knows the
//! program, and of debug instructions mostly the form. So a module that it rejects even without debug instructions cannot be compared.

use super::ask::{ask, each, environment, little_endian};
use super::expected::{first_unlisted, unless_expected};
use crate::debuginfo::{Case, Oracle};
use crate::external::{Answer, Implementation, ProgramFamily, class, fail};
use crate::{Check, Family, Needs, Verdict, Wanted};
use irsmith_debuginfo::transform::strip;
use irsmith_debuginfo::validate::{Violation, validate};
use irsmith_debuginfo::{Dialect, Module};

/// The oracle.
pub const SPIRV_VAL: Oracle = Oracle {
    name: "debuginfo-spirv-val",
    family: Family::Agreement,
    about: "spirv-val and our validator accept the same modules, but for rules and messages that the ledger lists",
    floor: 90,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::SpirvVal)]),
    check: Check::Parts(check),
};

fn check(case: &Case) -> Vec<Verdict> {
    each(ProgramFamily::SpirvVal, |val| unless_expected(case, judge(case, val).unwrap_or_else(|verdict| verdict)))
}

fn judge(case: &Case, val: &Implementation) -> Result<Verdict, Verdict> {
    let module = case.described_module_or_skip().map_err(Verdict::Skip)?;
    known(module).map_err(Verdict::Skip)?;
    let environment = environment(module).map_err(Verdict::Skip)?;
    let says = |module: &Module| {
        let bytes = little_endian(module).ok_or(Verdict::Skip("not-writable"))?;
        ask(SPIRV_VAL.name, val, &["--target-env", &environment, "case"], &bytes)
    };
    let broken: Vec<Violation> = validate(module).into_iter().filter(Violation::is_error).collect();
    match (says(module)?, broken.is_empty()) {
        (Answer::Accepts(_), true) | (Answer::Refuses(_), false) => Ok(Verdict::Pass),
        (Answer::Accepts(_), false) => Ok(accepted(module, &broken, val)),
        (Answer::Refuses(message), true) => {
            let mut program = module.clone();
            strip(&mut program);
            match says(&program)? {
                Answer::Refuses(_) => Err(Verdict::Skip("program-invalid")),
                Answer::Accepts(_) => Ok(fail(SPIRV_VAL.name, val, "refused", &class(&message), message)),
            }
        }
    }
}

/// Returns the verdict if the tool accepts a module that breaks our rules: it names the first rule that the ledger does not list as unknown
/// to the tool, otherwise the first rule.
fn accepted(module: &Module, broken: &[Violation], val: &Implementation) -> Verdict {
    let verdicts = broken.iter().map(|violation| fail(SPIRV_VAL.name, val, "accepted", violation.rule.id, violation.to_string()));
    first_unlisted(module, verdicts.collect())
}

/// Checks that the tools know the dialects of a module.
///
/// # Errors
/// Returns the skip reason.
pub(super) fn known(module: &Module) -> Result<(), &'static str> {
    let is_unknown = module.sets().iter().any(|set| set.1 == Dialect::SpirvDebug);
    if is_unknown { Err("another-dialect") } else { Ok(()) }
}
