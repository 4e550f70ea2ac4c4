//! Memory: `nacl-irt-memory`.
//!
//! The break grows up from the start of the heap, mappings grow down from its end. Memory that the program gets is zero, whatever was written
//! to it before.

use super::Runtime;
use super::calls::{Arguments, done, give, take};
use super::errno::Errno;
use crate::interpret::{HostEnd, Process};

/// Bytes of a page: mappings are multiples of it.
pub(super) const PAGE: u32 = 1 << 16;
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
        if runtime.heap.set_break(wanted) && wanted > old {
            process.memory.bytes_mut(old, wanted - old).ok_or(Errno::FAULT)?.fill(0);
        }
        give(&mut process.memory, arguments.word(0), runtime.heap.break_.to_le_bytes())
    };
    done(run())
}

/// `int mmap(void **address, size_t length, int protection, int flags, int fd, off_t offset)`: maps zeroed pages at any address.
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
        // Whole pages: their ends belong to the mapping too.
        process.memory.bytes_mut(address, length.next_multiple_of(PAGE)).ok_or(Errno::NO_MEMORY)?.fill(0);
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
    use crate::interpret::{Bits, Machine, Options, Program, Sizes};
    use crate::runtime::Streams;
    use crate::runtime::calls::Call;
    use crate::text::assemble;
    use crate::{Limits, Module, Value};

    /// A program that calls the runtime.
    struct Caller<'a, 'm> {
        runtime: Runtime<'static>,
        process: Process<'m>,
        /// The address of the address that calls change.
        place: u32,
        functions: [(&'a str, Call); 3],
    }

    impl Caller<'_, '_> {
        /// Calls a function, which must succeed, with the address of `place` first; returns what is there then.
        fn call(&mut self, name: &str, rest: &[u32]) -> u32 {
            let arguments: Vec<Bits> = std::iter::once(&self.place).chain(rest).map(|&word| word.into()).collect();
            self.call_with(name, &arguments);
            take(&self.process.memory, self.place).unwrap()
        }

        fn call_with(&mut self, name: &str, arguments: &[Bits]) {
            let (_, function) = self.functions.iter().find(|(known, _)| *known == name).unwrap();
            let end = function(&mut self.runtime, &Arguments(arguments), &mut self.process);
            assert!(matches!(end, HostEnd::Return(0)), "{name}");
        }

        fn unmap(&mut self, address: u32, length: u32) {
            self.call_with("munmap", &[address.into(), length.into()]);
        }

        fn set_break(&mut self, address: u32) -> u32 {
            give(&mut self.process.memory, self.place, address.to_le_bytes()).unwrap();
            self.call("sysbrk", &[])
        }

        /// Checks that memory is zero, and uses all of it.
        #[track_caller]
        fn fill(&mut self, address: u32, length: u32) {
            let bytes = self.process.memory.bytes_mut(address, length).unwrap();
            assert!(bytes.iter().all(|&byte| byte == 0));
            bytes.fill(7);
        }
    }

    #[test]
    fn memory_is_zero_when_the_program_gets_it() {
        let text = "module { version 1; types { count 2; @t0 = void; @t1 = void (); } define external void @f0(); \
                    globals { count 1; var @g0, align 4, zerofill 4; } valuesymtab { @f0 : \"_start\"; } \
                    function void @f0() { blocks 1; ret void; } }";
        let module = Module::read(&assemble(text).unwrap(), &Limits::default()).unwrap();
        let options = Options { sizes: Sizes { heap: 6 * PAGE, ..Sizes::default() }, ..Options::default() };
        let program = Program::new(&module, &options).unwrap();
        let mut machine = Machine::new(&program);
        let mut runtime = Runtime::new(Streams::to(std::io::sink(), std::io::sink()));
        runtime.prepare(&mut machine, &[], &[]).unwrap();
        let layout = program.layout().clone();
        let mut caller = Caller {
            runtime,
            place: layout.address(Value::global(0)),
            process: Process { memory: machine.memory_mut(), layout: &layout, thread_pointer: &mut 0 },
            functions: [("mmap", mmap), ("munmap", munmap), ("sysbrk", sysbrk)],
        };
        let mapping = |length| [length, 3, MAP_ANONYMOUS, u32::MAX, 0];
        let pages = caller.call("mmap", &mapping(2 * PAGE));
        caller.fill(pages, 2 * PAGE);
        caller.unmap(pages, 2 * PAGE);
        // One byte is a whole page, the second of those.
        assert_eq!(caller.call("mmap", &mapping(1)), pages + PAGE);
        caller.fill(pages + PAGE, PAGE);
        caller.unmap(pages + PAGE, PAGE);
        // The break passes the pages, and returns.
        let start = caller.set_break(0);
        for _ in 0..2 {
            assert_eq!(caller.set_break(pages + PAGE), pages + PAGE);
            caller.fill(start, pages + PAGE - start);
            assert_eq!(caller.set_break(start), start);
        }
    }

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
