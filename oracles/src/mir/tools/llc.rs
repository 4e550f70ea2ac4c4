//! llc, asked about a text.

use super::Setting;
use crate::external::{Answer, Tool, Trouble, ask, class};

/// The name of the file that llc is given: what tells it that this is Machine IR.
pub(super) const FILE: &str = "case.mir";

/// What llc does with a text when it only reads, verifies and prints it.
pub(super) const NO_PASS: &str = "none";

/// What a message has of a program that died on purpose: of what the verifier finds, and of what a pass cannot do, llc does.
const ON_PURPOSE: &str = "LLVM ERROR: ";

/// Whether a message is a refusal.
fn is_refusal(message: &str) -> bool {
    message.contains(ON_PURPOSE)
}

/// The class of a message: what the verifier says first, or else why llc ended, without the instruction that it ended at. What LLVM's parser
/// of IR says of the value of a constant is told apart.
pub(super) fn class_of(message: &str) -> String {
    let quoted = message.lines().skip_while(|line| !line.starts_with("error: ")).nth(1);
    if quoted.is_some_and(|line| line.starts_with(' ') && line.contains(" value: ")) {
        return format!("constant: {}", class(message));
    }
    let ended = || message.lines().find_map(|line| line.split_once(ON_PURPOSE)?.1.split(':').next());
    match ended().filter(|_| !message.contains("*** Bad machine code")) {
        Some(reason) => class(reason),
        None => class(message),
    }
}

/// What llc printed, as text.
pub(super) fn text(print: Vec<u8>) -> String {
    String::from_utf8(print).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// What llc says of a text, and prints behind a pass.
///
/// # Errors
/// When it is missing, cannot be started, hangs or crashes.
pub(super) fn run_pass(tool: &Tool, setting: &Setting, pass: &str, text: &[u8]) -> Result<Answer, Trouble> {
    let pass = format!("-run-pass={pass}");
    let mut arguments = vec![pass.as_str(), "-verify-machineinstrs", "-o", "-"];
    arguments.extend(setting.options.iter().map(String::as_str));
    arguments.push(FILE);
    ask(tool, &arguments, (FILE, text), is_refusal)
}
