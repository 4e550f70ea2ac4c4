//! Mutations of blocks, of the abbreviations they define, and of the whole stream.

use super::Mutant;
use irsmith_pnacl::stream::{AbbreviationOperand, Item, ItemKind, Scalar};
use irsmith_pnacl::tables::BlockKind;

/// Width of abbreviation ids of a block that is put around a record.
const WIDTH: u32 = 3;

/// Returns the index of the end of a block, or of the last item if the block has no end.
fn end(items: &[Item], enter: usize) -> usize {
    let mut depth = 0_usize;
    let ends = items[enter..].iter().position(|item| {
        match item.kind {
            ItemKind::Enter { .. } => depth += 1,
            ItemKind::End => depth = depth.saturating_sub(1),
            ItemKind::Define(_) | ItemKind::Record(_) => {}
        }
        depth == 0
    });
    ends.map_or(items.len() - 1, |ends| enter + ends)
}

pub(super) fn drop(mutant: &mut Mutant<'_, '_>, index: usize) {
    let items = mutant.items();
    mutant.copy(&items[..index]);
    mutant.copy(&items[end(items, index) + 1..]);
}

pub(super) fn duplicate(mutant: &mut Mutant<'_, '_>, index: usize) {
    let items = mutant.items();
    mutant.copy(&items[..=end(items, index)]);
    mutant.copy(&items[index..]);
}

/// Removes the content of the block.
pub(super) fn empty(mutant: &mut Mutant<'_, '_>, index: usize) {
    let items = mutant.items();
    mutant.copy(&items[..=index]);
    mutant.copy(&items[end(items, index)..]);
}

/// Moves the content of the block into the block around it.
pub(super) fn unwrap(mutant: &mut Mutant<'_, '_>, index: usize) {
    let items = mutant.items();
    let end = end(items, index);
    mutant.copy(&items[..index]);
    mutant.copy(&items[index + 1..end]);
    mutant.copy(&items[end + 1..]);
}

/// Puts a record into a new block.
pub(super) fn wrap(mutant: &mut Mutant<'_, '_>, index: usize) {
    let items = mutant.items();
    let block = block_id(mutant);
    mutant.replace(index, |mutant| {
        mutant.out.enter(block, WIDTH);
        mutant.copy(&items[index..=index]);
        mutant.out.end();
    });
}

pub(super) fn change_id(mutant: &mut Mutant<'_, '_>, index: usize) {
    let ItemKind::Enter { width, .. } = mutant.items()[index].kind else { return };
    let block = block_id(mutant);
    mutant.replace(index, |mutant| mutant.out.enter(block, width));
}

/// Draws the id of a block, mostly one that the format has.
fn block_id(mutant: &mut Mutant<'_, '_>) -> u32 {
    let known = BlockKind::ALL.get(mutant.choices.below(BlockKind::ALL.len() + 1));
    known.map_or_else(|| mutant.choices.wide() as u32 >> mutant.choices.below(32), |kind| kind.code() as u32)
}

pub(super) fn change_width(mutant: &mut Mutant<'_, '_>, index: usize) {
    let ItemKind::Enter { block, .. } = mutant.items()[index].kind else { return };
    let width = 2 + if mutant.choices.chance(64) { mutant.choices.below(63) } else { mutant.choices.below(7) } as u32;
    mutant.replace(index, |mutant| mutant.out.enter(block, width));
}

/// Changes the encoding of one operand of an abbreviation.
pub(super) fn change_definition(mutant: &mut Mutant<'_, '_>, index: usize) {
    let ItemKind::Define(definition) = mutant.items()[index].kind else { return };
    let mut abbreviation = mutant.stream.abbreviations()[definition as usize].clone();
    let choices = &mut mutant.choices;
    let scalar = match choices.below(4) {
        0 => Scalar::Literal(choices.wide() >> choices.below(64)),
        1 => Scalar::Fixed(choices.below(33) as u32),
        2 => Scalar::Vbr(choices.below(33) as u32),
        _ => Scalar::Char6,
    };
    if let Some(place) = choices.index(abbreviation.operands.len()) {
        let operand = &mut abbreviation.operands[place];
        *operand = match operand {
            AbbreviationOperand::Scalar(_) => AbbreviationOperand::Scalar(scalar),
            AbbreviationOperand::Array(_) => AbbreviationOperand::Array(scalar),
        };
    }
    mutant.replace(index, |mutant| mutant.out.define(abbreviation));
}

/// Ends the stream and the open blocks here, but not before its first block.
pub(super) fn cut(mutant: &mut Mutant<'_, '_>, index: usize) {
    let items = &mutant.items()[..index.max(1)];
    mutant.copy(items);
    let count = |is: fn(&ItemKind) -> bool| items.iter().filter(|item| is(&item.kind)).count();
    let open = count(|item| matches!(item, ItemKind::Enter { .. })) - count(|item| matches!(item, ItemKind::End));
    (0..open).for_each(|_| mutant.out.end());
}
