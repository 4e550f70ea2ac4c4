//! Real files that tests and benchmarks compare with. They are not part of the project: they lie beside the checkout, or in the folder
//! that `IRSMITH_DATA` names.
//!
//! Whoever has the folder has all of it: a file missing in it is a failure of the test that wants it. In a clone without the folder
//! tests say so and compare with nothing.

use std::path::{Path, PathBuf};

/// A folder of the data, such as `pnacl/real`; `None`, and a note, in a clone without the data.
pub fn folder(name: &str) -> Option<PathBuf> {
    let root =
        std::env::var_os("IRSMITH_DATA").map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    if !root.exists() {
        eprintln!("no data folder at {}: {name} is not compared with", root.display());
        return None;
    }
    Some(root.join(name))
}

/// The files with this extension in a folder of the data, in order; none in a clone without the data.
///
/// # Panics
/// When the data are there and the folder is not, or has no such file.
pub fn files(name: &str, extension: &str) -> Vec<PathBuf> {
    let Some(folder) = folder(name) else { return Vec::new() };
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    assert!(!files.is_empty(), "{} has no .{extension} file", folder.display());
    files
}

/// The bytes of a file of the data.
///
/// # Panics
/// When it cannot be read.
pub fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
