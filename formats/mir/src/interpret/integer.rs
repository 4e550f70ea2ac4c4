//! Integer arithmetic, lane by lane.

use super::int::Int;
use super::lane::Lane;
use super::rules::PoisonKind::{
    Assertion, BitField, CountOfZero, Inexact, Negative, NotDisjoint, ShiftAmount, SignedOverflow, UnsignedOverflow,
};
use super::rules::UndefinedKind::{DivisionByPoison, DivisionByZero, DivisionOverflow, FixedPointOverflow};
use super::step::{LaneFunction, Step};

/// Returns the exact result of an operation on both operands with a few bits more, by zero or sign extension.
fn wide(lanes: &[Lane], more: u32, signed: bool, f: impl Fn(&Int, &Int) -> Int) -> Int {
    let extend = |lane: &Lane| if signed { lane.value.sext(lane.bits() + more) } else { lane.value.zext(lane.bits() + more) };
    f(&extend(&lanes[0]), &extend(&lanes[1]))
}

/// Returns whether the lowest bits of a number, extended again, are the number.
fn fits(exact: &Int, bits: u32, signed: bool) -> bool {
    let low = exact.trunc(bits);
    *exact == if signed { low.sext(exact.bits()) } else { low.zext(exact.bits()) }
}

/// Returns the nearest number of a width.
fn saturated(exact: &Int, bits: u32, signed: bool) -> Int {
    match (fits(exact, bits, signed), signed) {
        (true, _) => exact.trunc(bits),
        (false, true) if exact.is_negative() => Int::smallest(bits),
        (false, true) => Int::largest(bits),
        // The sign is that of a difference below zero.
        (false, false) if exact.is_negative() => Int::zero(bits),
        (false, false) => Int::ones(bits),
    }
}

#[derive(Clone, Copy)]
enum Ring {
    Add,
    Sub,
    Mul,
}

impl Ring {
    fn exact(self, lanes: &[Lane], signed: bool) -> Int {
        match self {
            Self::Add => wide(lanes, 2, signed, Int::add),
            Self::Sub => wide(lanes, 2, signed, Int::sub),
            Self::Mul => wide(lanes, lanes[0].bits() + 1, signed, Int::mul),
        }
    }

    /// Returns the result and whether it overflows as an unsigned number and as a signed one. A carry goes from the right to the left: bits
    /// below the lowest undefined one are defined.
    fn compute(self, step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
        let bits = step.bits();
        let open = lanes[0].undef.or(&lanes[1].undef);
        let low = match self {
            Self::Add => lanes[0].value.add(&lanes[1].value),
            Self::Sub => lanes[0].value.sub(&lanes[1].value),
            Self::Mul => lanes[0].value.mul(&lanes[1].value),
        };
        let is_nothing = |lane: &Lane| lane.is_defined() && lane.value.is_zero();
        let lane = if matches!(self, Self::Mul) && lanes.iter().any(is_nothing) {
            Lane::defined(Int::zero(bits))
        } else {
            Lane::partly(&low, Int::low_ones(bits, open.trailing_zeros()).not())
        };
        // If any overflows, then the sum, difference or product of bounds does.
        let overflows = |signed| {
            if open.is_zero() {
                return !fits(&self.exact(lanes, signed), bits, signed);
            }
            let [a, b] = [lanes[0].bounds(signed), lanes[1].bounds(signed)];
            let mut pairs = a.iter().flat_map(|a| b.iter().map(move |b| [a, b].map(|bound| Lane::defined(bound.clone()))));
            pairs.any(|pair| !fits(&self.exact(&pair, signed), bits, signed))
        };
        let (unsigned, signed) = (step.nuw() && overflows(false), step.nsw() && overflows(true));
        step.unless([(unsigned, UnsignedOverflow), (signed, SignedOverflow)], lane)
    }

    fn overflow(self, lanes: &[Lane], signed: bool, carry: u32) -> (Lane, Lane) {
        let exact = self.exact(lanes, signed);
        Self::with_flag(&exact, lanes[0].bits(), signed, carry)
    }

    fn with_flag(exact: &Int, bits: u32, signed: bool, carry: u32) -> (Lane, Lane) {
        (Lane::defined(exact.trunc(bits)), Lane::boolean(carry, !fits(exact, bits, signed)))
    }

