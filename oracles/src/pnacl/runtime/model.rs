//! A second, simple model of the runtime: what each call returns, writes and prints, written from the description of the interfaces.

use irsmith_pnacl::interpret::{End, Layout, Place, Trap, TrapKind};
use std::collections::{BTreeMap, BTreeSet};

use super::program::{Argument, Call, Ending, HEAP, INTERFACES, PAGE, RESULTS, Script, WRITABLE, names};

/// Error numbers of the ABI.
const BAD_DESCRIPTOR: u32 = 9;
const NO_MEMORY: u32 = 12;
const FAULT: u32 = 14;
const INVALID: u32 = 22;
const PIPE: u32 = 29;
const NO_FUNCTION: u32 = 38;

/// The model after some calls of a program.
pub(super) struct Model<'s> {
    script: &'s Script,
    pub(super) memory: Vec<u8>,
    input: &'s [u8],
    pub(super) output: Vec<u8>,
    pub(super) errors: Vec<u8>,
    pub(super) missing: Vec<String>,
    pub(super) end: End,
    /// Name and result of each call.
    pub(super) names: Vec<&'static str>,
    pub(super) results: Vec<u32>,
    /// Each call in words.
    pub(super) log: Vec<String>,
    /// Tables that were filled: their addresses, and their functions.
    tables: Vec<(u32, &'static [&'static str])>,
    ticks: u64,
    thread: u32,
    /// The start of the heap that is the program's own, the break, and the addresses of mapped pages.
    start: u32,
    break_: u32,
    mapped: BTreeSet<u32>,
}

impl<'s> Model<'s> {
    pub(super) fn new(script: &'s Script) -> Self {
        let end = HEAP + script.heap.next_multiple_of(16);
        let mut memory = vec![0; (end - Layout::BASE) as usize];
        let names = names();
        memory[..names.len()].copy_from_slice(&names);
        let mut model = Self {
            script,
            memory,
            input: &script.input,
            output: Vec::new(),
            errors: Vec::new(),
            missing: Vec::new(),
            end: End::Return(0),
            names: Vec::new(),
            results: Vec::new(),
            log: Vec::new(),
            tables: Vec::new(),
            ticks: 0,
            thread: 0,
            start: 0,
            break_: 0,
            mapped: BTreeSet::new(),
        };
        model.place_block();
        model
    }

    /// Writes the information block at the start of the heap; the query function is the first of the host.
    fn place_block(&mut self) {
        let (arguments, environment) = (&self.script.arguments, &self.script.environment);
        let mut words = vec![0, environment.len() as u32, arguments.len() as u32];
        let mut string = HEAP + 4 * (3 + arguments.len() as u32 + 1 + environment.len() as u32 + 1 + 4);
        let mut strings = Vec::new();
        for list in [arguments, environment] {
            for text in list {
                words.push(string + strings.len() as u32);
                strings.extend_from_slice(text);
                strings.push(0);
            }
            words.push(0);
        }
        words.extend([32, Layout::HOST, 0, 0]);
        string -= HEAP;
        for (index, word) in words.iter().enumerate() {
            self.store(HEAP + 4 * index as u32, &word.to_le_bytes());
        }
        self.store(HEAP + string, &strings);
        self.start = (HEAP + string + strings.len() as u32).next_multiple_of(16);
        self.break_ = self.start;
    }

    fn end_of_memory(&self) -> u32 {
        Layout::BASE + self.memory.len() as u32
    }

    fn is_readable(&self, address: u32, length: u32) -> bool {
        let last = u64::from(address) + u64::from(length);
        length == 0 || address >= Layout::BASE && last <= u64::from(self.end_of_memory())
    }

    fn is_writable(&self, address: u32, length: u32) -> bool {
        length == 0 || self.is_readable(address, length) && address >= WRITABLE
    }

    fn load(&self, address: u32, length: u32) -> &[u8] {
        let at = address.wrapping_sub(Layout::BASE) as usize;
        if length == 0 { &[] } else { &self.memory[at..at + length as usize] }
    }

    /// Stores bytes where they are known to be writable.
    fn store(&mut self, address: u32, bytes: &[u8]) {
        if !bytes.is_empty() {
            let at = (address - Layout::BASE) as usize;
            self.memory[at..at + bytes.len()].copy_from_slice(bytes);
        }
    }

    /// Stores a result of a call, or returns the error of a bad address.
    fn give(&mut self, address: u32, bytes: &[u8]) -> u32 {
        if !self.is_writable(address, bytes.len() as u32) {
            return FAULT;
        }
        self.store(address, bytes);
        0
    }

