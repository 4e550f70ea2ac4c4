//! A function: its locals, its blocks and the way between them.

use super::super::{Plan, Unsupported};
use super::module::{FUEL, STACK, Shared, TRAP};
use super::operand::{Operand, value_type};
use irsmith_pnacl::interpret::{OUT_OF_FUEL_CODE, TrapKind};
use irsmith_pnacl::tables::intrinsic;
use irsmith_pnacl::{Body, Instruction, Literal, Value, ValueKind, ValueType, ValueTypes};
use std::ops::Range;
use wasm_encoder::{BlockType, Function, InstructionSink, ValType};

/// Most locals of a function; wasmi numbers them in 16 bits, a vector as two.
const MAX_LOCALS: usize = 12_000;

/// A function on its way to WebAssembly.
pub(super) struct FunctionLowering<'s, 'p> {
    pub(super) shared: &'s mut Shared<'p>,
    pub(super) function: u32,
    pub(super) body: &'p Body,
    pub(super) types: ValueTypes,
    pub(super) blocks: Vec<Range<usize>>,
    /// The block being lowered.
    pub(super) block: usize,
    /// The instruction being lowered.
    pub(super) instruction: usize,
    /// The result that each instruction defines.
    results: Vec<Option<u32>>,
    /// Types of the locals behind the parameters; the results come first.
    locals: Vec<ValType>,
    parameters: u32,
    /// Which local is free for use within one instruction, by type, several of each.
    scratch: Vec<(ValType, u8, u32)>,
    /// The block to go on with, where some edge goes backward.
    next: Option<u32>,
    /// The stack pointer at the beginning, where the function may change it.
    frame: Option<u32>,
    /// WebAssembly blocks open inside the code of the block.
    pub(super) nesting: u32,
    code: Vec<u8>,
}

impl<'s, 'p> FunctionLowering<'s, 'p> {
    pub(super) fn new(shared: &'s mut Shared<'p>, function: u32, body: &'p Body) -> Result<Self, Unsupported> {
        let types = ValueTypes::of(shared.module(), function);
        let locals = types.results().iter().map(|&ty| value_type(ty)).collect::<Result<Vec<_>, _>>()?;
        if locals.len() > MAX_LOCALS || types.parameters().len() > 500 {
            return Err(Unsupported("size"));
        }
        let parameters = types.parameters().len() as u32;
        let mut next = 0..;
        let has_result = |instruction: &Instruction| instruction.has_result(shared.plan.module);
        let results = body.instructions.iter().map(|instruction| if has_result(instruction) { next.next() } else { None }).collect();
        let mut lowering = Self {
            function,
            body,
            types,
            blocks: body.blocks().collect(),
            block: 0,
            instruction: 0,
            results,
            locals,
            parameters,
            scratch: Vec::new(),
            next: None,
            frame: None,
            nesting: 0,
            code: Vec::new(),
            shared,
        };
        lowering.next = lowering.has_edge_backward().then(|| lowering.local(ValType::I32));
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

    fn has_edge_backward(&self) -> bool {
        let mut backward = false;
        for (index, block) in self.blocks.iter().enumerate() {
            if let Some(last) = self.body.instructions.get(block.end - 1) {
                last.for_each_block(|target| backward |= last.is_terminator() && target.0 as usize <= index);
            }
        }
        backward
    }

    fn moves_stack(&self) -> bool {
        self.body.instructions.iter().any(|instruction| match instruction {
            Instruction::Alloca { .. } => true,
            Instruction::Call { callee, .. } => self.intrinsic(*callee) == Some("llvm.stackrestore"),
            _ => false,
        })
    }

    /// The name of the intrinsic that a function is.
    pub(super) fn intrinsic(&self, function: Value) -> Option<&'static str> {
        let module = self.shared.module();
        let declared = module.functions.get(function.index() as usize).is_some_and(|function| function.body.is_none());
        let name = if declared { module.name_of(function) } else { None };
        name.and_then(intrinsic).map(|row| row.name)
    }

