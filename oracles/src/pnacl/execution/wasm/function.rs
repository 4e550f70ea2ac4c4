//! A function: its locals, its blocks and the branches between them.

use super::super::{Plan, Unsupported};
use super::homes::homes;
use super::numbers::{FUEL, SETJMP_NAME, STACK, TRAPPED, trap_word};
use super::operand::{Operand, value_type};
use super::shared::Shared;
use irsmith_pnacl::interpret::{OUT_OF_FUEL_CODE, Place, TrapKind};
use irsmith_pnacl::tables::Outcome;
use irsmith_pnacl::{BlockId, Body, Instruction, Literal, Value, ValueKind, ValueType, ValueTypes};
use std::ops::Range;
use wasm_encoder::{BlockType, Function, InstructionSink, ValType};

/// The maximal number of locals of a function; wasmi numbers them in 16 bits, a vector as two.
const MAX_LOCALS: usize = 12_000;

/// Bytes of code per instruction, more than most need.
const CODE: usize = 20;

/// Instructions with one dispatch target: a block, or a part of it after a setjmp.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) range: Range<usize>,
    pub(super) block: usize,
    /// Whether the block begins here.
    pub(super) first: bool,
}

/// A function during its lowering.
pub(super) struct FunctionLowering<'s, 'p> {
    pub(super) shared: &'s mut Shared<'p>,
    pub(super) function: u32,
    pub(super) body: &'p Body,
    pub(super) types: ValueTypes,
    /// The segments of each block, in order.
    segments: Vec<Segment>,
    /// The first segment of each block.
    blocks: Vec<usize>,
    /// The segment being lowered.
    pub(super) segment: usize,
    /// The instruction being lowered.
    pub(super) instruction: usize,
    /// The result that each instruction defines.
    results: Vec<Option<u32>>,
    /// Where each result is: in a local, or left on the stack.
    homes: Vec<Operand>,
    /// Types of the locals after the parameters; those of results come first.
    locals: Vec<ValType>,
    parameters: u32,
    /// Locals for use within one instruction, by type, several of each.
    scratch: Vec<(ValType, u8, u32)>,
    /// The local with the segment to continue with, if some edge goes backward.
    next: Option<u32>,
    /// The local with the result of the last setjmp, in functions that have one.
    pub(super) jump: Option<u32>,
    /// The local with the stack pointer at the beginning, if the function may change it.
    frame: Option<u32>,
    /// The number of open WebAssembly blocks inside the code of the block.
    pub(super) nesting: u32,
    code: Vec<u8>,
}

impl<'s, 'p> FunctionLowering<'s, 'p> {
    pub(super) fn new(shared: &'s mut Shared<'p>, function: u32, body: &'p Body) -> Result<Self, Unsupported> {
        let types = ValueTypes::of(shared.module(), function);
        if types.results().len() > MAX_LOCALS || types.parameters().len() > 500 {
            return Err(Unsupported("size"));
        }
        let parameters = types.parameters().len() as u32;
        let (homes, locals) = homes(shared, body, &types)?;
        let mut next = 0..;
        let has_result = |instruction: &Instruction| instruction.has_result(shared.plan.module);
        let results = body.instructions.iter().map(|instruction| if has_result(instruction) { next.next() } else { None }).collect();
        let mut lowering = Self {
            function,
            body,
            types,
            segments: Vec::new(),
            blocks: Vec::new(),
            segment: 0,
            instruction: 0,
            results,
            homes,
            locals,
            parameters,
            scratch: Vec::new(),
            next: None,
            jump: None,
            frame: None,
            nesting: 0,
            code: Vec::with_capacity(CODE * body.instructions.len()),
            shared,
        };
        lowering.divide();
        let has_setjmp = lowering.segments.len() > lowering.blocks.len();
        lowering.jump = has_setjmp.then(|| lowering.local(ValType::I32));
        lowering.next = (has_setjmp || lowering.has_edge_backward()).then(|| lowering.local(ValType::I32));
        lowering.frame = lowering.moves_stack().then(|| lowering.local(ValType::I32));
        Ok(lowering)
    }

    pub(super) const fn plan(&self) -> &'p Plan<'p> {
        self.shared.plan
    }

