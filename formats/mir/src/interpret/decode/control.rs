//! Branches, calls and returns.

use super::context::{Body, name};
use super::copies;
use super::values;
use crate::interpret::op::{Action, Call, Callee, Location, Node, Op, Reg};
use crate::interpret::program::Parameter;
use crate::interpret::registers::{self, Control, Named, Physical};
use crate::interpret::run::block_address;
use crate::interpret::step::Fixed;
use crate::interpret::{Refusal, layout::MAX_BITS};
use crate::tables::Machine;
use crate::{Block, BlockReference, Instruction, IrValue, OperandKind, Register, RegisterFlags, RegisterOperand, Type};

/// Decodes what happens at the end of a block without a barrier.
pub(super) fn fall_through(body: &mut Body<'_, '_>, block: &Block, position: u32) -> Result<(), Refusal> {
    let next = position + 1;
    let follows = body.function.blocks.get(next as usize).filter(|next| {
        let is_listed = |list: &Vec<crate::Successor>| list.iter().any(|successor| successor.block.number == next.number);
        block.successors.as_ref().is_none_or(is_listed)
    });
    if follows.is_none() {
        body.push(Op::Fall);
        return Ok(());
    }
    let edge = copies::edge(body, next)?;
    body.push(Op::Jump(edge));
    Ok(())
}

fn block_of<'i>(body: &Body<'_, '_>, instruction: &'i Instruction) -> Result<&'i BlockReference, Refusal> {
    let block =
        instruction.operands.iter().find_map(|operand| if let OperandKind::Block(block) = &operand.kind { Some(block) } else { None });
    block.ok_or_else(|| body.refuse(instruction.opcode.as_str(), "it names no block"))
}

fn register_of<'i>(body: &Body<'_, '_>, instruction: &'i Instruction, number: usize) -> Result<&'i RegisterOperand, Refusal> {
    match instruction.operands.get(number).map(|operand| &operand.kind) {
        Some(OperandKind::Register(register)) => Ok(register),
        _ => Err(body.refuse(instruction.opcode.as_str(), "it wants a register")),
    }
}

pub(super) fn branch(body: &mut Body<'_, '_>, instruction: &Instruction) -> Result<(), Refusal> {
    let target = body.position(block_of(body, instruction)?)?;
    let edge = copies::edge(body, target)?;
    body.push(Op::Jump(edge));
    body.goes_on = false;
    Ok(())
}

/// Decodes a conditional branch. If the next instruction is a branch, its target is the other way.
pub(super) fn branch_if(body: &mut Body<'_, '_>, instruction: &Instruction, rest: &[&Instruction]) -> Result<(), Refusal> {
    let condition = body.reg(register_of(body, instruction, 0)?)?;
    let target = body.position(block_of(body, instruction)?)?;
    let then = copies::edge(body, target)?;
    let next = rest.first().filter(|next| next.opcode == "G_BR" && !body.decoder.options.results);
    let otherwise = match next {
        Some(next) => body.position(block_of(body, next)?)?,
        None => u32::MAX,
    };
    if otherwise != u32::MAX {
        let otherwise = copies::edge(body, otherwise)?;
        body.push(Op::Branch(condition.slot, then, otherwise));
    } else {
        body.push(Op::BranchIf(condition.slot, then));
    }
    Ok(())
}

pub(super) fn branch_table(body: &mut Body<'_, '_>, instruction: &Instruction) -> Result<(), Refusal> {
    let index = body.reg(register_of(body, instruction, 2)?)?;
    let id = instruction.operands.iter().find_map(|operand| if let OperandKind::JumpTable(id) = operand.kind { Some(id) } else { None });
    let entry = body.function.jump_table.iter().flat_map(|table| &table.entries).find(|entry| Some(entry.id) == id);
    let Some(entry) = entry else { return Err(body.refuse("G_BRJT", "there is no such jump table")) };
    let mut edges = Vec::with_capacity(entry.blocks.len());
    for block in &entry.blocks {
        let target = body.position(block)?;
        edges.push(copies::edge(body, target)?);
    }
    body.decoder.program.tables.push(edges.into());
    let table = body.decoder.program.tables.len() as u32 - 1;
    let fixed = Fixed { operands: [index.shape].into(), ..Fixed::default() };
    let node = Node { action: Action::Nothing, fixed, results: Default::default(), operands: [index].as_slice().into(), is_relaxed: false };
    body.push_node(Op::Table(table, index.slot), node);
    body.goes_on = false;
    Ok(())
}

