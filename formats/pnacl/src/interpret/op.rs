//! Operations: the decoded form of instructions, 16 bytes each.

use super::vector::Shape;
use crate::tables::{BinaryOp, CastOp, Predicate};

/// A slot of a frame: 8 bytes. Vectors other than those of i1 occupy two, low half first. There are 65,536, so that a slot needs no bounds
/// check.
pub(super) type Slot = u16;

/// An operation.
///
/// Operands are in the order result, operands, immediates. Scalars are zero-extended in their slots, so one operation often covers all
/// widths; otherwise `bits` is the width, for 8 and 16. Targets are indices of operations; until a function is complete, they are numbers
/// of blocks and later of edges.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    // Control. Operations that enter a block consume fuel, except `Goto` and its variants, which complete a branch.
    Jump(u32),
    Goto(u32),
    MoveGoto(Slot, Slot, u32),
    Move2Goto(Slot, Slot, Slot, Slot, u32),
    MoveJump(Slot, Slot, u32),
    Move2Jump(Slot, Slot, Slot, Slot, u32),
    Branch(Slot, u32, u32),
    BranchEq(Slot, Slot, u32, u32),
    BranchUlt(Slot, Slot, u32, u32),
    BranchUle(Slot, Slot, u32, u32),
    BranchSlt32(Slot, Slot, u32, u32),
    BranchSle32(Slot, Slot, u32, u32),
    BranchSlt64(Slot, Slot, u32, u32),
    BranchSle64(Slot, Slot, u32, u32),
    BranchEqImmediate(Slot, u32, u32, u32),
    BranchUltImmediate(Slot, u32, u32, u32),
    BranchUgtImmediate(Slot, u32, u32, u32),
    BranchSlt32Immediate(Slot, u32, u32, u32),
    BranchSgt32Immediate(Slot, u32, u32, u32),
    BranchFloat(u8, Slot, Slot, u32, u32),
    BranchDouble(u8, Slot, Slot, u32, u32),
    /// Uses a table of the program.
    Switch(Slot, u32),
    Unreachable,
    ReturnVoid,
    Return(Slot),
    ReturnVector(Slot),
    /// Result, function, first of its arguments in the program's list.
    Call(Slot, u32, u32),
    /// Result, address, signature, first argument.
    CallIndirect(Slot, Slot, u32, u32),

    // Moves.
    Move(Slot, Slot),
    Move2(Slot, Slot, Slot, Slot),
    MoveVector(Slot, Slot),
    Constant(Slot, u64),
    /// Moves from and to the places of functions with more values than slots.
    Fetch(Slot, u32),
    Put(u32, Slot),
    Select(Slot, Slot, Slot, Slot),
    /// Selects two slots by an i1.
    SelectBoth(Slot, Slot, Slot, Slot),
    /// Selects lanes of vectors of i1 by a vector of i1.
    SelectMask(Slot, Slot, Slot, Slot),
    SelectLanes(Shape, Slot, Slot, Slot, Slot),

    // Integers.
    Add32(Slot, Slot, Slot),
    Add64(Slot, Slot, Slot),
    AddNarrow(u8, Slot, Slot, Slot),
    Add32Immediate(Slot, Slot, u32),
    Add64Immediate(Slot, Slot, u64),
    Sub32(Slot, Slot, Slot),
    Sub64(Slot, Slot, Slot),
    SubNarrow(u8, Slot, Slot, Slot),
    Mul32(Slot, Slot, Slot),
    Mul64(Slot, Slot, Slot),
    MulNarrow(u8, Slot, Slot, Slot),
    Mul32Immediate(Slot, Slot, u32),
    UDiv(Slot, Slot, Slot),
    URem(Slot, Slot, Slot),
    /// Signed operations sign-extend the lowest `bits` bits.
    SDiv(u8, Slot, Slot, Slot),
    SRem(u8, Slot, Slot, Slot),
    Shl(u8, Slot, Slot, Slot),
    LShr(u8, Slot, Slot, Slot),
    AShr(u8, Slot, Slot, Slot),
    Shl32Immediate(Slot, Slot, u32),
    LShr32Immediate(Slot, Slot, u32),
    AShr32Immediate(Slot, Slot, u32),
    Shl64Immediate(Slot, Slot, u32),
    LShr64Immediate(Slot, Slot, u32),
    And(Slot, Slot, Slot),
    Or(Slot, Slot, Slot),
    Xor(Slot, Slot, Slot),
    AndImmediate(Slot, Slot, u64),
    OrImmediate(Slot, Slot, u64),
    XorImmediate(Slot, Slot, u64),
    /// From `bits`, and the mask of the result.
    SExt(u8, Slot, Slot, u64),

    // Comparisons.
    Eq(Slot, Slot, Slot),
    Ne(Slot, Slot, Slot),
    Ult(Slot, Slot, Slot),
    Ule(Slot, Slot, Slot),
    Slt(u8, Slot, Slot, Slot),
    Sle(u8, Slot, Slot, Slot),
    EqImmediate(Slot, Slot, u64),
    NeImmediate(Slot, Slot, u64),
    /// Uses the bits of the predicate.
    CompareFloat(u8, Slot, Slot, Slot),
    CompareDouble(u8, Slot, Slot, Slot),

    // Floats and doubles.
    FAdd32(Slot, Slot, Slot),
    FAdd64(Slot, Slot, Slot),
    FSub32(Slot, Slot, Slot),
    FSub64(Slot, Slot, Slot),
    FMul32(Slot, Slot, Slot),
    FMul64(Slot, Slot, Slot),
    FDiv32(Slot, Slot, Slot),
    FDiv64(Slot, Slot, Slot),
    FRem32(Slot, Slot, Slot),
    FRem64(Slot, Slot, Slot),
    Sqrt32(Slot, Slot),
    Sqrt64(Slot, Slot),
    FpTrunc(Slot, Slot),
    FpExt(Slot, Slot),
    /// Whether signed, bits of the integer.
    FloatToInteger(bool, u8, Slot, Slot),
    DoubleToInteger(bool, u8, Slot, Slot),
    IntegerToFloat(bool, u8, Slot, Slot),
    IntegerToDouble(bool, u8, Slot, Slot),

    // Vectors.
    VectorBinary(BinaryOp, Shape, Slot, Slot, Slot),
    VectorCompare(Predicate, Shape, Slot, Slot, Slot),
    /// From and to; masks occupy one slot.
    VectorCast(CastOp, Shape, Shape, Slot, Slot),
    Extract(Shape, u8, Slot, Slot),
    Insert(Shape, u8, Slot, Slot, Slot),
    VectorAbs(Slot, Slot),

    // Memory: address, and its offset.
    Load8(Slot, Slot, u32),
    Load16(Slot, Slot, u32),
    Load32(Slot, Slot, u32),
    Load64(Slot, Slot, u32),
    Store8(Slot, Slot, u32),
    Store16(Slot, Slot, u32),
    Store32(Slot, Slot, u32),
    Store64(Slot, Slot, u32),
    /// Stated to be aligned to the size.
    LoadFloat(Slot, Slot, u32),
    LoadDouble(Slot, Slot, u32),
    StoreFloat(Slot, Slot, u32),
    StoreDouble(Slot, Slot, u32),
    /// Stated alignment, in bytes.
    LoadVector(u8, Slot, Slot, u32),
    StoreVector(u8, Slot, Slot, u32),
    /// Size, and the alignment less 1.
    Alloca(Slot, Slot, u32),

    // Intrinsics.
    /// Whether ranges may overlap; destination, source, length.
    Copy(bool, Slot, Slot, Slot),
    Fill(Slot, Slot, Slot),
    Unary(Unary, Slot, Slot),
    /// Size in bytes.
    AtomicLoad(u8, Slot, Slot),
    /// Size, address, value.
    AtomicStore(u8, Slot, Slot),
    AtomicUpdate(Update, u8, Slot, Slot, Slot),
    /// Size; result, address, expected, desired.
    AtomicExchange(u8, Slot, Slot, Slot, Slot),
    Setjmp(Slot, Slot),
    Longjmp(Slot, Slot),
    StackSave(Slot),
    StackRestore(Slot),
    ThreadPointer(Slot),
    Abort,

    /// Records that the instruction uses an `undef`.
    Undef,
}