    pub(super) fn run(&mut self) {
        let script = self.script;
        for (address, word) in &script.stores {
            self.store(*address, &word.to_le_bytes());
        }
        for (index, call) in script.calls.iter().enumerate() {
            let result = self.call(call);
            self.names.push(call.name);
            self.results.push(result);
            self.log.push(format!("{} {:x?} = {result}", call.name, call.arguments));
            self.store(RESULTS + 4 * index as u32, &result.to_le_bytes());
        }
        let trap = |kind| End::Trap(Trap { kind, place: Place { function: 0, instruction: self.instructions() } });
        self.end = match script.ending {
            Ending::Return => End::Return(0),
            Ending::Exit(status) => End::Exit(status as i32),
            Ending::BadAddress(_) => trap(TrapKind::BadFunction),
            Ending::BadSignature(_) => trap(TrapKind::BadSignature),
        };
    }

    /// Returns the index of the instruction with which the program ends.
    fn instructions(&self) -> u32 {
        let calls = &self.script.calls;
        let loads = calls.iter().filter(|call| call.name != "irt_query").count();
        (9 + self.script.stores.len() + 2 * calls.len() + loads) as u32
    }

    fn call(&mut self, call: &Call) -> u32 {
        let word = |index: usize| match call.arguments[index] {
            Argument::Word(word) => word,
            Argument::Long(long) => long as u32,
        };
        match call.name {
            "irt_query" => self.query(word(0), word(1), word(2)),
            "gettod" => {
                let now = self.now();
                let seconds = self.give(word(0), &(now / 1_000_000).to_le_bytes());
                if seconds != 0 { seconds } else { self.give(word(0) + 8, &((now % 1_000_000) as u32).to_le_bytes()) }
            }
            "clock" => {
                let now = self.now();
                self.give(word(0), &(now as u32).to_le_bytes())
            }
            "nanosleep" if word(1) == 0 => 0,
            "nanosleep" => self.give(word(1), &[0; 16]),
            "sysconf" => match word(0) {
                1 => self.give(word(1), &1_u32.to_le_bytes()),
                2 => self.give(word(1), &PAGE.to_le_bytes()),
                _ => INVALID,
            },
            "close" => {
                if word(0) < 3 {
                    0
                } else {
                    BAD_DESCRIPTOR
                }
            }
            "dup" | "dup2" | "getdents" => NO_FUNCTION,
            "read" => self.read(word(0), word(1), word(2), word(3)),
            "write" => self.write(word(0), word(1), word(2), word(3)),
            "seek" => {
                if word(0) < 3 {
                    PIPE
                } else {
                    BAD_DESCRIPTOR
                }
            }
            "fstat" if word(0) >= 3 => BAD_DESCRIPTOR,
            "fstat" => {
                let mut stat = [0; 104];
                stat[16..20].copy_from_slice(&0o020_666_u32.to_le_bytes());
                stat[20] = 1;
                stat[48..52].copy_from_slice(&4096_u32.to_le_bytes());
                self.give(word(1), &stat)
            }
            "sysbrk" => self.sysbrk(word(0)),
            "mmap" => {
                let Argument::Long(offset) = call.arguments[5] else { return INVALID };
                self.mmap(word(0), word(1), word(3), offset)
            }
            "munmap" => self.munmap(word(0), word(1)),
            "tls_init" => {
                self.thread = word(0);
                0
            }
            "tls_get" => self.thread,
            // sched_yield and mprotect.
            _ => 0,
        }
    }

    fn now(&mut self) -> u64 {
        self.ticks += 1;
        self.script.time + self.ticks * self.script.step
    }

    fn query(&mut self, name: u32, table: u32, room: u32) -> u32 {
        let mut text = Vec::new();
        let mut at = name;
        while self.is_readable(at, 1) && self.load(at, 1)[0] != 0 {
            text.extend_from_slice(self.load(at, 1));
            at += 1;
        }
        let text = String::from_utf8_lossy(&text).into_owned();
        let Some((_, functions)) = INTERFACES.iter().find(|(name, _)| *name == text) else {
            if !self.missing.contains(&text) {
                self.missing.push(text);
            }
            return 0;
        };
        let size = 4 * functions.len() as u32;
        if size > room || !self.is_writable(table, size) {
            return 0;
        }
        // The entries are taken from the runtime later. Those of a table that is filled again are overwritten, at least the first of them.
        self.tables.push((table, functions));
        size
    }