    pub(super) fn sink(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    pub(super) fn type_of(&self, value: Value) -> ValueType {
        self.types.get(value)
    }

    /// Finds blocks and segments.
    fn divide(&mut self) {
        let body = self.body;
        for (block, range) in body.blocks().enumerate() {
            let mut start = range.start;
            self.blocks.push(self.segments.len());
            for index in range.clone() {
                if self.is_setjmp(&body.instructions[index]) {
                    self.segments.push(Segment { range: start..index + 1, block, first: start == range.start });
                    start = index + 1;
                }
            }
            self.segments.push(Segment { range: start..range.end, block, first: start == range.start });
        }
    }

    fn is_setjmp(&self, instruction: &Instruction) -> bool {
        matches!(instruction, Instruction::Call { callee, .. } if self.intrinsic(*callee) == Some(SETJMP_NAME))
    }

    fn has_edge_backward(&self) -> bool {
        let mut backward = false;
        for (index, block) in self.body.blocks().enumerate() {
            if let Some(last) = self.body.instructions.get(block.end - 1) {
                last.for_each_block(|target| backward |= last.is_terminator() && target.0 as usize <= index);
            }
        }
        backward
    }

    fn moves_stack(&self) -> bool {
        self.body.instructions.iter().any(|instruction| match instruction.outcome() {
            Outcome::Address => true,
            Outcome::ReturnedBy(callee) => self.intrinsic(callee) == Some("llvm.stackrestore"),
            Outcome::SameAs(_) | Outcome::ElementOf(_) | Outcome::ComparisonOf(_) | Outcome::Stated(_) | Outcome::Returned(_) => false,
            Outcome::Ends | Outcome::Nothing => false,
        })
    }

    /// Returns the name of the intrinsic that a function is.
    fn intrinsic(&self, function: Value) -> Option<&'static str> {
        self.shared.intrinsic(function)
    }

    /// Returns a new local.
    fn local(&mut self, ty: ValType) -> u32 {
        self.locals.push(ty);
        self.parameters + self.locals.len() as u32 - 1
    }

    /// Returns a local for use within the current instruction; different numbers give different locals.
    pub(super) fn scratch(&mut self, ty: ValType, number: u8) -> u32 {
        if let Some(&(.., local)) = self.scratch.iter().find(|row| (row.0, row.1) == (ty, number)) {
            return local;
        }
        let local = self.local(ty);
        self.scratch.push((ty, number, local));
        local
    }

    /// Returns the local of the result of an instruction, if it has one.
    pub(super) fn result_local(&self, instruction: usize) -> Option<u32> {
        match self.results[instruction].map(|result| self.homes[result as usize]) {
            Some(Operand::Local(local)) => Some(local),
            _ => None,
        }
    }

    /// Returns the operand that pushes a value.
    pub(super) fn operand(&self, value: Value) -> Result<Operand, Unsupported> {
        let index = value.index();
        Ok(match value.kind() {
            ValueKind::Function | ValueKind::Global => Operand::I32(self.plan().layout.address(value)),
            ValueKind::Parameter => Operand::Local(index),
            ValueKind::Instruction => *self.homes.get(index as usize).ok_or(Unsupported("malformed"))?,
            ValueKind::Constant => self.constant(index as usize)?,
        })
    }

    fn constant(&self, index: usize) -> Result<Operand, Unsupported> {
        let constant = self.body.constants.get(index).ok_or(Unsupported("malformed"))?;
        let ty = self.shared.module().value_type(constant.ty);
        Ok(match (constant.literal, value_type(ty)?) {
            (Literal::Undef, ty) => Operand::zero(ty),
            (Literal::Integer(value), ValType::I64) => Operand::I64(value as u64),
            (Literal::Integer(value), _) => Operand::I32(value as u32 & u32::MAX >> (32 - ty.scalar_bits().clamp(1, 32))),
            (Literal::Float(bits), ValType::F64) => Operand::F64(bits),
            (Literal::Float(bits), _) => Operand::F32(bits as u32),
        })
    }

    /// Pushes a value.
    pub(super) fn push(&mut self, value: Value) -> Result<(), Unsupported> {
        let operand = self.operand(value)?;
        operand.push(&mut self.sink());
        Ok(())
    }

    /// Traps if the i32 on the stack is not 0.
    pub(super) fn trap_if(&mut self, kind: TrapKind) {
        self.trap_code_if(kind.code());
    }

    pub(super) fn trap_code_if(&mut self, code: u8) {
        self.sink().if_(BlockType::Empty);
        self.trap(code);
        self.sink().end();
    }

    /// Traps at the current instruction.
    pub(super) fn trap(&mut self, code: u8) {
        self.note_trap(code);
        self.sink().unreachable();
    }

    /// Stores which trap to report if WebAssembly's next instruction that may trap does.
    pub(super) fn expect_trap(&mut self, kind: TrapKind) {
        self.note_trap(kind.code());
    }

    fn note_trap(&mut self, code: u8) {
        let place = Place { function: self.function, instruction: self.instruction as u32 };
        self.sink().i64_const(trap_word(code, place) as i64).global_set(TRAPPED);
    }

