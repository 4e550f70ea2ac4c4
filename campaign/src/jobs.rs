//! The number of workers that run at a time.

use std::{fs, thread};

/// Share of its memory limit that a worker is assumed to use: most workers need a small part of their address space.
const MEMORY_SHARE: u64 = 4;

/// The number of workers at a time, and what limited it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs {
    /// The number, at least 1.
    pub number: usize,
    /// Why it is smaller than requested.
    pub bounded_by: Option<&'static str>,
}

/// The resources of a machine for workers.
#[derive(Clone, Copy, Debug)]
struct Resources {
    processors: usize,
    /// Free memory, in MiB; unknown on some systems.
    memory_mib: Option<u64>,
}

impl Jobs {
    /// Returns the requested number, or else the number of processors, limited by the machine's processors and memory. `memory_mib` is the
    /// address space of a worker.
    pub fn on_this_machine(asked: Option<usize>, memory_mib: u64) -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self::within(asked, memory_mib, Resources { processors, memory_mib: free_memory() })
    }

    fn within(asked: Option<usize>, memory_mib: u64, resources: Resources) -> Self {
        let each = (memory_mib / MEMORY_SHARE).max(1);
        let fit = resources.memory_mib.map_or(usize::MAX, |free| usize::try_from(free / each).unwrap_or(usize::MAX)).max(1);
        let asked = asked.unwrap_or(resources.processors).max(1);
        match (asked > resources.processors, asked > fit) {
            (_, true) if fit < resources.processors => Jobs { number: fit, bounded_by: Some("memory") },
            (true, _) => Jobs { number: resources.processors, bounded_by: Some("processors") },
            (false, _) => Jobs { number: asked, bounded_by: None },
        }
    }
}

/// Returns the memory that this process and its children may still use, in MiB: the system's available memory, or less in a control group
/// with a limit.
fn free_memory() -> Option<u64> {
    let system = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let number = |file: &str| fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    let group =
        number("/sys/fs/cgroup/memory.max").map(|limit| limit.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)) >> 20);
    Some(group.map_or(system, |group| group.min(system)))
}

/// Parses the line `MemAvailable` of `/proc/meminfo`, in MiB.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_and_memory_bound_the_workers() {
        let jobs = |asked, memory_mib| {
            let jobs = Jobs::within(asked, 2048, Resources { processors: 8, memory_mib });
            (jobs.number, jobs.bounded_by)
        };
        assert_eq!(jobs(None, None), (8, None));
        assert_eq!(jobs(Some(3), Some(64 << 10)), (3, None));
        assert_eq!(jobs(Some(500), Some(64 << 10)), (8, Some("processors")));
        assert_eq!(jobs(Some(500), Some(2048)), (4, Some("memory")));
        assert_eq!(jobs(None, Some(2048)), (4, Some("memory")));
        assert_eq!(jobs(Some(2), Some(100)), (1, Some("memory")));
        assert_eq!(jobs(Some(0), Some(1 << 20)), (1, None));
        assert_eq!(Jobs::within(Some(2), 0, Resources { processors: 8, memory_mib: Some(1) }).number, 1);
    }

    #[test]
    fn the_systems_memory_is_read() {
        assert_eq!(available("MemTotal:       24681512 kB\nMemAvailable:   23063020 kB\n"), Some(22522));
        assert_eq!(available("MemTotal: 3 kB\n"), None);
        assert!(cfg!(not(target_os = "linux")) || free_memory().is_some());
    }
}
