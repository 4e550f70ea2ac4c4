//! A function, and its blocks.
//!
//! Guards end machine blocks within a block of the program, so that a block of the program begins in one machine block and may end in
//! others. Phis are written last, when all edges are known. Blocks that cannot be reached are left out: LLVM's passes do not visit them.

use super::convention::{Place, put_result, take_parameter};
use super::unit::Unit;
use super::writer::{Block, Lanes, Reg, Writer};
use irsmith_pnacl::interpret::{OUT_OF_FUEL_CODE, TrapKind};
use irsmith_pnacl::tables::{IntrinsicId, Outcome};
use irsmith_pnacl::{BlockId, Body, Instruction, Literal, SwitchCase, TypeId, Value, ValueKind, ValueType, ValueTypes};
use std::ops::Range;

/// Variables of the machine: the number of blocks that may still be entered, that of active functions, the stack pointer, and a trap.
pub(super) const FUEL: &str = "fuel";
pub(super) const DEPTH: &str = "depth";
pub(super) const STACK: &str = "stack";
pub(super) const TRAPPED: &str = "trapped";
/// The memory of programs, from [`Layout::BASE`](irsmith_pnacl::interpret::Layout::BASE) on.
pub(super) const MEMORY: &str = "memory";

/// Returns the value of [`TRAPPED`]: code, function and instruction. [`Program::MAX_FUNCTIONS`](irsmith_pnacl::interpret::Program) has
/// fewer than 24 bits.
const fn trap_word(code: u8, function: u32, instruction: u32) -> i64 {
    ((code as u64) << 56 | (function as u64) << 32 | instruction as u64) as i64
}

/// An edge to a block of the program: the machine block that it comes from, and the values of the block's phis.
type Edge = (Block, Vec<Lanes>);

/// The lowering of one function, at one instruction.
pub(super) struct Lowering<'a> {
    pub(super) unit: &'a Unit<'a>,
    pub(super) writer: Writer,
    body: &'a Body,
    types: ValueTypes,
    function: u32,
    /// Index of the current instruction.
    instruction: u32,
    /// Results before the current instruction.
    results: u32,
    parameters: Vec<Lanes>,
    /// For each result its registers, if it has been defined or used.
    values: Vec<Option<Lanes>>,
    /// For each block of the program its instructions, its first result, its machine block, and the edges to it.
    ranges: Vec<(Range<usize>, u32)>,
    starts: Vec<Block>,
    edges: Vec<Vec<Edge>>,
    /// The block that returns after a trap.
    exit: Block,
    /// The address of the memory.
    memory: Reg,
    /// The caller's stack pointer, if the function may change it.
    stack: Option<Reg>,
}

/// Writes a function that has a body.
pub(super) fn write_function(out: &mut String, unit: &Unit<'_>, function: u32) {
    let Some(body) = &unit.module().functions[function as usize].body else { return };
    let mut writer = Writer::new(unit.codegen);
    let mut result = 0;
    let ranges: Vec<(Range<usize>, u32)> = body
        .blocks()
        .map(|range| {
            let first = result;
            result += body.instructions[range.clone()].iter().filter(|instruction| instruction.has_result(unit.module())).count() as u32;
            (range, first)
        })
        .collect();
    let starts: Vec<Block> = ranges.iter().map(|_| writer.new_block()).collect();
    let (exit, memory) = (writer.new_block(), writer.reg());
    let mut lowering = Lowering {
        unit,
        body,
        types: ValueTypes::of(unit.module(), function),
        function,
        instruction: 0,
        results: 0,
        parameters: Vec::new(),
        values: vec![None; result as usize],
        edges: vec![Vec::new(); ranges.len()],
        ranges,
        starts,
        exit,
        memory,
        stack: None,
        writer,
    };
    lowering.enter();
    for block in reachable(body, &lowering.ranges) {
        lowering.block(block);
    }
    lowering.leave_after_trap();
    lowering.write_phis();
    lowering.writer.finish(&unit.symbol(function), out);
}

