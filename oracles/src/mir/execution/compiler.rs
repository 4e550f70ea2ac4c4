//! The compilers that are asked: each llc with its settings.

use super::{Codegen, Model, Processor, Setting};
use crate::external::{Implementation, ProgramFamily, Task, implementation, in_use};
use irsmith_mir::tables::Version;

/// An llc, and how it compiles.
#[derive(Clone, Copy, Debug)]
pub struct Compiler {
    /// The program.
    pub llc: &'static Implementation,
    /// The release.
    pub release: Version,
    /// The processor, level and features.
    pub setting: Setting,
}

impl Compiler {
    /// Makes one of an llc; one that does not tell its release is taken for one of the release of the tables.
    pub fn of(llc: &'static Implementation, setting: Setting) -> Self {
        Self { llc, release: llc.release().map_or(Version::TABLES, Version), setting }
    }

    /// Returns those that are to be judged for a processor that the llc has: without optimisation, with it, with newer features, and for one
    /// processor.
    ///
    /// Optimised code for X86-64 is asked only of programs that the user names: the releases known here compile one program of 200 wrongly
    /// (`corpora/pnacl/findings/llc-spill-of-narrowed-class`), with too many faces for entries of the ledger.
    pub fn judged(processor: Processor) -> Vec<Self> {
        let settings = settings(processor);
        let all = in_use(ProgramFamily::Llc, Task::Judge).into_iter();
        let compilers = all.flat_map(|llc| settings.map(|setting| (llc, setting)));
        let is_asked = |llc: &Implementation, at: usize| processor != Processor::X86_64 || llc.named_at.is_some() || at == 0;
        let asked = compilers.enumerate().filter(|(at, (llc, _))| is_asked(llc, at % settings.len()));
        asked.map(|(_, (llc, setting))| Self::of(llc, setting)).collect()
    }

    /// Returns each llc that is judged with one of [`GLOBAL_ISEL_SETTINGS`], by its number.
    pub(crate) fn all(processor: Processor, setting: usize) -> Vec<Self> {
        let setting = settings(processor)[setting];
        in_use(ProgramFamily::Llc, Task::Judge).into_iter().map(|llc| Self::of(llc, setting)).collect()
    }

    /// Returns those of the programs of these names for a processor, judged or not.
    ///
    /// # Errors
    /// Returns the first name of a program that is not installed.
    pub fn named<'n>(processor: Processor, names: &'n [String]) -> Result<Vec<Self>, &'n str> {
        let found = |name: &'n String| implementation(name).filter(|llc| llc.find().is_some()).ok_or(name.as_str());
        let programs: Vec<&'static Implementation> = names.iter().map(found).collect::<Result<_, _>>()?;
        Ok(programs.into_iter().flat_map(|llc| settings(processor).map(|setting| Self::of(llc, setting))).collect())
    }

    /// Returns for what a file is written.
    pub fn codegen(&self) -> Codegen {
        Codegen { processor: self.setting.processor, release: self.release }
    }
}

/// How many settings there are.
const SETTINGS: usize = 4;

/// How many of the settings give GlobalISel other code: the last is only scheduled in another way.
pub(crate) const GLOBAL_ISEL_SETTINGS: usize = SETTINGS - 1;

/// Returns the settings with which every llc is asked: without optimisation, with it, with newer features, and for one processor.
fn settings(processor: Processor) -> [Setting; SETTINGS] {
    let optimised = Setting::new(processor, 2);
    let model = |model| Setting { model, ..optimised };
    [Setting::new(processor, 0), optimised, model(Model::Newer), model(Model::Tuned)]
}
