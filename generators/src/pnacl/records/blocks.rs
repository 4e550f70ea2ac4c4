//! Mutations of blocks, of the abbreviations they define, and of the whole stream.

use super::Scene;
use irsmith_pnacl::stream::{AbbreviationOperand, Item, ItemKind, Scalar};
use irsmith_pnacl::tables::BlockKind;

/// Width of abbreviation ids of a block that is put around a record.
const WIDTH: u32 = 3;

/// Index of the end of a block, or of the last item where the block has none.
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

pub(super) fn drop(scene: &mut Scene<'_, '_>, index: usize) {
    let items = scene.items();
    scene.copy(&items[..index]);
    scene.copy(&items[end(items, index) + 1..]);
}

pub(super) fn duplicate(scene: &mut Scene<'_, '_>, index: usize) {
    let items = scene.items();
    scene.copy(&items[..=end(items, index)]);
    scene.copy(&items[index..]);
}

/// Drops what the block holds.
pub(super) fn empty(scene: &mut Scene<'_, '_>, index: usize) {
    let items = scene.items();
    scene.copy(&items[..=index]);
    scene.copy(&items[end(items, index)..]);
}

/// Puts what the block holds into the block around it.
pub(super) fn unwrap(scene: &mut Scene<'_, '_>, index: usize) {
    let items = scene.items();
    let end = end(items, index);
    scene.copy(&items[..index]);
    scene.copy(&items[index + 1..end]);
    scene.copy(&items[end + 1..]);
}

/// Puts a record into a block of its own.
pub(super) fn wrap(scene: &mut Scene<'_, '_>, index: usize) {
    let items = scene.items();
    let block = block_id(scene);
    scene.replace(index, |scene| {
        scene.out.enter(block, WIDTH);
        scene.copy(&items[index..=index]);
        scene.out.end();
    });
}

pub(super) fn change_id(scene: &mut Scene<'_, '_>, index: usize) {
    let ItemKind::Enter { width, .. } = scene.items()[index].kind else { return };
    let block = block_id(scene);
    scene.replace(index, |scene| scene.out.enter(block, width));
}

/// The id of a block that the format has, mostly.
fn block_id(scene: &mut Scene<'_, '_>) -> u32 {
    let known = BlockKind::ALL.get(scene.choices.below(BlockKind::ALL.len() + 1));
    known.map_or_else(|| scene.choices.wide() as u32 >> scene.choices.below(32), |kind| kind.code() as u32)
}

pub(super) fn change_width(scene: &mut Scene<'_, '_>, index: usize) {
    let ItemKind::Enter { block, .. } = scene.items()[index].kind else { return };
    let width = 2 + if scene.choices.chance(64) { scene.choices.below(63) } else { scene.choices.below(7) } as u32;
    scene.replace(index, |scene| scene.out.enter(block, width));
}

/// Another encoding for one operand of an abbreviation.
pub(super) fn change_definition(scene: &mut Scene<'_, '_>, index: usize) {
    let ItemKind::Define(definition) = scene.items()[index].kind else { return };
    let mut abbreviation = scene.stream.abbreviations()[definition as usize].clone();
    let choices = &mut scene.choices;
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
    scene.replace(index, |scene| scene.out.define(abbreviation));
}

/// Ends the stream here, but not before its first block, and the blocks that are open.
pub(super) fn cut(scene: &mut Scene<'_, '_>, index: usize) {
    let items = &scene.items()[..index.max(1)];
    scene.copy(items);
    let count = |is: fn(&ItemKind) -> bool| items.iter().filter(|item| is(&item.kind)).count();
    let open = count(|item| matches!(item, ItemKind::Enter { .. })) - count(|item| matches!(item, ItemKind::End));
    (0..open).for_each(|_| scene.out.end());
}
