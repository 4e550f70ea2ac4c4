//! Removes one debug instruction.

use crate::{Info, Instruction, Module};

/// Removes the debug instruction at an index: one in a function is deleted, because nothing can name it; another becomes a DebugInfoNone
/// with the same id, so that all references to it now name DebugInfoNone. Returns false, without a change, if there is no debug instruction
/// or it is already a DebugInfoNone.
pub fn substitute(module: &mut Module, at: usize) -> bool {
    let Some(Instruction::Debug(debug)) = module.instructions.get_mut(at) else { return false };
    match debug.info {
        Info::InfoNone {} => return false,
        Info::Scope { .. } | Info::NoScope {} | Info::Declare { .. } | Info::Value { .. } => {
            module.instructions.remove(at);
        }
        _ => debug.info = Info::InfoNone {},
    }
    true
}
