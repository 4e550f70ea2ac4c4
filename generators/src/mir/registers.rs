//! Registers of a body: new ones, and those that hold a value already.

use super::build::{Build, Stage};
use super::forms::Shape;
use super::types::{element, shape};
use irsmith_mir::tables::ClassId;
use irsmith_mir::{
    Class, Element, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, RegisterQualifier, Type, VirtualRegister,
};

/// What a register may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A value of a type.
    Generic(Type),
    /// What fits a class.
    Class(ClassId),
}

/// A register that holds a value here and in all that this place dominates.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) register: Register,
    pub(super) content: Content,
}

/// How many values are looked at for one that fits.
const LOOKED_AT: usize = 24;

impl Build<'_, '_> {
    /// A virtual register that nothing names yet.
    pub(super) fn new_register(&mut self) -> Register {
        if self.wants(Shape::NamedRegister, 16) {
            return Register::Named(self.name("v", false).into());
        }
        if self.wants(Shape::SparseRegisters, 8) {
            self.body.next_register += u32::from(self.choices.byte());
        }
        self.body.next_register += 1;
        Register::Virtual(self.body.next_register - 1)
    }

    /// A result of a type, in a new register that is a value from here on.
    pub(super) fn result(&mut self, ty: Type) -> RegisterOperand {
        let register = self.new_register();
        let operand = self.generic_definition(register, ty);
        self.scratch.values.push(Value { register: operand.register.clone(), content: Content::Generic(ty) });
        operand
    }

    /// A register as a result of a type.
    pub(super) fn generic_definition(&mut self, register: Register, ty: Type) -> RegisterOperand {
        let class = self.bank(ty).map_or(Class::Generic, |bank| Class::Named(bank.into()));
        self.list(&register, &class);
        RegisterOperand { register, class, qualifier: RegisterQualifier::Type(ty), ..RegisterOperand::default() }
    }

    /// A bank for a type, where generic registers have banks.
    fn bank(&mut self, ty: Type) -> Option<&'static str> {
        if !self.body.banked || matches!(ty, Type::Vector { scalable: true, .. }) {
            return None;
        }
        let bits = self.bits(ty);
        let start = self.choices.below(self.machine.banks().len());
        let banks = self.machine.banks();
        let bank = (0..banks.len()).map(|step| &banks[(start + step) % banks.len()]).find(|bank| u32::from(bank.bits) >= bits)?;
        Some(bank.name)
    }

    /// Puts a numbered register in the list of the container.
    pub(super) fn list(&mut self, register: &Register, class: &Class) {
        let Register::Virtual(id) = *register else { return };
        let class = match class {
            Class::None => return,
            Class::Generic => "_".into(),
            Class::Named(name) => (**name).into(),
        };
        self.body.registers.push(VirtualRegister { id, class, preferred: None });
    }

    /// A value that fits, of those at hand, starting anywhere among the latest.
    pub(super) fn find(&mut self, fits: impl Fn(Content) -> bool) -> Option<Register> {
        let values = &self.scratch.values;
        let start = self.choices.below(values.len().min(LOOKED_AT));
        let latest = values.iter().rev().skip(start).take(LOOKED_AT);
        latest.chain(values.iter().rev().take(start)).find(|value| fits(value.content)).map(|value| value.register.clone())
    }

    /// A value of a type, which is made where there is none.
    pub(super) fn value(&mut self, ty: Type) -> Register {
        let again = !self.choices.chance(16);
        let found = if again { self.find(|content| content == Content::Generic(ty)) } else { None };
        found.unwrap_or_else(|| self.make(ty))
    }

    /// The type of some value for which `fits` holds.
    pub(super) fn type_at_hand(&mut self, fits: impl Fn(Type) -> bool) -> Option<Type> {
        let values = &self.scratch.values;
        let start = self.choices.below(values.len().min(LOOKED_AT));
        values.iter().rev().skip(start).chain(values.iter().rev().take(start)).find_map(|value| match value.content {
            Content::Generic(ty) if fits(ty) => Some(ty),
            _ => None,
        })
    }

    /// A use of a value of a type.
    pub(super) fn use_of(&mut self, ty: Type) -> Operand {
        let register = self.value(ty);
        self.generic_use(register, ty)
    }

    /// A generic register as a use.
    pub(super) fn generic_use(&mut self, register: Register, ty: Type) -> Operand {
        let qualifier = if self.wants(Shape::TypedUse, 64) { RegisterQualifier::Type(ty) } else { RegisterQualifier::None };
        OperandKind::Register(RegisterOperand { register, qualifier, ..RegisterOperand::default() }).into()
    }

    /// Makes a value of a type by a constant, or without saying which.
    fn make(&mut self, ty: Type) -> Register {
        let draw = self.choices.below(8);
        let (opcode, operand) = match (shape(ty), element(ty)) {
            (None, Element::Scalar(bits)) if draw > 1 && bits <= 192 => {
                let float = draw > 5 && matches!(bits, 16 | 32 | 64 | 80 | 128);
                if float {
                    ("G_FCONSTANT", Some(OperandKind::Float(Box::new(self.float_constant(bits)))))
                } else {
                    ("G_CONSTANT", Some(self.integer_operand(bits)))
                }
            }
            (None, Element::Pointer(_)) if draw > 1 => self.address(),
            _ => ("G_IMPLICIT_DEF", None),
        };
        let result = self.result(ty);
        let register = result.register.clone();
        let mut instruction = self.instruction(opcode);
        instruction.results.push(result);
        instruction.operands.extend(operand.map(Operand::from));
        self.push(instruction);
        register
    }
}

/// A plain physical register as an operand.
pub(super) fn physical(name: &'static str, flags: RegisterFlags) -> RegisterOperand {
    RegisterOperand { register: Register::Physical(irsmith_mir::Name::from_static_str(name)), flags, ..RegisterOperand::default() }
}

/// A register as it is.
pub(super) fn plain(register: Register) -> RegisterOperand {
    RegisterOperand { register, ..RegisterOperand::default() }
}

impl Stage {
    /// Whether opcodes are those of the target.
    pub(super) fn is_target(self) -> bool {
        self != Self::Generic
    }
}
