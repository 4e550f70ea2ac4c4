//! The pass that is guilty of a failure, for signatures: `-O` and `-Os` run some thirty passes, and several passes share the code that
//! fails.

use super::super::ask::ask;
use super::SPIRV_OPT;
use crate::Verdict;
use crate::external::{Answer, Implementation, Outcome};

/// Passes that run the same code, as the options that run them alone, the one first that is made for most modules: a fault in that code
/// crashes several of them on one module, and is called that of the first that it crashes.
const ALIKE: &[&[&str]] = &[
    // Folding of instructions.
    &["--simplify-instructions", "--eliminate-insert-extract", "--ccp"],
    &["--strip-debug", "--strip-nonsemantic"],
    // The control flow of all functions.
    &[
        "--loop-invariant-code-motion",
        "--loop-peeling",
        "--loop-unswitch",
        "--loop-fission=1",
        "--loop-fusion=100",
        "--workaround-1209",
        "--cfg-cleanup",
        "--eliminate-dead-branches",
        "--merge-blocks",
    ],
];

/// Returns the pass that crashed or hung; `reported` is how a crash is reported. Whether it does so alone or behind others makes no
/// difference: what others made of the module could be a case itself.
pub(super) fn crashing_pass(opt: &Implementation, arguments: &[&str; 5], bytes: &[u8], reported: &str) -> String {
    let [option, rest @ ..] = arguments;
    let told = told(opt, &[&["--print-all"], &arguments[..]].concat(), bytes, "; IR before pass ");
    let Some((last, before)) = told.as_deref().and_then(<[String]>::split_last) else { return name(option).into() };
    // A hang would cost the time limit for each of them.
    let alike = ALIKE.iter().find(|alike| alike.iter().any(|other| name(other) == name(last))).filter(|_| !reported.is_empty());
    let crashes = |other: &&&str| {
        let passes: Vec<&str> = before.iter().map(String::as_str).chain([**other]).collect();
        let answer = ask(SPIRV_OPT.name, opt, &[&passes, &rest[..]].concat(), bytes);
        matches!(answer, Err(Verdict::Fail(failure)) if failure.signature.element == reported)
    };
    let first = alike.and_then(|alike| alike.iter().find(crashes));
    name(first.map_or(last, |first| first)).into()
}

/// Returns the pass behind which the module is invalid, if the tool finds one.
pub(super) fn invalidating_pass(opt: &Implementation, arguments: &[&str], bytes: &[u8]) -> Option<String> {
    let arguments = [&["--validate-after-all"], arguments].concat();
    let told = told(opt, &arguments, bytes, "error: line 0: Validation failed after pass ")?;
    told.last().map(|last| name(last).to_owned())
}

/// Returns the pass behind which a module shows something that it does not show without any pass: of an option that runs several, the last
/// of the first few that suffice.
pub(super) fn pass_that(opt: &Implementation, arguments: &[&str; 5], bytes: &[u8], shows: &dyn Fn(&[u8]) -> bool) -> String {
    let [option, rest @ ..] = arguments;
    let is_several = ["-O", "-Os"].contains(option);
    let ran = is_several.then(|| headings(opt, &[&["--print-all"], &arguments[..]].concat(), bytes, "; IR before pass ")).flatten();
    let passes: Vec<String> = ran.map(|(_, passes)| passes).unwrap_or_default();
    let is_shown = |count: usize| {
        let first: Vec<&str> = passes[..count].iter().map(String::as_str).chain(rest.iter().copied()).collect();
        matches!(ask(SPIRV_OPT.name, opt, &first, bytes), Ok(Answer::Accepts(written)) if shows(&written))
    };
    let (mut low, mut high) = (0, passes.len());
    if high == 0 || !is_shown(high) {
        return name(option).into();
    }
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        if is_shown(middle) { high = middle } else { low = middle }
    }
    name(&passes[high - 1]).into()
}

/// Returns the passes that a failing tool names, as the options that run them alone; none if it names none, or does not fail.
fn told(opt: &Implementation, arguments: &[&str], bytes: &[u8], heading: &str) -> Option<Vec<String>> {
    headings(opt, arguments, bytes, heading).filter(|(outcome, _)| *outcome != Outcome::Exited(0)).map(|(_, passes)| passes)
}

/// Returns how the tool ended, and the passes on the lines that begin with a heading.
fn headings(opt: &Implementation, arguments: &[&str], bytes: &[u8], heading: &str) -> Option<(Outcome, Vec<String>)> {
    let output = opt.run(arguments, &[("case", bytes)]).ok()?;
    let message = String::from_utf8_lossy(&output.stderr);
    let passes = message.lines().filter_map(|line| line.strip_prefix(heading));
    Some((output.outcome, passes.map(|pass| format!("--{pass}")).collect()))
}

/// Returns a pass without its argument, which the tool does not print for each.
fn name(option: &str) -> &str {
    option.split('=').next().unwrap_or(option)
}

#[cfg(test)]
mod tests {
    use super::super::passes::PASSES;
    use super::{ALIKE, name};

    #[test]
    fn passes_alike_are_passes_that_are_drawn() {
        for pass in ALIKE.iter().copied().flatten() {
            assert!(PASSES.contains(pass), "{pass}");
        }
        assert_eq!(name("--loop-fission=1"), "--loop-fission");
        assert_eq!(name("-Os"), "-Os");
    }
}
