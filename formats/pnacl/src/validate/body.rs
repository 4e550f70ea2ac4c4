//! A function's body during its check: facts about its blocks and values.

use super::functions::Names;
use super::graph::Graph;
use super::{Part, Report, RuleId, constants};
use crate::tables::Outcome;
use crate::{Body, Constant, Instruction, Literal, Module, Signature, TypeId, Value, ValueKind, ValueType};
use irsmith_rules::Dominators;

/// Marks a missing number.
const NONE: u32 = u32::MAX;

/// Buffers for the facts of a body, reused for the next function.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) graph: Graph,
    pub(super) dominators: Dominators,
    results: Vec<Definition>,
    /// For the checks of phis.
    pub(super) incoming: Vec<(u32, Value)>,
    /// For the checks of switches.
    pub(super) cases: Vec<i64>,
}

/// Facts about the result of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    pub(super) ty: ValueType,
    /// The block and instruction that define it, [`NONE`] if it is only declared.
    pub(super) block: u32,
    pub(super) at: u32,
    /// Whether LLVM's reader makes it a pointer.
    is_pointer: bool,
    /// The type of the forward declaration, and its instruction index, [`NONE`] without one.
    declared_type: ValueType,
    declared_at: u32,
}

impl Definition {
    const UNKNOWN: Self =
        Self { ty: ValueType::UNKNOWN, block: NONE, at: NONE, is_pointer: false, declared_type: ValueType::UNKNOWN, declared_at: NONE };
}

/// A body while it is checked, instruction by instruction.
pub(super) struct BodyChecker<'a> {
    pub(super) module: &'a Module,
    /// The module's types as types of values.
    types: &'a [ValueType],
    pub(super) names: &'a Names,
    pub(super) body: &'a Body,
    pub(super) signature: &'a Signature,
    function: u32,
    pub(super) scratch: &'a mut Scratch,
    pub(super) report: &'a mut Report,
    /// The current instruction, its block, and the number of results before it.
    pub(super) index: u32,
    pub(super) block: u32,
    results_before: u32,
}

impl<'a> BodyChecker<'a> {
    pub(super) fn new(
        module: &'a Module,
        types: &'a [ValueType],
        names: &'a Names,
        (function, body, signature): (u32, &'a Body, &'a Signature),
        scratch: &'a mut Scratch,
        report: &'a mut Report,
    ) -> Self {
        Self { module, types, names, body, signature, function, scratch, report, index: 0, block: 0, results_before: 0 }
    }

    /// Checks the whole body.
    pub(super) fn check(mut self) {
        constants::check(self.function, &self.body.constants, self.types, self.report);
        self.define();
        self.check_blocks();
        self.index = 0;
        self.results_before = 0;
        for block in 0..self.scratch.graph.len() {
            self.block = block;
            let mut phis_allowed = true;
            for index in self.scratch.graph.block(block) {
                let instruction = &self.body.instructions[index];
                self.index = index as u32;
                self.check_instruction(instruction, phis_allowed);
                phis_allowed &= matches!(instruction, Instruction::Phi { .. } | Instruction::Declare { .. });
                let next = self.scratch.results.get(self.results_before as usize);
                self.results_before += u32::from(next.is_some_and(|definition| definition.at == self.index));
            }
        }
    }

    /// Collects the blocks and values that the body defines. Forward declarations are checked here: their order is that of definitions.
    fn define(&mut self) {
        self.scratch.graph.restart();
        self.scratch.dominators.restart();
        self.scratch.results.clear();
        let mut begins = true;
        for (index, instruction) in self.body.instructions.iter().enumerate() {
            self.index = index as u32;
            if begins {
                self.scratch.graph.begin_block(self.index);
                self.block = self.scratch.graph.len();
            }
            begins = instruction.is_terminator();
            if let Instruction::Declare { value, ty } = instruction {
                self.declare(*value, *ty);
            }
            if instruction.has_result(self.module) {
                self.define_result(instruction);
            }
        }
        self.scratch.graph.begin_block(self.body.instructions.len() as u32);
        self.check_all_defined();
    }

    fn define_result(&mut self, instruction: &Instruction) {
        let ty = instruction.result_type(self.module, |value| self.type_of(value));
        let gives_address = match instruction.outcome() {
            Outcome::Address => true,
            Outcome::ReturnedBy(callee) => self.names.intrinsic(callee.index()).is_some_and(|row| row.returns_address),
            Outcome::SameAs(_) | Outcome::ElementOf(_) | Outcome::ComparisonOf(_) | Outcome::Stated(_) | Outcome::Returned(_) => false,
            Outcome::Ends | Outcome::Nothing => false,
        };
        let next = self.results_before as usize;
        if self.scratch.results.len() <= next {
            self.scratch.results.push(Definition::UNKNOWN);
        }
        let definition = &mut self.scratch.results[next];
        (definition.ty, definition.block, definition.at) = (ty, self.block, self.index);
        let Definition { declared_type, declared_at, .. } = *definition;
        // A value that was declared before is converted to the declared i32 as soon as it is defined.
        definition.is_pointer = gives_address && declared_at == NONE;
        // For bcdis, a value declared void has no type yet.
        if declared_at != NONE && declared_type != ty && declared_type != ValueType::VOID {
            self.add(RuleId::DeclarationType, format_args!("defined as {ty}, declared as {declared_type}"));
        }
        self.results_before += 1;
    }