/// Decodes a branch to an address: that of a successor, or of a block whose address is taken if there is no list of successors.
pub(super) fn branch_indirect(body: &mut Body<'_, '_>, instruction: &Instruction) -> Result<(), Refusal> {
    let address = body.reg(register_of(body, instruction, 0)?)?;
    let block = &body.function.blocks[body.place.block as usize];
    let positions: Vec<u32> = match &block.successors {
        Some(list) => list.iter().map(|successor| body.position(&successor.block)).collect::<Result<_, _>>()?,
        None => {
            let taken = |block: &Block| block.attributes.machine_address_taken || block.attributes.ir_address_taken.is_some();
            body.function.blocks.iter().zip(0..).filter(|(block, _)| taken(block)).map(|(_, position)| position).collect()
        }
    };
    let first = body.decoder.first_blocks[body.number as usize];
    let mut targets = Vec::with_capacity(positions.len());
    for position in positions {
        targets.push((block_address(first + position as usize), copies::edge(body, position)?));
    }
    body.decoder.program.targets.push(targets.into());
    let list = body.decoder.program.targets.len() as u32 - 1;
    body.push(Op::Indirect(list, address.slot));
    body.goes_on = false;
    Ok(())
}

/// Returns the address of a block of the IR.
pub(super) fn address_of_block(body: &Body<'_, '_>, function: &IrValue, block: &IrValue) -> Result<u64, Refusal> {
    let refuse = |reason: &str| body.refuse("blockaddress", reason);
    let IrValue::Named(function) = function else { return Err(refuse("functions without a name are not modelled")) };
    let number = *body.decoder.names.get(&**function).ok_or_else(|| refuse("the file has no such function"))?;
    let is_named = |candidate: &Block| {
        let attributes = &candidate.attributes;
        let by_name = matches!(block, IrValue::Named(name) if candidate.name.as_deref() == Some(name));
        by_name || attributes.ir_address_taken.as_ref() == Some(block) || attributes.ir_block.as_ref() == Some(block)
    };
    let position = body.decoder.file.functions[number as usize].blocks.iter().position(is_named);
    let position = position.ok_or_else(|| refuse("the function has no block of this name"))?;
    Ok(block_address(body.decoder.first_blocks[number as usize] + position))
}

/// Decodes an opcode of a target that executions understand.
pub(super) fn of_target(body: &mut Body<'_, '_>, instruction: &Instruction, control: Control) -> Result<(), Refusal> {
    match control {
        Control::Return => returns(body, instruction),
        Control::Call => call(body, instruction, false),
        Control::TailCall => {
            call(body, instruction, true)?;
            body.goes_on = false;
            Ok(())
        }
        Control::FrameSetup | Control::FrameDestroy => {
            let bytes = match instruction.operands.first().map(|operand| &operand.kind) {
                Some(OperandKind::Immediate(bytes)) => u64::try_from(*bytes).ok().filter(|bytes| *bytes <= MAX_BITS.into()),
                _ => None,
            };
            let bytes = bytes.ok_or_else(|| body.refuse(instruction.opcode.as_str(), "its arguments are too large"))?;
            let is_setup = control == Control::FrameSetup;
            body.push_action(if is_setup { Action::FrameSetup(bytes) } else { Action::FrameDestroy(bytes) }, &[], &[]);
            Ok(())
        }
    }
}

/// Returns what a physical register means.
pub(super) fn physical(body: &Body<'_, '_>, register: &Register) -> Result<Option<Named>, Refusal> {
    let Register::Physical(name) = register else { return Ok(None) };
    let target = body.decoder.program.target.ok_or_else(|| body.refuse(format!("${name}"), "nothing tells the target"))?;
    let named = registers::named(target, name);
    named.map(Some).ok_or_else(|| body.refuse(format!("${name}"), "this register is not modelled"))
}

fn call(body: &mut Body<'_, '_>, instruction: &Instruction, is_tail: bool) -> Result<(), Refusal> {
    let opcode = instruction.opcode.as_str();
    let of_name = |name: &str| body.decoder.names.get(name).map_or(Callee::Missing, |number| Callee::Function(*number));
    let callee = match instruction.operands.first().map(|operand| &operand.kind) {
        Some(OperandKind::Global { value: IrValue::Named(name), offset: 0 }) => of_name(name),
        Some(OperandKind::ExternalSymbol { name, offset: 0 }) => of_name(name),
        Some(OperandKind::Register(register)) => Callee::Address(body.reg(register)?.slot),
        _ => return Err(body.refuse(opcode, "only functions and registers are called")),
    };
    let mut results = Vec::new();
    for (register, is_written) in values::operands(instruction) {
        if let (true, Some(Named::Register(physical))) = (is_written, physical(body, &register.register)?) {
            results.push(physical.cell);
        }
    }
    let kept = kept(body, instruction, &results);
    body.decoder.program.calls.push(Call { callee, is_tail, results: results.into(), kept });
    let number = body.decoder.program.calls.len() as u32 - 1;
    body.push(Op::Call(number));
    Ok(())
}

