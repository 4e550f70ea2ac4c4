//! Asking a tool, and what came of it.

use crate::external::{Limits, Outcome, Tool, run};
use crate::{Failure, Signature, TOOL_MISSING, Verdict};
use irsmith_debuginfo::{ByteOrder, Module};

/// What a tool says of a module.
pub(super) enum Answer {
    /// It accepts it, and writes this.
    Accepts(Vec<u8>),
    /// It refuses it, with this message.
    Refuses(String),
}

/// Runs a tool on a module in a file named `case`.
///
/// # Errors
/// The verdict for a tool that is missing, cannot be started, hangs or crashes.
pub(super) fn ask(oracle: &'static str, tool: &'static Tool, arguments: &[&str], module: &[u8]) -> Result<Answer, Verdict> {
    let program = tool.find().ok_or(Verdict::Skip(TOOL_MISSING))?;
    let output = run(program, arguments, &[("case", module)], &Limits::default()).map_err(|_| Verdict::Skip("tool-not-started"))?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.outcome {
        Outcome::Exited(0) => Ok(Answer::Accepts(output.stdout)),
        Outcome::Exited(_) => Ok(Answer::Refuses(message)),
        Outcome::TimedOut => Err(fail(oracle, tool, "hangs", arguments[0], "it was killed when its time was up".into())),
        Outcome::Signaled(signal) => Err(fail(oracle, tool, "crashes", &class(&message), format!("signal {signal}\n{message}"))),
    }
}

/// A failure with a tool.
pub(super) fn fail(oracle: &'static str, tool: &'static Tool, property: &'static str, element: &str, evidence: String) -> Verdict {
    let mut signature = Signature::new(oracle, property, element);
    signature.implementations.push(tool.name.into());
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}

/// Most characters of a message in a signature.
const CLASS: usize = 100;

/// What stands in a line that tells what went wrong.
const TELLING: [&str; 3] = ["error", "Assertion", "UNREACHABLE"];

/// The line of a message that tells an error, an assertion or, of a crash, the innermost function that has a name and is none of the
/// handler's, without numbers and quoted names: the same for the same fault in any module.
pub(super) fn class(message: &str) -> String {
    let told = message.lines().find(|line| TELLING.iter().any(|word| line.contains(word)));
    let frame = || message.lines().filter_map(frame).find(|function| !function.starts_with("llvm::sys::"));
    let line = told.or_else(frame).or(message.lines().next()).unwrap_or("");
    let line = line.rsplit_once("error: ").map_or(line, |(_, rest)| rest);
    let mut class = String::new();
    let mut quoted = false;
    for character in line.chars().take(4 * CLASS) {
        match character {
            '\'' => {
                quoted = !quoted;
                class.push('\'');
            }
            _ if quoted => {}
            '0'..='9' => {
                if !class.ends_with('#') {
                    class.push('#');
                }
            }
            _ => class.push(character),
        }
    }
    class.chars().take(CLASS).collect()
}

/// The tools' name of the environment that a module is made for: its version of SPIR-V and nothing else.
///
/// # Errors
/// A reason to skip: a version that the tools do not know.
pub(super) fn environment(module: &Module) -> Result<String, &'static str> {
    match module.header.version {
        version @ (0x1_0000 | 0x1_0100 | 0x1_0200 | 0x1_0300 | 0x1_0400 | 0x1_0500 | 0x1_0600) => {
            Ok(format!("spv1.{}", (version >> 8) & 0xff))
        }
        _ => Err("version-unknown-to-tools"),
    }
}

/// The bytes of a module as all tools read them.
pub(super) fn little_endian(module: &Module) -> Option<Vec<u8>> {
    let mut module = module.clone();
    module.header.order = ByteOrder::Little;
    module.write().ok()
}

/// The function that a line of a stack dump names, as in `#4 0x00007f32 SPIRV::f(int) (/lib/x.so+0x12)`.
fn frame(line: &str) -> Option<&str> {
    let (_, rest) = line.trim_start().strip_prefix('#')?.split_once(" 0x")?;
    let function = rest.split_once(' ')?.1;
    let function = function.split_once('(')?.0;
    (function.contains("::")).then_some(function)
}

#[cfg(test)]
mod tests {
    use super::class;

    #[test]
    fn crashes_are_told_apart_by_their_innermost_function() {
        let dump = " #0 0x0000756b llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/a.so+0x1)\n #1 0x01 (/lib/c.so+0x1)\n\
                    #2 0x02 SPIRV::Reader::read(int) (/lib/b.so+0x2)\n";
        assert_eq!(class(&format!("PLEASE submit\n{dump}")), "SPIRV::Reader::read");
        assert_eq!(class(&format!("Not implemented!\nUNREACHABLE executed at f.cpp:7!\n{dump}")), "UNREACHABLE executed at f.cpp:#!");
        assert_eq!(class(&format!("f.cpp:7: Assertion `x' failed.\n{dump}")), "f.cpp:#: Assertion `x'");
    }

    #[test]
    fn messages_of_one_fault_are_one_class() {
        let [a, b] = ["error: line 93: ID '106[%106]' has not been defined", "error: line 7: ID '8[%x]' has not been defined\n  %8 = ..."]
            .map(class);
        assert_eq!(a, b);
        assert_eq!(a, "line #: ID '' has not been defined");
        assert_ne!(a, class("error: line 7: Id is 0"));
    }
}
