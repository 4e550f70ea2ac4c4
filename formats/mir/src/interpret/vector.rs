//! Instructions that move bits, take vectors apart and put them together, and reduce them.

use super::int::Int;
use super::lane::{Lane, Raw};
use super::rules::PoisonKind::{LaneIndex, PointerOverflow, ShuffleLane, SignedOverflow, UnsignedOverflow};
use super::step::{LaneFunction, Open, Shape, Step};
use super::{apply, float, integer};

fn result(step: &Step<'_>) -> Shape {
    step.fixed.results[0]
}

/// Puts operands one after the other, bit by bit.
pub(super) fn concat(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let mut all = Raw::undefined(result(step).all());
    let mut place = 0;
    for operand in operands {
        all.insert(place, operand);
        place += operand.bits();
    }
    all
}

pub(super) fn build_vector_trunc(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let shape = result(step);
    let mut all = Raw::undefined(shape.all());
    for (operand, number) in operands.iter().zip(0..) {
        all.insert(number * shape.bits, &operand.extract(0, shape.bits));
    }
    all
}

/// Reinterprets the bits: a lane with a poison bit is poison.
pub(super) fn bitcast(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let shape = result(step);
    let mut all = Raw::undefined(shape.all());
    for number in 0..shape.lanes {
        all.insert(number * shape.bits, &operands[0].lane(number, shape.bits).raw());
    }
    all
}

pub(super) fn extract(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let place = u32::try_from(step.fixed.number).unwrap_or(u32::MAX);
    operands[0].extract(place, result(step).all())
}

pub(super) fn insert(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let mut all = operands[0].clone();
    all.insert(u32::try_from(step.fixed.number).unwrap_or(u32::MAX), &operands[1]);
    all
}

pub(super) fn extract_subvector(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let shape = result(step);
    let first = u32::try_from(step.fixed.number).unwrap_or(u32::MAX);
    operands[0].extract(first.saturating_mul(shape.bits), shape.all())
}

pub(super) fn insert_subvector(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let mut all = operands[0].clone();
    let first = u32::try_from(step.fixed.number).unwrap_or(u32::MAX);
    all.insert(first.saturating_mul(result(step).bits), &operands[1]);
    all
}

/// Returns the lanes that an index may name; `None` if it may name none.
fn named(index: &Raw, lanes: u32) -> Option<Vec<u32>> {
    let index = index.whole();
    let [_, largest] = index.bounds(false);
    let is_inside = u32::try_from(largest.index()).is_ok_and(|largest| !index.poison && largest < lanes);
    let may_be = |lane: &u32| Int::new(index.bits().max(32), (*lane).into()).trunc(index.bits()).and_not(&index.undef) == index.value;
    is_inside.then(|| (0..lanes).filter(may_be).collect())
}

pub(super) fn extract_element(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let Shape { lanes, bits } = step.fixed.operands[0];
    let Some(named) = named(&operands[1], lanes) else { return step.poison(LaneIndex).raw() };
    if let [lane] = *named {
        return operands[0].extract(lane * bits, bits).resized(result(step).all());
    }
    let lanes = named.into_iter().map(|lane| operands[0].lane(lane, bits));
    lanes.reduce(|one, other| Lane::either(&one, &other)).map_or(Raw::undefined(bits), |lane| lane.raw()).resized(result(step).all())
}

pub(super) fn insert_element(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let Shape { lanes, bits } = result(step);
    let Some(named) = named(&operands[2], lanes) else {
        step.poison(LaneIndex);
        return Raw::poison(lanes * bits);
    };
    let (mut all, inserted) = (operands[0].clone(), operands[1].resized(bits));
    if let [lane] = *named {
        all.insert(lane * bits, &inserted);
        return all;
    }
    for lane in named {
        let either = Lane::either(&all.lane(lane, bits), &inserted.whole());
        all.insert(lane * bits, &either.raw());
    }
    all
}

/// Shuffles; a lane that the mask leaves open is poison.
pub(super) fn shuffle(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let fixed = step.fixed;
    let (to, from) = (result(step), fixed.operands[0]);
    let mut all = Raw::undefined(to.all());
    for (entry, number) in fixed.mask.iter().zip(0..to.lanes) {
        let part = match entry {
            Some(lane) if *lane < from.lanes => operands[0].extract(lane * from.bits, from.bits),
            Some(lane) => operands[1].extract((lane - from.lanes).saturating_mul(from.bits), from.bits),
            None => step.poison(ShuffleLane).raw(),
        };
        all.insert(number * to.bits, &part);
    }
    all
}

pub(super) fn splat(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let shape = result(step);
    let mut all = Raw::undefined(shape.all());
    for number in 0..shape.lanes {
        all.insert(number * shape.bits, &operands[0].extract(0, shape.bits));
    }
    all
}

/// Counts from 0 in steps.
pub(super) fn steps(step: &mut Step<'_>, _: &[Raw]) -> Raw {
    let shape = result(step);
    let mut all = Raw::undefined(shape.all());
    for number in 0..shape.lanes {
        let value = u128::from(step.fixed.number).wrapping_mul(number.into());
        all.insert(number * shape.bits, &Raw::defined(Int::new(shape.bits, value)));
    }
    all
}

