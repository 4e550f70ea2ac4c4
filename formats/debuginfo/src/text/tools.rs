//! What SPIRV-Tools 2023.1 has otherwise than our tables, where its text shows it.

use crate::tables::{Field, InstructionRow, Layout};

/// The name of a mask without bits.
pub(super) const NO_BITS: &str = "None";

/// A second name for bits of the debug flags: the specification numbers public accessibility 3, the sum of the other two.
pub(super) const FLAG_PUBLIC: (&str, u32) = ("FlagIsPublic", 3);

/// Whether an instruction's text may end before this field although our row wants it: the tools' table for `DebugInfo` forgot the local
/// variable of a DebugValue, so that two ids are enough for them.
pub(super) fn may_lack(row: &InstructionRow, layout: Layout, field: &Field) -> bool {
    layout == Layout::Specified && row.name == "DebugValue" && field.name == "expression"
}

/// Whether the instructions of an imported set have names in text.
pub(super) fn has_names(set: &str) -> bool {
    let named = ["NonSemantic.Shader.DebugInfo.100", "NonSemantic.ClspvReflection."];
    !set.starts_with("NonSemantic.") || named.iter().any(|name| set.starts_with(name))
}
