//! Idioms of vectors of integers: what a target with vectors has single instructions for.

use super::idioms::Idiom;
use super::maker::{Maker, Value, lane_bits, used};
use irsmith_mir::{Element, IntegerPredicate, OperandKind, Type};

/// Idioms of vectors alone, for those that fill a register or half of one.
const IDIOMS: &[Idiom] =
    &[compared, bits_chosen, accumulated, shuffled, shuffled, rebuilt, inserted, widened, widened, narrowed, averaged, reduced];

/// Vectors of half a register, with lanes that can be twice as wide.
const HALVES: [(u16, u16); 3] = [(8, 8), (4, 16), (2, 32)];

impl Maker<'_, '_, '_> {
    /// Adds a drawn idiom, and keeps its result.
    pub(super) fn vector_idiom(&mut self) {
        let idiom = if self.choices.chance(96) { self.idiom_of_lanes() } else { self.choices.pick(IDIOMS).copied() };
        let Some(idiom) = idiom else { return };
        let ty = self.vector_type();
        let result = idiom(self, ty);
        self.keep(result);
    }

    fn lanes_compared(&mut self, a: Value, b: Value) -> Value {
        let predicate = IntegerPredicate::ALL[self.choices.below(IntegerPredicate::ALL.len())];
        let ty = Type::vector(lanes(a.ty), Element::Scalar(1));
        self.op(ty, "G_ICMP", [OperandKind::IntegerPredicate(predicate), used(a), used(b)])
    }

    /// Returns two values of half a register, and both with wider lanes.
    fn two_widened(&mut self) -> [Value; 2] {
        let (count, bits) = HALVES[self.choices.below(HALVES.len())];
        let (narrow, wide) = (Type::vector(count, Element::Scalar(bits)), Type::vector(count, Element::Scalar(2 * bits)));
        let extension = self.one_of(&["G_ZEXT", "G_SEXT"]);
        [0; 2].map(|_| {
            let value = self.value(narrow);
            self.of(wide, extension, &[value])
        })
    }

    fn narrowed_to_half(&mut self, wide: Value) -> Value {
        self.of(Type::vector(lanes(wide.ty), Element::Scalar(lane_bits(wide.ty) / 2)), "G_TRUNC", &[wide])
    }

    fn lane(&mut self, vector: Value, place: u16) -> Value {
        let index = self.constant(Type::scalar(64), place.into());
        self.of(Type::scalar(lane_bits(vector.ty)), "G_EXTRACT_VECTOR_ELT", &[vector, index])
    }
}

fn lanes(ty: Type) -> u16 {
    if let Type::Vector { count, .. } = ty { count } else { 1 }
}

fn compared(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (a, b) = (maker.value(ty), maker.value(ty));
    let b = if maker.choices.chance(96) { maker.constant(ty, 0) } else { b };
    let condition = maker.lanes_compared(a, b);
    if maker.choices.chance(128) {
        let (a, b) = if maker.choices.chance(128) { (a, b) } else { (maker.value(ty), maker.value(ty)) };
        return maker.select(condition, a, b);
    }
    let opcode = maker.one_of(&["G_SEXT", "G_ZEXT"]);
    let extended = maker.of(ty, opcode, &[condition]);
    let (opcode, other) = (maker.one_of(&["G_AND", "G_XOR", "G_SUB", "G_ADD"]), maker.value(ty));
    maker.of(ty, opcode, &[other, extended])
}

/// The bits of one value where a mask has ones, and of another elsewhere.
fn bits_chosen(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (a, b) = (maker.value(ty), maker.value(ty));
    let number = maker.number(lane_bits(ty));
    let (mask, inverse) = if maker.choices.chance(128) {
        let other = if maker.choices.chance(224) { !number } else { number };
        (maker.constant(ty, number), maker.constant(ty, other))
    } else {
        let (mask, ones) = (maker.value(ty), maker.constant(ty, -1));
        (mask, maker.of(ty, "G_XOR", &[mask, ones]))
    };
    let (a, b) = (maker.of(ty, "G_AND", &[a, mask]), maker.of(ty, "G_AND", &[inverse, b]));
    let opcode = maker.one_of(&["G_OR", "G_OR", "G_ADD", "G_XOR"]);
    maker.of(ty, opcode, &[a, b])
}

/// A product or a shifted value, added to another value or subtracted from it.
fn accumulated(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (sum, a) = (maker.value(ty), maker.value(ty));
    let term = if lane_bits(ty) < 64 && maker.choices.chance(128) {
        let b = maker.value(ty);
        maker.of(ty, "G_MUL", &[a, b])
    } else {
        let (opcode, amount) = (maker.one_of(&["G_SHL", "G_LSHR", "G_ASHR"]), maker.inner_amount(ty));
        maker.shifted(opcode, a, amount)
    };
    let (opcode, is_first) = (maker.one_of(&["G_ADD", "G_SUB", "G_OR"]), maker.choices.chance(64));
    let operands = if is_first { [term, sum] } else { [sum, term] };
    maker.of(ty, opcode, &operands)
}

/// Lanes in one of the orders that have instructions, perhaps twice.
fn shuffled(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (mut a, mut b) = (maker.value(ty), maker.value(ty));
    if maker.choices.chance(96) {
        b = a;
    }
    for _ in 0..1 + maker.choices.up_to(1) {
        let mask = mask(maker, lanes(ty));
        a = maker.op(ty, "G_SHUFFLE_VECTOR", [used(a), used(b), OperandKind::ShuffleMask(mask.into())]);
        if maker.choices.chance(64) {
            std::mem::swap(&mut a, &mut b);
        }
    }
    let opcode = maker.one_of(&["G_ADD", "G_XOR", "G_SUB"]);
    maker.of(ty, opcode, &[a, b])
}

