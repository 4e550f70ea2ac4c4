//! A function's body, instruction by instruction.

use super::super::op::{Op, Slot};
use super::super::program::{Code, Cover, Program, slot, width};
use super::Context;
use super::edges::Edges;
use super::signatures::Signatures;
use super::slots::{Slots, TEMPORARIES, keeps_bits};
use super::uses::Uses;
use crate::{Body, Instruction, Module, Value, ValueType, ValueTypes};

/// The first of the temporaries for operands of wide functions; those before it are for the result.
const OPERANDS: u32 = 2;

/// Decodes one body.
pub(super) struct BodyDecoder<'a> {
    pub(super) module: &'a Module,
    pub(super) context: &'a Context<'a>,
    pub(super) body: &'a Body,
    pub(super) slots: Slots<'a>,
    pub(super) edges: Edges,
    pub(super) signatures: &'a mut Signatures,
    pub(super) program: &'a mut Program,
    /// Number of the function's first switch.
    pub(super) first_switch: usize,
    uses: Option<Uses>,
    has_undef: bool,
    /// The current instruction, its block, and the number of the next result.
    index: u32,
    pub(super) block: u32,
    next_result: u32,
    /// The first instruction that no operation completes so far.
    uncovered: u32,
    /// The next temporary for an operand.
    temporary: u32,
}

impl<'a> BodyDecoder<'a> {
    /// Decodes the body of a function, if it has one.
    pub(super) fn run(context: &Context<'_>, function: u32, signatures: &mut Signatures, program: &mut Program) {
        let module = context.module;
        let start = program.ops.len() as u32;
        let Some(body) = &module.functions[function as usize].body else {
            program.functions[function as usize].ops = start..start;
            return;
        };
        let types = ValueTypes::of(module, function);
        let results = program.results.len() as u32;
        let declarations = program.declarations.len() as u32;
        let first_switch = program.switches.len();
        let mut decoder = BodyDecoder {
            module,
            context,
            body,
            slots: Slots::new(body, &context.layout, &types),
            edges: Edges::default(),
            signatures,
            program,
            first_switch,
            uses: None,
            has_undef: body.constants.iter().any(|constant| constant.literal == crate::Literal::Undef),
            index: 0,
            block: 0,
            next_result: 0,
            uncovered: 0,
            temporary: OPERANDS,
        };
        decoder.look_ahead();
        decoder.walk();
        decoder.finish_edges(start);
        let BodyDecoder { slots, program, .. } = decoder;
        let is_wide = slots.is_wide;
        let constants = program.constants.len() as u32;
        program.constants.extend_from_slice(&slots.pool);
        let code = &mut program.functions[function as usize];
        *code = Code {
            ops: start..program.ops.len() as u32,
            slots: if is_wide { TEMPORARIES } else { slots.len() },
            places: if is_wide { slots.len() } else { 0 },
            constant_slot: slots.first_constant(),
            constants: constants..program.constants.len() as u32,
            results,
            declarations: declarations..program.declarations.len() as u32,
            ..code.clone()
        };
    }

    /// Collects what must be known before the first operation is chosen.
    fn look_ahead(&mut self) {
        let keeps_all = self.context.results || self.calls_setjmp();
        let mut definitions = Vec::with_capacity(self.body.instructions.len());
        let mut block = 0;
        for (index, instruction) in self.body.instructions.iter().enumerate() {
            let result = definitions.len() as u32;
            if let Instruction::Phi { ty, incoming } = instruction {
                let width = width(self.module.value_type(*ty));
                self.edges.add_phi(block, incoming, self.slots.result(result), width);
            }
            if instruction.has_result(self.module) {
                if !keeps_all
                    && let Some(value) = keeps_bits(self.module, instruction, self.slots.types())
                    && (!value.is_instruction() || value.index() < result)
                {
                    self.slots.alias(result, value);
                }
                definitions.push(index as u32);
            }
            block += u32::from(instruction.is_terminator());
        }
        self.edges.prepare(block);
        if !keeps_all {
            self.uses = Some(Uses::count(self.body, &self.slots, definitions));
        }
    }

    /// Returns whether the body calls setjmp. After a longjmp values are as they are then, so functions that can be returned to keep all of
    /// theirs.
    fn calls_setjmp(&self) -> bool {
        self.body.instructions.iter().any(|instruction| match instruction {
            Instruction::Call { callee, .. } => {
                self.context.intrinsics[callee.index() as usize].is_some_and(|row| row.name == "llvm.nacl.setjmp")
            }
            _ => false,
        })
    }

    fn walk(&mut self) {
        let body = self.body;
        let mut begins = true;
        for (index, instruction) in body.instructions.iter().enumerate() {
            self.index = index as u32;
            if begins {
                self.program.starts.push((self.program.ops.len() as u32, self.index));
                self.edges.begin_block(self.program.ops.len() as u32);
            }
            self.instruction(instruction);
            begins = instruction.is_terminator();
            self.block += u32::from(begins);
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        self.temporary = OPERANDS;
        let before = self.program.ops.len();
        if self.has_undef {
            self.note_undef(instruction);
        }
        let has_result = instruction.has_result(self.module);
        if !(has_result && self.needs_no_operation()) {
            self.choose(instruction);
        }
        let mut result = Cover::NONE;
        if has_result {
            let number = self.slots.result(self.next_result);
            let width = width(self.slots.ty(Value::instruction(self.next_result)));
            result = number | if width == 2 { Cover::VECTOR } else { 0 };
            if self.slots.is_wide && self.program.ops.len() > before && !matches!(instruction, Instruction::Phi { .. }) {
                (0..width).for_each(|half| self.program.ops.push(Op::Put(number + half, slot(half))));
            }
            self.next_result += 1;
        }
        if self.context.results {
            self.program.results.push(result);
        }
        self.cover();
    }

    /// Returns whether the current result is an alias, or computed where it is used.
    fn needs_no_operation(&self) -> bool {
        let value = Value::instruction(self.next_result);
        self.slots.canonical(value) != value || self.deferred(value).is_some()
    }

    /// Returns the instruction that defines a value, if it has no operation of its own.
    pub(super) fn deferred(&self, value: Value) -> Option<&'a Instruction> {
        self.uses.as_ref()?.deferred(self.body, &self.slots, self.slots.canonical(value))
    }

