//! Decodes an instruction by the meaning of its opcode.

use super::context::Body;
use super::frame::Object;
use super::{control, fast, memory, types};
use crate::interpret::int::Int;
use crate::interpret::meaning::{Meaning, Widening, meaning};
use crate::interpret::op::{Access, Action, Node, Op, Reg};
use crate::interpret::program::STEP;
use crate::interpret::program::TABLES;
use crate::interpret::registers::{self, Named};
use crate::interpret::step::{Fixed, Open};
use crate::interpret::{Refusal, compare, float, literal, run, vector};
use crate::{Element, Instruction, InstructionFlags, OperandKind, Register, Type};

/// The flags that permit other results.
const RELAXED: u32 = InstructionFlags::named("arcp").0
    | InstructionFlags::named("contract").0
    | InstructionFlags::named("afn").0
    | InstructionFlags::named("reassoc").0;

pub(super) fn decode(body: &mut Body<'_, '_>, instruction: &Instruction, rest: &[&Instruction]) -> Result<(), Refusal> {
    let opcode = instruction.opcode.as_str();
    let Some(meaning) = meaning(opcode) else {
        let control = body.decoder.program.target.and_then(|target| registers::control(target, opcode));
        return match control {
            Some(control) => control::of_target(body, instruction, control),
            None => Err(body.refuse(opcode, "only opcodes that every target has are executed, and calls and returns")),
        };
    };
    if opcode.starts_with("G_") && !matches!(meaning, Meaning::Refused(_)) {
        types::check(body, instruction)?;
    }
    match meaning {
        Meaning::Refused(reason) => {
            let intrinsic = instruction.operands.iter().find_map(|operand| match &operand.kind {
                OperandKind::Intrinsic(name) => Some(format!("{opcode} @{name}")),
                _ => None,
            });
            Err(body.refuse(intrinsic.unwrap_or_else(|| opcode.to_owned()), reason))
        }
        Meaning::Nothing | Meaning::Bundle => Ok(()),
        Meaning::Phi => control::phi(body, instruction),
        Meaning::Branch => control::branch(body, instruction),
        Meaning::BranchIf => control::branch_if(body, instruction, rest),
        Meaning::BranchTable => control::branch_table(body, instruction),
        Meaning::BranchIndirect => control::branch_indirect(body, instruction),
        Meaning::Trap => {
            body.push(Op::Trap);
            Ok(())
        }
        Meaning::Copy => copy(body, instruction),
        Meaning::Lifetime => lifetime(body, instruction),
        _ => general(body, instruction, meaning),
    }
}

/// Decodes an instruction whose registers are all virtual.
fn general(body: &mut Body<'_, '_>, instruction: &Instruction, meaning: Meaning) -> Result<(), Refusal> {
    let mut node = Node {
        action: Action::Nothing,
        fixed: Fixed { flags: instruction.flags, ..Fixed::default() },
        results: Default::default(),
        operands: Default::default(),
        is_relaxed: instruction.flags.0 & RELAXED != 0 || matches!(meaning, Meaning::Relaxed(_) | Meaning::RelaxedLanes(..)),
    };
    for result in &instruction.results {
        node.results.push(body.reg(result)?);
    }
    for operand in &instruction.operands {
        match &operand.kind {
            OperandKind::Register(register) => node.operands.push(body.reg(register)?),
            OperandKind::Immediate(number) => node.fixed.number = *number as u64,
            OperandKind::IntegerPredicate(predicate) => node.fixed.number = compare::number(*predicate),
            OperandKind::FloatPredicate(predicate) => node.fixed.number = run::set_of(*predicate).into(),
            OperandKind::ShuffleMask(mask) => node.fixed.mask = mask.clone(),
            OperandKind::Integer(integer) if !matches!(meaning, Meaning::Integer) => {
                node.fixed.number = Int::parse(integer.bits.min(64), &integer.digits).map_or(0, |value| value.low() as u64);
            }
            _ => {}
        }
    }
    node.fixed.results = node.results.iter().map(|reg| reg.shape).collect();
    node.fixed.operands = node.operands.iter().map(|reg| reg.shape).collect();
    node.action = action(body, instruction, meaning, &node)?;
    check_places(body, instruction, &node)?;
    let op = fast::op(instruction.opcode.as_str(), &node);
    body.push_node(op, node);
    Ok(())
}

