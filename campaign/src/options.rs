//! How a campaign runs.

use std::{path::PathBuf, time::Duration};

use irsmith_fuzz::{Mutator, Store, Target};

use crate::CampaignError;

/// How a campaign runs. The default bounds nothing: it runs until it is stopped.
#[derive(Clone, Debug)]
pub struct Options {
    /// Wall-clock time of the whole campaign, all targets together.
    pub time: Option<Duration>,
    /// Executions of each target. With one job, the same seed then gives the same run.
    pub runs: Option<u64>,
    /// A worker works about this long on one target before another target has its turn, where there are more targets than workers.
    pub turn: Duration,
    /// Workers at a time, at least 1.
    pub jobs: usize,
    /// Everything random derives from it.
    pub seed: u64,
    /// Which changes workers make to cases.
    pub mutator: Mutator,
    /// The findings folder.
    pub findings: PathBuf,
    /// Where corpora stay between campaigns, one folder a target; `None` begins from the seeds
    /// and drops what was learnt.
    pub corpus: Option<PathBuf>,
    /// The folder with `<format>/seeds` and `<format>/regressions`, if there is one.
    pub seeds: Option<PathBuf>,
    /// Largest case in bytes. Targets whose cases need more room have it.
    pub max_len: usize,
    /// Address space of a worker, in MiB.
    pub memory_mib: u64,
    /// Time one execution may take before it counts as a hang; [`Target::patience`](irsmith_fuzz::Target::patience) makes more of it.
    pub timeout: Duration,
    /// Whether to go on when the coverage counters do not count.
    pub allow_blind: bool,
}

impl Options {
    /// Tries whether findings can be written, before any longer work begins.
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
        }
    }
}

impl Options {
    /// Largest case of a target in bytes: more than [`Self::max_len`] where its cases need it.
    pub(crate) fn max_len_of(&self, target: &Target) -> usize {
        self.max_len.max(target.room)
    }
}