    fn with_carry(self, lanes: &[Lane], signed: bool) -> (Lane, Lane) {
        let exact = self.exact(lanes, signed);
        let carry = Int::new(exact.bits(), lanes[2].value.bit(0).into());
        let exact = if matches!(self, Self::Sub) { exact.sub(&carry) } else { exact.add(&carry) };
        Self::with_flag(&exact, lanes[0].bits(), signed, lanes[2].bits())
    }

    fn saturate(self, lanes: &[Lane], signed: bool) -> Lane {
        Lane::defined(saturated(&self.exact(lanes, signed), lanes[0].bits(), signed))
    }
}

pub(super) fn add(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    Ring::Add.compute(step, lanes)
}

pub(super) fn sub(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    Ring::Sub.compute(step, lanes)
}

pub(super) fn mul(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    Ring::Mul.compute(step, lanes)
}

macro_rules! of_ring {
    ($(pair $pair:ident $ring:ident $pair_signed:literal)* ; $(carry $carry:ident $carry_ring:ident $carry_signed:literal)* ;
        $(sat $sat:ident $sat_ring:ident $sat_signed:literal)*) => {
        $(pub(super) fn $pair(step: &mut Step<'_>, lanes: &[Lane]) -> (Lane, Lane) {
            Ring::$ring.overflow(lanes, $pair_signed, step.fixed.results[1].bits)
        })*
        $(pub(super) fn $carry(_: &mut Step<'_>, lanes: &[Lane]) -> (Lane, Lane) {
            Ring::$carry_ring.with_carry(lanes, $carry_signed)
        })*
        $(pub(super) fn $sat(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
            Ring::$sat_ring.saturate(lanes, $sat_signed)
        })*
    };
}

of_ring! {
    pair uaddo Add false pair saddo Add true pair usubo Sub false pair ssubo Sub true pair umulo Mul false pair smulo Mul true;
    carry uadde Add false carry sadde Add true carry usube Sub false carry ssube Sub true;
    sat uaddsat Add false sat saddsat Add true sat usubsat Sub false sat ssubsat Sub true
}

pub(super) fn and(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let [a, b] = [&lanes[0], &lanes[1]];
    let undef = a.undef.and(&b.undef.or(&b.value)).or(&b.undef.and(&a.value));
    Lane::partly(&a.value.and(&b.value), undef)
}

pub(super) fn or(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let [a, b] = [&lanes[0], &lanes[1]];
    let undef = a.undef.and_not(&b.value).or(&b.undef.and_not(&a.value));
    let common = !a.value.or(&a.undef).and(&b.value.or(&b.undef)).is_zero();
    let is_broken = step.disjoint() && common;
    step.unless([(is_broken, NotDisjoint)], Lane::partly(&a.value.or(&b.value), undef))
}

pub(super) fn xor(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    Lane::partly(&lanes[0].value.xor(&lanes[1].value), lanes[0].undef.or(&lanes[1].undef))
}

macro_rules! simple {
    ($($name:ident($lanes:ident) $value:expr;)*) => {
        $(pub(super) fn $name(_: &mut Step<'_>, $lanes: &[Lane]) -> Lane {
            Lane::defined($value)
        })*
    };
}

fn pick(lanes: &[Lane], second: bool) -> Int {
    lanes[usize::from(second)].value.clone()
}

/// Returns the upper half of the product.
fn high(lanes: &[Lane], signed: bool) -> Int {
    let bits = lanes[0].bits();
    wide(lanes, bits, signed, Int::mul).extract(bits, bits)
}

/// Returns the average, rounded down, or up with 1 as `more`.
fn average(lanes: &[Lane], signed: bool, more: u128) -> Int {
    wide(lanes, 2, signed, |a, b| a.add(b).add(&Int::new(a.bits(), more)).ashr(1)).trunc(lanes[0].bits())
}

simple! {
    smin(lanes) pick(lanes, lanes[1].value.signed_compare(&lanes[0].value).is_lt());
    smax(lanes) pick(lanes, lanes[1].value.signed_compare(&lanes[0].value).is_gt());
    umin(lanes) pick(lanes, lanes[1].value.compare(&lanes[0].value).is_lt());
    umax(lanes) pick(lanes, lanes[1].value.compare(&lanes[0].value).is_gt());
    abs(lanes) lanes[0].value.magnitude();
    abds(lanes) wide(lanes, 1, true, |a, b| a.sub(b).magnitude()).trunc(lanes[0].bits());
    abdu(lanes) wide(lanes, 1, false, |a, b| a.sub(b).magnitude()).trunc(lanes[0].bits());
    smulh(lanes) high(lanes, true);
    umulh(lanes) high(lanes, false);
    savgfloor(lanes) average(lanes, true, 0);
    savgceil(lanes) average(lanes, true, 1);
    uavgfloor(lanes) average(lanes, false, 0);
    uavgceil(lanes) average(lanes, false, 1);
    clmul(lanes) lanes[0].value.carryless_mul(&lanes[1].value);
}

