//! Record codes of the function block with special statements, by their names in the instruction table.

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

/// Returns the code of the row with this name. Evaluated only at compile time, so that the name of a missing row does not compile.
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
