//! The loop that executes operations.

use super::control::{Control, Stack};
use super::execute::{self, State, read_physical};
use super::memory::Memory;
use super::op::{Callee, Cell, Location, Op};
use super::program::{BLOCKS, Parameter, Program, STEP};
use super::rules::UndefinedKind;
use super::{Observer, TrapKind, Value};
use crate::FloatPredicate;

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The outputs of the program that the first function returned by.
    Return(u32),
    Trap(TrapKind),
    Undefined,
    /// The operation that could not be entered.
    OutOfFuel(u32),
}

/// A function that waits for a callee.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    function: u32,
    base: usize,
    /// The operation after the call, and the call.
    op: u32,
    call: u32,
    stack: Stack,
}

/// The most cells of all frames: 512 MiB.
const MAX_CELLS: usize = 1 << 25;

/// The active functions and their values.
#[derive(Debug, Default)]
pub(super) struct Calls {
    cells: Vec<Cell>,
    waiting: Vec<Frame>,
    function: u32,
    base: usize,
    scratch: Vec<Cell>,
}

impl Calls {
    /// Starts the first function.
    pub(super) fn start(&mut self, program: &Program, function: u32) -> Result<(), TrapKind> {
        self.waiting.clear();
        self.cells.clear();
        (self.function, self.base) = (function, 0);
        self.prepare(program)
    }

    /// Returns the cells of the running function.
    pub(super) fn frame(&mut self) -> &mut [Cell] {
        &mut self.cells[self.base..]
    }

    fn prepare(&mut self, program: &Program) -> Result<(), TrapKind> {
        let cells = self.base + program.functions[self.function as usize].cells as usize;
        if cells > MAX_CELLS {
            return Err(TrapKind::CallDepth);
        }
        self.cells.resize(cells, Cell::default());
        Ok(())
    }
}

/// The data of the loop.
pub(super) struct Loop<'e> {
    pub(super) program: &'e Program,
    pub(super) calls: &'e mut Calls,
    pub(super) control: &'e mut Control,
    pub(super) memory: &'e mut Memory,
    /// Blocks that may be entered.
    pub(super) fuel: u64,
    /// The most functions that may wait.
    pub(super) depth: usize,
}

#[inline(always)]
fn signed(value: u64, bits: u8) -> i64 {
    (value as i64) << (64 - bits) >> (64 - bits)
}

#[inline(always)]
const fn low(bits: u8) -> u64 {
    u64::MAX >> (64 - bits)
}