pub(super) fn bitreverse(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    Lane::partly(&lanes[0].value.reverse_bits(), lanes[0].undef.reverse_bits())
}

pub(super) fn bswap(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    Lane::partly(&lanes[0].value.swap_bytes(), lanes[0].undef.swap_bytes())
}

/// Returns a count as a lane of the result, which may have any width.
fn count(step: &Step<'_>, count: u32) -> Lane {
    Lane::defined(Int::new(step.bits(), count.into()))
}

pub(super) fn ctpop(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    count(step, lanes[0].value.count_ones())
}

pub(super) fn ctlz(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    if has_first(&lanes[0], Int::leading_zeros) { count(step, lanes[0].value.leading_zeros()) } else { Lane::undefined(step.bits()) }
}

pub(super) fn cttz(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    if has_first(&lanes[0], Int::trailing_zeros) { count(step, lanes[0].value.trailing_zeros()) } else { Lane::undefined(step.bits()) }
}

/// Returns whether the zeros of one end are so many whatever the undefined bits are, which are 0 in the value: none is among them or next.
fn has_first(lane: &Lane, zeros: fn(&Int) -> u32) -> bool {
    lane.undef.is_zero() || zeros(&lane.undef) > zeros(&lane.value)
}

/// Returns the number of bits after the sign that equal it.
pub(super) fn ctls(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let value = &lanes[0].value;
    let same = if value.is_negative() { value.not() } else { value.clone() };
    count(step, same.leading_zeros().saturating_sub(1))
}

/// Counts; what is zero, or may be, makes poison.
fn counted_unless_zero(step: &mut Step<'_>, lanes: &[Lane], count: LaneFunction) -> Lane {
    // Undefined bits are 0 here.
    match lanes[0].value.is_zero() {
        true if lanes[0].undef.is_zero() => step.poison(CountOfZero),
        true => undecided(step.bits()),
        false => count(step, lanes),
    }
}

pub(super) fn ctlz_zero_poison(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    counted_unless_zero(step, lanes, ctlz)
}

pub(super) fn cttz_zero_poison(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    counted_unless_zero(step, lanes, cttz)
}

/// Returns the amount of a shift if it is defined and below the width.
fn amount(lane: &Lane, bits: u32) -> Option<u32> {
    u32::try_from(lane.value.index()).ok().filter(|amount| *amount < bits)
}

/// Shifts; undefined bits of the value move, an undefined amount makes everything undefined.
fn shifted(step: &mut Step<'_>, lanes: &[Lane], f: fn(&Int, u32) -> Int, reasons: fn(&Step<'_>, &Lane, u32) -> Reasons) -> Lane {
    let value = &lanes[0];
    if !lanes[1].undef.is_zero() {
        let [_, largest] = lanes[1].bounds(false);
        let may_lose = step.nuw() || step.nsw() || step.exact();
        return match amount(&Lane::defined(largest), value.bits()) {
            Some(_) if !may_lose => Lane::undefined(value.bits()),
            // The amount may be the width.
            _ => step.poison(ShiftAmount),
        };
    }
    let Some(by) = amount(&lanes[1], value.bits()) else { return step.poison(ShiftAmount) };
    let lane = Lane::partly(&f(&value.value, by), f(&value.undef, by));
    let reasons = reasons(step, value, by);
    step.unless(reasons, lane)
}

type Reasons = [(bool, super::rules::PoisonKind); 2];

pub(super) fn shl(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    shifted(step, lanes, Int::shl, |step, lane, by| {
        let largest = lane.value.or(&lane.undef);
        let unsigned = largest.shl(by).lshr(by) != largest;
        // Every bit that is shifted out must equal the sign of the result; an undefined one may not.
        let signed = lane.value.shl(by).ashr(by) != lane.value || !lane.undef.lshr(lane.bits().saturating_sub(by + 1)).is_zero() && by > 0;
        [(step.nuw() && unsigned, UnsignedOverflow), (step.nsw() && signed, SignedOverflow)]
    })
}

