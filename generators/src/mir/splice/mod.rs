//! Splicing two files: functions, blocks or straight-line code of one are copied into the other.

mod functions;
mod graft;

use super::edit::{is_valid, machine_of, spelled};
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_mir::File;

/// Attempts at a splice.
const ATTEMPTS: usize = 4;

/// Copies functions of `donor`, or parts of them, into `file`.
///
/// The copies name nothing of the donor's embedded module, and their numbers are unused in their new place. Blocks and straight-line code
/// bring the objects of the frame, constants and jump tables that they name; registers of other blocks are replaced by similar ones in the
/// new function, or by registers without a value.
///
/// Total: if the donor has nothing to copy, the file stays unchanged. Splicing two valid files gives a valid file.
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