    pub(super) fn lower(mut self) -> Result<Function, Unsupported> {
        let segments = self.segments.clone();
        if let Some(frame) = self.frame {
            self.sink().global_get(STACK).local_set(frame);
        }
        if self.next.is_some() {
            self.sink().loop_(BlockType::Empty);
        }
        for _ in &segments {
            self.sink().block(BlockType::Empty);
        }
        if let Some(next) = self.next {
            let count = segments.len() as u32;
            self.sink().local_get(next).br_table(0..count, 0);
        }
        for (index, segment) in segments.iter().enumerate() {
            self.segment = index;
            self.sink().end();
            self.lower_segment(segment)?;
        }
        if self.next.is_some() {
            self.sink().end();
        }
        self.sink().unreachable().end();
        let mut function = Function::new_with_locals_types(self.locals.iter().copied());
        function.raw(self.code);
        Ok(function)
    }

    fn lower_segment(&mut self, segment: &Segment) -> Result<(), Unsupported> {
        if segment.first {
            self.instruction = segment.range.start;
            self.sink().global_get(FUEL).i64_eqz();
            self.trap_code_if(OUT_OF_FUEL_CODE);
            self.sink().global_get(FUEL).i64_const(1).i64_sub().global_set(FUEL);
        } else {
            self.resume(segment)?;
        }
        for instruction in segment.range.clone() {
            self.instruction = instruction;
            self.lower_instruction()?;
        }
        Ok(())
    }

    /// Lowers the current instruction and stores its result.
    fn lower_instruction(&mut self) -> Result<(), Unsupported> {
        let body = self.body;
        match &body.instructions[self.instruction] {
            // Declarations do nothing; phis were copied on the edge.
            Instruction::Declare { .. } | Instruction::Phi { .. } => return Ok(()),
            Instruction::Ret { value } => self.ret(*value)?,
            Instruction::Branch { target } => self.edge(*target)?,
            Instruction::BranchIf { then, otherwise, condition } => self.branch_if(*then, *otherwise, *condition)?,
            Instruction::Switch { condition, default, cases, .. } => self.switch(*condition, *default, cases)?,
            Instruction::Unreachable {} => self.trap(TrapKind::Unreachable.code()),
            Instruction::Binary { a, b, op } => self.binary(*a, *b, *op)?,
            Instruction::Cast { value, ty, op } => self.cast(*value, self.shared.module().value_type(*ty), *op)?,
            Instruction::ExtractElement { vector, index } => self.extract(*vector, *index)?,
            Instruction::InsertElement { vector, element, index } => self.insert(*vector, *element, *index)?,
            Instruction::Alloca { size, alignment } => self.alloca(*size, *alignment)?,
            Instruction::Load { pointer, ty, .. } => self.load(*pointer, self.shared.module().value_type(*ty))?,
            Instruction::Store { pointer, value, .. } => self.store(*pointer, *value)?,
            Instruction::Compare { a, b, predicate } => self.compare(*a, *b, *predicate)?,
            Instruction::Select { a, b, condition } => self.select(*a, *b, *condition)?,
            Instruction::Call { callee, arguments, .. } => match self.intrinsic(*callee) {
                Some(name) => self.call_intrinsic(name, arguments)?,
                None => self.call(*callee, arguments)?,
            },
            Instruction::CallIndirect { pointer, result, arguments, .. } => self.call_indirect(*pointer, *result, arguments)?,
        }
        let behind = self.is_setjmp(&body.instructions[self.instruction]);
        if let (Some(local), false) = (self.result_local(self.instruction), behind) {
            self.sink().local_set(local);
        }
        Ok(())
    }

    /// Returns the label where the code of a segment begins, and the local for the segment's number if the label is the loop's.
    pub(super) fn label(&self, target: usize) -> (u32, Option<u32>) {
        match target.checked_sub(self.segment + 1) {
            Some(distance) => (self.nesting + distance as u32, None),
            None => self.loop_label(),
        }
    }

    /// Returns the label of the loop, if there is one, and the local that it needs.
    pub(super) fn loop_label(&self) -> (u32, Option<u32>) {
        (self.nesting + (self.segments.len() - 1 - self.segment) as u32, self.next)
    }

    /// Returns the index of the first segment of a block.
    pub(super) fn segment_of(&self, block: BlockId) -> Result<usize, Unsupported> {
        self.blocks.get(block.0 as usize).copied().ok_or(Unsupported("malformed"))
    }

    /// Returns the instructions of a segment.
    pub(super) fn segment_range(&self, segment: usize) -> Range<usize> {
        self.segments[segment].range.clone()
    }

    /// Returns the block being lowered.
    pub(super) fn block(&self) -> BlockId {
        BlockId(self.segments[self.segment].block as u32)
    }

    /// Returns the local with the stack pointer of the caller.
    pub(super) const fn frame(&self) -> Option<u32> {
        self.frame
    }
}
