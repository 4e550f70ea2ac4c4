//! Checks: a process that runs a target on one case after another, which it receives over a socket.
//!
//! The minimizer's cases run here, so that a case that aborts or hangs ends this process and not the minimizer. As in a fuzzing worker, the
//! [`StatusFile`] records what was running.
//!
//! The socket is the standard input of the process; standard output is not used, because code under test may print. Numbers are 32 bits,
//! little endian. A size of 0 says that the process is ready. A request is the size of a case, then the case. The answer has a part for each
//! failed oracle, sent as soon as it failed: the size of a [`Finding`] as JSON, then the JSON. A size of 0 ends the answer.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, BufReader, Read, Write},
    os::{fd::AsFd, unix::net::UnixStream},
    path::PathBuf,
    process::ExitCode,
};

use irsmith_oracles::{
    LimitSettings, Verdict,
    external::{Configuration, configure, scratch_within},
    pin_draws,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{JobError, StatusFile, confine, limits::note_refusals};
use crate::{Finding, Level, Operation, Provenance, Target};

/// The environment variable that contains a checker's [`CheckSettings`] as JSON.
pub const CHECK_VARIABLE: &str = "IRSMITH_CHECK";

/// The largest case or finding that is sent over the socket, in bytes.
const LARGEST_PART: u32 = 1 << 30;

/// The settings of a checking process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckSettings {
    /// Name of the target.
    pub target: String,
    /// Whether to read, list and write cases as a minimizer does, and run no oracle: other processes may read a case that survives this.
    pub only_read: bool,
    /// The operation of our own code to repeat on cases instead of running the target: it panicked on a case.
    #[serde(default)]
    pub operation: Option<String>,
    /// The second case of that operation, if it takes two.
    #[serde(default)]
    pub other: Option<PathBuf>,
    /// The oracle that alone is to run; all of the target's if there is none.
    #[serde(default)]
    pub only: Option<String>,
    /// The seed of what oracles draw, instead of a hash of each case.
    #[serde(default)]
    pub draws: Option<u64>,
    /// Limit of the process's address space, in MiB.
    pub memory_mib: u64,
    /// Process id of the minimizer.
    pub parent: u32,
    /// The file that survives the process, [prepared](StatusFile::prepare) for it.
    pub status_file: PathBuf,
    /// A folder for the programs that it runs.
    pub scratch: PathBuf,
    /// Limits on reading cases, if the user set some.
    #[serde(default)]
    pub limits: LimitSettings,
    /// What the user says about implementations.
    #[serde(default)]
    pub configuration: Configuration,
    /// The origin to record in findings.
    pub provenance: Provenance,
}

