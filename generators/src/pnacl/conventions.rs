//! Names that programs have by convention.

/// Name of the entry point.
pub(super) const START: &[u8] = b"_start";
/// Name under which dynamically loaded programs export their contents. Here it occurs beside the entry point: alone it makes no program.
pub(super) const SHARED_ROOT: &[u8] = b"__pnacl_pso_root";
