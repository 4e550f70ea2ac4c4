//! The forms of abbreviations: every encoding in every block.

use super::super::facts::Encoding;
use super::super::families::Family;
use super::derived;
use irsmith_pnacl::tables::BlockKind;

/// Blocks that can have abbreviations, and whether only their own: the module is open before any can be registered for it, and the
/// canonical writer registers none for types.
const PLACES: &[(BlockKind, bool)] = &[
    (BlockKind::Module, true),
    (BlockKind::Types, true),
    (BlockKind::Globals, true),
    (BlockKind::ValueSymtab, true),
    (BlockKind::Constants, true),
    (BlockKind::Function, true),
    (BlockKind::Globals, false),
    (BlockKind::ValueSymtab, false),
    (BlockKind::Constants, false),
    (BlockKind::Function, false),
];

derived! {
    /// An encoding in an abbreviation that a block defines for itself, or that is registered for all blocks of a kind.
    AbbreviationForm { block: BlockKind, local: bool, encoding: Encoding } in Family::Abbreviation;
    all: PLACES.iter().flat_map(|&(block, local)| Encoding::ALL.into_iter().map(move |encoding| (block, local, encoding)));
    name |form| {
        let place = if form.local { "local" } else { "global" };
        format!("of {} block, {place}: {}", form.block.name(), form.encoding.name())
    };
    seen |form, facts| facts.abbreviations().count(form.block, form.local, form.encoding);
}
