//! A machine basic block.

use crate::{Instruction, IrBlock, Name, Register};

/// A block of a body (reference, *Machine Basic Blocks*).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The number in `bb.N`. Numbers may be sparse; llc renumbers blocks in the order of the file.
    pub number: u32,
    /// The name of the IR block after the number, `bb.1.entry`.
    pub name: Option<Name>,
    /// The attributes in parentheses.
    pub attributes: BlockAttributes,
    /// `successors:`; an empty list means that there are none, an absent list that llc infers them.
    pub successors: Option<Vec<Successor>>,
    /// `liveins:`.
    pub live_ins: Vec<LiveIn>,
    /// The instructions. The instructions of a bundle are in its first instruction.
    pub instructions: Vec<Instruction>,
}

/// The attributes of a block, in the order in which llc prints them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockAttributes {
    /// `%ir-block.N` of an IR block without a name, or with a name that the label does not contain.
    pub ir_block: Option<IrBlock>,
    /// `machine-block-address-taken`; `address-taken` before LLVM 15.
    pub machine_address_taken: bool,
    /// `ir-block-address-taken`.
    pub ir_address_taken: Option<IrBlock>,
    /// `landing-pad`.
    pub landing_pad: bool,
    /// `inlineasm-br-indirect-target`.
    pub inline_asm_target: bool,
    /// `ehfunclet-entry`.
    pub eh_funclet_entry: bool,
    /// `ehscope-entry`, since LLVM 22.
    pub eh_scope_entry: bool,
    /// `align` in bytes, a power of two.
    pub alignment: Option<u64>,
    /// `bbsections`.
    pub section: Option<Section>,
    /// `bb_id` with its clone number.
    pub id: Option<(u32, Option<u32>)>,
    /// `call-frame-size` in bytes.
    pub call_frame_size: Option<u32>,
}

/// `bbsections`: the section of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// A number.
    Number(u32),
    /// `Cold`.
    Cold,
    /// `Exception`.
    Exception,
}

/// An entry of `successors:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The block.
    pub block: crate::BlockReference,
    /// The numerator of a probability over 2^31.
    pub probability: Option<u32>,
}

/// An entry of `liveins:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveIn {
    /// The physical register.
    pub register: Register,
    /// The lanes; all if there is no mask.
    pub lanes: Option<u64>,
}
