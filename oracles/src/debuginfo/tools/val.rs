//! `spirv-val` and our validator agree, where they judge the same.
//!
//! Ours knows what the specification asks of debug instructions, and little of the program around them; theirs knows the program, and of
//! debug instructions of the specified set the form only. So what we accept they must accept, unless they refuse the program alone, and
//! what only we refuse is no disagreement.

use super::ask::{Answer, ask, class, environment, fail, little_endian};
use crate::debuginfo::{Case, INVALID, Oracle};
use crate::external::SPIRV_VAL as VAL;
use crate::{Family, Needs, Verdict};
use irsmith_debuginfo::tables::Status;
use irsmith_debuginfo::transform::strip;
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Dialect, Info, Instruction, Module};

/// The oracle.
pub const SPIRV_VAL: Oracle = Oracle {
    name: "debuginfo-spirv-val",
    family: Family::Agreement,
    about: "spirv-val accepts a valid module of the specified set whose program it accepts",
    floor: 90,
    needs: Needs::Tools(&[&VAL]),
    check,
};

fn check(case: &Case) -> Verdict {
    judge(case).unwrap_or_else(|verdict| verdict)
}

fn judge(case: &Case) -> Result<Verdict, Verdict> {
    let module = case.debug_module_or_skip().map_err(Verdict::Skip)?;
    specified(module).map_err(Verdict::Skip)?;
    if !is_valid(module) {
        return Err(Verdict::Skip(INVALID));
    }
    let environment = environment(module).map_err(Verdict::Skip)?;
    let says = |module: &Module| {
        let bytes = little_endian(module).ok_or(Verdict::Skip("not-writable"))?;
        ask(SPIRV_VAL.name, &VAL, &["--target-env", &environment, "case"], &bytes)
    };
    let message = match says(module)? {
        Answer::Accepts(_) => return Ok(Verdict::Pass),
        Answer::Refuses(message) => message,
    };
    let mut program = module.clone();
    strip(&mut program);
    match says(&program)? {
        Answer::Refuses(_) => Err(Verdict::Skip("program-invalid")),
        // From version 1.4 on an entry point lists the variables that it uses, and the tool counts uses by debug instructions. That is a
        // rule of the program, which ours does not know.
        Answer::Accepts(_) if message.contains("is not listed as an interface") => Err(Verdict::Skip("use-outside-interface")),
        Answer::Accepts(_) => Ok(fail(SPIRV_VAL.name, &VAL, "refused", &class(&message), message)),
    }
}

/// Whether the tool knows everything that debug instructions say.
///
/// # Errors
/// The reason to skip.
pub(super) fn specified(module: &Module) -> Result<(), &'static str> {
    if module.sets().iter().any(|set| set.1 != Dialect::DebugInfo) {
        return Err("another-dialect");
    }
    let in_set = |instruction: &Instruction| match instruction.debug().map(|debug| &debug.info) {
        Some(Info::Operation { operation, .. }) => operation.row().is_some_and(|row| row.status == Status::Specified),
        _ => true,
    };
    if module.instructions.iter().all(in_set) { Ok(()) } else { Err("experimental-operations") }
}
