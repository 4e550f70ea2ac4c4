//! Mutations of opcodes.

use super::Mutant;
use crate::mir::edit::{Place, instruction, instruction_mut, instructions};
use irsmith_mir::tables::{Machine, Opcode, Properties, common_opcode, common_opcodes};
use irsmith_mir::{File, Instruction, Name, OperandKind};

pub(super) fn places(file: &File) -> Vec<Place> {
    instructions(file).map(|(place, _)| place).collect()
}

/// Changes an opcode to one that takes the same operands: by the tables, or if they do not know the opcode, one that has operands of the
/// same kinds in the file.
pub(super) fn change(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(old) = instruction(mutant.file, place) else { return };
    let row = mutant.machine.map_or_else(|| common_opcode(&old.opcode), |machine| machine.opcode(&old.opcode));
    let others: Vec<Name> = match row {
        Some(row) => alike(row, mutant.machine).map(|other| other.name.into()).collect(),
        None => {
            let like = |other: &Instruction| other.opcode != old.opcode && shape(other).eq(shape(old));
            instructions(mutant.file).filter(|(_, other)| like(other)).map(|(_, other)| other.opcode.clone()).collect()
        }
    };
    if let (Some(opcode), Some(changed)) = (mutant.choices.pick(&others).cloned(), instruction_mut(mutant.file, place)) {
        changed.opcode = opcode;
    }
}

/// Changes an opcode to that of another instruction, whatever its operands are.
pub(super) fn exchange(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let opcodes: Vec<Name> = instructions(mutant.file).map(|(_, other)| other.opcode.clone()).collect();
    if let (Some(opcode), Some(changed)) = (mutant.choices.pick(&opcodes).cloned(), instruction_mut(mutant.file, place)) {
        changed.opcode = opcode;
    }
}

/// Returns the other opcodes with the same operands and the same effects on control flow and memory.
fn alike(row: &'static Opcode, machine: Option<&'static Machine>) -> impl Iterator<Item = &'static Opcode> {
    let own = machine.map_or(&[][..], Machine::opcodes).iter();
    own.chain(common_opcodes()).filter(move |other| other.name != row.name && is_alike(row, other))
}

fn is_alike(a: &Opcode, b: &Opcode) -> bool {
    let roles = [
        Properties::GENERIC,
        Properties::TERMINATOR,
        Properties::BARRIER,
        Properties::BRANCH,
        Properties::CALL,
        Properties::MAY_LOAD,
        Properties::MAY_STORE,
        Properties::META,
    ];
    let slots = || a.operands.iter().zip(b.operands);
    a.results == b.results
        && a.operands.len() == b.operands.len()
        && slots().all(|(a, b)| (a.kind, a.class, a.tied) == (b.kind, b.class, b.tied))
        && (a.tail, a.reads, a.writes) == (b.tail, b.reads, b.writes)
        && a.rules.verified == b.rules.verified
        && roles.iter().all(|role| a.is(*role) == b.is(*role))
}

/// Returns the number of results, and the kind of each operand.
fn shape(instruction: &Instruction) -> impl Iterator<Item = std::mem::Discriminant<OperandKind>> {
    let results = instruction.results.iter().map(|_| std::mem::discriminant(&OperandKind::JumpTable(0)));
    results.chain(instruction.operands.iter().map(|operand| std::mem::discriminant(&operand.kind)))
}
