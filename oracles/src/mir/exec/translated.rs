//! Which files a compiler must expect: valid ones, as a translation of a module makes them. Mutations make others, of which every execution
//! is a matter of chance, and which llc dies of.

use irsmith_mir::ir::IrFunction;
use irsmith_mir::validate::is_valid_for_some_release;
use irsmith_mir::{
    Block, BlockAttributes, BlockReference, File, FixedObject, FrameInfo, Function, FunctionFlags, Instruction, IrValue, JumpTable,
    JumpTableKind, Operand, OperandKind, StackId, StackObject,
};

/// Skip reason: the validator refuses the file.
const INVALID: &str = "invalid";
/// Skip reason: no translation of the module makes the file.
const UNTRANSLATED: &str = "not-translated";

/// Checks that an execution of the file means something.
///
/// # Errors
/// Returns the skip reason if it does not.
pub(super) fn check(file: &File) -> Result<(), &'static str> {
    // Instructions of later releases are executed too.
    if !is_valid_for_some_release(file) {
        return Err(INVALID);
    }
    let has_code = |function: &IrFunction| {
        !function.is_defined || file.functions.iter().any(|own| matches!(&function.name, IrValue::Named(name) if **name == *own.name))
    };
    let all_have_code = file.ir.as_ref().is_none_or(|ir| ir.names().functions.iter().all(has_code));
    if all_have_code && file.functions.iter().all(is_translated) { Ok(()) } else { Err(UNTRANSLATED) }
}

/// Returns whether fixed objects are arguments, blocks go only to their successors, and instructions are usual.
fn is_translated(function: &Function) -> bool {
    let rows = |block: &Block| block.instructions.iter().all(|row| is_usual(row) && goes_to_successors(function, block, row));
    are_arguments(&function.fixed_stack) && function.blocks.iter().all(rows)
}

/// Bytes between arguments on the stack.
const SLOT: u64 = 8;

/// Returns whether fixed objects are arguments on the stack: as many as there are slots, each from the first byte of its own on.
fn are_arguments(objects: &[FixedObject]) -> bool {
    let mut offsets: Vec<i64> = objects.iter().map(|object| object.offset).collect();
    offsets.sort_unstable();
    let is_dense = offsets.iter().zip(0..).all(|(offset, slot)| *offset == SLOT as i64 * slot);
    is_dense && objects.iter().all(|object| object.stack_id == StackId::Default && (1..=SLOT).contains(&object.size))
}

/// Returns whether the blocks that a branch names are successors of its block. Without a list of those, llc takes the ones that are named.
fn goes_to_successors(function: &Function, block: &Block, row: &Instruction) -> bool {
    let Some(successors) = block.successors.as_ref().filter(|_| row.opcode.starts_with("G_BR")) else { return true };
    let is_one = |to: &BlockReference| successors.iter().any(|successor| successor.block.number == to.number);
    let entries = || function.jump_table.iter().flat_map(|table| &table.entries);
    row.operands.iter().all(|operand| match &operand.kind {
        OperandKind::Block(to) => is_one(to),
        OperandKind::JumpTable(id) => entries().filter(|entry| entry.id == *id).flat_map(|entry| &entry.blocks).all(is_one),
        _ => true,
    })
}

/// Returns whether an address of a global is that of a global of the module and of its first byte, and a return frees nothing of the stack.
fn is_usual(row: &Instruction) -> bool {
    let is_other = |operand: &Operand| match operand.kind {
        OperandKind::ExternalSymbol { .. } => true,
        OperandKind::Global { offset, .. } => offset != 0,
        _ => false,
    };
    let frees = |operand: &Operand| matches!(operand.kind, OperandKind::Immediate(1.. | ..=-1));
    match row.opcode.as_str() {
        "G_GLOBAL_VALUE" => !row.operands.iter().any(is_other),
        opcode if opcode.starts_with("RET") => !row.operands.iter().any(frees),
        _ => true,
    }
}

/// Returns a function without what no execution depends on: exceptions, unwinding, frames, call sites, debug information. Mutations combine
/// them as no compiler does, and an llc need not expect that. The liveness of registers is always tracked, as in all that a compiler
/// translates: llc dies of functions in which it is not.
pub(super) fn plain(function: &Function) -> Function {
    let object =
        |own: &StackObject| StackObject { id: own.id, kind: own.kind, size: own.size, alignment: own.alignment, ..StackObject::default() };
    let fixed = |own: &FixedObject| FixedObject {
        id: own.id,
        offset: own.offset,
        size: own.size,
        alignment: own.alignment,
        ..FixedObject::default()
    };
    let block = |own: &Block| {
        let BlockAttributes { ir_block, machine_address_taken, ir_address_taken, .. } = own.attributes.clone();
        let attributes = BlockAttributes { ir_block, machine_address_taken, ir_address_taken, ..BlockAttributes::default() };
        Block { attributes, ..own.clone() }
    };
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let calls = instructions.any(|instruction| instruction.opcode.starts_with("ADJCALLSTACKDOWN"));
    Function {
        name: function.name.clone(),
        flags: FunctionFlags::TRACKS_REG_LIVENESS,
        registers: function.registers.clone(),
        live_ins: function.live_ins.clone(),
        frame: FrameInfo { adjusts_stack: calls, has_calls: calls, ..FrameInfo::default() },
        fixed_stack: function.fixed_stack.iter().map(fixed).collect(),
        stack: function.stack.iter().map(object).collect(),
        constants: function.constants.clone(),
        jump_table: function.jump_table.clone().map(|table| JumpTable { kind: JumpTableKind::LabelDifference32, ..table }),
        blocks: function.blocks.iter().map(block).collect(),
        ..Function::default()
    }
}
