//! Rows of integers.

use super::maker::{Maker, Value, lane_bits, used, with_bits};
use super::rows::IntegerForm;
use irsmith_mir::tables::Target;
use irsmith_mir::{IntegerPredicate, OperandKind, Type};

impl Maker<'_, '_, '_> {
    pub(super) fn integer_row(&mut self, opcode: &'static str, form: IntegerForm) {
        match form {
            IntegerForm::Same(count) => {
                let ty = self.type_for(opcode);
                let operands: Vec<Value> = (0..count).map(|_| self.value(ty)).collect();
                let result = self.of(ty, opcode, &operands);
                self.keep(result);
            }
            IntegerForm::Shift => {
                let ty = self.integer_type();
                let (value, amount) = (self.value(ty), self.amount(ty));
                let result = self.of(ty, opcode, &[value, amount]);
                self.keep(result);
            }
            IntegerForm::Divide(is_signed) => {
                let ty = self.divided_type(is_signed);
                let (value, divisor) = (self.value(ty), self.divisor(ty, is_signed));
                let result = self.of(ty, opcode, &[value, divisor]);
                self.keep(result);
            }
            IntegerForm::DivideBoth(is_signed) => {
                let ty = self.divided_type(is_signed);
                let (value, divisor) = (self.value(ty), self.divisor(ty, is_signed));
                let results = [self.fresh(ty), self.fresh(ty)];
                self.define(&results, opcode, [used(value), used(divisor)]);
                results.into_iter().for_each(|result| self.keep(result));
            }
            IntegerForm::Overflow | IntegerForm::Carry => {
                let ty = self.scalar_of(1);
                let mut operands = vec![used(self.value(ty)), used(self.value(ty))];
                if form == IntegerForm::Carry {
                    operands.push(used(self.value(Type::scalar(1))));
                }
                let results = [self.fresh(ty), self.fresh(Type::scalar(1))];
                self.define(&results, opcode, operands);
                results.into_iter().for_each(|result| self.keep(result));
            }
            IntegerForm::Bytes => {
                let widths = [16, 32, 64, 128];
                let ty = Type::scalar(widths[self.choices.below(if self.is_plain { 3 } else { 4 })]);
                let value = self.value(ty);
                let result = self.of(ty, opcode, &[value]);
                self.keep(result);
            }
            IntegerForm::NotZero => {
                let ty = self.scalar_of(1);
                let value = self.value(ty);
                let value = self.not_zero(value);
                let result = self.of(ty, opcode, &[value]);
                self.keep(result);
            }
            IntegerForm::SignExtendInRegister => {
                let ty = self.scalar_of(2);
                let value = self.value(ty);
                let narrow = [8, 16, 32].into_iter().filter(|bits| *bits < lane_bits(ty));
                let narrow: Vec<u16> = if self.is_plain { narrow.collect() } else { (1..lane_bits(ty)).collect() };
                let Some(bits) = self.choices.pick(&narrow).copied() else { return };
                let result = self.op(ty, opcode, [used(value), OperandKind::Immediate(bits.into())]);
                self.keep(result);
            }
            IntegerForm::Extend | IntegerForm::ExtendAny => self.extend(opcode, form),
            IntegerForm::Truncate => {
                let wide = self.scalar_of(2);
                let value = self.value(wide);
                let Some(narrow) = self.narrower(wide) else { return };
                let result = self.of(narrow, opcode, &[value]);
                self.keep(result);
            }
            IntegerForm::Compare | IntegerForm::ThreeWay => {
                let ty = self.scalar_of(1);
                let (a, b) = (self.value(ty), self.value(ty));
                let result = if form == IntegerForm::ThreeWay {
                    let result = self.scalar_of(2);
                    self.of(result, opcode, &[a, b])
                } else {
                    let predicate = IntegerPredicate::ALL[self.choices.below(IntegerPredicate::ALL.len())];
                    self.op(Type::scalar(1), opcode, [OperandKind::IntegerPredicate(predicate), used(a), used(b)])
                };
                self.keep(result);
            }
            IntegerForm::Select => {
                let ty = self.integer_type();
                let (condition, a, b) = (self.value(Type::scalar(1)), self.value(ty), self.value(ty));
                let result = self.select(condition, a, b);
                self.keep(result);
            }
            IntegerForm::Merge => {
                let half = [8, 16, 32, 64][self.choices.below(if self.is_plain { 3 } else { 4 })];
                let parts = [self.value(Type::scalar(half)), self.value(Type::scalar(half))];
                let result = self.of(Type::scalar(2 * half), opcode, &parts);
                self.keep(result);
            }
            IntegerForm::Unmerge => {
                let half = [8, 16, 32, 64][self.choices.below(if self.is_plain { 3 } else { 4 })];
                let whole = self.value(Type::scalar(2 * half));
                let results = [self.fresh(Type::scalar(half)), self.fresh(Type::scalar(half))];
                self.define(&results, opcode, [used(whole)]);
                results.into_iter().for_each(|result| self.keep(result));
            }
            IntegerForm::Field => self.field(opcode),
            IntegerForm::Extract | IntegerForm::Insert => self.part(opcode, form),
            IntegerForm::Fixed => {
                let ty = self.scalar_of(2);
                let (a, b) = (self.value(ty), self.value(ty));
                // A product that does not fit is undefined behaviour, and with another scale it may be rounded up or down.
                let (a, b) = if opcode.ends_with("SAT") { (a, b) } else { (self.narrowed(a), self.narrowed(b)) };
                let result = self.op(ty, opcode, [used(a), used(b), OperandKind::Immediate(0)]);
                self.keep(result);
            }
            IntegerForm::FixedDivide => {
                // A quotient that is exact, so that it is not rounded; scale 0.
                let ty = self.scalar_of(2);
                let (quotient, divisor) = (self.value(ty), self.value(ty));
                let (quotient, divisor) = (self.narrowed(quotient), self.narrowed(divisor));
                // Only the lowest bit leaves room for the product.
                let divisor = self.with_bit(divisor, 0);
                let dividend = self.of(ty, "G_MUL", &[quotient, divisor]);
                let result = self.op(ty, opcode, [used(dividend), used(divisor), OperandKind::Immediate(0)]);
                self.keep(result);
            }
            IntegerForm::Assert(is_signed) => {
                let wide = self.scalar_of(9);
                let Some(narrow) = self.narrower(wide) else { return };
                let value = self.value(narrow);
                let value = self.of(wide, if is_signed { "G_SEXT" } else { "G_ZEXT" }, &[value]);
                let bits = OperandKind::Immediate(lane_bits(narrow).into());
                let result = self.op(wide, opcode, [used(value), bits]);
                self.keep(result);
            }
            IntegerForm::Copy | IntegerForm::Freeze => {
                let ty = self.integer_type();
                let value = self.value(ty);
                let result = self.of(ty, opcode, &[value]);
                self.keep(result);
            }
        }
    }

    /// Draws a type that an opcode of operands of one type has: scalars only where few targets have vectors.
    fn type_for(&mut self, opcode: &str) -> Type {
        let is_float = matches!(opcode, "G_FNEG" | "G_FABS" | "G_FCOPYSIGN");
        let is_plain_vector =
            matches!(opcode, "G_ADD" | "G_SUB" | "G_MUL" | "G_AND" | "G_OR" | "G_XOR" | "G_SMIN" | "G_SMAX" | "G_UMIN" | "G_UMAX");
        match () {
            () if is_float => Type::scalar([16, 32, 64][self.choices.below(3)]),
            // LLVM for X86-64 counts the bits of vectors without end (llvm/llvm-project issue 220802).
            () if matches!(opcode, "G_CTPOP" | "G_CTTZ" | "G_CTLZ") && self.target == Target::X86 => self.scalar_of(1),
            () if is_plain_vector || !self.is_plain => self.integer_type(),
            () if opcode == "G_CTLS" => self.scalar_of(2),
            () => self.scalar_of(1),
        }
    }

    /// Returns an amount that is less than the width.
    fn amount(&mut self, ty: Type) -> Value {
        let bits = lane_bits(ty);
        if self.choices.chance(96) {
            let number = i128::from(self.choices.up_to(u32::from(bits) - 1));
            return self.constant(ty, number);
        }
        let value = self.value(ty);
        if bits.is_power_of_two() {
            let mask = self.constant(ty, i128::from(bits) - 1);
            return self.of(ty, "G_AND", &[value, mask]);
        }
        let width = self.constant(ty, bits.into());
        self.of(ty, "G_UREM", &[value, width])
    }

    /// Returns a value with a bit set: often the lowest, and else often the sign.
    fn not_zero(&mut self, value: Value) -> Value {
        let place = self.bit_place(value.ty);
        self.with_bit(value, place)
    }

    /// Draws the place of a bit of a lane.
    fn bit_place(&mut self, ty: Type) -> u16 {
        let bits = lane_bits(ty).min(127);
        match self.choices.below(8) {
            0..4 => 0,
            4..7 => bits - 1,
            _ => self.choices.below(bits.into()) as u16,
        }
    }

    fn with_bit(&mut self, value: Value, place: u16) -> Value {
        let bit = self.constant(value.ty, 1i128 << place);
        self.of(value.ty, "G_OR", &[value, bit])
    }

    /// Draws a type of integers that are divided. Of one bit, only -1 is not 0, and -1 is the smallest integer.
    fn divided_type(&mut self, is_signed: bool) -> Type {
        let ty = self.integer_type();
        if is_signed && lane_bits(ty) == 1 { Type::scalar(2) } else { ty }
    }

    /// Returns a divisor that is not 0 and, if it is signed, not -1: by one of both the smallest integer may not be divided.
    fn divisor(&mut self, ty: Type, is_signed: bool) -> Value {
        let value = self.value(ty);
        if !is_signed {
            return self.not_zero(value);
        }
        let bits = lane_bits(ty).clamp(2, 127);
        let set = self.bit_place(ty);
        let clear = (set + 1 + self.choices.below(usize::from(bits) - 1) as u16) % bits;
        let mask = self.constant(ty, !(1i128 << clear));
        let value = self.of(ty, "G_AND", &[value, mask]);
        self.with_bit(value, set)
    }

    fn extend(&mut self, opcode: &'static str, form: IntegerForm) {
        let wide = self.scalar_of(2);
        let Some(narrow) = self.narrower(wide) else { return };
        let value = self.value(narrow);
        let mut result = self.of(wide, opcode, &[value]);
        if form == IntegerForm::ExtendAny {
            let mask = self.constant(wide, (1i128 << lane_bits(narrow)) - 1);
            result = self.of(wide, "G_AND", &[result, mask]);
        }
        self.keep(result);
    }

    /// Draws a narrower type.
    fn narrower(&mut self, wide: Type) -> Option<Type> {
        let all = if self.is_plain { vec![1, 8, 16, 32] } else { (1..lane_bits(wide)).collect() };
        let narrower: Vec<u16> = all.into_iter().filter(|bits| *bits < lane_bits(wide)).collect();
        self.choices.pick(&narrower).map(|bits| with_bits(wide, *bits))
    }

    /// Returns a value whose square fits, as a signed number.
    fn narrowed(&mut self, value: Value) -> Value {
        let bits = i128::from(lane_bits(value.ty));
        let amount = self.constant(value.ty, bits - (bits / 3).max(1));
        self.of(value.ty, "G_LSHR", &[value, amount])
    }

    /// Adds the extraction of a bit field: first bit and width are constants that fit.
    fn field(&mut self, opcode: &'static str) {
        let ty = self.scalar_of(2);
        let value = self.value(ty);
        let bits = u32::from(lane_bits(ty));
        let first = self.choices.up_to(bits - 1);
        let width = 1 + self.choices.up_to(bits - first - 1);
        let (first, width) = (self.constant(ty, first.into()), self.constant(ty, width.into()));
        let result = self.of(ty, opcode, &[value, first, width]);
        self.keep(result);
    }

    /// Adds an extraction or insertion of bits.
    fn part(&mut self, opcode: &'static str, form: IntegerForm) {
        let whole = [16, 32, 64][self.choices.below(3)];
        let part = [8, 16, 32][self.choices.below(3)].min(whole / 2);
        let place = u32::from(part) * self.choices.up_to(u32::from(whole / part) - 1);
        let value = self.value(Type::scalar(whole));
        let place = OperandKind::Immediate(place.into());
        let result = if form == IntegerForm::Extract {
            self.op(Type::scalar(part), opcode, [used(value), place])
        } else {
            let part = self.value(Type::scalar(part));
            self.op(Type::scalar(whole), opcode, [used(value), used(part), place])
        };
        self.keep(result);
    }
}