fn lost(step: &Step<'_>, lane: &Lane, by: u32) -> Reasons {
    let low = lane.value.or(&lane.undef);
    let is_inexact = step.exact() && low.trailing_zeros() < by;
    [(is_inexact, Inexact), (false, Inexact)]
}

pub(super) fn lshr(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    shifted(step, lanes, Int::lshr, lost)
}

pub(super) fn ashr(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    shifted(step, lanes, Int::ashr, lost)
}

fn shift_saturated(step: &mut Step<'_>, lanes: &[Lane], signed: bool) -> Lane {
    let (value, bits) = (&lanes[0].value, lanes[0].bits());
    let [_, largest] = lanes[1].bounds(false);
    // What may be the width or more makes poison.
    let Some(by) = amount(&Lane::defined(largest), bits) else { return step.poison(ShiftAmount) };
    if !lanes.iter().all(Lane::is_defined) {
        return Lane::undefined(bits);
    }
    let exact = if signed { value.sext(bits * 2 + 1) } else { value.zext(bits * 2 + 1) };
    Lane::defined(saturated(&exact.shl(by), bits, signed))
}

pub(super) fn ushlsat(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    shift_saturated(step, lanes, false)
}

pub(super) fn sshlsat(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    shift_saturated(step, lanes, true)
}

/// Shifts two numbers as one, by an amount modulo the width, and returns the upper half, or the lower half.
fn funnel(upper: &Lane, lower: &Lane, by: &Lane, is_left: bool) -> Lane {
    let bits = upper.bits();
    if !by.undef.is_zero() {
        return Lane::undefined(bits);
    }
    let width = Int::new(by.bits().max(32), bits.into());
    let by = by.value.zext(width.bits()).div_rem(&width).map_or(0, |(_, rest)| rest.low() as u32);
    let part = |upper: &Int, lower: &Int| {
        let mut both = lower.zext(bits * 2);
        both.insert(bits, upper);
        both.extract(if is_left { bits - by } else { by }, bits)
    };
    Lane::partly(&part(&upper.value, &lower.value), part(&upper.undef, &lower.undef))
}

pub(super) fn fshl(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    funnel(&lanes[0], &lanes[1], &lanes[2], true)
}

pub(super) fn fshr(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    funnel(&lanes[0], &lanes[1], &lanes[2], false)
}

pub(super) fn rotl(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    funnel(&lanes[0], &lanes[0], &lanes[1], true)
}

pub(super) fn rotr(_: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    funnel(&lanes[0], &lanes[0], &lanes[1], false)
}

/// Divides, with the undefined events of division. What is undefined has 0 as quotient and remainder, but the smallest number divided by
/// -1 is itself, with remainder 0.
fn divide(step: &mut Step<'_>, lanes: &[Lane], signed: bool) -> (Lane, Lane) {
    let [a, b] = [&lanes[0], &lanes[1]];
    let nothing = Lane::defined(Int::zero(a.bits()));
    // What has a bit that is 1 is not 0.
    if b.poison || !b.undef.is_zero() && b.value.is_zero() {
        step.undefined(DivisionByPoison);
        return (nothing.clone(), nothing);
    }
    if b.value.is_zero() {
        step.undefined(DivisionByZero);
        return (nothing.clone(), nothing);
    }
    if a.poison {
        return (Lane::poison(a.bits()), Lane::poison(a.bits()));
    }
    let overflows = signed && b.value.or(&b.undef).is_ones() && a.value.or(&a.undef).is_negative() && {
        // The dividend is, or may be, the smallest number.
        let low = Int::largest(a.bits());
        a.value.and(&low).is_zero()
    };
    if overflows {
        step.undefined(DivisionOverflow);
    }
    if !a.undef.is_zero() || !b.undef.is_zero() {
        return (Lane::undefined(a.bits()), Lane::undefined(a.bits()));
    }
    let result = if signed { a.value.signed_div_rem(&b.value) } else { a.value.div_rem(&b.value) };
    result.map_or((nothing.clone(), nothing), |(quotient, rest)| (Lane::defined(quotient), Lane::defined(rest)))
}

fn quotient(step: &mut Step<'_>, lanes: &[Lane], signed: bool) -> Lane {
    let (quotient, rest) = divide(step, lanes, signed);
    let is_inexact = step.exact() && !rest.poison && !rest.value.or(&rest.undef).is_zero();
    step.unless([(is_inexact, Inexact)], quotient)
}

pub(super) fn udiv(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    quotient(step, lanes, false)
}

pub(super) fn sdiv(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    quotient(step, lanes, true)
}

