//! What generic opcodes compute, as plain arithmetic.
//!
//! Sources: LLVM, *Generic Opcodes* (GlobalISel), and LangRef for the instructions of the same names. Written without a look at the
//! interpreter, whose deviations this table shows.

use std::{collections::HashMap, sync::LazyLock};

use super::floats::{
    as_float, as_integer, as_whole, class, exponent, extreme, extreme_number, fraction, fused, half, half_of, mantissa,
    multiplied_and_added, number, of_integer, power, rounded_as, scaled, whole_part,
};
use super::lanes::{least, low, most, range, signed};

/// What an opcode computes; every function gets the width of a lane of the first operand.
#[derive(Clone, Copy)]
pub(super) enum Definition {
    /// A lane of one operand.
    One(fn(u32, u128) -> u128),
    /// A lane of two operands; `None` if nothing is defined.
    Two(fn(u32, u128, u128) -> Option<u128>),
    /// A lane of three operands.
    Three(fn(u32, u128, u128, u128) -> Option<u128>),
    /// Two results, each a lane of two operands.
    Both(fn(u32, u128, u128) -> Option<u128>, fn(u32, u128, u128) -> Option<u128>),
    /// The exact result, of signed operands or not, and whether it does not fit; a third operand is a carry of one bit.
    Overflow(bool, fn(i128, i128, i128) -> i128),
    /// The operand, if what the number that is stated asserts of it is true; it is poison if not.
    Asserted(fn(u32, u32, u128) -> bool),
    /// A comparison by the predicate.
    Compare,
    /// The sign of a bit at a place that is stated.
    ExtendedInside,
    /// All lanes of an operand, from the first one on.
    Reduction(fn(u32, u128, u128) -> Option<u128>),
    /// All lanes of the second operand, from the first operand on.
    InOrder(fn(u32, u128, u128) -> Option<u128>),
    /// Two results, each of one operand; the functions get its width and that of the result.
    Apart(fn(u32, u32, u128) -> Option<u128>, fn(u32, u32, u128) -> Option<u128>),
    /// A lane of one operand and the number that is stated, which comes first.
    Stated(fn(i64, u32, u32, u128) -> Option<u128>),
    /// A product or quotient with a scale that is stated.
    FixedPoint,
    /// The lanes of a vector that a mask selects, and behind them those of another vector.
    Compressed,
    /// Lanes of a vector from one on that is stated, or all with others from there on.
    LanesFrom,
    WithLanes,
    /// The number that is written.
    Literal,
    /// The bits of all operands, the first one least significant.
    Joined,
    /// The lowest bits of each operand as a lane.
    JoinedLow,
    /// The lanes of two vectors in the order of a mask.
    Shuffled,
    /// The lane of a vector, or the vector with another one.
    LaneOf,
    WithLane,
    /// Bits from a place on, or all with others from there on.
    PartOf,
    WithPart,
    /// An address that is a multiple of the alignment.
    Aligned,
    /// A number of one format as a number of another.
    Converted(fn(u32, u32, u128) -> Option<u128>),
}

use Definition::{
    Aligned, Apart, Asserted, Both, Compare, Compressed, Converted, ExtendedInside, FixedPoint, InOrder, Joined, JoinedLow, LaneOf,
    LanesFrom, Literal, One, Overflow, PartOf, Reduction, Shuffled, Stated, Three, Two, WithLane, WithLanes, WithPart,
};

/// Returns the function of two signed numbers.
macro_rules! of_signed {
    (|$width:pat_param, $a:ident, $b:ident| $result:expr) => {
        Two(|width, a, b| {
            let ($width, $a, $b) = (width, signed(width, a), signed(width, b));
            Some($result as u128)
        })
    };
}

/// Returns the bits of a result, computed with halves as doubles, or in the format of the operands; nothing is said of NaNs. Sums, products,
/// quotients, roots and integers near a number of halves are exact as doubles, or rounded to halves as if they were rounded once.
macro_rules! float_result {
    ($width:expr, [$($operand:ident)+], $result:expr) => {
        match $width {
            16 => {
                $(let $operand = half($operand);)+
                half_of($result)
            }
            32 => {
                $(let $operand = f32::from_bits($operand as u32);)+
                Some($result).filter(|result| !result.is_nan()).map(|result| result.to_bits().into())
            }
            64 => {
                $(let $operand = f64::from_bits($operand as u64);)+
                Some($result).filter(|result| !result.is_nan()).map(|result| result.to_bits().into())
            }
            _ => None,
        }
    };
}

