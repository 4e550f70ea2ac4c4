//! Heads of blocks: labels with their attributes, successors and live-ins.

use super::blocks::reference;
use super::build::{Build, Stage};
use super::facts::is_plain_name;
use super::forms::BlockForm;
use irsmith_mir::{Block, IrValue, LiveIn, Register, Section, Successor};

/// Places a block after the others; instructions are appended to it from here on.
pub(super) fn open(build: &mut Build<'_, '_>, number: u32) {
    let mut block = Block { number, ..Block::default() };
    if build.draw.chance(48) {
        attributes(build, &mut block);
    }
    build.registers.enter_block();
    for register in build.registers.carried() {
        live_in(&mut block, build.machine().register_row(*register).name, None);
    }
    build.blocks.place(block);
}

/// Adds a live-in register of a block.
pub(super) fn live_in(block: &mut Block, name: &'static str, lanes: Option<u64>) {
    block.live_ins.push(LiveIn { register: Register::Physical(name.into()), lanes });
}

fn attributes(build: &mut Build<'_, '_>, block: &mut Block) {
    let mut wants = |form, parts| build.draw.wants(form, parts);
    let attributes = &mut block.attributes;
    attributes.machine_address_taken = wants(BlockForm::MachineAddressTaken, 48);
    attributes.inline_asm_target = wants(BlockForm::AsmTarget, 24);
    attributes.eh_funclet_entry = wants(BlockForm::Funclet, 24);
    attributes.eh_scope_entry = wants(BlockForm::Scope, 24);
    if wants(BlockForm::Align, 64) {
        attributes.alignment = Some(1 << build.draw.below(8));
    }
    if build.draw.wants(BlockForm::Section, 24) {
        attributes.section = Some(Section::Number(u32::from(build.draw.byte())));
    } else if build.draw.wants(BlockForm::Cold, 16) {
        attributes.section = Some(Section::Cold);
    } else if build.draw.wants(BlockForm::Exception, 16) {
        attributes.section = Some(Section::Exception);
    }
    if build.draw.wants(BlockForm::Id, 32) {
        let clone = build.draw.wants(BlockForm::Clone, 128).then(|| u32::from(build.draw.byte()));
        attributes.id = Some((u32::from(build.draw.word()), clone));
    }
    let may_land = build.body.stage == Stage::Generic && !build.blocks.has_landing_pad();
    attributes.landing_pad = may_land && build.draw.wants(BlockForm::LandingPad, 32);
    ir_names(build, block);
}

fn ir_names(build: &mut Build<'_, '_>, block: &mut Block) {
    let Some(place) = build.draw.index(build.module.blocks().len()) else { return };
    let name = build.module.blocks()[place].clone();
    match &name {
        IrValue::Named(name) if is_plain_name(name) => {
            if build.draw.wants(BlockForm::Name, 192) {
                block.name = Some((**name).into());
            }
        }
        name => {
            if build.draw.wants(BlockForm::IrBlock, 192) {
                block.attributes.ir_block = Some(name.clone());
            }
        }
    }
    if place > 0 && build.draw.wants(BlockForm::IrAddressTaken, 32) {
        block.attributes.ir_address_taken = build.module.take_address(place);
    }
}

/// Ends the block and lists its successors. They may be left out if operands of branches or the fall-through show them.
pub(super) fn close(build: &mut Build<'_, '_>, followers: &[u32], shown: bool) {
    let mut unique: Vec<u32> = Vec::with_capacity(followers.len());
    for number in followers {
        if !unique.contains(number) {
            unique.push(*number);
        }
    }
    let listed = if shown && build.draw.wants(BlockForm::LeftOut, 48) {
        None
    } else if unique.is_empty() {
        // An empty list means that there are none; a return means the same.
        (!shown).then(Vec::new)
    } else {
        Some(successors(build, &unique))
    };
    if let Some(block) = build.blocks.last_mut() {
        block.successors = listed;
    }
}

fn successors(build: &mut Build<'_, '_>, numbers: &[u32]) -> Vec<Successor> {
    let probable = build.draw.wants(BlockForm::Probabilities, 160);
    let share = (1_u32 << 31) / numbers.len() as u32;
    let mut list = Vec::with_capacity(numbers.len());
    for number in numbers {
        let probability = probable.then(|| match build.draw.below(8) {
            0 => 0,
            1..=4 => share,
            _ => share - build.draw.up_to(share - 1),
        });
        list.push(Successor { block: reference(*number), probability });
    }
    list
}