pub(super) fn urem(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    divide(step, lanes, false).1
}

pub(super) fn srem(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    divide(step, lanes, true).1
}

pub(super) fn udivrem(step: &mut Step<'_>, lanes: &[Lane]) -> (Lane, Lane) {
    divide(step, lanes, false)
}

pub(super) fn sdivrem(step: &mut Step<'_>, lanes: &[Lane]) -> (Lane, Lane) {
    divide(step, lanes, true)
}

/// Returns a fixed-point number: `floor` is the exact result rounded down. The direction of rounding is not specified, so an inexact result
/// may also be the next one. Without saturation it is an event if one of them does not fit.
fn fixed_point(step: &mut Step<'_>, floor: &Int, is_exact: bool, signed: bool, saturates: bool) -> Lane {
    let bits = step.bits();
    let next = if is_exact { floor.clone() } else { floor.add(&Int::new(floor.bits(), 1)) };
    if !(saturates || fits(floor, bits, signed) && fits(&next, bits, signed)) {
        step.undefined(FixedPointOverflow);
        return Lane::undefined(bits);
    }
    let lane = |exact: &Int| Lane::defined(saturated(exact, bits, signed));
    Lane::either(&lane(floor), &lane(&next))
}

/// Returns the result if operands are not defined: what is undefined may not fit.
fn open_fixed_point(step: &mut Step<'_>, lanes: &[Lane], saturates: bool) -> Option<Lane> {
    if lanes.iter().any(|lane| lane.poison) {
        return Some(Lane::poison(step.bits()));
    }
    if lanes.iter().all(Lane::is_defined) {
        return None;
    }
    if !saturates {
        step.undefined(FixedPointOverflow);
    }
    Some(Lane::undefined(step.bits()))
}

fn fixed_mul(step: &mut Step<'_>, lanes: &[Lane], signed: bool, saturates: bool) -> Lane {
    if let Some(open) = open_fixed_point(step, lanes, saturates) {
        return open;
    }
    // At most the width.
    let scale = step.fixed.number as u32;
    let product = wide(lanes, lanes[0].bits() + 2, signed, Int::mul);
    let is_exact = product.is_zero() || product.trailing_zeros() >= scale;
    fixed_point(step, &product.ashr(scale), is_exact, signed, saturates)
}

fn fixed_div(step: &mut Step<'_>, lanes: &[Lane], signed: bool, saturates: bool) -> Lane {
    let divisor = &lanes[1];
    if divisor.poison || !divisor.undef.is_zero() && divisor.value.is_zero() {
        step.undefined(DivisionByPoison);
        return Lane::defined(Int::zero(step.bits()));
    }
    if divisor.value.is_zero() {
        step.undefined(DivisionByZero);
        return Lane::defined(Int::zero(step.bits()));
    }
    if let Some(open) = open_fixed_point(step, lanes, saturates) {
        return open;
    }
    // At most the width.
    let scale = step.fixed.number as u32;
    let divided = wide(lanes, lanes[0].bits() + 3, signed, |a, b| {
        let (quotient, rest) = a.shl(scale).signed_div_rem(b).unwrap_or_else(|| (a.clone(), a.clone()));
        // The floor, above it one bit for whether there is a rest.
        let is_below = !rest.is_zero() && rest.is_negative() != b.is_negative();
        let floor = if is_below { quotient.sub(&Int::new(quotient.bits(), 1)) } else { quotient };
        let mut packed = floor.sext(floor.bits() + 1).shl(1);
        if !rest.is_zero() {
            packed.set_bit(0);
        }
        packed
    });
    fixed_point(step, &divided.ashr(1), !divided.bit(0), signed, saturates)
}

macro_rules! fixed {
    ($($name:ident $of:ident $signed:literal $saturates:literal)*) => {
        $(pub(super) fn $name(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
            $of(step, lanes, $signed, $saturates)
        })*
    };
}

fixed! {
    smulfix fixed_mul true false umulfix fixed_mul false false smulfixsat fixed_mul true true umulfixsat fixed_mul false true
    sdivfix fixed_div true false udivfix fixed_div false false sdivfixsat fixed_div true true udivfixsat fixed_div false true
}

