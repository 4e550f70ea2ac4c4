//! Passes of `spirv-opt` keep a valid module valid, and what it says of the source program true.
//!
//! Several passes run on a case, one after the other. A failure is that of one pass: the module that the passes before it wrote, as a case
//! of its own, would fail with the same signature.

mod guilty;
mod keeps;
mod passes;

use self::guilty::{crashing_pass, invalidating_pass, pass_that};
use self::keeps::Untrue;
use super::ask::{ask, each, environment, little_endian, partner};
use super::expected::{first_unlisted, unless_listed};
use super::val::known;
use crate::debuginfo::{Case, INVALID, Oracle, UNREADABLE};
use crate::external::{Answer, Implementation, ProgramFamily, Task, class, fail};
use crate::{Check, Family, Needs, Verdict, Wanted};
use arbitrary::Unstructured;
use irsmith_debuginfo::validate::{Violation, is_valid, validate};
use irsmith_debuginfo::{Limits, Module};
use irsmith_generators::Choices;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The oracle.
pub const SPIRV_OPT: Oracle = Oracle {
    name: "debuginfo-spirv-opt",
    family: Family::Agreement,
    about: "passes of spirv-opt make of a module that spirv-val accepts one that it accepts, and keep scopes, inlining and lines",
    // Half of what is generated is written with a DebugNoScope outside of blocks, which the ledger lists.
    floor: 20,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::SpirvOpt), Wanted::to_judge(ProgramFamily::SpirvVal)]),
    check: Check::Parts(check),
};

/// Separates the choice of passes from those of other oracles.
const SALT: u64 = 0x6f70_7469;

/// Passes for each case. Each is given what the one before it wrote: few generators write the code that passes write.
const STEPS: usize = 3;

fn check(case: &Case) -> Vec<Verdict> {
    each(ProgramFamily::SpirvOpt, |opt| judge(case, opt).unwrap_or_else(|verdict| verdict))
}

fn judge(case: &Case, opt: &Implementation) -> Result<Verdict, Verdict> {
    // A fault in the program around the debug instructions counts too, as does one in a minimized case.
    let module = case.module().ok_or(Verdict::Skip(UNREADABLE))?;
    known(module).map_err(Verdict::Skip)?;
    if !is_valid(module) {
        return Err(Verdict::Skip(INVALID));
    }
    let bytes = little_endian(module).ok_or(Verdict::Skip("not-writable"))?;
    let val = partner(opt, ProgramFamily::SpirvVal, Task::Judge)?;
    let mut input = Input::new(Cow::Borrowed(module), bytes)?;
    if let Answer::Refuses(_) = input.validate(val).map_err(|verdict| unless_listed(module, verdict))? {
        return Err(Verdict::Skip("spirv-val-refuses"));
    }
    let choices = case.choices(SALT);
    let mut choices = Unstructured::new(&choices);
    // The passes that changed the module so far, and whether one was judged.
    let (mut changing, mut is_judged) = (Vec::new(), false);
    for _ in 0..STEPS {
        let pass = passes::PASSES[Choices::new(&mut choices).below(passes::PASSES.len())];
        if !passes::suits(pass, &input.module) {
            continue;
        }
        match input.pass(pass, opt, val).map_err(|verdict| unless_listed(&input.module, verdict)) {
            Ok(Some(output)) => {
                input = output;
                changing.push(pass);
            }
            Ok(None) => {}
            Err(Verdict::Fail(mut failure)) => {
                if !changing.is_empty() {
                    failure.evidence = format!("after {}:\n{}", changing.join(" "), failure.evidence);
                }
                return Err(Verdict::Fail(failure));
            }
            Err(_) if is_judged => break,
            Err(skip) => return Err(skip),
        }
        is_judged = true;
    }
    Ok(if is_judged { Verdict::Pass } else { Verdict::Skip("no-pass-suits") })
}

/// A module that `spirv-val` accepts, as a pass is given it.
struct Input<'m> {
    module: Cow<'m, Module>,
    bytes: Vec<u8>,
    environment: String,
}

impl<'m> Input<'m> {
    fn new(module: Cow<'m, Module>, bytes: Vec<u8>) -> Result<Self, Verdict> {
        let environment = environment(&module).map_err(Verdict::Skip)?;
        Ok(Self { module, bytes, environment })
    }

    fn validate(&self, val: &Implementation) -> Result<Answer, Verdict> {
        ask(SPIRV_OPT.name, val, &["--target-env", &self.environment, "case"], &self.bytes)
    }

