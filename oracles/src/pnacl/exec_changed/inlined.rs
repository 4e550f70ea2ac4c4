//! Inlines functions into their callers.
//!
//! A block with such a call ends there and branches to the function's blocks; where these returned, they branch to the rest of the block,
//! which begins with a phi of the returned values. An argument that is an address becomes a number before.

use super::Partner;
use super::lines::{Line, Lines, type_id};
use irsmith_pnacl::tables::{BinaryOp, Outcome};
use irsmith_pnacl::{BlockId, Constant, Incoming, Instruction, Module, Value, ValueKind, ValueType};
use std::collections::BTreeSet;

/// The maximal number of calls that are replaced, to keep cases fast.
const MAX_CALLS: usize = 64;
/// The maximal number of instructions of a function that replaces calls.
const MAX_INSTRUCTIONS: usize = 1000;
/// Intrinsics that depend on the calling function, as an alloca does.
const ABOUT_THEIR_FUNCTION: [&[u8]; 3] = [b"llvm.stacksave", b"llvm.stackrestore", b"llvm.nacl.setjmp"];

/// Replaces direct calls; for recursive functions, by one level.
pub(super) fn inlined(module: &Module) -> Partner {
    let callees: Vec<_> = (0..module.functions.len() as u32).map(|function| Callee::of(module, function)).collect();
    let mut left = MAX_CALLS;
    Partner::new(module, false, |changed, function, lines| {
        let (mut first, mut last, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        let blocks = std::mem::take(&mut lines.lines);
        let is_address = |line: &&Line| matches!(line.instruction.outcome(), Outcome::Address);
        let addresses = blocks.iter().filter(is_address).filter_map(|line| line.result).collect();
        let mut inlining = Inlining { changed, function, lines, addresses, block: 0 };
        for block in blocks.split_inclusive(|line| line.instruction.is_terminator()) {
            first.push(BlockId(inlining.block));
            for line in block {
                match callee(&line.instruction, &callees).filter(|_| left > 0) {
                    Some((callee, arguments)) => {
                        inlining.replace(line, callee, arguments);
                        left -= 1;
                    }
                    None => {
                        kept.push(inlining.lines.lines.len());
                        inlining.lines.lines.push(line.clone());
                    }
                }
            }
            last.push(BlockId(inlining.block));
            inlining.block += 1;
        }
        // Branches lead to the first part of a block; the incoming blocks of phis are the last parts.
        for place in kept {
            let instruction = &mut lines.lines[place].instruction;
            let parts = if matches!(instruction, Instruction::Phi { .. }) { &last } else { &first };
            instruction.for_each_block_mut(|block| *block = parts[block.0 as usize]);
        }
    })
}

/// A function that can replace its calls.
struct Callee {
    blocks: Vec<Vec<Line>>,
    /// Types of results.
    types: Vec<ValueType>,
    constants: Vec<Constant>,
}

impl Callee {
    /// Returns `None` for a function that has no body, or needs a stack pointer or active function of its own, or never returns.
    fn of(module: &Module, function: u32) -> Option<Self> {
        let body = module.functions[function as usize].body.as_ref()?;
        let needs_itself = |instruction: &Instruction| match instruction.outcome() {
            Outcome::Address => true,
            Outcome::ReturnedBy(callee) => module.name_of(callee).is_some_and(|name| ABOUT_THEIR_FUNCTION.contains(&name)),
            Outcome::SameAs(_) | Outcome::ElementOf(_) | Outcome::ComparisonOf(_) | Outcome::Stated(_) | Outcome::Returned(_) => false,
            Outcome::Ends | Outcome::Nothing => false,
        };
        let returns = body.instructions.iter().any(|instruction| matches!(instruction, Instruction::Ret { .. }));
        if body.instructions.len() > MAX_INSTRUCTIONS || !returns || body.instructions.iter().any(needs_itself) {
            return None;
        }
        let lines = Lines::of(module, function)?;
        Some(Self { blocks: lines.blocks(), types: lines.types().to_vec(), constants: body.constants.clone() })
    }
}

/// Returns what an instruction calls with which arguments, if the callee can be inlined.
fn callee<'a>(instruction: &'a Instruction, callees: &'a [Option<Callee>]) -> Option<(&'a Callee, &'a [Value])> {
    match instruction {
        Instruction::Call { callee, arguments, .. } => Some((callees.get(callee.index() as usize)?.as_ref()?, arguments)),
        _ => None,
    }
}

/// A function during inlining.
struct Inlining<'m> {
    changed: &'m mut Module,
    function: u32,
    /// The lines so far.
    lines: &'m mut Lines,
    /// Results that are addresses.
    addresses: BTreeSet<u32>,
    /// The block of the current line.
    block: u32,
}

impl Inlining<'_> {
    /// Inserts a function in place of a call, and ends in the block after it.
    fn replace(&mut self, call: &Line, callee: &Callee, arguments: &[Value]) {
        let (entry, rest) = (self.block + 1, self.block + 1 + callee.blocks.len() as u32);
        let arguments: Vec<Value> = arguments.iter().map(|argument| self.number(*argument)).collect();
        let (constants, results) = (self.add_constants(&callee.constants), self.lines.new_results(&callee.types));
        self.push(Instruction::Branch { target: BlockId(entry) }, None);
        let mut returned = Vec::new();
        for (block, lines) in (entry..).zip(&callee.blocks) {
            for line in lines {
                let mut line = line.clone();
                line.result = line.result.map(|result| results + result);
                line.instruction.for_each_block_mut(|block| block.0 += entry);
                line.instruction.for_each_value_mut(|value| {
                    *value = match value.kind() {
                        ValueKind::Parameter => arguments.get(value.index() as usize).copied().unwrap_or(*value),
                        ValueKind::Constant => Value::constant(constants + value.index()),
                        ValueKind::Instruction => Value::instruction(results + value.index()),
                        ValueKind::Function | ValueKind::Global => *value,
                    }
                });
                if let Instruction::Ret { value } = line.instruction {
                    returned.extend(value.map(|value| Incoming { value, block: BlockId(block) }));
                    line.instruction = Instruction::Branch { target: BlockId(rest) };
                }
                self.lines.lines.push(line);
            }
        }
        self.block = rest;
        if let Some(result) = call.result {
            let ty = type_id(self.changed, self.lines.types()[result as usize]);
            self.push(Instruction::Phi { ty, incoming: returned.into_iter().collect() }, Some(result));
        }
    }

    /// Returns a value as a number: a parameter is one, also where an address may not stand.
    fn number(&mut self, value: Value) -> Value {
        let is_address = match value.kind() {
            ValueKind::Function | ValueKind::Global => true,
            ValueKind::Instruction => self.addresses.contains(&value.index()),
            ValueKind::Parameter | ValueKind::Constant => false,
        };
        if !is_address {
            return value;
        }
        let result = self.lines.new_results(&[ValueType::I32]);
        self.push(Instruction::Binary { a: value, b: value, op: BinaryOp::Or }, Some(result));
        Value::instruction(result)
    }

    fn push(&mut self, instruction: Instruction, result: Option<u32>) {
        self.lines.lines.push(Line { instruction, origin: None, result });
    }

    /// Adds constants to the function; returns the number of the first.
    fn add_constants(&mut self, constants: &[Constant]) -> u32 {
        let Some(body) = self.changed.functions[self.function as usize].body.as_mut() else { return 0 };
        body.constants.extend_from_slice(constants);
        (body.constants.len() - constants.len()) as u32
    }
}
