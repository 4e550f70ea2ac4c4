//! Runs linked programs: on the machine itself, or under an emulator.

use super::Processor;
use crate::external::{Implementation, Limits, Output, ProgramFamily, Scratch, Task, in_use, run};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Processor time of a program; an emulator needs more. Programs bound their loops, so only a wrong one takes longer.
const TIME: Duration = Duration::from_secs(20);
/// Bytes of address space: a program has its memory and a stack; an emulator reserves the space of its guest.
const MEMORY: u64 = 3 << 30;
const EMULATED_MEMORY: u64 = 16 << 30;

/// Returns the emulator of a processor, if programs for it need one and it is installed.
fn emulator(processor: Processor) -> Option<&'static Implementation> {
    in_use(ProgramFamily::Qemu, Task::Judge).into_iter().find(|program| program.name.ends_with(processor.name()))
}

/// Returns whether this machine runs programs for a processor without an emulator.
pub(super) const fn is_native(processor: Processor) -> bool {
    match processor {
        Processor::X86_64 => cfg!(all(target_arch = "x86_64", target_os = "linux")),
        Processor::AArch64 => cfg!(all(target_arch = "aarch64", target_os = "linux", target_endian = "little")),
    }
}

/// Returns whether programs for a processor can be run.
pub(crate) fn can_run(processor: Processor) -> bool {
    is_native(processor) || emulator(processor).is_some()
}

/// Runs a program in an empty folder.
///
/// # Errors
/// Returns an error if there is nothing to run it with, or the process cannot be created.
pub(crate) fn execute(processor: Processor, program: &[u8]) -> io::Result<Output> {
    let scratch = Scratch::new()?;
    let path = scratch.path().join("program");
    write_program(&path, program)?;
    if is_native(processor) {
        return start(&path, &[], &Limits { time: TIME, memory: MEMORY, ..Limits::default() });
    }
    let emulator = emulator(processor).and_then(Implementation::find).ok_or(io::ErrorKind::NotFound)?;
    let argument = path.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
    start(emulator, &[argument], &Limits { time: TIME, memory: EMULATED_MEMORY, ..Limits::default() })
}

fn write_program(path: &PathBuf, program: &[u8]) -> io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o700).open(path)?;
    io::Write::write_all(&mut file, program)
}

/// Starts a program. It counts as busy while a process exists that another thread began to start when the file was written.
fn start(path: &Path, arguments: &[&str], limits: &Limits) -> io::Result<Output> {
    for wait in 0.. {
        match run(path, arguments, &[], limits) {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && wait < ATTEMPTS => {
                std::thread::sleep(Duration::from_millis(1 << wait));
            }
            result => return result,
        }
    }
    Err(io::ErrorKind::ExecutableFileBusy.into())
}

/// Attempts to start a program, after 1, 2, 4 milliseconds and so on.
const ATTEMPTS: u32 = 10;
