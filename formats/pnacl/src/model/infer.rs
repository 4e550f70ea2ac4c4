//! Infers the types of values, which the file leaves implicit.

use super::{Body, Instruction, Module, Type, TypeId, Value, ValueKind, ValueType};
use crate::tables::Outcome;

impl<V, T> Outcome<V, T> {
    /// Returns the type of the result; void for none. All type inference is here, for the model and for text.
    pub(crate) fn infer<S: Typing<Value = V, Id = T>>(self, typing: &S) -> S::Type {
        match self {
            Self::Ends | Self::Nothing => S::VOID,
            Self::SameAs(value) => typing.value(value),
            Self::ElementOf(value) => S::element(typing.value(value)),
            Self::ComparisonOf(value) => S::comparison(typing.value(value)),
            Self::Address => S::ADDRESS,
            Self::Stated(ty) | Self::Returned(ty) => typing.stated(ty),
            Self::ReturnedBy(callee) => typing.returned_by(callee),
        }
    }
}

/// The input of [`Outcome::infer`], and the types that it infers.
pub(crate) trait Typing {
    /// Identifies a value.
    type Value;
    /// Identifies a type.
    type Id;
    /// The type of a value.
    type Type;
    /// The type of no value.
    const VOID: Self::Type;
    /// The type of every address.
    const ADDRESS: Self::Type;
    /// Returns the type of an operand.
    fn value(&self, value: Self::Value) -> Self::Type;
    /// Returns the type that a record names.
    fn stated(&self, id: Self::Id) -> Self::Type;
    /// Returns the result type of a function.
    fn returned_by(&self, callee: Self::Value) -> Self::Type;
    /// Returns the type of a lane.
    fn element(ty: Self::Type) -> Self::Type;
    /// Returns the result type of comparing two values of this type.
    fn comparison(ty: Self::Type) -> Self::Type;
}

/// Types of the model.
struct ModelTyping<'m, F> {
    module: &'m Module,
    type_of: F,
}

impl<F: Fn(Value) -> ValueType> Typing for ModelTyping<'_, F> {
    type Value = Value;
    type Id = TypeId;
    type Type = ValueType;
    const VOID: ValueType = ValueType::VOID;
    const ADDRESS: ValueType = ValueType::I32;

    fn value(&self, value: Value) -> ValueType {
        (self.type_of)(value)
    }

    fn stated(&self, id: TypeId) -> ValueType {
        self.module.value_type(id)
    }

    fn returned_by(&self, callee: Value) -> ValueType {
        let signature = self.module.signature_of(callee.index());
        signature.map_or(ValueType::UNKNOWN, |signature| self.module.value_type(signature.result))
    }

    fn element(ty: ValueType) -> ValueType {
        ty.element()
    }

    fn comparison(ty: ValueType) -> ValueType {
        ty.comparison()
    }
}

impl Instruction {
    /// Returns whether the instruction defines a value: calls of void and loads of void do not.
    pub fn has_result(&self, module: &Module) -> bool {
        let not_void = |ty| !matches!(module.ty(ty), Some(Type::Void));
        match self.outcome() {
            Outcome::Ends | Outcome::Nothing => false,
            Outcome::SameAs(_) | Outcome::ElementOf(_) | Outcome::ComparisonOf(_) | Outcome::Address => true,
            Outcome::Stated(ty) | Outcome::Returned(ty) => not_void(ty),
            Outcome::ReturnedBy(callee) => module.signature_of(callee.index()).is_some_and(|signature| not_void(signature.result)),
        }
    }

    /// Returns the type of the result, given the types of the operands; void for none.
    pub fn result_type(&self, module: &Module, type_of: impl Fn(Value) -> ValueType) -> ValueType {
        self.outcome().infer(&ModelTyping { module, type_of })
    }
}

/// The types of all values of a function.
///
/// Results get their types in file order; an operand defined later has the type that its forward declaration states, otherwise
/// [`ValueType::UNKNOWN`] until it is defined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueTypes {
    parameters: Vec<ValueType>,
    constants: Vec<ValueType>,
    results: Vec<ValueType>,
}

impl ValueTypes {
    /// Infers the types of a function's values. There are none if `function` is out of range or has no body.
    pub fn of(module: &Module, function: u32) -> Self {
        let Some(body) = module.functions.get(function as usize).and_then(|function| function.body.as_ref()) else {
            return Self::default();
        };
        let parameters = module.signature_of(function).map_or(&[][..], |signature| &signature.parameters);
        let mut types = Self {
            parameters: parameters.iter().map(|&ty| module.value_type(ty)).collect(),
            constants: body.constants.iter().map(|constant| module.value_type(constant.ty)).collect(),
            results: Vec::with_capacity(body.instructions.len()),
        };
        types.add_results(module, body);
        types
    }

    fn add_results(&mut self, module: &Module, body: &Body) {
        let mut next = 0;
        for instruction in &body.instructions {
            if let Instruction::Declare { value, ty } = instruction {
                self.declare(*value, next, body.instructions.len(), module.value_type(*ty));
            }
            if instruction.has_result(module) {
                let ty = instruction.result_type(module, |value| self.get(value));
                match self.results.get_mut(next) {
                    Some(declared) => *declared = ty,
                    None => self.results.push(ty),
                }
                next += 1;
            }
        }
        self.results.truncate(next);
    }

    /// Records a declared type, unless the value is already defined or never can be.
    fn declare(&mut self, value: Value, next: usize, limit: usize, ty: ValueType) {
        let index = value.index() as usize;
        if value.kind() == ValueKind::Instruction && index >= next && index < limit {
            if self.results.len() <= index {
                self.results.resize(index + 1, ValueType::UNKNOWN);
            }
            self.results[index] = ty;
        }
    }

    /// Returns the type of a value; [`ValueType::UNKNOWN`] if it is not defined.
    pub fn get(&self, value: Value) -> ValueType {
        let list = match value.kind() {
            ValueKind::Function | ValueKind::Global => return ValueType::I32,
            ValueKind::Parameter => &self.parameters,
            ValueKind::Constant => &self.constants,
            ValueKind::Instruction => &self.results,
        };
        list.get(value.index() as usize).copied().unwrap_or(ValueType::UNKNOWN)
    }

    /// Returns the types of all results in order.
    pub fn results(&self) -> &[ValueType] {
        &self.results
    }

    /// Returns the types of the parameters in order.
    pub fn parameters(&self) -> &[ValueType] {
        &self.parameters
    }

    /// Returns the types of the constants in order.
    pub fn constants(&self) -> &[ValueType] {
        &self.constants
    }
}
