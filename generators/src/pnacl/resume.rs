//! The generator set to work in a module that exists: adds instructions, functions, globals, types and names to it.

use super::Config;
use super::build::{ABSENT, Build, Callable, Scratch};
use super::edit::{graft, with_positions};
use super::kinds::Kind;
use super::rows::Family;
use crate::Choices;
use irsmith_pnacl::tables::INTRINSICS;
use irsmith_pnacl::{Function, Instruction, Linkage, Module, Type, TypeId, Value, ValueKind, ValueTypes};

impl<'a, 'u> Build<'a, 'u> {
    /// Takes a module over; [`Build::module`] gives it back.
    pub(super) fn resume(choices: Choices<'a, 'u>, config: &'a Config, scratch: &'a mut Scratch, module: Module) -> Self {
        let mut build = Self::new(choices, config, scratch);
        build.module = module;
        build.adopt_types();
        build.adopt_functions();
        build.scratch.global_count = build.module.globals.len();
        build
    }

    fn adopt_types(&mut self) {
        for index in 0..self.module.types.len() {
            let id = index as u32;
            if matches!(self.module.types[index], Type::Void) && self.scratch.void == ABSENT {
                self.scratch.void = id;
            } else if let Some(kind) = Kind::of(self.module.value_type(TypeId(id)))
                && self.scratch.types[kind.index()] == ABSENT
            {
                self.scratch.types[kind.index()] = id;
            }
        }
    }

    fn adopt_functions(&mut self) {
        for symbol in &self.module.symbols {
            let row = INTRINSICS.iter().position(|row| row.name.as_bytes() == symbol.name);
            let declared = |index: u32| self.module.functions.get(index as usize).is_some_and(|function| function.body.is_none());
            if let (ValueKind::Function, Some(row)) = (symbol.value.kind(), row)
                && declared(symbol.value.index())
            {
                self.scratch.intrinsics[row] = symbol.value.index();
            }
        }
        for (index, function) in self.module.functions.iter().enumerate() {
            if function.body.is_some() {
                let result = self.module.signature(function.ty).map(|signature| self.module.value_type(signature.result));
                self.scratch.defined.push(Callable { function: index as u32, result: result.and_then(Kind::of) });
            }
        }
    }

    /// Adds a function with a body of its own.
    pub(super) fn add_function(&mut self) {
        let most = self.choices.up_to(self.config.parameters);
        let (result, parameters) = (self.result_kind(), (0..most).map(|_| self.signature_kind()).collect());
        let ty = self.signature_id(result, &parameters);
        let function = self.module.functions.len() as u32;
        self.module.functions.push(Function { ty, linkage: Linkage::Internal, body: None });
        self.scratch.defined.push(Callable { function, result });
        self.body(self.scratch.defined.len() - 1);
    }

    /// Adds a global with initializers.
    pub(super) fn add_global(&mut self) {
        self.scratch.global_count = self.module.globals.len() + 1;
        self.one_global();
    }

    /// Adds a name for a value.
    pub(super) fn add_symbol(&mut self, value: Value) {
        self.scratch.naming = Some(value);
        self.make_some(Family::Symbol);
    }

    /// Adds some instructions in front of place `at` of a function; they use values of the same block, of the entry block, parameters
    /// and constants.
    pub(super) fn add_instructions(&mut self, function: usize, at: usize) {
        let types = ValueTypes::of(&self.module, function as u32);
        let mut module = std::mem::take(&mut self.module);
        with_positions(&mut module, function, |module, body| {
            self.scratch.values.start();
            self.scratch.current = function as u32;
            let intrinsics = &self.scratch.intrinsics;
            let gives_address = |row: &Instruction| match row {
                Instruction::Alloca { .. } => true,
                Instruction::Call { callee, .. } => {
                    (INTRINSICS.iter().zip(intrinsics)).any(|(row, &function)| row.returns_address && function == callee.index())
                }
                _ => false,
            };
            self.scratch.values.adopt(body, &types, |row| row.has_result(module), gives_address, at);
            std::mem::swap(module, &mut self.module);
            for _ in 0..=self.choices.below(3) {
                self.instruction();
            }
            std::mem::swap(module, &mut self.module);
            body.constants = std::mem::take(&mut self.scratch.values.constants);
            let new = std::mem::take(&mut self.scratch.values.instructions);
            graft(module, body, at, new);
        });
        self.module = module;
    }
}
