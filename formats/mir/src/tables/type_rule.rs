//! How the types of a generic opcode depend on one another.
//!
//! The rows are what the machine verifier of llc 19 demands, and what an operation needs to mean anything: a comparison gives a truth
//! value, floating-point arithmetic has a format. Types of no rule may be any.

use super::Opcode;
use crate::{Element, Type};

/// A demand on the types of an opcode; numbers are those of [`super::SlotKind::Type`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeRule {
    /// A scalar or a vector of scalars.
    Integer(u8),
    /// The same, of elements as wide as a floating-point format: 16, 32, 64, 80 or 128 bits. Types do not tell formats of one width apart.
    Float(u8),
    /// The same, of truth values. Their elements have one bit until the legalizer makes them as wide as the target wants.
    Boolean(u8),
    /// The same, of elements of a multiple of 16 bits.
    BytePairs(u8),
    /// A pointer or a vector of pointers.
    Pointers(u8),
    /// No vector.
    Single(u8),
    /// A vector.
    Vector(u8),
    /// A vector of a multiple of `vscale` elements.
    Scalable(u8),
    /// Anything else.
    Fixed(u8),
    /// Elements of two or more bits.
    TwoBits(u8),
    /// Both no vectors, or both vectors of as many elements.
    SameLanes(u8, u8),
    /// The first is no vector, or they are vectors of as many elements.
    LanesOrOne(u8, u8),
    /// They differ.
    Different(u8, u8),
    /// Of as many bits, and either both of pointers or neither.
    SameBits(u8, u8),
    /// The first has more bits.
    MoreBits(u8, u8),
    /// The elements of the first have more bits.
    Wider(u8, u8),
    /// The elements of the first are as wide as a pointer of 64 bits, which the second is.
    IndexOf(u8, u8),
    /// An index of vectors: a scalar of 64 bits.
    LaneIndex(u8),
    /// The first is what the second has as elements, or is if it is no vector.
    ElementOf(u8, u8),
    /// Elements of the same type.
    SameElement(u8, u8),
    /// The first has the bits of as many of the second as the instruction names.
    Sum(u8, u8),
    /// Where the first is a vector, the second is one of the same elements.
    Pieces(u8, u8),
    /// The first has as many elements as the instruction names of the second.
    Gather(u8, u8),
    /// The first has the elements of as many of the second as the instruction names, two or more.
    Concatenation(u8, u8),
}

use TypeRule::{
    Boolean, BytePairs, Concatenation, Different, ElementOf, Fixed, Float, Gather, IndexOf, Integer, LaneIndex, LanesOrOne, MoreBits,
    Pieces, Pointers, SameBits, SameElement, SameLanes, Scalable, Single, Sum, TwoBits, Vector, Wider,
};

