//! Error numbers of the NaCl ABI.

use crate::interpret::Bits;

/// An error number, or 0 for success: the result of most functions of the interfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Errno(i32);

impl Errno {
    pub(super) const OK: Self = Self(0);
    pub(super) const IO: Self = Self(5);
    pub(super) const BAD_DESCRIPTOR: Self = Self(9);
    pub(super) const NO_MEMORY: Self = Self(12);
    pub(super) const FAULT: Self = Self(14);
    pub(super) const INVALID: Self = Self(22);
    pub(super) const IS_PIPE: Self = Self(29);
    pub(super) const NO_FUNCTION: Self = Self(38);

    /// Returns it as the result of a function.
    pub(super) const fn bits(self) -> Bits {
        self.0 as u32 as Bits
    }
}
