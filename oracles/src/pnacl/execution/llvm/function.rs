//! A function, and its blocks.
//!
//! A block of the program begins at the label `bN`. Guards end LLVM basic blocks within it, so that it may end at another label, which the
//! phis of its successors name.

use super::spelling::{ZERO, integer, literal};
use super::unit::Unit;
use irsmith_pnacl::interpret::{OUT_OF_FUEL_CODE, TrapKind};
use irsmith_pnacl::tables::Outcome;
use irsmith_pnacl::{BlockId, Body, Incoming, Instruction, Literal, SwitchCase, TypeId, Value, ValueKind, ValueType, ValueTypes};
use std::collections::BTreeSet;
use std::fmt::{Arguments, Display, Write};

/// Declarations that a file needs, in order.
pub(super) type Declarations = BTreeSet<String>;

/// The lowering of one function, at one instruction.
pub(super) struct Lowering<'a> {
    pub(super) unit: &'a Unit<'a>,
    pub(super) body: &'a Body,
    pub(super) declarations: &'a mut Declarations,
    types: ValueTypes,
    function: u32,
    /// Index of the current instruction.
    instruction: u32,
    /// Results so far.
    results: u32,
    /// Temporaries and labels so far.
    names: u32,
    /// Lines of the block so far, without its phis.
    lines: String,
    /// The label of the current basic block.
    label: String,
    /// Whether the stack pointer is restored at the end.
    moves_stack: bool,
}

struct Block<'a> {
    phis: Vec<(u32, ValueType, &'a [Incoming])>,
    lines: String,
    end: String,
}

/// Writes a function that has a body.
pub(super) fn write_function(out: &mut String, unit: &Unit<'_>, function: u32, declarations: &mut Declarations) {
    let Some(body) = &unit.module().functions[function as usize].body else { return };
    let parameters: Vec<String> = unit.plan.parameters(function).enumerate().map(|(index, ty)| format!("{ty} %p{index}")).collect();
    line(out, format_args!("define internal {} {}({}) {{", unit.plan.result(function), unit.symbol(function), parameters.join(", ")));
    let mut lowering = Lowering {
        unit,
        body,
        declarations,
        types: ValueTypes::of(unit.module(), function),
        function,
        instruction: 0,
        results: 0,
        names: 0,
        lines: String::new(),
        label: String::new(),
        moves_stack: false,
    };
    lowering.moves_stack = lowering.body.instructions.iter().any(|instruction| lowering.moves_stack(instruction));
    if lowering.moves_stack {
        line(out, format_args!("  %stack = load i32, {} @stack", unit.pointers.to("i32")));
    }
    line(out, format_args!("  br label %b0"));
    let blocks: Vec<Block<'_>> =
        body.blocks().enumerate().map(|(block, range)| lowering.block(block, range.start, &body.instructions[range])).collect();
    write_blocks(out, &lowering, &blocks);
    line(out, format_args!("}}"));
}

fn write_blocks(out: &mut String, lowering: &Lowering<'_>, blocks: &[Block<'_>]) {
    let predecessors = predecessors(lowering.body, blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        line(out, format_args!("b{index}:"));
        for (result, ty, incoming) in &block.phis {
            let edges = predecessors[index].iter().map(|&from| {
                let value = incoming.iter().find(|edge| edge.block.0 as usize == from);
                let value = value.map_or(ZERO.into(), |edge| lowering.operand(edge.value));
                format!("[ {value}, %{} ]", blocks[from].end)
            });
            line(out, format_args!("  %v{result} = phi {ty} {}", edges.collect::<Vec<_>>().join(", ")));
        }
        out.push_str(&block.lines);
    }
}

/// Returns for each block its predecessors, one for each edge.
fn predecessors(body: &Body, count: usize) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); count];
    for (from, range) in body.blocks().enumerate() {
        if let Some(last) = body.instructions[range].last() {
            last.for_each_block(|to| {
                if let Some(list) = predecessors.get_mut(to.0 as usize).filter(|_| last.is_terminator()) {
                    list.push(from);
                }
            });
        }
    }
    predecessors
}

