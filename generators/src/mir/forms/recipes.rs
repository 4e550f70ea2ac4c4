//! How the types of generic opcodes are drawn. Which types go together, the tables say: the rules of an opcode decide its recipe, unless the
//! opcode needs more than types that fit.

use irsmith_mir::tables::{Opcode, TypeRule as Rule, TypeRules};

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
    /// T0 a vector, T1 a longer one of the same elements.
    ExtractVector,
    /// T0 a scalable vector of integers.
    StepVector,
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
    /// As `Store`, T0 wider than what is written.
    TruncatingStore,
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

/// The recipe of a generic opcode: that of its name, or else that of its rules.
///
/// # Panics
/// If there is neither: the types of a new kind of opcode must be thought of.
pub(super) fn recipe(opcode: &Opcode) -> Recipe {
    let named = NAMED.iter().find(|(_, names)| names.contains(&opcode.name)).map(|(recipe, _)| *recipe);
    let of_rules = || RULED.iter().find(|(_, rules)| is_same(opcode.rules, rules)).map(|(recipe, _)| *recipe);
    named.or_else(of_rules).unwrap_or_else(|| panic!("{} has no recipe", opcode.name))
}

/// Whether these are the rules of an opcode, in any order.
fn is_same(of_opcode: TypeRules, rules: &[Rule]) -> bool {
    of_opcode.all().count() == rules.len() && of_opcode.all().all(|rule| rules.contains(&rule))
}

/// The recipes of opcodes whose types follow from their rules.
const RULED: &[(Recipe, &[Rule])] = &[
    (Integer, &[Rule::Integer(0)]),
    (Bytes, &[Rule::Integer(0), Rule::BytePairs(0)]),
    (Pair, &[Rule::Integer(0), Rule::Integer(1), Rule::SameLanes(0, 1)]),
    (ScalarPair, &[Rule::Integer(0), Rule::Single(0), Rule::Integer(1), Rule::Single(1)]),
    (Carry, &[Rule::Integer(0), Rule::Boolean(1), Rule::SameLanes(0, 1)]),
    (Compare, &[Rule::Boolean(0), Rule::SameLanes(0, 1)]),
    (FloatCompare, &[Rule::Boolean(0), Rule::Float(1), Rule::SameLanes(0, 1)]),
    (FloatCompare, &[Rule::Integer(0), Rule::Boolean(0), Rule::Integer(1), Rule::Float(1), Rule::SameLanes(0, 1)]),
    (ThreeWay, &[Rule::Integer(0), Rule::TwoBits(0), Rule::Integer(1), Rule::SameLanes(0, 1)]),
    (Select, &[Rule::Boolean(1), Rule::LanesOrOne(1, 0)]),
    (Float, &[Rule::Float(0)]),
    (FloatThenInteger, &[Rule::Float(0), Rule::Integer(1), Rule::SameLanes(0, 1)]),
    (FromFloat, &[Rule::Integer(0), Rule::Float(1), Rule::SameLanes(0, 1)]),
    (FromFloatScalar, &[Rule::Integer(0), Rule::Single(0), Rule::Integer(1), Rule::Float(1), Rule::Single(1), Rule::SameLanes(0, 1)]),
    (TwoFloats, &[Rule::Float(0), Rule::Float(1), Rule::SameLanes(0, 1)]),
    (FloatExtend, &[Rule::Integer(0), Rule::Integer(1), Rule::Float(0), Rule::Float(1), Rule::SameLanes(0, 1), Rule::Wider(0, 1)]),
    (FloatTruncate, &[Rule::Float(0), Rule::Float(1), Rule::SameLanes(0, 1), Rule::Wider(1, 0)]),
    (FloatTruncate, &[Rule::Integer(0), Rule::Integer(1), Rule::Float(0), Rule::Float(1), Rule::SameLanes(0, 1), Rule::Wider(1, 0)]),
    (Extend, &[Rule::Integer(0), Rule::Integer(1), Rule::SameLanes(0, 1), Rule::Wider(0, 1)]),
    (Truncate, &[Rule::Integer(0), Rule::Integer(1), Rule::SameLanes(0, 1), Rule::Wider(1, 0)]),
    (Bitcast, &[Rule::SameBits(0, 1), Rule::Different(0, 1)]),
    (FromPointer, &[Rule::Integer(0), Rule::Pointers(1), Rule::SameLanes(0, 1)]),
    (ToPointer, &[Rule::Pointers(0), Rule::Integer(1), Rule::SameLanes(0, 1)]),
    (Spaces, &[Rule::Pointers(0), Rule::Pointers(1), Rule::SameLanes(0, 1), Rule::Different(0, 1)]),
    (Offset, &[Rule::Pointers(0), Rule::Integer(1), Rule::SameLanes(0, 1), Rule::IndexOf(1, 0)]),
    (Scalar, &[Rule::Single(0)]),
    (Scalar, &[Rule::Integer(0), Rule::Single(0)]),
    (Pointer, &[Rule::Pointers(0)]),
    (PlainPointer, &[Rule::Pointers(0), Rule::Single(0)]),
    (Allocate, &[Rule::Pointers(0), Rule::Single(0), Rule::Integer(1), Rule::Single(1)]),
    (ExtractElement, &[Rule::Vector(1), Rule::ElementOf(0, 1), Rule::LaneIndex(2)]),
    (InsertElement, &[Rule::Vector(0), Rule::Single(1), Rule::ElementOf(1, 0), Rule::LaneIndex(2)]),
    (Shuffle, &[Rule::Fixed(0), Rule::Fixed(1), Rule::SameElement(0, 1)]),
    (Splat, &[Rule::Scalable(0), Rule::Single(1), Rule::Integer(1), Rule::Within(0, 1)]),
    (Vector, &[Rule::Vector(0)]),
    (InsertVector, &[Rule::Vector(0), Rule::Vector(1), Rule::SameElement(0, 1), Rule::MoreBits(0, 1)]),
    (ExtractVector, &[Rule::Vector(0), Rule::Vector(1), Rule::SameElement(0, 1), Rule::MoreBits(1, 0)]),
    (Mask, &[Rule::Vector(0), Rule::Boolean(1), Rule::SameLanes(0, 1)]),
    (Reduce, &[Rule::Integer(0), Rule::Single(0), Rule::Integer(1), Rule::ElementOf(0, 1)]),
    (ReduceFloat, &[Rule::Integer(0), Rule::Single(0), Rule::Float(1), Rule::ElementOf(0, 1)]),
    (
        ReduceInOrder,
        &[
            Rule::Integer(0),
            Rule::Single(0),
            Rule::Integer(1),
            Rule::Single(1),
            Rule::Vector(2),
            Rule::Float(2),
            Rule::ElementOf(0, 2),
            Rule::ElementOf(1, 2),
        ],
    ),
    (Insert, &[Rule::Fixed(0), Rule::Fixed(1), Rule::MoreBits(0, 1)]),
    (Extract, &[Rule::Fixed(0), Rule::Fixed(1), Rule::MoreBits(1, 0)]),
    (ExtendingLoad, &[Rule::Integer(0), Rule::Pointers(1), Rule::Single(1)]),
    (Change, &[Rule::Integer(0), Rule::Single(0), Rule::Pointers(1), Rule::Single(1)]),
    (ChangeFloat, &[Rule::Float(0), Rule::Pointers(1), Rule::Single(1)]),
    (ExchangeSuccess, &[Rule::Single(0), Rule::Boolean(1), Rule::Single(1), Rule::Pointers(2), Rule::Single(2)]),
    (IndexedLoad, &[Rule::Pointers(1), Rule::Single(1), Rule::Integer(2), Rule::Single(2)]),
    (IndexedLoad, &[Rule::Integer(0), Rule::Pointers(1), Rule::Single(1), Rule::Integer(2), Rule::Single(2)]),
    (IndexedStore, &[Rule::Pointers(0), Rule::Single(0), Rule::Integer(2), Rule::Single(2)]),
    (CopyBytes, &[Rule::Pointers(0), Rule::Single(0), Rule::Pointers(1), Rule::Single(1), Rule::Integer(2), Rule::Single(2)]),
    (SetBytes, &[Rule::Pointers(0), Rule::Single(0), Rule::Integer(1), Rule::Single(1), Rule::Integer(2), Rule::Single(2)]),
];