    /// Returns what a pass makes of the module, if it changes an instruction.
    ///
    /// # Errors
    /// Returns the failure if what it makes is not right, or a skip.
    fn pass(&self, pass: &str, opt: &Implementation, val: &Implementation) -> Result<Option<Input<'static>>, Verdict> {
        let arguments = [pass, &format!("--target-env={}", self.environment), "case", "-o", "-"];
        let changed = match ask(SPIRV_OPT.name, opt, &arguments, &self.bytes) {
            Ok(Answer::Accepts(changed)) => changed,
            Ok(Answer::Refuses(message)) if message.contains("Unknown flag") => return Err(Verdict::Skip("pass-unknown")),
            Ok(Answer::Refuses(message)) => {
                return Err(fail(SPIRV_OPT.name, opt, "refused", &format!("{pass} {}", class(&message)), message));
            }
            Err(Verdict::Fail(mut failure)) => {
                // A hang is identified by the option.
                let reported = failure.signature.element.strip_prefix(pass).unwrap_or(&failure.signature.element);
                let guilty = crashing_pass(opt, &arguments, &self.bytes, reported);
                failure.signature.element = format!("{guilty} {reported}").trim_end().into();
                failure.evidence = format!("{pass}\n{}", failure.evidence);
                return Err(Verdict::Fail(failure));
            }
            Err(skip) => return Err(skip),
        };
        let changed = behind_warnings(&changed).to_vec();
        let after =
            Module::read(&changed, &Limits::default()).map_err(|error| fail(SPIRV_OPT.name, opt, "unreadable", pass, error.to_string()))?;
        let after = Input::new(Cow::Owned(after), changed)?;
        if after.bytes == self.bytes {
            return Ok(None);
        }
        if let Answer::Refuses(message) = after.validate(val)? {
            let guilty = invalidating_pass(opt, &arguments, &self.bytes).unwrap_or_else(|| pass.into());
            let element = format!("{guilty} {}", class(&message));
            return Err(fail(SPIRV_OPT.name, opt, "made-invalid", &element, format!("{pass}\n{message}")));
        }
        let mut found = untrue(&self.module, &after.module, passes::renumbers(pass));
        found.retain(|untrue| !passes::may_break(pass, untrue.property));
        let without = if found.is_empty() { Vec::new() } else { self.untrue_without_pass(opt, &arguments[1..]) };
        let verdicts = found.into_iter().map(|untrue| {
            let shows = |other: &Untrue| (other.property, other.element) == (untrue.property, untrue.element);
            let guilty = if untrue.is_lost_at_line || without.iter().any(shows) {
                // What stands behind a line after a pass loses its scope when the tool writes it, whatever pass has put it there.
                "no pass".to_owned()
            } else {
                let shows_behind = |changed: &[u8]| self.untrue_of(changed, passes::renumbers(pass)).iter().any(shows);
                pass_that(opt, &arguments, &self.bytes, &shows_behind)
            };
            let place = if untrue.is_lost_at_line { "instruction behind a line" } else { untrue.element };
            fail(SPIRV_OPT.name, opt, untrue.property, &format!("{guilty} {place}"), format!("{pass}\n{}", untrue.evidence))
        });
        match first_unlisted(&self.module, verdicts.collect()) {
            Verdict::Pass => Ok((after.module.instructions != self.module.instructions).then_some(after)),
            verdict => Err(verdict),
        }
    }

    /// Returns what is not true of a module that the tool wrote of this one.
    fn untrue_of(&self, written: &[u8], is_renumbered: bool) -> Vec<Untrue> {
        let written = Module::read(behind_warnings(written), &Limits::default());
        written.map_or_else(|_| Vec::new(), |written| untrue(&self.module, &written, is_renumbered))
    }

    /// Returns what is not true of a module that was only read and written: of these, no pass is guilty.
    fn untrue_without_pass(&self, opt: &Implementation, arguments: &[&str]) -> Vec<Untrue> {
        let Ok(Answer::Accepts(written)) = ask(SPIRV_OPT.name, opt, arguments, &self.bytes) else { return Vec::new() };
        self.untrue_of(&written, true)
    }
}

/// Returns the statements of a changed module that are not true, and the rules of the debug sets that it breaks and `spirv-val` does not
/// know.
fn untrue(before: &Module, after: &Module, is_renumbered: bool) -> Vec<Untrue> {
    let mut untrue = keeps::untrue(before, after, is_renumbered);
    let broken = validate(after).into_iter().filter(Violation::is_error);
    let rule =
        |error: Violation| Untrue { property: "breaks-rule", element: error.rule.id, is_lost_at_line: false, evidence: error.to_string() };
    untrue.extend(broken.map(rule));
    let mut seen = BTreeSet::new();
    untrue.retain(|untrue| seen.insert((untrue.property, untrue.element, untrue.is_lost_at_line)));
    untrue
}

/// Returns the module that the tool wrote, without the warnings before it (2023.1 prints them to the same stream).
fn behind_warnings(output: &[u8]) -> &[u8] {
    let is_warned = output.starts_with(b"warning: ");
    let module = output.windows(4).position(|word| is_warned && word == spirv::MAGIC_NUMBER.to_le_bytes());
    &output[module.unwrap_or(0)..]
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
