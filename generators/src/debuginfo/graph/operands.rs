//! Operands that are pushed for an operation of an expression.

use super::super::build::Build;
use super::expressions::Draft;
use super::operations::OPERANDS;
use irsmith_debuginfo::interpret::expression::Type;
use irsmith_debuginfo::tables::{Op, Takes};

/// Integers that round to another float of 32 bits when they are rounded to one of 64 bits first, in words, the high one first: each lies
/// by less than a double can tell beside the middle of two floats.
const MIDPOINTS: [[u32; 2]; 4] = [[0x8000_0080, 1], [0x4000_0040, 1], [0x8000_017f, 0xffff_ffff], [0x0100_0001, 1]];

impl Build<'_, '_> {
    /// Pushes what is missing for an operation.
    pub(super) fn prepare(&mut self, draft: &mut Draft, wanted: Takes) {
        if draft.stack.has(wanted) && self.choices.chance(160) {
            return;
        }
        match wanted {
            Takes::Entries(count) => {
                for _ in draft.stack.len()..count {
                    self.push_any(draft);
                }
            }
            Takes::Integers(count) => (0..count).for_each(|_| self.push_integer(draft)),
            Takes::Pair | Takes::IntegerPair | Takes::Division | Takes::Remainder => {
                self.left_operand(draft, matches!(wanted, Takes::IntegerPair | Takes::Remainder));
                let small = matches!(wanted, Takes::Division | Takes::Remainder);
                if let Some(ty) = draft.stack.ty(0) {
                    self.push_typed(draft, ty, small);
                }
            }
            Takes::Shift => {
                self.left_operand(draft, true);
                let ty = if self.choices.chance(64) { self.base_type() } else { Type::Generic };
                self.push_typed(draft, if ty.is_float() { Type::U8 } else { ty }, true);
            }
            Takes::Described => {}
        }
    }

    /// A left operand, unless the top of the stack will do.
    fn left_operand(&mut self, draft: &mut Draft, integer: bool) {
        let top = draft.stack.ty(0);
        let will_do = top.is_some_and(|ty| !integer || !ty.is_float());
        if !will_do || self.choices.chance(64) {
            if integer { self.push_integer(draft) } else { self.push_any(draft) }
        }
    }

    /// Pushes a number whose conversion is worth a look: near the middle of two floats, with a fraction, or below zero.
    pub(super) fn prepare_conversion(&mut self, draft: &mut Draft) {
        match self.choices.below(8) {
            0 | 1 if draft.stack.len() > 0 => {}
            2 => {
                self.push_midpoint(draft);
                if self.choices.chance(160) {
                    let literals = self.conversion(Type::F32);
                    self.append(draft, Op::Convert, &literals);
                }
            }
            3 => {
                self.push_typed(draft, Type::F32, false);
                let literals = self.conversion(Type::F64);
                self.append(draft, Op::Convert, &literals);
            }
            4 => self.push_typed(draft, Type::F32, false),
            5 | 6 => {
                let ty = [Type::I8, Type::I16, Type::I32, Type::I64][self.choices.below(4)];
                self.push_typed(draft, ty, false);
            }
            _ => self.push_any(draft),
        }
    }

    /// Pushes an integer of 64 bits, made of two words.
    fn push_midpoint(&mut self, draft: &mut Draft) {
        let [high, low] = MIDPOINTS[self.choices.below(MIDPOINTS.len())];
        let ty = if self.choices.chance(64) { Type::I64 } else { Type::U64 };
        let convert = self.conversion(ty);
        let steps: [(Op, &[u32]); 5] =
            [(Op::Constu, &[high]), (Op::Convert, &convert), (Op::Constu, &[32]), (Op::Shl, &[]), (Op::PlusUconst, &[low])];
        if steps.iter().all(|step| self.may_append(draft, step.0)) {
            for (op, literals) in steps {
                self.append(draft, op, literals);
            }
        }
    }

    /// Pushes a number of any type.
    pub(super) fn push_any(&mut self, draft: &mut Draft) {
        let ty = if self.choices.chance(96) { self.base_type() } else { Type::Generic };
        self.push_typed(draft, ty, false);
    }

    fn push_integer(&mut self, draft: &mut Draft) {
        let ty = if self.choices.chance(48) { self.base_type() } else { Type::Generic };
        self.push_typed(draft, if ty.is_float() { Type::Generic } else { ty }, false);
    }

    /// Pushes a number of a type, from 1 to 127 if it must be small. One that cannot be made is left out, or becomes generic.
    fn push_typed(&mut self, draft: &mut Draft, ty: Type, small: bool) {
        if ty != Type::Generic && self.has_operation(Op::ConstType) && (ty != Type::F64 || self.choices.chance(64)) {
            let mut literals = self.typed_constant(ty);
            if small {
                literals[2] = self.small();
            }
            self.append(draft, Op::ConstType, &literals);
        } else {
            self.push_generic(draft, small);
            if ty != Type::Generic {
                let literals = self.conversion(ty);
                self.append(draft, Op::Convert, &literals);
            }
        }
    }

    pub(super) fn push_generic(&mut self, draft: &mut Draft, small: bool) {
        let op = if small { Op::Constu } else { self.operation_of(OPERANDS).unwrap_or(Op::Constu) };
        let mut literals = self.fitting_literals(op, &draft.stack);
        if small {
            literals[0] = self.small();
        }
        self.append(draft, op, &literals);
    }

    fn small(&mut self) -> u32 {
        if self.choices.chance(192) { 1 + self.choices.below(8) as u32 } else { 1 + self.choices.below(127) as u32 }
    }
}
