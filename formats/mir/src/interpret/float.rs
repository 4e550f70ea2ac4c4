//! Floating-point arithmetic, lane by lane: IEEE 754, round to nearest even, denormals kept. 16, 32, 64 and 128 bits are binary formats,
//! 80 bits that of the x87.
//!
//! The bits of a NaN that an operation makes are open (LangRef, *Behavior of Floating-Point NaN values*): it is a quiet NaN whose sign and
//! payload are undefined bits. If an operand is a signaling NaN, it may also be passed on, so that the whole significand is undefined.

use super::int::Int;
use super::lane::Lane;
use super::rules::PoisonKind::{Infinity, Nan};
use super::step::Step;
use rustc_apfloat::Float;
pub(super) use rustc_apfloat::Round;
pub(super) use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};

/// Runs an expression with `$float` as the type of a width.
macro_rules! with_float {
    ($bits:expr, $float:ident => $value:expr) => {
        match $bits {
            16 => {
                type $float = crate::interpret::float::Half;
                $value
            }
            32 => {
                type $float = crate::interpret::float::Single;
                $value
            }
            80 => {
                type $float = crate::interpret::float::X87DoubleExtended;
                $value
            }
            128 => {
                type $float = crate::interpret::float::Quad;
                $value
            }
            _ => {
                type $float = crate::interpret::float::Double;
                $value
            }
        }
    };
}
pub(super) use with_float;

/// Returns whether there is a floating-point format of a width.
pub(super) const fn is_width(bits: u32) -> bool {
    matches!(bits, 16 | 32 | 64 | 80 | 128)
}

/// Returns the quiet bit of NaNs, which is the highest bit of the fraction.
fn quiet_bit(bits: u32) -> u32 {
    match bits {
        16 => 9,
        32 => 22,
        80 => 62,
        128 => 111,
        _ => 51,
    }
}

/// Returns the bits that are 1 in every NaN: the exponent, and the integer bit of the x87.
fn exponent(bits: u32) -> Int {
    let above = Int::low_ones(bits, quiet_bit(bits) + 1).not();
    above.and(&Int::largest(bits))
}

/// Returns a NaN of which only that it is quiet is defined, or not even that.
fn nan(bits: u32, is_quiet: bool) -> Lane {
    let quiet = quiet_bit(bits);
    let mut undef = Int::low_ones(bits, if is_quiet { quiet } else { quiet + 1 });
    undef.set_bit(bits - 1);
    let mut value = exponent(bits);
    value.set_bit(quiet);
    Lane::partly(&value, undef)
}

/// Returns the lane as a defined NaN if it is a quiet NaN whatever its undefined bits are; otherwise as it is.
pub(super) fn settled(lane: &Lane) -> Lane {
    let bits = lane.bits();
    if lane.undef.is_zero() || !is_width(bits) {
        return lane.clone();
    }
    let mut fixed = exponent(bits);
    fixed.set_bit(quiet_bit(bits));
    let is_nan = fixed.and_not(&lane.value).is_zero();
    if is_nan { Lane::defined(lane.value.clone()) } else { lane.clone() }
}

/// Returns the quiet NaN with the payload of a signaling one; other lanes as they are.
pub(super) fn quiet(lane: &Lane) -> Lane {
    let bits = lane.bits();
    if lane.poison || !is_width(bits) || !exponent(bits).and_not(&lane.value).is_zero() {
        return lane.clone();
    }
    let payload = lane.value.and(&Int::low_ones(bits, quiet_bit(bits)));
    let mut quiet = lane.clone();
    // With an undefined payload it may be an infinity.
    if !payload.is_zero() {
        quiet.value.set_bit(quiet_bit(bits));
        quiet.undef = quiet.undef.and_not(&quiet.value);
    }
    quiet
}

/// Returns the number of a lane.
pub(super) fn float<F: Float>(lane: &Lane) -> F {
    F::from_bits(lane.value.low())
}

/// Returns a lane of the bits of a number.
pub(super) fn exactly<F: Float>(number: F) -> Lane {
    Lane::defined(Int::new(F::BITS as u32, number.to_bits()))
}

