//! Sub-register indices of a target.

/// A sub-register index, by LLVM's own number, which debug value substitutions spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IndexId(pub u16);

/// A place within a register.
#[derive(Debug)]
pub struct IndexRow {
    /// As spelled behind a dot.
    pub name: &'static str,
    /// Width in bits; `None` where it is not one range.
    pub bits: Option<u16>,
    /// The first bit; `None` where it is not the same in all registers.
    pub offset: Option<u16>,
    /// The lanes that it covers, as in masks of live-ins.
    pub lanes: u64,
}
