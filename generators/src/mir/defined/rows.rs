//! The opcodes of functions to be executed.

use irsmith_mir::tables::Target;

/// The operands of an opcode, and what guards them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// So many operands of the result's type.
    Same(u8),
    /// An operand and an amount, which is made less than the width.
    Shift,
    /// An operand and a divisor, which is made neither 0 nor, if it is signed, -1. Whether it is signed.
    Divide(bool),
    /// The same with quotient and remainder.
    DivideBoth(bool),
    /// Two operands; a result and whether it overflowed.
    Overflow,
    /// As `Overflow`, with a carry.
    Carry,
    /// An operand of whole pairs of bytes.
    Bytes,
    /// An operand that is made other than 0.
    NotZero,
    SignExtendInRegister,
    /// A narrower operand.
    Extend,
    /// As `Extend`; bits above the operand are cleared afterwards.
    ExtendAny,
    /// A wider operand.
    Truncate,
    Compare,
    /// A result of three values.
    ThreeWay,
    Select,
    /// Two halves.
    Merge,
    Unmerge,
    /// A first bit and a number of bits, which are made fit.
    Field,
    Extract,
    Insert,
    /// A scale.
    Fixed,
    FixedDivide,
    /// A number of low bits, which the value has no more of. Whether they are signed.
    Assert(bool),
    Copy,
    Freeze,
    // Floating point: so many operands.
    Float(u8),
    /// The same for opcodes that may take either zero: no operand is -0.
    FloatNoSign(u8),
    FloatCompare,
    FloatClass,
    FromInteger,
    /// To an integer, saturated.
    ToInteger,
    /// To an integer from a float that is made small.
    ToIntegerInRange,
    FloatExtend,
    FloatTruncate,
    /// The same with a direction of rounding.
    FloatTruncateTo,
    FloatConstant,
    /// A small exponent, for which every order of multiplications has the same result.
    Power,
    /// An exponent.
    Scale,
    /// A number; its fraction and exponent.
    Exponent,
    /// Fraction and whole part.
    Parts,
    // Memory.
    Load,
    Store,
    /// A load whose value becomes wider.
    LoadExtended,
    FloatLoad,
    FloatStore,
    /// A load that also moves the address.
    LoadMoving,
    StoreMoving,
    Update,
    FloatUpdate,
    CompareExchange,
    CompareExchangeWithSuccess,
    CopyMemory,
    /// Between objects that do not overlap. Whether the length is a constant.
    CopyApart(bool),
    FillMemory,
    /// With a length that is a constant.
    FillFixed,
    ZeroMemory,
    Offset,
    Mask,
    /// An address that the opcode does not change.
    Address,
    /// To an integer and back.
    AddressAsInteger,
    /// To another address space and back.
    OtherSpace,
    /// Memory of the stack that is given back.
    Allocate,
    Pool,
    Fence,
    // Vectors.
    Build,
    BuildTruncated,
    Elements,
    Concatenate,
    ExtractElement,
    InsertElement,
    Shuffle,
    /// Two lanes of a wider vector.
    Subvector,
    InsertSubvector,
    /// Lanes that a mask selects, one behind another.
    Compress,
    Reduce,
    /// A vector of small numbers, for which every order has the same result.
    ReduceFloats,
    /// The same, to the lowest or highest.
    ReduceExtreme,
    /// A first number, and a vector in the order of its lanes.
    ReduceInOrder,
    Bitcast,
    // What constructs write anyway.
    Structure,
}

/// For which targets LLVM 19 selects instructions for the plain types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selected {
    Both,
    AArch64,
    Neither,
}

/// An opcode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) opcode: &'static str,
    pub(super) form: Form,
    selected: Selected,
}

impl Row {
    pub(super) fn is_selected(&self, target: Target) -> bool {
        match self.selected {
            Both => true,
            AArch64 => target == Target::AArch64,
            Neither => false,
        }
    }
}

const fn row(opcode: &'static str, form: Form, selected: Selected) -> Row {
    Row { opcode, form, selected }
}

/// Returns the opcodes of all rows.
pub fn opcodes() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.opcode)
}

use Form::*;
use Selected::{AArch64, Both, Neither};

