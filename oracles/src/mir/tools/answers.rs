//! An llc's answers for the valid functions of a case: run once, for all oracles.

use super::batch::{Ask, Batch, BatchAnswers, objection, printed};
use super::foreign::Foreign;
use super::llc::{Llc, NO_PASS, run_pass, text};
use super::{Setting, TEXT_REFUSED};
use crate::external::Answer;
use crate::mir::Case;
use crate::mir::case::TEXT_LIMITS;
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::validate::{MAX_VIOLATIONS, Options, Severity, Violation, validate};
use irsmith_mir::{Error, File, Function};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// The functions of a case, by our verdict, and llc's answers for the valid ones.
#[derive(Debug)]
pub(crate) struct LlcAnswers {
    pub(super) llc: Llc,
    pub(super) setting: Setting,
    batch: OnceCell<Batch>,
    /// Functions that break rules, each of which makes llc reject a file, with the first violation of each.
    pub(super) invalid: Vec<(usize, Violation)>,
    /// llc's answers for the valid functions.
    pub(super) of_batch: BatchAnswers,
    /// llc's objection to the file itself, although it accepts every function in our text.
    pub(super) against: Option<super::batch::Objection>,
    /// The input of llc: the file itself, or our text of the functions that it accepts.
    text: Vec<u8>,
    printed: OnceCell<Result<String, &'static str>>,
    prints: OnceCell<Result<Prints, &'static str>>,
}

/// The output of llc for the functions that it accepts, as far as we can read it.
#[derive(Debug)]
pub(super) struct Prints {
    /// The documents.
    pub(super) batch: Batch,
    /// The functions that we can read, by name, each with its index in the batch.
    pub(super) read: BTreeMap<String, (usize, Function)>,
    /// Those of them that break a rule, with the first violation of each. They are not read again either.
    pub(super) invalid: BTreeMap<String, Violation>,
}

impl Prints {
    /// Returns the indices of the functions that we can read and that break no rule.
    pub(super) fn valid(&self) -> Vec<usize> {
        self.read.iter().filter(|(name, _)| !self.invalid.contains_key(*name)).map(|(_, (place, _))| *place).collect()
    }

    /// Reads the functions of a print for a target, and returns the errors in the others.
    pub(super) fn of(print: &str, judged: Options<'_>) -> (Self, Vec<(usize, Vec<Error>)>) {
        let batch = Batch::of_print(print);
        let (mut read, mut unread) = (BTreeMap::new(), Vec::new());
        for (place, text) in batch.functions().into_iter().enumerate() {
            match File::read_in(text.as_bytes(), &TEXT_LIMITS, judged.dialect) {
                Ok((file, _)) => read.extend(file.functions.into_iter().next().map(|function| (function.name.clone(), (place, function)))),
                Err(errors) => unread.push((place, errors)),
            }
        }
        let ir = File::read(batch.head().as_bytes(), &TEXT_LIMITS).ok().and_then(|file| file.ir);
        let file = File { ir, functions: read.values().map(|(_, function): &(usize, Function)| function.clone()).collect() };
        let violations = validate(&file, judged).into_iter().filter(Violation::is_error);
        let mut invalid = BTreeMap::new();
        for violation in violations {
            invalid.entry(violation.place.part.function.name.clone()).or_insert(violation);
        }
        (Self { batch, read, invalid }, unread)
    }
}

/// Skip reason: the target is one of which we know only the names.
const NO_TABLES: &str = "target-without-tables";
/// Skip reason: we can read nothing in llc's output; another oracle reports this.
const NOBODY: &str = "print-not-read";
/// Skip reason: every function contains something that the release of the llc does not have.
pub(super) const OTHER_RELEASE: &str = "of-another-release";
/// Skip reason: more rules are broken than the validator reports.
const TOO_MANY: &str = "too-many-violations";

