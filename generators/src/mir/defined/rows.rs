//! The opcodes of functions to be executed.

use irsmith_mir::tables::Target;

/// The operands of an opcode, and what guards them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Integer(IntegerForm),
    Float(FloatForm),
    Memory(MemoryForm),
    /// Only of targets with vectors.
    Vector(VectorForm),
    /// What constructs write anyway.
    Structure,
}

/// Operands of an opcode of integers of any kind, and what guards them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IntegerForm {
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
}

/// The same for floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FloatForm {
    /// So many operands.
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
}

/// The same for addresses and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemoryForm {
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
}

/// The same for vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VectorForm {
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

const fn integer(opcode: &'static str, form: IntegerForm, selected: Selected) -> Row {
    Row { opcode, form: Form::Integer(form), selected }
}

const fn float(opcode: &'static str, form: FloatForm, selected: Selected) -> Row {
    Row { opcode, form: Form::Float(form), selected }
}

const fn memory(opcode: &'static str, form: MemoryForm, selected: Selected) -> Row {
    Row { opcode, form: Form::Memory(form), selected }
}

const fn vector(opcode: &'static str, form: VectorForm, selected: Selected) -> Row {
    Row { opcode, form: Form::Vector(form), selected }
}

const fn structure(opcode: &'static str, selected: Selected) -> Row {
    Row { opcode, form: Form::Structure, selected }
}

/// Returns the opcodes of all rows.
pub fn opcodes() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.opcode)
}

use FloatForm::*;
use IntegerForm::*;
use MemoryForm::*;
use Selected::{AArch64, Both, Neither};
use VectorForm::*;