/// All of them.
pub(super) static ROWS: &[Row] = &[
    row("G_ADD", Same(2), Both),
    row("G_SUB", Same(2), Both),
    row("G_MUL", Same(2), Both),
    row("G_AND", Same(2), Both),
    row("G_OR", Same(2), Both),
    row("G_XOR", Same(2), Both),
    row("G_SMIN", Same(2), AArch64),
    row("G_SMAX", Same(2), AArch64),
    row("G_UMIN", Same(2), AArch64),
    row("G_UMAX", Same(2), AArch64),
    row("G_ABS", Same(1), AArch64),
    row("G_ABDS", Same(2), Neither),
    row("G_ABDU", Same(2), Neither),
    row("G_SMULH", Same(2), Both),
    row("G_UMULH", Same(2), Both),
    row("G_SAVGFLOOR", Same(2), Neither),
    row("G_SAVGCEIL", Same(2), Neither),
    row("G_UAVGFLOOR", Same(2), Neither),
    row("G_UAVGCEIL", Same(2), Neither),
    row("G_CLMUL", Same(2), Neither),
    row("G_UADDSAT", Same(2), AArch64),
    row("G_SADDSAT", Same(2), AArch64),
    row("G_USUBSAT", Same(2), AArch64),
    row("G_SSUBSAT", Same(2), AArch64),
    row("G_SHL", Shift, Both),
    row("G_LSHR", Shift, Both),
    row("G_ASHR", Shift, Both),
    row("G_USHLSAT", Shift, Neither),
    row("G_SSHLSAT", Shift, Neither),
    row("G_ROTL", Same(2), AArch64),
    row("G_ROTR", Same(2), AArch64),
    row("G_FSHL", Same(3), AArch64),
    row("G_FSHR", Same(3), AArch64),
    row("G_UDIV", Divide(false), Both),
    row("G_SDIV", Divide(true), Both),
    row("G_UREM", Divide(false), Both),
    row("G_SREM", Divide(true), Both),
    row("G_UDIVREM", DivideBoth(false), AArch64),
    row("G_SDIVREM", DivideBoth(true), AArch64),
    row("G_UADDO", Overflow, AArch64),
    row("G_SADDO", Overflow, AArch64),
    row("G_USUBO", Overflow, AArch64),
    row("G_SSUBO", Overflow, AArch64),
    row("G_UMULO", Overflow, AArch64),
    row("G_SMULO", Overflow, AArch64),
    row("G_UADDE", Carry, AArch64),
    row("G_SADDE", Carry, AArch64),
    row("G_USUBE", Carry, AArch64),
    row("G_SSUBE", Carry, AArch64),
    row("G_SMULFIX", Fixed, Neither),
    row("G_UMULFIX", Fixed, Neither),
    row("G_SMULFIXSAT", Fixed, Neither),
    row("G_UMULFIXSAT", Fixed, Neither),
    row("G_SDIVFIX", FixedDivide, Neither),
    row("G_UDIVFIX", FixedDivide, Neither),
    row("G_SDIVFIXSAT", FixedDivide, Neither),
    row("G_UDIVFIXSAT", FixedDivide, Neither),
    row("G_BITREVERSE", Same(1), AArch64),
    row("G_BSWAP", Bytes, Both),
    row("G_CTPOP", Same(1), AArch64),
    row("G_CTLZ", Same(1), AArch64),
    row("G_CTTZ", Same(1), AArch64),
    row("G_CTLS", Same(1), Neither),
    row("G_CTLZ_ZERO_UNDEF", NotZero, AArch64),
    row("G_CTTZ_ZERO_UNDEF", NotZero, Both),
    row("G_CTLZ_ZERO_POISON", NotZero, Neither),
    row("G_CTTZ_ZERO_POISON", NotZero, Neither),
    row("G_SBFX", Field, Neither),
    row("G_UBFX", Field, Neither),
    row("G_SEXT", Extend, Both),
    row("G_ZEXT", Extend, Both),
    row("G_ANYEXT", ExtendAny, Both),
    row("G_TRUNC", Truncate, Both),
    row("G_TRUNC_SSAT_S", Truncate, Neither),
    row("G_TRUNC_SSAT_U", Truncate, Neither),
    row("G_TRUNC_USAT_U", Truncate, Neither),
    row("G_SEXT_INREG", SignExtendInRegister, Both),
    row("G_ASSERT_SEXT", Assert(true), Both),
    row("G_ASSERT_ZEXT", Assert(false), Both),
    row("G_MERGE_VALUES", Merge, Both),
    row("G_UNMERGE_VALUES", Unmerge, Both),
    row("G_EXTRACT", Extract, Neither),
    row("G_INSERT", Insert, Neither),
    row("G_ICMP", Compare, Both),
    row("G_SCMP", ThreeWay, Neither),
    row("G_UCMP", ThreeWay, Neither),
    row("G_SELECT", Select, Both),
    row("G_FREEZE", Freeze, AArch64),
    row("COPY", Copy, Both),
    row("G_CONSTANT_FOLD_BARRIER", Copy, AArch64),
    row("G_FADD", Float(2), Both),
    row("G_FSUB", Float(2), Both),
    row("G_FMUL", Float(2), Both),
    row("G_FDIV", Float(2), Both),
    row("G_FMA", Float(3), AArch64),
    row("G_FSQRT", Float(1), AArch64),
    row("G_FMAD", Float(3), Neither),
    row("G_FREM", Float(2), Neither),
    row("G_FCANONICALIZE", Float(1), Neither),
    row("ARITH_FENCE", Float(1), Neither),
    row("G_STRICT_FADD", Float(2), Neither),
    row("G_STRICT_FSUB", Float(2), Neither),
    row("G_STRICT_FMUL", Float(2), Neither),
    row("G_STRICT_FDIV", Float(2), Neither),
    row("G_STRICT_FREM", Float(2), Neither),
    row("G_STRICT_FMA", Float(3), Neither),
    row("G_STRICT_FSQRT", Float(1), Neither),
    row("G_FPOWI", Power, Neither),
    row("G_FLDEXP", Scale, Neither),
    row("G_STRICT_FLDEXP", Scale, Neither),
    row("G_FFREXP", Exponent, Neither),
    row("G_FMODF", Parts, Neither),
    row("G_FNEG", Same(1), Neither),
    row("G_FABS", Same(1), Neither),
    row("G_FCOPYSIGN", Same(2), Neither),
    row("G_FCEIL", Float(1), AArch64),
    row("G_FFLOOR", Float(1), AArch64),
    row("G_INTRINSIC_TRUNC", Float(1), AArch64),
    row("G_INTRINSIC_ROUND", Float(1), AArch64),
    row("G_INTRINSIC_ROUNDEVEN", Float(1), Neither),
    row("G_FRINT", Float(1), AArch64),
    row("G_FNEARBYINT", Float(1), AArch64),
    row("G_FMINIMUM", Float(2), AArch64),
    row("G_FMAXIMUM", Float(2), AArch64),
    row("G_FMINIMUMNUM", Float(2), Neither),
    row("G_FMAXIMUMNUM", Float(2), Neither),
    row("G_FMINNUM", FloatNoSign(2), AArch64),
    row("G_FMAXNUM", FloatNoSign(2), AArch64),
    row("G_FMINNUM_IEEE", FloatNoSign(2), Neither),
    row("G_FMAXNUM_IEEE", FloatNoSign(2), Neither),
    row("G_FCMP", FloatCompare, Both),
    row("G_STRICT_FCMP", FloatCompare, Neither),
    row("G_STRICT_FCMPS", FloatCompare, Neither),
    row("G_IS_FPCLASS", FloatClass, Neither),
    row("G_SITOFP", FromInteger, Both),
    row("G_UITOFP", FromInteger, AArch64),
    row("G_FPTOSI", ToIntegerInRange, Both),
    row("G_FPTOUI", ToIntegerInRange, AArch64),
    row("G_FPTOSI_SAT", ToInteger, Neither),
    row("G_FPTOUI_SAT", ToInteger, Neither),
    row("G_LROUND", ToIntegerInRange, Neither),
    row("G_LLROUND", ToIntegerInRange, Neither),
    row("G_INTRINSIC_LRINT", ToIntegerInRange, Neither),
    row("G_INTRINSIC_LLRINT", ToIntegerInRange, Neither),
    row("G_FPEXT", FloatExtend, Both),
    row("G_FPTRUNC", FloatTruncate, Both),
    row("G_INTRINSIC_FPTRUNC_ROUND", FloatTruncateTo, Neither),
    row("G_FCONSTANT", FloatConstant, Both),
    row("G_LOAD", Load, Both),
    row("G_STORE", Store, Both),
    row("G_SEXTLOAD", LoadExtended, AArch64),
    row("G_ZEXTLOAD", LoadExtended, AArch64),
    row("G_FPEXTLOAD", FloatLoad, Neither),
    row("G_FPTRUNCSTORE", FloatStore, Neither),
    row("G_INDEXED_LOAD", LoadMoving, Neither),
    row("G_INDEXED_SEXTLOAD", LoadMoving, Neither),
    row("G_INDEXED_ZEXTLOAD", LoadMoving, Neither),
    row("G_INDEXED_STORE", StoreMoving, Neither),
    row("G_ATOMICRMW_XCHG", Update, Neither),
    row("G_ATOMICRMW_ADD", Update, Neither),
    row("G_ATOMICRMW_SUB", Update, Neither),
    row("G_ATOMICRMW_AND", Update, Neither),
    row("G_ATOMICRMW_NAND", Update, Neither),
    row("G_ATOMICRMW_OR", Update, Neither),
    row("G_ATOMICRMW_XOR", Update, Neither),
    row("G_ATOMICRMW_MAX", Update, Neither),
    row("G_ATOMICRMW_MIN", Update, Neither),
    row("G_ATOMICRMW_UMAX", Update, Neither),
    row("G_ATOMICRMW_UMIN", Update, Neither),
    row("G_ATOMICRMW_UINC_WRAP", Update, Neither),
    row("G_ATOMICRMW_UDEC_WRAP", Update, Neither),
    row("G_ATOMICRMW_USUB_COND", Update, Neither),
    row("G_ATOMICRMW_USUB_SAT", Update, Neither),
    row("G_ATOMICRMW_FADD", FloatUpdate, Neither),
    row("G_ATOMICRMW_FSUB", FloatUpdate, Neither),
    row("G_ATOMICRMW_FMAX", FloatUpdate, Neither),
    row("G_ATOMICRMW_FMIN", FloatUpdate, Neither),
    row("G_ATOMICRMW_FMAXIMUM", FloatUpdate, Neither),
    row("G_ATOMICRMW_FMINIMUM", FloatUpdate, Neither),
    row("G_ATOMICRMW_FMAXIMUMNUM", FloatUpdate, Neither),
    row("G_ATOMICRMW_FMINIMUMNUM", FloatUpdate, Neither),
    row("G_ATOMIC_CMPXCHG", CompareExchange, AArch64),
    row("G_ATOMIC_CMPXCHG_WITH_SUCCESS", CompareExchangeWithSuccess, Neither),
    row("G_MEMMOVE", CopyMemory, Neither),
    row("G_MEMCPY", CopyApart(false), Neither),
    row("G_MEMCPY_INLINE", CopyApart(true), AArch64),
    row("G_MEMSET", FillMemory, Neither),
    row("G_MEMSET_INLINE", FillFixed, Neither),
    row("G_BZERO", ZeroMemory, Neither),
    row("G_PTR_ADD", Offset, Both),
    row("G_PTRMASK", Mask, Neither),
    row("G_ASSERT_ALIGN", Address, Both),
    row("G_PTRTOINT", AddressAsInteger, Both),
    row("G_INTTOPTR", AddressAsInteger, Both),
    row("G_ADDRSPACE_CAST", OtherSpace, Neither),
    row("G_STACKSAVE", Allocate, AArch64),
    row("G_DYN_STACKALLOC", Allocate, AArch64),
    row("G_STACKRESTORE", Allocate, AArch64),
    row("G_CONSTANT_POOL", Pool, Neither),
    row("G_FENCE", Fence, AArch64),
    row("G_BUILD_VECTOR", Build, AArch64),
    row("G_BUILD_VECTOR_TRUNC", BuildTruncated, Neither),
    row("G_UNMERGE_VALUES", Elements, AArch64),
    row("G_CONCAT_VECTORS", Concatenate, AArch64),
    row("G_EXTRACT_VECTOR_ELT", ExtractElement, AArch64),
    row("G_INSERT_VECTOR_ELT", InsertElement, AArch64),
    row("G_SHUFFLE_VECTOR", Shuffle, AArch64),
    row("G_EXTRACT_SUBVECTOR", Subvector, Neither),
    row("G_INSERT_SUBVECTOR", InsertSubvector, Neither),
    row("G_VECTOR_COMPRESS", Compress, Neither),
    row("G_BITCAST", Bitcast, AArch64),
    row("G_VECREDUCE_ADD", Reduce, AArch64),
    row("G_VECREDUCE_MUL", Reduce, Neither),
    row("G_VECREDUCE_AND", Reduce, AArch64),
    row("G_VECREDUCE_OR", Reduce, AArch64),
    row("G_VECREDUCE_XOR", Reduce, AArch64),
    row("G_VECREDUCE_SMAX", Reduce, AArch64),
    row("G_VECREDUCE_SMIN", Reduce, AArch64),
    row("G_VECREDUCE_UMAX", Reduce, AArch64),
    row("G_VECREDUCE_UMIN", Reduce, AArch64),
    row("G_VECREDUCE_FADD", ReduceFloats, AArch64),
    row("G_VECREDUCE_FMUL", ReduceFloats, Neither),
    row("G_VECREDUCE_FMAX", ReduceExtreme, AArch64),
    row("G_VECREDUCE_FMIN", ReduceExtreme, AArch64),
    row("G_VECREDUCE_FMAXIMUM", ReduceExtreme, AArch64),
    row("G_VECREDUCE_FMINIMUM", ReduceExtreme, AArch64),
    row("G_VECREDUCE_SEQ_FADD", ReduceInOrder, Neither),
    row("G_VECREDUCE_SEQ_FMUL", ReduceInOrder, Neither),
    row("G_CONSTANT", Structure, Both),
    row("G_PHI", Structure, Both),
    row("G_BR", Structure, Both),
    row("G_BRCOND", Structure, Both),
    row("G_JUMP_TABLE", Structure, AArch64),
    row("G_BRJT", Structure, AArch64),
    row("G_BLOCK_ADDR", Structure, AArch64),
    row("G_BRINDIRECT", Structure, AArch64),
    row("G_FRAME_INDEX", Structure, Both),
    row("G_GLOBAL_VALUE", Structure, Both),
];
