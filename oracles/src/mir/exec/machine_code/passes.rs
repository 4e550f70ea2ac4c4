//! Functions do the same behind a pass of GlobalISel, on the interpreter: what they compute there may not be other than before, and may not
//! be poison where it was not, even if the machine code is right in the end.

use super::super::calls::OPTIONS;
use super::behind::{Behind, made};
use super::judge::{OTHER_RELEASE, unless_listed, with_callees};
use super::known::{KnownCall, KnownCalls};
use super::run::text;
use super::stages::{self, FirstChange, NOT_PRINTED, first_change, printed};
use crate::external::in_halves;
use crate::mir::execution::{Compiler, Processor};
use crate::mir::tools::{NO_PASS_OF_NAME, of_any_level};
use crate::{Failure, Signature, TOOL_MISSING, Verdict};
use irsmith_mir::interpret::{Machine, Program};
use irsmith_mir::tables::Target;
use irsmith_mir::{Dialect, File, Function, FunctionFlags};
use std::collections::HashSet;
use std::time::Duration;

/// Skip reason: the interpreter executes no function behind the pass.
const NOT_EXECUTED: &str = "not-executed";
/// Skip reason: results have undefined bits, of which the interpreter makes more than a pass has to.
const UNDEFINED_BITS: &str = "undefined-bits";

/// Returns the passes that are asked at a level of optimisation: up to those that select registers, or opcodes of the target.
pub fn passes_of(processor: Processor, level: u8) -> &'static [&'static str] {
    let passes = stages::passes(processor, level);
    let is_last = |pass: &&str| matches!(*pass, "aarch64-postlegalizer-lowering" | "regbankselect");
    &passes[..passes.iter().position(is_last).unwrap_or(passes.len())]
}

/// How many numbers are drawn from for a pass: a multiple of the numbers of passes.
pub(super) const DRAWS: usize = 12;

/// Returns the pass of a drawn number, of those that run as this compiler is asked.
pub(super) fn drawn(compiler: &Compiler, number: usize) -> &'static str {
    let passes = passes_of(compiler.setting.processor, compiler.setting.level);
    passes[number % passes.len()]
}

/// Checks files behind a pass of an llc, all in one process if that succeeds, for the oracle `oracle`.
pub fn judge_passes(oracle: &'static str, compiler: &Compiler, pass: &'static str, files: &[KnownCalls]) -> Vec<Verdict> {
    if compiler.llc.find().is_none() {
        return vec![Verdict::Skip(TOOL_MISSING); files.len()];
    }
    let asked = Asked { oracle, compiler, dialect: Dialect::of_release(compiler.release), pass };
    in_halves(files, &|files| asked.judge(files), |verdict| *verdict == Verdict::Skip(NO_PASS_OF_NAME))
}

/// Who is asked about which pass.
struct Asked<'a> {
    oracle: &'static str,
    compiler: &'a Compiler,
    dialect: Dialect,
    pass: &'static str,
}

impl Asked<'_> {
    fn judge(&self, files: &[KnownCalls]) -> Result<Vec<Verdict>, Verdict> {
        let asked: Vec<&KnownCalls> = files.iter().filter(|known| self.is_of_release(known)).collect();
        if asked.is_empty() {
            return Ok(vec![Verdict::Skip(OTHER_RELEASE); files.len()]);
        }
        let mut names = HashSet::new();
        if !asked.iter().flat_map(|known| &known.file.functions).all(|function| names.insert(&*function.name)) {
            return Err(Verdict::Skip(NOT_PRINTED));
        }
        let no_calls: Vec<Vec<bool>> = vec![Vec::new(); asked.len()];
        let text = text(self.compiler, self.dialect, &asked, &no_calls);
        let time = Duration::from_secs(20 + files.len() as u64);
        let after = printed(self.compiler, self.dialect, &text, self.pass, time).map_err(Verdict::Skip)?;
        let program = Program::new(&after, &OPTIONS).map_err(|_| Verdict::Skip(NOT_EXECUTED))?;
        let mut machine = Machine::new(&program);
        let verdict = |known: &KnownCalls| {
            if self.is_of_release(known) { self.verdict(known, &after, &mut machine) } else { Verdict::Skip(OTHER_RELEASE) }
        };
        Ok(files.iter().map(verdict).collect())
    }

    fn is_of_release(&self, known: &KnownCalls) -> bool {
        let target = Target::of_triple(self.compiler.setting.processor.triple());
        known.file.functions.iter().all(|function| self.dialect.losses(function, target).is_empty())
    }

    /// Returns the verdict on a file: of its first wrong call that no entry of the ledger lists.
    fn verdict(&self, known: &KnownCalls, after: &File, machine: &mut Machine<'_>) -> Verdict {
        let Ok(before) = Program::new(&known.file, &OPTIONS) else { return Verdict::Skip(NOT_EXECUTED) };
        let (mut compared, mut listed, mut is_open, mut judged) = (0_u32, None, false, HashSet::new());
        for call in known.calls.iter().filter(|call| is_selected(after, &known.file.functions[call.function].name)) {
            match made(&before, machine, call) {
                None => {}
                Some(Behind::Same) => compared += 1,
                Some(Behind::Open(_)) => is_open = true,
                // The first wrong call of a function is enough.
                Some(Behind::Wrong { property, reason, shown }) if judged.insert(call.function) => {
                    let failure = self.failure(known, call, (property, &reason, &shown));
                    match unless_listed(failure, &with_callees(&known.file, call.function)) {
                        Verdict::Skip(entry) => listed = Some(entry),
                        verdict => return verdict,
                    }
                }
                Some(Behind::Wrong { .. }) => {}
            }
        }
        match (compared, listed) {
            (1.., None) => Verdict::Pass,
            (_, Some(entry)) => Verdict::Skip(entry),
            _ if is_open => Verdict::Skip(UNDEFINED_BITS),
            _ => Verdict::Skip(NOT_EXECUTED),
        }
    }

    fn failure(&self, known: &KnownCalls, call: &KnownCall, (property, reason, shown): (&'static str, &str, &str)) -> Failure {
        let function = &known.file.functions[call.function];
        let arguments: Vec<String> = call.arguments.iter().map(ToString::to_string).collect();
        let guilty = match first_change(self.compiler, self.dialect, known, call) {
            FirstChange::Pass(pass, _) => pass,
            // Only together with the other functions.
            FirstChange::After(_) => self.pass,
        };
        let name = of_any_level(guilty);
        let element = if reason.is_empty() { name } else { format!("{name}: {reason}") };
        let result = call.result.as_ref().map_or("nothing".to_owned(), ToString::to_string);
        let evidence = format!(
            "{}({})\n  interpreter: returns {result}\n  {}: it {shown} behind the pass {}, and begins to behind {guilty}",
            function.name,
            arguments.join(", "),
            self.compiler.setting.name(),
            self.pass
        );
        let implementations = vec![self.compiler.llc.name.into()];
        Failure { signature: Signature { implementations, ..Signature::new(self.oracle, property, element) }, evidence }
    }
}

/// Returns whether GlobalISel has not given a function up: then its body may be half of one.
fn is_selected(file: &File, name: &str) -> bool {
    let failed = FunctionFlags::FAILED_ISEL;
    file.functions.iter().any(|function: &Function| function.name == name && !function.flags.contains(failed))
}
