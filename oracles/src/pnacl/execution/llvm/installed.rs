//! The installed programs of LLVM that compile and run PNaCl programs together: those of one release.

use super::{Compiler, Mode};
use crate::external::{Implementation, ProgramFamily, Task, in_use};
use std::sync::OnceLock;

/// Programs of one release of LLVM that compile and run LLVM assembly.
#[derive(Debug)]
pub struct Llvm {
    pub(super) compiler: Compiler,
    /// `lli` or `llc`, as the compiler says.
    pub(super) program: &'static Implementation,
    /// Links what `llc` makes; without one `llc` does not take part.
    pub(super) linker: Option<&'static Implementation>,
    /// The optimiser, which [`Mode::Plain`] does not need.
    pub(super) opt: Option<&'static Implementation>,
    /// The release of all.
    pub(super) release: u8,
}

impl Llvm {
    /// Returns the first of [`Self::all`] for `lli`.
    pub fn find() -> Option<&'static Self> {
        Self::all(Compiler::Lli).next()
    }

    /// Returns each installed `lli` or `llc` that is to be judged, with the first such `opt` of its release; looked up once per process.
    pub fn all(compiler: Compiler) -> impl Iterator<Item = &'static Self> {
        static FOUND: OnceLock<Vec<Llvm>> = OnceLock::new();
        FOUND.get_or_init(Self::search).iter().filter(move |llvm| llvm.compiler == compiler)
    }

    fn search() -> Vec<Self> {
        // Words of memory are hashed in the machine's byte order, and programs are little endian.
        if cfg!(target_endian = "big") {
            return Vec::new();
        }
        let optimisers = in_use(ProgramFamily::Opt, Task::Judge);
        let linker = in_use(ProgramFamily::Linker, Task::Compile).first().copied();
        let with_optimiser = |compiler: Compiler, program: &'static Implementation| {
            let release = program.release().filter(|release| *release >= compiler.since())?;
            let opt = optimisers.iter().copied().find(|opt| opt.release() == Some(release));
            Some(Self { compiler, program, linker: linker.filter(|_| compiler != Compiler::Lli), opt, release })
        };
        let programs = |compiler: Compiler| in_use(compiler.family(), Task::Judge).into_iter().map(move |program| (compiler, program));
        let able = |compiler: &Compiler| *compiler == Compiler::Lli || linker.is_some();
        let all = Compiler::ALL.into_iter().filter(able).flat_map(programs);
        all.filter_map(|(compiler, program)| with_optimiser(compiler, program)).collect()
    }

    /// Returns the programs that take part in a mode and whose faults it can show.
    pub fn programs(&self, mode: Mode) -> impl Iterator<Item = &'static Implementation> {
        [Some(self.program), self.opt.filter(|_| mode != Mode::Plain)].into_iter().flatten()
    }
}