/// Rules and the opcodes that have them. An opcode without types, or whose types may be any, has no row.
const ROWS: &[(&[TypeRule], &[&str])] = &[
    (
        &[Integer(0)],
        &[
            "G_ABS",
            "G_ADD",
            "G_AND",
            "G_ASSERT_SEXT",
            "G_ASSERT_ZEXT",
            "G_BITREVERSE",
            "G_MUL",
            "G_OR",
            "G_SADDSAT",
            "G_SDIV",
            "G_SDIVFIX",
            "G_SDIVFIXSAT",
            "G_SDIVREM",
            "G_SEXT_INREG",
            "G_SMAX",
            "G_SMIN",
            "G_SMULFIX",
            "G_SMULFIXSAT",
            "G_SMULH",
            "G_SREM",
            "G_SSUBSAT",
            "G_SUB",
            "G_UADDSAT",
            "G_UDIV",
            "G_UDIVFIX",
            "G_UDIVFIXSAT",
            "G_UDIVREM",
            "G_UMAX",
            "G_UMIN",
            "G_UMULFIX",
            "G_UMULFIXSAT",
            "G_UMULH",
            "G_UREM",
            "G_USUBSAT",
            "G_XOR",
        ],
    ),
    (&[Integer(0), BytePairs(0)], &["G_BSWAP"]),
    (
        &[Integer(0), Integer(1), SameLanes(0, 1)],
        &[
            "G_ASHR",
            "G_CTLZ",
            "G_CTLZ_ZERO_UNDEF",
            "G_CTPOP",
            "G_CTTZ",
            "G_CTTZ_ZERO_UNDEF",
            "G_FSHL",
            "G_FSHR",
            "G_LSHR",
            "G_ROTL",
            "G_ROTR",
            "G_SHL",
            "G_SSHLSAT",
            "G_USHLSAT",
        ],
    ),
    (
        &[Integer(0), Boolean(1), SameLanes(0, 1)],
        &["G_SADDE", "G_SADDO", "G_SMULO", "G_SSUBE", "G_SSUBO", "G_UADDE", "G_UADDO", "G_UMULO", "G_USUBE", "G_USUBO"],
    ),
    (&[Integer(0), Single(0), Integer(1), Single(1)], &["G_SBFX", "G_UBFX"]),
    (&[Boolean(0), SameLanes(0, 1)], &["G_ICMP"]),
    (&[Boolean(0), Float(1), SameLanes(0, 1)], &["G_FCMP", "G_IS_FPCLASS"]),
    (&[Integer(0), TwoBits(0), Integer(1), SameLanes(0, 1)], &["G_SCMP", "G_UCMP"]),
    (&[Boolean(1), LanesOrOne(1, 0)], &["G_SELECT"]),
    (
        &[Float(0)],
        &[
            "G_FABS",
            "G_FACOS",
            "G_FADD",
            "G_FASIN",
            "G_FATAN",
            "G_FCANONICALIZE",
            "G_FCEIL",
            "G_FCOS",
            "G_FCOSH",
            "G_FDIV",
            "G_FEXP",
            "G_FEXP10",
            "G_FEXP2",
            "G_FFLOOR",
            "G_FLOG",
            "G_FLOG10",
            "G_FLOG2",
            "G_FMA",
            "G_FMAD",
            "G_FMAXIMUM",
            "G_FMAXNUM",
            "G_FMAXNUM_IEEE",
            "G_FMINIMUM",
            "G_FMINNUM",
            "G_FMINNUM_IEEE",
            "G_FMUL",
            "G_FNEARBYINT",
            "G_FNEG",
            "G_FPOW",
            "G_FREM",
            "G_FRINT",
            "G_FSIN",
            "G_FSINH",
            "G_FSQRT",
            "G_FSUB",
            "G_FTAN",
            "G_FTANH",
            "G_INTRINSIC_ROUND",
            "G_INTRINSIC_ROUNDEVEN",
            "G_INTRINSIC_TRUNC",
            "G_STRICT_FADD",
            "G_STRICT_FDIV",
            "G_STRICT_FMA",
            "G_STRICT_FMUL",
            "G_STRICT_FREM",
            "G_STRICT_FSQRT",
            "G_STRICT_FSUB",
        ],
    ),
    (&[Float(0), Integer(1), SameLanes(0, 1)], &["G_FFREXP", "G_FLDEXP", "G_FPOWI", "G_SITOFP", "G_STRICT_FLDEXP", "G_UITOFP"]),
    (&[Integer(0), Float(1), SameLanes(0, 1)], &["G_FPTOSI", "G_FPTOUI", "G_INTRINSIC_LLRINT", "G_INTRINSIC_LRINT"]),
    (&[Integer(0), Single(0), Float(1), Single(1)], &["G_LLROUND", "G_LROUND"]),
    (&[Float(0), Float(1), SameLanes(0, 1)], &["G_FCOPYSIGN"]),
    (&[Float(0), Float(1), SameLanes(0, 1), Wider(0, 1)], &["G_FPEXT"]),
    (&[Float(0), Float(1), SameLanes(0, 1), Wider(1, 0)], &["G_FPTRUNC", "G_INTRINSIC_FPTRUNC_ROUND"]),
    (&[Integer(0), Integer(1), SameLanes(0, 1), Wider(0, 1)], &["G_ANYEXT", "G_SEXT", "G_ZEXT"]),
    (&[Integer(0), Integer(1), SameLanes(0, 1), Wider(1, 0)], &["G_TRUNC"]),
    (&[SameBits(0, 1), Different(0, 1)], &["G_BITCAST"]),
    (&[Pointers(0), Integer(1), SameLanes(0, 1)], &["G_INTTOPTR"]),
    (&[Integer(0), Pointers(1), SameLanes(0, 1)], &["G_PTRTOINT"]),
    (&[Pointers(0), Pointers(1), SameLanes(0, 1), Different(0, 1)], &["G_ADDRSPACE_CAST"]),
    (&[Pointers(0), Integer(1), SameLanes(0, 1), IndexOf(1, 0)], &["G_PTRMASK", "G_PTR_ADD"]),
    (&[Pointers(0)], &["G_ASSERT_ALIGN"]),
    (&[Single(0)], &["G_CONSTANT"]),
    (&[Single(0), Float(0)], &["G_FCONSTANT"]),
    (
        &[Pointers(0), Single(0)],
        &[
            "G_BLOCK_ADDR",
            "G_BRINDIRECT",
            "G_CONSTANT_POOL",
            "G_FRAME_INDEX",
            "G_GLOBAL_VALUE",
            "G_JUMP_TABLE",
            "G_PREFETCH",
            "G_PTRAUTH_GLOBAL_VALUE",
            "G_STACKRESTORE",
            "G_STACKSAVE",
            "G_VASTART",
        ],
    ),
    (
        &[Integer(0), Single(0)],
        &["G_GET_FPENV", "G_GET_FPMODE", "G_READCYCLECOUNTER", "G_READSTEADYCOUNTER", "G_SET_FPENV", "G_SET_FPMODE", "G_VSCALE"],
    ),
    (&[Boolean(0), Single(0)], &["G_BRCOND"]),
    (&[Pointers(0), Single(0), Integer(1), Single(1)], &["G_BRJT", "G_BZERO", "G_DYN_STACKALLOC"]),
    (&[Pointers(1), Single(1)], &["G_LOAD", "G_STORE", "G_VAARG"]),
    (&[Integer(0), Pointers(1), Single(1)], &["G_SEXTLOAD", "G_ZEXTLOAD"]),
    (&[Pointers(1), Single(1), Integer(2), Single(2)], &["G_INDEXED_LOAD"]),
    (&[Integer(0), Pointers(1), Single(1), Integer(2), Single(2)], &["G_INDEXED_SEXTLOAD", "G_INDEXED_ZEXTLOAD"]),
    (&[Pointers(0), Single(0), Integer(2), Single(2)], &["G_INDEXED_STORE"]),
    (
        &[Integer(0), Single(0), Pointers(1), Single(1)],
        &[
            "G_ATOMICRMW_ADD",
            "G_ATOMICRMW_AND",
            "G_ATOMICRMW_MAX",
            "G_ATOMICRMW_MIN",
            "G_ATOMICRMW_NAND",
            "G_ATOMICRMW_OR",
            "G_ATOMICRMW_SUB",
            "G_ATOMICRMW_UDEC_WRAP",
            "G_ATOMICRMW_UINC_WRAP",
            "G_ATOMICRMW_UMAX",
            "G_ATOMICRMW_UMIN",
            "G_ATOMICRMW_XOR",
        ],
    ),
    (&[Single(0), Pointers(1), Single(1)], &["G_ATOMICRMW_XCHG", "G_ATOMIC_CMPXCHG"]),
    (&[Float(0), Pointers(1), Single(1)], &["G_ATOMICRMW_FADD", "G_ATOMICRMW_FMAX", "G_ATOMICRMW_FMIN", "G_ATOMICRMW_FSUB"]),
    (&[Single(0), Boolean(1), Single(1), Pointers(2), Single(2)], &["G_ATOMIC_CMPXCHG_WITH_SUCCESS"]),
    (&[Pointers(0), Single(0), Pointers(1), Single(1), Integer(2), Single(2)], &["G_MEMCPY", "G_MEMCPY_INLINE", "G_MEMMOVE"]),
    (&[Pointers(0), Single(0), Integer(1), Single(1), Integer(2), Single(2)], &["G_MEMSET"]),
    (&[Fixed(0), Fixed(1), MoreBits(1, 0)], &["G_EXTRACT"]),
    (&[Fixed(0), Fixed(1), MoreBits(0, 1)], &["G_INSERT"]),
    (&[Single(0), Single(1), Sum(0, 1)], &["G_MERGE_VALUES"]),
    (&[Sum(1, 0), Pieces(0, 1)], &["G_UNMERGE_VALUES"]),
    (&[Vector(0), ElementOf(1, 0), Gather(0, 1)], &["G_BUILD_VECTOR"]),
    (&[Vector(0), Integer(0), Integer(1), Single(1), Wider(1, 0), Gather(0, 1)], &["G_BUILD_VECTOR_TRUNC"]),
    (&[Vector(0), Vector(1), SameElement(0, 1), Concatenation(0, 1)], &["G_CONCAT_VECTORS"]),
    (&[Vector(1), ElementOf(0, 1), LaneIndex(2)], &["G_EXTRACT_VECTOR_ELT"]),
    (&[Vector(0), ElementOf(1, 0), LaneIndex(2)], &["G_INSERT_VECTOR_ELT"]),
    (&[Fixed(0), Fixed(1), SameElement(0, 1)], &["G_SHUFFLE_VECTOR"]),
    (&[Scalable(0), ElementOf(1, 0)], &["G_SPLAT_VECTOR"]),
    (&[Vector(0), Boolean(1), SameLanes(0, 1)], &["G_VECTOR_COMPRESS"]),
    (&[Vector(0)], &["G_EXTRACT_SUBVECTOR"]),
    (&[Vector(0), Vector(1), SameElement(0, 1), MoreBits(0, 1)], &["G_INSERT_SUBVECTOR"]),
    (
        &[Integer(1), ElementOf(0, 1)],
        &[
            "G_VECREDUCE_ADD",
            "G_VECREDUCE_AND",
            "G_VECREDUCE_MUL",
            "G_VECREDUCE_OR",
            "G_VECREDUCE_SMAX",
            "G_VECREDUCE_SMIN",
            "G_VECREDUCE_UMAX",
            "G_VECREDUCE_UMIN",
            "G_VECREDUCE_XOR",
        ],
    ),
    (
        &[Float(1), ElementOf(0, 1)],
        &["G_VECREDUCE_FADD", "G_VECREDUCE_FMAX", "G_VECREDUCE_FMAXIMUM", "G_VECREDUCE_FMIN", "G_VECREDUCE_FMINIMUM", "G_VECREDUCE_FMUL"],
    ),
    (&[Vector(2), Float(2), ElementOf(0, 2), ElementOf(1, 2)], &["G_VECREDUCE_SEQ_FADD", "G_VECREDUCE_SEQ_FMUL"]),
];

