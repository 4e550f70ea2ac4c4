//! The types of values: what the file leaves to be deduced.

use super::{Body, Instruction, Module, Type, Value, ValueKind, ValueType};

impl Instruction {
    /// Whether the instruction defines a value: calls of void and loads of void do not.
    pub fn has_result(&self, module: &Module) -> bool {
        let not_void = |ty| !matches!(module.ty(ty), Some(Type::Void));
        match self {
            Self::Binary { .. }
            | Self::Compare { .. }
            | Self::Select { .. }
            | Self::ExtractElement { .. }
            | Self::InsertElement { .. }
            | Self::Alloca { .. } => true,
            Self::Cast { ty, .. } | Self::Load { ty, .. } | Self::Phi { ty, .. } => not_void(*ty),
            Self::CallIndirect { result, .. } => not_void(*result),
            Self::Call { callee, .. } => module.signature_of(callee.index()).is_some_and(|signature| not_void(signature.result)),
            Self::Store { .. } | Self::Declare { .. } => false,
            Self::Ret { .. } | Self::Branch { .. } | Self::BranchIf { .. } | Self::Switch { .. } | Self::Unreachable {} => false,
        }
    }

    /// The type of the result, given the types of the operands; void for none.
    pub fn result_type(&self, module: &Module, type_of: impl Fn(Value) -> ValueType) -> ValueType {
        match self {
            Self::Binary { a, .. } | Self::Select { a, .. } => type_of(*a),
            Self::InsertElement { vector, .. } => type_of(*vector),
            Self::ExtractElement { vector, .. } => type_of(*vector).element(),
            Self::Compare { a, .. } => type_of(*a).comparison(),
            Self::Alloca { .. } => ValueType::I32,
            Self::Cast { ty, .. } | Self::Load { ty, .. } | Self::Phi { ty, .. } => module.value_type(*ty),
            Self::CallIndirect { result, .. } => module.value_type(*result),
            Self::Call { callee, .. } => {
                module.signature_of(callee.index()).map_or(ValueType::UNKNOWN, |signature| module.value_type(signature.result))
            }
            _ => ValueType::VOID,
        }
    }
}

/// The types of all values of a function.
///
/// Results get their types in file order; an operand defined later has the type that its forward declaration states, else
/// [`ValueType::UNKNOWN`] until it is defined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueTypes {
    parameters: Vec<ValueType>,
    constants: Vec<ValueType>,
    results: Vec<ValueType>,
}

impl ValueTypes {
    /// Deduces the types of a function's values. `function` out of range or without a body has none.
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

    /// Notes a declared type, unless the value is defined already or can never be.
    fn declare(&mut self, value: Value, next: usize, limit: usize, ty: ValueType) {
        let index = value.index() as usize;
        if value.kind() == ValueKind::Instruction && index >= next && index < limit {
            if self.results.len() <= index {
                self.results.resize(index + 1, ValueType::UNKNOWN);
            }
            self.results[index] = ty;
        }
    }

    /// The type of a value; [`ValueType::UNKNOWN`] for what is not defined.
    pub fn get(&self, value: Value) -> ValueType {
        let list = match value.kind() {
            ValueKind::Function | ValueKind::Global => return ValueType::I32,
            ValueKind::Parameter => &self.parameters,
            ValueKind::Constant => &self.constants,
            ValueKind::Instruction => &self.results,
        };
        list.get(value.index() as usize).copied().unwrap_or(ValueType::UNKNOWN)
    }

    /// The types of all results in order.
    pub fn results(&self) -> &[ValueType] {
        &self.results
    }

    /// The types of the parameters in order.
    pub fn parameters(&self) -> &[ValueType] {
        &self.parameters
    }

    /// The types of the constants in order.
    pub fn constants(&self) -> &[ValueType] {
        &self.constants
    }
}