impl LlcAnswers {
    /// Runs llc on a case.
    ///
    /// # Errors
    /// Returns the skip reason.
    pub(crate) fn of(case: &Case, llc: Llc) -> Result<Self, &'static str> {
        let file = case.file_or_skip()?;
        let setting = Setting::of(case).for_release(llc.dialect);
        let options = setting.judged();
        let target = Target::of_triple(&setting.triple).filter(|target| Machine::of(*target).is_some()).ok_or(NO_TABLES)?;
        let broken: Vec<Violation> = validate(file, options).into_iter().filter(Violation::is_error).collect();
        if broken.len() >= MAX_VIOLATIONS {
            return Err(TOO_MANY);
        }
        let (mut valid, mut invalid) = partition(file, broken);
        let ask: Ask<'_> = &|text| run_pass(llc, &setting, NO_PASS, text);
        let (mut against, batch, printed, prints) = (None, OnceCell::new(), OnceCell::new(), OnceCell::new());
        let unknown = Foreign::unknown_to(llc.dialect, target);
        let speaks_all = llc.is_of_tables() && !unknown.is_in(&case.text());
        if !speaks_all {
            // It is asked only about what it speaks.
            let texts = batch.get_or_init(|| Batch::of(file, llc.dialect)).functions();
            let is_spoken = |member: usize| texts.get(member).is_some_and(|text| !unknown.is_in(text));
            valid.retain(|member| is_spoken(*member));
            invalid.retain(|(member, _)| is_spoken(*member));
            if valid.is_empty() && invalid.is_empty() {
                return Err(OTHER_RELEASE);
            }
        }
        if valid.len() == file.functions.len() && speaks_all {
            let answer = ask(case.bytes());
            if let Ok(Answer::Accepts(print)) = answer {
                let _ = printed.set(Ok(text(print)));
                let said = BatchAnswers::all(valid);
                return Ok(Self { llc, setting, batch, invalid, of_batch: said, against, text: case.bytes().to_vec(), printed, prints });
            }
            against = objection(answer)?;
        }
        let ours = batch.get_or_init(|| Batch::of(file, llc.dialect));
        let said = ours.ask_about(&valid, ask)?;
        // If llc is too slow only on all functions together, this is not an objection to the file.
        against = against.filter(|_| said.refused.is_empty() && !said.is_slow());
        let text = ours.text(&said.accepted).into_bytes();
        Ok(Self { llc, setting, batch, invalid, of_batch: said, against, text, printed, prints })
    }

    /// Returns our text of the case, function by function: not needed if llc accepts the file itself.
    pub(super) fn batch(&self, case: &Case) -> &Batch {
        self.batch.get_or_init(|| case.file().map(|file| Batch::of(file, self.llc.dialect)).unwrap_or_default())
    }

    /// Returns the text of the functions that llc accepts.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns llc's output for [`Self::text`].
    ///
    /// # Errors
    /// Returns the skip reason.
    pub(super) fn printed(&self) -> Result<&str, &'static str> {
        let ask = || match self.of_batch.accepted.is_empty() {
            true => Err(TEXT_REFUSED),
            false => printed(run_pass(self.llc, &self.setting, NO_PASS, &self.text)),
        };
        self.printed.get_or_init(ask).as_deref().map_err(|reason| *reason)
    }

    /// Returns the functions in llc's output that we can read.
    ///
    /// # Errors
    /// Returns the skip reason.
    pub(super) fn prints(&self) -> Result<&Prints, &'static str> {
        let read = || {
            let (prints, _) = Prints::of(self.printed()?, self.setting.judged());
            if prints.read.is_empty() { Err(NOBODY) } else { Ok(prints) }
        };
        self.prints.get_or_init(read).as_ref().map_err(|reason| *reason)
    }
}

/// Partitions functions into those that break no rule and those that break one. Functions that only we reject by choice are in neither: llc
/// may accept them, or crash on them.
fn partition(file: &File, broken: Vec<Violation>) -> (Vec<usize>, Vec<(usize, Violation)>) {
    let mut rest = broken.into_iter().peekable();
    let (mut valid, mut invalid) = (Vec::new(), Vec::new());
    for index in 0..file.functions.len() {
        let mut own = Vec::new();
        while let Some(violation) = rest.next_if(|violation| violation.place.part.function.index == index) {
            own.push(violation);
        }
        if own.is_empty() {
            valid.push(index);
        } else if own.iter().all(|violation| violation.rule.severity != Severity::Choice) {
            invalid.extend(own.into_iter().next().map(|first| (index, first)));
        }
    }
    (valid, invalid)
}
