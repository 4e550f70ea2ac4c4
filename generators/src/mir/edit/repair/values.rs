//! Repairs values: every register that is read is written somewhere.

use crate::mir::edit::{Known, Registers, known};
use irsmith_mir::tables::{Machine, Properties, common_opcode};
use irsmith_mir::{Class, Function, Instruction, Register};

pub(super) fn repair(before: &Registers, function: &mut Function, machine: Option<&'static Machine>) {
    define(before, function);
    // Only tables show whether an opcode is a call.
    if machine.is_some() && !function.call_sites.is_empty() {
        call_sites(function, machine);
    }
}

/// Writes registers that are read and never written in the entry block, which dominates every other.
fn define(before: &Registers, function: &mut Function) {
    let known = known(function);
    let missing = known.iter().filter(|(_, register)| register.definitions == 0 && register.uses > 0);
    let define =
        |(register, known): (&Register, &Known)| definition(register, known).or_else(|| definition(register, before.get(register)?));
    let definitions: Vec<Instruction> = missing.filter_map(define).collect();
    if definitions.is_empty() {
        return;
    }
    let Some(entry) = function.blocks.first_mut() else { return };
    let place = entry.instructions.iter().take_while(|instruction| matches!(instruction.opcode.as_str(), "PHI" | "G_PHI")).count();
    entry.instructions.splice(place..place, definitions);
}

/// Makes an instruction that writes a register without a value; `None` if its class is unknown.
pub(in crate::mir) fn definition(register: &Register, known: &Known) -> Option<Instruction> {
    let opcode = match (&known.class, known.ty) {
        (Class::None, None) | (Class::Generic, None) => return None,
        (_, Some(_)) => "G_IMPLICIT_DEF",
        (_, None) => "IMPLICIT_DEF",
    };
    let results = [known.definition(register.clone())].into_iter().collect();
    Some(Instruction { results, opcode: opcode.into(), ..Instruction::default() })
}

/// Removes the call sites without a call.
fn call_sites(function: &mut Function, machine: Option<&'static Machine>) {
    let blocks = &function.blocks;
    let is_call = |name: &str| {
        let row = machine.map_or_else(|| common_opcode(name), |machine| machine.opcode(name));
        row.is_some_and(|row| row.is(Properties::CALL))
    };
    function.call_sites.retain(|site| {
        let block = blocks.get(site.block as usize);
        let mut lines = block
            .into_iter()
            .flat_map(|block| &block.instructions)
            .flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten()));
        lines.nth(site.offset as usize).is_some_and(|instruction| is_call(&instruction.opcode))
    });
}