impl Loop<'_> {
    /// Executes operations from `pc` on until the execution ends; returns why, and at which operation.
    pub(super) fn run<O: Observer>(&mut self, mut pc: u32, observer: &mut O) -> (Stop, u32) {
        let Self { program, calls, control, memory, fuel: fuel_left, depth } = self;
        let (program, depth) = (*program, *depth);
        let ops = program.ops.as_slice();
        let mut fuel = *fuel_left;
        let mut frame = &mut calls.cells[calls.base..];
        let mut observed: Option<u32> = None;

        let stop = loop {
            let Some(op) = ops.get(pc as usize) else { break Stop::Trap(TrapKind::Unreachable) };
            if O::ACTIVE {
                if let Some(before) = observed.replace(pc) {
                    tell(program, frame, before, observer);
                }
                if matches!(op, Op::Call(_) | Op::Return(_)) {
                    tell(program, frame, pc, observer);
                    observed = None;
                }
            }
            pc += 1;

            macro_rules! trap {
                ($kind:expr) => {
                    break Stop::Trap($kind)
                };
            }
            macro_rules! note {
                ($kind:expr) => {
                    control.note($kind, pc - 1);
                    if control.is_stopped() {
                        break Stop::Undefined;
                    }
                };
            }
            // Executes the node of the instruction.
            macro_rules! slow {
                () => {{
                    let node = &program.nodes[program.general[pc as usize - 1] as usize];
                    let result = State { frame: &mut *frame, memory: &mut *memory, control: &mut *control, op: pc - 1 }.execute(node);
                    if control.is_stopped() {
                        break Stop::Undefined;
                    }
                    if let Err(kind) = result {
                        trap!(kind);
                    }
                    continue;
                }};
            }
            macro_rules! enter {
                ($edge:expr) => {{
                    let edge = &program.edges[$edge as usize];
                    if fuel == 0 {
                        break Stop::OutOfFuel(edge.target);
                    }
                    fuel -= 1;
                    let copies = &program.copies[edge.first as usize..][..edge.count as usize];
                    if edge.is_parallel {
                        calls.scratch.clear();
                        calls.scratch.extend(copies.iter().map(|(_, from)| frame[*from as usize]));
                        copies.iter().zip(&calls.scratch).for_each(|((to, _), cell)| frame[*to as usize] = *cell);
                    } else {
                        copies.iter().for_each(|(to, from)| frame[*to as usize] = frame[*from as usize]);
                    }
                    pc = edge.target;
                }};
            }
            // Sets a result from operands that are all defined.
            macro_rules! set {
                ($to:expr, $value:expr) => {
                    frame[*$to as usize] = Cell { value: $value, mask: 0 }
                };
            }
            macro_rules! binary {
                ($to:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $value:expr) => {{
                    let (a, b) = (frame[*$a as usize], frame[*$b as usize]);
                    if a.mask | b.mask != 0 {
                        slow!();
                    }
                    let ($x, $y) = (a.value, b.value);
                    set!($to, $value);
                }};
            }
            // As `binary`, if a condition holds.
            macro_rules! binary_if {
                ($to:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $condition:expr, $value:expr) => {{
                    let (a, b) = (frame[*$a as usize], frame[*$b as usize]);
                    let ($x, $y) = (a.value, b.value);
                    if a.mask | b.mask != 0 || !$condition {
                        slow!();
                    }
                    set!($to, $value);
                }};
            }
            macro_rules! float {
                ($float:ident, $bits:ident, $to:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $value:expr) => {{
                    let (a, b) = (frame[*$a as usize], frame[*$b as usize]);
                    let ($x, $y) = ($float::from_bits(a.value as $bits), $float::from_bits(b.value as $bits));
                    let result = $value;
                    if a.mask | b.mask != 0 || result.is_nan() {
                        slow!();
                    }
                    set!($to, u64::from(result.to_bits()));
                }};
            }
            macro_rules! compare_floats {
                ($float:ident, $bits:ident, $set:expr, $to:expr, $a:expr, $b:expr) => {{
                    let (a, b) = (frame[*$a as usize], frame[*$b as usize]);
                    if a.mask | b.mask != 0 {
                        slow!();
                    }
                    let (x, y) = ($float::from_bits(a.value as $bits), $float::from_bits(b.value as $bits));
                    let class = u8::from(x == y) | u8::from(x > y) << 1 | u8::from(x < y) << 2;
                    let class = class | u8::from(class == 0) << 3;
                    set!($to, u64::from(class & *$set != 0));
                }};
            }
            macro_rules! load {
                ($size:literal, $alignment:expr, $to:expr, $address:expr) => {{
                    let address = frame[*$address as usize];
                    let loaded = memory.load::<$size>(address.value);
                    match loaded {
                        Some((value, 0)) if address.mask == 0 && address.value & u64::from(*$alignment) == 0 => set!($to, value),
                        _ => slow!(),
                    }
                }};
            }
            macro_rules! store {
                ($size:literal, $alignment:expr, $from:expr, $address:expr) => {{
                    let (address, value) = (frame[*$address as usize], frame[*$from as usize]);
                    if address.mask | value.mask != 0
                        || address.value & u64::from(*$alignment) != 0
                        || memory.store::<$size>(address.value, value.value).is_none()
                    {
                        slow!();
                    }
                }};
            }

            match op {
                Op::Slow => slow!(),
                Op::Nothing => {}
                Op::Jump(edge) => enter!(*edge),
                Op::Branch(condition, then, otherwise) => {
                    let condition = frame[*condition as usize];
                    // A poison bit makes the whole condition poison; other undefined bits than the lowest change nothing.
                    let is_poison = condition.mask & condition.value != 0;
                    if is_poison || condition.mask & 1 != 0 {
                        note!(if is_poison { UndefinedKind::BranchOnPoison } else { UndefinedKind::BranchOnUndefined });
                        enter!(*otherwise);
                        continue;
                    }
                    enter!(if condition.value & 1 != 0 { *then } else { *otherwise });
                }
                Op::BranchIf(condition, then) => {
                    let condition = frame[*condition as usize];
                    let is_poison = condition.mask & condition.value != 0;
                    if is_poison || condition.mask & 1 != 0 {
                        note!(if is_poison { UndefinedKind::BranchOnPoison } else { UndefinedKind::BranchOnUndefined });
                    } else if condition.value & 1 != 0 {
                        enter!(*then);
                    }
                }
                Op::Table(table, index) => {
                    let reg = &program.nodes[program.general[pc as usize - 1] as usize].operands[0];
                    let lane = execute::read(frame, reg).whole();
                    debug_assert_eq!(reg.slot, *index);
                    if !lane.is_defined() {
                        note!(UndefinedKind::BranchOnPoison);
                    }
                    let Some(edge) = program.tables[*table as usize].get(lane.value.index()) else {
                        note!(UndefinedKind::JumpTable);
                        trap!(TrapKind::Unreachable);
                    };
                    enter!(*edge);
                }
                Op::Indirect(list, address) => {
                    let address = frame[*address as usize];
                    if address.mask != 0 {
                        note!(UndefinedKind::BranchOnPoison);
                    }
                    let found = program.targets[*list as usize].iter().find(|(known, _)| *known == address.value & !address.mask);
                    let Some((_, edge)) = found else {
                        note!(UndefinedKind::BlockAddress);
                        trap!(TrapKind::BadAddress);
                    };
                    enter!(*edge);
                }
                Op::Trap => trap!(TrapKind::Abort),
                Op::Fall => {
                    note!(UndefinedKind::Unreachable);
                    trap!(TrapKind::Unreachable);
                }
                Op::Call(number) => {
                    let call = &program.calls[*number as usize];
                    let function = match call.callee {
                        Callee::Function(function) => function,
                        Callee::Missing => trap!(TrapKind::NoFunction),
                        Callee::Address(slot) => {
                            let address = frame[slot as usize];
                            match program.called(address.value).filter(|_| address.mask == 0) {
                                Some(function) => function,
                                None => {
                                    note!(UndefinedKind::CallTarget);
                                    trap!(TrapKind::BadAddress);
                                }
                            }
                        }
                    };
                    if fuel == 0 {
                        break Stop::OutOfFuel(program.functions[function as usize].entry);
                    }
                    fuel -= 1;
                    match call_function(program, calls, control, memory, depth, (function, *number, pc)) {
                        Ok(entry) => pc = entry,
                        Err(kind) => trap!(kind),
                    }
                    frame = &mut calls.cells[calls.base..];
                }
                Op::Return(outputs) => {
                    control.stack.free(memory, control.stack.caller);
                    let Some(waiting) = calls.waiting.pop() else { break Stop::Return(*outputs) };
                    pc = resume(program, calls, control, waiting);
                    frame = &mut calls.cells[calls.base..];
                }

                Op::Move(to, from) => frame[*to as usize] = frame[*from as usize],
                Op::MoveCells(to, from, count) => {
                    frame.copy_within(*from as usize..(*from + *count) as usize, *to as usize);
                }
                Op::Constant(to, low, high) => set!(to, u64::from(*low) | u64::from(*high) << 32),
                Op::Select(to, condition, a, b) => {
                    let condition = frame[*condition as usize];
                    if condition.mask != 0 {
                        slow!();
                    }
                    frame[*to as usize] = frame[if condition.value & 1 != 0 { *a } else { *b } as usize];
                }

                Op::Add(bits, to, a, b) => binary!(to, a, b, |x, y| x.wrapping_add(y) & low(*bits)),
                Op::Sub(bits, to, a, b) => binary!(to, a, b, |x, y| x.wrapping_sub(y) & low(*bits)),
                Op::Mul(bits, to, a, b) => binary!(to, a, b, |x, y| x.wrapping_mul(y) & low(*bits)),
                Op::And(to, a, b) => binary!(to, a, b, |x, y| x & y),
                Op::Or(to, a, b) => binary!(to, a, b, |x, y| x | y),
                Op::Xor(to, a, b) => binary!(to, a, b, |x, y| x ^ y),
                Op::Shl(bits, to, a, b) => binary_if!(to, a, b, |x, y| y < u64::from(*bits), x << y & low(*bits)),
                Op::LShr(bits, to, a, b) => binary_if!(to, a, b, |x, y| y < u64::from(*bits), x >> y),
                Op::AShr(bits, to, a, b) => {
                    binary_if!(to, a, b, |x, y| y < u64::from(*bits), (signed(x, *bits) >> y) as u64 & low(*bits));
                }
                Op::UDiv(to, a, b) => binary_if!(to, a, b, |x, y| y != 0, x / y),
                Op::URem(to, a, b) => binary_if!(to, a, b, |x, y| y != 0, x % y),
                Op::SDiv(bits, to, a, b) => {
                    binary_if!(to, a, b, |x, y| y != 0 && y != low(*bits), { (signed(x, *bits) / signed(y, *bits)) as u64 & low(*bits) });
                }
                Op::SRem(bits, to, a, b) => {
                    binary_if!(to, a, b, |x, y| y != 0 && y != low(*bits), { (signed(x, *bits) % signed(y, *bits)) as u64 & low(*bits) });
                }
                Op::Low(bits, to, from) => {
                    let cell = frame[*from as usize];
                    if cell.mask != 0 {
                        slow!();
                    }
                    set!(to, cell.value & low(*bits));
                }
                Op::SExt(from_bits, to_bits, to, from) => {
                    let cell = frame[*from as usize];
                    if cell.mask != 0 {
                        slow!();
                    }
                    set!(to, signed(cell.value, *from_bits) as u64 & low(*to_bits));
                }

                Op::Equal(to, a, b) => binary!(to, a, b, |x, y| u64::from(x == y)),
                Op::NotEqual(to, a, b) => binary!(to, a, b, |x, y| u64::from(x != y)),
                Op::Below(to, a, b) => binary!(to, a, b, |x, y| u64::from(x < y)),
                Op::BelowOrEqual(to, a, b) => binary!(to, a, b, |x, y| u64::from(x <= y)),
                Op::Less(bits, to, a, b) => binary!(to, a, b, |x, y| u64::from(signed(x, *bits) < signed(y, *bits))),
                Op::LessOrEqual(bits, to, a, b) => binary!(to, a, b, |x, y| u64::from(signed(x, *bits) <= signed(y, *bits))),

                Op::FAdd32(to, a, b) => float!(f32, u32, to, a, b, |x, y| x + y),
                Op::FSub32(to, a, b) => float!(f32, u32, to, a, b, |x, y| x - y),
                Op::FMul32(to, a, b) => float!(f32, u32, to, a, b, |x, y| x * y),
                Op::FDiv32(to, a, b) => float!(f32, u32, to, a, b, |x, y| x / y),
                Op::FAdd64(to, a, b) => float!(f64, u64, to, a, b, |x, y| x + y),
                Op::FSub64(to, a, b) => float!(f64, u64, to, a, b, |x, y| x - y),
                Op::FMul64(to, a, b) => float!(f64, u64, to, a, b, |x, y| x * y),
                Op::FDiv64(to, a, b) => float!(f64, u64, to, a, b, |x, y| x / y),
                Op::FCmp32(set, to, a, b) => compare_floats!(f32, u32, set, to, a, b),
                Op::FCmp64(set, to, a, b) => compare_floats!(f64, u64, set, to, a, b),

                Op::Load8(alignment, to, address) => load!(1, alignment, to, address),
                Op::Load16(alignment, to, address) => load!(2, alignment, to, address),
                Op::Load32(alignment, to, address) => load!(4, alignment, to, address),
                Op::Load64(alignment, to, address) => load!(8, alignment, to, address),
                Op::Store8(alignment, from, address) => store!(1, alignment, from, address),
                Op::Store16(alignment, from, address) => store!(2, alignment, from, address),
                Op::Store32(alignment, from, address) => store!(4, alignment, from, address),
                Op::Store64(alignment, from, address) => store!(8, alignment, from, address),
            }
        };
        *fuel_left = fuel;
        if O::ACTIVE
            && let Some(before) = observed
        {
            // What traps or is undefined has written nothing.
            match stop {
                Stop::Trap(_) | Stop::Undefined => observer.instruction(program.place(before), &[]),
                _ => tell(program, &calls.cells[calls.base..], before, observer),
            }
        }
        (stop, pc.saturating_sub(1))
    }

    /// Returns the values of the outputs of the first function, before its frame is gone.
    pub(super) fn outputs(&mut self, outputs: u32) -> Vec<Value> {
        let registers = &self.control.registers;
        let frame = &self.calls.cells[self.calls.base..];
        let value = |output: &Parameter| {
            let raw = match &output.location {
                Location::Register(physical) => read_physical(registers, physical).resized(output.bits),
                Location::Virtual(reg) => execute::read(frame, reg),
                Location::Stack(_) => return None,
            };
            Some(value(output.ty, &raw))
        };
        self.program.outputs[outputs as usize].iter().filter_map(value).collect()
    }
}