/// The opcodes that processors execute with quiet NaNs only: arithmetic, roundings and conversions.
const QUIETED: [&str; 22] = [
    "G_FADD",
    "G_FSUB",
    "G_FMUL",
    "G_FDIV",
    "G_FREM",
    "G_FMA",
    "G_FSQRT",
    "G_STRICT_FADD",
    "G_STRICT_FSUB",
    "G_STRICT_FMUL",
    "G_STRICT_FDIV",
    "G_STRICT_FREM",
    "G_STRICT_FMA",
    "G_STRICT_FSQRT",
    "G_FCEIL",
    "G_FFLOOR",
    "G_INTRINSIC_TRUNC",
    "G_INTRINSIC_ROUND",
    "G_INTRINSIC_ROUNDEVEN",
    "G_FRINT",
    "G_FPEXT",
    "G_FPTRUNC",
];

/// Returns an operand that satisfies a condition.
fn find<'i, T>(instruction: &'i Instruction, f: impl Fn(&'i OperandKind) -> Option<T>) -> Option<T> {
    instruction.operands.iter().find_map(|operand| f(&operand.kind))
}

/// Returns whether pointers of this type are extended with their sign: those into the address space 270 of X86 (`X86AS::PTR32_SPTR`). On
/// other targets that space has no meaning of its own.
fn is_signed(ty: Type) -> bool {
    matches!(ty, Type::Single(Element::Pointer(270)) | Type::Vector { element: Element::Pointer(270), .. })
}