/// Bit operations of one operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unary {
    Swap16,
    Swap32,
    Swap64,
    LeadingZeros32,
    LeadingZeros64,
    TrailingZeros32,
    TrailingZeros64,
    /// 0 is not allowed.
    LeadingZeros32NotZero,
    LeadingZeros64NotZero,
    TrailingZeros32NotZero,
    TrailingZeros64NotZero,
    Count,
    Abs32,
    Abs64,
}

/// The operation of an atomic read-modify-write.
#[derive(Clone, Copy, Debug)]
pub(super) enum Update {
    Add,
    Sub,
    Or,
    And,
    Xor,
    Exchange,
}

impl Op {
    /// Calls `f` on every target.
    pub(super) fn for_each_target_mut(&mut self, mut f: impl FnMut(&mut u32)) {
        match self {
            Self::Jump(target)
            | Self::Goto(target)
            | Self::MoveGoto(_, _, target)
            | Self::Move2Goto(.., target)
            | Self::MoveJump(_, _, target)
            | Self::Move2Jump(.., target) => f(target),
            Self::Branch(_, then, otherwise)
            | Self::BranchEq(_, _, then, otherwise)
            | Self::BranchUlt(_, _, then, otherwise)
            | Self::BranchUle(_, _, then, otherwise)
            | Self::BranchSlt32(_, _, then, otherwise)
            | Self::BranchSle32(_, _, then, otherwise)
            | Self::BranchSlt64(_, _, then, otherwise)
            | Self::BranchSle64(_, _, then, otherwise)
            | Self::BranchEqImmediate(_, _, then, otherwise)
            | Self::BranchUltImmediate(_, _, then, otherwise)
            | Self::BranchUgtImmediate(_, _, then, otherwise)
            | Self::BranchSlt32Immediate(_, _, then, otherwise)
            | Self::BranchSgt32Immediate(_, _, then, otherwise)
            | Self::BranchFloat(.., then, otherwise)
            | Self::BranchDouble(.., then, otherwise) => {
                f(then);
                f(otherwise);
            }
            _ => {}
        }
    }
}

const _: () = assert!(size_of::<Op>() == 16);
