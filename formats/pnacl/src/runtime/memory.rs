//! Memory: `nacl-irt-memory`.
//!
//! The break grows up from the start of the heap, mappings grow down from its end.

use super::Runtime;
use super::calls::{Arguments, done, give, take};
use super::errno::Errno;
use crate::interpret::{HostEnd, Process};

/// Bytes of a page: mappings are multiples of it.
const PAGE: u32 = 1 << 16;
/// Flags of `mmap`.
const MAP_FIXED: u32 = 0x10;
const MAP_ANONYMOUS: u32 = 0x20;

/// The used parts of the heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    start: u32,
    break_: u32,
    end: u32,
    /// Whether the pages between the break and the end are mapped; from the last one down to the lowest one that ever was.
    pages: Vec<bool>,
}

impl Heap {
    pub(super) fn new(start: u32, end: u32) -> Self {
        Self { start, break_: start, end: end / PAGE * PAGE, pages: Vec::new() }
    }

    /// Returns the lowest address of the pages that were mapped.
    fn lowest(&self) -> u32 {
        self.end - self.pages.len() as u32 * PAGE
    }

    fn set_break(&mut self, address: u32) -> bool {
        let fits = (self.start..=self.lowest()).contains(&address);
        if fits {
            self.break_ = address;
        }
        fits
    }

    /// Maps the highest free pages.
    fn map(&mut self, length: u32) -> Option<u32> {
        let count = length.div_ceil(PAGE) as usize;
        // All pages above the break.
        let most = (self.end.saturating_sub(self.break_) / PAGE) as usize;
        let mut free = 0;
        for page in 0..most {
            free = if self.pages.get(page) == Some(&true) { 0 } else { free + 1 };
            if free == count {
                self.pages.resize(self.pages.len().max(page + 1), false);
                self.pages[page + 1 - count..=page].fill(true);
                return Some(self.end - (page as u32 + 1) * PAGE);
            }
        }
        None
    }

    /// Unmaps whole pages; unmapped ones are ignored.
    fn unmap(&mut self, address: u32, length: u32) -> Result<(), Errno> {
        let last = address.checked_add(length).filter(|_| address.is_multiple_of(PAGE) && length > 0).ok_or(Errno::INVALID)?;
        let top = last.checked_next_multiple_of(PAGE).and_then(|last| self.end.checked_sub(last)).ok_or(Errno::INVALID)? / PAGE;
        let pages = (top as usize..(self.end.saturating_sub(address) / PAGE) as usize).len();
        self.pages.iter_mut().skip(top as usize).take(pages).for_each(|mapped| *mapped = false);
        while self.pages.pop_if(|mapped| !*mapped).is_some() {}
        Ok(())
    }
}

/// `int sysbrk(void **break)`: moves the break to an address, or leaves it unchanged, and returns it.
pub(super) fn sysbrk(runtime: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    let mut run = || {
        let old = runtime.heap.break_;
        let wanted = take(&process.memory, arguments.word(0))?;
        if runtime.heap.set_break(wanted) && wanted < old {
            // Memory that the program allocates again is zero.
            let bytes = process.memory.bytes_mut(wanted, old - wanted).ok_or(Errno::FAULT)?;
            bytes.fill(0);
        }
        give(&mut process.memory, arguments.word(0), runtime.heap.break_.to_le_bytes())
    };
    done(run())
}

/// `int mmap(void **address, size_t length, int protection, int flags, int fd, off_t offset)`: maps zeroed memory at any address.
pub(super) fn mmap(runtime: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    let mut run = || {
        let (length, flags) = (arguments.word(1), arguments.word(3));
        if flags & MAP_ANONYMOUS == 0 {
            return Err(Errno::BAD_DESCRIPTOR);
        }
        if flags & MAP_FIXED != 0 || length == 0 || arguments.long(5) != 0 {
            return Err(Errno::INVALID);
        }
        let address = runtime.heap.map(length).ok_or(Errno::NO_MEMORY)?;
        process.memory.bytes_mut(address, length).ok_or(Errno::NO_MEMORY)?.fill(0);
        give(&mut process.memory, arguments.word(0), address.to_le_bytes())
    };
    done(run())
}

/// `int munmap(void *address, size_t length)`
pub(super) fn munmap(runtime: &mut Runtime<'_>, arguments: &Arguments<'_>, _: &mut Process<'_>) -> HostEnd {
    done(runtime.heap.unmap(arguments.word(0), arguments.word(1)))
}

/// `int mprotect(void *address, size_t length, int protection)`: all memory is always readable and writable.
pub(super) fn mprotect(_: &mut Runtime<'_>, _: &Arguments<'_>, _: &mut Process<'_>) -> HostEnd {
    HostEnd::Return(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mappings_fill_gaps_and_do_not_meet_the_break() {
        let mut heap = Heap::new(0x10_0000, 0x15_8000);
        assert_eq!(heap.map(1), Some(0x14_0000));
        assert_eq!(heap.map(PAGE + 1), Some(0x12_0000));
        assert_eq!(heap.map(3 * PAGE), None);
        // Pages that could not be mapped stay free for the break.
        assert_eq!(heap.lowest(), 0x12_0000);
        assert_eq!(heap.unmap(0xffff_0000, 1), Err(Errno::INVALID));
        assert_eq!(heap.unmap(0x14_0000, 1), Ok(()));
        assert_eq!(heap.map(5), Some(0x14_0000));
        assert!(!heap.set_break(0x12_0001) || heap.lowest() > 0x12_0000);
        assert!(heap.set_break(0x11_0000) && !heap.set_break(0xf_0000));
        assert_eq!(heap.unmap(0x12_0000, 2 * PAGE), Ok(()));
        assert_eq!(heap.unmap(0x12_0001, 1), Err(Errno::INVALID));
        assert_eq!(heap.map(3 * PAGE), Some(0x11_0000));
    }
}
