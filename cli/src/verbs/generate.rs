//! `irsmith generate`: generates cases from a seed.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::Args;
use irsmith_campaign::CampaignError;
use irsmith_fuzz::{Format, Profile, derive_seed, take_own_panics, target};
use irsmith_oracles::{external::is_dialect_file, mir::dialect_named};
use serde::Serialize;

use crate::{Error, Output, Status, formats::commands_for};

/// Generate valid cases.
///
/// The same seed gives the same files, on every platform. Case N of a seed does not depend on the number of cases. The validator checks
/// each case; at the end, the number of valid cases and the speed of the generator, without checking and writing, are printed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith generate pnacl -n 1000 --seed 1 -o cases
  irsmith generate pnacl --seed 7 | irsmith show -
  irsmith generate --target mir_llc -n 20 -o seeds

Exit status: 0 every case is valid; 1 one is not, which is a fault of the generator; 2 the format is unknown or a case cannot be written.")]
pub(crate) struct Generate {
    /// The format, such as pnacl.
    #[arg(required_unless_present = "target")]
    format: Option<String>,
    /// Generate cases of the format and the profile of a target: seeds for another fuzz engine.
    #[arg(long, value_name = "TARGET", conflicts_with_all = ["format", "profile"])]
    target: Option<String>,
    /// Number of cases.
    #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Seed of all cases.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Folder for case-000001.pexe (or .spv, .mir) and so on, created if needed; without it one case goes to standard output.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// swarm (sizes and features drawn for each case, as engines do), plain (every feature), large (every feature, and eight times the
    /// size), defined (programs in which every execution is defined and ends), exec (programs of which some trap, do something
    /// undefined or return poison), recent and interpreted (as defined, some or half of them for the newest release of LLVM), portable or kernel (only what
    /// external tools support), expressions (debug information that consists mostly of them). No format has all of them.
    #[arg(long, default_value = "swarm", value_name = "NAME")]
    profile: Profile,
    /// The release of LLVM that must read the Machine IR: llvm-14 to llvm-23; or the dialect file of a program (irsmith calibrate).
    /// Constructs that it does not have are not generated. SPIR-V is generated in the dialects of the profile.
    #[arg(long, value_name = "NAME|FILE")]
    dialect: Option<String>,
    /// Print one JSON object instead of the line at the end.
    #[arg(long, requires = "output")]
    json: bool,
}

/// The generated cases.
#[derive(Debug, Serialize)]
struct Report {
    format: &'static str,
    cases: u64,
    valid: u64,
    bytes: u64,
    seconds: f64,
    cases_per_second: f64,
}

impl Generate {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let (format, profile) = self.kind()?;
        if let Some(file) = self.dialect.as_deref().filter(|name| is_dialect_file(name) && !format.dialects().is_empty()) {
            dialect_named(file)?;
        }
        match &self.output {
            Some(folder) => self.fill(folder, format, profile, output),
            None if self.count > 1 => Err(Error::ManyCases(self.count)),
            None => {
                let case = self.case(format, profile, 1)?;
                if tell_panics(output)? {
                    return Ok(Status::Wrong);
                }
                output.binary(None, &case)?;
                Ok(if self.is_valid(format, &case) { Status::Fine } else { Status::Wrong })
            }
        }
    }

    /// What to generate.
    fn kind(&self) -> Result<(Format, Profile), Error> {
        if let Some(name) = &self.target {
            let target = target(name).ok_or_else(|| CampaignError::UnknownTarget(name.clone()))?;
            return Ok((target.format, target.profile));
        }
        let format = commands_for(self.format.as_deref().unwrap_or_default())?.format();
        self.check_profile(format)?;
        Ok((format, self.profile))
    }

    fn check_profile(&self, format: Format) -> Result<(), Error> {
        let profiles = format.profiles();
        if profiles.contains(&self.profile) {
            return Ok(());
        }
        let known = profiles.iter().map(Profile::name).collect::<Vec<_>>().join(", ");
        Err(Error::NoProfile { profile: self.profile.name(), format: format.name(), known })
    }

    fn case(&self, format: Format, profile: Profile, number: u64) -> Result<Vec<u8>, Error> {
        let seed = derive_seed(self.seed, "generate", number);
        match &self.dialect {
            None => Ok(format.generate_as(profile, seed)),
            Some(name) => format.generate_in(name, profile, seed).ok_or_else(|| no_dialect(format, name)),
        }
    }

    /// Returns whether a case is valid in the dialect that it was generated for.
    fn is_valid(&self, format: Format, case: &[u8]) -> bool {
        self.dialect.as_ref().map_or_else(|| format.is_valid(case), |dialect| format.is_valid_in(dialect, case))
    }

    fn fill(&self, folder: &Path, format: Format, profile: Profile, output: &mut Output) -> Result<Status, Error> {
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
        let (mut valid, mut bytes, mut busy) = (0, 0, Duration::ZERO);
        for number in 1..=self.count {
            let start = Instant::now();
            let case = self.case(format, profile, number)?;
            busy += start.elapsed();
            if tell_panics(output)? {
                continue;
            }
            let path = folder.join(format!("case-{number:06}.{}", format.extension()));
            fs::write(&path, &case).map_err(Error::file(&path))?;
            bytes += case.len() as u64;
            if self.is_valid(format, &case) {
                valid += 1;
            } else {
                output.print_error(format_args!("{}: the generator made an invalid case", path.display()))?;
            }
        }
        let report = Report::new(format, self.count, valid, bytes, busy);
        if self.json {
            output.json(&report)?;
        } else {
            output.line(report.sentence())?;
        }
        Ok(if valid == self.count { Status::Fine } else { Status::Wrong })
    }
}

/// Describes what is wrong with an unknown dialect name.
fn no_dialect(format: Format, name: &str) -> Error {
    let dialects = format.dialects();
    let cause = if dialects.is_empty() {
        format!("no dialect of {} can be named here", format.name())
    } else {
        format!("unknown dialect; there is {}", dialects.join(", "))
    };
    Error::NoDialect { name: name.into(), cause }
}

/// Reports where the generator panicked on the last case, if it did; there is no case then.
fn tell_panics(output: &mut Output) -> Result<bool, Error> {
    let panics = take_own_panics();
    panics.iter().try_for_each(|own| output.print_error(own))?;
    Ok(!panics.is_empty())
}

impl Report {
    fn new(format: Format, cases: u64, valid: u64, bytes: u64, busy: Duration) -> Self {
        let seconds = busy.as_secs_f64();
        let cases_per_second = if seconds > 0.0 { cases as f64 / seconds } else { 0.0 };
        Self { format: format.name(), cases, valid, bytes, seconds, cases_per_second }
    }

    fn sentence(&self) -> String {
        let Self { format, cases, valid, bytes, cases_per_second, .. } = self;
        let share = 100.0 * *valid as f64 / *cases as f64;
        format!("{format}: {cases} cases, {valid} valid ({share:.1} %), {} bytes on average, {cases_per_second:.0} a second", bytes / cases)
    }
}