    fn read(&mut self, descriptor: u32, buffer: u32, count: u32, done: u32) -> u32 {
        if descriptor != 0 {
            return BAD_DESCRIPTOR;
        }
        if !self.is_writable(buffer, count) {
            return FAULT;
        }
        let (bytes, rest) = self.input.split_at(self.input.len().min(count as usize));
        self.input = rest;
        self.store(buffer, bytes);
        self.give(done, &(bytes.len() as u32).to_le_bytes())
    }

    fn write(&mut self, descriptor: u32, buffer: u32, count: u32, done: u32) -> u32 {
        if descriptor != 1 && descriptor != 2 {
            return BAD_DESCRIPTOR;
        }
        if !self.is_readable(buffer, count) {
            return FAULT;
        }
        let bytes = self.load(buffer, count).to_vec();
        if descriptor == 1 {
            self.output.extend(bytes);
        } else {
            self.errors.extend(bytes);
        }
        self.give(done, &count.to_le_bytes())
    }

    /// Moves the break to the address that stands at `address`, if it stays between the start of the heap and the lowest mapping.
    fn sysbrk(&mut self, address: u32) -> u32 {
        if !self.is_readable(address, 4) {
            return FAULT;
        }
        let bytes = self.load(address, 4);
        let wanted = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let limit = self.mapped.first().copied().unwrap_or(self.end_of_memory() / PAGE * PAGE);
        if wanted >= self.start && wanted <= limit {
            if wanted > self.break_ {
                let more = vec![0; (wanted - self.break_) as usize];
                self.store(self.break_, &more);
            }
            self.break_ = wanted;
        }
        let now = self.break_.to_le_bytes();
        self.give(address, &now)
    }

    /// Maps the highest free pages above the break.
    fn mmap(&mut self, place: u32, length: u32, flags: u32, offset: u64) -> u32 {
        if flags & 0x20 == 0 {
            return BAD_DESCRIPTOR;
        }
        if flags & 0x10 != 0 || length == 0 || offset != 0 {
            return INVALID;
        }
        let pages = length.div_ceil(PAGE);
        let top = self.end_of_memory() / PAGE;
        let free = |first: &u32| first * PAGE >= self.break_ && (0..pages).all(|page| !self.mapped.contains(&((first + page) * PAGE)));
        let Some(first) = (0..=top.saturating_sub(pages)).rev().find(free).filter(|_| pages <= top) else { return NO_MEMORY };
        let address = first * PAGE;
        self.mapped.extend((0..pages).map(|page| address + page * PAGE));
        let zeros = vec![0; (pages * PAGE) as usize];
        self.store(address, &zeros);
        self.give(place, &address.to_le_bytes())
    }

    fn munmap(&mut self, address: u32, length: u32) -> u32 {
        let end = u64::from(address) + u64::from(length);
        let top = u64::from(self.end_of_memory() / PAGE * PAGE);
        if !address.is_multiple_of(PAGE) || length == 0 || end.next_multiple_of(PAGE.into()) > top {
            return INVALID;
        }
        self.mapped.retain(|page| *page < address || u64::from(*page) >= end);
        0
    }

    /// Returns the memory with the entries of the tables, which are taken from the memory of the runtime: each is the address of a function
    /// of the host, another for each function, and the same in every table.
    pub(super) fn with_tables(&self, memory: &[u8]) -> Result<Vec<u8>, (&'static str, String)> {
        let mut expected = self.memory.clone();
        // By the address of the entry: a later table overwrites an earlier one.
        let mut entries = BTreeMap::new();
        for (table, functions) in &self.tables {
            entries.extend(functions.iter().enumerate().map(|(index, name)| (table + 4 * index as u32, *name)));
        }
        let mut known: BTreeMap<&str, u32> = BTreeMap::new();
        for (address, name) in entries {
            let at = (address - Layout::BASE) as usize;
            let entry = u32::from_le_bytes([memory[at], memory[at + 1], memory[at + 2], memory[at + 3]]);
            let is_same = *known.entry(name).or_insert(entry) == entry;
            let is_other = known.iter().all(|(other, address)| *other == name || *address != entry);
            if entry <= Layout::HOST || !entry.is_multiple_of(Layout::FUNCTION_STEP) || !is_same || !is_other {
                return Err((name, format!("{entry:#x} at {address:#x}")));
            }
            expected[at..at + 4].copy_from_slice(&entry.to_le_bytes());
        }
        Ok(expected)
    }
}
