//! Register banks and register masks of a target.

use super::{ClassId, RegisterId};

/// A register bank, which generic registers may have instead of a class.
#[derive(Debug)]
pub struct BankRow {
    /// The spelling.
    pub name: &'static str,
    /// The maximal width in bits of a value in the bank.
    pub bits: u16,
    /// The classes whose registers are all in the bank, in ascending order.
    pub classes: &'static [ClassId],
}

/// A named register mask: the registers that a call preserves.
#[derive(Debug)]
pub struct MaskRow {
    /// The spelling.
    pub name: &'static str,
    /// The preserved registers, in ascending order.
    pub survivors: &'static [RegisterId],
}

impl MaskRow {
    /// Returns whether the mask preserves a register.
    pub fn keeps(&self, register: RegisterId) -> bool {
        self.survivors.binary_search(&register).is_ok()
    }
}
