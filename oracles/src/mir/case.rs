//! The view of a case that oracles use.

use super::tools::{Llc, LlcAnswers};
use crate::choices::{PartDraws, to_draw, to_generate};
use crate::external::{ProgramFamily, implementations};
use crate::rule_counts::RuleCounts;
use crate::{LimitSettings, TOOL_MISSING};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_generators::mir::{Config, Kind, generate};
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::validate::{Options, Violation, validate};
use irsmith_mir::{Error, File, Limits, RunLine};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The answers of an llc, or why it cannot be run; asked at most once, on first use.
type Lazy = OnceCell<Result<LlcAnswers, &'static str>>;

/// The bytes of a case, read at most once, on first use.
#[derive(Debug)]
pub struct Case {
    bytes: Vec<u8>,
    file: OnceCell<Result<File, Vec<Error>>>,
    triple: OnceCell<String>,
    /// The answers of each llc, by its name.
    answers: OnceCell<Vec<(&'static str, Lazy)>>,
    /// The cases of so many of its functions, for each size of batches.
    parts: OnceCell<Vec<(usize, Vec<Self>)>>,
}

/// Limits for cases: smaller than the defaults of the format, because a campaign reads millions.
const CASE_LIMITS: Limits = Limits { bytes: 16 << 20, nesting: 16, errors: 20 };

/// Returns these limits, or those that the user has set.
pub(super) fn case_limits() -> Limits {
    LimitSettings::of_cases().mir(CASE_LIMITS)
}

/// Limits for a text that we or a tool made of a case: any length. The full style alone has some 25 times the bytes of a case that consists
/// of small functions, so a limit would reject our own text of a readable case.
pub(super) const TEXT_LIMITS: Limits = Limits { bytes: usize::MAX, ..CASE_LIMITS };

/// Bytes of choices for a generated file, per byte of the case.
const CHOICES_OF_BYTE: usize = 2;

impl Case {
    /// Makes the case of a file with these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), file: OnceCell::new(), triple: OnceCell::new(), answers: OnceCell::new(), parts: OnceCell::new() }
    }

