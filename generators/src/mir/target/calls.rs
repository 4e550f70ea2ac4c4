//! Calls, the frames around them, and what the container says of them.

use super::super::build::{Build, Stage};
use super::super::forms::{BlockForm, Key, Shape};
use super::super::instruction::{instruction, push};
use super::super::labels::{close, open};
use super::super::names::symbol;
use super::super::registers::physical;
use super::registers::{class_use, implicit_use};
use irsmith_mir::tables::RegisterId;
use irsmith_mir::{CallSite, CalledGlobal, ForwardedArgument, Instruction, IrValue, Name, Operand, OperandKind, Register, RegisterFlags};

/// A call, in a call frame perhaps.
pub(super) fn call(build: &mut Build<'_, '_>) {
    if !build.registers.carried().is_empty() {
        return;
    }
    let framed = build.draw.wants(Shape::CallFrame, 128);
    let size = 16 * build.draw.below(4) as i64;
    if framed {
        build.frame.adjust_stack();
        frame_edge(build, true, size);
    }
    let instruction = call_instruction(build);
    push(build, instruction);
    called_global(build);
    if build.draw.config().call_sites {
        call_site(build);
    }
    if framed {
        if build.body.stage != Stage::Physical && build.draw.wants(BlockForm::CallFrameSize, 64) && size > 0 {
            split_frame(build, size);
        }
        frame_edge(build, false, size);
    }
}

/// What opens or closes a call frame.
fn frame_edge(build: &mut Build<'_, '_>, opens: bool, size: i64) {
    let name = match (build.is_x86(), opens) {
        (true, true) => "ADJCALLSTACKDOWN64",
        (true, false) => "ADJCALLSTACKUP64",
        (false, true) => "ADJCALLSTACKDOWN",
        (false, false) => "ADJCALLSTACKUP",
    };
    let Some(opcode) = build.machine().opcode(name) else { return };
    let mut edge = instruction(opcode.name);
    let numbers = [size, 0, 0];
    edge.operands.extend(opcode.use_slots().iter().zip(numbers).map(|(_, number)| Operand::from(OperandKind::Immediate(number))));
    for register in opcode.reads {
        let operand = implicit_use(build, *register);
        edge.operands.push(operand);
    }
    for register in opcode.writes {
        let flags = RegisterFlags::IMPLICIT_DEF | RegisterFlags::DEAD;
        build.registers.write(build.machine(), *register, true);
        edge.operands.push(OperandKind::Register(physical(build.machine().register_row(*register).name, flags)).into());
    }
    push(build, edge);
}

fn call_instruction(build: &mut Build<'_, '_>) -> Instruction {
    let callee = match build.global(0) {
        Some(global) if build.draw.chance(160) => global,
        _ => OperandKind::ExternalSymbol { name: symbol(&mut build.draw), offset: 0 },
    };
    let register = build.draw.chance(64);
    let name = match (build.is_x86(), register) {
        (true, false) => "CALL64pcrel32",
        (true, true) => "CALL64r",
        (false, false) => "BL",
        (false, true) => "BLR",
    };
    let class = build.machine().opcode(name).and_then(|opcode| opcode.operands.first()).and_then(|slot| slot.class);
    let target = match class {
        Some(class) if register => class_use(build, class),
        _ => callee.into(),
    };
    let mut call = instruction(name);
    call.operands.push(target);
    call.operands.push(mask(build).into());
    let reads: &[RegisterId] = build.machine().opcode(name).map_or(&[], |opcode| opcode.reads);
    for read in reads {
        let operand = implicit_use(build, *read);
        call.operands.push(operand);
    }
    // Whatever lived in a register, the mask may say that it does no more.
    build.registers.clobber();
    let writes: &[RegisterId] = build.machine().opcode(name).map_or(&[], |opcode| opcode.writes);
    for written in writes {
        let name = build.machine().register_row(*written).name;
        call.operands.push(OperandKind::Register(physical(name, RegisterFlags::IMPLICIT_DEF)).into());
    }
    let result = build.target.results[build.draw.below(build.target.results.len())];
    call.operands.push(OperandKind::Register(physical(result.name, RegisterFlags::IMPLICIT_DEF)).into());
    build.registers.write(build.machine(), result.register, false);
    call
}

fn mask(build: &mut Build<'_, '_>) -> OperandKind {
    if build.draw.chance(200) {
        return OperandKind::RegisterMask((*build.draw.pick(&build.vocabulary.masks).unwrap_or(&"")).into());
    }
    let count = 1 + build.draw.below(build.target.saved.len());
    OperandKind::CustomRegisterMask(build.target.saved.iter().take(count).map(|name| Register::Physical((*name).into())).collect())
}

/// Goes on in a new block, in which the call frame is still open.
fn split_frame(build: &mut Build<'_, '_>, size: i64) {
    let next = build.new_block();
    close(build, &[next], true);
    open(build, next);
    if let Some(block) = build.blocks.last_mut() {
        block.attributes.call_frame_size = u32::try_from(size).ok();
    }
}

/// Returns the block and the position in it of the last instruction. The members of bundles count too.
fn last_place(build: &Build<'_, '_>) -> [u32; 2] {
    let block = build.blocks.all().len() - 1;
    let lines = build.blocks.all()[block].instructions.iter().map(|line| 1 + line.bundle.as_ref().map_or(0, Vec::len));
    [block, lines.sum::<usize>() - 1].map(|number| number as u32)
}

/// Lists the last call among the called globals, if it calls a global value with a name.
fn called_global(build: &mut Build<'_, '_>) {
    let last = build.blocks.all().last().and_then(|block| block.instructions.last());
    let Some(OperandKind::Global { value: IrValue::Named(name), .. }) =
        last.and_then(|call| call.operands.first()).map(|operand| &operand.kind)
    else {
        return;
    };
    let callee = Name::from(&**name);
    if build.draw.is_on(Key::CalledGlobals) && build.draw.chance(32) {
        let [block, offset] = last_place(build);
        let flags = u32::from(build.draw.byte());
        build.frame.add_called_global(CalledGlobal { block, offset, callee, flags, ..CalledGlobal::default() });
    }
}

/// Which registers the call that was made last passes its arguments in.
fn call_site(build: &mut Build<'_, '_>) {
    let [block, offset] = last_place(build);
    let count = build.draw.count(3).min(build.target.arguments.len());
    let arguments = build.target.arguments.iter().take(count).enumerate();
    let arguments = arguments.map(|(place, argument)| ForwardedArgument {
        argument: place as u16,
        register: Register::Physical(argument.name.into()),
        ..ForwardedArgument::default()
    });
    let arguments = arguments.collect();
    let count = if build.draw.wants(Key::CalleeTypes, 64) { 1 + build.draw.count(2) } else { 0 };
    let callee_types = (0..count).map(|_| build.draw.wide()).collect();
    let site = CallSite { block, offset, arguments, callee_types, ..CallSite::default() };
    build.frame.add_call_site(site);
}
