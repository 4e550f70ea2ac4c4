//! Uses of ids.

use irsmith_debuginfo::transform::for_each_id;
use irsmith_debuginfo::{Id, Instruction, Module};
use std::collections::BTreeMap;

/// Counts how often each id is used, excluding its definition; `None` if the ids of some instruction are unknown.
pub(super) fn uses(module: &Module) -> Option<BTreeMap<Id, usize>> {
    let mut uses = BTreeMap::new();
    for_each_id(module, |_, id| *uses.entry(id).or_default() += 1).ok()?;
    for result in module.instructions.iter().filter_map(Instruction::result) {
        *uses.entry(result).or_default() -= 1;
    }
    Some(uses)
}

/// Returns whether an instruction's result is unused.
pub(super) fn is_unused(uses: &BTreeMap<Id, usize>, instruction: &Instruction) -> bool {
    instruction.result().is_some_and(|result| uses.get(&result).is_none_or(|&count| count == 0))
}

/// Removes the instructions of a range among those for which `of_interest` holds.
pub(super) fn remove_where(module: &mut Module, range: std::ops::Range<usize>, mut of_interest: impl FnMut(&Instruction) -> bool) {
    let mut next = 0;
    module.instructions.retain(|instruction| {
        let counts = of_interest(instruction);
        next += usize::from(counts);
        !(counts && range.contains(&(next - 1)))
    });
}
