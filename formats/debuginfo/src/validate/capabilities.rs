//! The storage classes that the capabilities of a module allow.

use super::context::Context;
use crate::{Instruction, Module};
use rspirv::dr::Operand;
use std::collections::BTreeSet;

/// Returns whether the module declares a capability that a storage class needs, directly or by one that implies it; true for a class
/// without requirements.
pub(super) fn allows(context: &mut Context<'_>, class: spirv::StorageClass) -> bool {
    let number = class as u32;
    if let Some(known) = context.classes.iter().find(|known| known.0 == number) {
        return known.1;
    }
    let needs = Operand::StorageClass(class).required_capabilities();
    let allowed = needs.is_empty() || {
        let declared = declared(context.module);
        needs.iter().any(|&need| declared.contains(&(need as u32)))
    };
    // At most one entry for each storage class of the grammar.
    context.classes.push((number, allowed));
    allowed
}

/// Returns the capabilities that a module declares, and all that these imply.
fn declared(module: &Module) -> BTreeSet<u32> {
    let mut all = BTreeSet::new();
    let declarations = module.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(spirv::Op::Capability));
    let mut open: Vec<u32> = declarations.filter_map(|core| core.words.first().copied()).collect();
    while let Some(number) = open.pop() {
        if let Some(capability) = spirv::Capability::from_u32(number)
            && all.insert(number)
        {
            open.extend(Operand::Capability(capability).required_capabilities().iter().map(|&implied| implied as u32));
        }
    }
    all
}