/// Moves the lanes whose mask is true to the front; those of the other operand, or undefined ones, fill the rest.
pub(super) fn compress(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    let Shape { lanes, bits } = result(step);
    let mask_bits = step.fixed.operands[1].bits;
    let mut all = operands[2].clone();
    let mut next = 0;
    for number in 0..lanes {
        let mask = operands[1].lane(number, mask_bits);
        if mask.poison || mask.undef.bit(0) {
            // From here on every lane depends on it.
            let open = if mask.poison { Raw::poison((lanes - next) * bits) } else { Raw::undefined((lanes - next) * bits) };
            all.insert(next * bits, &open);
            return all;
        }
        if mask.value.bit(0) {
            all.insert(next * bits, &operands[0].extract(number * bits, bits));
            next += 1;
        }
    }
    all
}

/// Reduces a vector in the order of its lanes, from a first value or from its first lane.
fn reduce(step: &mut Step<'_>, open: Open, function: LaneFunction, first: Option<Lane>, vector: &Raw, shape: Shape) -> Raw {
    let mut lanes = (0..shape.lanes).map(|number| vector.lane(number, shape.bits));
    let first = first.or_else(|| lanes.next()).unwrap_or_else(|| Lane::undefined(shape.bits));
    lanes.fold(first, |sum, lane| apply::lane(step, open, function, &[sum, lane])).raw()
}

macro_rules! reductions {
    ($($name:ident $open:ident $function:path;)*) => {
        $(pub(super) fn $name(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
            let shape = step.fixed.operands[0];
            reduce(step, Open::$open, $function, None, &operands[0], shape)
        })*
    };
}

reductions! {
    reduce_add Bits integer::add;
    reduce_mul Bits integer::mul;
    reduce_and Bits integer::and;
    reduce_or Bits integer::or;
    reduce_xor Bits integer::xor;
    reduce_smax Whole integer::smax;
    reduce_smin Whole integer::smin;
    reduce_umax Whole integer::umax;
    reduce_umin Whole integer::umin;
    reduce_fadd Float float::fadd;
    reduce_fmul Float float::fmul;
    reduce_fmax Float float::fmaxnum;
    reduce_fmin Float float::fminnum;
    reduce_fmaximum Float float::fmaximum;
    reduce_fminimum Float float::fminimum;
}

fn in_sequence(step: &mut Step<'_>, function: LaneFunction, operands: &[Raw]) -> Raw {
    let shape = step.fixed.operands[1];
    reduce(step, Open::Float, function, Some(operands[0].whole()), &operands[1], shape)
}

pub(super) fn reduce_seq_fadd(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    in_sequence(step, float::fadd, operands)
}

pub(super) fn reduce_seq_fmul(step: &mut Step<'_>, operands: &[Raw]) -> Raw {
    in_sequence(step, float::fmul, operands)
}

/// Adds a signed offset to an address. `inbounds` counts as `nusw`: which object an address belongs to is not tracked.
pub(super) fn ptr_add(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let bits = step.bits();
    let offset = Lane::partly(&lanes[1].value.sext(bits.max(lanes[1].bits())).trunc(bits), {
        lanes[1].undef.sext(bits.max(lanes[1].bits())).trunc(bits)
    });
    let open = lanes[0].undef.or(&offset.undef);
    let sum = lanes[0].value.add(&offset.value);
    let lane = Lane::partly(&sum, Int::low_ones(bits, open.trailing_zeros()).not());
    let extended = |number: &Int, signed: bool| if signed { number.sext(bits + 2) } else { number.zext(bits + 2) };
    // If any overflows, then the sum of bounds does.
    let overflows = |address_signed: bool, offset_signed: bool| {
        let (addresses, offsets) = (lanes[0].bounds(address_signed), offset.bounds(offset_signed));
        let mut pairs = addresses.iter().flat_map(|address| offsets.iter().map(move |offset| (address, offset)));
        pairs.any(|(address, offset)| {
            extended(address, address_signed).add(&extended(offset, offset_signed)) != extended(&address.add(offset), address_signed)
        })
    };
    let unsigned = step.nuw() && overflows(false, false);
    let pointer = (step.nusw() || step.inbounds()) && overflows(false, true);
    let signed = step.nsw() && overflows(true, true);
    step.unless([(unsigned, UnsignedOverflow), (pointer, PointerOverflow), (signed, SignedOverflow)], lane)
}

/// Clears bits of an address; bits above a narrower mask stay.
pub(super) fn ptrmask(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let bits = step.bits();
    let above = Int::low_ones(bits, lanes[1].bits()).not();
    let mask = Lane::partly(&lanes[1].value.zext(bits).or(&above), lanes[1].undef.zext(bits));
    integer::and(step, &[lanes[0].clone(), mask])
}

/// Changes the width of an address whose highest bit is a sign.
pub(super) fn signed_address(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let (from, to) = (lanes[0].bits(), step.bits());
    let extended = |number: &Int| number.sext(from.max(to)).trunc(to);
    Lane::partly(&extended(&lanes[0].value), extended(&lanes[0].undef))
}

/// Changes the width of an address or integer: the lowest bits, extended with zeros.
pub(super) fn address(step: &mut Step<'_>, lanes: &[Lane]) -> Lane {
    let bits = step.bits();
    Lane::partly(&lanes[0].value.zext(bits), lanes[0].undef.zext(bits))
}
