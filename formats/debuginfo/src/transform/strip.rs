//! Removes all debug instructions.

use crate::{Id, Instruction, Module};
use spirv::Op;
use std::collections::BTreeSet;

/// The instructions that name or decorate their first operand.
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

/// Removes every debug instruction, those of `NonSemantic.Shader.DebugInfo` too, the imports of their sets, and the names and decorations
/// of removed ids. Strings and types that only debug instructions used are kept, and so is the bound.
pub fn strip(module: &mut Module) {
    let (sets, shader_sets) = (module.sets(), module.shader_sets());
    let is_debug = |instruction: &Instruction| match instruction {
        Instruction::Debug(_) => true,
        // An instruction that its row does not describe, or the import of a set.
        Instruction::Core(core) => {
            let is_extended = core.is(Op::ExtInst) || core.is(Op::ExtInstWithForwardRefsKHR);
            let set = if is_extended { core.id(2) } else { core.id(0).filter(|_| core.is(Op::ExtInstImport)) };
            set.is_some_and(|set| sets.dialect(set).is_some() || shader_sets.contains(&set))
        }
    };
    let gone: BTreeSet<Id> =
        module.instructions.iter().filter(|instruction| is_debug(instruction)).filter_map(Instruction::result).collect();
    module.instructions.retain(|instruction| !is_debug(instruction));
    drop_annotations(module, &gone);
}

/// Removes the names and decorations of removed ids, also from groups.
pub fn drop_annotations(module: &mut Module, gone: &BTreeSet<Id>) {
    module.instructions.retain(|instruction| annotated(instruction).is_none_or(|id| !gone.contains(&id)));
    for instruction in &mut module.instructions {
        if let Instruction::Core(core) = instruction
            && core.is(Op::GroupDecorate)
            && core.words.get(1..).is_some_and(|targets| targets.iter().any(|&target| gone.contains(&Id(target))))
        {
            let mut is_group = true;
            // The first operand is the group.
            core.words.retain(|word| std::mem::take(&mut is_group) || !gone.contains(&Id(*word)));
        }
    }
}

/// Returns the id that an instruction names or decorates.
pub(crate) fn annotated(instruction: &Instruction) -> Option<Id> {
    instruction.core().filter(|core| ANNOTATIONS.iter().any(|&op| core.is(op)))?.id(0)
}
