//! Skip reasons that are known only at run time.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Reasons that are told apart.
const REASONS: usize = 1000;

/// Returns the skip reason `reason: detail`, which lives as long as the process. There are few: passes, opcodes and functions of C; behind
/// 1,000 of them the detail is left out.
pub(crate) fn interned(reason: &'static str, detail: &str) -> &'static str {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let text = format!("{reason}: {detail}");
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&found) = known.get(text.as_str()) {
        return found;
    }
    if known.len() == REASONS {
        return reason;
    }
    let kept: &'static str = String::leak(text);
    known.insert(kept);
    kept
}