/// Enters a function by a call, whose caller will go on at an operation; returns its first operation.
fn call_function(
    program: &Program,
    calls: &mut Calls,
    control: &mut Control,
    memory: &mut Memory,
    depth: usize,
    (function, number, op): (u32, u32, u32),
) -> Result<u32, TrapKind> {
    let (code, call) = (&program.functions[function as usize], &program.calls[number as usize]);
    if code.refusal.is_some() {
        return Err(TrapKind::NoFunction);
    }
    if call.is_tail {
        control.stack.free(memory, control.stack.caller);
        calls.cells.truncate(calls.base);
    } else {
        if calls.waiting.len() >= depth {
            return Err(TrapKind::CallDepth);
        }
        calls.waiting.push(Frame { function: calls.function, base: calls.base, op, call: number, stack: control.stack });
        // Behind the values of the caller.
        calls.cells.extend(call.kept.iter().map(|cell| control.registers[*cell as usize]));
        calls.base = calls.cells.len();
    }
    calls.function = function;
    calls.prepare(program)?;
    control.stack.enter(memory, code).ok_or(TrapKind::StackOverflow)?;
    Ok(code.entry)
}

/// Returns to a function that waits; returns its next operation.
fn resume(program: &Program, calls: &mut Calls, control: &mut Control, waiting: Frame) -> u32 {
    let call = &program.calls[waiting.call as usize];
    let saved = calls.base - call.kept.len();
    control.clobber(call, &calls.cells[saved..calls.base]);
    calls.cells.truncate(saved);
    (calls.function, calls.base) = (waiting.function, waiting.base);
    control.stack = Stack { lowest: control.stack.lowest, ..waiting.stack };
    waiting.op
}

