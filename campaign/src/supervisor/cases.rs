//! The initial cases of a campaign.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use irsmith_fuzz::{Format, Mutator, Target, derive_seed};

use super::corpus::Corpus;
use crate::{CampaignError, Options};

/// Number of generated initial cases, in addition to the seeds on disk.
const GENERATED: u64 = 64;

/// The folders that workers of one target read and write.
#[derive(Debug)]
pub(super) struct Folders {
    /// Read and written, shared by the target's workers.
    pub(super) corpus: PathBuf,
    /// The same folder, if it is kept after the campaign.
    pub(super) kept: Option<Corpus>,
    /// Read only.
    pub(super) seeds: Vec<PathBuf>,
}

impl Folders {
    /// Returns the folders of `target`: its corpus, in `scratch` if it is not kept, the seeds and regressions of its format, and some
    /// generated cases unless only byte mutations are used.
    pub(super) fn prepare(target: &Target, options: &Options, scratch: &Path) -> Result<Self, CampaignError> {
        let root = options.corpus.clone().unwrap_or_else(|| scratch.join("corpus"));
        let corpus = root.join(target.name);
        let opened = Corpus::open(&corpus).map_err(CampaignError::file("the corpus folder cannot be written:", &corpus))?;
        let kept = options.corpus.is_some().then_some(opened);
        let mut seeds = Vec::new();
        // Byte mutations are the baseline of experiments, so they get no help from the generator.
        if options.mutator != Mutator::Bytes {
            let generated = scratch.join("generated").join(target.format.name()).join(target.profile.name());
            generate(target, &generated, options).map_err(CampaignError::file("cannot write generated cases to", &generated))?;
            seeds.push(generated);
        }
        if let Some(root) = &options.seeds {
            let kept = scratch.join("kept").join(target.format.name());
            gather(target.format, &root.join(target.format.name()), &kept).map_err(CampaignError::file("cannot copy seeds to", &kept))?;
            seeds.push(kept);
        }
        Ok(Folders { corpus, kept, seeds })
    }
}

/// Copies the cases of the seeds and regressions below `corpora` to `folder`, unless another target has done so. libFuzzer reads every file
/// of a folder, and there are notes and listings beside the cases.
fn gather(format: Format, corpora: &Path, folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    for kind in ["seeds", "regressions"] {
        for entry in fs::read_dir(corpora.join(kind)).into_iter().flatten() {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == format.extension())
                && let Some(name) = path.file_name()
            {
                fs::copy(&path, folder.join(name))?;
            }
        }
    }
    Ok(())
}

/// Writes generated cases of the target's profile to `folder`, unless another target has done so.
fn generate(target: &Target, folder: &Path, options: &Options) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    for ordinal in 0..GENERATED {
        let case = target.generate(derive_seed(options.seed, "generated", ordinal));
        if case.len() <= options.max_len_of(target) {
            fs::write(folder.join(format!("{ordinal:03}.{}", target.format.extension())), case)?;
        }
    }
    Ok(())
}
