//! Operands at which an operation may go wrong: bounds of the width, neighbours of one another, both signs.

use irsmith_generators::Choices;

use super::form::{Form, Lane, Operation};
use irsmith_pnacl::tables::BinaryOp;

/// Draws two operands, as bits of a lane.
pub(super) fn draw(form: &Form, choices: &mut Choices<'_, '_>) -> (u64, u64) {
    match form.lane {
        Lane::Integer(width) => integers(form, width, choices),
        Lane::Float | Lane::Double => floats(form.lane, choices),
    }
}

const fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn integers(form: &Form, width: u32, choices: &mut Choices<'_, '_>) -> (u64, u64) {
    let mask = mask(width);
    let sign = 1_u64 << (width - 1);
    let any = |choices: &mut Choices<'_, '_>| {
        let power = 1_u64 << choices.below(width as usize);
        let list = [0, 1, 2, u64::MAX, u64::MAX - 1, sign, sign.wrapping_add(1), sign.wrapping_sub(1), sign.wrapping_sub(2), power];
        let value = match choices.below(list.len() + 3) {
            place if place < list.len() => list[place],
            place if place == list.len() => power.wrapping_sub(1),
            _ => choices.wide(),
        };
        value & mask
    };
    let a = any(choices);
    if let Operation::Binary(BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) = form.operation {
        let amount = choices.below(width as usize) as u64;
        // The first amounts that are too large, and the largest.
        let more = [u64::from(width), u64::from(width) + 1, mask][choices.below(3)] & mask;
        return (a, if choices.chance(40) { more } else { amount });
    }
    if let Operation::Binary(BinaryOp::SDiv | BinaryOp::SRem) = form.operation
        && choices.chance(24)
    {
        return (sign, mask);
    }
    let b = match choices.below(8) {
        0 | 1 => a,
        2 => a.wrapping_add(1),
        3 => a.wrapping_sub(1),
        // The same number apart from its sign, or apart from its upper half.
        4 => a ^ sign,
        5 => a.wrapping_neg(),
        6 => a ^ (choices.wide() << (width / 2)),
        _ => any(choices),
    };
    (a, b & mask)
}

fn floats(lane: Lane, choices: &mut Choices<'_, '_>) -> (u64, u64) {
    let (width, digits) = if lane == Lane::Float { (32, 23) } else { (64, 52) };
    let sign = 1_u64 << (width - 1);
    let infinity = (sign >> digits).wrapping_sub(1) << digits;
    let one = (infinity >> 1) & !mask(digits);
    let any = |choices: &mut Choices<'_, '_>| {
        let whole = (one >> digits) + choices.below(66) as u64;
        let list = [0, 1, one, one + 1, infinity, infinity - 1, infinity | 1 << (digits - 1), 1 << digits, mask(digits), whole << digits];
        let value = match choices.below(list.len() + 2) {
            place if place < list.len() => list[place],
            _ => choices.wide() & mask(width),
        };
        if choices.chance(96) { value ^ sign } else { value }
    };
    let a = any(choices);
    let b = match choices.below(6) {
        0 => a,
        1 => a.wrapping_add(1),
        2 => a.wrapping_sub(1),
        3 => a ^ sign,
        _ => any(choices),
    };
    (a, b & mask(width))
}
