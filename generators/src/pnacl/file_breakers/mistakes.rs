//! Recorded mistakes in PNaClAsm.

use crate::recorded::{RecordedMistake, recorded};
use std::sync::LazyLock;

/// A text without mistakes, with a statement of each kind.
pub const SOUND: &str = include_str!("mistakes.pnaclasm");
/// The mistakes, one per line.
const ROWS: &str = include_str!("mistakes.txt");

/// Every recorded mistake.
pub static MISTAKES: LazyLock<Vec<RecordedMistake>> = LazyLock::new(|| recorded(SOUND, ROWS));

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_pnacl::text::assemble;

    #[test]
    fn every_mistake_is_refused_as_recorded() {
        crate::recorded::check(SOUND, ROWS, 150, |text| assemble(text).map(drop).map_err(|error| error.to_string()));
        assert!(MISTAKES.len() >= 150);
    }
}
