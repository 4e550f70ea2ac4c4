//! The names in instructions: opcodes, objects, blocks, and names of the target and the embedded IR.

use super::body::Body;
use super::context::Context;
use super::lines::Line;
use super::objects::{Objects, check_global};
use super::{Detail, RuleId, blocks, memory};
use crate::tables::{RegisterRow, Target, WordKind};
use crate::{BlockReference, CfiOperation, IrValue, Metadata, Operand, OperandKind, Register};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>) {
    let objects = Objects::of(body);
    for line in &body.lines.lines {
        check_opcode(context, line);
        let results = line.instruction.results.len();
        for (index, operand) in line.instruction.operands.iter().enumerate() {
            let place = Detail::Operand { site: line.site, operand: results + index };
            check_flags(context, operand, &place);
            check_kind(context, body, &objects, &operand.kind, &place);
        }
        for item in body.lines.operands(line) {
            if let Some(register) = item.register() {
                let place = Detail::Operand { site: line.site, operand: item.place };
                check_register(context, body, &register.operand.register, &place);
                if let Some(index) = &register.operand.subregister
                    && body.machine.is_some_and(|machine| machine.index(index).is_none())
                {
                    context.add(RuleId::SubregisterUnknown, place, format_args!("the target has no index {index:?}"));
                }
            }
        }
        for (index, operand) in line.memory().iter().enumerate() {
            memory::check(context, body, &objects, operand, &Detail::Memory { site: line.site, operand: index });
        }
        if let Some(suffixes) = &line.instruction.suffixes {
            objects.nodes.check_suffixes(context, line.site, suffixes);
        }
        if line.instruction.bundle.as_ref().is_some_and(|bundle| line.site.inner.is_some() || bundle.is_empty()) {
            context.add_instruction(RuleId::BundleNested, line.site, format_args!("a bundle in a bundle, or one of nothing"));
        }
    }
}

fn check_opcode(context: &mut Context<'_>, line: &Line<'_>) {
    if line.row.is_none() && context.machine.is_some() && !context.has_unknown(WordKind::Opcode, line.opcode()) {
        context.add_instruction(RuleId::OpcodeUnknown, line.site, format_args!("the target has no opcode {:?}", line.opcode()));
    }
}

fn check_flags(context: &mut Context<'_>, operand: &Operand, place: &Detail) {
    let Some(flags) = operand.target_flags.as_deref() else { return };
    if matches!(operand.kind, OperandKind::Register(_)) {
        context.add(RuleId::RegisterTargetFlags, place.clone(), format_args!("target flags before a register"));
    }
    let Some(machine) = context.machine else { return };
    for (index, flag) in flags.iter().enumerate() {
        let is_direct = index == 0 && machine.direct_flags().contains(&flag.as_str());
        if !is_direct && !machine.bitmask_flags().contains(&flag.as_str()) {
            context.add(RuleId::TargetFlagUnknown, place.clone(), format_args!("{flag:?} as flag {index}"));
        }
    }
}

/// Checks that a physical register is one of the target, and that a name can be spelled without quotes.
fn check_register(context: &mut Context<'_>, body: &Body<'_>, register: &Register, place: &Detail) {
    match register {
        Register::Physical(name)
            if body.machine.is_some_and(|machine| machine.register(name).is_none()) && !context.has_unknown(WordKind::Register, name) =>
        {
            context.add(RuleId::RegisterUnknown, place.clone(), format_args!("the target has no register ${name}"));
        }
        Register::Physical(name) | Register::Named(name) if !blocks::is_plain(name) => {
            context.add(RuleId::NameSpelling, place.clone(), format_args!("{name:?} cannot be the name of a register"));
        }
        _ => {}
    }
}