/// Returns the blocks that can be reached, in their order.
fn reachable(body: &Body, ranges: &[(Range<usize>, u32)]) -> Vec<usize> {
    let mut found = vec![false; ranges.len()];
    let mut next = vec![0];
    while let Some(block) = next.pop() {
        if found.get(block) != Some(&false) {
            continue;
        }
        found[block] = true;
        if let Some(last) = body.instructions[ranges[block].0.clone()].last().filter(|last| last.is_terminator()) {
            last.for_each_block(|target| next.push(target.0 as usize));
        }
    }
    (0..ranges.len()).filter(|&block| found[block]).collect()
}

impl<'a> Lowering<'a> {
    /// Writes the entry block: parameters, and addresses that the whole function uses.
    fn enter(&mut self) {
        let types: Vec<ValueType> = self.types.parameters().to_vec();
        self.parameters = self.take_parameters(&types);
        let memory = self.memory;
        self.writer.line(format_args!("{memory}:_(p0) = G_GLOBAL_VALUE @{MEMORY}"));
        if self.body.instructions.iter().any(|instruction| self.moves_stack(instruction)) {
            self.stack = Some(self.writer.load_variable(32, STACK));
        }
        if let Some(&first) = self.starts.first() {
            self.writer.branch(first);
        }
    }

    fn moves_stack(&self, instruction: &Instruction) -> bool {
        match instruction.outcome() {
            Outcome::Address => true,
            Outcome::ReturnedBy(callee) => self.unit.intrinsic(callee.index()) == Some(IntrinsicId::StackRestore),
            Outcome::SameAs(_) | Outcome::ElementOf(_) | Outcome::ComparisonOf(_) | Outcome::Stated(_) | Outcome::Returned(_) => false,
            Outcome::Ends | Outcome::Nothing => false,
        }
    }

    fn block(&mut self, block: usize) {
        let (range, first) = self.ranges[block].clone();
        let start = self.starts[block];
        self.writer.place(start);
        self.instruction = range.start as u32;
        self.results = first;
        self.take_fuel();
        let body = self.body;
        for index in range {
            self.instruction = index as u32;
            let instruction = &body.instructions[index];
            let lanes = self.lower(instruction);
            if instruction.has_result(self.unit.module()) {
                if !matches!(instruction, Instruction::Phi { .. }) {
                    self.define(self.results, lanes);
                }
                self.results += 1;
            }
        }
    }

    fn take_fuel(&mut self) {
        let fuel = self.writer.load_variable(64, FUEL);
        let left = self.writer.compare_with("ne", 64, fuel, 0);
        self.require_or(left, OUT_OF_FUEL_CODE);
        let rest = self.writer.binary_with("G_ADD", 64, fuel, -1);
        self.writer.store_variable(64, FUEL, rest);
    }

    /// Lowers any instruction; returns the registers of its result. Those of phis are written last.
    fn lower(&mut self, instruction: &'a Instruction) -> Lanes {
        let module = self.unit.module();
        match instruction {
            Instruction::Phi { .. } | Instruction::Declare { .. } => return Lanes::new(),
            Instruction::Ret { value } => self.leave(*value),
            Instruction::Branch { target } => self.jump(*target),
            Instruction::BranchIf { then, otherwise, condition } => self.branch_if(*condition, *then, *otherwise),
            Instruction::Switch { ty, condition, default, cases } => self.switch(*ty, *condition, *default, cases),
            Instruction::Unreachable {} => {
                self.note_trap(TrapKind::Unreachable.code());
                self.writer.branch(self.exit);
            }
            Instruction::Binary { a, b, op } => return self.binary(*op, *a, *b),
            Instruction::Cast { value, ty, op } => return self.cast(*op, *value, module.value_type(*ty)),
            Instruction::Compare { a, b, predicate } => return self.compare(*predicate, *a, *b),
            Instruction::Select { a, b, condition } => return self.select(*condition, *a, *b),
            Instruction::ExtractElement { vector, index } => return self.extract(*vector, *index),
            Instruction::InsertElement { vector, element, index } => return self.insert(*vector, *element, *index),
            Instruction::Alloca { size, alignment } => return vec![self.alloca(*size, *alignment)],
            Instruction::Load { pointer, ty, .. } => return self.load(*pointer, module.value_type(*ty)),
            Instruction::Store { pointer, value, .. } => self.store(*pointer, *value),
            Instruction::Call { callee, arguments, .. } => return self.call(callee.index(), arguments),
            Instruction::CallIndirect { pointer, result, arguments, .. } => {
                return self.call_indirect(*pointer, module.value_type(*result), arguments);
            }
        }
        Lanes::new()
    }

