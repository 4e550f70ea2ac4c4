//! Splices of blocks and straight-line code of one function into another.

use crate::Choices;
use crate::mir::edit::{Known, defines, detach, each_instruction_mut, each_register_mut, is_phi, known, next_number, number_names, repair};
use irsmith_mir::tables::{Machine, Properties, common_opcode};
use irsmith_mir::transform::{Space, numbers};
use irsmith_mir::{
    Class, File, Function, Instruction, JumpTable, OperandKind, Register, RegisterOperand, RegisterQualifier, VirtualRegister,
};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of blocks that one splice copies.
const MOST: usize = 4;

/// Copies the straight-line code of a block of the donor into a block: no PHIs, and no terminators.
pub(super) fn code(file: &mut File, donor: &File, machine: Option<&'static Machine>, choices: &mut Choices<'_, '_>) -> Option<()> {
    let mut scion = scion(donor, choices)?;
    let at = choices.index(scion.blocks.len())?;
    scion.blocks = vec![scion.blocks.swap_remove(at)];
    let block = &mut scion.blocks[0];
    (block.successors, block.live_ins) = (None, Vec::new());
    block.instructions.retain(|instruction| !is_phi(instruction) && !ends_block(instruction, machine));
    if block.instructions.is_empty() {
        return None;
    }
    let host = choices.index(file.functions.len())?;
    let host = &mut file.functions[host];
    let to = choices.index(host.blocks.len())?;
    prepare(&mut scion, host, choices);
    let code = std::mem::take(&mut scion.blocks[0].instructions);
    let list = &mut host.blocks[to].instructions;
    let first = list.iter().take_while(|instruction| is_phi(instruction)).count();
    let last = list.iter().rposition(|instruction| !ends_block(instruction, machine)).map_or(first, |at| (at + 1).max(first));
    let place = first + choices.below(last - first + 1);
    list.splice(place..place, code);
    bring_entries(scion, host);
    repair(host, machine);
    Some(())
}

/// Copies a run of blocks, and redirects one of the host's branches to it; branches out of the run go to blocks of the host.
pub(super) fn blocks(file: &mut File, donor: &File, machine: Option<&'static Machine>, choices: &mut Choices<'_, '_>) -> Option<()> {
    let mut scion = scion(donor, choices)?;
    let first = choices.index(scion.blocks.len())?;
    scion.blocks.drain(..first);
    scion.blocks.truncate(1 + choices.below(MOST));
    let host = choices.index(file.functions.len())?;
    let host = &mut file.functions[host];
    let exit = host.blocks.get(choices.index(host.blocks.len())?)?.number;
    prepare(&mut scion, host, choices);
    let own: BTreeSet<u32> = scion.blocks.iter().map(|block| block.number).collect();
    lead_out(&mut scion, &own, exit);
    let entry = scion.blocks.first()?.number;
    host.blocks.append(&mut scion.blocks);
    bring_entries(scion, host);
    if choices.chance(192) {
        lead_in(host, entry, &own, choices);
    }
    repair(host, machine);
    Some(())
}

/// Copies one of the donor's functions without names of its module.
fn scion(donor: &File, choices: &mut Choices<'_, '_>) -> Option<Function> {
    let at = choices.index(donor.functions.len())?;
    let mut scion = donor.functions[at].clone();
    detach(&mut scion);
    number_names(&mut scion);
    // Facts that the whole function states about its registers, stated in the remaining part.
    let known = known(&scion);
    scion.registers = known
        .iter()
        .filter_map(|(register, known)| match (register, &known.class) {
            (Register::Virtual(id), Class::Named(class)) => {
                Some(VirtualRegister { id: *id, class: (**class).into(), ..VirtualRegister::default() })
            }
            (Register::Virtual(id), Class::Generic) => Some(VirtualRegister { id: *id, class: "_".into(), ..VirtualRegister::default() }),
            _ => None,
        })
        .collect();
    each_instruction_mut(&mut scion, &mut |instruction| {
        each_register_mut(instruction, &mut |_, operand| {
            if let Some(Known { ty: Some(ty), .. }) = known.get(&operand.register)
                && operand.qualifier == RegisterQualifier::None
            {
                operand.qualifier = RegisterQualifier::Type(*ty);
            }
        });
    });
    Some(scion)
}

/// Returns whether an instruction ends a block, or is adjacent to one that does.
fn ends_block(instruction: &Instruction, machine: Option<&'static Machine>) -> bool {
    let row = machine.map_or_else(|| common_opcode(&instruction.opcode), |machine| machine.opcode(&instruction.opcode));
    let ends = |properties| row.is_some_and(|row| row.is(properties));
    let mut operands = instruction.operands.iter();
    ends(Properties::TERMINATOR)
        || ends(Properties::BARRIER)
        || row.is_none() && operands.any(|operand| matches!(operand.kind, OperandKind::Block(_)))
}