    fn declare(&mut self, value: Value, ty: TypeId) {
        let index = value.index() as usize;
        if !value.is_instruction() || (index as u32) < self.results_before {
            return self.add(RuleId::DeclarationLate, format_args!("{value} is already defined"));
        }
        if index >= self.body.instructions.len() {
            return self.add(RuleId::DeclarationUndefined, format_args!("{value} is never defined"));
        }
        if self.scratch.results.len() <= index {
            self.scratch.results.resize(index + 1, Definition::UNKNOWN);
        }
        if self.scratch.results[index].declared_at != NONE {
            return self.add(RuleId::DeclarationRepeated, format_args!("{value} is already declared"));
        }
        let ty = self.value_type(ty);
        if !ty.is_first_class() {
            self.add(RuleId::DeclarationVoid, format_args!("{value} is declared as {ty}"));
        }
        let definition = &mut self.scratch.results[index];
        // Until the definition, the type is that of the declaration.
        (definition.ty, definition.declared_type, definition.declared_at) = (ty, ty, self.index);
    }

    /// Checks that the values after the last result, which are declared, are also defined.
    fn check_all_defined(&mut self) {
        let defined = (self.results_before as usize).min(self.scratch.results.len());
        for index in defined..self.scratch.results.len() {
            let Definition { declared_at, .. } = self.scratch.results[index];
            if declared_at != NONE {
                (self.index, self.block) = (declared_at, self.scratch.graph.block_of(declared_at));
                self.add(RuleId::DeclarationUndefined, format_args!("{} is never defined", Value::instruction(index as u32)));
            }
        }
        self.scratch.results.truncate(defined);
    }

    /// Returns the type of a type id; the checks of instructions report ids out of range.
    pub(super) fn value_type(&self, id: TypeId) -> ValueType {
        self.types.get(id.0 as usize).copied().unwrap_or(ValueType::UNKNOWN)
    }

    /// Returns the type of an operand. Before its definition a value has the type that its declaration states.
    pub(super) fn type_of(&self, value: Value) -> ValueType {
        let index = value.index() as usize;
        match value.kind() {
            ValueKind::Function | ValueKind::Global => ValueType::I32,
            ValueKind::Parameter => self.signature.parameters.get(index).map_or(ValueType::UNKNOWN, |&ty| self.value_type(ty)),
            ValueKind::Constant => self.body.constants.get(index).map_or(ValueType::UNKNOWN, |constant| self.value_type(constant.ty)),
            ValueKind::Instruction => match self.scratch.results.get(index) {
                Some(definition) if value.index() >= self.results_before && definition.declared_at < self.index => definition.declared_type,
                Some(definition) => definition.ty,
                None => ValueType::UNKNOWN,
            },
        }
    }

    /// Returns whether an operand is a pointer in LLVM's reader: an address that has not been converted to i32 yet.
    pub(super) fn is_pointer(&self, value: Value) -> bool {
        match value.kind() {
            ValueKind::Function | ValueKind::Global => true,
            ValueKind::Instruction => self.definition(value).is_pointer,
            ValueKind::Parameter | ValueKind::Constant => false,
        }
    }

    /// Returns whether an operand names an existing value.
    pub(super) fn is_defined(&self, value: Value) -> bool {
        let limit = match value.kind() {
            ValueKind::Function => self.module.functions.len(),
            ValueKind::Global => self.module.globals.len(),
            ValueKind::Parameter => self.signature.parameters.len(),
            ValueKind::Constant => self.body.constants.len(),
            ValueKind::Instruction => self.scratch.results.len(),
        };
        (value.index() as usize) < limit
    }

    /// Returns the facts about an existing result.
    pub(super) fn definition(&self, value: Value) -> Definition {
        self.scratch.results.get(value.index() as usize).copied().unwrap_or(Definition::UNKNOWN)
    }

    /// Returns whether a result is used before its definition without a declaration before that use.
    pub(super) fn lacks_declaration(&self, value: Value) -> bool {
        value.is_instruction() && value.index() >= self.results_before && self.definition(value).declared_at >= self.index
    }

    /// Returns the constant that an operand names.
    pub(super) fn constant(&self, value: Value) -> Option<&'a Constant> {
        match value.kind() {
            ValueKind::Constant => self.body.constants.get(value.index() as usize),
            _ => None,
        }
    }

    /// Returns the integer that an operand names, if it is one.
    pub(super) fn integer(&self, value: Value) -> Option<i64> {
        match self.constant(value)?.literal {
            Literal::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// Returns whether the current block is reachable.
    pub(super) fn is_reachable(&mut self, block: u32) -> bool {
        self.require_dominators();
        self.scratch.dominators.is_reachable(block)
    }

    /// Computes the dominators, unless this is done.
    pub(super) fn require_dominators(&mut self) {
        self.scratch.graph.require_edges(self.body);
        self.scratch.dominators.require(&self.scratch.graph);
    }

    /// Reports a violation at the current instruction.
    #[cold]
    pub(super) fn add(&mut self, rule: RuleId, message: std::fmt::Arguments<'_>) {
        let instruction = self.body.instructions.get(self.index as usize);
        let result = instruction.filter(|instruction| instruction.has_result(self.module)).map(|_| self.results_before);
        let part = Part::Instruction { function: self.function, block: self.block, index: self.index, result };
        self.report.add(rule, part, message);
    }

    /// Checks the division into blocks.
    fn check_blocks(&mut self) {
        let part = Part::Function(self.function);
        match self.body.instructions.last() {
            None => self.report.add(RuleId::BodyEmpty, part, format_args!("no instruction")),
            Some(last) if last.is_terminator() => {}
            Some(_) => self.report.add(RuleId::MissingTerminator, part, format_args!("the last basic block has no terminator")),
        }
    }
}
