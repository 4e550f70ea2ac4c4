//! Bodies of generic opcodes.

mod special;
mod types;

use super::build::Build;
use super::forms::{Generic, Recipe};
use super::memory::Atomicity;
use super::types::{element, shape};
use crate::forms::Form;
use irsmith_mir::tables::{Opcode, Properties, SlotKind};
use irsmith_mir::{Access, Element, FloatPredicate, IntegerPredicate, MemoryOperand, MemorySize, Operand, OperandKind, Type};
use types::Types;

impl Build<'_, '_> {
    /// Makes an instruction of some opcode that is on.
    pub(super) fn generic_step(&mut self) {
        let Some(plan) = self.form_on(Generic::all()) else { return };
        if plan.recipe == Recipe::Special {
            self.special(plan.opcode);
            return;
        }
        // An assertion has the bank of what it is about.
        if self.body.banked && plan.opcode.name.starts_with("G_ASSERT") {
            return;
        }
        let types = self.types(plan.recipe);
        self.emit(plan, types);
    }

    /// Makes an instruction operand by operand from its row.
    fn emit(&mut self, plan: Generic, types: Types) {
        let opcode = plan.opcode;
        let operands: Vec<Operand> =
            opcode.use_slots().iter().map(|slot| self.generic_operand(opcode, slot.kind, slot.name, types)).collect();
        let mut instruction = self.instruction(opcode.name);
        instruction.flags = self.flags(opcode);
        instruction.operands.extend(operands);
        for slot in opcode.result_slots() {
            let ty = slot.kind.type_number().map_or(types[0], |number| types[usize::from(number)]);
            let result = self.result(ty);
            instruction.results.push(result);
        }
        instruction.memory = self.generic_memory(plan, types);
        self.push(instruction);
    }

    fn generic_operand(&mut self, opcode: &Opcode, kind: SlotKind, name: &str, types: Types) -> Operand {
        match kind {
            SlotKind::Type(number) | SlotKind::PointerType(number) => self.use_of(types[usize::from(number).min(2)]),
            SlotKind::IntegerPredicate => OperandKind::IntegerPredicate(self.form(IntegerPredicate::ALL)).into(),
            SlotKind::FloatPredicate => OperandKind::FloatPredicate(self.form(FloatPredicate::ALL)).into(),
            SlotKind::IntegerConstant if opcode.name == "G_VSCALE" => {
                let mut constant = self.integer_constant(self.element_bits(element(types[0])));
                if constant.digits == "0" {
                    constant.digits = "1".into();
                }
                OperandKind::Integer(Box::new(constant)).into()
            }
            SlotKind::IntegerConstant => self.integer_operand(self.element_bits(element(types[0]))).into(),
            SlotKind::ShuffleMask => self.shuffle_mask(types).into(),
            SlotKind::FrameObject => self.frame_operand().unwrap_or(OperandKind::Immediate(0)).into(),
            SlotKind::Constant => self.constant_operand().into(),
            SlotKind::Metadata => self.register_name().into(),
            _ => OperandKind::Immediate(self.immediate(opcode, name, types)).into(),
        }
    }

    /// A mask of as many lanes as the result has, each of either source or of none.
    fn shuffle_mask(&mut self, types: Types) -> OperandKind {
        let lanes = |ty| shape(ty).map_or(1, |(count, _)| usize::from(count));
        let (count, most) = (lanes(types[0]), 2 * lanes(types[1]));
        OperandKind::ShuffleMask((0..count).map(|_| (!self.choices.chance(48)).then(|| self.choices.below(most) as u32)).collect())
    }

    /// A number for a place of this name.
    fn immediate(&mut self, opcode: &Opcode, name: &str, types: Types) -> i64 {
        let bits = |build: &Self, place: usize| i64::from(build.element_bits(element(types[place])));
        match name {
            // An alignment, or none.
            "align" if opcode.name == "G_DYN_STACKALLOC" || opcode.name == "G_VAARG" => [0, 1, 8, 16, 4096][self.choices.below(5)],
            "align" => 1 << self.choices.below(12),
            "sz" => 1 + self.choices.below((bits(self, 0) - 1).max(1) as usize) as i64,
            "offset" if opcode.name == "G_INSERT" => self.choices.below((bits(self, 0) - bits(self, 1)).max(0) as usize + 1) as i64,
            "offset" => self.choices.below((bits(self, 1) - bits(self, 0)).max(0) as usize + 1) as i64,
            // The length of what is inserted: llc refuses larger multiples of it.
            "idx" if opcode.name == "G_INSERT_SUBVECTOR" => {
                let lanes = |ty| shape(ty).map_or(1, |(count, _)| i64::from(count));
                let (large, small) = (lanes(types[0]), lanes(types[1]));
                if large >= 2 * small && self.choices.chance(128) { small } else { 0 }
            }
            "idx" => 0,
            "scale" => self.choices.below(bits(self, 0).max(1) as usize) as i64,
            "test" => self.choices.below(1024) as i64,
            "rw" | "cachetype" | "tailcall" | "am" => self.choices.below(2) as i64,
            "locality" => self.choices.below(4) as i64,
            "round_mode" => self.choices.below(8) as i64,
            _ => self.plain_number(),
        }
    }

    fn generic_memory(&mut self, plan: Generic, types: Types) -> Vec<MemoryOperand> {
        let space = |ty| if let Element::Pointer(space) = element(ty) { space } else { 0 };
        match plan.recipe {
            Recipe::Load => vec![self.typed_memory(Access::Load, types[0], space(types[1]), Atomicity::Load)],
            Recipe::ExtendingLoad | Recipe::IndexedLoad => {
                let plain = plan.opcode.name == "G_INDEXED_LOAD";
                let read = if plain { types[0] } else { Type::scalar(self.narrower(self.element_bits(element(types[0])))) };
                vec![self.typed_memory(Access::Load, read, space(types[1]), Atomicity::Load)]
            }
            Recipe::Store => vec![self.typed_memory(Access::Store, types[0], space(types[1]), Atomicity::Store)],
            Recipe::IndexedStore => vec![self.typed_memory(Access::Store, types[1], space(types[0]), Atomicity::Plain)],
            Recipe::Change | Recipe::ChangeFloat => {
                vec![self.typed_memory(Access::LoadStore, types[0], space(types[1]), Atomicity::Change)]
            }
            Recipe::Exchange => vec![self.typed_memory(Access::LoadStore, types[0], space(types[1]), Atomicity::Exchange)],
            Recipe::ExchangeSuccess => vec![self.typed_memory(Access::LoadStore, types[0], space(types[2]), Atomicity::Exchange)],
            Recipe::CopyBytes => {
                let size = self.size();
                vec![
                    self.memory(Access::Store, size, space(types[0]), Atomicity::Plain),
                    self.memory(Access::Load, size, space(types[1]), Atomicity::Plain),
                ]
            }
            Recipe::SetBytes | Recipe::ZeroBytes => {
                let size = self.size();
                vec![self.memory(Access::Store, size, space(types[0]), Atomicity::Plain)]
            }
            _ if plan.opcode.is(Properties::MAY_LOAD) => vec![self.memory(Access::Load, MemorySize::Unknown, 0, Atomicity::Plain)],
            _ => Vec::new(),
        }
    }

    /// How much memory an opcode touches that works on any number of bytes.
    fn size(&mut self) -> MemorySize {
        match self.far_size() {
            Some(far) => far,
            None if self.choices.chance(128) => MemorySize::Type(Type::scalar(8)),
            None => MemorySize::Unknown,
        }
    }
}
