//! Record codes of the function block that have a statement of their own, by the names that the instruction table gives them.

use crate::tables::{INSTRUCTIONS, function, same};

pub(super) const BLOCKS: u32 = function::BLOCKS;
pub(super) const RETURN: u32 = code_of("Ret");
pub(super) const BRANCH: u32 = code_of("Branch");
pub(super) const SWITCH: u32 = code_of("Switch");
pub(super) const UNREACHABLE: u32 = code_of("Unreachable");
pub(super) const BINARY: u32 = code_of("Binary");
pub(super) const CAST: u32 = code_of("Cast");
pub(super) const PHI: u32 = code_of("Phi");
pub(super) const COMPARE: u32 = code_of("Compare");
pub(super) const CALL: u32 = code_of("Call");
pub(super) const CALL_INDIRECT: u32 = code_of("CallIndirect");
pub(super) const DECLARE: u32 = code_of("Declare");

/// The code of the row with this name. Evaluated by the compiler only, so a name that is no row's does not compile.
const fn code_of(name: &str) -> u32 {
    let mut row = 0;
    while row < INSTRUCTIONS.len() {
        if same(INSTRUCTIONS[row].name, name) {
            return INSTRUCTIONS[row].code;
        }
        row += 1;
    }
    panic!("no such row")
}