    /// A new local.
    fn local(&mut self, ty: ValType) -> u32 {
        self.locals.push(ty);
        self.parameters + self.locals.len() as u32 - 1
    }

    /// A local for use within the instruction at hand; another `number`, another local.
    pub(super) fn scratch(&mut self, ty: ValType, number: u8) -> u32 {
        if let Some(&(.., local)) = self.scratch.iter().find(|row| (row.0, row.1) == (ty, number)) {
            return local;
        }
        let local = self.local(ty);
        self.scratch.push((ty, number, local));
        local
    }

    /// The local of the result of an instruction.
    pub(super) fn result_local(&self, instruction: usize) -> Option<u32> {
        self.results[instruction].map(|result| self.parameters + result)
    }

    /// What pushes a value.
    pub(super) fn operand(&self, value: Value) -> Result<Operand, Unsupported> {
        let index = value.index();
        Ok(match value.kind() {
            ValueKind::Function | ValueKind::Global => Operand::I32(self.plan().layout.address(value)),
            ValueKind::Parameter => Operand::Local(index),
            ValueKind::Instruction => Operand::Local(self.parameters + index),
            ValueKind::Constant => self.constant(index as usize)?,
        })
    }

    fn constant(&self, index: usize) -> Result<Operand, Unsupported> {
        let constant = self.body.constants.get(index).ok_or(Unsupported("invalid"))?;
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

    fn trap_code_if(&mut self, code: u8) {
        self.sink().if_(BlockType::Empty);
        self.trap(code);
        self.sink().end();
    }

    /// Traps at the instruction at hand.
    pub(super) fn trap(&mut self, code: u8) {
        let (function, instruction) = (self.function as i32, self.instruction as i32);
        self.sink().i32_const(i32::from(code)).i32_const(function).i32_const(instruction).call(TRAP).unreachable();
    }

    pub(super) fn lower(mut self) -> Result<Function, Unsupported> {
        let last = self.blocks.len() as u32;
        if let Some(frame) = self.frame {
            self.sink().global_get(STACK).local_set(frame);
        }
        if self.next.is_some() {
            self.sink().loop_(BlockType::Empty);
        }
        for _ in &self.blocks.clone() {
            self.sink().block(BlockType::Empty);
        }
        if let Some(next) = self.next {
            self.sink().local_get(next).br_table(0..last, 0);
        }
        for block in 0..self.blocks.len() {
            self.block = block;
            self.sink().end();
            self.lower_block()?;
        }
        if self.next.is_some() {
            self.sink().end();
        }
        self.sink().unreachable().end();
        let mut function = Function::new_with_locals_types(self.locals.iter().copied());
        function.raw(self.code);
        Ok(function)
    }

    fn lower_block(&mut self) -> Result<(), Unsupported> {
        let range = self.blocks[self.block].clone();
        self.instruction = range.start;
        self.sink().global_get(FUEL).i64_eqz();
        self.trap_code_if(OUT_OF_FUEL_CODE);
        self.sink().global_get(FUEL).i64_const(1).i64_sub().global_set(FUEL);
        for instruction in range {
            self.instruction = instruction;
            self.lower_instruction()?;
        }
        Ok(())
    }

    /// Lowers the instruction at hand and stores its result.
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
        if let Some(local) = self.result_local(self.instruction) {
            self.sink().local_set(local);
        }
        Ok(())
    }

    /// Where the code of a block begins, as a label; whether it is the loop, which needs the block's number.
    pub(super) fn label(&self, target: usize) -> (u32, Option<u32>) {
        let (block, last) = (self.block as u32, self.blocks.len() as u32 - 1);
        match (target as u32).checked_sub(block + 1) {
            Some(distance) => (self.nesting + distance, None),
            None => (self.nesting + last - block, self.next),
        }
    }

    /// The local that holds the stack pointer of the caller.
    pub(super) const fn frame(&self) -> Option<u32> {
        self.frame
    }
}
