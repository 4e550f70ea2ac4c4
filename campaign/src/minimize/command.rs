//! A checker that runs a command of the user.

use std::{
    collections::BTreeSet,
    fs, io,
    os::unix::process::{CommandExt, ExitStatusExt},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use irsmith_fuzz::{Finding, Format, Provenance, Target};
use irsmith_oracles::{Failure, Signature, external::Scratch};

use super::Checker;
use crate::{CampaignError, supervisor::kill_group};

/// The name of the target that stands for the command, in the signature and in reports.
const NAME: &str = "check";

/// The longest pause between two looks at a running command.
const PAUSE: Duration = Duration::from_millis(5);

/// Runs a command on each case, whose path is the last argument. A case *fails*, in the words of a minimizer, if the command ends with
/// status 0: it shows what the user looks for.
///
/// The command has the environment and the folder of this process, and a process group of its own that ends with it; its output is
/// dropped. A command that exceeds its time ends in another way than with status 0.
#[derive(Debug)]
pub struct CommandCheck {
    target: Target,
    provenance: Provenance,
    program: PathBuf,
    arguments: Vec<String>,
    timeout: Duration,
    /// Contains the case, under the name of the file that is minimized.
    scratch: Scratch,
    file_name: PathBuf,
    runs: u64,
    /// How the last run ended; `None` after a timeout.
    last: Option<ExitStatus>,
}

impl CommandCheck {
    /// Makes a checker of cases of `format` that gives them to `command` in a file of the name of `file`. The command is a program with
    /// arguments, separated and quoted as in a shell, which does not run.
    ///
    /// # Errors
    ///
    /// [`CampaignError::Command`] when the command is empty, has an open quotation mark, or names no program; and when there is no folder
    /// for temporary files.
    pub fn new(command: &str, format: Format, file: &Path, timeout: Duration) -> Result<Self, CampaignError> {
        let refuse = |cause: &str| CampaignError::Command { command: command.to_owned(), cause: cause.to_owned() };
        let words = shlex::split(command).ok_or_else(|| refuse("a quotation mark is not closed"))?;
        let (program, arguments) = words.split_first().ok_or_else(|| refuse("there is no program"))?;
        let program = find_program(program).ok_or_else(|| refuse("there is no such program"))?;
        let file_name = file.file_name().map_or_else(|| PathBuf::from("case").with_extension(format.extension()), PathBuf::from);
        Ok(CommandCheck {
            target: Target { name: NAME, ..Target::of(format) },
            provenance: Provenance { engine: "minimizer".to_owned(), ..Provenance::default() },
            program,
            arguments: arguments.to_vec(),
            timeout,
            scratch: crate::scratch()?,
            file_name,
            runs: 0,
            last: None,
        })
    }

    /// Returns a target of the format of the cases, for [`minimize`](super::minimize); it has no oracles.
    pub fn target(&self) -> Target {
        Target { name: NAME, ..Target::of(self.target.format) }
    }

    /// Returns the files of the command: its program, and arguments that are files, such as a script.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let arguments = self.arguments.iter().map(Path::new).filter(|path| path.is_file());
        [self.program.as_path()].into_iter().chain(arguments)
    }

    /// Returns how often the command ran.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns how the last run ended, in words.
    pub fn last_end(&self) -> String {
        match self.last.map(|status| (status.code(), status.signal())) {
            Some((Some(127), _)) => "ended with status 127, as a shell does that finds no program".to_owned(),
            Some((Some(code), _)) => format!("ended with status {code}"),
            Some((None, signal)) => format!("was ended by signal {}", signal.unwrap_or_default()),
            None => format!("did not end within {:?}", self.timeout),
        }
    }

    /// Runs the command on `case`; `None` when `stop` was set before it ended.
    fn run(&mut self, case: &[u8], stop: &AtomicBool) -> Result<Option<bool>, CampaignError> {
        let path = self.scratch.path().join(&self.file_name);
        fs::write(&path, case).map_err(CampaignError::file("cannot write", &path))?;
        self.runs += 1;
        let starting = |source: io::Error| CampaignError::Start { program: self.program.clone(), source };
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(&path).env("TMPDIR", self.scratch.path()).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(starting)?;
        let deadline = Instant::now() + self.timeout;
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = child.try_wait().map_err(CampaignError::file("cannot wait for", &self.program))? {
                kill_group(&child);
                self.last = Some(status);
                return Ok(Some(status.success()));
            }
            let stopped = stop.load(Ordering::Relaxed);
            if stopped || Instant::now() >= deadline {
                kill_group(&child);
                child.wait().map_err(CampaignError::file("cannot wait for", &self.program))?;
                self.last = None;
                return Ok((!stopped).then_some(false));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSE);
        }
    }
}

impl Checker for CommandCheck {
    fn check(&mut self, case: &[u8], stop: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        let Some(succeeds) = self.run(case, stop)? else { return Ok(None) };
        let failure = Failure { signature: Signature::new(NAME, "succeeds", "command"), evidence: String::new() };
        Ok(Some(if succeeds { vec![Finding::new(&self.target, &failure, &self.provenance)] } else { Vec::new() }))
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        Ok(BTreeSet::new())
    }

    fn is_slow(&self) -> bool {
        true
    }
}

/// Returns the file of a program: a name without a slash is looked up in `PATH`.
fn find_program(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.is_file());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}
