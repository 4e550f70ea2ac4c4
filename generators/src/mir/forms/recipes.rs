//! The types that an opcode allows, beyond what the tables say: the rules of llc's machine verifier.

/// How the types of an opcode are drawn. T0, T1 and T2 are its numbered types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mir) enum Recipe {
    /// T0 any integer or vector of them.
    Integer,
    /// As `Integer`, scalars only.
    Scalar,
    /// T0 any floating-point type or vector of them.
    Float,
    /// T0 anything.
    Any,
    /// T0 an integer whose elements have two bits or more.
    TwoBits,
    /// T0 an integer whose elements have a multiple of 16 bits.
    Bytes,
    /// T0 integer, T1 bits of the same shape.
    Carry,
    /// T0 integer, T1 integer of the same shape.
    Pair,
    /// As `Pair`, scalars only.
    ScalarPair,
    /// T0 floating-point, T1 integer of the same shape.
    FloatThenInteger,
    /// T0 and T1 floating-point of the same shape.
    TwoFloats,
    /// T0 integer, T1 floating-point of the same shape.
    FromFloat,
    /// As `FromFloat`, scalars only.
    FromFloatScalar,
    /// T0 wider than T1.
    Extend,
    /// T0 narrower than T1.
    Truncate,
    /// As `Extend`, of floating-point types.
    FloatExtend,
    /// As `Truncate`, of floating-point types.
    FloatTruncate,
    /// T0 bits, T1 integers or pointers of the same shape.
    Compare,
    /// T0 bits, T1 floating-point of the same shape.
    FloatCompare,
    /// T0 at least two bits, T1 integers of the same shape.
    ThreeWay,
    /// T0 anything, T1 a bit, or bits of the same shape.
    Select,
    /// T0 of as many bits as T1, and not the same type.
    Bitcast,
    /// T0 integer, T1 pointer of the same shape.
    FromPointer,
    /// T0 pointer, T1 integer of the same shape.
    ToPointer,
    /// T0 and T1 pointers into different spaces, of the same shape.
    Spaces,
    /// T0 pointer, T1 integer as wide as its index.
    Offset,
    /// T0 a pointer.
    Pointer,
    /// T0 a pointer into space 0.
    PlainPointer,
    /// T0 pointer, T1 integer: a size.
    Allocate,
    /// T0 integer as wide as a multiple of a vector's element.
    Vscale,
    /// T0 the element of T1, a vector; T2 as wide as an index.
    ExtractElement,
    /// T1 the element of T0, a vector; T2 as wide as an index.
    InsertElement,
    /// T0 a vector as long as the mask, T1 a vector of the same elements.
    Shuffle,
    /// T0 a scalable vector, T1 its element.
    Splat,
    /// T0 a vector.
    Vector,
    /// T0 a vector, T1 a shorter one of the same elements.
    InsertVector,
    /// T0 a vector, T1 bits of the same shape.
    Mask,
    /// T0 the element of T1, a vector of integers.
    Reduce,
    /// As `Reduce`, of floating-point numbers.
    ReduceFloat,
    /// T0 and T1 the element of T2, a vector of floating-point numbers.
    ReduceInOrder,
    /// T0 at least two bits, T1 wider.
    Insert,
    /// T1 wider than T0.
    Extract,
    /// T0 any type that fits memory, T1 a pointer.
    Load,
    /// As `Load`, T0 wider than what is read.
    ExtendingLoad,
    /// T0 stored through T1.
    Store,
    /// T0 integer or floating-point, T1 a pointer, changed at once.
    Change,
    /// As `Change`, of floating-point numbers.
    ChangeFloat,
    /// T0 compared and exchanged through T1.
    Exchange,
    /// As `Exchange`, T1 the bit of success and T2 the pointer.
    ExchangeSuccess,
    /// T0 loaded, T1 a pointer, T2 its offset.
    IndexedLoad,
    /// T0 a pointer, T1 stored, T2 the offset.
    IndexedStore,
    /// T0 a pointer that is written, T1 one that is read, T2 a size.
    CopyBytes,
    /// T0 a pointer that is written, T1 a byte, T2 a size.
    SetBytes,
    /// T0 a pointer that is written, T1 a size.
    ZeroBytes,
    /// T0 a value, T1 the list of arguments.
    NextArgument,
    /// Generated with control flow, or by a separate function.
    Special,
}

use Recipe::*;

