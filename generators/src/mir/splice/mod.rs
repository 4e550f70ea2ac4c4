//! Crossing two files: functions, blocks or straight code of one go into the other.

mod functions;
mod graft;

use super::edit::{is_valid, machine_of, spelled};
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_mir::File;

/// Attempts at a splice.
const ATTEMPTS: usize = 4;

/// Puts functions of `donor`, or parts of them, into `file`.
///
/// What comes names nothing of the donor's embedded module, and its numbers are ones that nothing has in its new place. Blocks and straight
/// code bring the objects of the frame, constants and jump tables that they name; what they read of other blocks they read of registers that
/// are alike in the new function, or of ones without a value.
///
/// Total: if the donor has nothing to give, the file comes back as it is. Of two valid files comes a valid one.
pub fn splice(file: &File, donor: &File, bytes: &mut Unstructured<'_>) -> File {
    let mut choices = Choices::new(bytes);
    let careful = is_valid(file) && is_valid(donor);
    let machine = machine_of(file).or_else(|| machine_of(donor));
    for _ in 0..ATTEMPTS {
        let mut crossed = file.clone();
        let came = match choices.below(3) {
            0 => functions::bring(&mut crossed, donor, machine, &mut choices),
            1 => graft::code(&mut crossed, donor, machine, &mut choices),
            _ => graft::blocks(&mut crossed, donor, machine, &mut choices),
        };
        if came.is_some()
            && let Some(crossed) = spelled(&crossed)
            && (!careful || is_valid(&crossed))
        {
            return crossed;
        }
    }
    file.clone()
}
