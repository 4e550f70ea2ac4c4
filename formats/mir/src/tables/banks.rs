//! Register banks and register masks of a target.

use super::{ClassId, RegisterId};

/// A register bank, which generic registers may have instead of a class.
#[derive(Debug)]
pub struct BankRow {
    /// As spelled.
    pub name: &'static str,
    /// Width in bits of what it holds at most.
    pub bits: u16,
    /// The classes whose registers are all of the bank, in ascending order.
    pub classes: &'static [ClassId],
}

/// A named register mask: what survives a call.
#[derive(Debug)]
pub struct MaskRow {
    /// As spelled.
    pub name: &'static str,
    /// The registers that keep their values, in ascending order.
    pub survivors: &'static [RegisterId],
}

impl MaskRow {
    /// Whether a register keeps its value.
    pub fn keeps(&self, register: RegisterId) -> bool {
        self.survivors.binary_search(&register).is_ok()
    }
}
