//! Bodies as lists that can be extended and reordered: results are numbered, and declared, at the end.

use irsmith_pnacl::interpret::Place;
use irsmith_pnacl::{Instruction, Module, Scalar, Type, TypeId, Value, ValueType, ValueTypes};

/// An instruction other than a declaration.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) instruction: Instruction,
    /// The place in the original, if it corresponds to an instruction there.
    pub(super) origin: Option<Place>,
    /// The number by which operands name its result until the body is rebuilt; numbers below the count of the original's results are the
    /// original's.
    pub(super) result: Option<u32>,
}

/// A body taken apart.
pub(super) struct Lines {
    pub(super) lines: Vec<Line>,
    /// Types of results by number.
    types: Vec<ValueType>,
}

impl Lines {
    /// Takes the body of a function apart; `None` if it has none.
    pub(super) fn of(module: &Module, function: u32) -> Option<Self> {
        let body = module.functions.get(function as usize)?.body.as_ref()?;
        let mut results = 0..;
        let mut lines = Vec::with_capacity(body.instructions.len());
        for (place, instruction) in (0..).zip(&body.instructions) {
            let result = if instruction.has_result(module) { results.next() } else { None };
            if !matches!(instruction, Instruction::Declare { .. }) {
                let origin = Some(Place { function, instruction: place });
                lines.push(Line { instruction: instruction.clone(), origin, result });
            }
        }
        Some(Self { lines, types: ValueTypes::of(module, function).results().to_vec() })
    }

    /// Returns the number of a new result.
    pub(super) fn new_result(&mut self, ty: ValueType) -> u32 {
        self.types.push(ty);
        self.types.len() as u32 - 1
    }

    /// Returns the first of the consecutive numbers of new results.
    pub(super) fn new_results(&mut self, types: &[ValueType]) -> u32 {
        self.types.extend_from_slice(types);
        (self.types.len() - types.len()) as u32
    }

    /// Returns the types of results by number.
    pub(super) fn types(&self) -> &[ValueType] {
        &self.types
    }

    /// Returns the lines of each block.
    pub(super) fn blocks(&self) -> Vec<Vec<Line>> {
        self.lines.split_inclusive(|line| line.instruction.is_terminator()).map(<[Line]>::to_vec).collect()
    }

    /// Numbers results in order, declares those that are used before their definition, and puts the body into the module. Returns the
    /// origin of each instruction.
    pub(super) fn rebuild(self, module: &mut Module, function: u32) -> Vec<Option<Place>> {
        let mut numbers = vec![0; self.types.len()];
        for (number, result) in (0..).zip(self.lines.iter().filter_map(|line| line.result)) {
            numbers[result as usize] = number;
        }
        let mut instructions = Vec::with_capacity(self.lines.len());
        let mut defined = vec![false; self.types.len()];
        let mut declared = Vec::new();
        for line in &self.lines {
            let mut instruction = line.instruction.clone();
            instruction.for_each_value_mut(|value| {
                if let Some(result) = value.is_instruction().then(|| value.index() as usize) {
                    if !std::mem::replace(&mut defined[result], true) {
                        declared.push(result);
                    }
                    *value = Value::instruction(numbers[result]);
                }
            });
            if let Some(result) = line.result {
                defined[result as usize] = true;
            }
            instructions.push(instruction);
        }
        let declarations: Vec<Instruction> = declared
            .iter()
            .map(|&result| Instruction::Declare { value: Value::instruction(numbers[result]), ty: type_id(module, self.types[result]) })
            .collect();
        let origins = declarations.iter().map(|_| None).chain(self.lines.iter().map(|line| line.origin)).collect();
        if let Some(body) = module.functions.get_mut(function as usize).and_then(|function| function.body.as_mut()) {
            body.instructions = declarations.into_iter().chain(instructions).collect();
        }
        origins
    }
}

/// Returns the id of a type, which is defined if necessary.
pub(super) fn type_id(module: &mut Module, ty: ValueType) -> TypeId {
    let ty = if ty.is_vector() {
        Type::Vector { lanes: ty.lanes(), element: type_id(module, ty.element()) }
    } else {
        match ty.scalar_kind() {
            Scalar::Integer(bits) => Type::Integer(bits),
            Scalar::Float => Type::Float,
            Scalar::Double => Type::Double,
            Scalar::Void | Scalar::Unknown => Type::Void,
        }
    };
    define(module, ty)
}

/// Returns the id of a type, which is added if the module does not have it.
pub(super) fn define(module: &mut Module, ty: Type) -> TypeId {
    let known = module.types.iter().position(|known| *known == ty);
    TypeId(known.unwrap_or_else(|| {
        module.types.push(ty);
        module.types.len() - 1
    }) as u32)
}
