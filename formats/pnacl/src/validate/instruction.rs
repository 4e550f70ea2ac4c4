//! Rules of instructions: the checks of each, and the checks of computing instructions.

use super::RuleId;
use super::body::BodyChecker;
use super::types::{is_access_alignment, is_access_type};
use crate::tables::{BinaryOp, CastOp, Predicate};
use crate::{Alignment, Instruction, TypeId, Value, ValueType};

impl BodyChecker<'_> {
    /// Checks the current instruction. `phis_allowed` says whether only phis and declarations precede it in its block.
    pub(super) fn check_instruction(&mut self, instruction: &Instruction, phis_allowed: bool) {
        if !self.check_names(instruction) {
            return;
        }
        match instruction {
            Instruction::Declare { .. } | Instruction::Unreachable {} => {}
            Instruction::Ret { value } => self.check_return(*value),
            Instruction::Branch { .. } => {}
            Instruction::BranchIf { condition, .. } => self.check_branch(*condition),
            Instruction::Switch { ty, condition, cases, .. } => self.check_switch(*ty, *condition, cases),
            Instruction::Binary { a, b, op } => self.check_binary(*a, *b, *op),
            Instruction::Cast { value, ty, op } => self.check_cast(*value, *ty, *op),
            Instruction::ExtractElement { vector, index } => {
                self.check_lane(*vector, *index);
            }
            Instruction::InsertElement { vector, element, index } => self.check_insert(*vector, *element, *index),
            Instruction::Phi { ty, incoming } => self.check_phi(*ty, incoming, phis_allowed),
            Instruction::Alloca { size, alignment } => self.check_alloca(*size, *alignment),
            Instruction::Load { pointer, alignment, ty } => self.check_access(*pointer, self.value_type(*ty), *alignment),
            Instruction::Store { pointer, value, alignment } => self.check_access(*pointer, self.type_of(*value), *alignment),
            Instruction::Compare { a, b, predicate } => self.check_compare(*a, *b, *predicate),
            Instruction::Select { a, b, condition } => self.check_select(*a, *b, *condition),
            Instruction::Call { callee, arguments, .. } => self.check_call(*callee, arguments),
            Instruction::CallIndirect { pointer, result, arguments, .. } => self.check_call_indirect(*pointer, *result, arguments),
        }
    }

    fn check_binary(&mut self, a: Value, b: Value, op: BinaryOp) {
        let (ty, other) = (self.type_of(a), self.type_of(b));
        if ty != other {
            self.add(RuleId::BinaryOperands, format_args!("{} of {ty} {a} and {other} {b}", op.name()));
        }
        if ty.is_i1() && !op.allows_i1() {
            self.add(RuleId::BinaryBoolean, format_args!("{} of {ty}", op.name()));
        } else if !(ty.is_integer() || ty.is_float() && op.float_name().is_some()) {
            self.add(RuleId::BinaryType, format_args!("{} of {ty}", op.name()));
        }
    }

    fn check_cast(&mut self, value: Value, ty: TypeId, op: CastOp) {
        let (from, to) = (self.type_of(value), self.value_type(ty));
        if !op.accepts(from, to) {
            self.add(RuleId::CastTypes, format_args!("{} of {from} {value} to {to}", op.name()));
        }
        if op == CastOp::BitCast {
            self.check_no_pointer(value);
        }
    }

    fn check_compare(&mut self, a: Value, b: Value, predicate: Predicate) {
        let (ty, other) = (self.type_of(a), self.type_of(b));
        if ty != other {
            self.add(RuleId::CompareOperands, format_args!("{ty} {a} with {other} {b}"));
        }
        let fits = if predicate.is_integer() { ty.is_integer() } else { ty.is_float() };
        if !fits {
            self.add(RuleId::ComparePredicate, format_args!("{} of {ty}", predicate.name()));
        } else if ty.is_i1() {
            self.add(RuleId::CompareBoolean, format_args!("{} of {ty}", predicate.name()));
        }
    }

    fn check_select(&mut self, a: Value, b: Value, condition: Value) {
        let (ty, other, mask) = (self.type_of(a), self.type_of(b), self.type_of(condition));
        if ty != other || !ty.is_first_class() {
            self.add(RuleId::SelectOperands, format_args!("{ty} {a} or {other} {b}"));
        }
        if mask == ValueType::I1 {
            if ty.is_vector() {
                self.add(RuleId::SelectScalar, format_args!("{ty} by {mask}"));
            }
        } else if mask != ty.comparison() {
            self.add(RuleId::SelectCondition, format_args!("{ty} by {mask} {condition}"));
        }
    }

    /// Checks a vector and a lane of it; returns the type of the vector if it is one.
    fn check_lane(&mut self, vector: Value, index: Value) -> Option<ValueType> {
        let ty = self.type_of(vector);
        if !ty.is_vector() {
            self.add(RuleId::VectorOperand, format_args!("{vector} is {ty}"));
            return None;
        }
        let lane = self.integer(index);
        let in_range = lane.is_some_and(|lane| (0..i64::from(ty.lanes())).contains(&lane));
        if !in_range || self.type_of(index) != ValueType::I32 {
            let kind = self.type_of(index);
            self.add(RuleId::VectorIndex, format_args!("{kind} {index} of {ty}"));
        }
        Some(ty)
    }

    fn check_insert(&mut self, vector: Value, element: Value, index: Value) {
        let Some(ty) = self.check_lane(vector, index) else { return };
        let found = self.type_of(element);
        if found != ty.element() {
            self.add(RuleId::VectorElement, format_args!("{found} {element} in {ty}"));
        }
        self.check_no_pointer(element);
    }

    fn check_alloca(&mut self, size: Value, alignment: Alignment) {
        let ty = self.type_of(size);
        if ty != ValueType::I32 {
            self.add(RuleId::AllocaSize, format_args!("{ty} {size}"));
        }
        if alignment == Alignment::NONE {
            self.add(RuleId::AlignmentZero, format_args!("alignment 0"));
        }
        self.check_no_pointer(size);
    }

    fn check_access(&mut self, pointer: Value, ty: ValueType, alignment: Alignment) {
        self.check_address(pointer);
        if !is_access_type(ty) {
            self.add(RuleId::AccessType, format_args!("{ty}"));
        } else if !is_access_alignment(ty, alignment) {
            self.add(RuleId::AccessAlignment, format_args!("{ty} with alignment {}", alignment.bytes()));
        }
    }

    /// Checks an operand that LLVM's reader leaves unchanged. Elsewhere it converts a pointer to i32, or i32 to a pointer.
    fn check_no_pointer(&mut self, value: Value) {
        if self.is_pointer(value) {
            self.add(RuleId::AddressOperand, format_args!("{value} is a pointer"));
        }
    }

    pub(super) fn check_address(&mut self, pointer: Value) {
        let ty = self.type_of(pointer);
        if ty != ValueType::I32 {
            self.add(RuleId::AddressType, format_args!("{ty} {pointer}"));
        }
    }
}
