//! Descriptors: `nacl-irt-fdio`.

use super::Runtime;
use super::calls::{Arguments, done, give};
use super::errno::Errno;
use crate::interpret::{HostEnd, Process};

/// Open descriptors.
const DESCRIPTORS: std::ops::Range<u32> = 0..3;
/// Bytes of `struct stat`.
const STAT: usize = 104;
/// The offsets of `st_mode`, `st_nlink` and `st_blksize` in it.
const STAT_MODE: usize = 16;
const STAT_LINKS: usize = 20;
const STAT_BLOCK_SIZE: usize = 48;
/// A character device that everybody may read and write.
const CHARACTER_DEVICE: u32 = 0o20666;

fn open(descriptor: u32) -> Result<(), Errno> {
    if DESCRIPTORS.contains(&descriptor) { Ok(()) } else { Err(Errno::BAD_DESCRIPTOR) }
}

/// `int close(int fd)`: the three descriptors stay open.
pub(super) fn close(_: &mut Runtime<'_>, arguments: &Arguments<'_>, _: &mut Process<'_>) -> HostEnd {
    done(open(arguments.word(0)))
}

/// Fails: the function needs files.
pub(super) fn unsupported(_: &mut Runtime<'_>, _: &Arguments<'_>, _: &mut Process<'_>) -> HostEnd {
    done(Err(Errno::NO_FUNCTION))
}

/// `int read(int fd, void *buffer, size_t count, size_t *done)`
pub(super) fn read(runtime: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    let mut run = || {
        if arguments.word(0) != 0 {
            return Err(Errno::BAD_DESCRIPTOR);
        }
        let buffer = process.memory.bytes_mut(arguments.word(1), arguments.word(2)).ok_or(Errno::FAULT)?;
        let count = runtime.streams.input.read(buffer).map_err(|_| Errno::IO)?;
        give(&mut process.memory, arguments.word(3), (count as u32).to_le_bytes())
    };
    done(run())
}

/// `int write(int fd, const void *buffer, size_t count, size_t *done)`
pub(super) fn write(runtime: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    let mut run = || {
        let writer = runtime.streams.writer(arguments.word(0)).ok_or(Errno::BAD_DESCRIPTOR)?;
        let bytes = process.memory.bytes(arguments.word(1), arguments.word(2)).ok_or(Errno::FAULT)?;
        writer.write_all(bytes).and_then(|()| writer.flush()).map_err(|_| Errno::IO)?;
        give(&mut process.memory, arguments.word(3), arguments.word(2).to_le_bytes())
    };
    done(run())
}

/// `int seek(int fd, off_t offset, int whence, off_t *new_offset)`
pub(super) fn seek(_: &mut Runtime<'_>, arguments: &Arguments<'_>, _: &mut Process<'_>) -> HostEnd {
    done(open(arguments.word(0)).and(Err(Errno::IS_PIPE)))
}

/// `int fstat(int fd, struct stat *)`
pub(super) fn fstat(_: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    let mut stat = [0; STAT];
    stat[STAT_MODE..STAT_MODE + 4].copy_from_slice(&CHARACTER_DEVICE.to_le_bytes());
    stat[STAT_LINKS] = 1;
    stat[STAT_BLOCK_SIZE..STAT_BLOCK_SIZE + 4].copy_from_slice(&4096u32.to_le_bytes());
    done(open(arguments.word(0)).and_then(|()| give(&mut process.memory, arguments.word(1), stat)))
}
