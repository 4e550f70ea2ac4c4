//! Applies a function of lanes to operands of which some are poison or undefined.

use super::float;
use super::int::Int;
use super::lane::{Lane, Raw};
use super::step::{LaneFunction, Open, PairFunction, Shape, Step};

/// With up to this many undefined bits in floating-point operands, all values are tried.
const TRIED_BITS: u32 = 2;

/// What becomes of operands before the function sees them.
enum Seen {
    /// As they are.
    Lanes(Box<[Lane]>),
    Poison,
    Undefined,
    /// Each of several possible operands.
    Several(Vec<Box<[Lane]>>),
}

fn seen(open: Open, lanes: &[Lane]) -> Option<Seen> {
    if open == Open::Nothing || lanes.iter().all(Lane::is_defined) {
        return None;
    }
    if lanes.iter().any(|lane| lane.poison) {
        return Some(Seen::Poison);
    }
    match open {
        Open::Bits | Open::Nothing => None,
        Open::Whole => Some(Seen::Undefined),
        Open::Float | Open::Quiet => {
            let settled: Box<[Lane]> = lanes.iter().map(float::settled).collect();
            let bits: u32 = settled.iter().map(|lane| lane.undef.count_ones()).sum();
            Some(match bits {
                0 => Seen::Lanes(settled),
                1..=TRIED_BITS => Seen::Several(choices(&settled)),
                _ => Seen::Undefined,
            })
        }
    }
}

/// Returns the operands with each choice of their undefined bits.
fn choices(lanes: &[Lane]) -> Vec<Box<[Lane]>> {
    let mut all: Vec<Box<[Lane]>> = vec![lanes.into()];
    for (place, lane) in lanes.iter().enumerate() {
        for bit in (0..lane.bits()).filter(|bit| lane.undef.bit(*bit)) {
            let mut single = Int::zero(lane.bits());
            single.set_bit(bit);
            all = all
                .into_iter()
                .flat_map(|operands| {
                    let choice = |value: bool| {
                        let mut operands = operands.clone();
                        let lane = &mut operands[place];
                        lane.undef = lane.undef.and_not(&single);
                        if value {
                            lane.value = lane.value.or(&single);
                        }
                        operands
                    };
                    [choice(false), choice(true)]
                })
                .collect();
        }
    }
    all
}

/// Computes a lane.
pub(super) fn lane(step: &mut Step<'_>, open: Open, function: LaneFunction, lanes: &[Lane]) -> Lane {
    if open == Open::Quiet {
        let quiet: smallvec::SmallVec<[Lane; 3]> = lanes.iter().map(float::quiet).collect();
        return lane(step, Open::Float, function, &quiet);
    }
    match seen(open, lanes) {
        None => function(step, lanes),
        Some(Seen::Lanes(lanes)) => function(step, &lanes),
        Some(Seen::Poison) => Lane::poison(step.bits()),
        Some(Seen::Undefined) => Lane::undefined(step.bits()),
        Some(Seen::Several(several)) => {
            let mut results = several.iter().map(|lanes| function(step, lanes));
            let first = results.next().unwrap_or_else(|| Lane::undefined(0));
            results.fold(first, |all, one| Lane::either(&all, &one))
        }
    }
}

/// Computes a lane of two results.
pub(super) fn pair(step: &mut Step<'_>, open: Open, function: PairFunction, lanes: &[Lane]) -> (Lane, Lane) {
    let bits = step.fixed.results[1].bits;
    match seen(open, lanes) {
        None => function(step, lanes),
        Some(Seen::Lanes(lanes)) => function(step, &lanes),
        Some(Seen::Poison) => (Lane::poison(step.bits()), Lane::poison(bits)),
        Some(Seen::Undefined | Seen::Several(_)) => (Lane::undefined(step.bits()), Lane::undefined(bits)),
    }
}

/// Returns a lane of each operand; scalars take part in every lane of vectors.
fn operands(shapes: &[Shape], operands: &[Raw], number: u32) -> smallvec::SmallVec<[Lane; 3]> {
    let of = |(shape, operand): (&Shape, &Raw)| operand.lane(if shape.lanes > 1 { number } else { 0 }, shape.bits);
    shapes.iter().zip(operands).map(of).collect()
}

/// Computes all lanes of a result.
pub(super) fn lanes(step: &mut Step<'_>, open: Open, function: LaneFunction, raw: &[Raw]) -> Raw {
    let fixed = step.fixed;
    let shape = fixed.results[0];
    if shape.lanes == 1 {
        return lane(step, open, function, &operands(&fixed.operands, raw, 0)).raw();
    }
    let mut result = Raw::undefined(shape.all());
    for number in 0..shape.lanes {
        let part = lane(step, open, function, &operands(&fixed.operands, raw, number));
        result.insert(number * shape.bits, &part.raw());
    }
    result
}

/// Computes all lanes of two results.
pub(super) fn pairs(step: &mut Step<'_>, open: Open, function: PairFunction, raw: &[Raw]) -> (Raw, Raw) {
    let fixed = step.fixed;
    let [first, second] = [fixed.results[0], fixed.results[1]];
    let mut results = (Raw::undefined(first.all()), Raw::undefined(second.all()));
    for number in 0..first.lanes {
        let (a, b) = pair(step, open, function, &operands(&fixed.operands, raw, number));
        results.0.insert(number * first.bits, &a.raw());
        results.1.insert(number * second.bits, &b.raw());
    }
    results
}