    /// Returns the file unchanged.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the file as text, with replacement characters for invalid UTF-8.
    pub(super) fn text(&self) -> Cow<'_, str> {
        // Much faster than searching for invalid UTF-8.
        std::str::from_utf8(&self.bytes).map_or_else(|_| String::from_utf8_lossy(&self.bytes), Cow::Borrowed)
    }

    /// Returns its model.
    pub fn file(&self) -> Result<&File, &[Error]> {
        self.file.get_or_init(|| File::read(&self.bytes, &case_limits())).as_ref().map_err(Vec::as_slice)
    }

    /// Returns its model, or the skip reason of an oracle that needs a function.
    pub fn file_or_skip(&self) -> Result<&File, &'static str> {
        let file = self.file().map_err(|_| super::UNREADABLE)?;
        if file.functions.is_empty() { Err(super::NO_FUNCTION) } else { Ok(file) }
    }

    /// Returns the triple for which we and others check the file: [`File::triple_in`] its text, or that of X86 for a file without one.
    pub fn triple(&self) -> &str {
        self.triple.get_or_init(|| {
            let text = self.text();
            let reported = || RunLine::of(&text).and_then(|line| line.triple().map(str::to_owned));
            let own = self.file().map_or_else(|_| reported(), |file| file.triple_in(&text));
            own.or_else(|| Target::X86.triple().map(str::to_owned)).unwrap_or_default()
        })
    }

    /// Returns the violations in a file for the triple of the case: the case's own file, or a changed version.
    pub fn violations_of(&self, file: &File) -> Vec<Violation> {
        validate(file, Options { triple: Some(self.triple()), ..Options::default() })
    }

    /// Returns how often such a file breaks each rule, or the skip reason.
    pub(super) fn rule_counts(&self, file: &File) -> Result<RuleCounts, &'static str> {
        RuleCounts::of(&self.violations_of(file))
    }

    /// Returns a file generated with the case as seed, including its configuration and target. Any bytes give one.
    pub fn generated(&self) -> File {
        let bytes = to_generate(&self.bytes, CHOICES_OF_BYTE);
        let mut bytes = Unstructured::new(&bytes);
        let mut choices = Choices::new(&mut bytes);
        let target = *choices.pick(&Machine::TARGETS).unwrap_or(&Target::X86);
        let kind = *choices.pick(&[Kind::Both, Kind::Generic, Kind::Target]).unwrap_or(&Kind::Both);
        let config = Config { call_sites: choices.chance(32), ..Config::new(target, kind) }.swarmed(&mut choices);
        generate(&mut bytes, &config)
    }

    /// Returns an llc's answers for its functions, or why the llc cannot be run.
    pub(super) fn llc_answers(&self, llc: Llc) -> Result<&LlcAnswers, &'static str> {
        let programs = || implementations().iter().map(|program| (program.name, OnceCell::new())).collect();
        let mut all = self.answers.get_or_init(programs).iter();
        let (_, answers) = all.find(|(name, _)| *name == llc.program.name).ok_or(TOOL_MISSING)?;
        answers.get_or_init(|| LlcAnswers::of(self, llc)).as_ref().map_err(|reason| *reason)
    }

    /// Returns cases of its functions, each of at most so many, which is the batch of an llc; itself if the llc gets all.
    pub(super) fn parts(&self, batch: Option<usize>) -> &[Self] {
        let (Some(size), Ok(file)) = (batch, self.file()) else { return std::slice::from_ref(self) };
        if file.functions.len() <= size {
            return std::slice::from_ref(self);
        }
        let of_size = |size: usize| {
            let chunks = file.functions.chunks(size).map(|functions| File { ir: file.ir.clone(), functions: functions.to_vec() });
            (size, chunks.map(|part| Self::new(part.write().as_bytes())).collect())
        };
        let sizes = || implementations().iter().filter(|program| program.family == ProgramFamily::Llc).filter_map(|llc| llc.batch);
        let parts = self.parts.get_or_init(|| sizes().collect::<BTreeSet<usize>>().into_iter().map(of_size).collect());
        parts.iter().find(|(of_size, _)| *of_size == size).map_or(std::slice::from_ref(self), |(_, parts)| parts)
    }

    /// Returns bytes for draws, a function of the file and of `salt` alone: enough for a draw at every instruction.
    pub fn choices(&self, salt: u64) -> Vec<u8> {
        to_draw(&self.bytes, salt)
    }

    /// Returns draws for its parts, for an oracle with a salt.
    pub(super) fn part_draws(&self, salt: u64) -> PartDraws {
        PartDraws::of_file(&self.bytes, salt)
    }
}

impl From<&[u8]> for Case {
    fn from(bytes: &[u8]) -> Self {
        Self::new(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{IR_REMADE, RENUMBERED, ROUNDTRIP};
    use super::*;
    use crate::Verdict;
    use std::fmt::Write;

    /// A case within its limits whose text in our style exceeds them.
    #[test]
    fn our_text_of_a_large_case_is_read() {
        let (mut module, mut functions) = (String::from("--- |\n"), String::new());
        for number in 0..15_000 {
            writeln!(module, "  define void @f{number}() {{ ret void }}").unwrap();
            write!(functions, "---\nname: f{number}\nbody: |\n  bb.0:\n    RET64\n...\n").unwrap();
        }
        let case = Case::new(format!("{module}...\n{functions}").as_bytes());
        assert!(case.bytes().len() < CASE_LIMITS.bytes / 8 && case.file().unwrap().write().len() > CASE_LIMITS.bytes);
        for oracle in [ROUNDTRIP, RENUMBERED, IR_REMADE] {
            assert_eq!(oracle.verdict(&case), Verdict::Pass, "{}", oracle.name);
        }
    }
}
