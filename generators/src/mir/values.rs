//! Values: registers that have one already, and new ones.

use super::addresses::address;
use super::build::Build;
use super::forms::Shape;
use super::instruction::{instruction, push};
use super::numbers::{float_constant, integer_operand};
use super::registers::Content;
use super::types::{bits, element, shape};
use irsmith_mir::tables::ClassId;
use irsmith_mir::{Class, Element, Operand, OperandKind, Register, RegisterOperand, RegisterQualifier, Type};

/// Makes a result of a type, in a new register that has a value from here on.
pub(super) fn result(build: &mut Build<'_, '_>, ty: Type) -> RegisterOperand {
    let register = build.new_register();
    let operand = generic_definition(build, register, ty);
    build.registers.add(operand.register.clone(), Content::Generic(ty));
    operand
}

/// Makes a register a result of a type.
pub(super) fn generic_definition(build: &mut Build<'_, '_>, register: Register, ty: Type) -> RegisterOperand {
    let class = bank(build, ty).map_or(Class::Generic, |bank| Class::Named(bank.into()));
    build.registers.list(&register, &class);
    RegisterOperand { register, class, qualifier: RegisterQualifier::Type(ty), ..RegisterOperand::default() }
}

/// Draws a bank for a type, if generic registers have banks.
fn bank(build: &mut Build<'_, '_>, ty: Type) -> Option<&'static str> {
    if !build.body.banked || matches!(ty, Type::Vector { scalable: true, .. }) {
        return None;
    }
    let bits = bits(ty, build.has_mixed_pointers());
    let banks = &build.vocabulary.banks;
    let start = build.draw.below(banks.len());
    let bank = (0..banks.len()).map(|step| &banks[(start + step) % banks.len()]).find(|bank| u32::from(bank.bits) >= bits)?;
    Some(bank.name)
}

/// Returns a value of a type, which is generated if there is none.
pub(super) fn value(build: &mut Build<'_, '_>, ty: Type) -> Register {
    let again = !build.draw.chance(16);
    let found = if again { build.registers.find(&mut build.draw, |content| content == Content::Generic(ty)) } else { None };
    found.unwrap_or_else(|| make(build, ty))
}

/// Returns a use of a value of a type.
pub(super) fn use_of(build: &mut Build<'_, '_>, ty: Type) -> Operand {
    let register = value(build, ty);
    generic_use(build, register, ty)
}

/// Returns a generic register as a use.
pub(super) fn generic_use(build: &mut Build<'_, '_>, register: Register, ty: Type) -> Operand {
    let qualifier = if build.draw.wants(Shape::TypedUse, 64) { RegisterQualifier::Type(ty) } else { RegisterQualifier::None };
    OperandKind::Register(RegisterOperand { register, qualifier, ..RegisterOperand::default() }).into()
}

/// Generates a value of a type by a constant, or an undefined one.
fn make(build: &mut Build<'_, '_>, ty: Type) -> Register {
    let draw = build.draw.below(8);
    let (opcode, operand) = match (shape(ty), element(ty)) {
        (None, Element::Scalar(bits)) if draw > 1 && bits <= 192 => {
            let float = draw > 5 && matches!(bits, 16 | 32 | 64 | 80 | 128);
            if float {
                ("G_FCONSTANT", Some(OperandKind::Float(Box::new(float_constant(&mut build.draw, bits)))))
            } else {
                ("G_CONSTANT", Some(integer_operand(&mut build.draw, bits)))
            }
        }
        (None, Element::Pointer(_)) if draw > 1 => address(build),
        _ => ("G_IMPLICIT_DEF", None),
    };
    let result = result(build, ty);
    let register = result.register.clone();
    let mut instruction = instruction(opcode);
    instruction.results.push(result);
    instruction.operands.extend(operand.map(Operand::from));
    push(build, instruction);
    register
}

/// Returns a register with content like this.
pub(super) fn register_of(build: &mut Build<'_, '_>, content: Content) -> Register {
    match content {
        Content::Generic(ty) => value(build, ty),
        Content::Class(class) => class_value(build, class),
    }
}

/// Returns a register as the result with content like this.
pub(super) fn definition(build: &mut Build<'_, '_>, register: Register, content: Content) -> RegisterOperand {
    match content {
        Content::Generic(ty) => generic_definition(build, register, ty),
        Content::Class(class) => {
            let class = Class::Named(build.machine().class_row(class).name.into());
            build.registers.list(&register, &class);
            RegisterOperand { register, class, ..RegisterOperand::default() }
        }
    }
}

/// Returns a virtual register of a class that has a value, which is generated if there is none.
pub(super) fn class_value(build: &mut Build<'_, '_>, class: ClassId) -> Register {
    let row = build.machine().class_row(class);
    let fits = |content| matches!(content, Content::Class(other) if row.includes(other));
    let found = if build.draw.chance(16) { None } else { build.registers.find(&mut build.draw, fits) };
    if let Some(register) = found {
        return register;
    }
    let register = build.new_register();
    let result = definition(build, register.clone(), Content::Class(class));
    build.registers.add(register.clone(), Content::Class(class));
    let mut instruction = instruction("IMPLICIT_DEF");
    instruction.results.push(result);
    push(build, instruction);
    register
}

/// Returns a register that nothing wrote before.
pub(super) fn new_result(build: &mut Build<'_, '_>, class: ClassId) -> RegisterOperand {
    let register = build.new_register();
    let result = definition(build, register.clone(), Content::Class(class));
    build.registers.add(register, Content::Class(class));
    result
}
