//! Removes all debug instructions.

use crate::{Id, Instruction, Module};
use spirv::Op;
use std::collections::BTreeSet;

/// The instructions that name or decorate their first operand. An OpGroupDecorate may not name a debug instruction: only some of its
/// operands would have to go.
pub const ANNOTATIONS: [Op; 8] = [
    Op::Name,
    Op::MemberName,
    Op::Decorate,
    Op::MemberDecorate,
    Op::DecorateId,
    Op::DecorateString,
    Op::MemberDecorateString,
    Op::MemberDecorateIdEXT,
];

/// Removes every debug instruction, the imports of their sets, and the names and decorations of removed ids. Strings and types that only
/// debug instructions used are kept, and so is the bound.
pub fn strip(module: &mut Module) {
    let sets = module.sets();
    let is_debug = |instruction: &Instruction| match instruction {
        Instruction::Debug(_) => true,
        // An instruction that its row does not describe, or the import of a set.
        Instruction::Core(core) => {
            let set = if core.is(Op::ExtInst) { core.id(2) } else { core.id(0).filter(|_| core.is(Op::ExtInstImport)) };
            set.is_some_and(|set| sets.dialect(set).is_some())
        }
    };
    let gone: BTreeSet<Id> =
        module.instructions.iter().filter(|instruction| is_debug(instruction)).filter_map(Instruction::result).collect();
    module.instructions.retain(|instruction| !is_debug(instruction));
    drop_annotations(module, &gone);
}

/// Removes the names and decorations of removed ids.
pub fn drop_annotations(module: &mut Module, gone: &BTreeSet<Id>) {
    module.instructions.retain(|instruction| !annotates(instruction, gone));
}

fn annotates(instruction: &Instruction, gone: &BTreeSet<Id>) -> bool {
    instruction.core().is_some_and(|core| ANNOTATIONS.iter().any(|&op| core.is(op)) && core.id(0).is_some_and(|id| gone.contains(&id)))
}
