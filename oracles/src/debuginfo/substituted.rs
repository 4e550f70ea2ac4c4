//! A valid module stays valid without one of its debug instructions.

use super::{Case, INVALID, Oracle, difference::name};
use crate::{Check, Family, Needs, Verdict};
use arbitrary::Unstructured;
use irsmith_debuginfo::transform::{strip, substitute};
use irsmith_debuginfo::validate::{is_valid, validate};
use irsmith_debuginfo::{Instruction, Module};
use irsmith_generators::Choices;

/// The oracle.
pub const SUBSTITUTED: Oracle = Oracle {
    name: "debuginfo-substituted",
    family: Family::Metamorphic,
    about: "a valid module stays valid without any of its debug instructions, and with DebugInfoNone in place of any one",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// The number of debug instructions of a case that are tried, drawn from all.
const TRIED: usize = 4;
/// Separates the draws from those of other oracles.
const SALT: u64 = 0x7375_6273;

fn check(case: &Case) -> Verdict {
    let module = match case.debug_module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    if !is_valid(module) {
        return Verdict::Skip(INVALID);
    }
    let mut stripped = module.clone();
    strip(&mut stripped);
    if let Some(failure) = refused(&stripped, "stripped-refused", "module") {
        return failure;
    }
    let debugs: Vec<usize> = (0..module.instructions.len()).filter(|&at| module.instructions[at].debug().is_some()).collect();
    let choices = case.choices(SALT);
    let mut choices = Unstructured::new(&choices);
    let mut choices = Choices::new(&mut choices);
    for _ in 0..TRIED {
        let Some(&at) = choices.pick(&debugs) else { break };
        let mut changed = module.clone();
        if substitute(&mut changed, at)
            && let Some(failure) = refused(&changed, "substituted-refused", &element(&module.instructions[at]))
        {
            return failure;
        }
    }
    Verdict::Pass
}

fn element(instruction: &Instruction) -> String {
    format!("without {}", name(instruction))
}

fn refused(module: &Module, property: &'static str, element: &str) -> Option<Verdict> {
    let violation = validate(module).into_iter().find(|violation| violation.is_error())?;
    Some(Verdict::fail(SUBSTITUTED.name, property, format!("{element} {}", violation.rule.id), violation.to_string()))
}