/// Why a checking process ends.
#[derive(Debug, Error)]
enum CheckError {
    #[error(transparent)]
    Settings(#[from] JobError),
    #[error("{0}")]
    Operation(String),
    #[error("the socket of the minimizer: {0}")]
    Socket(#[from] io::Error),
}

/// Checks cases from the socket to its end when the environment requests it: the whole `main` of a checking process. Returns `None` in all
/// other processes.
///
/// Any program can be a checker that calls this first, with [`NotingAllocator`](super::NotingAllocator) as its allocator.
pub fn act_as_checker(registry: &'static [Target]) -> Option<ExitCode> {
    let settings = std::env::var(CHECK_VARIABLE).ok()?;
    Some(match check_all(&settings, registry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot check: {error}");
            ExitCode::from(2)
        }
    })
}

fn check_all(settings: &str, registry: &'static [Target]) -> Result<(), CheckError> {
    let settings: CheckSettings = serde_json::from_str(settings).map_err(JobError::from)?;
    let target = registry.iter().find(|target| target.name == settings.target);
    let target = target.ok_or_else(|| JobError::UnknownTarget(settings.target.clone()))?;
    confine(settings.memory_mib, settings.parent).map_err(JobError::Limits)?;
    scratch_within(&settings.scratch);
    configure(settings.configuration.clone()).map_err(JobError::from)?;
    let status_file =
        StatusFile::open(&settings.status_file).map_err(|source| JobError::File { path: settings.status_file.clone(), source })?;
    let status_file: &'static StatusFile = Box::leak(Box::new(status_file));
    note_refusals(status_file);
    settings.limits.clone().apply_to_cases();
    pin_draws(settings.draws);
    let mut output = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut input = BufReader::new(output.try_clone()?);
    let operation: Option<Operation> = settings.operation.as_deref().map(str::parse).transpose().map_err(CheckError::Operation)?;
    let other = settings.other.as_ref().map_or(Ok(Vec::new()), fs::read)?;
    write_part(&mut output, &[])?;
    while let Some(case) = read_part(&mut input)? {
        if let Some(operation) = operation {
            repeat(target, operation, &other, &settings.provenance, &case, &mut output)?;
        } else if settings.only_read {
            read(target, &case);
            write_part(&mut output, &[])?;
        } else {
            check(target, status_file, &settings, &case, &mut output)?;
        }
    }
    Ok(())
}

fn read(target: &Target, case: &[u8]) {
    target.format.weigh(case, Level::Valid);
    target.format.list(case);
    for level in [Level::Model, Level::Records] {
        target.format.rewrite(case, level);
    }
}

/// Reports the panics of an operation of our own code.
fn repeat(
    target: &Target,
    operation: Operation,
    other: &[u8],
    provenance: &Provenance,
    case: &[u8],
    output: &mut impl Write,
) -> io::Result<()> {
    for own in operation.repeat(target.format, case, other, provenance.change.unwrap_or_default()) {
        let provenance = Provenance { change: own.seed, ..provenance.clone() };
        write_part(output, &serde_json::to_vec(&Finding::new(target, &own.failure(), &provenance)).map_err(io::Error::other)?)?;
    }
    write_part(output, &[])
}

fn check(target: &Target, status_file: &StatusFile, settings: &CheckSettings, case: &[u8], output: &mut impl Write) -> io::Result<()> {
    let (mut written, mut sent) = (Ok(()), BTreeSet::new());
    status_file.begin(case);
    target.run_only(settings.only.as_deref(), case, &mut |oracle, verdict| {
        match verdict {
            Verdict::Pass => status_file.count("pass", oracle, ""),
            Verdict::Skip(reason) => status_file.count("skip", oracle, reason),
            Verdict::Fail(failure) => {
                status_file.count("fail", oracle, "");
                let finding = Finding::new(target, &failure, &settings.provenance);
                // Several parts of a case can fail in the same way.
                if sent.insert(finding.id.clone()) {
                    let json = serde_json::to_vec(&finding).map_err(io::Error::other);
                    let result = json.and_then(|json| write_part(output, &json));
                    written = std::mem::replace(&mut written, Ok(())).and(result);
                }
            }
        };
    });
    status_file.end();
    written?;
    write_part(output, &[])
}

/// Writes the size of `bytes` and `bytes`.
///
/// # Errors
///
/// Those of the socket, and `InvalidInput` for more than a GiB.
pub fn write_part(stream: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let size = u32::try_from(bytes.len()).ok().filter(|size| *size <= LARGEST_PART).ok_or(io::ErrorKind::InvalidInput)?;
    let part = [&size.to_le_bytes(), bytes].concat();
    stream.write_all(&part)?;
    stream.flush()
}

/// Reads what [`write_part`] wrote; `None` if the stream ends before it.
///
/// # Errors
///
/// Those of the socket, `UnexpectedEof` within a part, `InvalidData` for a size above a GiB.
pub fn read_part(stream: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut size = [0; 4];
    if stream.read(&mut size[..1])? == 0 {
        return Ok(None);
    }
    stream.read_exact(&mut size[1..])?;
    let size = u32::from_le_bytes(size);
    if size > LARGEST_PART {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = Vec::new();
    stream.take(u64::from(size)).read_to_end(&mut bytes)?;
    if bytes.len() < size as usize { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(Some(bytes)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_read_back_and_cut_ones_are_errors() {
        let mut pipe = Vec::new();
        for part in [&b"first"[..], b"", b"last"] {
            write_part(&mut pipe, part).unwrap();
        }
        let mut from = &pipe[..];
        let mut next = || read_part(&mut from).unwrap();
        assert_eq!([next(), next(), next(), next()], [Some(b"first".to_vec()), Some(vec![]), Some(b"last".to_vec()), None]);
        for cut in [2, 6] {
            assert_eq!(read_part(&mut &pipe[..cut]).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        }
        assert_eq!(read_part(&mut &[0xff; 9][..]).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
