//! Asking a tool about a case, and what came of it.

use super::{Limits, Outcome, Tool, run};
use crate::{DISK_FULL, Failure, Signature, TOOL_MISSING, Verdict};
use std::io;

/// What a tool says of a case.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// It accepts it, and writes this.
    Accepts(Vec<u8>),
    /// It refuses it, with this message.
    Refuses(String),
}

/// Why a tool says nothing of a case.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// It could not be asked, for this reason.
    NotAsked(&'static str),
    /// It was killed when its time was up.
    Hangs,
    /// It died.
    Crashes(Crash),
}

/// How a tool died.
#[derive(Clone, Debug)]
pub(crate) struct Crash {
    /// What kind of crash it is, for signatures.
    pub(crate) element: String,
    /// Where it began, if its message names nothing.
    pub(crate) site: Option<String>,
    /// The signal and what the tool said.
    pub(crate) message: String,
}

/// Runs a tool on a file of this name and content. A program that died refuses the file all the same if `refuses` says so of its message.
///
/// # Errors
/// When the tool is missing, cannot be started, hangs or crashes.
pub(crate) fn ask(tool: &Tool, arguments: &[&str], file: (&str, &[u8]), refuses: fn(&str) -> bool) -> Result<Answer, Trouble> {
    let program = tool.find().ok_or(Trouble::NotAsked(TOOL_MISSING))?;
    let output = run(program, arguments, &[file], &Limits::default()).map_err(|error| Trouble::NotAsked(not_started(&error)))?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.outcome {
        Outcome::Exited(0) => Ok(Answer::Accepts(output.stdout)),
        // Some tools say on standard output what is wrong.
        Outcome::Exited(_) if message.trim().is_empty() => Ok(Answer::Refuses(String::from_utf8_lossy(&output.stdout).into_owned())),
        Outcome::Exited(_) => Ok(Answer::Refuses(message)),
        Outcome::Signaled(_) if refuses(&message) => Ok(Answer::Refuses(message)),
        Outcome::Signaled(signal) => Err(Trouble::Crashes(Crash::of(signal, &message))),
        Outcome::TimedOut => Err(Trouble::Hangs),
    }
}

/// The reason with which an oracle skips when a tool could not be run.
pub(crate) fn not_started(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => DISK_FULL,
        _ => "tool-not-started",
    }
}

impl Crash {
    fn of(signal: i32, message: &str) -> Self {
        let told = Some(class(message)).filter(|class| !class.is_empty());
        let element = if overflowed(message) { OVERFLOW.into() } else { told.unwrap_or_else(|| format!("signal {signal}")) };
        Self { element, site: site(message), message: format!("signal {signal}\n{message}") }
    }
}

impl Trouble {
    /// The verdict of an oracle; `doing` says what the tool was to do.
    pub(crate) fn verdict(self, oracle: &'static str, tool: &'static Tool, doing: &str) -> Verdict {
        match self {
            Self::NotAsked(reason) => Verdict::Skip(reason),
            Self::Hangs => fail(oracle, tool, "hangs", doing, "it was killed when its time was up".into()),
            Self::Crashes(crash) => {
                let mut verdict = fail(oracle, tool, "crashes", &crash.element, crash.message);
                if let Verdict::Fail(failure) = &mut verdict {
                    failure.signature.site = crash.site;
                }
                verdict
            }
        }
    }
}

/// A failure with a tool.
pub(crate) fn fail(oracle: &'static str, tool: &'static Tool, property: &'static str, element: &str, evidence: String) -> Verdict {
    let mut signature = Signature::new(oracle, property, element);
    signature.implementations.push(tool.name.into());
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}
/// Most characters of a message in a signature.
const CLASS: usize = 100;

/// What stands in a line that tells what went wrong.
const TELLING: [&str; 4] = ["error", "Assertion", "UNREACHABLE", "*** Bad machine code"];

/// The line of a message that tells an error, an assertion or, of a crash, the innermost function that has a name and is none of the
/// handler's, without numbers and quoted names: the same for the same fault in any module.
pub(crate) fn class(message: &str) -> String {
    let told = message.lines().find(|line| TELLING.iter().any(|word| line.contains(word)));
    let frame = || message.lines().filter_map(frame).find(|function| !function.starts_with("llvm::sys::"));
    // A dump that names no function begins with a request, which is no class.
    let first = || message.lines().next().filter(|line| !line.starts_with("PLEASE submit"));
    let line = told.or_else(frame).or_else(first).unwrap_or("");
    let line = line.rsplit_once("error: ").map_or(line, |(_, rest)| without_place(rest));
    let line = line.trim_matches(['*', ' ']);
    let mut class = String::new();
    let mut quoted = false;
    for character in line.chars().take(4 * CLASS) {
        match character {
            // One behind a letter is an apostrophe.
            '`' if !quoted => {
                quoted = true;
                class.push('`');
            }
            '\'' if quoted || !class.ends_with(char::is_alphabetic) => {
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

/// A message without the file, line and column before it.
fn without_place(message: &str) -> &str {
    let mut parts = message.splitn(4, ':').skip(1);
    let numbers = [parts.next(), parts.next()];
    let is_number = |part: Option<&str>| part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    parts.next().filter(|_| numbers.into_iter().all(is_number)).map_or(message, str::trim_start)
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
    use super::*;

    const BAD: &str = "Bad machine code: Using an undefined physical register";

    #[test]
    fn a_full_disk_is_no_missing_tool() {
        assert_eq!(not_started(&io::Error::from(io::ErrorKind::StorageFull)), DISK_FULL);
        assert_eq!(not_started(&io::Error::from_raw_os_error(28)), DISK_FULL, "ENOSPC of Linux");
        assert_eq!(not_started(&io::Error::from(io::ErrorKind::PermissionDenied)), "tool-not-started");
    }

    #[test]
    fn crashes_are_told_apart_by_their_innermost_function() {
        let dump = " #0 0x0000756b llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/a.so+0x1)\n #1 0x01 (/lib/c.so+0x1)\n\
                    #2 0x02 SPIRV::Reader::read(int) (/lib/b.so+0x2)\n";
        assert_eq!(class(&format!("PLEASE submit\n{dump}")), "SPIRV::Reader::read");
        assert_eq!(class(&format!("Not implemented!\nUNREACHABLE executed at f.cpp:7!\n{dump}")), "UNREACHABLE executed at f.cpp:#!");
        assert_eq!(class(&format!("f.cpp:7: Assertion `x' failed.\n{dump}")), "f.cpp:#: Assertion `' failed.");
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
        assert_eq!(class("error: case.mir:3:17: unknown register name 'foo'\n  $foo\n"), "unknown register name ''");
        assert_eq!(class("\n# End\n\n*** Bad machine code: Using an undefined physical register ***\n"), BAD);
        assert_eq!(class("error: DIE @ 0x1d, of 0xab (x)"), "DIE @ 0x#, of 0x# (x)");
        assert_eq!(class("error: DILocation's scope is 'x', not 'y'"), "DILocation's scope is '', not ''");
    }
}