/// Returns the result of an operation on these operands: any NaN for a NaN.
pub(super) fn result<F: Float>(number: F, operands: &[F]) -> Lane {
    if number.is_nan() {
        return nan(F::BITS as u32, !operands.iter().any(|operand| operand.is_signaling()));
    }
    exactly(number)
}

/// Applies the flags `nnan`, `ninf` and `nsz` to a result.
pub(super) fn permitted(step: &mut Step<'_>, operands: &[Lane], lane: Lane) -> Lane {
    permitted_of(step, operands, lane, false)
}

/// Applies the flags to the result of an operation that may divide by one of its operands: with `nsz`, the sign of a zero is open, and then
/// that of the infinity too.
fn permitted_of(step: &mut Step<'_>, operands: &[Lane], lane: Lane, divides: bool) -> Lane {
    if !(step.nnan() || step.ninf() || step.nsz()) || lane.poison {
        return lane;
    }
    let category = |lane: &Lane| {
        let lane = settled(lane);
        if !is_width(lane.bits()) || lane.poison {
            return (false, false, false);
        }
        with_float!(lane.bits(), F => {
            let number = float::<F>(&lane);
            (number.is_nan(), number.is_infinite(), number.is_zero())
        })
    };
    let own = category(&lane);
    let (mut is_nan, mut is_infinite, mut has_zero) = own;
    for operand in operands {
        let (nan, infinite, zero) = category(operand);
        is_nan |= nan;
        is_infinite |= infinite;
        has_zero |= zero;
    }
    let is_open = step.nsz() && (own.2 || divides && own.1 && has_zero);
    let mut sign = Int::zero(lane.bits());
    if is_open {
        sign.set_bit(lane.bits() - 1);
    }
    let lane = if is_open { Lane::partly(&lane.value, lane.undef.or(&sign)) } else { lane };
    let (nan, infinite) = (step.nnan() && is_nan, step.ninf() && is_infinite);
    step.unless([(nan, Nan), (infinite, Infinity)], lane)
}

/// The treatment of NaNs and zeros by a minimum or maximum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extreme {
    /// A quiet NaN is ignored, a signaling one may be; which zero is smaller is open.
    Num,
    /// A quiet NaN is ignored, a signaling one makes NaN; which zero is smaller is open.
    Ieee,
    /// A NaN makes NaN; -0 is below +0.
    Imum,
    /// A NaN is ignored; -0 is below +0.
    ImumNum,
}

fn extreme<F: Float>(kind: Extreme, is_max: bool, a: F, b: F) -> Lane {
    let bits = F::BITS as u32;
    let signaling = a.is_signaling() || b.is_signaling();
    if a.is_nan() || b.is_nan() {
        return match kind {
            Extreme::Imum => result(F::qnan(None), &[a, b]),
            Extreme::Ieee if signaling => nan(bits, true),
            Extreme::Num if signaling => Lane::undefined(bits),
            _ if a.is_nan() && b.is_nan() => nan(bits, !signaling || kind == Extreme::ImumNum),
            _ => exactly(if a.is_nan() { b } else { a }),
        };
    }
    if a.is_zero() && b.is_zero() {
        return match kind {
            Extreme::Num | Extreme::Ieee => Lane::either(&exactly(a), &exactly(b)),
            Extreme::Imum | Extreme::ImumNum => exactly(if a.is_negative() == is_max { b } else { a }),
        };
    }
    exactly(if (b < a) != is_max { b } else { a })
}

/// Returns the square root, rounded once.
fn square_root<F: Float>(x: F) -> F {
    if x.is_nan() || x.is_zero() || x.is_pos_infinity() {
        return x;
    }
    if x.is_negative() {
        return F::qnan(None);
    }
    let precision = F::PRECISION as i32;
    let exponent = x.ilogb();
    // The number is `significand * 2^power`, exactly.
    let significand = x.scalbn(precision - 1 - exponent).to_u128(128).value;
    let power = exponent - precision + 1;
    let odd = power & 1;
    let shift = precision as u32 / 2 + 3;
    let square = Int::new(256, significand).shl(shift * 2 + odd as u32);
    let root = square.square_root();
    let is_exact = root.mul(&root) == square;
    let sticky = root.low() << 1 | u128::from(!is_exact);
    F::from_u128(sticky).value.scalbn((power - odd) / 2 - shift as i32 - 1)
}

