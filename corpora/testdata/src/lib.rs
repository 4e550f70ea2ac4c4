//! Real files that tests and benchmarks compare with. They are not part of the project: they lie beside the checkout, or in the folder
//! that `IRSMITH_DATA` names.
//!
//! Whoever has the folder has all of it: a file missing in it is a failure of the test that wants it. In a clone without the folder
//! tests say so and compare with nothing. [`not_tested`] is how they say it; tests that miss a program use it too.
//!
//! ```
//! for path in irsmith_testdata::files("pnacl/real", "pexe") {
//!     let file = irsmith_testdata::read(&path);
//!     assert!(file.starts_with(b"PEXE"), "{}", path.display());
//! }
//! ```

use std::{
    collections::BTreeSet,
    fmt::Display,
    io::Write,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Says that something is not tested here: a line `not tested: TEST: REASON` on standard error, once for each test and reason.
///
/// The line is shown even though the test passes: libtest captures what `eprintln!` prints, and not what is written to the handle.
pub fn not_tested(reason: impl Display) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let thread = std::thread::current();
    let line = format!("not tested: {}: {reason}\n", thread.name().unwrap_or("a thread of a test"));
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.insert(line.clone()) {
        // In one write, as tests run side by side. Nobody can be told that it failed.
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

/// Where the data are, whether or not they are there.
pub fn root() -> PathBuf {
    std::env::var_os("IRSMITH_DATA").map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
}

/// A folder of the data, such as `pnacl/real`; `None`, and a note, in a clone without the data.
pub fn folder(name: &str) -> Option<PathBuf> {
    let root = root();
    if !root.exists() {
        not_tested(format_args!("no data folder, so nothing is compared with {name}"));
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
