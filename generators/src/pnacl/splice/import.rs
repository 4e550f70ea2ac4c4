//! Imports parts of one module into another, with everything they need.

use super::super::edit;
use irsmith_pnacl::{Body, Function, Global, Initializer, Instruction, Linkage, Module, Signature, Symbol, Type, TypeId, Value, ValueKind};
use std::collections::VecDeque;

/// Types nest at most this deep before they are cut: a readable module may contain cyclic types.
const MAX_NESTING: u32 = 4;

/// A part of the donor that is named but not copied yet.
enum Part {
    Function(u32),
    Global(u32),
}

/// Copies from a donor into a module. Each part of the donor is copied once.
pub(super) struct Import<'a> {
    pub(super) module: Module,
    pub(super) donor: &'a Module,
    types: Vec<Option<TypeId>>,
    functions: Vec<Option<u32>>,
    globals: Vec<Option<u32>>,
    todo: VecDeque<Part>,
}

impl<'a> Import<'a> {
    pub(super) fn new(module: Module, donor: &'a Module) -> Self {
        Self {
            module,
            donor,
            types: vec![None; donor.types.len()],
            functions: vec![None; donor.functions.len()],
            globals: vec![None; donor.globals.len()],
            todo: VecDeque::new(),
        }
    }

    /// Returns the number here of a type of the donor.
    pub(super) fn ty(&mut self, id: TypeId) -> TypeId {
        self.nested_type(id, 0)
    }

    fn nested_type(&mut self, id: TypeId, depth: u32) -> TypeId {
        if let Some(known) = self.types[id.0 as usize] {
            return known;
        }
        let donor = self.donor;
        let ty = match &donor.types[id.0 as usize] {
            Type::Vector { .. } | Type::Function(_) if depth >= MAX_NESTING => Type::Void,
            Type::Vector { lanes, element } => Type::Vector { lanes: *lanes, element: self.nested_type(*element, depth + 1) },
            Type::Function(signature) => Type::Function(Signature {
                varargs: signature.varargs,
                result: self.nested_type(signature.result, depth + 1),
                parameters: signature.parameters.iter().map(|&id| self.nested_type(id, depth + 1)).collect(),
            }),
            simple => simple.clone(),
        };
        let place = self.module.types.iter().position(|known| *known == ty).unwrap_or_else(|| {
            self.module.types.push(ty);
            self.module.types.len() - 1
        });
        let new = TypeId(place as u32);
        self.types[id.0 as usize] = Some(new);
        new
    }

    /// Returns the number here of a function of the donor; its body is copied later.
    pub(super) fn function(&mut self, index: u32) -> u32 {
        if let Some(known) = self.functions[index as usize] {
            return known;
        }
        let source = &self.donor.functions[index as usize];
        let ty = self.ty(source.ty);
        let new = if source.body.is_none() { self.declaration(index, ty) } else { None };
        let new = new.unwrap_or_else(|| {
            let linkage = if source.body.is_some() { Linkage::Internal } else { source.linkage };
            let body = source.body.as_ref().map(|_| stub());
            self.module.functions.push(Function { ty, linkage, body });
            self.module.functions.len() as u32 - 1
        });
        self.functions[index as usize] = Some(new);
        if source.body.is_some() {
            self.todo.push_back(Part::Function(index));
        } else if let Some(name) = self.donor.name_of(Value::function(index))
            && self.module.name_of(Value::function(new)).is_none()
        {
            self.module.symbols.push(Symbol { value: Value::function(new), name: name.to_vec() });
        }
        new
    }

    /// Returns a declaration here of the same name and type.
    fn declaration(&self, index: u32, ty: TypeId) -> Option<u32> {
        let name = self.donor.name_of(Value::function(index))?;
        let same = |symbol: &&Symbol| symbol.name == name && symbol.value.kind() == ValueKind::Function;
        let found = self.module.symbols.iter().find(same)?.value.index();
        self.module.functions.get(found as usize).filter(|function| function.body.is_none() && function.ty == ty).map(|_| found)
    }

    /// Returns the number here of a global of the donor; its initializers are copied later.
    pub(super) fn global(&mut self, index: u32) -> u32 {
        if let Some(known) = self.globals[index as usize] {
            return known;
        }
        let source = &self.donor.globals[index as usize];
        let new = self.module.globals.len() as u32;
        let initializers = vec![Initializer::Zerofill(4)];
        self.module.globals.push(Global { alignment: source.alignment, constant: source.constant, initializers });
        self.globals[index as usize] = Some(new);
        self.todo.push_back(Part::Global(index));
        new
    }

    /// Translates a function or global of the donor; other values stay.
    pub(super) fn value(&mut self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Function => Value::function(self.function(value.index())),
            ValueKind::Global => Value::global(self.global(value.index())),
            _ => value,
        }
    }

    /// Translates the types and values of the module that an instruction names.
    pub(super) fn instruction(&mut self, source: &Instruction) -> Instruction {
        let mut instruction = source.clone();
        instruction.for_each_type_mut(|id| *id = self.ty(*id));
        instruction.for_each_value_mut(|value| *value = self.value(*value));
        instruction
    }

    /// Translates a body of the donor.
    pub(super) fn body(&mut self, source: &Body) -> Body {
        let mut constants = source.constants.clone();
        constants.iter_mut().for_each(|constant| constant.ty = self.ty(constant.ty));
        Body { constants, instructions: source.instructions.iter().map(|instruction| self.instruction(instruction)).collect() }
    }

    /// Copies the named parts, at most this many; the others remain stubs: functions that are unreachable, four zero bytes.
    pub(super) fn finish(mut self, most: usize) -> Module {
        for _ in 0..most {
            match self.todo.pop_front() {
                None => break,
                Some(Part::Function(index)) => {
                    if let (Some(new), Some(source)) = (self.functions[index as usize], &self.donor.functions[index as usize].body) {
                        let body = self.body(source);
                        self.module.functions[new as usize].body = Some(body);
                    }
                }
                Some(Part::Global(index)) => {
                    if let Some(new) = self.globals[index as usize] {
                        let mut initializers = self.donor.globals[index as usize].initializers.clone();
                        for initializer in &mut initializers {
                            if let Initializer::Relocation { value, .. } = initializer {
                                *value = self.value(*value);
                            }
                        }
                        self.module.globals[new as usize].initializers = initializers;
                    }
                }
            }
        }
        edit::fixup(&mut self.module);
        self.module
    }
}

/// Makes the body of a function whose own body was not copied.
fn stub() -> Body {
    Body { constants: Vec::new(), instructions: vec![Instruction::Unreachable {}] }
}
