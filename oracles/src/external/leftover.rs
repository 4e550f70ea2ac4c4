//! Finds and kills the processes that a program has started.
//!
//! A program leads a process group, which is killed when the program ends. Processes that have left the group are found among the children
//! of this process, because the kernel makes this process the parent of its orphaned descendants ([`adopt_orphans`]): such a child belongs
//! to the program if its group, its working folder or its environment shows it. The last two contain the program's scratch folder, whose
//! name is unique.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, test_kill_process, waitid};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// Time to wait for processes that are ending when their program has ended.
const ENDING: Duration = Duration::from_millis(200);

/// Time to wait for killed processes to disappear, and for their own orphans to be found.
const KILLING: Duration = Duration::from_secs(2);

/// Interval between two checks of processes.
const LOOK: Duration = Duration::from_millis(1);

/// A running program.
pub(super) struct Run<'a> {
    pub(super) child: Child,
    /// The scratch folder.
    pub(super) folder: &'a Path,
}

impl<'a> Run<'a> {
    /// Prepares this process; called before the program is started.
    pub(super) fn prepare() {
        adopt_orphans();
    }

    pub(super) fn new(child: Child, folder: &'a Path) -> Self {
        Self { child, folder }
    }

    /// Returns the program, which leads the group.
    pub(super) fn leader(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.child.id()).ok()?)
    }

    /// Returns whether the program has ended. It is not waited for yet, so that its process id remains that of its group.
    pub(super) fn has_ended(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(self.leader().map(|leader| waitid(WaitId::Pid(leader), look)), Some(Ok(None)))
    }

    /// Returns whether a program that has ended leaves processes that do not end soon.
    pub(super) fn leaves_processes(&self) -> bool {
        let started = Instant::now();
        loop {
            if !self.orphans().iter().any(|orphan| !orphan.is_dead) {
                return false;
            }
            if started.elapsed() > ENDING {
                return true;
            }
            thread::sleep(LOOK);
        }
    }

    /// Returns the processor time of the program and its descendants, in the system's ticks; `None` while one of them runs or waits to run.
    pub(super) fn ticks_at_rest(&self) -> Option<u64> {
        let leader = self.leader();
        let mut processes = processes();
        processes.retain(|process| Some(process.group) == leader || process.is_of(self.folder));
        let is_busy = processes.iter().any(|process| process.is_busy);
        (!is_busy && !processes.is_empty()).then(|| processes.iter().map(|process| process.ticks).sum())
    }

    /// Kills the program and all its descendants.
    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        self.kill_group();
        let status = self.child.wait()?;
        end_all(|| self.orphans());
        Ok(status)
    }

    fn kill_group(&self) {
        if let Some(leader) = self.leader() {
            // All of them may have ended already.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    fn orphans(&self) -> Vec<Process> {
        let leader = self.leader();
        let mut children = children();
        children.retain(|child| Some(child.id) != leader && (Some(child.group) == leader || child.is_of(self.folder)));
        children
    }
}

/// Kills the program of a run that failed half-way.
impl Drop for Run<'_> {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            // The error cannot be reported here.
            let _ = self.end();
        }
    }
}

/// Makes this process the parent of the orphans among its descendants. If the system does not support this, processes that leave their
/// process group are not found.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        static DONE: std::sync::OnceLock<()> = std::sync::OnceLock::new();
        DONE.get_or_init(|| {
            let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        });
    }
}

/// Kills the remaining processes of a killed process that ran programs in scratch folders within `folder`. Its orphans must be children of
/// this process, by [`adopt_orphans`].
pub fn end_programs(folder: &Path) {
    end_all(|| children().into_iter().filter(|child| child.is_of(folder)).collect());
}

/// Kills every process of the user that runs in a scratch folder within one of `folders`, whatever its parent.
pub(super) fn sweep(folders: &[impl AsRef<Path>]) {
    end_all(|| {
        let mut found = processes();
        found.retain(|process| folders.iter().any(|folder| process.is_of(folder.as_ref())));
        found
    });
}

