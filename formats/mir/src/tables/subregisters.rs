//! Sub-register indices of a target.

/// A sub-register index, as LLVM's own number, which debug value substitutions contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IndexId(pub u16);

/// A position within a register.
#[derive(Debug)]
pub struct IndexRow {
    /// The spelling after a dot.
    pub name: &'static str,
    /// The width in bits; `None` if it is not one range.
    pub bits: Option<u16>,
    /// The first bit; `None` if it is not the same in all registers.
    pub offset: Option<u16>,
    /// The lanes that it covers, as in masks of live-ins.
    pub lanes: u64,
}
