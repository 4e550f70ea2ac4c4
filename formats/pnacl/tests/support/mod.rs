//! What the tests over real files share.

use std::path::PathBuf;

/// A folder of the shared data, or `None` in a clone without it. A file missing in it is a failure of the test that wants it.
pub(crate) fn data(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("IRSMITH_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")), PathBuf::from);
    if !root.exists() {
        eprintln!("no data folder at {}: {folder} is not checked", root.display());
        return None;
    }
    Some(root.join(folder))
}

/// The bytes of a file of the data.
pub(crate) fn read(path: &std::path::Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
