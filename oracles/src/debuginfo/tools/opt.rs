//! Passes of `spirv-opt` keep a valid module valid.

use super::ask::{ask, each, environment, little_endian, partner};
use super::expected::unless_expected;
use super::val::specified;
use crate::debuginfo::{Case, INVALID, Oracle, UNREADABLE};
use crate::external::{Answer, Implementation, Outcome, ProgramFamily, Task, class, fail};
use crate::{Check, Family, Needs, Verdict, Wanted};
use arbitrary::Unstructured;
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Limits, Module};
use irsmith_generators::Choices;

/// The oracle.
pub const SPIRV_OPT: Oracle = Oracle {
    name: "debuginfo-spirv-opt",
    family: Family::Agreement,
    about: "a pass of spirv-opt makes of a module that spirv-val accepts one that it accepts",
    floor: 75,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::SpirvOpt), Wanted::to_judge(ProgramFamily::SpirvVal)]),
    check: Check::Parts(check),
};

/// Passes that must not make a module invalid, one of which is drawn for each case. `--strip-debug` is not among them: it crashes on a
/// DebugScope (2023.1), and our strip does the same.
const PASSES: &[&str] = &[
    "-O",
    "-Os",
    "--ccp",
    "--cfg-cleanup",
    "--combine-access-chains",
    "--compact-ids",
    "--copy-propagate-arrays",
    "--convert-local-access-chains",
    "--descriptor-scalar-replacement",
    "--eliminate-dead-branches",
    "--eliminate-dead-code-aggressive",
    "--eliminate-dead-const",
    "--eliminate-dead-functions",
    "--eliminate-dead-inserts",
    "--eliminate-dead-members",
    "--eliminate-dead-variables",
    "--eliminate-insert-extract",
    "--eliminate-local-multi-store",
    "--eliminate-local-single-block",
    "--eliminate-local-single-store",
    "--flatten-decorations",
    "--fold-spec-const-op-composite",
    "--freeze-spec-const",
    "--if-conversion",
    "--inline-entry-points-exhaustive",
    "--local-redundancy-elimination",
    "--loop-invariant-code-motion",
    "--loop-unroll",
    "--merge-blocks",
    "--merge-return",
    "--private-to-local",
    "--reduce-load-size",
    "--redundancy-elimination",
    "--remove-duplicates",
    "--replace-invalid-opcode",
    "--scalar-replacement=100",
    "--simplify-instructions",
    "--ssa-rewrite",
    "--unify-const",
    "--vector-dce",
    "--workaround-1209",
];

/// Separates the choice of a pass from those of other oracles.
const SALT: u64 = 0x6f70_7469;

fn check(case: &Case) -> Vec<Verdict> {
    each(ProgramFamily::SpirvOpt, |opt| unless_expected(case, judge(case, opt).unwrap_or_else(|verdict| verdict)))
}

fn judge(case: &Case, opt: &Implementation) -> Result<Verdict, Verdict> {
    // A fault in the program around the debug instructions counts too, as does one in a minimized case.
    let module = case.module().ok_or(Verdict::Skip(UNREADABLE))?;
    specified(module).map_err(Verdict::Skip)?;
    if !is_valid(module) {
        return Err(Verdict::Skip(INVALID));
    }
    let environment = environment(module).map_err(Verdict::Skip)?;
    let bytes = little_endian(module).ok_or(Verdict::Skip("not-writable"))?;
    let val = partner(opt, ProgramFamily::SpirvVal, Task::Judge)?;
    let validate = |bytes: &[u8]| ask(SPIRV_OPT.name, val, &["--target-env", &environment, "case"], bytes);
    if let Answer::Refuses(_) = validate(&bytes)? {
        return Err(Verdict::Skip("spirv-val-refuses"));
    }
    let choices = case.choices(SALT);
    let pass = PASSES[Choices::new(&mut Unstructured::new(&choices)).below(PASSES.len())];
    let arguments = [pass, &format!("--target-env={environment}"), "case", "-o", "-"];
    let changed = match ask(SPIRV_OPT.name, opt, &arguments, &bytes) {
        Ok(Answer::Accepts(changed)) => changed,
        Ok(Answer::Refuses(message)) => return Ok(fail(SPIRV_OPT.name, opt, "refused", &format!("{pass} {}", class(&message)), message)),
        Err(Verdict::Fail(mut failure)) => {
            // A hang is identified by the option.
            let told = failure.signature.element.strip_prefix(pass).unwrap_or(&failure.signature.element);
            failure.signature.element = format!("{} {told}", crashing_pass(opt, &arguments, &bytes)).trim_end().into();
            return Err(Verdict::Fail(failure));
        }
        Err(skip) => return Err(skip),
    };
    let changed = behind_warnings(&changed);
    if let Err(error) = Module::read(changed, &Limits::default()) {
        return Ok(fail(SPIRV_OPT.name, opt, "unreadable", pass, error.to_string()));
    }
    Ok(match validate(changed)? {
        Answer::Accepts(_) => Verdict::Pass,
        Answer::Refuses(message) => {
            let inner = inner_pass(opt, &arguments, &bytes, "--validate-after-all", "error: line 0: Validation failed after pass ");
            let element = format!("{} {}", inner.as_deref().unwrap_or(pass), class(&message));
            fail(SPIRV_OPT.name, opt, "made-invalid", &element, format!("{pass}\n{message}"))
        }
    })
}

/// Returns the module that the tool wrote, without the warnings before it (2023.1 prints them to the same stream).
fn behind_warnings(output: &[u8]) -> &[u8] {
    let is_warned = output.starts_with(b"warning: ");
    let module = output.windows(4).position(|word| is_warned && word == spirv::MAGIC_NUMBER.to_le_bytes());
    &output[module.unwrap_or(0)..]
}

/// Returns the pass that crashed or hung; if it does not do so alone, it is listed with the passes before it.
fn crashing_pass(opt: &Implementation, arguments: &[&str; 5], bytes: &[u8]) -> String {
    let [option, rest @ ..] = arguments;
    let heading = "; IR before pass ";
    match inner_pass(opt, arguments, bytes, "--print-all", heading) {
        Some(inner) if inner == *option => inner,
        Some(inner) if inner_pass(opt, &[&[inner.as_str()], &rest[..]].concat(), bytes, "--print-all", heading).is_some() => inner,
        Some(inner) => format!("behind others: {inner}"),
        None => (*option).into(),
    }
}

/// Returns the pass that failed, as the option that runs it alone: `-O` and `-Os` run some thirty passes. With the option `telling` the
/// tool prints the passes on lines that begin with `heading`, and the last of them is the one that failed. None if no pass failed.
fn inner_pass(opt: &Implementation, arguments: &[&str], bytes: &[u8], telling: &str, heading: &str) -> Option<String> {
    let arguments: Vec<&str> = [telling].iter().chain(arguments).copied().collect();
    let output = opt.run(&arguments, &[("case", bytes)]).ok()?;
    if output.outcome == Outcome::Exited(0) {
        return None;
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let name = message.lines().rev().find_map(|line| line.strip_prefix(heading))?;
    Some(format!("--{name}"))
}

#[cfg(test)]
mod tests {
    use super::behind_warnings;

    #[test]
    fn a_module_begins_behind_the_warnings() {
        let module = [3, 2, 0x23, 7, 0, 0, 1, 0];
        assert_eq!(behind_warnings(&module), module);
        assert_eq!(behind_warnings(&[b"warning: line 0: not inlined\n".as_slice(), &module].concat()), module);
        assert_eq!(behind_warnings(b"what else\x03\x02\x23\x07"), b"what else\x03\x02\x23\x07");
    }
}
