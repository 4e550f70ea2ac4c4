//! Cases that break each rule: a file, all the rules that it breaks, and the verdict of llc 19.

mod blocks;
mod generic_operands;
mod keys;
mod liveness;
mod operands;
mod registers;
mod special;
mod types;

use irsmith_mir::validate::RuleId::{self, *};
use std::sync::LazyLock;

/// The verdict of llc 19 on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Llc {
    /// llc prints a message that contains these words.
    Refuses(&'static str),
    /// llc prints the file without an error.
    Accepts,
    /// llc rejects the case, crashes or accepts it: the table of `agreement.rs` says why it is not run.
    NotAsked,
}

/// A test of rules.
#[derive(Clone, Copy)]
pub(crate) struct RuleTest {
    pub(crate) rules: &'static [RuleId],
    pub(crate) llc: Llc,
    pub(crate) triple: &'static str,
    /// Definitions of the embedded module, one per line; if empty, the file has no module.
    pub(crate) module: &'static str,
    /// Keys of the function, one per line.
    pub(crate) keys: &'static str,
    /// Lines of the body without indentation.
    pub(crate) body: &'static str,
}

impl RuleTest {
    /// Returns the text of the file.
    pub(crate) fn text(&self) -> String {
        let body: String = self.body.lines().map(|line| format!("  {line}\n")).collect();
        let module: String = self.module.lines().map(|line| format!("  {line}\n")).collect();
        let module = if module.is_empty() { module } else { format!("--- |\n{module}...\n") };
        format!("{module}---\nname: f\n{}body: |\n{body}...\n", self.keys)
    }
}

const TRACKS: &str = "tracksRegLiveness: true\n";

/// A test of the rule of convergence control tokens.
const fn ssa_body(message: &'static str, body: &'static str) -> RuleTest {
    x86(&[ConvergenceControl], Llc::Refuses(message), TRACKS, body)
}

const NODE: &str = "machineMetadataNodes:\n  - '!0 = !{}'\n";

const fn x86(rules: &'static [RuleId], llc: Llc, keys: &'static str, body: &'static str) -> RuleTest {
    RuleTest { rules, llc, triple: "x86_64-linux-gnu", module: "", keys, body }
}

/// A test whose file has a module.
const fn with_module(rules: &'static [RuleId], llc: Llc, module: &'static str, body: &'static str) -> RuleTest {
    RuleTest { rules, llc, triple: "x86_64-linux-gnu", module, keys: TRACKS, body }
}

const fn on(triple: &'static str, llc: Llc, rules: &'static [RuleId], keys: &'static str, body: &'static str) -> RuleTest {
    RuleTest { rules, llc, triple, module: "", keys, body }
}

const fn body(rules: &'static [RuleId], message: &'static str, body: &'static str) -> RuleTest {
    x86(rules, Llc::Refuses(message), TRACKS, body)
}

const fn arm(rules: &'static [RuleId], message: &'static str, body: &'static str) -> RuleTest {
    RuleTest { rules, llc: Llc::Refuses(message), triple: "aarch64-linux-gnu", module: "", keys: TRACKS, body }
}

const fn keys(rules: &'static [RuleId], message: &'static str, keys: &'static str) -> RuleTest {
    x86(rules, Llc::Refuses(message), keys, "bb.0:\n  RET64")
}

/// The cases by subject.
const SUBJECTS: [&[RuleTest]; 8] =
    [keys::CASES, registers::CASES, blocks::CASES, operands::CASES, special::CASES, types::CASES, generic_operands::CASES, liveness::CASES];

/// All cases.
pub(crate) static CASES: LazyLock<Vec<RuleTest>> = LazyLock::new(|| SUBJECTS.concat());