/// Returns the bits from a place on, extended: those of a bit field.
fn bit_field(step: &mut Step<'_>, lanes: &[Lane], signed: bool) -> Lane {
    let bits = step.bits();
    let largest = |lane: &Lane| u32::try_from(lane.bounds(false)[1].index()).unwrap_or(u32::MAX);
    let (place, width) = (largest(&lanes[1]), largest(&lanes[2]));
    // Undefined bits are 0 here, so that a width which may be 0 is.
    if lanes[2].value.is_zero() || width > bits || place > bits - width {
        return step.poison(BitField);
    }
    if !lanes[1..].iter().all(Lane::is_defined) {
        return Lane::undefined(bits);
    }
    let field = |all: &Int| all.extract(place, width);
    let extended = |field: Int| if signed { field.sext(bits) } else { field.zext(bits) };
    // An undefined sign is undefined in every bit that it becomes.
    Lane::partly(&extended(field(&lanes[0].value)), extended(field(&lanes[0].undef)))
}

pub(super) fn sbfx(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    bit_field(step, lanes, true)
}

pub(super) fn ubfx(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    bit_field(step, lanes, false)
}

/// Extends a lane whose sign may be undefined.
fn extended(lane: &Lane, bits: u32, signed: bool) -> Lane {
    if signed {
        Lane::partly(&lane.value.sext(bits), lane.undef.sext(bits))
    } else {
        Lane::partly(&lane.value.zext(bits), lane.undef.zext(bits))
    }
}

pub(super) fn sext(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    extended(&lanes[0], step.bits(), true)
}

pub(super) fn zext(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let is_negative = step.nneg() && lanes[0].value.or(&lanes[0].undef).is_negative();
    let lane = extended(&lanes[0], step.bits(), false);
    step.unless([(is_negative, Negative)], lane)
}

pub(super) fn anyext(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let (from, to) = (lanes[0].bits(), step.bits());
    Lane::partly(&lanes[0].value.zext(to), lanes[0].undef.zext(to).or(&Int::low_ones(to, from).not()))
}

pub(super) fn trunc(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let (lane, bits) = (&lanes[0], step.bits());
    let largest = lane.value.or(&lane.undef);
    let unsigned = step.nuw() && !fits(&largest, bits, false);
    // An undefined bit among those that must equal the sign may differ from it.
    let is_open = !lane.undef.lshr(bits.saturating_sub(1)).is_zero();
    let signed = step.nsw() && (is_open || !fits(&lane.value, bits, true));
    let low = Lane::partly(&lane.value.trunc(bits), lane.undef.trunc(bits));
    step.unless([(unsigned, UnsignedOverflow), (signed, SignedOverflow)], low)
}

pub(super) fn trunc_ssat_s(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    Lane::defined(saturated(&lanes[0].value, step.bits(), true))
}

pub(super) fn trunc_ssat_u(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    Lane::defined(saturated(&lanes[0].value, step.bits(), false))
}

pub(super) fn trunc_usat_u(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let value = &lanes[0].value;
    Lane::defined(saturated(&value.zext(value.bits() + 1), step.bits(), false))
}

/// Returns the width below which an immediate says that the bits matter.
fn narrow(step: &Step<'_>, bits: u32) -> u32 {
    u32::try_from(step.fixed.number).unwrap_or(bits).clamp(1, bits)
}

pub(super) fn sext_inreg(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let (lane, bits) = (&lanes[0], step.bits());
    let from = narrow(step, bits);
    extended(&Lane::partly(&lane.value.trunc(from), lane.undef.trunc(from)), bits, true)
}

fn asserted(step: &mut Step<'_>, lanes: &[Lane], signed: bool) -> Lane {
    let (lane, bits) = (&lanes[0], step.bits());
    let from = narrow(step, bits);
    // The bits that are asserted to be zeros or copies of the sign.
    let checked = Int::low_ones(bits, if signed { from - 1 } else { from }).not();
    if !lane.undef.and(&checked).is_zero() {
        return undecided(bits);
    }
    step.unless([(!fits(&lane.value, from, signed), Assertion)], lane.clone())
}

/// Returns poison that the instruction need not have made: undefined bits decide.
fn undecided(bits: u32) -> Lane {
    Lane::poison(bits)
}

pub(super) fn assert_sext(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    asserted(step, lanes, true)
}

pub(super) fn assert_zext(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    asserted(step, lanes, false)
}

pub(super) fn assert_align(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let lane = &lanes[0];
    let low = Int::new(lane.bits(), u128::from(step.fixed.number.saturating_sub(1)));
    if lane.value.and(&low).is_zero() && !lane.undef.and(&low).is_zero() {
        return undecided(lane.bits());
    }
    step.unless([(!lane.value.and(&low).is_zero(), Assertion)], lane.clone())
}