/// Each generic opcode with its recipe.
pub(super) const RECIPES: &[(Recipe, &[&str])] = &[
    (Integer, &["G_ADD", "G_SUB", "G_MUL", "G_AND", "G_OR", "G_XOR", "G_SDIV", "G_UDIV", "G_SREM", "G_UREM", "G_SDIVREM", "G_UDIVREM"]),
    (Integer, &["G_ABS", "G_BITREVERSE", "G_SMAX", "G_SMIN", "G_UMAX", "G_UMIN", "G_SMULH", "G_UMULH", "G_CONSTANT_FOLD_BARRIER"]),
    (Integer, &["G_SADDSAT", "G_SSUBSAT", "G_UADDSAT", "G_USUBSAT"]),
    (Integer, &["G_SMULFIX", "G_UMULFIX", "G_SMULFIXSAT", "G_UMULFIXSAT", "G_SDIVFIX", "G_UDIVFIX", "G_SDIVFIXSAT", "G_UDIVFIXSAT"]),
    (
        Scalar,
        &["G_CONSTANT", "G_READCYCLECOUNTER", "G_READSTEADYCOUNTER", "G_READ_REGISTER", "G_WRITE_REGISTER", "G_GET_FPENV", "G_SET_FPENV"],
    ),
    (Scalar, &["G_GET_FPMODE", "G_SET_FPMODE"]),
    (Any, &["G_IMPLICIT_DEF", "G_FREEZE"]),
    (TwoBits, &["G_SEXT_INREG", "G_ASSERT_SEXT", "G_ASSERT_ZEXT"]),
    (Bytes, &["G_BSWAP"]),
    (Carry, &["G_SADDO", "G_SSUBO", "G_UADDO", "G_USUBO", "G_SMULO", "G_UMULO", "G_SADDE", "G_SSUBE", "G_UADDE", "G_USUBE"]),
    (Pair, &["G_SHL", "G_LSHR", "G_ASHR", "G_ROTL", "G_ROTR", "G_FSHL", "G_FSHR", "G_SSHLSAT", "G_USHLSAT"]),
    (Pair, &["G_CTLZ", "G_CTLZ_ZERO_UNDEF", "G_CTTZ", "G_CTTZ_ZERO_UNDEF", "G_CTPOP"]),
    (ScalarPair, &["G_SBFX", "G_UBFX"]),
    (
        Float,
        &["G_FADD", "G_FSUB", "G_FMUL", "G_FDIV", "G_FREM", "G_FPOW", "G_FMA", "G_FMAD", "G_FNEG", "G_FABS", "G_FSQRT", "G_FCANONICALIZE"],
    ),
    (Float, &["G_FACOS", "G_FASIN", "G_FATAN", "G_FCOS", "G_FCOSH", "G_FSIN", "G_FSINH", "G_FTAN", "G_FTANH", "G_FCEIL", "G_FFLOOR"]),
    (Float, &["G_FEXP", "G_FEXP10", "G_FEXP2", "G_FLOG", "G_FLOG10", "G_FLOG2", "G_FNEARBYINT", "G_FRINT"]),
    (Float, &["G_FMAXIMUM", "G_FMINIMUM", "G_FMAXNUM", "G_FMINNUM", "G_FMAXNUM_IEEE", "G_FMINNUM_IEEE"]),
    (Float, &["G_INTRINSIC_ROUND", "G_INTRINSIC_ROUNDEVEN", "G_INTRINSIC_TRUNC"]),
    (Float, &["G_STRICT_FADD", "G_STRICT_FSUB", "G_STRICT_FMUL", "G_STRICT_FDIV", "G_STRICT_FREM", "G_STRICT_FMA", "G_STRICT_FSQRT"]),
    (FloatThenInteger, &["G_FPOWI", "G_FLDEXP", "G_STRICT_FLDEXP", "G_FFREXP", "G_SITOFP", "G_UITOFP"]),
    (TwoFloats, &["G_FCOPYSIGN"]),
    (FromFloat, &["G_FPTOSI", "G_FPTOUI", "G_INTRINSIC_LRINT", "G_INTRINSIC_LLRINT"]),
    (FromFloatScalar, &["G_LROUND", "G_LLROUND"]),
    (FloatCompare, &["G_FCMP", "G_IS_FPCLASS"]),
    (Extend, &["G_SEXT", "G_ZEXT", "G_ANYEXT"]),
    (Truncate, &["G_TRUNC"]),
    (FloatExtend, &["G_FPEXT"]),
    (FloatTruncate, &["G_FPTRUNC", "G_INTRINSIC_FPTRUNC_ROUND"]),
    (Compare, &["G_ICMP"]),
    (ThreeWay, &["G_SCMP", "G_UCMP"]),
    (Select, &["G_SELECT"]),
    (Bitcast, &["G_BITCAST"]),
    (FromPointer, &["G_PTRTOINT"]),
    (ToPointer, &["G_INTTOPTR"]),
    (Spaces, &["G_ADDRSPACE_CAST"]),
    (Offset, &["G_PTR_ADD", "G_PTRMASK"]),
    (Pointer, &["G_ASSERT_ALIGN", "G_PREFETCH", "G_VASTART"]),
    (PlainPointer, &["G_STACKSAVE", "G_STACKRESTORE", "G_FRAME_INDEX", "G_CONSTANT_POOL"]),
    (Allocate, &["G_DYN_STACKALLOC"]),
    (Vscale, &["G_VSCALE"]),
    (ExtractElement, &["G_EXTRACT_VECTOR_ELT"]),
    (InsertElement, &["G_INSERT_VECTOR_ELT"]),
    (Shuffle, &["G_SHUFFLE_VECTOR"]),
    (Splat, &["G_SPLAT_VECTOR"]),
    (Vector, &["G_EXTRACT_SUBVECTOR"]),
    (InsertVector, &["G_INSERT_SUBVECTOR"]),
    (Mask, &["G_VECTOR_COMPRESS"]),
    (Reduce, &["G_VECREDUCE_ADD", "G_VECREDUCE_MUL", "G_VECREDUCE_AND", "G_VECREDUCE_OR", "G_VECREDUCE_XOR"]),
    (Reduce, &["G_VECREDUCE_SMAX", "G_VECREDUCE_SMIN", "G_VECREDUCE_UMAX", "G_VECREDUCE_UMIN"]),
    (
        ReduceFloat,
        &["G_VECREDUCE_FADD", "G_VECREDUCE_FMUL", "G_VECREDUCE_FMAX", "G_VECREDUCE_FMIN", "G_VECREDUCE_FMAXIMUM", "G_VECREDUCE_FMINIMUM"],
    ),
    (ReduceInOrder, &["G_VECREDUCE_SEQ_FADD", "G_VECREDUCE_SEQ_FMUL"]),
    (Insert, &["G_INSERT"]),
    (Extract, &["G_EXTRACT"]),
    (Load, &["G_LOAD"]),
    (ExtendingLoad, &["G_SEXTLOAD", "G_ZEXTLOAD"]),
    (Store, &["G_STORE"]),
    (Change, &["G_ATOMICRMW_ADD", "G_ATOMICRMW_SUB", "G_ATOMICRMW_AND", "G_ATOMICRMW_NAND", "G_ATOMICRMW_OR", "G_ATOMICRMW_XOR"]),
    (Change, &["G_ATOMICRMW_MAX", "G_ATOMICRMW_MIN", "G_ATOMICRMW_UMAX", "G_ATOMICRMW_UMIN", "G_ATOMICRMW_XCHG"]),
    (Change, &["G_ATOMICRMW_UDEC_WRAP", "G_ATOMICRMW_UINC_WRAP"]),
    (ChangeFloat, &["G_ATOMICRMW_FADD", "G_ATOMICRMW_FSUB", "G_ATOMICRMW_FMAX", "G_ATOMICRMW_FMIN"]),
    (Exchange, &["G_ATOMIC_CMPXCHG"]),
    (ExchangeSuccess, &["G_ATOMIC_CMPXCHG_WITH_SUCCESS"]),
    (IndexedLoad, &["G_INDEXED_LOAD", "G_INDEXED_SEXTLOAD", "G_INDEXED_ZEXTLOAD"]),
    (IndexedStore, &["G_INDEXED_STORE"]),
    (CopyBytes, &["G_MEMCPY", "G_MEMCPY_INLINE", "G_MEMMOVE"]),
    (SetBytes, &["G_MEMSET"]),
    (ZeroBytes, &["G_BZERO"]),
    (NextArgument, &["G_VAARG"]),
    (Special, &["G_FCONSTANT", "G_GLOBAL_VALUE", "G_PTRAUTH_GLOBAL_VALUE", "G_BLOCK_ADDR", "G_JUMP_TABLE"]),
    (Special, &["G_FENCE", "G_TRAP", "G_DEBUGTRAP", "G_UBSANTRAP", "G_RESET_FPENV", "G_RESET_FPMODE"]),
    (Special, &["G_MERGE_VALUES", "G_UNMERGE_VALUES", "G_BUILD_VECTOR", "G_BUILD_VECTOR_TRUNC", "G_CONCAT_VECTORS"]),
    (Special, &["G_INTRINSIC", "G_INTRINSIC_W_SIDE_EFFECTS", "G_INTRINSIC_CONVERGENT", "G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS"]),
    (Special, &["G_PHI", "G_BR", "G_BRCOND", "G_BRINDIRECT", "G_BRJT", "G_INVOKE_REGION_START"]),
];