fn action(body: &Body<'_, '_>, instruction: &Instruction, meaning: Meaning, node: &Node) -> Result<Action, Refusal> {
    let opcode = instruction.opcode.as_str();
    let refuse = |reason: &str| body.refuse(opcode, reason);
    Ok(match meaning {
        Meaning::Lanes(Open::Float, function) if body.decoder.options.quiet && QUIETED.contains(&opcode) => {
            Action::Lanes(Open::Quiet, function)
        }
        Meaning::Lanes(open, function) | Meaning::RelaxedLanes(open, function) => Action::Lanes(open, function),
        Meaning::AddressSpaceCast => {
            Action::Lanes(Open::Bits, if is_signed(node.operands[0].ty) { vector::signed_address } else { vector::address })
        }
        Meaning::Pair(open, function) => Action::Pair(open, function),
        Meaning::Whole(function) | Meaning::Relaxed(function) => Action::Whole(function),
        Meaning::Unmerge => Action::Unmerge,
        Meaning::Undefined => Action::Undefined,
        Meaning::Integer => Action::Constant(integer(body, instruction, node)?),
        Meaning::Float => {
            let value = find(instruction, |kind| if let OperandKind::Float(value) = kind { Some(value) } else { None });
            let bits = value.and_then(|value| literal::bits(value)).ok_or_else(|| refuse("its constant is not understood"))?;
            if bits.bits() != node.results[0].bits() {
                return Err(refuse("its constant has another width"));
            }
            Action::Constant(bits)
        }
        Meaning::FrameIndex => match object(body, instruction)? {
            Object::Local(offset, _) => Action::Object(offset),
            Object::Fixed(offset) => Action::FixedObject(offset),
            Object::Refused(reason) => return Err(refuse(reason)),
        },
        Meaning::Global => {
            let named = find(instruction, |kind| match kind {
                OperandKind::Global { value, offset } => Some((body.decoder.globals.address(value), *offset)),
                OperandKind::ExternalSymbol { name, offset } => {
                    Some((body.decoder.globals.address(&crate::IrValue::Named(name.clone())), *offset))
                }
                _ => None,
            });
            let (address, offset) = named.ok_or_else(|| refuse("it names no global value"))?;
            number(node, address.map_err(|reason| refuse(&reason))?.wrapping_add_signed(offset))
        }
        Meaning::ConstantPool => {
            let entry = find(instruction, |kind| if let OperandKind::Constant { id, offset } = kind { Some((*id, *offset)) } else { None });
            let (id, offset) = entry.ok_or_else(|| refuse("it names no constant"))?;
            let address = body.decoder.globals.constant(body.number, id).map_err(|reason| refuse(&reason))?;
            number(node, address.wrapping_add_signed(offset))
        }
        Meaning::JumpTable => {
            let id = find(instruction, |kind| if let OperandKind::JumpTable(id) = kind { Some(*id) } else { None });
            let known = id.filter(|id| body.function.jump_table.iter().flat_map(|table| &table.entries).any(|entry| entry.id == *id));
            number(node, TABLES + u64::from(known.ok_or_else(|| refuse("there is no such jump table"))?) * STEP)
        }
        Meaning::BlockAddress => {
            let address = find(instruction, |kind| match kind {
                OperandKind::BlockAddress { function, block, offset: 0 } => Some((function, block)),
                _ => None,
            });
            let (function, block) = address.ok_or_else(|| refuse("it names no block"))?;
            number(node, control::address_of_block(body, function, block)?)
        }
        Meaning::Load(widening) => Action::Load(widening, loaded(body, instruction, node.results[0], widening)?),
        Meaning::Store(widening) => Action::Store(widening, stored(body, instruction, node.operands[0], widening)?),
        Meaning::IndexedLoad(widening) => {
            Action::IndexedLoad(widening, loaded(body, instruction, node.results[0], widening)?, node.fixed.number != 0)
        }
        Meaning::IndexedStore => Action::IndexedStore(stored(body, instruction, node.operands[0], Widening::Any)?, node.fixed.number != 0),
        Meaning::Update(open, function) => Action::Update(open, function, exact(body, instruction, node.operands[1])?),
        Meaning::CompareExchange => Action::CompareExchange(exact(body, instruction, node.operands[1])?),
        Meaning::CopyMemory(may_overlap) => {
            let (to, from) = memory::alignments(body, instruction);
            Action::CopyMemory(may_overlap, to, from)
        }
        Meaning::FillMemory => Action::FillMemory(memory::alignments(body, instruction).0),
        Meaning::ZeroMemory => Action::ZeroMemory(memory::alignments(body, instruction).0),
        Meaning::StackAllocate => Action::StackAllocate(
            node.fixed.number.max(1).checked_next_power_of_two().filter(|alignment| *alignment <= 1 << 32).unwrap_or(1 << 32),
        ),
        Meaning::StackSave => Action::StackSave,
        Meaning::StackRestore => Action::StackRestore,
        Meaning::Phi
        | Meaning::Copy
        | Meaning::Lifetime
        | Meaning::Branch
        | Meaning::BranchIf
        | Meaning::BranchTable
        | Meaning::BranchIndirect
        | Meaning::Trap
        | Meaning::Nothing
        | Meaning::Bundle
        | Meaning::Refused(_) => Action::Nothing,
    })
}

fn number(node: &Node, number: u64) -> Action {
    Action::Constant(Int::new(node.results[0].bits(), number.into()))
}