/// The recipes of opcodes that say more than their types do: what an opcode does with memory or control, or which numbers go with its types.
const NAMED: &[(Recipe, &[&str])] = &[
    (Integer, &["G_CONSTANT_FOLD_BARRIER"]),
    (Scalar, &["G_READ_REGISTER", "G_WRITE_REGISTER"]),
    (Any, &["G_IMPLICIT_DEF", "G_FREEZE"]),
    (TwoBits, &["G_SEXT_INREG", "G_ASSERT_SEXT", "G_ASSERT_ZEXT"]),
    (Pointer, &["G_PREFETCH", "G_VASTART"]),
    (Vscale, &["G_VSCALE"]),
    (Load, &["G_LOAD"]),
    (Store, &["G_STORE"]),
    (ExtendingLoad, &["G_FPEXTLOAD"]),
    (TruncatingStore, &["G_FPTRUNCSTORE"]),
    (StepVector, &["G_STEP_VECTOR"]),
    (Change, &["G_ATOMICRMW_XCHG"]),
    (Exchange, &["G_ATOMIC_CMPXCHG"]),
    (ZeroBytes, &["G_BZERO"]),
    (NextArgument, &["G_VAARG"]),
    (Special, &["G_FCONSTANT", "G_GLOBAL_VALUE", "G_PTRAUTH_GLOBAL_VALUE", "G_BLOCK_ADDR", "G_JUMP_TABLE"]),
    (Special, &["G_FENCE", "G_TRAP", "G_DEBUGTRAP", "G_UBSANTRAP", "G_RESET_FPENV", "G_RESET_FPMODE"]),
    (Special, &["G_MERGE_VALUES", "G_UNMERGE_VALUES", "G_BUILD_VECTOR", "G_BUILD_VECTOR_TRUNC", "G_CONCAT_VECTORS"]),
    (Special, &["G_INTRINSIC", "G_INTRINSIC_W_SIDE_EFFECTS", "G_INTRINSIC_CONVERGENT", "G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS"]),
    (Special, &["G_PHI", "G_BR", "G_BRCOND", "G_BRINDIRECT", "G_BRJT", "G_INVOKE_REGION_START"]),
];