/// Returns the power by repeated squaring, in the order of compiler-rt's `__powidf2`.
fn power<F: Float>(mut base: F, exponent: i64) -> F {
    let mut result = F::from_u128(1).value;
    let mut left = exponent.unsigned_abs();
    loop {
        if left & 1 != 0 {
            result = (result * base).value;
        }
        left >>= 1;
        if left == 0 {
            break;
        }
        base = (base * base).value;
    }
    if exponent < 0 { (F::from_u128(1).value / result).value } else { result }
}

/// Makes functions of lanes from expressions over numbers.
macro_rules! functions {
    ($($name:ident |$($operand:ident)+| $value:expr;)*) => {
        $(pub(super) fn $name(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
            let lane = with_float!(step.bits(), F => {
                let mut operands = lanes.iter().map(float::<F>);
                $(let $operand = operands.next().unwrap_or_else(F::qnan_default);)+
                result::<F>($value, &[$($operand),+])
            });
            permitted(step, lanes, lane)
        })*
    };
}

trait Default: Float {
    fn qnan_default() -> Self {
        Self::qnan(None)
    }
}

impl<F: Float> Default for F {}

functions! {
    fadd |a b| (a + b).value;
    fsub |a b| (a - b).value;
    fmul |a b| (a * b).value;
    frem |a b| a.c_fmod(b).value;
    fma |a b c| a.mul_add(b, c).value;
    fmad |a b c| ((a * b).value + c).value;
    fsqrt |a| square_root(a);
    fceil |a| rounded(a, Round::TowardPositive);
    ffloor |a| rounded(a, Round::TowardNegative);
    ftrunc |a| rounded(a, Round::TowardZero);
    fround |a| rounded(a, Round::NearestTiesToAway);
    froundeven |a| rounded(a, Round::NearestTiesToEven);
}

pub(super) fn fdiv(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let lane = with_float!(step.bits(), F => {
        let [a, b] = [float::<F>(&lanes[0]), float::<F>(&lanes[1])];
        result((a / b).value, &[a, b])
    });
    permitted_of(step, lanes, lane, true)
}

/// Returns a number as it is; a signaling NaN becomes a quiet one.
pub(super) fn fcanonicalize(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let lane = with_float!(step.bits(), F => result::<F>(float(&lanes[0]), &[]));
    permitted(step, lanes, lane)
}

/// Returns the integer near a number; infinities and zeros are themselves.
pub(super) fn rounded<F: Float>(a: F, round: Round) -> F {
    if a.is_finite_non_zero() { a.round_to_integral(round).value.copy_sign(a) } else { a }
}

macro_rules! extremes {
    ($($name:ident $kind:ident $is_max:literal)*) => {
        $(pub(super) fn $name(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
            let lane = with_float!(step.bits(), F => extreme::<F>(Extreme::$kind, $is_max, float(&lanes[0]), float(&lanes[1])));
            permitted(step, lanes, lane)
        })*
    };
}

extremes! {
    fminnum Num false fmaxnum Num true fminnum_ieee Ieee false fmaxnum_ieee Ieee true
    fminimum Imum false fmaximum Imum true fminimumnum ImumNum false fmaximumnum ImumNum true
}

fn sign_bit(lane: &Lane) -> Int {
    Int::smallest(lane.bits())
}

pub(super) fn fneg(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let lane = Lane::partly(&lanes[0].value.xor(&sign_bit(&lanes[0])), lanes[0].undef.clone());
    permitted(step, lanes, lane)
}

pub(super) fn fabs(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let sign = sign_bit(&lanes[0]);
    let lane = Lane::partly(&lanes[0].value.and_not(&sign), lanes[0].undef.and_not(&sign));
    permitted(step, lanes, lane)
}