fn integer(body: &Body<'_, '_>, instruction: &Instruction, node: &Node) -> Result<Int, Refusal> {
    let bits = node.results[0].bits();
    let value = find(instruction, |kind| match kind {
        OperandKind::Integer(integer) => Some(Int::parse(integer.bits, &integer.digits).map(|value| (integer.bits, value))),
        _ => None,
    });
    match value.flatten() {
        Some((width, value)) if width == bits => Ok(value),
        // A pointer may be a constant of another width.
        Some((_, value)) if matches!(node.results[0].ty, Type::Single(Element::Pointer(_))) => Ok(value.zext(bits)),
        Some((width, _)) => Err(body.refuse("G_CONSTANT", format!("its constant has {width} bits, not {bits}"))),
        None => Err(body.refuse("G_CONSTANT", "it wants a constant")),
    }
}

fn object(body: &Body<'_, '_>, instruction: &Instruction) -> Result<Object, Refusal> {
    let found = find(instruction, |kind| match kind {
        OperandKind::Stack { id, .. } => Some(body.frame.locals.get(id).copied()),
        OperandKind::FixedStack(id) => Some(body.frame.fixed.get(id).copied()),
        _ => None,
    });
    found.flatten().ok_or_else(|| body.refuse(instruction.opcode.as_str(), "there is no such object"))
}

/// Returns the access of a load into a register.
fn loaded(body: &Body<'_, '_>, instruction: &Instruction, reg: Reg, widening: Widening) -> Result<Access, Refusal> {
    let access = memory::access(body, instruction)?;
    let (memory, register) = (access.shape, reg.shape);
    let by_lanes = memory.lanes == register.lanes && memory.bits <= register.bits;
    let fits = match widening {
        Widening::Any => memory.all() <= register.all() && (by_lanes || register.lanes == 1 || memory.all() == register.all()),
        Widening::Sign | Widening::Zero => by_lanes,
        Widening::Float => by_lanes && float::is_width(memory.bits),
    };
    if fits { Ok(access) } else { Err(body.refuse(instruction.opcode.as_str(), "its access does not fit its register")) }
}

/// Returns the access of a store from a register.
fn stored(body: &Body<'_, '_>, instruction: &Instruction, reg: Reg, widening: Widening) -> Result<Access, Refusal> {
    let access = memory::access(body, instruction)?;
    let (memory, register) = (access.shape, reg.shape);
    let by_lanes = memory.lanes == register.lanes && memory.bits <= register.bits;
    let fits = match widening {
        Widening::Float => by_lanes && float::is_width(memory.bits),
        _ => by_lanes || memory.all() == register.all(),
    };
    if fits { Ok(access) } else { Err(body.refuse(instruction.opcode.as_str(), "its access does not fit its register")) }
}

/// Returns the access of an instruction that reads and writes a value.
fn exact(body: &Body<'_, '_>, instruction: &Instruction, reg: Reg) -> Result<Access, Refusal> {
    let access = memory::access(body, instruction)?;
    let fits = access.shape.all() == reg.bits() && access.shape.all() % 8 == 0;
    if fits { Ok(access) } else { Err(body.refuse(instruction.opcode.as_str(), "its access does not fit its register")) }
}

