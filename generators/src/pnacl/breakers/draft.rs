//! A module that is being broken: how breakers find places, and how they make the inserted content.

use irsmith_pnacl::{
    Body, Constant, Function, Instruction, Linkage, Literal, Module, Scalar, Signature, Symbol, Type, TypeId, Value, ValueType, ValueTypes,
};

/// A module and the draws that choose where it is broken.
pub(super) type Draft<'a, 'u> = crate::breaker::Draft<'a, 'u, Module>;

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) function: usize,
    pub(super) index: usize,
}

/// Visits the operands of an instruction that a breaker may change.
pub(super) type Operands = fn(&mut Instruction, &mut dyn FnMut(&mut Value));

pub(super) const VOID: ValueType = ValueType::VOID;
pub(super) const I1: ValueType = ValueType::I1;
pub(super) const I8: ValueType = ValueType::integer(8);
pub(super) const I16: ValueType = ValueType::integer(16);
pub(super) const I32: ValueType = ValueType::I32;
pub(super) const I64: ValueType = ValueType::integer(64);
pub(super) const F32: ValueType = ValueType::scalar(Scalar::Float);
pub(super) const F64: ValueType = ValueType::scalar(Scalar::Double);
pub(super) const V4I1: ValueType = ValueType::vector(4, Scalar::Integer(1));
pub(super) const V8I1: ValueType = ValueType::vector(8, Scalar::Integer(1));
pub(super) const V16I1: ValueType = ValueType::vector(16, Scalar::Integer(1));
pub(super) const V4I32: ValueType = ValueType::vector(4, Scalar::Integer(32));
pub(super) const V4F32: ValueType = ValueType::vector(4, Scalar::Float);

/// The types that values of valid modules have.
pub(super) const KINDS: [ValueType; 14] = [
    I1,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    V4I1,
    V8I1,
    V16I1,
    ValueType::vector(16, Scalar::Integer(8)),
    ValueType::vector(8, Scalar::Integer(16)),
    V4I32,
    V4F32,
];

impl Draft<'_, '_> {
    /// Draws one of the value types for which `wanted` holds.
    pub(super) fn kind(&mut self, wanted: impl Fn(ValueType) -> bool) -> Option<ValueType> {
        let kinds: Vec<ValueType> = KINDS.into_iter().filter(|&kind| wanted(kind)).collect();
        self.pick(&kinds)
    }

    /// Draws an instruction for which `wanted` holds.
    pub(super) fn find(&mut self, wanted: impl Fn(&Instruction) -> bool) -> Option<Site> {
        self.find_typed(|_, _, instruction| wanted(instruction))
    }

