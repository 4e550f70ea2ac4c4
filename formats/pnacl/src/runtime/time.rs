//! Time and the system: `nacl-irt-basic`.

use super::Runtime;
use super::calls::{Arguments, done, give};
use super::errno::Errno;
use crate::interpret::{HostEnd, Process};

/// Names of `sysconf`.
const PROCESSORS: u32 = 1;
const PAGE_SIZE: u32 = 2;

/// `int gettod(struct timeval *)`: seconds as i64, microseconds as i32.
pub(super) fn gettod(runtime: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    let now = (runtime.clock)();
    let address = arguments.word(0);
    let seconds = give(&mut process.memory, address, now.as_secs().to_le_bytes());
    done(seconds.and_then(|()| give(&mut process.memory, address.wrapping_add(8), now.subsec_micros().to_le_bytes())))
}

/// `int clock(clock_t *)`: microseconds as i32.
pub(super) fn clock(runtime: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    let now = (runtime.clock)().as_micros() as u32;
    done(give(&mut process.memory, arguments.word(0), now.to_le_bytes()))
}

/// `int nanosleep(const struct timespec *, struct timespec *rest)`: returns at once, with no rest.
pub(super) fn nanosleep(_: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    match arguments.word(1) {
        0 => HostEnd::Return(0),
        rest => done(give(&mut process.memory, rest, [0; 16])),
    }
}

/// `int sched_yield(void)`: does nothing, because there is only one thread.
pub(super) fn sched_yield(_: &mut Runtime<'_>, _: &Arguments<'_>, _: &mut Process<'_>) -> HostEnd {
    HostEnd::Return(0)
}

/// `int sysconf(int name, int *value)`
pub(super) fn sysconf(_: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    let value: u32 = match arguments.word(0) {
        PROCESSORS => 1,
        PAGE_SIZE => 1 << 16,
        _ => return done(Err(Errno::INVALID)),
    };
    done(give(&mut process.memory, arguments.word(1), value.to_le_bytes()))
}
