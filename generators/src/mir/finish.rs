//! Parts of a body that depend on all of it: unused results, and names of blocks.

use super::build::{Build, Stage};
use super::edit;
use super::forms::{BlockForm, Shape};
use irsmith_mir::{Block, Instruction, Name, OperandKind, Register, RegisterFlags, RegisterOperand};
use std::collections::BTreeSet;

/// Marks results that nothing reads, and names blocks in branches.
pub(super) fn finish(build: &mut Build<'_, '_>) {
    if matches!(build.body.stage, Stage::Generic | Stage::Ssa) && build.draw.wants(Shape::Dead, 48) {
        mark_dead(build);
    }
    // Instruction selection and the passes before it leave such marks to later passes.
    if build.body.stage == Stage::NotSsa && build.draw.wants(Shape::KilledVirtual, 128) {
        mark_killed(build);
    }
    if build.draw.is_on(BlockForm::Name) && build.blocks.all().iter().any(|block| block.name.is_some()) {
        name_references(build);
    }
}

fn mark_dead(build: &mut Build<'_, '_>) {
    let mut read: BTreeSet<Register> = BTreeSet::new();
    for instruction in build.blocks.all().iter().flat_map(|block| &block.instructions) {
        note_reads(instruction, &mut read);
    }
    for block in build.blocks.all_mut() {
        for instruction in &mut block.instructions {
            for result in &mut instruction.results {
                if !matches!(result.register, Register::Physical(_) | Register::None) && !read.contains(&result.register) {
                    result.flags = result.flags | RegisterFlags::DEAD;
                }
            }
        }
    }
}

/// Marks the last read of a value, for registers that each block writes before it reads them.
fn mark_killed(build: &mut Build<'_, '_>) {
    let shared = shared(build.blocks.all());
    for block in build.blocks.all_mut() {
        let mut needed = BTreeSet::new();
        for instruction in block.instructions.iter_mut().rev().filter(|instruction| !is_debug(instruction)) {
            // Another result of the instruction may be tied to it.
            let written: Vec<Register> = written(instruction).cloned().collect();
            needed.retain(|register| !written.contains(register));
            needed.extend(instruction.results.iter().filter(|result| reads(true, result)).map(|result| result.register.clone()));
            for operand in &mut instruction.operands {
                let OperandKind::Register(operand) = &mut operand.kind else { continue };
                if !reads(false, operand) || shared.contains(&operand.register) {
                    continue;
                }
                let is_last = needed.insert(operand.register.clone()) && !written.contains(&operand.register);
                if is_last {
                    operand.flags = operand.flags | RegisterFlags::KILLED;
                }
            }
        }
    }
}

/// Adds names to the numbers of blocks, as in the labels.
fn name_references(build: &mut Build<'_, '_>) {
    let blocks = build.blocks.all();
    let names: Vec<(u32, Name)> = blocks.iter().filter_map(|block| Some((block.number, block.name.clone()?))).collect();
    let named = |number: u32| names.iter().find(|(known, _)| *known == number).map(|(_, name)| name.as_str().into());
    for block in build.blocks.all_mut() {
        if !build.draw.chance(128) {
            continue;
        }
        for successor in block.successors.iter_mut().flatten() {
            successor.block.name = named(successor.block.number);
        }
        for operand in block.instructions.iter_mut().flat_map(|instruction| &mut instruction.operands) {
            if let OperandKind::Block(reference) = &mut operand.kind {
                reference.name = named(reference.number);
            }
        }
    }
}

/// Returns virtual registers that some block reads before it writes them, and registers in bundles.
fn shared(blocks: &[Block]) -> BTreeSet<Register> {
    let mut shared = BTreeSet::new();
    for block in blocks {
        let mut known = BTreeSet::new();
        for instruction in block.instructions.iter().filter(|instruction| !is_debug(instruction)) {
            let results = instruction.results.iter().filter(|result| reads(true, result));
            let operands = registers(instruction).filter(|operand| reads(false, operand));
            shared.extend(results.chain(operands).map(|operand| &operand.register).filter(|register| !known.contains(*register)).cloned());
            known.extend(written(instruction).cloned());
            for member in instruction.bundle.iter().flatten() {
                shared.extend(member.results.iter().chain(registers(member)).map(|operand| operand.register.clone()));
            }
        }
    }
    shared
}

fn registers(instruction: &Instruction) -> impl Iterator<Item = &RegisterOperand> {
    instruction.operands.iter().filter_map(|operand| match &operand.kind {
        OperandKind::Register(operand) => Some(operand),
        _ => None,
    })
}

/// Returns what an instruction writes, except parts of registers that keep the other parts.
fn written(instruction: &Instruction) -> impl Iterator<Item = &Register> {
    let results = instruction.results.iter().filter(|result| !reads(true, result));
    let operands = registers(instruction).filter(|operand| edit::defines(false, operand));
    results.chain(operands).map(|operand| &operand.register)
}

/// Returns whether an operand needs the value of a virtual register.
fn reads(is_result: bool, operand: &RegisterOperand) -> bool {
    let is_virtual = !matches!(operand.register, Register::Physical(_) | Register::None);
    let writes = edit::defines(is_result, operand) && operand.subregister.is_none();
    is_virtual && !writes && !operand.flags.contains(RegisterFlags::UNDEF)
}

fn is_debug(instruction: &Instruction) -> bool {
    instruction.opcode.starts_with("DBG_")
}

fn note_reads(instruction: &Instruction, read: &mut BTreeSet<Register>) {
    for operand in &instruction.operands {
        if let OperandKind::Register(operand) = &operand.kind {
            read.insert(operand.register.clone());
        }
    }
    instruction.bundle.iter().flatten().for_each(|inner| note_reads(inner, read));
}
