//! The files that tests and benchmarks compare with, and the notes of tests about what they did not test.
//!
//! There are two sources of files, folders of the same structure. [`Data::conformance`] is `corpora/conformance`, a part of the project:
//! inputs that the project wrote, with the output of other people's programs. [`Data::outside`] is a folder that `IRSMITH_DATA` names:
//! files of other people, which are not part of the project. A check is a function of a [`Data`], and [`data_tests!`] makes its tests: one
//! over the project's own files, which always runs, and one whose path has `with_outside_data`, which is ignored unless it is requested:
//!
//! ```sh
//! IRSMITH_DATA=DIR cargo test --workspace -- --ignored with_outside_data
//! ```
//!
//! A test fails if a file that it needs is missing in either folder.
//!
//! ```
//! let data = irsmith_testdata::Data::conformance();
//! for path in data.files("debuginfo/debuginfo", "spv") {
//!     let file = irsmith_testdata::read(&path);
//!     assert!(file.starts_with(&0x0723_0203_u32.to_le_bytes()), "{}", path.display());
//! }
//! ```

mod messages;

pub use messages::{Elsewhere, check_messages};

use std::{
    collections::BTreeSet,
    fmt::Display,
    io::Write,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// A SPIR-V module, as text, with an access chain whose indexes only it needs, as shaders have them; generated chains are needed whole.
pub const ACCESS_CHAIN: &str = "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n%void = OpTypeVoid\n\
    %int = OpTypeInt 32 0\n%one = OpConstant %int 1\n%pair = OpTypeStruct %int %int\n%pairs = OpTypeArray %pair %one\n\
    %to_pairs = OpTypePointer Private %pairs\n%to_int = OpTypePointer Private %int\n%all = OpVariable %to_pairs Private\n\
    %type = OpTypeFunction %void\n%f = OpFunction %void None %type\n%label = OpLabel\n\
    %place = OpAccessChain %to_int %all %one %one\nOpReturn\nOpFunctionEnd\n";

/// Prints that something is not tested here: a line `not tested: TEST: REASON` on standard error, once for each test and reason.
///
/// The line is shown even if the test passes: libtest captures the output of `eprintln!`, but not direct writes to the handle.
pub fn not_tested(reason: impl Display) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let thread = std::thread::current();
    let line = format!("not tested: {}: {reason}\n", thread.name().unwrap_or("a thread of a test"));
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if said.insert(line.clone()) {
        // In one write, because tests run in parallel. An error cannot be reported.
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

/// Checks that a text is the content of a file of the project; with `IRSMITH_BLESS` set, writes the file first.
///
/// # Panics
/// If the file is another, cannot be written or cannot be read.
#[track_caller]
pub fn check_listing(path: &str, text: &str) {
    if std::env::var_os("IRSMITH_BLESS").is_some() {
        std::fs::write(path, text).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let kept = String::from_utf8_lossy(&read(Path::new(path))).into_owned();
    let line = kept.lines().zip(text.lines()).find(|(kept, found)| kept != found);
    assert!(kept == text, "{path} differs, IRSMITH_BLESS=1 writes it anew: {line:?}");
}

/// A folder of files to compare with.
#[derive(Clone, Debug)]
pub struct Data {
    root: PathBuf,
    is_outside: bool,
}

impl Data {
    /// The project's own files: `corpora/conformance`.
    pub fn conformance() -> Self {
        Self { root: Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance"), is_outside: false }
    }

    /// The files of other people: the folder that `IRSMITH_DATA` names.
    ///
    /// # Panics
    /// If `IRSMITH_DATA` is not set, or names no folder: a test that was requested does not pass without its files.
    pub fn outside() -> Self {
        Self::found_outside().expect("IRSMITH_DATA must name the folder of the data that are no part of the project")
    }

    /// Like [`Data::outside`]; `None` if there is no such folder.
    pub fn found_outside() -> Option<Self> {
        let root = std::env::var_os("IRSMITH_DATA").map(PathBuf::from)?;
        root.is_dir().then_some(Self { root, is_outside: true })
    }

    /// The files of other people if there are any, otherwise the project's own: for benchmarks, which prefer large files.
    pub fn any() -> Self {
        Self::found_outside().unwrap_or_else(Self::conformance)
    }

    /// Returns the first value for the project's own files, the second for those of other people: the minimum number of files, for example.
    pub fn choose<T>(&self, own: T, outside: T) -> T {
        if self.is_outside { outside } else { own }
    }

    /// Returns the path of a file or folder, whether or not it exists.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Returns the files with this extension in a folder, in order.
    ///
    /// # Panics
    /// If there is no such folder, or no such file in it.
    pub fn files(&self, name: &str, extension: &str) -> Vec<PathBuf> {
        let folder = self.path(name);
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
        files.retain(|path| path.extension().is_some_and(|found| found == extension));
        files.sort();
        assert!(!files.is_empty(), "{} has no .{extension} file", folder.display());
        files
    }

    /// Returns every file of Machine IR: those that llc printed, and those that people wrote.
    ///
    /// # Panics
    /// Like [`Data::files`].
    pub fn machine_ir(&self) -> Vec<PathBuf> {
        let folders = ["mir/compiled", self.choose("mir/written", "mir/llvm-tests")];
        folders.into_iter().flat_map(|folder| self.files(folder, "mir")).collect()
    }

    /// Returns every SPIR-V module: those of the set `DebugInfo`, those of `OpenCL.DebugInfo.100`, and the translator's output.
    ///
    /// # Panics
    /// Like [`Data::files`].
    pub fn spirv(&self) -> Vec<PathBuf> {
        ["debuginfo/debuginfo", "debuginfo/opencl-100", "debuginfo/translator-100"]
            .iter()
            .flat_map(|name| self.files(name, "spv"))
            .collect()
    }

    /// Returns every PNaCl module. The project's own files are the seeds of fuzzing (listings of the manual, programs, and cases with every
    /// row) and the regressions.
    ///
    /// # Panics
    /// Like [`Data::files`].
    pub fn pnacl(&self) -> Vec<PathBuf> {
        let own: &[&str] = &["../pnacl/seeds", "../pnacl/regressions"];
        let folders = self.choose(own, &["pnacl/real", "pnacl/corrupt", "pnacl/probes", "pnacl/llvm-tests"]);
        folders.iter().flat_map(|folder| self.files(folder, "pexe")).collect()
    }

    /// Returns the text of a file.
    ///
    /// # Panics
    /// If it cannot be read, or is not UTF-8.
    pub fn text(&self, name: &str) -> String {
        String::from_utf8(read(&self.path(name))).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the rows of a table: columns are separated by tabs, and lines that begin with `#` are comments.
    ///
    /// # Panics
    /// Like [`Data::text`].
    pub fn table(&self, name: &str) -> Vec<Vec<String>> {
        let text = self.text(name);
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    }
}

/// Returns the bytes of a file.
///
/// # Panics
/// If it cannot be read.
pub fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Makes tests of functions with a parameter of type [`Data`]. Functions after `own:` run on the project's own files, as
/// `conformance::NAME`; functions after `outside:` run on those of other people, as `with_outside_data::NAME`, which is ignored unless it
/// is requested.
///
/// ```
/// irsmith_testdata::data_tests! {
///     own: [programs_are_valid],
///     outside: [programs_are_valid],
/// }
///
/// fn programs_are_valid(data: &irsmith_testdata::Data) {
///     assert!(!data.files("pnacl/real", "pexe").is_empty());
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! data_tests {
    (own: [$($own:ident),* $(,)?], outside: [$($outside:ident),* $(,)?] $(,)?) => {
        #[cfg(test)]
        mod conformance {
            $(#[test]
            fn $own() {
                super::$own(&$crate::Data::conformance());
            })*
        }

        #[cfg(test)]
        mod with_outside_data {
            $(#[test]
            #[ignore = "needs IRSMITH_DATA"]
            fn $outside() {
                super::$outside(&$crate::Data::outside());
            })*
        }
    };
}
