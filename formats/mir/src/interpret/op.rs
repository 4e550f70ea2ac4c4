//! The decoded form of instructions.

use super::int::Int;
use super::meaning::Widening;
use super::registers::Physical;
use super::step::{Fixed, LaneFunction, Open, PairFunction, Shape, WholeFunction};
use crate::Type;

/// The number of a cell in a frame.
pub(super) type Slot = u32;

/// 64 bits of a register and their mask, as in [`super::lane::Raw`]. The value is 0 where the mask says undefined, 1 where it says poison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) value: u64,
    pub(super) mask: u64,
}

/// A virtual register: its cells from the least significant on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reg {
    pub(super) slot: Slot,
    pub(super) shape: Shape,
    pub(super) ty: Type,
}

impl Reg {
    pub(super) fn bits(&self) -> u32 {
        self.shape.all()
    }

    pub(super) fn cells(&self) -> u32 {
        self.bits().div_ceil(64)
    }
}

/// An operation of at most 20 bytes.
///
/// Operands are in the order result, operands. All but `Slow` and those of control are for single registers of up to 64 bits, and apply only
/// if all operands are defined and nothing poison or undefined comes of it; otherwise the node of the same instruction is executed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Executes the node of the instruction.
    Slow,
    /// Does nothing; a place for observers.
    Nothing,
    // Control; targets are edges.
    Jump(u32),
    Branch(Slot, u32, u32),
    /// Goes on to the next operation if the condition is false.
    BranchIf(Slot, u32),
    /// A jump table of the program, and the index.
    Table(u32, Slot),
    /// A list of the program, and the address.
    Indirect(u32, Slot),
    Trap,
    /// The end of the last block.
    Fall,
    /// A call of the program.
    Call(u32),
    /// The outputs of the program.
    Return(u32),

    // Moves.
    Move(Slot, Slot),
    /// From and to, and the number of cells.
    MoveCells(Slot, Slot, u32),
    /// The result, and the lower and upper half of the number.
    Constant(Slot, u32, u32),
    /// Result, condition, both values.
    Select(Slot, Slot, Slot, Slot),

    // Integers, with the width.
    Add(u8, Slot, Slot, Slot),
    Sub(u8, Slot, Slot, Slot),
    Mul(u8, Slot, Slot, Slot),
    And(Slot, Slot, Slot),
    Or(Slot, Slot, Slot),
    Xor(Slot, Slot, Slot),
    Shl(u8, Slot, Slot, Slot),
    LShr(u8, Slot, Slot, Slot),
    AShr(u8, Slot, Slot, Slot),
    UDiv(Slot, Slot, Slot),
    URem(Slot, Slot, Slot),
    SDiv(u8, Slot, Slot, Slot),
    SRem(u8, Slot, Slot, Slot),
    /// Keeps the lowest bits.
    Low(u8, Slot, Slot),
    /// From and to.
    SExt(u8, u8, Slot, Slot),

    // Comparisons.
    Equal(Slot, Slot, Slot),
    NotEqual(Slot, Slot, Slot),
    Below(Slot, Slot, Slot),
    BelowOrEqual(Slot, Slot, Slot),
    Less(u8, Slot, Slot, Slot),
    LessOrEqual(u8, Slot, Slot, Slot),

    // Floating point of 32 and 64 bits; nodes compute NaNs.
    FAdd32(Slot, Slot, Slot),
    FSub32(Slot, Slot, Slot),
    FMul32(Slot, Slot, Slot),
    FDiv32(Slot, Slot, Slot),
    FAdd64(Slot, Slot, Slot),
    FSub64(Slot, Slot, Slot),
    FMul64(Slot, Slot, Slot),
    FDiv64(Slot, Slot, Slot),
    /// With the set of the predicate.
    FCmp32(u8, Slot, Slot, Slot),
    FCmp64(u8, Slot, Slot, Slot),

    // Memory: the alignment less one, the result or value, and the address.
    Load8(u8, Slot, Slot),
    Load16(u8, Slot, Slot),
    Load32(u8, Slot, Slot),
    Load64(u8, Slot, Slot),
    Store8(u8, Slot, Slot),
    Store16(u8, Slot, Slot),
    Store32(u8, Slot, Slot),
    Store64(u8, Slot, Slot),
}

/// An instruction in general.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) action: Action,
    pub(super) fixed: Fixed,
    pub(super) results: smallvec::SmallVec<[Reg; 1]>,
    pub(super) operands: smallvec::SmallVec<[Reg; 3]>,
    /// Whether its flags permit other results.
    pub(super) is_relaxed: bool,
}

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Access {
    /// The value in memory.
    pub(super) shape: Shape,
    /// In bytes, a power of two.
    pub(super) alignment: u64,
}

impl Access {
    /// Returns the number of bytes.
    pub(super) fn bytes(&self) -> u32 {
        self.shape.all().div_ceil(8)
    }
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Nothing,
    Lanes(Open, LaneFunction),
    Pair(Open, PairFunction),
    Whole(WholeFunction),
    Unmerge,
    Constant(Int),
    Undefined,
    Load(Widening, Access),
    Store(Widening, Access),
    /// Whether the address is changed before the access.
    IndexedLoad(Widening, Access, bool),
    IndexedStore(Access, bool),
    Update(Open, LaneFunction, Access),
    CompareExchange(Access),
    /// Whether the ranges may overlap; the alignments of destination and source.
    CopyMemory(bool, u64, u64),
    FillMemory(u64),
    ZeroMemory(u64),
    StackAllocate(u64),
    StackSave,
    StackRestore,
    /// The address of an object from the lowest address of the frame.
    Object(u64),
    /// The address of a fixed object from the stack pointer at the call.
    FixedObject(i64),
    /// As `Object`, and its size: the bytes become undefined.
    Lifetime(u64, u64),
    ReadRegister(Physical),
    /// From and to.
    MoveRegister(Physical, Physical),
    WriteRegister(Physical),
    ReadStackPointer,
    /// The bytes of a call's arguments on the stack.
    FrameSetup(u64),
    FrameDestroy(u64),
}

/// A way from one block to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The first operation of the block.
    pub(super) target: u32,
    /// The copies that its PHIs make: in the program's list.
    pub(super) first: u32,
    pub(super) count: u32,
    /// Whether a copy reads what an earlier one has written.
    pub(super) is_parallel: bool,
}

/// A call.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) callee: Callee,
    /// Whether the caller is left.
    pub(super) is_tail: bool,
    /// The first cells of the registers that the callee writes as its results.
    pub(super) results: Box<[u32]>,
    /// The cells of the other registers that the call preserves.
    pub(super) kept: Box<[u32]>,
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callee {
    Function(u32),
    Address(Slot),
    /// A function that the file does not have.
    Missing,
}

/// Where a parameter or result of a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    Register(Physical),
    Virtual(Reg),
    /// On the stack, from the stack pointer at the call.
    Stack(i64),
}
