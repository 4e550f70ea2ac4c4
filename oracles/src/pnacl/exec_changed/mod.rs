//! A program behaves the same after changes that preserve its semantics.
//!
//! Every change is made to the whole module at once and maps each instruction to its origin, so that traps can be compared by place. The
//! reference interpreter runs both modules.

mod inlined;
mod lines;
mod outlined;
mod pooled;
mod reordered;
mod split;
mod swapped;
#[cfg(test)]
mod tests;

use super::execution::{Plan, Run, describe, reference};
use super::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::{Budget, End, Place, TrapKind, Undefined, UndefinedKind};
use lines::Lines;

/// The oracle.
pub const EXEC_CHANGED: Oracle = Oracle {
    name: "exec-changed",
    family: Family::Metamorphic,
    about: "programs behave the same with operands swapped, blocks reordered or split, constants in memory, functions outlined or inlined",
    floor: 70,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// A module that must behave as the original from which it was made.
pub(super) struct Partner {
    module: Module,
    /// For each function and instruction, the corresponding instruction of the original.
    origins: Vec<Vec<Option<Place>>>,
    /// Whether executions enter the same number of blocks.
    same_blocks: bool,
    /// Whether there are more functions, which calls can reach that reached no function before.
    more_functions: bool,
}

impl Partner {
    /// Changes every body. The closure gets the module, the function, and its lines, which then become the body.
    fn new(module: &Module, same_blocks: bool, mut change: impl FnMut(&mut Module, u32, &mut Lines)) -> Self {
        let mut changed = module.clone();
        let functions = 0..module.functions.len() as u32;
        let origins = functions.map(|function| match Lines::of(module, function) {
            Some(mut lines) => {
                change(&mut changed, function, &mut lines);
                lines.rebuild(&mut changed, function)
            }
            None => Vec::new(),
        });
        let origins = origins.collect();
        Self { module: changed, origins, same_blocks, more_functions: false }
    }
}

/// A change.
type Change = fn(&Module) -> Partner;

/// The changes by name.
const CHANGES: [(&str, Change); 6] = [
    ("operands-swapped", swapped::swapped),
    ("blocks-reordered", reordered::reordered),
    ("blocks-split", split::split),
    ("constants-loaded", pooled::loaded),
    ("instructions-outlined", outlined::outlined),
    ("functions-inlined", inlined::inlined),
];

fn check(case: &Case) -> Verdict {
    let (plan, runs) = match case.executed() {
        Ok(executed) => executed,
        Err(reason) => return Verdict::Skip(reason),
    };
    // Constants are loaded from a pool that the original has too: it moves what is after it.
    let with_pool = pooled::with_pool(plan.module);
    for (name, change) in CHANGES {
        let found = if name == "constants-loaded" {
            let mut plan_with_pool = match Plan::new(&with_pool) {
                Some(plan) => plan,
                None => continue,
            };
            plan_with_pool.calls.clone_from(&plan.calls);
            match reference(&plan_with_pool) {
                Ok(runs) => difference(&plan_with_pool, &runs, &change(&with_pool)),
                Err(reason) => Some((reason.into(), "the module with a pool is not run".into())),
            }
        } else {
            difference(&plan, runs, &change(plan.module))
        };
        if let Some((element, evidence)) = found {
            return Verdict::fail(EXEC_CHANGED.name, name, element, evidence);
        }
    }
    Verdict::Pass
}

/// Returns how the partner differs, as element and evidence.
fn difference(plan: &Plan<'_>, runs: &[Run], partner: &Partner) -> Option<(String, String)> {
    let mut changed = match Plan::new(&partner.module) {
        Some(changed) => changed,
        None => return Some(("memory needed".into(), "the changed module needs too much".into())),
    };
    // Only those: a call that ran out of fuel would run for long with more.
    let kept: Vec<usize> = (0..runs.len()).filter(|&call| is_kept(runs[call].end, partner)).collect();
    changed.calls = kept.iter().map(|&call| plan.calls[call].clone()).collect();
    if !partner.same_blocks {
        changed.budget = Budget { blocks: 1 << 24, depth: Plan::BUDGET.depth + 1 };
        changed.calls.iter_mut().for_each(|call| call.budget = changed.budget);
    }
    let after = match reference(&changed) {
        Ok(after) => after,
        Err(reason) => return Some((reason.into(), "the changed module is not run".into())),
    };
    kept.iter().zip(&after).find_map(|(&call, after)| {
        let before = &runs[call];
        let ty = plan.result(plan.calls[call].function);
        let element = if !same_end(before.end, after.end, partner) {
            super::execution::kind(plan, before.end)
        } else if before.memory != after.memory {
            "memory".to_owned()
        } else if partner.same_blocks && before.blocks != after.blocks {
            "blocks entered".to_owned()
        } else if !same_undefined(before.undefined, after.undefined, partner) {
            "undefined behaviour".to_owned()
        } else {
            return None;
        };
        let call = &plan.calls[call];
        let evidence = format!(
            "call of @f{} with {:x?}\n  before: {}, after {} blocks{}\n  after:  {}, after {} blocks{}",
            call.function,
            call.arguments,
            describe(ty, before.end),
            before.blocks,
            reported(before.undefined),
            describe(ty, after.end),
            after.blocks,
            reported(after.undefined),
        );
        Some((element, evidence))
    })
}

/// Returns whether the change preserves this end.
fn is_kept(end: End, partner: &Partner) -> bool {
    match end {
        End::OutOfFuel(_) => partner.same_blocks,
        End::Trap(trap) => match trap.kind {
            TrapKind::CallDepth => partner.same_blocks,
            TrapKind::BadFunction => !partner.more_functions,
            _ => true,
        },
        _ => true,
    }
}

fn reported(undefined: Option<Undefined>) -> String {
    undefined.map_or(String::new(), |undefined| format!(", undefined before: {undefined}"))
}

/// Returns the instruction of the original that became the one at a place of the partner.
fn origin(partner: &Partner, place: Place) -> Option<Place> {
    *partner.origins.get(place.function as usize)?.get(place.instruction as usize)?
}

/// Returns whether the first undefined event of two executions is the same. An undefined operand counts where it is used, and changes move
/// uses: an argument of an outlined function is one.
fn same_undefined(before: Option<Undefined>, after: Option<Undefined>, partner: &Partner) -> bool {
    match (before, after) {
        (Some(before), Some(after)) if before.kind != UndefinedKind::Undef && after.kind != UndefinedKind::Undef => {
            before.kind == after.kind && origin(partner, after.place) == Some(before.place)
        }
        (before, after) => [before, after].into_iter().flatten().any(|event| event.kind == UndefinedKind::Undef) || before == after,
    }
}

/// Returns whether two executions end alike. Blocks may begin with other instructions.
fn same_end(before: End, after: End, partner: &Partner) -> bool {
    match (before, after) {
        (End::Trap(before), End::Trap(after)) => before.kind == after.kind && origin(partner, after.place) == Some(before.place),
        (End::OutOfFuel(_), End::OutOfFuel(_)) => true,
        (before, after) => before == after,
    }
}