fn mask(maker: &mut Maker<'_, '_, '_>, count: u16) -> Vec<Option<u32>> {
    let count = u32::from(count);
    let (form, first) = (maker.choices.below(10), maker.choices.up_to(count - 1));
    let odd = maker.choices.up_to(1);
    let group = 2 << maker.choices.below(3);
    let mut mask: Vec<u32> = (0..count)
        .map(|lane| match form {
            // A reversal, of all or of groups.
            0 => count - 1 - lane,
            1 => lane ^ (group.min(count) - 1),
            // Even or odd lanes of both; lanes of both by turns, from the first half or the second; pairs of lanes by turns.
            2 => 2 * lane + odd,
            3 => lane / 2 + odd * count / 2 + lane % 2 * count,
            4 => (lane & !1) + odd + lane % 2 * count,
            // The lanes from a place on; one lane; all lanes but one; a half of each.
            5 => lane + first,
            6 => first,
            7 if lane == first => count + odd * (count - 1),
            8 if lane >= count / 2 => count + lane - odd * (count / 2),
            _ => lane,
        })
        .collect();
    if maker.choices.chance(48) {
        mask[first as usize] = maker.choices.up_to(2 * count - 1);
    }
    mask.into_iter().map(Some).collect()
}

/// The lanes of one or two vectors, taken out one by one and put together again.
fn rebuilt(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let ty = if lanes(ty) > 4 { Type::vector(4, Element::Scalar(16)) } else { ty };
    let vectors = [maker.value(ty), maker.value(ty)];
    let (count, form) = (lanes(ty), maker.choices.below(4));
    let all: Vec<Value> = (0..count)
        .map(|lane| {
            let place = if form == 0 { count - 1 - lane } else { lane };
            let vector = vectors[usize::from(form == 1 && lane % 2 == 1)];
            match form {
                2 if lane == 0 => maker.value(Type::scalar(lane_bits(ty))),
                3 => maker.lane(vector, 0),
                _ => maker.lane(vector, place),
            }
        })
        .collect();
    maker.of(ty, "G_BUILD_VECTOR", &all)
}

/// A lane of one vector in a lane of another, perhaps read again.
fn inserted(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (a, b) = (maker.value(ty), maker.value(ty));
    let most = u32::from(lanes(ty) - 1);
    let [from, to] = [0; 2].map(|_| maker.choices.up_to(most) as u16);
    let lane = maker.lane(a, from);
    let place = maker.constant(Type::scalar(64), to.into());
    let whole = maker.of(ty, "G_INSERT_VECTOR_ELT", &[b, lane, place]);
    if maker.choices.chance(160) { whole } else { maker.lane(whole, from) }
}

/// An operation of extended values, perhaps added to another, or its absolute value.
fn widened(maker: &mut Maker<'_, '_, '_>, _: Type) -> Value {
    let [a, b] = maker.two_widened();
    let opcode = maker.one_of(&["G_ADD", "G_SUB", "G_MUL"]);
    let result = maker.of(a.ty, opcode, &[a, b]);
    match maker.choices.below(4) {
        0 => {
            let sum = maker.value(a.ty);
            maker.of(a.ty, "G_ADD", &[sum, result])
        }
        1 if opcode == "G_SUB" && maker.has("G_ABS") => maker.of(a.ty, "G_ABS", &[result]),
        2 => {
            let amount = maker.inner_amount(a.ty);
            maker.shifted("G_SHL", a, amount)
        }
        _ => result,
    }
}

/// The upper half of each lane, or another part.
fn narrowed(maker: &mut Maker<'_, '_, '_>, _: Type) -> Value {
    let (count, bits) = HALVES[maker.choices.below(HALVES.len())];
    let wide = Type::vector(count, Element::Scalar(2 * bits));
    let (a, b) = (maker.value(wide), maker.value(wide));
    let opcode = maker.one_of(&["", "G_ADD", "G_SUB"]);
    let value = if opcode.is_empty() { a } else { maker.of(wide, opcode, &[a, b]) };
    let amount = if maker.choices.chance(128) { bits.into() } else { maker.inner_amount(wide) };
    let opcode = maker.one_of(&["G_LSHR", "G_ASHR"]);
    let shifted = maker.shifted(opcode, value, amount);
    maker.narrowed_to_half(shifted)
}

/// Half of a sum that has room for the carry, perhaps rounded up.
fn averaged(maker: &mut Maker<'_, '_, '_>, _: Type) -> Value {
    let [a, b] = maker.two_widened();
    let mut sum = maker.of(a.ty, "G_ADD", &[a, b]);
    if maker.choices.chance(128) {
        let one = maker.constant(a.ty, 1);
        sum = maker.of(a.ty, "G_ADD", &[sum, one]);
    }
    let opcode = maker.one_of(&["G_LSHR", "G_ASHR"]);
    let half = maker.shifted(opcode, sum, 1);
    maker.narrowed_to_half(half)
}

/// A sum of the lanes, of extended ones or of results of comparisons.
fn reduced(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let vector = if maker.choices.chance(128) {
        let [a, b] = maker.two_widened();
        if maker.choices.chance(128) { a } else { maker.of(a.ty, "G_MUL", &[a, b]) }
    } else {
        let (a, b) = (maker.value(ty), maker.value(ty));
        let condition = maker.lanes_compared(a, b);
        let opcode = maker.one_of(&["G_SEXT", "G_ZEXT"]);
        maker.of(ty, opcode, &[condition])
    };
    maker.of(Type::scalar(lane_bits(vector.ty)), "G_VECREDUCE_ADD", &[vector])
}
