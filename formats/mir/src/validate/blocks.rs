//! Blocks: labels, attributes, successors and live-ins.

use super::body::Body;
use super::context::Context;
use super::keys::check_id;
use super::virtuals::skips_verifier;
use super::{BlockPlace, Detail, RuleId};
use crate::{Block, BlockReference, IrBlock, Register};
use std::collections::HashSet;

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>) {
    for (index, block) in body.function.blocks.iter().enumerate() {
        let place = BlockPlace { index, number: block.number };
        if body.positions.get(&block.number) != Some(&index) {
            context.add_block(RuleId::BlockRepeated, place, format_args!("there is a block {} already", block.number));
        }
        check_id(context, Detail::Block(place), block.number);
        check_label(context, body, place, block);
        check_successors(context, body, place, block);
        for live_in in &block.live_ins {
            check_live_in(context, body, place, &live_in.register);
        }
    }
}

fn check_label(context: &mut Context<'_>, body: &Body<'_>, place: BlockPlace, block: &Block) {
    if let Some(name) = &block.name {
        if !is_plain(name) {
            context.add_block(RuleId::NameSpelling, place, format_args!("{name:?} cannot stand in a label"));
        }
        check_ir_block(context, body, place, &IrBlock::Named(name.as_str().into()));
    }
    let attributes = &block.attributes;
    for ir_block in [&attributes.ir_address_taken, &attributes.ir_block].into_iter().flatten() {
        check_ir_block(context, body, place, ir_block);
    }
    if let Some(taken) = &attributes.ir_address_taken
        && knows_ir_block(context, body, taken)
        && !skips_verifier(body.function)
        && !context.is_taken(&body.function.name, taken)
    {
        context.add_block(RuleId::AddressTaken, place, format_args!("nothing takes the address of %ir-block.{taken}"));
    }
    if let Some(alignment) = attributes.alignment.filter(|alignment| !alignment.is_power_of_two()) {
        context.add_block(RuleId::AlignmentPower, place, format_args!("{alignment} is no power of two"));
    }
}

/// Returns whether a name can be spelled without quotes.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_plain_character)
}

pub(super) const fn is_plain_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.' | '$')
}

fn check_ir_block(context: &mut Context<'_>, body: &Body<'_>, place: BlockPlace, block: &IrBlock) {
    if !knows_ir_block(context, body, block) {
        context.add_block(RuleId::IrBlock, place, format_args!("the IR function has no %ir-block.{block}"));
    }
}

/// Returns whether the IR function has a block. Without an embedded IR, llc creates functions with one block, `entry`.
pub(super) fn knows_ir_block(context: &Context<'_>, body: &Body<'_>, block: &IrBlock) -> bool {
    match &body.ir {
        Some(ir) => ir.blocks.contains(block),
        None => context.ir.is_some() || *block == IrBlock::Named("entry".into()),
    }
}

fn check_successors(context: &mut Context<'_>, body: &Body<'_>, place: BlockPlace, block: &Block) {
    let mut seen = HashSet::new();
    for successor in block.successors.iter().flatten() {
        check_reference(context, body, place, &successor.block);
        if !seen.insert(successor.block.number) {
            context.add_block(RuleId::SuccessorRepeated, place, format_args!("block {} follows twice", successor.block.number));
        }
    }
}

fn check_reference(context: &mut Context<'_>, body: &Body<'_>, place: BlockPlace, block: &BlockReference) {
    match body.position(block) {
        None => context.add_block(RuleId::BlockUndefined, place, format_args!("there is no block {}", block.number)),
        Some(index) if !names_agree(body, index, block) => {
            context.add_block(RuleId::BlockName, place, format_args!("the label of block {} has another name", block.number));
        }
        Some(_) => {}
    }
}

/// Returns whether a reference has the name of the label, or none.
pub(super) fn names_agree(body: &Body<'_>, index: usize, block: &BlockReference) -> bool {
    block.name.is_none() || body.function.blocks[index].name.as_deref() == block.name.as_deref()
}

fn check_live_in(context: &mut Context<'_>, body: &Body<'_>, place: BlockPlace, register: &Register) {
    let Register::Physical(name) = register else {
        context.add_block(RuleId::BlockLiveIn, place, format_args!("{register} is not physical"));
        return;
    };
    if body.machine.is_some_and(|machine| machine.register(name).is_none()) {
        context.add_block(RuleId::RegisterUnknown, place, format_args!("the target has no register ${name}"));
    }
}
