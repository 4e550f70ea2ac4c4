//! What running code keeps outside of registers.

use irsmith_pnacl::interpret::{Budget, End, Layout, OUT_OF_FUEL_CODE, Place, Trap, TrapKind};
use std::mem::offset_of;

/// The state of an execution, shared with compiled code.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Context {
    /// What to add to an address of the program to get the host's.
    bias: u64,
    /// Blocks that may still be entered.
    fuel: u64,
    /// Calls that may still be nested.
    calls: u32,
    /// The stack pointer, an address of the program.
    stack: u32,
    /// 0, or how the execution ended: a code of [`TrapKind`] or [`OUT_OF_FUEL_CODE`], in the upper half, and the instruction.
    end: u64,
    /// The function of that instruction.
    function: u32,
}

/// Offset of the field [`Context::bias`].
pub(crate) const BIAS: i32 = offset_of!(Context, bias) as i32;
/// Offset of the field [`Context::fuel`].
pub(crate) const FUEL: i32 = offset_of!(Context, fuel) as i32;
/// Offset of the field [`Context::calls`].
pub(crate) const CALLS: i32 = offset_of!(Context, calls) as i32;
/// Offset of the field [`Context::stack`].
pub(crate) const STACK: i32 = offset_of!(Context, stack) as i32;
/// Offset of the field [`Context::end`].
pub(crate) const END: i32 = offset_of!(Context, end) as i32;
/// Offset of the field [`Context::function`].
pub(crate) const FUNCTION: i32 = offset_of!(Context, function) as i32;

impl Context {
    /// Before the first block. `memory` is the host's address of the first byte of memory.
    pub(crate) fn new(memory: usize, layout: &Layout, budget: Budget) -> Self {
        Self {
            bias: (memory as u64).wrapping_sub(u64::from(Layout::BASE)),
            fuel: budget.blocks,
            calls: budget.depth.saturating_sub(1),
            stack: layout.heap,
            end: 0,
            function: 0,
        }
    }

    /// How the execution ended, unless it returned.
    pub(crate) fn end(&self) -> Option<End> {
        let place = Place { function: self.function, instruction: self.end as u32 };
        match (self.end >> 32) as u8 {
            0 => None,
            OUT_OF_FUEL_CODE => Some(End::OutOfFuel(place)),
            code => TrapKind::from_code(code).map(|kind| End::Trap(Trap { kind, place })),
        }
    }
}

/// How a check that fails reports itself in [`Context::end`].
pub(crate) const fn end_word(code: u8, instruction: u32) -> u64 {
    (code as u64) << 32 | instruction as u64
}