    /// Records that the last operation of an instruction completes it, and preceding instructions without operations.
    fn cover(&mut self) {
        let (before, end) = (self.program.covers.len(), self.program.ops.len());
        self.program.covers.resize(end, Cover { first: self.index + 1, last: self.index });
        // An instruction without an operation is covered by the next one's; the last operation may be that of the function before.
        if before < end
            && let Some(cover) = self.program.covers.last_mut()
        {
            cover.first = self.uncovered;
            self.uncovered = self.index + 1;
        }
    }

    fn note_undef(&mut self, instruction: &Instruction) {
        let mut found = false;
        if !passes_undef(instruction) {
            instruction.for_each_value(|value| found |= self.slots.is_undef(value));
        }
        if found {
            self.push(Op::Undef);
        }
    }

    fn choose(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Ret { value } => self.ret(*value),
            Instruction::Branch { target } => self.branch(*target),
            Instruction::BranchIf { then, otherwise, condition } => self.branch_if(*condition, *then, *otherwise),
            Instruction::Switch { ty, condition, default, cases } => self.switch(*ty, *condition, *default, cases),
            Instruction::Unreachable {} => self.push(Op::Unreachable),
            Instruction::Binary { a, b, op } => self.binary(*a, *b, *op),
            Instruction::Cast { value, ty, op } => self.cast(*value, self.module.value_type(*ty), *op),
            Instruction::ExtractElement { vector, index } => self.extract(*vector, *index),
            Instruction::InsertElement { vector, element, index } => self.insert(*vector, *element, *index),
            Instruction::Phi { .. } => {}
            Instruction::Declare { .. } => self.program.declarations.push(self.index),
            Instruction::Alloca { size, alignment } => self.alloca(*size, *alignment),
            Instruction::Load { pointer, alignment, ty } => self.load(*pointer, *alignment, self.module.value_type(*ty)),
            Instruction::Store { pointer, value, alignment } => self.store(*pointer, *value, *alignment),
            Instruction::Compare { a, b, predicate } => self.compare(*a, *b, *predicate),
            Instruction::Select { a, b, condition } => self.select(*a, *b, *condition),
            Instruction::Call { callee, arguments, .. } => self.call(callee.index(), arguments),
            Instruction::CallIndirect { pointer, result, arguments, .. } => {
                self.call_indirect(*pointer, self.module.value_type(*result), arguments);
            }
        }
    }

    pub(super) fn push(&mut self, op: Op) {
        self.program.ops.push(op);
    }

    pub(super) fn ty(&self, value: Value) -> ValueType {
        self.slots.ty(value)
    }

    /// Returns the slot from which an operation reads a value.
    pub(super) fn operand(&mut self, value: Value) -> Slot {
        let number = self.slots.slot(value);
        if !self.slots.is_wide {
            return slot(number);
        }
        let width = width(self.ty(value));
        let first = self.temporary;
        self.temporary += width;
        (0..width).for_each(|half| self.push(Op::Fetch(slot(first + half), number + half)));
        slot(first)
    }

    /// Returns the slot to which an operation writes the result of the current instruction.
    pub(super) fn result(&self) -> Slot {
        if self.slots.is_wide { 0 } else { slot(self.slots.result(self.next_result)) }
    }

    /// Completes an operation of two operands.
    pub(super) fn push_2(&mut self, op: impl FnOnce(Slot, Slot, Slot) -> Op, a: Value, b: Value) {
        let (a, b) = (self.operand(a), self.operand(b));
        self.push(op(self.result(), a, b));
    }

    /// Completes an operation of one operand.
    pub(super) fn push_1(&mut self, op: impl FnOnce(Slot, Slot) -> Op, a: Value) {
        let a = self.operand(a);
        self.push(op(self.result(), a));
    }
}

/// Returns whether an undefined operand is not an event, because the instruction only passes it on or names it.
fn passes_undef(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Phi { .. } | Instruction::Select { .. } | Instruction::InsertElement { .. } | Instruction::Declare { .. } => true,
        Instruction::Ret { .. }
        | Instruction::Branch { .. }
        | Instruction::BranchIf { .. }
        | Instruction::Switch { .. }
        | Instruction::Unreachable {}
        | Instruction::Binary { .. }
        | Instruction::Cast { .. }
        | Instruction::ExtractElement { .. }
        | Instruction::Alloca { .. }
        | Instruction::Load { .. }
        | Instruction::Store { .. }
        | Instruction::Compare { .. }
        | Instruction::Call { .. }
        | Instruction::CallIndirect { .. } => false,
    }
}
