//! Runs a tool on a module.

use crate::external::{self, Answer, Implementation, ProgramFamily, Task, implementations, in_use};
use crate::{TOOL_MISSING, Verdict};
use irsmith_debuginfo::{ByteOrder, Module};

/// Runs a tool on a module in a file named `case`.
///
/// # Errors
/// Returns the verdict for a tool that is missing, cannot be started, hangs or crashes.
pub(super) fn ask(oracle: &'static str, tool: &Implementation, arguments: &[&str], module: &[u8]) -> Result<Answer, Verdict> {
    external::ask(tool, arguments, &[("case", module)], |_| false).map_err(|trouble| trouble.verdict(oracle, tool, arguments[0]))
}

/// Returns the verdict for each installed program of a family that is to be judged.
pub(super) fn each(family: ProgramFamily, verdict: impl Fn(&'static Implementation) -> Verdict) -> Vec<Verdict> {
    let verdicts: Vec<Verdict> = in_use(family, Task::Judge).into_iter().map(verdict).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}

/// Returns the program of another family that works with a program: an installed one of the same version, or else the first that is in use.
///
/// # Errors
/// Returns a skip if none is installed.
pub(super) fn partner(tool: &Implementation, family: ProgramFamily, task: Task) -> Result<&'static Implementation, Verdict> {
    let version = tool.version();
    let is_same =
        |other: &&Implementation| other.family == family && version.is_some() && other.find().is_some() && other.version() == version;
    let same = implementations().iter().find(is_same);
    same.or_else(|| in_use(family, task).first().copied()).ok_or(Verdict::Skip(TOOL_MISSING))
}

/// Returns the tools' name of the target environment of a module: only its version of SPIR-V.
///
/// # Errors
/// Returns a skip reason for a version that the tools do not know.
pub(super) fn environment(module: &Module) -> Result<String, &'static str> {
    match module.header.version {
        version @ (0x1_0000 | 0x1_0100 | 0x1_0200 | 0x1_0300 | 0x1_0400 | 0x1_0500 | 0x1_0600) => {
            Ok(format!("spv1.{}", (version >> 8) & 0xff))
        }
        _ => Err("version-unknown-to-tools"),
    }
}

/// Returns the bytes of a module in the byte order that all tools read.
pub(super) fn little_endian(module: &Module) -> Option<Vec<u8>> {
    let mut module = module.clone();
    module.header.order = ByteOrder::Little;
    module.write().ok()
}
