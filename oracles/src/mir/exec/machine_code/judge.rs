//! Judges what machine code makes of known calls.

use super::alone::wrong_alone;
use super::known::{KnownCall, KnownCalls};
use super::run::{Answer, answers, difference};
use super::stages::first_change;
use crate::external::interned;
use crate::ledger::MIR;
use crate::mir::execution::{COMPILATION, Compiler, Unselected, can_run};
use crate::{Failure, Signature, TOOL_MISSING, Verdict};
use irsmith_mir::tables::Target;
use irsmith_mir::{Dialect, File, Function, IrValue, OperandKind};
use std::collections::{BTreeSet, HashSet};

/// Skip reason, with what could not be done: LLVM's GlobalISel has no instructions for a function.
const UNSELECTED: &str = "not-selected";
/// Skip reason: the release of the compiler does not have everything in the file.
pub(super) const OTHER_RELEASE: &str = "other-release";

/// What came of the calls of a file as machine code.
#[derive(Clone, Debug)]
pub struct JudgedCalls {
    /// The verdict on the functions that were compiled; a skip if there are none.
    pub verdict: Verdict,
    /// For each call whether it was made; empty if there is no program.
    pub made: Vec<bool>,
    /// The functions that were not compiled.
    pub unselected: Vec<Unselected>,
}

impl JudgedCalls {
    fn without_calls(verdict: Verdict) -> Self {
        Self { verdict, made: Vec::new(), unselected: Vec::new() }
    }

    /// Returns all verdicts: that on the calls, and a skip for each reason why a function was not compiled.
    pub fn verdicts(self) -> Vec<Verdict> {
        let reasons: BTreeSet<&str> = self.unselected.iter().map(|one| one.reason.as_str()).collect();
        let mut skips: Vec<Verdict> = reasons.into_iter().map(|reason| Verdict::Skip(interned(UNSELECTED, reason))).collect();
        if self.made.contains(&true) || skips.is_empty() {
            skips.insert(0, self.verdict);
        }
        skips
    }
}

/// Checks files with an llc, all in one process if that succeeds, for the oracle `oracle`.
pub fn judge_calls(oracle: &'static str, compiler: &Compiler, files: &[KnownCalls]) -> Vec<JudgedCalls> {
    if !can_run(compiler.setting.processor) {
        return vec![JudgedCalls::without_calls(Verdict::Skip(TOOL_MISSING)); files.len()];
    }
    let dialect = Dialect::of_release(compiler.release);
    let target = Target::of_triple(compiler.setting.processor.triple());
    let is_of_release = |file: &File| file.functions.iter().all(|function| dialect.losses(function, target).is_empty());
    let (mut judged, mut asked) = (vec![JudgedCalls::without_calls(Verdict::Skip(OTHER_RELEASE)); files.len()], Vec::new());
    asked.extend((0..files.len()).filter(|at| is_of_release(&files[*at].file)));
    let jobs: Vec<&KnownCalls> = asked.iter().map(|at| &files[*at]).collect();
    for ((at, answer), known) in asked.into_iter().zip(answers(compiler, dialect, &jobs)).zip(&jobs) {
        if let Answer::Ran(seen, unselected) = &answer {
            (judged[at].made, judged[at].unselected) = (seen.iter().map(Option::is_some).collect(), unselected.clone());
        }
        judged[at].verdict = verdict(oracle, compiler, dialect, known, answer);
    }
    judged
}

fn verdict(oracle: &'static str, compiler: &Compiler, dialect: Dialect, known: &KnownCalls, answer: Answer) -> Verdict {
    let judge = |call: &KnownCall, property, machine: &str| {
        let failure = failure(oracle, compiler, dialect, known, call, (property, machine));
        unless_listed(failure, &with_callees(&known.file, call.function))
    };
    match answer {
        Answer::Skipped(reason) => Verdict::Skip(reason),
        Answer::Trouble(trouble) => match trouble.verdict(oracle, compiler.llc, COMPILATION) {
            Verdict::Fail(mut failure) => {
                failure.evidence = format!("{}: {}", compiler.setting.name(), failure.evidence);
                unless_listed(*failure, &known.file.functions.iter().collect::<Vec<_>>())
            }
            verdict => verdict,
        },
        Answer::Died(call, outcome) => match (known.calls.get(call), known.calls.last()) {
            (Some(call), _) => judge(call, "program-dies", &format!("{outcome:?}")),
            (None, Some(last)) => judge(last, "program-dies", &format!("after all calls: {outcome:?}")),
            (None, None) => Verdict::Skip("no-call"),
        },
        Answer::Ran(seen, unselected) => {
            let pairs = || known.calls.iter().zip(&seen).filter_map(|(call, seen)| Some((call, seen.as_ref()?)));
            let (mut verdict, mut judged) = (Verdict::Pass, HashSet::new());
            for (call, seen) in pairs() {
                // The first wrong call of a function is enough.
                if let Some((property, shown)) = difference(call, seen)
                    && judged.insert(call.function)
                {
                    verdict = judge(call, property, &shown);
                    if matches!(verdict, Verdict::Fail(_)) {
                        break;
                    }
                }
            }
            match unselected.first() {
                Some(one) if pairs().next().is_none() => Verdict::Skip(interned(UNSELECTED, &one.reason)),
                _ => verdict,
            }
        }
    }
}

