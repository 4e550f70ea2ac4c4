//! The regressions of PNaCl.

mod bits;
mod text;

use crate::Regression;

/// Those that PNaClAsm can write, and those that nothing but bits can.
pub(crate) fn regressions() -> Vec<Regression> {
    text::regressions().into_iter().chain(bits::regressions()).collect()
}
