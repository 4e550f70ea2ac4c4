//! Repairs a function after a change: ids, counts, edges and definitions.
//!
//! What is correct already stays unchanged, and nothing more is promised: a value whose definition comes too late stays so.

mod flow;
mod ids;
mod values;

use super::Registers;
use irsmith_mir::tables::Machine;
use irsmith_mir::{File, Function};

pub(in crate::mir) use flow::successors;

/// Repairs a function.
///
/// Blocks and entries with equal numbers get unique ones; references to missing blocks, objects, constants or tables name others, or are
/// removed; successors are the targets of branches, once each; PHIs have a value for each predecessor; a register that is read and never
/// written gets an implicit definition in the entry; call sites are calls.
pub(in crate::mir) fn repair(function: &mut Function, machine: Option<&'static Machine>) {
    repair_knowing(&Registers::new(), function, machine);
}

/// Repairs a function as [`repair`] does. What was known about registers before the change tells the class and type of those whose
/// definition, often the only place that states them, is gone.
pub(in crate::mir) fn repair_knowing(before: &Registers, function: &mut Function, machine: Option<&'static Machine>) {
    ids::repair(function);
    flow::repair(function, machine);
    values::repair(before, function, machine);
}

/// Repairs the functions that were not in the file before.
pub(in crate::mir) fn repair_changed(before: &File, after: &mut File, machine: Option<&'static Machine>) {
    for (index, function) in after.functions.iter_mut().enumerate() {
        let same = before.functions.get(index) == Some(&*function);
        if !same && !before.functions.contains(function) {
            repair(function, machine);
        }
    }
}
