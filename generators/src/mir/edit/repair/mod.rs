//! Brings a function in order after a change: ids, counts, edges and definitions.
//!
//! What already is in order stays as it is, and nothing more is promised: a value whose definition comes too late stays so.

mod flow;
mod ids;
mod values;

use irsmith_mir::tables::Machine;
use irsmith_mir::{File, Function};

pub(in crate::mir) use flow::successors;

/// Brings a function in order.
///
/// Blocks and entries of one number get numbers of their own; what names a block, object, constant or table that is not there names
/// another, or goes; successors are those that the branches name, once each; PHIs have a value for each predecessor; a register that
/// is read and never written is an implicit definition in the entry; call sites are calls.
pub(in crate::mir) fn repair(function: &mut Function, machine: Option<&'static Machine>) {
    ids::repair(function);
    flow::repair(function, machine);
    values::repair(function, machine);
}

/// Brings the functions in order that were not in the file before.
pub(in crate::mir) fn repair_changed(before: &File, after: &mut File, machine: Option<&'static Machine>) {
    for (index, function) in after.functions.iter_mut().enumerate() {
        let same = before.functions.get(index) == Some(&*function);
        if !same && !before.functions.contains(function) {
            repair(function, machine);
        }
    }
}
