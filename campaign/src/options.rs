//! The options of a campaign.

use std::{path::PathBuf, time::Duration};

use irsmith_fuzz::{Mutator, Store, Target};

use crate::{CampaignError, FindingReport};

/// The options of a campaign. By default there are no limits: it runs until it is stopped.
#[derive(Clone, Debug)]
pub struct Options {
    /// Wall-clock time of the whole campaign, all targets together.
    pub time: Option<Duration>,
    /// Executions of each target. With one job, the same seed then gives the same run.
    pub runs: Option<u64>,
    /// If there are more targets than workers, a worker runs one target for about this long before another target has its turn.
    pub turn: Duration,
    /// Workers at a time, at least 1.
    pub jobs: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The mutations that workers use.
    pub mutator: Mutator,
    /// The findings folder.
    pub findings: PathBuf,
    /// Where corpora are kept between campaigns, one folder per target; with `None`, a campaign begins from the seeds and deletes its
    /// corpora.
    pub corpus: Option<PathBuf>,
    /// The folder with `<format>/seeds` and `<format>/regressions`, if there is one.
    pub seeds: Option<PathBuf>,
    /// Largest case in bytes. Targets whose cases are larger have a larger limit.
    pub max_len: usize,
    /// Address space of a worker, in MiB.
    pub memory_mib: u64,
    /// Timeout of one execution before it counts as a hang; multiplied by [`Target::patience`](irsmith_fuzz::Target::patience).
    pub timeout: Duration,
    /// Whether to continue when the coverage counters do not work.
    pub allow_blind: bool,
    /// Findings of a campaign just before this one, in the same folder: they are handled and listed as those of this campaign.
    pub earlier: Vec<FindingReport>,
    /// Whether workers have the lowest priority, and so use the processor time that other programs leave.
    pub lowest_priority: bool,
}

impl Options {
    /// Tests whether findings can be written, before any longer work begins.
    ///
    /// # Errors
    ///
    /// [`CampaignError::File`] with the folder and the cause.
    pub fn check_findings(&self) -> Result<Store, CampaignError> {
        Store::open(&self.findings).map_err(CampaignError::file("the findings folder cannot be written:", &self.findings))
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            time: None,
            runs: None,
            turn: Duration::from_secs(10),
            jobs: 1,
            seed: 0,
            mutator: Mutator::default(),
            findings: "findings".into(),
            corpus: None,
            seeds: None,
            max_len: 16 << 10,
            memory_mib: 2048,
            timeout: Duration::from_secs(10),
            allow_blind: false,
            earlier: Vec::new(),
            lowest_priority: false,
        }
    }
}

impl Options {
    /// Returns the largest case of a target in bytes: more than [`Self::max_len`] if its cases need it.
    pub(crate) fn max_len_of(&self, target: &Target) -> usize {
        self.max_len.max(target.least_max_len)
    }
}