/// All of them.
pub(super) static ROWS: &[Row] = &[
    integer("G_ADD", Same(2), Both),
    integer("G_SUB", Same(2), Both),
    integer("G_MUL", Same(2), Both),
    integer("G_AND", Same(2), Both),
    integer("G_OR", Same(2), Both),
    integer("G_XOR", Same(2), Both),
    integer("G_SMIN", Same(2), AArch64),
    integer("G_SMAX", Same(2), AArch64),
    integer("G_UMIN", Same(2), AArch64),
    integer("G_UMAX", Same(2), AArch64),
    integer("G_ABS", Same(1), AArch64),
    integer("G_ABDS", Same(2), Neither),
    integer("G_ABDU", Same(2), Neither),
    integer("G_SMULH", Same(2), Both),
    integer("G_UMULH", Same(2), Both),
    integer("G_SAVGFLOOR", Same(2), Neither),
    integer("G_SAVGCEIL", Same(2), Neither),
    integer("G_UAVGFLOOR", Same(2), Neither),
    integer("G_UAVGCEIL", Same(2), Neither),
    integer("G_CLMUL", Same(2), Neither),
    integer("G_UADDSAT", Same(2), AArch64),
    integer("G_SADDSAT", Same(2), AArch64),
    integer("G_USUBSAT", Same(2), AArch64),
    integer("G_SSUBSAT", Same(2), AArch64),
    integer("G_SHL", Shift, Both),
    integer("G_LSHR", Shift, Both),
    integer("G_ASHR", Shift, Both),
    integer("G_USHLSAT", Shift, Neither),
    integer("G_SSHLSAT", Shift, Neither),
    integer("G_ROTL", Same(2), AArch64),
    integer("G_ROTR", Same(2), AArch64),
    integer("G_FSHL", Same(3), AArch64),
    integer("G_FSHR", Same(3), AArch64),
    integer("G_UDIV", Divide(false), Both),
    integer("G_SDIV", Divide(true), Both),
    integer("G_UREM", Divide(false), Both),
    integer("G_SREM", Divide(true), Both),
    integer("G_UDIVREM", DivideBoth(false), AArch64),
    integer("G_SDIVREM", DivideBoth(true), AArch64),
    integer("G_UADDO", Overflow, AArch64),
    integer("G_SADDO", Overflow, AArch64),
    integer("G_USUBO", Overflow, AArch64),
    integer("G_SSUBO", Overflow, AArch64),
    integer("G_UMULO", Overflow, AArch64),
    integer("G_SMULO", Overflow, AArch64),
    integer("G_UADDE", Carry, AArch64),
    integer("G_SADDE", Carry, AArch64),
    integer("G_USUBE", Carry, AArch64),
    integer("G_SSUBE", Carry, AArch64),
    integer("G_SMULFIX", Fixed, Neither),
    integer("G_UMULFIX", Fixed, Neither),
    integer("G_SMULFIXSAT", Fixed, Neither),
    integer("G_UMULFIXSAT", Fixed, Neither),
    integer("G_SDIVFIX", FixedDivide, Neither),
    integer("G_UDIVFIX", FixedDivide, Neither),
    integer("G_SDIVFIXSAT", FixedDivide, Neither),
    integer("G_UDIVFIXSAT", FixedDivide, Neither),
    integer("G_BITREVERSE", Same(1), AArch64),
    integer("G_BSWAP", Bytes, Both),
    integer("G_CTPOP", Same(1), AArch64),
    integer("G_CTLZ", Same(1), AArch64),
    integer("G_CTTZ", Same(1), AArch64),
    integer("G_CTLS", Same(1), Neither),
    integer("G_CTLZ_ZERO_UNDEF", NotZero, AArch64),
    integer("G_CTTZ_ZERO_UNDEF", NotZero, Both),
    integer("G_CTLZ_ZERO_POISON", NotZero, Neither),
    integer("G_CTTZ_ZERO_POISON", NotZero, Neither),
    integer("G_SBFX", Field, Neither),
    integer("G_UBFX", Field, Neither),
    integer("G_SEXT", Extend, Both),
    integer("G_ZEXT", Extend, Both),
    integer("G_ANYEXT", ExtendAny, Both),
    integer("G_TRUNC", Truncate, Both),
    integer("G_TRUNC_SSAT_S", Truncate, Neither),
    integer("G_TRUNC_SSAT_U", Truncate, Neither),
    integer("G_TRUNC_USAT_U", Truncate, Neither),
    integer("G_SEXT_INREG", SignExtendInRegister, Both),
    integer("G_ASSERT_SEXT", Assert(true), Both),
    integer("G_ASSERT_ZEXT", Assert(false), Both),
    integer("G_MERGE_VALUES", Merge, Both),
    integer("G_UNMERGE_VALUES", Unmerge, Both),
    integer("G_EXTRACT", Extract, Neither),
    integer("G_INSERT", Insert, Neither),
    integer("G_ICMP", Compare, Both),
    integer("G_SCMP", ThreeWay, Neither),
    integer("G_UCMP", ThreeWay, Neither),
    integer("G_SELECT", Select, Both),
    integer("G_FREEZE", Freeze, AArch64),
    integer("COPY", Copy, Both),
    integer("G_CONSTANT_FOLD_BARRIER", Copy, AArch64),
    float("G_FADD", Float(2), Both),
    float("G_FSUB", Float(2), Both),
    float("G_FMUL", Float(2), Both),
    float("G_FDIV", Float(2), Both),
    float("G_FMA", Float(3), AArch64),
    float("G_FSQRT", Float(1), AArch64),
    float("G_FMAD", Float(3), Neither),
    float("G_FREM", Float(2), Neither),
    float("G_FCANONICALIZE", Float(1), Neither),
    float("ARITH_FENCE", Float(1), Neither),
    float("G_STRICT_FADD", Float(2), Neither),
    float("G_STRICT_FSUB", Float(2), Neither),
    float("G_STRICT_FMUL", Float(2), Neither),
    float("G_STRICT_FDIV", Float(2), Neither),
    float("G_STRICT_FREM", Float(2), Neither),
    float("G_STRICT_FMA", Float(3), Neither),
    float("G_STRICT_FSQRT", Float(1), Neither),
    float("G_FPOWI", Power, Neither),
    float("G_FLDEXP", Scale, Neither),
    float("G_STRICT_FLDEXP", Scale, Neither),
    float("G_FFREXP", Exponent, Neither),
    float("G_FMODF", Parts, Neither),
    integer("G_FNEG", Same(1), Neither),
    integer("G_FABS", Same(1), Neither),
    integer("G_FCOPYSIGN", Same(2), Neither),
    float("G_FCEIL", Float(1), AArch64),
    float("G_FFLOOR", Float(1), AArch64),
    float("G_INTRINSIC_TRUNC", Float(1), AArch64),
    float("G_INTRINSIC_ROUND", Float(1), AArch64),
    float("G_INTRINSIC_ROUNDEVEN", Float(1), Neither),
    float("G_FRINT", Float(1), AArch64),
    float("G_FNEARBYINT", Float(1), AArch64),
    float("G_FMINIMUM", Float(2), AArch64),
    float("G_FMAXIMUM", Float(2), AArch64),
    float("G_FMINIMUMNUM", Float(2), Neither),
    float("G_FMAXIMUMNUM", Float(2), Neither),
    float("G_FMINNUM", FloatNoSign(2), AArch64),
    float("G_FMAXNUM", FloatNoSign(2), AArch64),
    float("G_FMINNUM_IEEE", FloatNoSign(2), Neither),
    float("G_FMAXNUM_IEEE", FloatNoSign(2), Neither),
    float("G_FCMP", FloatCompare, Both),
    float("G_STRICT_FCMP", FloatCompare, Neither),
    float("G_STRICT_FCMPS", FloatCompare, Neither),
    float("G_IS_FPCLASS", FloatClass, Neither),
    float("G_SITOFP", FromInteger, Both),
    float("G_UITOFP", FromInteger, AArch64),
    float("G_FPTOSI", ToIntegerInRange, Both),
    float("G_FPTOUI", ToIntegerInRange, AArch64),
    float("G_FPTOSI_SAT", ToInteger, Neither),
    float("G_FPTOUI_SAT", ToInteger, Neither),
    float("G_LROUND", ToIntegerInRange, Neither),
    float("G_LLROUND", ToIntegerInRange, Neither),
    float("G_INTRINSIC_LRINT", ToIntegerInRange, Neither),
    float("G_INTRINSIC_LLRINT", ToIntegerInRange, Neither),
    float("G_FPEXT", FloatExtend, Both),
    float("G_FPTRUNC", FloatTruncate, Both),
    float("G_INTRINSIC_FPTRUNC_ROUND", FloatTruncateTo, Neither),
    float("G_FCONSTANT", FloatConstant, Both),
    memory("G_LOAD", Load, Both),
    memory("G_STORE", Store, Both),
    memory("G_SEXTLOAD", LoadExtended, AArch64),
    memory("G_ZEXTLOAD", LoadExtended, AArch64),
    memory("G_FPEXTLOAD", FloatLoad, Neither),
    memory("G_FPTRUNCSTORE", FloatStore, Neither),
    memory("G_INDEXED_LOAD", LoadMoving, Neither),
    memory("G_INDEXED_SEXTLOAD", LoadMoving, Neither),
    memory("G_INDEXED_ZEXTLOAD", LoadMoving, Neither),
    memory("G_INDEXED_STORE", StoreMoving, Neither),
    memory("G_ATOMICRMW_XCHG", Update, Neither),
    memory("G_ATOMICRMW_ADD", Update, Neither),
    memory("G_ATOMICRMW_SUB", Update, Neither),
    memory("G_ATOMICRMW_AND", Update, Neither),
    memory("G_ATOMICRMW_NAND", Update, Neither),
    memory("G_ATOMICRMW_OR", Update, Neither),
    memory("G_ATOMICRMW_XOR", Update, Neither),
    memory("G_ATOMICRMW_MAX", Update, Neither),
    memory("G_ATOMICRMW_MIN", Update, Neither),
    memory("G_ATOMICRMW_UMAX", Update, Neither),
    memory("G_ATOMICRMW_UMIN", Update, Neither),
    memory("G_ATOMICRMW_UINC_WRAP", Update, Neither),
    memory("G_ATOMICRMW_UDEC_WRAP", Update, Neither),
    memory("G_ATOMICRMW_USUB_COND", Update, Neither),
    memory("G_ATOMICRMW_USUB_SAT", Update, Neither),
    memory("G_ATOMICRMW_FADD", FloatUpdate, Neither),
    memory("G_ATOMICRMW_FSUB", FloatUpdate, Neither),
    memory("G_ATOMICRMW_FMAX", FloatUpdate, Neither),
    memory("G_ATOMICRMW_FMIN", FloatUpdate, Neither),
    memory("G_ATOMICRMW_FMAXIMUM", FloatUpdate, Neither),
    memory("G_ATOMICRMW_FMINIMUM", FloatUpdate, Neither),
    memory("G_ATOMICRMW_FMAXIMUMNUM", FloatUpdate, Neither),
    memory("G_ATOMICRMW_FMINIMUMNUM", FloatUpdate, Neither),
    memory("G_ATOMIC_CMPXCHG", CompareExchange, AArch64),
    memory("G_ATOMIC_CMPXCHG_WITH_SUCCESS", CompareExchangeWithSuccess, Neither),
    memory("G_MEMMOVE", CopyMemory, Neither),
    memory("G_MEMCPY", CopyApart(false), Neither),
    memory("G_MEMCPY_INLINE", CopyApart(true), AArch64),
    memory("G_MEMSET", FillMemory, Neither),
    memory("G_MEMSET_INLINE", FillFixed, Neither),
    memory("G_BZERO", ZeroMemory, Neither),
    memory("G_PTR_ADD", Offset, Both),
    memory("G_PTRMASK", Mask, Neither),
    memory("G_ASSERT_ALIGN", Address, Both),
    memory("G_PTRTOINT", AddressAsInteger, Both),
    memory("G_INTTOPTR", AddressAsInteger, Both),
    memory("G_ADDRSPACE_CAST", OtherSpace, Neither),
    memory("G_STACKSAVE", Allocate, AArch64),
    memory("G_DYN_STACKALLOC", Allocate, AArch64),
    memory("G_STACKRESTORE", Allocate, AArch64),
    memory("G_CONSTANT_POOL", Pool, Neither),
    memory("G_FENCE", Fence, AArch64),
    vector("G_BUILD_VECTOR", Build, AArch64),
    vector("G_BUILD_VECTOR_TRUNC", BuildTruncated, Neither),
    vector("G_UNMERGE_VALUES", Elements, AArch64),
    vector("G_CONCAT_VECTORS", Concatenate, AArch64),
    vector("G_EXTRACT_VECTOR_ELT", ExtractElement, AArch64),
    vector("G_INSERT_VECTOR_ELT", InsertElement, AArch64),
    vector("G_SHUFFLE_VECTOR", Shuffle, AArch64),
    vector("G_EXTRACT_SUBVECTOR", Subvector, Neither),
    vector("G_INSERT_SUBVECTOR", InsertSubvector, Neither),
    vector("G_VECTOR_COMPRESS", Compress, Neither),
    vector("G_BITCAST", Bitcast, AArch64),
    vector("G_VECREDUCE_ADD", Reduce, AArch64),
    vector("G_VECREDUCE_MUL", Reduce, Neither),
    vector("G_VECREDUCE_AND", Reduce, AArch64),
    vector("G_VECREDUCE_OR", Reduce, AArch64),
    vector("G_VECREDUCE_XOR", Reduce, AArch64),
    vector("G_VECREDUCE_SMAX", Reduce, AArch64),
    vector("G_VECREDUCE_SMIN", Reduce, AArch64),
    vector("G_VECREDUCE_UMAX", Reduce, AArch64),
    vector("G_VECREDUCE_UMIN", Reduce, AArch64),
    vector("G_VECREDUCE_FADD", ReduceFloats, AArch64),
    vector("G_VECREDUCE_FMUL", ReduceFloats, Neither),
    vector("G_VECREDUCE_FMAX", ReduceExtreme, AArch64),
    vector("G_VECREDUCE_FMIN", ReduceExtreme, AArch64),
    vector("G_VECREDUCE_FMAXIMUM", ReduceExtreme, AArch64),
    vector("G_VECREDUCE_FMINIMUM", ReduceExtreme, AArch64),
    vector("G_VECREDUCE_SEQ_FADD", ReduceInOrder, Neither),
    vector("G_VECREDUCE_SEQ_FMUL", ReduceInOrder, Neither),
    structure("G_CONSTANT", Both),
    structure("G_PHI", Both),
    structure("G_BR", Both),
    structure("G_BRCOND", Both),
    structure("G_TRAP", Both),
    structure("G_UBSANTRAP", Both),
    structure("G_JUMP_TABLE", AArch64),
    structure("G_BRJT", AArch64),
    structure("G_BLOCK_ADDR", AArch64),
    structure("G_BRINDIRECT", AArch64),
    structure("G_FRAME_INDEX", Both),
    structure("G_GLOBAL_VALUE", Both),
];