/// Kills processes until none is found twice, and waits for those that are children of this one. The children of a killed process are found
/// only after it has disappeared, and the system's list of children may lack one while another ends (proc(5), `children`).
fn end_all(find: impl Fn() -> Vec<Process>) {
    let started = Instant::now();
    let mut killed = BTreeSet::new();
    let mut was_empty = false;
    loop {
        let found = find();
        for process in &found {
            // It may have ended already.
            let _ = kill_process(process.id, Signal::KILL);
            killed.insert(process.id.as_raw_nonzero());
        }
        killed.retain(|id| is_there(Pid::from_raw(id.get())));
        let is_empty = found.is_empty() && killed.is_empty();
        if is_empty && was_empty || started.elapsed() > KILLING {
            return;
        }
        was_empty = is_empty;
        if !killed.is_empty() {
            thread::sleep(LOOK);
        }
    }
}

/// Returns whether a killed process still exists.
fn is_there(id: Option<Pid>) -> bool {
    let Some(id) = id else { return false };
    match waitid(WaitId::Pid(id), WaitIdOptions::EXITED | WaitIdOptions::NOHANG) {
        Ok(status) => status.is_none(),
        // It is not a child of this process.
        Err(_) => test_kill_process(id).is_ok(),
    }
}

/// A process, as the system describes it.
struct Process {
    id: Pid,
    group: Pid,
    /// Whether the process has ended and was not waited for.
    is_dead: bool,
    /// Whether the process runs, or would run if a processor or a disk were free.
    is_busy: bool,
    /// Processor time of the process and of the children that it has waited for, in the system's ticks.
    ticks: u64,
}

impl Process {
    fn read(id: &str) -> Option<Self> {
        let status = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // After the name of the program, which may contain any character.
        let words: Vec<&str> = status.rsplit_once(") ")?.1.split(' ').collect();
        // An exiting process has the group -1.
        let number = |word: &str| Pid::from_raw(word.parse().ok().filter(|number| *number > 0)?);
        Some(Self {
            id: number(id)?,
            group: number(words.get(2)?)?,
            is_dead: matches!(words[0], "Z" | "X"),
            is_busy: matches!(words[0], "R" | "D"),
            ticks: words.get(11..15)?.iter().filter_map(|word| word.parse::<u64>().ok()).sum(),
        })
    }

    /// Returns whether it was started in a scratch folder within `folder`, or by a process that was.
    fn is_of(&self, folder: &Path) -> bool {
        // Every path is within an empty path.
        if !folder.is_absolute() {
            return false;
        }
        let file = |name: &str| format!("/proc/{}/{name}", self.id.as_raw_nonzero());
        if fs::read_link(file("cwd")).is_ok_and(|place| place.starts_with(folder)) {
            return true;
        }
        let start = [b"TMPDIR=", folder.as_os_str().as_encoded_bytes()].concat();
        let environment = fs::read(file("environ")).unwrap_or_default();
        environment
            .split(|byte| *byte == 0)
            .any(|variable| variable.strip_prefix(&start[..]).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/")))
    }
}

/// Returns the children of this process. Each thread has the list of those that it started; orphans are in the list of the first.
fn children() -> Vec<Process> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists: Vec<String> = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok()).collect();
    if lists.is_empty() {
        // Kernels can be built without the lists.
        return processes();
    }
    lists.iter().flat_map(|list| list.split_whitespace()).filter_map(Process::read).collect()
}

/// Returns all visible processes.
fn processes() -> Vec<Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Process::read(entry.file_name().to_str()?)).collect()
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, process::Command};

    use super::*;

    #[test]
    fn a_process_that_is_not_found_at_first_ends_too() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let id = child.id().to_string();
        let looks = Cell::new(0);
        end_all(|| {
            looks.set(looks.get() + 1);
            Process::read(&id).filter(|process| looks.get() > 1 && !process.is_dead).into_iter().collect()
        });
        let is_there = Process::read(&id).is_some();
        // Both fail after success: the process was waited for.
        let _ = child.kill().and_then(|()| child.wait());
        assert!(!is_there, "still there after {} looks", looks.get());
    }
}
