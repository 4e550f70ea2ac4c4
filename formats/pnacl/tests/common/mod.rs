//! Where the shared test data lie.

use std::path::{Path, PathBuf};

/// The folder of PNaCl test data that lies beside the checkout, or that `IRSMITH_DATA` names; `None`, and a note, in a clone without it.
pub(crate) fn data() -> Option<PathBuf> {
    let data = std::env::var_os("IRSMITH_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")), PathBuf::from);
    if !data.exists() {
        eprintln!("no data folder at {}: there is nothing to compare with", data.display());
        return None;
    }
    Some(data.join("pnacl"))
}

/// A file that must be there.
pub(crate) fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
