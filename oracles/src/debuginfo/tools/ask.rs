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
        // Some tools say on standard output what is wrong.
        Outcome::Exited(_) if message.trim().is_empty() => Ok(Answer::Refuses(String::from_utf8_lossy(&output.stdout).into_owned())),
        Outcome::Exited(_) => Ok(Answer::Refuses(message)),
        Outcome::TimedOut => Err(fail(oracle, tool, "hangs", arguments[0], "it was killed when its time was up".into())),
        Outcome::Signaled(signal) => {
            let told = Some(class(&message)).filter(|class| !class.is_empty());
            let element = if overflowed(&message) { OVERFLOW.into() } else { told.unwrap_or_else(|| format!("signal {signal}")) };
            let mut verdict = fail(oracle, tool, "crashes", &element, format!("signal {signal}\n{message}"));
            if let Verdict::Fail(failure) = &mut verdict {
                failure.signature.site = site(&message);
            }
            Err(verdict)
        }
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
    // A dump that names no function begins with a request, which is no class.
    let first = || message.lines().next().filter(|line| !line.starts_with("PLEASE submit"));
    let line = told.or_else(frame).or_else(first).unwrap_or("");
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
            '0'..='9' | 'a'..='f' if class.ends_with("0x#") => {}
            '0'..='9' | 'a'..='f' if class.ends_with("#x") => {
                class.truncate(class.len() - 2);
                class.push_str("0x#");
            }
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

/// The element of a recursion without an end, which may crash anywhere on its way.
const OVERFLOW: &str = "stack overflow";

/// Whether a message has the frames of a recursion without an end: of a crash where nothing recurs there are some 20.
fn overflowed(message: &str) -> bool {
    const DEEP: usize = 200;
    message.lines().filter(|line| line.trim_start().starts_with('#') && line.contains(" 0x")).count() >= DEEP
}

/// Where a crash began, if its message says neither that nor what was wrong: the place in the file of a library, such as `a.so+0x1d2`, of
/// the innermost frame that is not the handler's nor the C library's.
fn site(message: &str) -> Option<String> {
    if overflowed(message) || message.lines().any(|line| TELLING.iter().any(|word| line.contains(word))) {
        return None;
    }
    let inner = message.lines().filter(|line| line.trim_start().starts_with('#') && line.contains(" 0x"));
    // The handler prints its own frames first: two with a name, one without, and that of the signal.
    let line = inner.skip_while(|line| !line.contains("/libc.so")).nth(1)?;
    if frame(line).is_some() {
        return None;
    }
    let place = line.rsplit_once('(')?.1.trim_end_matches(')');
    Some(place.rsplit_once('/').map_or(place, |(_, file)| file).to_owned())
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
    use super::{class, site};

    #[test]
    fn crashes_are_told_apart_by_their_innermost_function() {
        let dump = " #0 0x0000756b llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/a.so+0x1)\n #1 0x01 (/lib/c.so+0x1)\n\
                    #2 0x02 SPIRV::Reader::read(int) (/lib/b.so+0x2)\n";
        assert_eq!(class(&format!("PLEASE submit\n{dump}")), "SPIRV::Reader::read");
        assert_eq!(class(&format!("Not implemented!\nUNREACHABLE executed at f.cpp:7!\n{dump}")), "UNREACHABLE executed at f.cpp:#!");
        assert_eq!(class(&format!("f.cpp:7: Assertion `x' failed.\n{dump}")), "f.cpp:#: Assertion `x'");
    }

    #[test]
    fn a_crash_without_a_name_is_told_by_its_place() {
        let dump = |inner: &str| {
            format!(
                "PLEASE submit\n #0 0x01 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/a.so+0x1)\n #1 0x01 (/lib/a.so+0x2)\n \
                 #2 0x01 (/lib/libc.so.6+0x3)\n #3 0x02 {inner}\n #4 0x02 SPIRV::Reader::read(int) (/lib/b.so+0x2)\n"
            )
        };
        assert_eq!(site(&dump("(/lib/b.so.15+0x154c00)")).as_deref(), Some("b.so.15+0x154c00"));
        assert_eq!(site(&dump("SPIRV::g() (/lib/b.so.15+0x154c00)")), None);
        assert_eq!(site(&dump("(/lib/b.so+0x1)").repeat(100)), None);
        assert_eq!(site(&format!("f.cpp:7: Assertion `x' failed.\n{}", dump("(/lib/b.so+0x1)"))), None);
    }

    #[test]
    fn messages_of_one_fault_are_one_class() {
        let [a, b] = ["error: line 93: ID '106[%106]' has not been defined", "error: line 7: ID '8[%x]' has not been defined\n  %8 = ..."]
            .map(class);
        assert_eq!(a, b);
        assert_eq!(a, "line #: ID '' has not been defined");
        assert_ne!(a, class("error: line 7: Id is 0"));
        assert_eq!(class("error: DIE @ 0x1d, of 0xab (x)"), "DIE @ 0x#, of 0x# (x)");
    }
}
