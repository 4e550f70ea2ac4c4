//! Attributes of blocks.

/// The words with which attributes of blocks begin, in the order in which llc prints them (`MachineBasicBlock::printName`). The first
/// attribute, the IR block, has no such word and is not in the list.
pub const BLOCK_ATTRIBUTES: [&str; 10] = [
    "machine-block-address-taken",
    "ir-block-address-taken",
    "landing-pad",
    "inlineasm-br-indirect-target",
    "ehfunclet-entry",
    "ehscope-entry",
    "align",
    "bbsections",
    "bb_id",
    "call-frame-size",
];