/// Checks what the rules for types leave open: places within values, and that both results have as many lanes.
fn check_places(body: &Body<'_, '_>, instruction: &Instruction, node: &Node) -> Result<(), Refusal> {
    let opcode = instruction.opcode.as_str();
    let all = |regs: &[Reg], number: usize| regs.get(number).map_or(0, |reg| u64::from(reg.bits()));
    let lane = |number: usize| node.operands.get(number).map_or(0, |reg| u64::from(reg.shape.bits));
    let ends_at = |unit: u64, size: u64| node.fixed.number.checked_mul(unit).and_then(|first| first.checked_add(size));
    let within = |end: Option<u64>, size: u64| end.is_some_and(|end| end <= size);
    let (result, first, second) = (all(&node.results, 0), all(&node.operands, 0), all(&node.operands, 1));
    let fits = match opcode {
        "G_EXTRACT" => within(ends_at(1, result), first),
        "G_INSERT" => within(ends_at(1, second), result),
        "G_EXTRACT_SUBVECTOR" => within(ends_at(lane(0), result), first),
        "G_INSERT_SUBVECTOR" => within(ends_at(lane(0), second), result),
        "G_BITCAST" => result == first,
        // As LLVM's verifier of IR checks the scale of the intrinsics.
        "G_SMULFIX" | "G_SMULFIXSAT" | "G_SDIVFIX" | "G_SDIVFIXSAT" => node.fixed.number < lane(0),
        "G_UMULFIX" | "G_UMULFIXSAT" | "G_UDIVFIX" | "G_UDIVFIXSAT" => node.fixed.number <= lane(0),
        "G_MERGE_VALUES" | "G_BUILD_VECTOR" | "G_CONCAT_VECTORS" => {
            node.operands.iter().map(|reg| u64::from(reg.bits())).sum::<u64>() == result
        }
        "G_UNMERGE_VALUES" => node.results.iter().map(|reg| u64::from(reg.bits())).sum::<u64>() == first,
        "G_SHUFFLE_VECTOR" => {
            let lanes = |number: usize| node.operands.get(number).map_or(0, |reg| reg.shape.lanes);
            let results = node.results.first().map_or(0, |reg| reg.shape.lanes) as usize;
            node.fixed.mask.len() == results
                && node.fixed.mask.iter().flatten().all(|lane| *lane < lanes(0) + lanes(1))
                && node.operands.iter().all(|reg| reg.shape.bits == node.results[0].shape.bits)
        }
        _ => true,
    };
    if fits { Ok(()) } else { Err(body.refuse(opcode, "it names bits or lanes that there are not")) }
}

fn lifetime(body: &mut Body<'_, '_>, instruction: &Instruction) -> Result<(), Refusal> {
    match object(body, instruction)? {
        Object::Local(offset, size) => {
            body.push_action(Action::Lifetime(offset, size), &[], &[]);
            Ok(())
        }
        Object::Fixed(_) | Object::Refused(_) => Err(body.refuse(instruction.opcode.as_str(), "only objects of the frame have a lifetime")),
    }
}

/// Decodes a copy between registers.
fn copy(body: &mut Body<'_, '_>, instruction: &Instruction) -> Result<(), Refusal> {
    let (Some(to), Some(OperandKind::Register(from))) =
        (instruction.results.first(), instruction.operands.first().map(|operand| &operand.kind))
    else {
        return Err(body.refuse("COPY", "it wants a result and a register"));
    };
    if to.register == Register::None || from.register == Register::None {
        return Err(body.refuse("COPY", "no register is not a value"));
    }
    match (control::physical(body, &to.register)?, control::physical(body, &from.register)?) {
        (None, None) => {
            let (to, from) = (body.reg(to)?, body.reg(from)?);
            if to.bits() != from.bits() {
                return Err(body.refuse("COPY", "its registers have different widths"));
            }
            let op = if to.cells() == 1 { Op::Move(to.slot, from.slot) } else { Op::MoveCells(to.slot, from.slot, to.cells()) };
            body.push(op);
            body.defines(vec![to]);
        }
        (None, Some(Named::Register(physical))) => {
            let to = body.reg(to)?;
            body.push_action(Action::ReadRegister(physical), &[to], &[]);
        }
        (None, Some(Named::StackPointer)) => {
            let to = body.reg(to)?;
            body.push_action(Action::ReadStackPointer, &[to], &[]);
        }
        (None, Some(Named::Zero(_))) => {
            let to = body.reg(to)?;
            body.push_action(Action::Constant(Int::zero(to.bits())), &[to], &[]);
        }
        (Some(Named::Register(physical)), None) => {
            let from = body.reg(from)?;
            body.push_action(Action::WriteRegister(physical), &[], &[from]);
        }
        (Some(Named::Register(to)), Some(Named::Register(from))) => {
            body.push_action(Action::MoveRegister(from, to), &[], &[]);
        }
        _ => return Err(body.refuse("COPY", "copies to this register are not modelled")),
    }
    Ok(())
}
