//! Names that programs have by convention.

/// Name of the entry point.
pub(super) const START: &[u8] = b"_start";
/// Name by which dynamically loaded programs offer what they share. Here it stands beside the entry point: alone it makes no program.
pub(super) const SHARED_ROOT: &[u8] = b"__pnacl_pso_root";