/// Makes a value of bits.
pub(super) fn value(ty: crate::Type, raw: &super::lane::Raw) -> Value {
    Value { ty, bits: raw.value.and_not(&raw.mask), undefined: raw.mask.and_not(&raw.value), poison: raw.mask.and(&raw.value) }
}

/// Passes an instruction to an observer.
#[inline(never)]
fn tell(program: &Program, frame: &[Cell], op: u32, observer: &mut impl Observer) {
    // A block that falls through ends with a jump that is no instruction.
    let place = program.place(op);
    if matches!(program.ops[op as usize], Op::Jump(_)) && op > 0 && program.place(op - 1) == place {
        return;
    }
    let defined = program.defined.get(op as usize).map_or(&[][..], |regs| regs);
    let values: Vec<Value> = defined.iter().map(|reg| value(reg.ty, &execute::read(frame, reg))).collect();
    observer.instruction(place, &values);
}

/// Returns the set of a predicate: equal 1, greater 2, less 4, unordered 8.
pub(super) fn set_of(predicate: FloatPredicate) -> u8 {
    FloatPredicate::ALL.iter().position(|known| *known == predicate).unwrap_or(0) as u8
}

/// Returns the address of the block with a number in the list of blocks whose address is taken.
pub(super) fn block_address(number: usize) -> u64 {
    BLOCKS + number as u64 * STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_small() {
        assert_eq!(size_of::<Op>(), 20);
    }
}