/// Returns the function of two floating-point numbers of the width of the operands.
macro_rules! floats {
    (|$a:ident, $b:ident| $result:expr) => {
        |width: u32, $a: u128, $b: u128| float_result!(width, [$a $b], $result)
    };
}

/// Returns the function of a floating-point number.
macro_rules! of_float {
    (|$a:ident| $result:expr) => {
        Converted(|width, _, $a| float_result!(width, [$a], $result))
    };
}

fn clamped(width: u32, number: i128) -> u128 {
    number.clamp(least(width), most(width)) as u128
}

fn left_by(width: u32, a: u128, b: u128, by: u128) -> u128 {
    let by = (by % u128::from(width)) as u32;
    if by == 0 { a } else { a << by | b >> (width - by) }
}

fn right_by(width: u32, a: u128, b: u128, by: u128) -> u128 {
    let by = (by % u128::from(width)) as u32;
    if by == 0 { b } else { a << (width - by) | b >> by }
}

fn leading_zeros(width: u32, a: u128) -> u128 {
    u128::from(a.leading_zeros() - (128 - width))
}

fn trailing_zeros(width: u32, a: u128) -> u128 {
    u128::from(a.trailing_zeros().min(width))
}

fn unsigned_quotient(_: u32, a: u128, b: u128) -> Option<u128> {
    a.checked_div(b)
}

fn unsigned_rest(_: u32, a: u128, b: u128) -> Option<u128> {
    a.checked_rem(b)
}

fn signed_quotient(width: u32, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (signed(width, a), signed(width, b));
    if b == 0 || a == least(width) && b == -1 { None } else { Some((a / b) as u128) }
}

fn signed_rest(width: u32, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (signed(width, a), signed(width, b));
    if b == 0 || a == least(width) && b == -1 { None } else { Some((a % b) as u128) }
}

/// Returns the definition of an opcode. Those of constrained floating point, `G_STRICT_FADD` and others, have the rows of the plain ones.
pub(super) fn named(opcode: &str) -> Option<Definition> {
    static BY_NAME: LazyLock<HashMap<&str, Definition>> = LazyLock::new(|| ROWS.iter().copied().collect());
    let strict = || BY_NAME.get(format!("G_{}", opcode.strip_prefix("G_STRICT_")?).as_str());
    BY_NAME.get(opcode).or_else(strict).copied()
}