fn check_kind(context: &mut Context<'_>, body: &Body<'_>, objects: &Objects<'_>, kind: &OperandKind, place: &Detail) {
    match kind {
        OperandKind::Block(block) => check_block(context, body, block, place),
        OperandKind::Stack { id, name } => objects.check_stack(context, *id, name.as_deref(), place),
        OperandKind::FixedStack(id) => objects.check_fixed(context, *id, place),
        OperandKind::Constant { id, .. } if !objects.constants.contains(id) => {
            context.add(RuleId::ObjectUndefined, place.clone(), format_args!("there is no %const.{id}"));
        }
        OperandKind::JumpTable(id) if !objects.tables.contains(id) => {
            context.add(RuleId::ObjectUndefined, place.clone(), format_args!("there is no %jump-table.{id}"));
        }
        OperandKind::Global { value, .. } => check_global(context, value, place),
        OperandKind::BlockAddress { function, block, .. } => check_block_address(context, body, function, block, place),
        OperandKind::SubregisterIndex(index) if context.machine.is_some_and(|machine| machine.index(index).is_none()) => {
            context.add(RuleId::SubregisterUnknown, place.clone(), format_args!("the target has no index {index:?}"));
        }
        OperandKind::RegisterMask(name) if context.machine.is_some_and(|machine| machine.mask(name).is_none()) => {
            context.add(RuleId::MaskUnknown, place.clone(), format_args!("the target has no mask {name:?}"));
        }
        OperandKind::CustomRegisterMask(registers) | OperandKind::LiveOut(registers) => {
            for register in registers {
                check_register(context, body, register, place);
                if !matches!(register, Register::Physical(_) | Register::None) {
                    context.add(RuleId::KeyRegister, place.clone(), format_args!("{register} is not physical"));
                }
            }
        }
        OperandKind::TargetIndex { name, .. } if context.machine.is_some_and(|machine| !machine.target_indices().contains(&&**name)) => {
            context.add(RuleId::TargetIndexUnknown, place.clone(), format_args!("the target has no index {name:?}"));
        }
        OperandKind::Metadata(Metadata::Number(number)) => objects.nodes.check(context, *number, place),
        OperandKind::Cfi(operation) => check_cfi(context, body, operation, place),
        _ => {}
    }
}

fn check_block(context: &mut Context<'_>, body: &Body<'_>, block: &BlockReference, place: &Detail) {
    match body.position(block) {
        None => context.add(RuleId::BlockUndefined, place.clone(), format_args!("there is no block {}", block.number)),
        Some(index) if !blocks::names_agree(body, index, block) => {
            context.add(RuleId::BlockName, place.clone(), format_args!("the label of block {} has another name", block.number));
        }
        Some(_) => {}
    }
}

fn check_block_address(context: &mut Context<'_>, body: &Body<'_>, function: &IrValue, block: &IrValue, place: &Detail) {
    check_global(context, function, place);
    if let (IrValue::Named(name), Some(ir)) = (function, &context.ir)
        && ir.globals.contains(function)
        && !ir.functions.contains_key(&**name)
    {
        context.add(RuleId::GlobalValue, place.clone(), format_args!("@{function} is no function"));
        return;
    }
    let own = matches!(function, IrValue::Named(name) if **name == *body.function.name);
    let missing = match (function, &context.ir) {
        _ if own => !blocks::knows_ir_block(context, body, block),
        (IrValue::Named(name), Some(ir)) => ir.functions.contains_key(&**name) && !ir.has_block(name, block),
        _ => false,
    };
    if missing {
        context.add(RuleId::IrBlock, place.clone(), format_args!("the IR function has no %ir-block.{block}"));
    }
}

/// Returns whether a register has a DWARF number on the target of the file. The tables have the numbers of 64-bit mode; X86 has others in
/// 32-bit mode.
fn has_dwarf_number(context: &Context<'_>, row: &RegisterRow) -> bool {
    if context.target != Some(Target::X86) || context.pointer_bits(0) == Some(64) {
        return row.dwarf.is_some();
    }
    // For X86 of unknown width, registers with a number in either mode.
    let in_32_bits = DWARF_OF_32_BITS.contains(&row.name)
        || FIRST_EIGHT.iter().any(|name| row.name.strip_prefix(name).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'7'])));
    in_32_bits || context.pointer_bits(0).is_none() && row.dwarf.is_some()
}

/// The registers of X86 that have a DWARF number in 32-bit mode, observed with llc 19, in addition to the first eight of [`FIRST_EIGHT`].
const DWARF_OF_32_BITS: [&str; 17] =
    ["eax", "ebp", "ebx", "ecx", "edi", "edx", "esi", "esp", "eip", "eflags", "_eflags", "cs", "ds", "es", "fs", "gs", "ss"];

/// Names of X86 registers before their number.
const FIRST_EIGHT: [&str; 6] = ["mm", "st", "xmm", "ymm", "zmm", "k"];

fn check_cfi(context: &mut Context<'_>, body: &Body<'_>, operation: &CfiOperation, place: &Detail) {
    for register in operation.registers() {
        check_register(context, body, register, place);
        let Register::Physical(name) = register else {
            context.add(RuleId::CfiRegister, place.clone(), format_args!("{register} is not physical"));
            continue;
        };
        let row = body.machine.and_then(|machine| Some(machine.register_row(machine.register(name)?)));
        if row.is_some_and(|row| !has_dwarf_number(context, row)) {
            context.add(RuleId::CfiRegister, place.clone(), format_args!("${name} has no DWARF number"));
        }
    }
}