fn line(out: &mut String, text: Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

impl<'a> Lowering<'a> {
    fn block(&mut self, block: usize, start: usize, instructions: &'a [Instruction]) -> Block<'a> {
        self.label = format!("b{block}");
        self.instruction = start as u32;
        let mut phis = Vec::new();
        self.take_fuel();
        for (offset, instruction) in instructions.iter().enumerate() {
            self.instruction = (start + offset) as u32;
            let result = self.results;
            if instruction.has_result(self.unit.module()) {
                self.results += 1;
            }
            match instruction {
                Instruction::Phi { ty, incoming } => phis.push((result, self.unit.module().value_type(*ty), incoming.as_slice())),
                _ => self.lower(&format!("%v{result}"), instruction),
            }
        }
        Block { phis, lines: std::mem::take(&mut self.lines), end: std::mem::take(&mut self.label) }
    }

    fn take_fuel(&mut self) {
        if !self.unit.guarded() {
            return;
        }
        let fuel = self.load_state("i64", "fuel");
        let left = self.op(format_args!("icmp ne i64 {fuel}, 0"));
        self.require_or(&left, OUT_OF_FUEL_CODE);
        let rest = self.op(format_args!("sub i64 {fuel}, 1"));
        self.store_state("i64", &rest, "fuel");
    }

    /// Lowers any instruction except a phi; its result, if it has one, is named `to`.
    fn lower(&mut self, to: &str, instruction: &'a Instruction) {
        match instruction {
            Instruction::Phi { .. } | Instruction::Declare { .. } => {}
            Instruction::Ret { value } => self.leave(*value),
            Instruction::Branch { target } => self.line(format_args!("br label %b{}", target.0)),
            Instruction::BranchIf { then, otherwise, condition } => self.branch_if(*condition, *then, *otherwise),
            Instruction::Switch { ty, condition, default, cases } => self.switch(*ty, *condition, *default, cases),
            Instruction::Unreachable {} => self.end_in(TrapKind::Unreachable),
            Instruction::Binary { a, b, op } => self.binary(to, *op, *a, *b),
            Instruction::Cast { value, ty, op } => self.cast(to, *op, *value, self.unit.module().value_type(*ty)),
            Instruction::Compare { a, b, predicate } => self.compare(to, *predicate, *a, *b),
            Instruction::Select { a, b, condition } => self.select(to, *condition, *a, *b),
            Instruction::ExtractElement { vector, index } => self.extract(to, *vector, *index),
            Instruction::InsertElement { vector, element, index } => self.insert(to, *vector, *element, *index),
            Instruction::Alloca { size, alignment } => self.alloca(to, *size, *alignment),
            Instruction::Load { pointer, alignment, ty } => self.load(to, *pointer, *alignment, self.unit.module().value_type(*ty)),
            Instruction::Store { pointer, value, alignment } => self.store(*pointer, *value, *alignment),
            Instruction::Call { callee, arguments, .. } => self.call(to, callee.index(), arguments),
            Instruction::CallIndirect { pointer, result, arguments, .. } => {
                self.call_indirect(to, *pointer, self.unit.module().value_type(*result), arguments);
            }
        }
    }

    fn branch_if(&mut self, condition: Value, then: BlockId, otherwise: BlockId) {
        let condition = self.operand(condition);
        self.line(format_args!("br i1 {condition}, label %b{}, label %b{}", then.0, otherwise.0));
    }

    fn switch(&mut self, ty: TypeId, condition: Value, default: BlockId, cases: &[SwitchCase]) {
        let ty = self.unit.module().value_type(ty);
        let cases: Vec<String> = cases.iter().map(|case| format!("{ty} {}, label %b{}", integer(ty, case.value), case.target.0)).collect();
        let condition = self.operand(condition);
        self.line(format_args!("switch {ty} {condition}, label %b{} [ {} ]", default.0, cases.join(" ")));
    }

    fn leave(&mut self, value: Option<Value>) {
        if self.moves_stack {
            self.store_state("i32", "%stack", "stack");
        }
        match value {
            Some(value) => {
                let typed = self.typed(value);
                self.line(format_args!("ret {typed}"));
            }
            None => self.line(format_args!("ret void")),
        }
    }

    fn moves_stack(&self, instruction: &Instruction) -> bool {
        match instruction.outcome() {
            Outcome::Address => true,
            Outcome::ReturnedBy(callee) => self.unit.intrinsic(callee.index()).is_some_and(|row| row.name == "llvm.stackrestore"),
            Outcome::SameAs(_) | Outcome::ElementOf(_) | Outcome::ComparisonOf(_) | Outcome::Stated(_) | Outcome::Returned(_) => false,
            Outcome::Ends | Outcome::Nothing => false,
        }
    }

    /// Returns the type of a value.
    pub(super) fn type_of(&self, value: Value) -> ValueType {
        self.types.get(value)
    }

    /// Returns a value as an operand.
    pub(super) fn operand(&self, value: Value) -> String {
        match value.kind() {
            ValueKind::Function | ValueKind::Global => (self.unit.plan.layout.address(value) as i32).to_string(),
            ValueKind::Parameter => format!("%p{}", value.index()),
            ValueKind::Instruction => format!("%v{}", value.index()),
            ValueKind::Constant => match self.body.constants.get(value.index() as usize) {
                Some(constant) => literal(self.unit.module().value_type(constant.ty), constant.literal),
                None => ZERO.into(),
            },
        }
    }

    /// Returns a value with its type.
    pub(super) fn typed(&self, value: Value) -> String {
        format!("{} {}", self.type_of(value), self.operand(value))
    }

    /// Returns the value of an integer constant.
    pub(super) fn integer(&self, value: Value) -> Option<i64> {
        match (value.kind(), self.body.constants.get(value.index() as usize)?.literal) {
            (ValueKind::Constant, Literal::Integer(integer)) => Some(integer),
            _ => None,
        }
    }

    /// Adds a line to the function.
    pub(super) fn line(&mut self, text: Arguments<'_>) {
        line(&mut self.lines, format_args!("  {text}"));
    }

    /// Assigns the name of an instruction's result.
    pub(super) fn define(&mut self, to: &str, text: Arguments<'_>) {
        self.line(format_args!("{to} = {text}"));
    }

    /// Adds an instruction with a new name, which is returned.
    pub(super) fn op(&mut self, text: Arguments<'_>) -> String {
        self.names += 1;
        let name = format!("%t{}", self.names);
        self.define(&name, text);
        name
    }

    /// Returns a new label, not placed yet.
    pub(super) fn new_label(&mut self) -> String {
        self.names += 1;
        format!("l{}", self.names)
    }

    /// Places a label here.
    pub(super) fn place_label(&mut self, label: String) {
        line(&mut self.lines, format_args!("{label}:"));
        self.label = label;
    }

    /// Returns the label of the current basic block.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// Reads a variable of the machine.
    pub(super) fn load_state(&mut self, ty: &str, name: &str) -> String {
        let pointer = self.unit.pointers.to(ty);
        self.op(format_args!("load {ty}, {pointer} @{name}"))
    }

    /// Writes a variable of the machine.
    pub(super) fn store_state(&mut self, ty: &str, value: impl Display, name: &str) {
        let pointer = self.unit.pointers.to(ty);
        self.line(format_args!("store {ty} {value}, {pointer} @{name}"));
    }

    /// Ends the execution in a trap unless the i1 `holds` is true. Only for guarded code.
    pub(super) fn require(&mut self, holds: &str, trap: TrapKind) {
        self.require_or(holds, trap.code());
    }

    fn require_or(&mut self, holds: &str, code: u8) {
        let (on, off) = (self.new_label(), self.new_label());
        self.line(format_args!("br i1 {holds}, label %{on}, label %{off}"));
        self.place_label(off);
        self.trap(code);
        self.place_label(on);
    }

    /// Stores a trap and leaves the function.
    pub(super) fn trap(&mut self, code: u8) {
        let (function, instruction) = (self.function, self.instruction);
        self.line(format_args!("call void @trap(i32 {code}, i32 {function}, i32 {instruction})"));
        self.leave_early();
    }

    /// Leaves the function after a trap; callers see the trap, and ignore the result.
    pub(super) fn leave_early(&mut self) {
        match self.unit.plan.result(self.function) {
            ValueType::VOID => self.line(format_args!("ret void")),
            ty => self.line(format_args!("ret {ty} {ZERO}")),
        }
    }

    /// Ends the basic block in a trap. Unguarded code cannot get here.
    pub(super) fn end_in(&mut self, trap: TrapKind) {
        if self.unit.guarded() {
            self.trap(trap.code());
        } else {
            self.line(format_args!("unreachable"));
        }
    }
}