pub(super) fn fcopysign(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let (sign, bits) = (sign_bit(&lanes[0]), lanes[0].bits());
    let from = |number: &Int| if number.is_negative() { sign.clone() } else { Int::zero(bits) };
    let value = lanes[0].value.and_not(&sign).or(&from(&lanes[1].value));
    let mut undef = lanes[0].undef.and_not(&sign).or(&from(&lanes[1].undef));
    // The sign of a zero operand is open too.
    let magnitude = lanes[1].value.and_not(&sign_bit(&lanes[1]));
    if step.nsz() && magnitude.is_zero() {
        undef = undef.or(&sign);
    }
    permitted(step, lanes, Lane::partly(&value, undef))
}

pub(super) fn fpowi(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let exponent = lanes[1].value.sext(128.max(lanes[1].bits())).low() as i64;
    let lane = with_float!(step.bits(), F => {
        let base = float::<F>(&lanes[0]);
        result(power(base, exponent), &[base])
    });
    permitted_of(step, &lanes[..1], lane, true)
}

/// Returns a signed number as an exponent; those beyond every format's range are a large one.
fn exponent_of(lane: &Lane) -> i32 {
    let bound = 1 << 20;
    let number = lane.value.sext(lane.bits().max(64));
    let low = number.low() as u64 as i64;
    let fits = number == Int::signed(number.bits(), low.into());
    let far = if number.is_negative() { -bound } else { bound };
    if fits { low.clamp(-i64::from(bound), bound.into()) as i32 } else { far }
}

pub(super) fn fldexp(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let exponent = exponent_of(&lanes[1]);
    let lane = with_float!(step.bits(), F => {
        let number = float::<F>(&lanes[0]);
        let scaled = if number.is_finite_non_zero() { number.scalbn(exponent) } else { number };
        result(scaled, &[number])
    });
    permitted(step, &lanes[..1], lane)
}

pub(super) fn ffrexp(step: &mut Step<'_>, lanes: &[Lane]) -> (Lane, Lane) {
    let bits = step.fixed.results[1].bits;
    let (lane, exponent) = with_float!(step.bits(), F => {
        let number = float::<F>(&lanes[0]);
        if number.is_finite_non_zero() {
            let exponent = number.ilogb() + 1;
            (exactly(number.scalbn(-exponent)), Lane::defined(Int::signed(bits, exponent.into())))
        } else if number.is_zero() {
            (exactly(number), Lane::defined(Int::zero(bits)))
        } else {
            (result(number, &[number]), Lane::undefined(bits))
        }
    });
    (permitted(step, lanes, lane), exponent)
}

/// Returns the fractional part and the integral part.
pub(super) fn fmodf(step: &mut Step<'_>, lanes: &[Lane]) -> (Lane, Lane) {
    let (fraction, integral) = with_float!(step.bits(), F => {
        let number = float::<F>(&lanes[0]);
        let integral = rounded(number, Round::TowardZero);
        let fraction = if number.is_infinite() { F::ZERO } else { (number - integral).value };
        let fraction = if number.is_nan() { fraction } else { fraction.copy_sign(number) };
        (result(fraction, &[number]), result(integral, &[number]))
    });
    (permitted(step, lanes, fraction), permitted(step, lanes, integral))
}

/// Tests for classes: from bit 0 signaling NaN, quiet NaN, then -infinity, -normal, -denormal, -0, +0, +denormal, +normal, +infinity.
pub(super) fn is_fpclass(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let class = with_float!(lanes[0].bits(), F => {
        let number = float::<F>(&lanes[0]);
        let size = match () {
            () if number.is_zero() => 0,
            () if number.is_denormal() => 1,
            () if number.is_infinite() => 3,
            () => 2,
        };
        match (number.is_nan(), number.is_negative()) {
            (true, _) => u64::from(!number.is_signaling()),
            (_, true) => 5 - size,
            (_, false) => 6 + size,
        }
    });
    let holds = step.fixed.number >> class & 1 != 0;
    step.truth(Some(holds))
}
