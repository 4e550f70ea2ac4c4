//! Runs a tool on a module.

use crate::Verdict;
use crate::external::{self, Answer, Tool};
use irsmith_debuginfo::{ByteOrder, Module};

/// Runs a tool on a module in a file named `case`.
///
/// # Errors
/// Returns the verdict for a tool that is missing, cannot be started, hangs or crashes.
pub(super) fn ask(oracle: &'static str, tool: &'static Tool, arguments: &[&str], module: &[u8]) -> Result<Answer, Verdict> {
    external::ask(tool, arguments, ("case", module), |_| false).map_err(|trouble| trouble.verdict(oracle, tool, arguments[0]))
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
