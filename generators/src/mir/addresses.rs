//! Addresses that need no register.

use super::build::Build;
use super::numbers::offset;
use super::objects::{constant_operand, frame_operand};
use irsmith_mir::{IrValue, OperandKind};

/// Returns the opcode and operand of an address that needs no register.
pub(super) fn address(build: &mut Build<'_, '_>) -> (&'static str, Option<OperandKind>) {
    let value = match build.draw.below(4) {
        0 => build.global(0).map(|operand| ("G_GLOBAL_VALUE", operand)),
        1 if build.vocabulary.reads("G_CONSTANT_POOL") => Some(("G_CONSTANT_POOL", constant_operand(build))),
        2 => frame_operand(build).map(|operand| ("G_FRAME_INDEX", operand)),
        _ => None,
    };
    value.map_or(("G_IMPLICIT_DEF", None), |(opcode, operand)| (opcode, Some(operand)))
}

/// Returns the address of a block of the module other than an entry.
pub(super) fn block_address(build: &mut Build<'_, '_>) -> Option<OperandKind> {
    let place = build.draw.index(build.module.blocks().len().saturating_sub(1))? + 1;
    let block = build.module.take_address(place)?;
    let function = IrValue::Named(build.module.name().into());
    let offset = if build.draw.chance(64) { offset(&mut build.draw) } else { 0 };
    Some(OperandKind::BlockAddress { function: Box::new(function), block: Box::new(block), offset })
}
