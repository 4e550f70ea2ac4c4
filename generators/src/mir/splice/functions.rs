//! Splices of whole functions.

use crate::Choices;
use crate::mir::edit::{detach, free_name, repair};
use irsmith_mir::File;
use irsmith_mir::tables::Machine;
use std::fmt::Write;

/// Maximum number of functions that one splice copies.
const MOST: usize = 3;

/// Copies a run of the donor's functions, under unused names; a module gets empty definitions for them.
pub(super) fn bring(file: &mut File, donor: &File, machine: Option<&'static Machine>, choices: &mut Choices<'_, '_>) -> Option<()> {
    let first = choices.index(donor.functions.len())?;
    for function in donor.functions.iter().skip(first).take(1 + choices.below(MOST)) {
        let mut copy = function.clone();
        detach(&mut copy);
        repair(&mut copy, machine);
        copy.name = free_name(file, &copy.name);
        if let Some(ir) = &mut file.ir {
            write!(ir.text, "\ndefine void @{}() {{\n  ret void\n}}\n", copy.name).ok()?;
        }
        let at = choices.below(file.functions.len() + 1);
        file.functions.insert(at, copy);
    }
    Some(())
}