impl Opcode {
    /// The demands on the types of a generic opcode.
    pub fn type_rules(&self) -> &'static [TypeRule] {
        ROWS.iter().find(|(_, names)| names.contains(&self.name)).map_or(&[], |(rules, _)| rules)
    }
}

impl TypeRule {
    /// Whether these types, by number, fulfil it; `count` is how many operands the instruction names of the type that a sum, gathering or
    /// concatenation adds up. Types that are not given fulfil nothing.
    pub fn holds(self, types: &[Type], count: usize) -> bool {
        let get = |number: u8| types.get(usize::from(number)).copied();
        match self {
            Integer(a) | Float(a) | Boolean(a) | BytePairs(a) | Pointers(a) | Single(a) | Vector(a) | Scalable(a) | Fixed(a)
            | TwoBits(a) | LaneIndex(a) => get(a).is_some_and(|a| self.holds_of_one(a)),
            SameLanes(a, b)
            | LanesOrOne(a, b)
            | Different(a, b)
            | SameBits(a, b)
            | MoreBits(a, b)
            | Wider(a, b)
            | IndexOf(a, b)
            | ElementOf(a, b)
            | SameElement(a, b)
            | Sum(a, b)
            | Pieces(a, b)
            | Gather(a, b)
            | Concatenation(a, b) => get(a).zip(get(b)).is_some_and(|(a, b)| self.holds_of_two(a, b, count)),
        }
    }