/// Gives everything in the scion numbers that the host does not have. Registers that it only reads may become registers of the host.
fn prepare(scion: &mut Function, host: &mut Function, choices: &mut Choices<'_, '_>) {
    let mut fresh: BTreeMap<(Space, u32), u32> = BTreeMap::new();
    let mut next: BTreeMap<Space, u32> = BTreeMap::new();
    numbers(scion, &mut |number| {
        *number.value = *fresh.entry((number.space, *number.value)).or_insert_with(|| {
            let next = next.entry(number.space).or_insert_with(|| next_number(host, number.space).unwrap_or_default());
            *next = next.saturating_add(1);
            *next - 1
        });
    });
    adopt(scion, host, choices);
}

fn adopt(scion: &mut Function, host: &Function, choices: &mut Choices<'_, '_>) {
    let (theirs, ours) = (known(scion), known(host));
    let mut names: BTreeMap<&Register, Option<Register>> = BTreeMap::new();
    let outside: Vec<&Register> = theirs.iter().filter(|(_, known)| known.definitions == 0).map(|(register, _)| register).collect();
    for register in outside {
        let alike: Vec<&Register> =
            ours.iter().filter(|(_, known)| known.is_like(&theirs[register])).map(|(register, _)| register).collect();
        names.insert(register, choices.pick(&alike).filter(|_| choices.chance(160)).map(|register| (*register).clone()));
    }
    each_instruction_mut(scion, &mut |instruction| {
        each_register_mut(instruction, &mut |is_result, operand| {
            if let Some(Some(name)) = names.get(&operand.register).filter(|_| !defines(is_result, operand)) {
                let qualifier = operand.qualifier;
                *operand = RegisterOperand { register: name.clone(), qualifier, ..std::mem::take(operand) };
            }
        });
    });
}

/// Moves the entries that the code names into the host.
fn bring_entries(scion: Function, host: &mut Function) {
    let mut named = BTreeSet::new();
    numbers(host, &mut |number| {
        if !number.declares {
            named.insert((number.space, *number.value));
        }
    });
    let written: BTreeSet<u32> =
        known(host).into_keys().filter_map(|register| if let Register::Virtual(id) = register { Some(id) } else { None }).collect();
    host.registers.extend(scion.registers.into_iter().filter(|entry| written.contains(&entry.id)));
    host.stack.extend(scion.stack.into_iter().filter(|object| named.contains(&(Space::Stack, object.id))));
    host.fixed_stack.extend(scion.fixed_stack.into_iter().filter(|object| named.contains(&(Space::FixedStack, object.id))));
    host.constants.extend(scion.constants.into_iter().filter(|entry| named.contains(&(Space::Constant, entry.id))));
    let Some(JumpTable { kind, entries, .. }) = scion.jump_table else { return };
    let entries: Vec<_> = entries.into_iter().filter(|entry| named.contains(&(Space::JumpTable, entry.id))).collect();
    if !entries.is_empty() {
        host.jump_table.get_or_insert(JumpTable { kind, ..JumpTable::default() }).entries.extend(entries);
    }
}

/// Redirects branches out of a run of blocks to a block of the host.
fn lead_out(scion: &mut Function, own: &BTreeSet<u32>, exit: u32) {
    numbers(scion, &mut |number| {
        if number.space == Space::Block && !number.declares && !own.contains(number.value) {
            *number.value = exit;
        }
    });
}

/// Redirects a branch of the host to a block.
fn lead_in(host: &mut Function, entry: u32, own: &BTreeSet<u32>, choices: &mut Choices<'_, '_>) {
    let mut branches = Vec::new();
    let old = host.blocks.iter().enumerate().filter(|(_, block)| !own.contains(&block.number));
    for (at, block) in old {
        for (index, instruction) in block.instructions.iter().enumerate().filter(|(_, instruction)| !is_phi(instruction)) {
            let targets = instruction.operands.iter().enumerate().filter(|(_, operand)| matches!(operand.kind, OperandKind::Block(_)));
            branches.extend(targets.map(|(part, _)| (at, index, part)));
        }
    }
    let Some((at, index, part)) = choices.pick(&branches).copied() else { return };
    let block = &mut host.blocks[at];
    let OperandKind::Block(target) = &mut block.instructions[index].operands[part].kind else { return };
    let before = std::mem::replace(target, irsmith_mir::BlockReference { number: entry, name: None }).number;
    for successor in block.successors.iter_mut().flatten().filter(|successor| successor.block.number == before) {
        successor.block = irsmith_mir::BlockReference { number: entry, name: None };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;
    use irsmith_mir::Limits;

    #[test]
    fn a_branch_after_the_copied_blocks_is_redirected() {
        let text = "---\nname: f\nbody: |\n  bb.7:\n  bb.0:\n    successors: %bb.1\n    JMP_1 %bb.1\n  bb.1:\n    RET64\n...\n";
        let mut host = File::read(text.as_bytes(), &Limits::default()).unwrap().functions.remove(0);
        lead_in(&mut host, 7, &BTreeSet::from([7]), &mut Choices::new(&mut Unstructured::new(&[0; 16])));
        let target = &host.blocks[1].instructions[0].operands[0].kind;
        assert!(matches!(target, OperandKind::Block(reference) if reference.number == 7), "{target:?}");
        assert_eq!(host.blocks[1].successors.as_ref().unwrap()[0].block.number, 7);
    }
}
