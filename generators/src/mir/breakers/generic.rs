//! Breakers of generic opcodes, which have the same meaning for every target.

use super::Code;

/// A breaker that depends on the target: on the width of its addresses.
pub(super) const BREAKERS: &[Code] = &[Code {
    rule: "generic-index",
    about: "adds 32 bits to a pointer of 64",
    change: |draft| {
        let text = "%p:_(p0) = G_IMPLICIT_DEF\n%s:_(s32) = G_IMPLICIT_DEF\n%broken:_(p0) = G_PTR_ADD %p, %s(s32)";
        draft.has_wide_pointers().then(|| draft.insert(text))?
    },
}];
