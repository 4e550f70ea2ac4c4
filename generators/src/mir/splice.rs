//! Crossing two files: functions of one go into the other.

use super::edit::{detach, free_name, is_valid, machine_of, repair, spelled};
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_mir::File;

/// Most functions that one splice brings.
const MOST: usize = 3;

/// Attempts at a splice.
const ATTEMPTS: usize = 4;

/// Puts functions, or parts of them, of `donor` into `file`.
///
/// What comes names nothing of the donor's embedded module, and its numbers are ones that nothing has in its new place.
///
/// Total: if the donor has nothing to give, the file comes back as it is. Of two valid files comes a valid one.
pub fn splice(file: &File, donor: &File, bytes: &mut Unstructured<'_>) -> File {
    let mut choices = Choices::new(bytes);
    let careful = is_valid(file) && is_valid(donor);
    for _ in 0..ATTEMPTS {
        if let Some(crossed) = cross(file, donor, &mut choices)
            && let Some(crossed) = spelled(&crossed)
            && (!careful || is_valid(&crossed))
        {
            return crossed;
        }
    }
    file.clone()
}

fn cross(file: &File, donor: &File, choices: &mut Choices<'_, '_>) -> Option<File> {
    let mut crossed = file.clone();
    let first = choices.index(donor.functions.len())?;
    let machine = machine_of(file);
    for function in donor.functions.iter().skip(first).take(1 + choices.below(MOST)) {
        let mut copy = function.clone();
        detach(&mut copy);
        repair(&mut copy, machine);
        copy.name = free_name(&crossed, &copy.name);
        if let Some(ir) = &mut crossed.ir {
            let name = &copy.name;
            ir.text.push_str(&format!("\ndefine void @{name}() {{\n  ret void\n}}\n"));
        }
        let at = choices.below(crossed.functions.len() + 1);
        crossed.functions.insert(at, copy);
    }
    Some(crossed)
}
