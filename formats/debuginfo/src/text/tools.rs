//! Differences between SPIRV-Tools 2023.1 and our tables that show in its text.

use crate::grammar::{ExtendedSet, ImportedSet};
use crate::tables::{Field, InstructionRow, Layout};

/// The name of a mask without bits.
pub(super) const NO_BITS: &str = "None";

/// A second name for bits of the debug flags: the specification numbers public accessibility 3, the sum of the other two.
pub(super) const FLAG_PUBLIC: (&str, u32) = ("FlagIsPublic", 3);

/// Returns whether an instruction's text may end before this field although our row requires it: the tools' table for `DebugInfo` lacks the
/// local variable of a DebugValue, so that the tools accept two ids.
pub(super) fn may_lack(row: &InstructionRow, layout: Layout, field: &Field) -> bool {
    layout == Layout::Specified && row.name == "DebugValue" && field.name == "expression"
}

/// Returns the instructions of an imported set that have names in text and are not rows of a debug set.
pub(super) fn beyond_rows(set: ImportedSet) -> Option<ExtendedSet> {
    match set {
        ImportedSet::Debug(dialect) => ExtendedSet::of_tools(dialect),
        ImportedSet::Other(set) => Some(set).filter(|set| set.has_names()),
    }
}
