//! Breakers of liveness: every register that is read was written on every path, and is still live.

use super::Code;
use super::draft::is_open;
use super::spots::{behind_entry, put};
use crate::mir::edit::machine_of;

pub(super) const BREAKERS: &[Code] = &[Code {
    rule: "definition-dominates",
    about: "reads a register in a block that the block with its definition does not dominate",
    change: |draft| {
        let machine = machine_of(draft.model);
        let is_turned = draft.choices.chance(128);
        let function = draft.function(|function| is_open(function) && behind_entry(function, machine).len() > 1)?;
        let beside = behind_entry(function, machine);
        let (one, other) = if is_turned { (beside[1], beside[0]) } else { (beside[0], beside[1]) };
        put(&mut function.blocks[one], "%late:_(s32) = G_IMPLICIT_DEF")?;
        put(&mut function.blocks[other], "%broken:_(s32) = COPY %late")
    },
}];
