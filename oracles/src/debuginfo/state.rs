//! The debug state does not depend on the numbers of ids, on the dialect, or on instructions without effect on it.

use super::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict};
use arbitrary::Unstructured;
use irsmith_debuginfo::convert::convert;
use irsmith_debuginfo::interpret::state::{Canonical, States};
use irsmith_debuginfo::transform::rename;
use irsmith_debuginfo::{CoreInstruction, Dialect, Id, Instruction, Module};
use irsmith_generators::Choices;
use spirv::Op;

/// The oracle.
pub const STATE: Oracle = Oracle {
    name: "debuginfo-state",
    family: Family::Metamorphic,
    about: "scopes, inlining and locations of variables stay the same with other ids, in another dialect and after instructions are added",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x7374_6174;
/// Chance in 256 that an instruction is added before an instruction of a function.
const ADDED: u16 = 64;

fn check(case: &Case) -> Verdict {
    let module = match case.typed_module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let module = &*module;
    let before = States::new(module);
    if before.functions.is_empty() {
        return Verdict::Skip("no-function");
    }
    let before = before.canonical(module, |_| true);
    let mut renamed = module.clone();
    // In reverse: small numbers become large.
    let bound = module.header.bound;
    if rename(&mut renamed, |id| (0 < id.0 && id.0 < bound).then(|| Id(bound - id.0))).is_err() {
        return Verdict::Skip("ids-unknown");
    }
    let same = |property, module: &Module, counts: &dyn Fn(usize) -> bool| {
        let after = States::new(module).canonical(module, counts);
        difference(&before, &after).map(|(element, evidence)| Verdict::fail(STATE.name, property, element, evidence))
    };
    let (added, is_added) = with_added(module, case);
    let mut failure = same("renamed-differs", &renamed, &|_| true).or_else(|| same("added-differs", &added, &|at| !is_added[at]));
    for to in Dialect::ALL {
        let converted = convert(module, to);
        if failure.is_none() && converted.losses.is_empty() {
            failure = same("converted-differs", &converted.module, &|_| true);
        }
    }
    failure.unwrap_or(Verdict::Pass)
}

/// Returns the module with instructions without effect added to its blocks, and marks which ones were added.
fn with_added(module: &Module, case: &Case) -> (Module, Vec<bool>) {
    let choices = case.choices(SALT);
    let mut choices = Unstructured::new(&choices);
    let mut choices = Choices::new(&mut choices);
    let (mut instructions, mut is_added, mut in_block) = (Vec::new(), Vec::new(), false);
    for instruction in &module.instructions {
        if in_block && choices.chance(ADDED) {
            instructions.push(Instruction::Core(CoreInstruction::new(Op::Nop, [])));
            is_added.push(true);
        }
        let is = |op| instruction.core().is_some_and(|core| core.is(op));
        in_block = (in_block || is(Op::Label)) && !is(Op::FunctionEnd);
        instructions.push(instruction.clone());
        is_added.push(false);
    }
    (Module { header: module.header, instructions }, is_added)
}

/// Returns the first line that differs.
fn difference(before: &Canonical, after: &Canonical) -> Option<(&'static str, String)> {
    if before.functions.len() != after.functions.len() {
        return Some(("functions", format!("{} functions before, {} after", before.functions.len(), after.functions.len())));
    }
    let pairs = before.functions.iter().zip(&after.functions);
    let (number, (before, after)) = pairs.enumerate().find(|(_, (before, after))| before != after)?;
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let evidence = format!("function {number}\n  before: {:?}\n  after:  {:?}", before.get(same), after.get(same));
    Some(("state", evidence))
}