    fn jump(&mut self, target: BlockId) {
        let target = self.edge(target);
        self.writer.branch(target);
    }

    fn branch_if(&mut self, condition: Value, then: BlockId, otherwise: BlockId) {
        let condition = self.scalar(condition);
        let (then, otherwise) = (self.edge(then), self.edge(otherwise));
        self.writer.branch_if(condition, then, otherwise);
    }

    /// Compares with one case after the other, each in a machine block of its own.
    fn switch(&mut self, ty: TypeId, condition: Value, default: BlockId, cases: &[SwitchCase]) {
        let bits = self.unit.module().value_type(ty).scalar_bits();
        let condition = self.scalar(condition);
        for case in cases {
            let target = self.edge(case.target);
            let is_case = self.equals(bits, condition, case.value);
            let next = self.writer.new_block();
            self.writer.branch_if(is_case, target, next);
            self.writer.place(next);
        }
        self.jump(default);
    }

    /// Returns whether a value is a constant. Booleans are compared as wider integers.
    fn equals(&mut self, bits: u32, value: Reg, constant: i64) -> Reg {
        if bits > 1 {
            return self.writer.compare_with("eq", bits, value, constant);
        }
        let wide = self.writer.resize("G_ZEXT", value, 1, 8);
        self.writer.compare_with("eq", 8, wide, constant & 1)
    }

    /// Adds an edge from the current machine block to a block of the program, before the branch itself is written.
    fn edge(&mut self, target: BlockId) -> Block {
        let (body, from) = (self.body, self.writer.current());
        let index = target.0 as usize;
        let source = self.ranges.partition_point(|(range, _)| range.start <= self.instruction as usize).saturating_sub(1);
        if self.edges[index].iter().all(|(block, _)| *block != from) {
            let phis = body.instructions[self.ranges[index].0.clone()].iter().filter_map(|instruction| match instruction {
                Instruction::Phi { ty, incoming } => Some((*ty, incoming)),
                _ => None,
            });
            let mut values = Vec::new();
            for (ty, incoming) in phis {
                let found = incoming.iter().find(|edge| edge.block.0 as usize == source);
                let ty = self.unit.module().value_type(ty);
                values.push(match found {
                    Some(edge) => self.operand(edge.value),
                    None => self.zero(ty),
                });
            }
            self.edges[index].push((from, values));
        }
        self.starts[index]
    }

    fn write_phis(&mut self) {
        for index in 0..self.ranges.len() {
            let edges = std::mem::take(&mut self.edges[index]);
            let (range, mut result) = self.ranges[index].clone();
            let mut phi = 0;
            for instruction in &self.body.instructions[range] {
                if let (Instruction::Phi { ty, .. }, false) = (instruction, edges.is_empty()) {
                    let bits = self.unit.module().value_type(*ty).scalar_bits();
                    let to = self.registers(result);
                    for (lane, to) in to.into_iter().enumerate() {
                        let incoming: Vec<(Block, Reg)> = edges.iter().map(|(from, values)| (*from, values[phi][lane])).collect();
                        self.writer.phi(self.starts[index], to, bits, &incoming);
                    }
                    phi += 1;
                }
                result += u32::from(instruction.has_result(self.unit.module()));
            }
        }
    }

    fn leave(&mut self, value: Option<Value>) {
        if let Some(stack) = self.stack {
            self.writer.store_variable(32, STACK, stack);
        }
        let value = value.map(|value| (self.type_of(value), self.operand(value)));
        put_result(&mut self.writer, value);
    }

    /// Writes the block that returns after a trap; callers see the trap, and ignore the result.
    fn leave_after_trap(&mut self) {
        let (exit, ty) = (self.exit, self.unit.plan.result(self.function));
        self.writer.place(exit);
        let zero = (ty != ValueType::VOID).then(|| (ty, self.zero(ty)));
        put_result(&mut self.writer, zero);
    }

