//! Removing one debug instruction.

use crate::{Info, Instruction, Module};

/// Removes the debug instruction at an index: one in a function goes, as nothing can name it; another becomes a DebugInfoNone that keeps its
/// id, so that whatever named it names DebugInfoNone now. False, and no change, if there is no debug instruction or it is a
/// DebugInfoNone already.
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