/// The opcodes.
pub(super) const ROWS: &[(&str, Definition)] = &[
    ("G_ADD", Two(|_, a, b| Some(a.wrapping_add(b)))),
    ("G_SUB", Two(|_, a, b| Some(a.wrapping_sub(b)))),
    ("G_MUL", Two(|_, a, b| Some(a.wrapping_mul(b)))),
    ("G_AND", Two(|_, a, b| Some(a & b))),
    ("G_OR", Two(|_, a, b| Some(a | b))),
    ("G_XOR", Two(|_, a, b| Some(a ^ b))),
    ("G_SHL", Two(|width, a, by| (by < width.into()).then(|| a << by))),
    ("G_LSHR", Two(|width, a, by| (by < width.into()).then(|| a >> by))),
    ("G_ASHR", Two(|width, a, by| (by < width.into()).then(|| (signed(width, a) >> by) as u128))),
    ("G_UDIV", Two(unsigned_quotient)),
    ("G_UREM", Two(unsigned_rest)),
    ("G_SDIV", Two(signed_quotient)),
    ("G_SREM", Two(signed_rest)),
    ("G_UDIVREM", Both(unsigned_quotient, unsigned_rest)),
    ("G_SDIVREM", Both(signed_quotient, signed_rest)),
    ("G_SMIN", of_signed!(|_, a, b| a.min(b))),
    ("G_SMAX", of_signed!(|_, a, b| a.max(b))),
    ("G_UMIN", Two(|_, a, b| Some(a.min(b)))),
    ("G_UMAX", Two(|_, a, b| Some(a.max(b)))),
    ("G_ABDS", of_signed!(|_, a, b| a.max(b).wrapping_sub(a.min(b)))),
    ("G_ABDU", Two(|_, a, b| Some(a.abs_diff(b)))),
    ("G_SAVGFLOOR", of_signed!(|_, a, b| (a & b) + ((a ^ b) >> 1))),
    ("G_SAVGCEIL", of_signed!(|_, a, b| (a | b) - ((a ^ b) >> 1))),
    ("G_UAVGFLOOR", Two(|_, a, b| Some((a & b) + ((a ^ b) >> 1)))),
    ("G_UAVGCEIL", Two(|_, a, b| Some((a | b) - ((a ^ b) >> 1)))),
    ("G_CLMUL", Two(|width, a, b| Some((0..width).filter(|place| b >> place & 1 == 1).fold(0, |product, place| product ^ a << place)))),
    ("G_SCMP", of_signed!(|_, a, b| i128::from(a > b) - i128::from(a < b))),
    ("G_UCMP", Two(|_, a, b| Some((i128::from(a > b) - i128::from(a < b)) as u128))),
    ("G_UADDSAT", Two(|width, a, b| Some(a.saturating_add(b).min(low(width, u128::MAX))))),
    ("G_USUBSAT", Two(|_, a, b| Some(a.saturating_sub(b)))),
    ("G_SADDSAT", of_signed!(|width, a, b| clamped(width, a.saturating_add(b)))),
    ("G_SSUBSAT", of_signed!(|width, a, b| clamped(width, a.saturating_sub(b)))),
    (
        "G_USHLSAT",
        Two(|width, a, by| {
            let lost = by > 0 && by < width.into() && a >> (u128::from(width) - by) != 0;
            (by < width.into()).then(|| if lost { u128::MAX } else { a << by })
        }),
    ),
    (
        "G_SSHLSAT",
        Two(|width, a, by| {
            let whole = signed(width, a);
            let moved = (by < width.into()).then(|| signed(width, low(width, a << by)))?;
            let edge = if whole < 0 { least(width) } else { most(width) };
            Some(if moved >> by == whole { moved } else { edge } as u128)
        }),
    ),
    ("G_UMULH", Two(|width, a, b| (width <= 64).then(|| (a * b) >> width))),
    ("G_SMULH", Two(|width, a, b| (width <= 64).then(|| ((signed(width, a) * signed(width, b)) >> width) as u128))),
    ("G_ROTL", Two(|width, a, by| Some(left_by(width, a, a, by)))),
    ("G_ROTR", Two(|width, a, by| Some(right_by(width, a, a, by)))),
    ("G_FSHL", Three(|width, a, b, by| Some(left_by(width, a, b, by)))),
    ("G_FSHR", Three(|width, a, b, by| Some(right_by(width, a, b, by)))),
    ("G_UBFX", Three(|width, a, from, bits| (bits > 0 && from + bits <= width.into()).then(|| low(bits as u32, a >> from)))),
    (
        "G_SBFX",
        Three(|width, a, from, bits| {
            (bits > 0 && from + bits <= width.into()).then(|| signed(bits as u32, low(bits as u32, a >> from)) as u128)
        }),
    ),
    ("G_ABS", One(|width, a| signed(width, a).wrapping_abs() as u128)),
    ("G_CTPOP", One(|_, a| a.count_ones().into())),
    ("G_CTLZ", One(leading_zeros)),
    ("G_CTTZ", One(trailing_zeros)),
    ("G_CTLZ_ZERO_UNDEF", Converted(|width, _, a| (a != 0).then(|| leading_zeros(width, a)))),
    ("G_CTTZ_ZERO_UNDEF", Converted(|width, _, a| (a != 0).then(|| trailing_zeros(width, a)))),
    ("G_CTLZ_ZERO_POISON", Converted(|width, _, a| (a != 0).then(|| leading_zeros(width, a)))),
    ("G_CTTZ_ZERO_POISON", Converted(|width, _, a| (a != 0).then(|| trailing_zeros(width, a)))),
    ("G_CTLS", One(|width, a| leading_zeros(width, low(width, a ^ (signed(width, a) >> 127) as u128) << 1 | 1))),
    ("G_TRUNC_SSAT_S", Converted(|from, to, a| (to < 127).then(|| clamped(to, signed(from, a))))),
    ("G_TRUNC_SSAT_U", Converted(|from, to, a| (to < 127).then(|| signed(from, a).clamp(0, range(to, false).1) as u128))),
    ("G_TRUNC_USAT_U", Converted(|_, to, a| (to < 127).then(|| a.min(range(to, false).1 as u128)))),
    ("G_CONSTANT_FOLD_BARRIER", One(|_, a| a)),
    ("G_BSWAP", One(|width, a| a.swap_bytes() >> (128 - width))),
    ("G_BITREVERSE", One(|width, a| a.reverse_bits() >> (128 - width))),
    ("G_ZEXT", One(|_, a| a)),
    ("G_TRUNC", One(|_, a| a)),
    ("G_SEXT", One(|width, a| signed(width, a) as u128)),
    ("G_INTTOPTR", One(|_, a| a)),
    ("G_PTRTOINT", One(|_, a| a)),
    ("G_FREEZE", One(|_, a| a)),
    ("G_ASSERT_ZEXT", Asserted(|bits, _, a| bits <= 128 && low(bits.max(1), a) == a)),
    ("G_ASSERT_SEXT", Asserted(|bits, width, a| bits <= 128 && signed(bits.max(1), low(bits.max(1), a)) == signed(width, a))),
    ("G_ASSERT_ALIGN", Asserted(|alignment, _, a| alignment.is_power_of_two() && a.is_multiple_of(alignment.into()))),
    ("G_FNEG", One(|width, a| a ^ 1 << (width - 1))),
    ("G_FABS", One(|width, a| a & !(1 << (width - 1)))),
    ("G_FCOPYSIGN", Two(|width, a, b| Some(low(width - 1, a) | b >> (width - 1) << (width - 1)))),
    ("G_PTRMASK", Two(|_, a, b| Some(a & b))),
    ("G_PTR_ADD", Two(|_, a, b| Some(a.wrapping_add(b)))),
    ("G_SELECT", Three(|_, condition, a, b| Some(if condition & 1 == 1 { a } else { b }))),
    ("G_ICMP", Compare),
    ("G_FCMP", Compare),
    ("G_SEXT_INREG", ExtendedInside),
    ("G_UADDO", Overflow(false, |a, b, _| a + b)),
    ("G_USUBO", Overflow(false, |a, b, _| a - b)),
    ("G_UMULO", Overflow(false, |a, b, _| a * b)),
    ("G_UADDE", Overflow(false, |a, b, carry| a + b + carry)),
    ("G_USUBE", Overflow(false, |a, b, carry| a - b - carry)),
    ("G_SADDO", Overflow(true, |a, b, _| a + b)),
    ("G_SSUBO", Overflow(true, |a, b, _| a - b)),
    ("G_SMULO", Overflow(true, |a, b, _| a * b)),
    ("G_SADDE", Overflow(true, |a, b, carry| a + b + carry)),
    ("G_SSUBE", Overflow(true, |a, b, carry| a - b - carry)),
    ("G_VECREDUCE_ADD", Reduction(|_, a, b| Some(a.wrapping_add(b)))),
    ("G_VECREDUCE_MUL", Reduction(|_, a, b| Some(a.wrapping_mul(b)))),
    ("G_VECREDUCE_AND", Reduction(|_, a, b| Some(a & b))),
    ("G_VECREDUCE_OR", Reduction(|_, a, b| Some(a | b))),
    ("G_VECREDUCE_XOR", Reduction(|_, a, b| Some(a ^ b))),
    ("G_VECREDUCE_UMIN", Reduction(|_, a, b| Some(a.min(b)))),
    ("G_VECREDUCE_UMAX", Reduction(|_, a, b| Some(a.max(b)))),
    ("G_VECREDUCE_SMIN", Reduction(|width, a, b| Some(if signed(width, b) < signed(width, a) { b } else { a }))),
    ("G_VECREDUCE_SMAX", Reduction(|width, a, b| Some(if signed(width, b) > signed(width, a) { b } else { a }))),
    ("G_MERGE_VALUES", Joined),
    ("G_UNMERGE_VALUES", Joined),
    ("G_BUILD_VECTOR", Joined),
    ("G_CONCAT_VECTORS", Joined),
    ("G_BITCAST", Joined),
    ("G_BUILD_VECTOR_TRUNC", JoinedLow),
    ("G_SHUFFLE_VECTOR", Shuffled),
    ("G_EXTRACT_VECTOR_ELT", LaneOf),
    ("G_INSERT_VECTOR_ELT", WithLane),
    ("G_EXTRACT", PartOf),
    ("G_INSERT", WithPart),
    ("G_DYN_STACKALLOC", Aligned),
    ("G_FADD", Two(floats!(|a, b| a + b))),
    ("G_FSUB", Two(floats!(|a, b| a - b))),
    ("G_FMUL", Two(floats!(|a, b| a * b))),
    ("G_FDIV", Two(floats!(|a, b| a / b))),
    ("G_FREM", Two(floats!(|a, b| a % b))),
    ("G_FSQRT", of_float!(|a| a.sqrt())),
    ("G_FCEIL", of_float!(|a| a.ceil())),
    ("G_FFLOOR", of_float!(|a| a.floor())),
    ("G_INTRINSIC_TRUNC", of_float!(|a| a.trunc())),
    ("G_INTRINSIC_ROUND", of_float!(|a| a.round())),
    ("G_INTRINSIC_ROUNDEVEN", of_float!(|a| a.round_ties_even())),
    ("G_FRINT", of_float!(|a| a.round_ties_even())),
    ("G_FNEARBYINT", of_float!(|a| a.round_ties_even())),
    ("G_FMINNUM", Two(|width, a, b| extreme_number(width, a, b, false, false))),
    ("G_FMAXNUM", Two(|width, a, b| extreme_number(width, a, b, true, false))),
    ("G_FMINNUM_IEEE", Two(|width, a, b| extreme_number(width, a, b, false, false))),
    ("G_FMAXNUM_IEEE", Two(|width, a, b| extreme_number(width, a, b, true, false))),
    ("G_FMINIMUM", Two(|width, a, b| extreme(width, a, b, false, true))),
    ("G_FMAXIMUM", Two(|width, a, b| extreme(width, a, b, true, true))),
    ("G_FMINIMUMNUM", Two(|width, a, b| extreme_number(width, a, b, false, true))),
    ("G_FMAXIMUMNUM", Two(|width, a, b| extreme_number(width, a, b, true, true))),
    ("G_FMA", Three(fused)),
    ("G_FMAD", Three(multiplied_and_added)),
    ("G_FCANONICALIZE", Converted(|width, _, a| number(width, a).map(|_| a))),
    ("G_FLDEXP", Two(scaled)),
    ("G_LROUND", Converted(|from, to, a| if to < 127 { as_whole(number(from, a)?.round(), range(to, true), false) } else { None })),
    ("G_LLROUND", Converted(|from, to, a| if to < 127 { as_whole(number(from, a)?.round(), range(to, true), false) } else { None })),
    (
        "G_INTRINSIC_LRINT",
        Converted(|from, to, a| if to < 127 { as_whole(number(from, a)?.round_ties_even(), range(to, true), false) } else { None }),
    ),
    (
        "G_INTRINSIC_LLRINT",
        Converted(|from, to, a| if to < 127 { as_whole(number(from, a)?.round_ties_even(), range(to, true), false) } else { None }),
    ),
    ("G_FPEXT", Converted(as_float)),
    ("G_FPTRUNC", Converted(as_float)),
    ("G_SITOFP", Converted(|from, to, a| of_integer(to, signed(from, a)))),
    ("G_UITOFP", Converted(|from, to, a| if from < 128 { of_integer(to, a as i128) } else { None })),
    ("G_FPTOSI", Converted(|from, to, a| if to < 127 { as_integer(from, a, range(to, true), false) } else { None })),
    ("G_FPTOUI", Converted(|from, to, a| if to < 127 { as_integer(from, a, range(to, false), false) } else { None })),
    ("G_FPTOSI_SAT", Converted(|from, to, a| if to < 127 { as_integer(from, a, range(to, true), true) } else { None })),
    ("G_FPTOUI_SAT", Converted(|from, to, a| if to < 127 { as_integer(from, a, range(to, false), true) } else { None })),
    ("G_CONSTANT", Literal),
    ("G_STRICT_FCMPS", Compare),
    ("G_IS_FPCLASS", Stated(class)),
    ("G_INTRINSIC_FPTRUNC_ROUND", Stated(rounded_as)),
    ("G_FFREXP", Apart(mantissa, exponent)),
    ("G_FMODF", Apart(fraction, whole_part)),
    ("G_FPOWI", Two(power)),
    ("G_SMULFIX", FixedPoint),
    ("G_SMULFIXSAT", FixedPoint),
    ("G_UMULFIX", FixedPoint),
    ("G_UMULFIXSAT", FixedPoint),
    ("G_SDIVFIX", FixedPoint),
    ("G_SDIVFIXSAT", FixedPoint),
    ("G_UDIVFIX", FixedPoint),
    ("G_UDIVFIXSAT", FixedPoint),
    ("G_VECREDUCE_FADD", Reduction(floats!(|a, b| a + b))),
    ("G_VECREDUCE_FMUL", Reduction(floats!(|a, b| a * b))),
    ("G_VECREDUCE_SEQ_FADD", InOrder(floats!(|a, b| a + b))),
    ("G_VECREDUCE_SEQ_FMUL", InOrder(floats!(|a, b| a * b))),
    ("G_VECREDUCE_FMIN", Reduction(|width, a, b| extreme_number(width, a, b, false, false))),
    ("G_VECREDUCE_FMAX", Reduction(|width, a, b| extreme_number(width, a, b, true, false))),
    ("G_VECREDUCE_FMINIMUM", Reduction(|width, a, b| extreme(width, a, b, false, true))),
    ("G_VECREDUCE_FMAXIMUM", Reduction(|width, a, b| extreme(width, a, b, true, true))),
    ("G_VECTOR_COMPRESS", Compressed),
    ("G_EXTRACT_SUBVECTOR", LanesFrom),
    ("G_INSERT_SUBVECTOR", WithLanes),
];
