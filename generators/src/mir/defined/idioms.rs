//! Idioms: instructions in combinations that optimizers look for, which independent draws hardly make.

use super::maker::{Maker, Value, lane_bits, used};
use irsmith_mir::tables::Target;
use irsmith_mir::{IntegerPredicate, OperandKind, Type};

/// Makes an idiom of integers of a type of at least 8 bits.
pub(super) type Idiom = fn(&mut Maker<'_, '_, '_>, Type) -> Value;

/// All of them, and whether they are idioms of vectors too: each lane is computed for itself.
const IDIOMS: &[(Idiom, bool)] = &[
    (rotated, true),
    (field, true),
    (extended_by_shifts, true),
    (divided_by_constant, true),
    (multiplied_by_constant, true),
    (chosen, false),
    (inverted_comparison, false),
    (negated, true),
    (shifted_twice, true),
    (masked_twice, true),
    (extended_again, false),
    (compared_with_constant, false),
    (bit_tested, false),
    (chosen_constants, false),
    (upper_half, false),
    (loaded_in_parts, false),
    (stored_in_parts, false),
    (compared_twice, false),
    (shifted_wide, false),
    (added_twice, true),
    (tree, true),
];

/// The most operations above each other in a tree.
const DEPTH: u32 = 3;

impl Maker<'_, '_, '_> {
    /// Adds a drawn idiom, and keeps its result.
    pub(super) fn idiom(&mut self) {
        // The selector for X86 has few vectors.
        if self.target == Target::AArch64 && self.choices.chance(96) {
            self.vector_idiom();
            return;
        }
        let Some((idiom, _)) = self.choices.pick(IDIOMS).copied() else { return };
        let ty = Type::scalar([8, 16, 32, 64, 32, 64][self.choices.below(6)]);
        let result = idiom(self, ty);
        self.keep(result);
    }

    /// Draws one that computes each lane of a vector for itself.
    pub(super) fn idiom_of_lanes(&mut self) -> Option<Idiom> {
        let of_lanes: Vec<Idiom> = IDIOMS.iter().filter(|(_, is_of_lanes)| *is_of_lanes).map(|(idiom, _)| *idiom).collect();
        self.choices.pick(&of_lanes).copied()
    }

    fn drawn_constant(&mut self, ty: Type) -> Value {
        let number = self.number(lane_bits(ty));
        self.constant(ty, number)
    }

    /// Returns a constant amount from 1 to one less than the width.
    pub(super) fn inner_amount(&mut self, ty: Type) -> i128 {
        1 + i128::from(self.choices.up_to(u32::from(lane_bits(ty)) - 2))
    }

    pub(super) fn shifted(&mut self, opcode: &'static str, value: Value, amount: i128) -> Value {
        let amount = self.constant(value.ty, amount);
        self.of(value.ty, opcode, &[value, amount])
    }

    fn compared(&mut self, a: Value, b: Value) -> Value {
        let predicate = IntegerPredicate::ALL[self.choices.below(IntegerPredicate::ALL.len())];
        self.op(Type::scalar(1), "G_ICMP", [OperandKind::IntegerPredicate(predicate), used(a), used(b)])
    }

    pub(super) fn one_of(&mut self, opcodes: &[&'static str]) -> &'static str {
        opcodes[self.choices.below(opcodes.len())]
    }
}

fn rotated(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (value, amount) = (maker.value(ty), maker.inner_amount(ty));
    let left = maker.shifted("G_SHL", value, amount);
    // Of another value it is a funnel shift.
    let other = if maker.choices.chance(64) { maker.value(ty) } else { value };
    let right = maker.shifted("G_LSHR", other, i128::from(lane_bits(ty)) - amount);
    let opcode = maker.one_of(&["G_OR", "G_OR", "G_XOR", "G_ADD"]);
    maker.of(ty, opcode, &[left, right])
}

fn field(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (value, amount) = (maker.value(ty), maker.inner_amount(ty));
    let opcode = maker.one_of(&["G_LSHR", "G_ASHR", "G_SHL"]);
    let moved = maker.shifted(opcode, value, amount);
    let width = maker.inner_amount(ty);
    let mask = maker.constant(ty, (1 << width) - 1);
    maker.of(ty, "G_AND", &[moved, mask])
}

fn extended_by_shifts(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (value, amount) = (maker.value(ty), maker.inner_amount(ty));
    let left = maker.shifted("G_SHL", value, amount);
    let back = if maker.choices.chance(192) { amount } else { maker.inner_amount(ty) };
    let opcode = maker.one_of(&["G_ASHR", "G_LSHR"]);
    maker.shifted(opcode, left, back)
}

fn divided_by_constant(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let opcode = maker.one_of(&["G_UDIV", "G_SDIV", "G_UREM", "G_SREM"]);
    let value = maker.value(ty);
    let number = maker.number(lane_bits(ty));
    let width = 128 - u32::from(lane_bits(ty));
    // Neither 0 nor -1.
    let number = if matches!(number << width >> width, 0 | -1) { 7 } else { number };
    let divisor = maker.constant(ty, number);
    maker.of(ty, opcode, &[value, divisor])
}

fn multiplied_by_constant(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (value, power) = (maker.value(ty), maker.inner_amount(ty));
    let beside = [-1, 0, 1][maker.choices.below(3)];
    let factor = maker.constant(ty, (1 << power) + beside);
    let product = maker.of(ty, "G_MUL", &[value, factor]);
    let other = maker.value(ty);
    let opcode = maker.one_of(&["G_ADD", "G_SUB"]);
    maker.of(ty, opcode, &[other, product])
}

fn chosen(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (a, b) = (maker.value(ty), maker.value(ty));
    let condition = maker.compared(a, b);
    let (a, b) = if maker.choices.chance(128) { (a, b) } else { (b, a) };
    maker.select(condition, a, b)
}

fn inverted_comparison(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (a, b) = (maker.value(ty), maker.value(ty));
    let condition = maker.compared(a, b);
    let one = maker.constant(Type::scalar(1), 1);
    let inverted = maker.of(Type::scalar(1), "G_XOR", &[condition, one]);
    let opcode = maker.one_of(&["G_ZEXT", "G_SEXT"]);
    maker.of(ty, opcode, &[inverted])
}

fn negated(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (value, other) = (maker.value(ty), maker.value(ty));
    let from = if maker.choices.chance(160) { 0 } else { -1 };
    let zero = maker.constant(ty, from);
    let opcode = maker.one_of(&["G_SUB", "G_XOR"]);
    let negative = maker.of(ty, opcode, &[zero, value]);
    let opcode = maker.one_of(&["G_ADD", "G_SUB", "G_AND", "G_OR", "G_XOR", "G_MUL"]);
    maker.of(ty, opcode, &[other, negative])
}

fn shifted_twice(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (value, first, second) = (maker.value(ty), maker.inner_amount(ty), maker.inner_amount(ty));
    let opcode = maker.one_of(&["G_SHL", "G_LSHR", "G_ASHR"]);
    let once = maker.shifted(opcode, value, first);
    let between = maker.one_of(&["", "G_AND", "G_OR", "G_XOR"]);
    let once = if between.is_empty() {
        once
    } else {
        let number = maker.drawn_constant(ty);
        maker.of(ty, between, &[once, number])
    };
    let opcode = if maker.choices.chance(160) { opcode } else { maker.one_of(&["G_SHL", "G_LSHR", "G_ASHR"]) };
    maker.shifted(opcode, once, second)
}

fn masked_twice(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let opcodes = ["G_AND", "G_OR", "G_XOR"];
    let (value, first, second) = (maker.value(ty), maker.drawn_constant(ty), maker.drawn_constant(ty));
    let opcode = maker.one_of(&opcodes);
    let once = maker.of(ty, opcode, &[value, first]);
    let opcode = maker.one_of(&opcodes);
    maker.of(ty, opcode, &[once, second])
}

fn extended_again(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let bits = lane_bits(ty);
    let narrow = Type::scalar([1, 8, 16, 32].into_iter().rfind(|narrow| *narrow < bits && maker.choices.chance(128)).unwrap_or(1));
    let value = maker.value(ty);
    let truncated = maker.of(narrow, "G_TRUNC", &[value]);
    let opcode = maker.one_of(&["G_ZEXT", "G_SEXT"]);
    let wide = maker.of(ty, opcode, &[truncated]);
    let (amount, opcode) = (maker.inner_amount(ty), maker.one_of(&["G_SHL", "G_LSHR", "G_ASHR"]));
    maker.shifted(opcode, wide, amount)
}

fn compared_with_constant(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (value, first, second) = (maker.value(ty), maker.drawn_constant(ty), maker.drawn_constant(ty));
    let opcode = maker.one_of(&["G_ADD", "G_SUB", "G_AND", "G_OR", "G_XOR", "G_MUL"]);
    let changed = maker.of(ty, opcode, &[value, first]);
    let condition = maker.compared(changed, second);
    let opcode = maker.one_of(&["G_ZEXT", "G_SEXT"]);
    maker.of(ty, opcode, &[condition])
}

fn bit_tested(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (value, place) = (maker.value(ty), maker.inner_amount(ty));
    let bit = maker.constant(ty, 1 << place);
    let masked = maker.of(ty, "G_AND", &[value, bit]);
    let other = if maker.choices.chance(128) { maker.constant(ty, 0) } else { bit };
    let condition = maker.compared(masked, other);
    let (a, b) = (maker.value(ty), maker.value(ty));
    maker.select(condition, a, b)
}

fn chosen_constants(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let condition = maker.value(Type::scalar(1));
    let (a, b) = (maker.drawn_constant(ty), maker.drawn_constant(ty));
    let chosen = maker.select(condition, a, b);
    let (opcode, other) = (maker.one_of(&["G_ADD", "G_SUB", "G_AND", "G_OR", "G_XOR"]), maker.value(ty));
    maker.of(ty, opcode, &[other, chosen])
}

fn upper_half(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let bits = lane_bits(ty).min(32);
    let (narrow, wide) = (Type::scalar(bits), Type::scalar(2 * bits));
    let extension = maker.one_of(&["G_ZEXT", "G_SEXT"]);
    let (a, b) = (maker.value(narrow), maker.value(narrow));
    let (a, b) = (maker.of(wide, extension, &[a]), maker.of(wide, extension, &[b]));
    let opcode = maker.one_of(&["G_MUL", "G_ADD", "G_SUB"]);
    let whole = maker.of(wide, opcode, &[a, b]);
    let upper = maker.shifted("G_LSHR", whole, if opcode == "G_MUL" { bits.into() } else { 1 });
    maker.of(narrow, "G_TRUNC", &[upper])
}

fn loaded_in_parts(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let parts = u32::from(lane_bits(ty) / 8).min(4);
    let base = maker.place();
    let is_reversed = maker.choices.chance(128);
    let mut whole = maker.constant(ty, 0);
    for part in 0..parts {
        let place = maker.at(base, part);
        let byte = maker.load(Type::scalar(8), place);
        let byte = if ty == Type::scalar(8) { byte } else { maker.of(ty, "G_ZEXT", &[byte]) };
        let amount = 8 * if is_reversed { parts - 1 - part } else { part };
        let moved = if amount == 0 { byte } else { maker.shifted("G_SHL", byte, amount.into()) };
        whole = if part == 0 { moved } else { maker.of(ty, "G_OR", &[whole, moved]) };
    }
    whole
}

fn stored_in_parts(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let parts = u32::from(lane_bits(ty) / 8).min(4);
    let (base, value) = (maker.place(), maker.value(ty));
    let is_constant = maker.choices.chance(96);
    for part in 0..parts {
        let place = maker.at(base, part);
        let moved = if part == 0 { value } else { maker.shifted("G_LSHR", value, (8 * part).into()) };
        let byte = match (is_constant, ty == Type::scalar(8)) {
            (true, _) => maker.drawn_constant(Type::scalar(8)),
            (false, true) => moved,
            (false, false) => maker.of(Type::scalar(8), "G_TRUNC", &[moved]),
        };
        maker.store(byte, place);
    }
    maker.load(ty, base)
}

fn compared_twice(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let (a, first, second) = (maker.value(ty), maker.drawn_constant(ty), maker.drawn_constant(ty));
    let conditions = [maker.compared(a, first), maker.compared(a, second)];
    let opcode = maker.one_of(&["G_AND", "G_OR", "G_XOR"]);
    let both = maker.of(Type::scalar(1), opcode, &conditions);
    let (a, b) = (maker.value(ty), maker.value(ty));
    maker.select(both, a, b)
}

fn shifted_wide(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let bits = lane_bits(ty).min(32);
    let (narrow, wide) = (Type::scalar(bits), Type::scalar(2 * bits));
    let value = maker.value(narrow);
    let extension = maker.one_of(&["G_ZEXT", "G_SEXT"]);
    let extended = maker.of(wide, extension, &[value]);
    let (opcode, amount) = (maker.one_of(&["G_SHL", "G_LSHR", "G_ASHR"]), maker.inner_amount(wide));
    let moved = maker.shifted(opcode, extended, amount);
    let other = maker.value(wide);
    let opcode = maker.one_of(&["G_ADD", "G_SUB", "G_OR", "G_AND"]);
    maker.of(wide, opcode, &[other, moved])
}

fn added_twice(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let opcodes = ["G_ADD", "G_SUB"];
    let (value, first, second) = (maker.value(ty), maker.drawn_constant(ty), maker.drawn_constant(ty));
    let opcode = maker.one_of(&opcodes);
    let once = if maker.choices.chance(128) { [value, first] } else { [first, value] };
    let once = maker.of(ty, opcode, &once);
    let opcode = maker.one_of(&opcodes);
    let twice = if maker.choices.chance(128) { [once, second] } else { [second, once] };
    maker.of(ty, opcode, &twice)
}

/// A tree of operations over three values, each of which may occur several times: terms cancel, and conditions on operands hold.
fn tree(maker: &mut Maker<'_, '_, '_>, ty: Type) -> Value {
    let leaves = [maker.value(ty), maker.value(ty), maker.value(ty)];
    branch(maker, &leaves, DEPTH)
}

/// Makes an operation of a tree, of at most this depth.
fn branch(maker: &mut Maker<'_, '_, '_>, leaves: &[Value; 3], depth: u32) -> Value {
    let ty = leaves[0].ty;
    let mut operands = [0; 2].map(|_| leaves[maker.choices.below(leaves.len())]);
    for operand in &mut operands {
        if depth > 1 && maker.choices.chance(144) {
            *operand = branch(maker, leaves, depth - 1);
        } else if maker.choices.chance(48) {
            let mask = maker.drawn_constant(ty);
            *operand = maker.of(ty, "G_AND", &[*operand, mask]);
        } else if maker.choices.chance(32) {
            *operand = maker.drawn_constant(ty);
        }
    }
    let opcode = maker.one_of(&["G_ADD", "G_ADD", "G_SUB", "G_SUB", "G_SUB", "G_AND", "G_OR", "G_XOR", "G_MUL"]);
    maker.of(ty, opcode, &operands)
}
