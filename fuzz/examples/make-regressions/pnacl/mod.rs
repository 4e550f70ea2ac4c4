//! The regressions of PNaCl.

mod bits;
mod text;

use crate::Regression;

/// Makes the regressions that PNaClAsm can express, and those that only bits can.
pub(crate) fn regressions() -> Vec<Regression> {
    text::regressions().into_iter().chain(bits::regressions()).collect()
}
