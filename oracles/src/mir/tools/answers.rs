//! What llc 19 says of the functions of a case that are valid: asked once, for all oracles.

use super::batch::{Ask, Batch, BatchAnswers, objection, printed};
use super::llc::{NO_PASS, run_pass, text};
use super::{Setting, TEXT_REFUSED};
use crate::external::{Answer, LLC_19};
use crate::mir::Case;
use crate::mir::case::TEXT_LIMITS;
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::validate::{MAX_VIOLATIONS, Options, Severity, Violation, validate};
use irsmith_mir::{Error, File, Function};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// The functions of a case, by our verdict, and llc's of those that are valid.
#[derive(Debug)]
pub(crate) struct LlcAnswers {
    pub(super) setting: Setting,
    batch: OnceCell<Batch>,
    /// Functions that break rules, all of which make llc refuse a file, with the first violation of each.
    pub(super) invalid: Vec<(usize, Violation)>,
    /// What llc says of the functions that break none.
    pub(super) of_batch: BatchAnswers,
    /// What llc says against the file as it is, though it takes every function of our text of it.
    pub(super) against: Option<super::batch::Objection>,
    /// What llc is given: the file as it is, or our text of the functions that it accepts.
    text: Vec<u8>,
    printed: OnceCell<Result<String, &'static str>>,
    prints: OnceCell<Result<Prints, &'static str>>,
}

/// What llc printed of the functions that it accepts, as far as we read it.
#[derive(Debug)]
pub(super) struct Prints {
    /// The documents.
    pub(super) batch: Batch,
    /// The functions that we read, by name, each with its place in the batch.
    pub(super) read: BTreeMap<String, (usize, Function)>,
    /// Those of them that break a rule, and the first that each breaks. Nobody reads them again either.
    pub(super) invalid: BTreeMap<String, Violation>,
}

impl Prints {
    /// The places of the functions that are read and break no rule.
    pub(super) fn valid(&self) -> Vec<usize> {
        self.read.iter().filter(|(name, _)| !self.invalid.contains_key(*name)).map(|(_, (place, _))| *place).collect()
    }

    /// The functions of a print for a target that we read, and what is wrong with the others.
    pub(super) fn of(print: &str, judged: Options<'_>) -> (Self, Vec<(usize, Vec<Error>)>) {
        let batch = Batch::of_print(print);
        let (mut read, mut unread) = (BTreeMap::new(), Vec::new());
        for (place, text) in batch.functions().into_iter().enumerate() {
            match File::read(text.as_bytes(), &TEXT_LIMITS) {
                Ok(file) => read.extend(file.functions.into_iter().next().map(|function| (function.name.clone(), (place, function)))),
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

/// Skip reason: the target is one of which only names are known.
const NO_TABLES: &str = "target-without-tables";
/// Skip reason: we read nothing of what llc printed, which another oracle tells.
const NOBODY: &str = "print-not-read";
/// Skip reason: more rules are broken than the validator tells.
const TOO_MANY: &str = "too-many-violations";

impl LlcAnswers {
    /// Asks llc about a case.
    ///
    /// # Errors
    /// The reason to skip.
    pub(crate) fn of(case: &Case) -> Result<Self, &'static str> {
        let file = case.file_or_skip()?;
        let setting = Setting::of(case);
        let options = setting.judged();
        Target::of_triple(&setting.triple).and_then(Machine::of).ok_or(NO_TABLES)?;
        let broken: Vec<Violation> = validate(file, options).into_iter().filter(Violation::is_error).collect();
        if broken.len() >= MAX_VIOLATIONS {
            return Err(TOO_MANY);
        }
        let (valid, invalid) = partition(file, broken);
        let ask: Ask<'_> = &|text| run_pass(&LLC_19, &setting, NO_PASS, text);
        let (mut against, batch, printed, prints) = (None, OnceCell::new(), OnceCell::new(), OnceCell::new());
        if valid.len() == file.functions.len() {
            let answer = ask(case.bytes());
            if let Ok(Answer::Accepts(print)) = answer {
                let _ = printed.set(Ok(text(print)));
                let said = BatchAnswers::all(valid);
                return Ok(Self { setting, batch, invalid, of_batch: said, against, text: case.bytes().to_vec(), printed, prints });
            }
            against = objection(answer)?;
        }
        let ours = batch.get_or_init(|| Batch::of(file));
        let said = ours.ask_about(&valid, ask)?;
        // What takes too long only together is nothing against the file.
        against = against.filter(|_| said.refused.is_empty() && !said.is_slow());
        let text = ours.text(&said.accepted).into_bytes();
        Ok(Self { setting, batch, invalid, of_batch: said, against, text, printed, prints })
    }

    /// Our text of the case, function by function: not needed where llc has nothing against the file as it is.
    pub(super) fn batch(&self, case: &Case) -> &Batch {
        self.batch.get_or_init(|| case.file().map(Batch::of).unwrap_or_default())
    }

    /// The text of the functions that llc accepts.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// What llc prints of [`Self::text`].
    ///
    /// # Errors
    /// The reason to skip.
    pub(super) fn printed(&self) -> Result<&str, &'static str> {
        let ask = || match self.of_batch.accepted.is_empty() {
            true => Err(TEXT_REFUSED),
            false => printed(run_pass(&LLC_19, &self.setting, NO_PASS, &self.text)),
        };
        self.printed.get_or_init(ask).as_deref().map_err(|reason| *reason)
    }

    /// The functions of what llc prints that we read.
    ///
    /// # Errors
    /// The reason to skip.
    pub(super) fn prints(&self) -> Result<&Prints, &'static str> {
        let read = || {
            let (prints, _) = Prints::of(self.printed()?, self.setting.judged());
            if prints.read.is_empty() { Err(NOBODY) } else { Ok(prints) }
        };
        self.prints.get_or_init(read).as_ref().map_err(|reason| *reason)
    }
}

/// The functions that break no rule, and those that break one. Functions of which we decided alone that they mean nothing are in neither: llc
/// may accept them, or die of them.
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
