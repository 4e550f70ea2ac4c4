//! The class of a message, for signatures: what a program says without the parts that vary between cases and machines.

use std::borrow::Cow;

/// The maximal number of characters of a message in a signature.
const CLASS: usize = 100;

/// Markers of a line that says what went wrong.
const TELLING: [&str; 4] = ["error", "Assertion", "UNREACHABLE", "*** Bad machine code"];

/// Debug intrinsics of LLVM, which its verifier names in messages about all of them.
const INTRINSICS: [&str; 4] = ["llvm.dbg.assign", "llvm.dbg.declare", "llvm.dbg.label", "llvm.dbg.value"];

/// Returns the line of a message that reports an error, otherwise the first, without numbers, quoted names and folders: the same for the
/// same fault in any module.
pub(crate) fn class(message: &str) -> String {
    let reported = message.lines().find(|line| TELLING.iter().any(|word| line.contains(word)));
    // A dump that names no function begins with a request, which is not a class.
    let first = || message.lines().next().filter(|line| !line.starts_with("PLEASE submit"));
    let line = reported.or_else(first).unwrap_or_default();
    let line = line.rsplit_once("error: ").map_or(line, |(_, rest)| without_place(rest));
    let line = without_folders(line.trim_matches(['*', ' ']));
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
    let class = INTRINSICS.iter().fold(class, |class, name| class.replace(name, "llvm.dbg"));
    class.chars().take(CLASS).collect()
}

/// Returns a message without the file, line and column before it.
fn without_place(message: &str) -> &str {
    let mut parts = message.splitn(4, ':').skip(1);
    let numbers = [parts.next(), parts.next()];
    let is_number = |part: Option<&str>| part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    parts.next().filter(|_| numbers.into_iter().all(is_number)).map_or(message, str::trim_start)
}

/// Returns a message without the folders of the paths in it that are not relative to a folder of any machine.
fn without_folders(message: &str) -> Cow<'_, str> {
    let is_path =
        |word: &str| ["/", "./", "../"].iter().any(|start| word.starts_with(start)) && word.trim_matches(['/', '.']).contains('/');
    let open = ['(', '"', '\'', '`', '[', '<'];
    if !message.split(' ').any(|word| is_path(word.trim_start_matches(open))) {
        return Cow::Borrowed(message);
    }
    let words = message.split(' ').map(|word| {
        let path = word.trim_start_matches(open);
        let name = if is_path(path) { path.trim_end_matches('/').rsplit('/').next().unwrap_or(path) } else { path };
        format!("{}{name}", &word[..word.len() - path.len()])
    });
    Cow::Owned(words.collect::<Vec<_>>().join(" "))
}

/// How a shell says that a signal ended a program.
const SHELL: [&str; 8] = [
    "Segmentation fault",
    "Aborted",
    "Bus error",
    "Illegal instruction",
    "Floating point exception",
    "Trace/breakpoint trap",
    "Killed",
    "Terminated",
];

/// Returns a message without the lines of a shell that ran the program.
pub(super) fn without_shell(message: &str) -> String {
    let is_shell = |line: &str| {
        SHELL.iter().any(|words| {
            let rest = line.trim().strip_prefix(words);
            let alone = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" (core dumped)"));
            alone || line.contains(words) && (line.contains(": line ") || line.contains(".sh: "))
        })
    };
    message.lines().filter(|line| !is_shell(line)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: &str = "Bad machine code: Using an undefined physical register";

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
        assert_eq!(
            class("llvm.dbg.value intrinsic requires a !dbg attachment"),
            class("llvm.dbg.declare intrinsic requires a !dbg attachment")
        );
        assert_eq!(class("error: DILocation's scope is 'x', not 'y'"), "DILocation's scope is '', not ''");
    }

    #[test]
    fn a_class_has_no_folders_and_no_words_of_a_shell() {
        assert_eq!(class("error: cannot open /tmp/irsmith-7/a/case.mir (x)"), "cannot open case.mir (x)");
        assert_eq!(class("error: scalar/aggregate and / or (./a/b)"), "scalar/aggregate and / or (b)");
        let shell = "/tmp/run.sh: line 3:  4711 Segmentation fault      (core dumped) llc \"$@\"\nAborted (core dumped)\ntorn\n";
        assert_eq!(class(&without_shell(shell)), "torn");
        assert_eq!(without_shell("Killed by a filter"), "Killed by a filter");
    }
}