    fn holds_of_one(self, ty: Type) -> bool {
        let bits = scalar_bits(ty);
        match self {
            Float(_) => bits.is_some_and(|bits| [16, 32, 64, 80, 128].contains(&bits)),
            BytePairs(_) => bits.is_some_and(|bits| bits % 16 == 0),
            TwoBits(_) => bits.is_some_and(|bits| bits >= 2),
            LaneIndex(_) => ty == Type::scalar(64),
            Pointers(_) => bits.is_none(),
            Single(_) => lanes(ty).is_none(),
            Vector(_) => lanes(ty).is_some(),
            Scalable(_) => lanes(ty).is_some_and(|(_, scalable)| scalable),
            Fixed(_) => lanes(ty).is_none_or(|(_, scalable)| !scalable),
            _ => bits.is_some(),
        }
    }

    fn holds_of_two(self, a: Type, b: Type, count: usize) -> bool {
        let times = |ty: Type| total_bits(ty).0 * count as u64;
        match self {
            SameLanes(..) => lanes(a) == lanes(b),
            LanesOrOne(..) => lanes(a).is_none() || lanes(a) == lanes(b),
            Different(..) => a != b,
            SameBits(..) => total_bits(a) == total_bits(b) && scalar_bits(a).is_none() == scalar_bits(b).is_none(),
            MoreBits(..) => total_bits(a) > total_bits(b),
            Wider(..) => element_bits(a) > element_bits(b),
            IndexOf(..) => element_bits(a) == element_bits(b),
            ElementOf(..) => a == Type::Single(element(b)),
            SameElement(..) => element(a) == element(b),
            Sum(..) => total_bits(a) == (times(b), total_bits(b).1),
            Pieces(..) => lanes(a).is_none() || lanes(b).is_some() && element(a) == element(b),
            Gather(..) => lanes(a) == u16::try_from(count).ok().map(|count| (count, false)),
            _ => count >= 2 && lanes(a).zip(lanes(b)).is_some_and(|(a, b)| a.1 == b.1 && usize::from(a.0) == usize::from(b.0) * count),
        }
    }
}

fn element(ty: Type) -> Element {
    match ty {
        Type::Single(element) | Type::Vector { element, .. } => element,
    }
}

/// How many elements, and whether of a multiple of `vscale`; `None` of what is no vector.
fn lanes(ty: Type) -> Option<(u16, bool)> {
    match ty {
        Type::Single(_) => None,
        Type::Vector { count, scalable, .. } => Some((count, scalable)),
    }
}

/// The width of the elements where they are no pointers.
fn scalar_bits(ty: Type) -> Option<u16> {
    match element(ty) {
        Element::Scalar(bits) => Some(bits),
        Element::Pointer(_) => None,
    }
}

/// The width of the elements, pointers with 64 bits.
fn element_bits(ty: Type) -> u64 {
    scalar_bits(ty).map_or(64, u64::from)
}

/// The bits of all elements, and whether of a multiple of `vscale`.
fn total_bits(ty: Type) -> (u64, bool) {
    let (count, scalable) = lanes(ty).unwrap_or((1, false));
    (element_bits(ty) * u64::from(count), scalable)
}