/// Returns the cells of the registers that a call preserves by all of its masks, without its results: all without a mask.
fn kept(body: &Body<'_, '_>, instruction: &Instruction, results: &[u32]) -> Box<[u32]> {
    let Some(target) = body.decoder.program.target else { return Box::default() };
    let machine = Machine::of(target);
    let mut kept = [true; registers::CELLS as usize];
    for kind in instruction.operands.iter().map(|operand| &operand.kind) {
        let mut survives = [false; registers::CELLS as usize];
        let mut add = |name: &str| {
            if let Some(Named::Register(Physical { cell, offset: 0, bits, .. })) = registers::named(target, name) {
                survives[cell as usize..][..bits as usize / 64].fill(true);
            }
        };
        match kind {
            OperandKind::RegisterMask(name) => match machine.and_then(|machine| Some((machine, machine.mask(name)?))) {
                Some((machine, mask)) => mask.survivors.iter().for_each(|register| add(machine.register_row(*register).name)),
                // A mask without a row is taken for that of the calling convention.
                None => registers::all().for_each(|(cell, _)| {
                    survives[cell as usize..][..registers::preserved(target, cell) as usize / 64].fill(true);
                }),
            },
            OperandKind::CustomRegisterMask(names) => names.iter().for_each(|register| {
                if let Register::Physical(name) = register {
                    add(name);
                }
            }),
            _ => continue,
        }
        kept.iter_mut().zip(survives).for_each(|(kept, survives)| *kept &= survives);
    }
    let cells = registers::all().filter(|(first, _)| !results.contains(first)).flat_map(|(first, count)| first..first + count);
    cells.filter(|cell| kept[*cell as usize]).collect()
}

fn returns(body: &mut Body<'_, '_>, instruction: &Instruction) -> Result<(), Refusal> {
    let outputs = outputs(body, instruction)?;
    body.decoder.program.outputs.push(outputs.into());
    let number = body.decoder.program.outputs.len() as u32 - 1;
    body.push(Op::Return(number));
    body.goes_on = false;
    Ok(())
}

/// Returns the results that a return instruction names.
pub(super) fn outputs(body: &mut Body<'_, '_>, instruction: &Instruction) -> Result<Vec<Parameter>, Refusal> {
    let mut outputs = Vec::new();
    for (register, is_written) in values::operands(instruction) {
        let is_value = !is_written && register.register != Register::None && !register.flags.contains(RegisterFlags::UNDEF);
        if !is_value {
            continue;
        }
        let name = name(&register.register);
        match physical(body, &register.register)? {
            Some(Named::Register(physical)) => {
                let (ty, bits) = match copied_to(body, register) {
                    Some(reg) if reg.bits() <= physical.bits => (reg.ty, reg.bits()),
                    _ => (Type::scalar(physical.bits as u16), physical.bits),
                };
                outputs.push(Parameter { name, ty, bits, location: Location::Register(physical) });
            }
            Some(_) => {}
            None => {
                let reg = body.reg(register)?;
                outputs.push(Parameter { name, ty: reg.ty, bits: reg.bits(), location: Location::Virtual(reg) });
            }
        }
    }
    Ok(outputs)
}

/// Returns the virtual register that was last copied to a physical one in the block.
fn copied_to(body: &mut Body<'_, '_>, register: &RegisterOperand) -> Option<Reg> {
    let number = body.place.block;
    if body.copied.as_ref().is_none_or(|(block, _)| *block != number) {
        let copies = values::instructions(&body.function.blocks[number as usize].instructions).filter(|each| each.opcode == "COPY");
        let value = |copy: &Instruction| match copy.operands.first().map(|operand| &operand.kind) {
            Some(OperandKind::Register(from)) => body.values.get(&from.register).ok(),
            _ => None,
        };
        let pairs = copies.filter_map(|copy| Some((&copy.results.first()?.register, value(copy))));
        body.copied = Some((number, pairs.collect()));
    }
    *body.copied.as_ref()?.1.get(&register.register)?
}

/// Decodes a PHI, whose copies the ways into the block make: only observers see it here.
pub(super) fn phi(body: &mut Body<'_, '_>, instruction: &Instruction) -> Result<(), Refusal> {
    let block = &body.function.blocks[body.place.block as usize];
    let is_first = block.instructions.get(body.phis).is_some_and(|first| std::ptr::eq(first, instruction));
    body.phis += 1;
    if !is_first {
        return Err(body.refuse(instruction.opcode.as_str(), "PHIs are the first instructions of a block"));
    }
    if body.place.block == 0 && body.decoder.options.results {
        return Err(body.refuse(instruction.opcode.as_str(), "the entry block has no PHIs"));
    }
    if body.decoder.options.results {
        let result = instruction.results.first().map(|result| body.reg(result)).transpose()?;
        body.push(Op::Nothing);
        body.defines(result.into_iter().collect());
    }
    Ok(())
}
