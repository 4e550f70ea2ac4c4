//! A case as oracles see it.

use super::tools::LlcAnswers;
use crate::LimitSettings;
use crate::choices::{to_draw, to_generate};
use crate::rule_counts::RuleCounts;
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_generators::mir::{Config, Kind, generate};
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::validate::{Options, Violation, validate};
use irsmith_mir::{Error, File, Limits, RunLine};
use std::borrow::Cow;
use std::cell::OnceCell;

/// The bytes of a case, read at most once, when the first oracle asks.
#[derive(Debug)]
pub struct Case {
    bytes: Vec<u8>,
    file: OnceCell<Result<File, Vec<Error>>>,
    triple: OnceCell<String>,
    answers: OnceCell<Result<LlcAnswers, &'static str>>,
}

/// Bounds on a case: smaller than the defaults of the format, for a campaign reads millions.
const CASE_LIMITS: Limits = Limits { bytes: 16 << 20, nesting: 16, errors: 20 };

/// These, or what the user has set.
pub(super) fn case_limits() -> Limits {
    LimitSettings::of_cases().mir(CASE_LIMITS)
}

/// Bounds on a text that we or a tool made of a case: as long as it is. The full style alone takes some 25 times the bytes of a case of nothing
/// but small functions, so a bound on these would refuse our own text of a case that is read.
pub(super) const TEXT_LIMITS: Limits = Limits { bytes: usize::MAX, ..CASE_LIMITS };

/// Bytes of choices for a generated file, for each byte of the case.
const CHOICES_OF_BYTE: usize = 2;

impl Case {
    /// The case in a file of these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), file: OnceCell::new(), triple: OnceCell::new(), answers: OnceCell::new() }
    }

    /// The file as it is.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same as text, where it is no UTF-8 with marks for what is not.
    pub(super) fn text(&self) -> Cow<'_, str> {
        // Much faster than a search for what is none.
        std::str::from_utf8(&self.bytes).map_or_else(|_| String::from_utf8_lossy(&self.bytes), Cow::Borrowed)
    }

    /// Its model.
    pub fn file(&self) -> Result<&File, &[Error]> {
        self.file.get_or_init(|| File::read(&self.bytes, &case_limits())).as_ref().map_err(Vec::as_slice)
    }

    /// Its model, or why an oracle that needs a function must skip.
    pub fn file_or_skip(&self) -> Result<&File, &'static str> {
        let file = self.file().map_err(|_| super::UNREADABLE)?;
        if file.functions.is_empty() { Err(super::NO_FUNCTION) } else { Ok(file) }
    }

    /// The triple that the file is judged for, by us and by others: [`File::triple_in`] its text, or that of X86 for a file that tells none.
    pub fn triple(&self) -> &str {
        self.triple.get_or_init(|| {
            let text = self.text();
            let told = || RunLine::of(&text).and_then(|line| line.triple().map(str::to_owned));
            let own = self.file().map_or_else(|_| told(), |file| file.triple_in(&text));
            own.or_else(|| Target::X86.triple().map(str::to_owned)).unwrap_or_default()
        })
    }

    /// What our validator says of a file for the triple of the case: the case's own, or one that it was changed to.
    pub fn violations_of(&self, file: &File) -> Vec<Violation> {
        validate(file, Options { triple: Some(self.triple()), ..Options::default() })
    }

    /// How often such a file breaks each rule, or why an oracle must skip.
    pub(super) fn rule_counts(&self, file: &File) -> Result<RuleCounts, &'static str> {
        RuleCounts::of(&self.violations_of(file))
    }

    /// A file generated with the case as seed, configuration, target and all. Any bytes make one.
    pub fn generated(&self) -> File {
        let bytes = to_generate(&self.bytes, CHOICES_OF_BYTE);
        let mut bytes = Unstructured::new(&bytes);
        let mut choices = Choices::new(&mut bytes);
        let target = *choices.pick(&Machine::TARGETS).unwrap_or(&Target::X86);
        let kind = *choices.pick(&[Kind::Both, Kind::Generic, Kind::Target]).unwrap_or(&Kind::Both);
        let config = Config { call_sites: choices.chance(32), ..Config::new(target, kind) }.swarmed(&mut choices);
        generate(&mut bytes, &config)
    }

    /// What llc 19 says of its functions, or why it cannot be asked.
    pub(super) fn llc_answers(&self) -> Result<&LlcAnswers, &'static str> {
        self.answers.get_or_init(|| LlcAnswers::of(self)).as_ref().map_err(|reason| *reason)
    }

    /// Bytes to choose with, a function of the file alone and of `salt`: enough for a draw at every instruction.
    pub fn choices(&self, salt: u64) -> Vec<u8> {
        to_draw(&self.bytes, salt)
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

    /// A case within its bounds of which our text is beyond them.
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