    /// Draws an instruction for which `wanted` holds; `wanted` also gets its function's values and its place there.
    pub(super) fn find_typed(&mut self, wanted: impl Fn(&View<'_>, usize, &Instruction) -> bool) -> Option<Site> {
        let mut sites = Vec::new();
        for (function, body) in bodies(self.model) {
            let view = View { module: self.model, body, function, types: std::cell::OnceCell::new() };
            let found = body.instructions.iter().enumerate().filter(|(index, instruction)| wanted(&view, *index, instruction));
            sites.extend(found.map(|(index, _)| Site { function, index }));
        }
        self.pick(&sites)
    }

    /// Draws the end of a basic block: its terminator. Instructions inserted there come after all phis.
    pub(super) fn block_end(&mut self) -> Option<Site> {
        self.find(Instruction::is_terminator)
    }

    /// Returns the body of a function.
    pub(super) fn body(&mut self, function: usize) -> Option<&mut Body> {
        self.model.functions.get_mut(function)?.body.as_mut()
    }

    /// Returns the instruction at a place.
    pub(super) fn instruction(&mut self, site: Site) -> Option<&mut Instruction> {
        self.body(site.function)?.instructions.get_mut(site.index)
    }

    /// Returns the type of a value of a function.
    pub(super) fn type_of(&self, function: usize, value: Value) -> ValueType {
        ValueTypes::of(self.model, function as u32).get(value)
    }

    /// Adds a type.
    pub(super) fn push_type(&mut self, ty: Type) -> TypeId {
        self.model.types.push(ty);
        TypeId(self.model.types.len() as u32 - 1)
    }

    /// Returns the id of a value type or of void, which is added if the module has none.
    pub(super) fn type_id(&mut self, ty: ValueType) -> TypeId {
        let known =
            self.model.types.iter().position(|known| !matches!(known, Type::Function(_)) && known.value_type(|id| self.model.ty(id)) == ty);
        if let Some(known) = known {
            return TypeId(known as u32);
        }
        let new = match ty.scalar_kind() {
            _ if ty.is_vector() => Type::Vector { lanes: ty.lanes(), element: self.type_id(ty.element()) },
            Scalar::Integer(bits) => Type::Integer(bits),
            Scalar::Float => Type::Float,
            Scalar::Double => Type::Double,
            Scalar::Void | Scalar::Unknown => Type::Void,
        };
        self.push_type(new)
    }

    /// Adds a function type.
    pub(super) fn signature(&mut self, result: ValueType, parameters: &[ValueType]) -> TypeId {
        let result = self.type_id(result);
        let parameters = parameters.iter().map(|&ty| self.type_id(ty)).collect();
        self.push_type(Type::Function(Signature { varargs: false, result, parameters }))
    }

    /// Adds a function; if it has a body, the body ends at once and never returns.
    pub(super) fn push_function(&mut self, ty: TypeId, linkage: Linkage, defined: bool) -> Value {
        let body = defined.then(|| Body { constants: Vec::new(), instructions: vec![Instruction::Unreachable {}] });
        self.model.functions.push(Function { ty, linkage, body });
        Value::function(self.model.functions.len() as u32 - 1)
    }

    /// Names a value.
    pub(super) fn push_symbol(&mut self, value: Value, name: &[u8]) {
        self.model.symbols.push(Symbol { value, name: name.to_vec() });
    }

    /// Adds a constant to a function that has a body.
    pub(super) fn constant(&mut self, function: usize, ty: ValueType, literal: Literal) -> Value {
        let ty = self.type_id(ty);
        self.constant_of(function, ty, literal)
    }

    /// As [`Draft::constant`], of a type that need not be a value type.
    pub(super) fn constant_of(&mut self, function: usize, ty: TypeId, literal: Literal) -> Value {
        let Some(body) = self.body(function) else { return Value::constant(0) };
        body.constants.push(Constant { ty, literal });
        Value::constant(body.constants.len() as u32 - 1)
    }

    /// Adds an undefined constant.
    pub(super) fn undef(&mut self, function: usize, ty: ValueType) -> Value {
        self.constant(function, ty, Literal::Undef)
    }

    /// Inserts an instruction before the one at a place, and renumbers the results after it if it has one. Its operands are numbered as
    /// afterwards.
    pub(super) fn insert(&mut self, site: Site, instruction: Instruction) {
        let first = self.results_before(site);
        let has_result = instruction.has_result(self.model);
        let Some(body) = self.body(site.function) else { return };
        if has_result {
            for later in &mut body.instructions {
                later.for_each_value_mut(|value| {
                    if value.is_instruction() && value.index() >= first {
                        *value = Value::instruction(value.index() + 1);
                    }
                });
            }
        }
        body.instructions.insert(site.index.min(body.instructions.len()), instruction);
    }

    /// Returns the number of results before a place: the number of the result there.
    pub(super) fn results_before(&self, site: Site) -> u32 {
        let body = self.model.functions.get(site.function).and_then(|function| function.body.as_ref());
        let before = body.map_or(&[][..], |body| &body.instructions[..site.index.min(body.instructions.len())]);
        before.iter().filter(|instruction| instruction.has_result(self.model)).count() as u32
    }

    /// Draws one of some operands of all bodies: returns its instruction, its number in the instruction, and its value.
    pub(super) fn operand(&mut self, operands: Operands) -> Option<(Site, usize, Value)> {
        let mut places = Vec::new();
        for (function, definition) in self.model.functions.iter_mut().enumerate() {
            let instructions = definition.body.iter_mut().flat_map(|body| body.instructions.iter_mut().enumerate());
            for (index, instruction) in instructions {
                let mut number = 0;
                operands(instruction, &mut |value| {
                    places.push((Site { function, index }, number, *value));
                    number += 1;
                });
            }
        }
        self.pick(&places)
    }

    /// Changes the operand that [`Draft::operand`] found.
    pub(super) fn set_operand(&mut self, operands: Operands, site: Site, number: usize, new: Value) -> Option<()> {
        let mut at = 0;
        operands(self.instruction(site)?, &mut |value| {
            if at == number {
                *value = new;
            }
            at += 1;
        });
        Some(())
    }

    /// Replaces one of some operands by a constant of a type for which `wrong` holds, given the right type.
    pub(super) fn retype(&mut self, operands: Operands, wrong: impl Fn(ValueType, ValueType) -> bool) -> Option<()> {
        let (site, number, value) = self.operand(operands)?;
        let right = self.type_of(site.function, value);
        let wrong = self.kind(|kind| wrong(right, kind))?;
        let new = self.undef(site.function, wrong);
        self.set_operand(operands, site, number, new)
    }
}

/// A function as [`Draft::find_typed`] passes it.
pub(super) struct View<'a> {
    pub(super) module: &'a Module,
    pub(super) body: &'a Body,
    function: usize,
    types: std::cell::OnceCell<ValueTypes>,
}

impl View<'_> {
    /// Returns the type of a value.
    pub(super) fn type_of(&self, value: Value) -> ValueType {
        self.types.get_or_init(|| ValueTypes::of(self.module, self.function as u32)).get(value)
    }
}

/// Returns the bodies of a module, with the index of the function.
pub(super) fn bodies(module: &Module) -> impl Iterator<Item = (usize, &Body)> {
    module.functions.iter().enumerate().filter_map(|(index, function)| function.body.as_ref().map(|body| (index, body)))
}