/// Returns a function of a file, and those that it names: what is wrong in one that it calls shows in its own result.
pub(super) fn with_callees(file: &File, function: usize) -> Vec<&Function> {
    let mut found = vec![&file.functions[function]];
    let mut next = 0;
    while let Some(function) = found.get(next) {
        let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        let names = instructions.flat_map(|instruction| &instruction.operands).filter_map(|operand| match &operand.kind {
            OperandKind::Global { value: IrValue::Named(name), .. } => Some(name),
            _ => None,
        });
        let callees: Vec<&Function> = names.filter_map(|name| file.functions.iter().find(|function| *function.name == **name)).collect();
        for callee in callees {
            if !found.iter().any(|known| known.name == callee.name) {
                found.push(callee);
            }
        }
        next += 1;
    }
    found
}

/// Returns the verdict of a failure that these functions show: a skip if the ledger lists it.
pub(super) fn unless_listed(failure: Failure, functions: &[&Function]) -> Verdict {
    let text: String = functions.iter().map(|function| irsmith_mir::body::print(&function.blocks)).collect();
    match MIR.expected(&failure, &|part| text.contains(part)) {
        Some(entry) => Verdict::Skip(entry.name.as_str()),
        None => Verdict::Fail(Box::new(failure)),
    }
}

/// Returns the failure of a call: a property, and what the machine does. The level of optimisation is in the evidence alone: the same fault
/// mostly shows at several, and the target is that of the oracle.
fn failure(
    oracle: &'static str,
    compiler: &Compiler,
    dialect: Dialect,
    known: &KnownCalls,
    call: &KnownCall,
    (property, machine): (&'static str, &str),
) -> Failure {
    let function = &known.file.functions[call.function];
    let arguments: Vec<String> = call.arguments.iter().map(ToString::to_string).collect();
    let (element, sentence) = match wrong_alone(compiler, dialect, function) {
        Some(alone) => (alone.opcode.clone(), alone.sentence()),
        None => {
            let change = first_change(compiler, dialect, known, call);
            (change.name(), change.sentence())
        }
    };
    let (setting, end) = (compiler.setting.name(), call.end());
    let evidence = format!("{}({})\n  interpreter: {end}\n  {setting}: {machine}\n  {sentence}", function.name, arguments.join(", "));
    let implementations = vec![compiler.llc.name.into()];
    let signature = Signature { implementations, ..Signature::new(oracle, property, element) };
    Failure { signature, evidence }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::Limits;

    #[test]
    fn functions_that_are_called_count_with_their_callers() {
        let function = |name: &str, callee: &str| {
            let call = if callee.is_empty() { String::new() } else { format!("    CALL64pcrel32 @{callee}\n") };
            format!("---\nname: {name}\nbody: |\n  bb.0:\n{call}    RET 0\n...\n")
        };
        let text = [function("a", ""), function("b", "a"), function("c", "b"), function("d", "d")].concat();
        let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
        let names = |function| with_callees(&file, function).iter().map(|function| function.name.as_str()).collect::<Vec<_>>();
        assert_eq!([names(0), names(2), names(3)], [vec!["a"], vec!["c", "b", "a"], vec!["d"]]);
    }

    #[test]
    fn each_reason_why_a_function_was_not_compiled_is_a_skip() {
        let lost = |function: &str, reason: &str| Unselected { function: function.to_owned(), reason: reason.to_owned() };
        let unselected = vec![lost("f0", "unable to legalize G_FREM"), lost("f2", "cannot select COPY"), lost("f3", "cannot select COPY")];
        let first = Verdict::Skip(interned(UNSELECTED, "unable to legalize G_FREM"));
        let all = |made: &[bool], verdict: &Verdict| {
            let judged = JudgedCalls { verdict: verdict.clone(), made: made.to_vec(), unselected: unselected.clone() };
            judged.verdicts().iter().map(|verdict| format!("{verdict:?}")).collect::<Vec<_>>()
        };
        let (select, legalize) = (r#"Skip("not-selected: cannot select COPY")"#, r#"Skip("not-selected: unable to legalize G_FREM")"#);
        assert_eq!(all(&[false, true], &Verdict::Pass), ["Pass", select, legalize]);
        assert_eq!(all(&[false, false], &first), [select, legalize]);
        assert_eq!(JudgedCalls::without_calls(Verdict::Pass).verdicts(), [Verdict::Pass]);
    }
}