    /// Returns the type of a value.
    pub(super) fn type_of(&self, value: Value) -> ValueType {
        self.types.get(value)
    }

    /// Returns the registers of a value, one for each lane. Constants are written here.
    pub(super) fn operand(&mut self, value: Value) -> Lanes {
        let index = value.index() as usize;
        match value.kind() {
            ValueKind::Function | ValueKind::Global => {
                let address = self.unit.layout().address(value);
                vec![self.writer.constant(32, address.into())]
            }
            ValueKind::Parameter => self.parameters[index].clone(),
            ValueKind::Instruction => self.registers(value.index()),
            ValueKind::Constant => {
                let ty = self.type_of(value);
                match self.body.constants[index].literal {
                    Literal::Integer(integer) => vec![self.writer.constant(ty.scalar_bits(), integer)],
                    Literal::Float(bits) => vec![self.writer.float_constant(ty.scalar_bits(), bits)],
                    Literal::Undef => self.zero(ty),
                }
            }
        }
    }

    /// Returns the register of a scalar.
    pub(super) fn scalar(&mut self, value: Value) -> Reg {
        self.operand(value)[0]
    }

    /// Returns the value of an integer constant.
    pub(super) fn integer(&self, value: Value) -> Option<i64> {
        match (value.kind(), self.body.constants.get(value.index() as usize)?.literal) {
            (ValueKind::Constant, Literal::Integer(integer)) => Some(integer),
            _ => None,
        }
    }

    /// Returns a value that has only zero bits.
    pub(super) fn zero(&mut self, ty: ValueType) -> Lanes {
        (0..ty.lanes().max(1)).map(|_| self.writer.constant(ty.scalar_bits(), 0)).collect()
    }

    /// Returns the registers of a result; of one that is not defined yet, registers that its definition will copy to.
    fn registers(&mut self, result: u32) -> Lanes {
        let lanes = self.types.results()[result as usize].lanes().max(1);
        let writer = &mut self.writer;
        self.values[result as usize].get_or_insert_with(|| (0..lanes).map(|_| writer.reg()).collect()).clone()
    }

    fn define(&mut self, result: u32, lanes: Lanes) {
        let bits = self.types.results()[result as usize].scalar_bits();
        match self.values[result as usize].clone() {
            None => self.values[result as usize] = Some(lanes),
            Some(named) => named.into_iter().zip(lanes).for_each(|(to, from)| self.writer.copy_to(to, bits, from)),
        }
    }

    /// Ends the execution in a trap unless an s1 is true.
    pub(super) fn require(&mut self, holds: Reg, trap: TrapKind) {
        self.require_or(holds, trap.code());
    }

    fn require_or(&mut self, holds: Reg, code: u8) {
        let (on, off) = (self.writer.new_block(), self.writer.new_block());
        self.writer.branch_if(holds, on, off);
        self.writer.place(off);
        self.note_trap(code);
        self.writer.branch(self.exit);
        self.writer.place(on);
    }

    /// Ends the execution in a trap. What follows in the block is written as if it could be reached.
    pub(super) fn always_trap(&mut self, trap: TrapKind) {
        let never = self.writer.constant(1, 0);
        self.require(never, trap);
    }

    fn note_trap(&mut self, code: u8) {
        let word = self.writer.constant(64, trap_word(code, self.function, self.instruction));
        self.writer.store_variable(64, TRAPPED, word);
    }

    /// Returns from the function if the callee trapped.
    pub(super) fn leave_if_trapped(&mut self) {
        let trapped = self.writer.load_variable(64, TRAPPED);
        let well = self.writer.compare_with("eq", 64, trapped, 0);
        let on = self.writer.new_block();
        self.writer.branch_if(well, on, self.exit);
        self.writer.place(on);
    }

    /// Returns the address of the memory.
    pub(super) const fn memory(&self) -> Reg {
        self.memory
    }

    /// Takes parameters from their places.
    fn take_parameters(&mut self, types: &[ValueType]) -> Vec<Lanes> {
        let places = Place::of(self.unit.codegen.processor, types);
        let mut next = super::writer::Next::default();
        types.iter().zip(places).map(|(&ty, place)| take_parameter(&mut self.writer, ty, place, &mut next)).collect()
    }
}
