//! The class of a message and the site of a crash, for signatures: the message of a program without the parts that vary between cases.

use super::frames::frames;
use std::borrow::Cow;

/// The maximal number of characters of a message in a signature.
const CLASS: usize = 100;

/// Markers of a line that says what went wrong.
const TELLING: [&str; 4] = ["error", "Assertion", "UNREACHABLE", "*** Bad machine code"];

/// Returns the line of a message that reports an error or an assertion or, for a crash, the innermost named function outside the signal
/// handler, without numbers and quoted names: the same for the same fault in any module.
pub(crate) fn class(message: &str) -> String {
    let told = message.lines().find(|line| TELLING.iter().any(|word| line.contains(word)));
    let function = || frames(message).filter_map(|frame| frame.function()).find(|function| !function.starts_with("llvm::sys::"));
    // A dump that names no function begins with a request, which is not a class.
    let first = || message.lines().next().filter(|line| !line.starts_with("PLEASE submit"));
    let line = told.map(Cow::Borrowed).or_else(function).or_else(|| first().map(Cow::Borrowed)).unwrap_or_default();
    let line = line.rsplit_once("error: ").map_or(&*line, |(_, rest)| without_place(rest));
    let line = line.trim_matches(['*', ' ']);
    let mut class = String::new();
    let mut quoted = false;
    for character in line.chars().take(4 * CLASS) {
        match character {
            // After a letter it is an apostrophe.
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

/// Returns a message without the file, line and column before it.
fn without_place(message: &str) -> &str {
    let mut parts = message.splitn(4, ':').skip(1);
    let numbers = [parts.next(), parts.next()];
    let is_number = |part: Option<&str>| part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    parts.next().filter(|_| numbers.into_iter().all(is_number)).map_or(message, str::trim_start)
}

/// The element of an infinite recursion, which may crash anywhere in the cycle.
pub(super) const OVERFLOW: &str = "stack overflow";

/// Returns whether a message has the frames of an infinite recursion: a crash without recursion has some 20.
pub(super) fn overflowed(message: &str) -> bool {
    const DEEP: usize = 200;
    frames(message).count() >= DEEP
}

/// Returns the site of a crash whose message contains neither a function nor an error: the offset in the file of a library, such as
/// `a.so+0x1d2`, of the innermost frame outside the handler and the C library.
pub(super) fn site(message: &str) -> Option<String> {
    if overflowed(message) || message.lines().any(|line| TELLING.iter().any(|word| line.contains(word))) {
        return None;
    }
    // The handler prints its own frames first: two named ones, one unnamed, and that of the signal.
    let inner = frames(message).skip_while(|frame| !frame.is_c_library()).nth(1)?;
    inner.site()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: &str = "Bad machine code: Using an undefined physical register";

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
