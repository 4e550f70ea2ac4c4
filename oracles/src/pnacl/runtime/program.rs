//! Programs that call the runtime: what they call, drawn from a case, and their text.

use irsmith_generators::Choices;
use irsmith_pnacl::interpret::Layout;
use std::fmt::Write;

/// Bytes of the program's stack.
pub(super) const STACK: u32 = 1 << 12;
/// The interfaces: their names, and their functions in the order of their tables.
pub(super) const INTERFACES: &[(&str, &[&str])] = &[
    ("nacl-irt-basic-0.1", &["exit", "gettod", "clock", "nanosleep", "sched_yield", "sysconf"]),
    ("nacl-irt-fdio-0.1", &["close", "dup", "dup2", "read", "write", "seek", "fstat", "getdents"]),
    ("nacl-irt-dev-fdio-0.1", &["close", "dup", "dup2", "read", "write", "seek", "fstat", "getdents"]),
    ("nacl-irt-memory-0.1", &["sysbrk", "mmap", "munmap"]),
    ("nacl-irt-memory-0.2", &["sysbrk", "mmap", "munmap", "mprotect"]),
    ("nacl-irt-memory-0.3", &["mmap", "munmap", "mprotect"]),
    ("nacl-irt-tls-0.1", &["tls_init", "tls_get"]),
];
/// Names of interfaces that the runtime has not.
const MISSING: &[&str] = &["nacl-irt-thread-0.1", "nacl-irt-basic-0.2", "nacl-irt-tls-0.", "nacl-irt-futex-0.1", ""];

/// The constants of the program: the names, each in a slot of this many bytes.
const NAMES: u32 = Layout::BASE;
const NAME_SLOT: u32 = 32;
const NAME_COUNT: u32 = 12;
/// The variable of the program: results of calls, tables of interfaces, and slots for what calls read and write.
const VARIABLE: u32 = NAMES + NAME_SLOT * NAME_COUNT;
pub(super) const RESULTS: u32 = VARIABLE;
pub(super) const TABLES: u32 = RESULTS + 256;
pub(super) const TABLE_SLOT: u32 = 64;
pub(super) const SLOTS: u32 = TABLES + TABLE_SLOT * 8;
const SLOT: u32 = 128;
const SLOT_COUNT: u32 = 8;
const VARIABLE_SIZE: u32 = SLOTS + SLOT * SLOT_COUNT - VARIABLE;
/// The first address after the variable: the stack.
pub(super) const WRITABLE: u32 = VARIABLE;
pub(super) const HEAP: u32 = VARIABLE + VARIABLE_SIZE + STACK;

/// A call of a program.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// The function: its name, and where its address stands.
    pub(super) name: &'static str,
    pub(super) table: usize,
    pub(super) arguments: Vec<Argument>,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Word(u32),
    Long(u64),
}

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Return,
    Exit(u32),
    /// A call of an address that is no function of the host.
    BadAddress(u32),
    /// A call of the first function, which takes three words, with this many.
    BadSignature(u32),
}

/// A program and its surroundings.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub(super) heap: u32,
    pub(super) input: Vec<u8>,
    pub(super) arguments: Vec<Vec<u8>>,
    pub(super) environment: Vec<Vec<u8>>,
    /// In microseconds: the time at the start, and the step of the clock.
    pub(super) time: u64,
    pub(super) step: u64,
    /// Words that the program stores before the calls.
    pub(super) stores: Vec<(u32, u32)>,
    pub(super) calls: Vec<Call>,
    pub(super) ending: Ending,
}

/// A page of the heap.
pub(super) const PAGE: u32 = 1 << 16;

impl Script {
    pub(super) fn draw(choices: &mut Choices<'_, '_>) -> Self {
        // From less than a page to a few.
        let heap = 0x400 + PAGE * choices.up_to(5) + 0x1000 * choices.up_to(15);
        let texts = |choices: &mut Choices<'_, '_>| (0..choices.below(4)).map(|_| bytes(choices, 9)).collect::<Vec<_>>();
        let mut script = Self {
            heap,
            input: bytes(choices, 60),
            arguments: texts(choices),
            environment: texts(choices),
            time: [0, 999_999, 1_000_000, 1_234_567_890_123, 4_294_967_296_000_000][choices.below(5)],
            step: [1, 1000, 1_000_001][choices.below(3)],
            stores: (0..SLOT_COUNT).map(|slot| (SLOTS + SLOT * slot, 0)).collect(),
            calls: Vec::new(),
            ending: Ending::Return,
        };
        for (_, word) in &mut script.stores {
            *word = an_address(choices, heap);
        }
        // Every table first, so that any function can be called.
        for (table, (_, functions)) in INTERFACES.iter().enumerate() {
            let room = [4 * functions.len() as u32, 64][choices.below(2)];
            script.query(table as u32, TABLES + TABLE_SLOT * table as u32, room);
        }
        // Many calls of one interface: what one leaves matters to the next.
        let focus = choices.below(INTERFACES.len());
        for _ in 0..4 + choices.below(40) {
            let call = any_call(choices, heap, focus);
            script.calls.push(call);
        }
        script.ending = match choices.below(8) {
            0 => Ending::BadSignature([0, 1, 2, 4][choices.below(4)]),
            1 => Ending::BadAddress([Layout::HOST + 4, Layout::HOST + 16 * 200, Layout::HOST + 1, 0xffff_fff0, 0, 1][choices.below(6)]),
            2 | 3 => Ending::Return,
            _ => Ending::Exit([0, 1, 255, 0x8000_0000, u32::MAX][choices.below(5)]),
        };
        script
    }

    fn query(&mut self, name: u32, table: u32, room: u32) {
        let arguments = [NAMES + NAME_SLOT * name, table, room].map(Argument::Word).to_vec();
        self.calls.push(Call { name: "irt_query", table: 0, arguments });
    }

    /// Returns the text of the program. Its first instructions find the address of the query function.
    pub(super) fn text(&self) -> String {
        let mut pool = Pool::default();
        let mut body = String::new();
        let mut values = 0;
        let mut value = |body: &mut String, instruction: String| {
            let _ = writeln!(body, "%v{values} = {instruction};");
            values += 1;
            format!("%v{}", values - 1)
        };
        // The block: a word, the numbers of entries of the environment and of arguments, then both lists with a 0 after each.
        let at = value(&mut body, format!("add i32 %p0, {}", pool.word(4)));
        let environment = value(&mut body, format!("load i32* {at}, align 1"));
        let at = value(&mut body, format!("add i32 %p0, {}", pool.word(8)));
        let arguments = value(&mut body, format!("load i32* {at}, align 1"));
        let entries = value(&mut body, format!("add i32 {environment}, {arguments}"));
        let size = value(&mut body, format!("shl i32 {entries}, {}", pool.word(2)));
        let at = value(&mut body, format!("add i32 %p0, {size}"));
        let at = value(&mut body, format!("add i32 {at}, {}", pool.word(24)));
        let query = value(&mut body, format!("load i32* {at}, align 1"));
        for (address, word) in &self.stores {
            let (word, address) = (pool.word(*word), pool.word(*address));
            let _ = writeln!(body, "store i32 {word}, i32* {address}, align 1;");
        }
        for (index, call) in self.calls.iter().enumerate() {
            let pointer = match call.position() {
                None => query.clone(),
                Some(entry) => {
                    let address = pool.word(TABLES + TABLE_SLOT * call.table as u32 + 4 * entry);
                    value(&mut body, format!("load i32* {address}, align 1"))
                }
            };
            let arguments = call.arguments.iter().map(|argument| pool.argument(*argument)).collect::<Vec<_>>().join(", ");
            let result = value(&mut body, format!("call i32 {pointer}({arguments})"));
            let _ = writeln!(body, "store i32 {result}, i32* {}, align 1;", pool.word(RESULTS + 4 * index as u32));
        }
        match self.ending {
            Ending::Return => {}
            Ending::Exit(status) => {
                let at = pool.word(TABLES);
                let exit = value(&mut body, format!("load i32* {at}, align 1"));
                let _ = writeln!(body, "call void {exit}(i32 {});", pool.word(status));
            }
            Ending::BadAddress(address) => {
                let _ = writeln!(body, "call void {}();", pool.word(address));
            }
            Ending::BadSignature(count) => {
                let zero = format!("i32 {}", pool.word(0));
                let _ = writeln!(body, "call void {query}({});", vec![zero; count as usize].join(", "));
            }
        }
        format!(
            "module {{\nversion 1;\ntypes {{\ncount 4;\n@t0 = i32;\n@t1 = i64;\n@t2 = void;\n@t3 = void (i32);\n}}\n\
             define external void @f0(i32);\n\
             globals {{\ncount 2;\nconst @g0, align 1,\n{{{}}}\nvar @g1, align 16,\nzerofill {VARIABLE_SIZE};\n}}\n\
             valuesymtab {{\n@f0 : \"_start\";\n}}\n\
             function void @f0(i32 %p0) {{\nblocks 1;\nconstants {{\n{}}}\n{body}ret void;\n}}\n}}\n",
            names().iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
            pool.text(),
        )
    }
}

impl Call {
    /// Returns the entry of its table that a call names; `None` for the query function.
    fn position(&self) -> Option<u32> {
        let position = INTERFACES[self.table].1.iter().position(|name| *name == self.name)?;
        Some(position as u32)
    }
}

/// Returns the bytes of the names, each in its slot.
pub(super) fn names() -> Vec<u8> {
    let mut bytes = Vec::new();
    for name in INTERFACES.iter().map(|(name, _)| *name).chain(MISSING.iter().copied()) {
        let end = bytes.len() + NAME_SLOT as usize;
        bytes.extend_from_slice(name.as_bytes());
        bytes.resize(end, 0);
    }
    bytes
}

/// Constants: words first, then longs.
#[derive(Default)]
struct Pool {
    words: Vec<u32>,
    longs: Vec<u64>,
}

/// The number of words that a program has room for: longs are numbered after them.
const MOST_WORDS: usize = 400;

impl Pool {
    fn word(&mut self, word: u32) -> String {
        let known = self.words.iter().position(|known| *known == word);
        let index = known.unwrap_or(self.words.len());
        if known.is_none() {
            self.words.push(word);
        }
        format!("%c{index}")
    }

    fn argument(&mut self, argument: Argument) -> String {
        match argument {
            Argument::Word(word) => format!("i32 {}", self.word(word)),
            Argument::Long(long) => {
                self.longs.push(long);
                format!("i64 %c{}", MOST_WORDS + self.longs.len() - 1)
            }
        }
    }

    fn text(&self) -> String {
        let mut text = "i32:\n".to_owned();
        let mut words = self.words.clone();
        words.resize(MOST_WORDS, 0);
        for (index, word) in words.iter().enumerate() {
            let _ = writeln!(text, "%c{index} = i32 {};", *word as i32);
        }
        text.push_str("i64:\n");
        for (index, long) in self.longs.iter().enumerate() {
            let _ = writeln!(text, "%c{} = i64 {};", MOST_WORDS + index, *long as i64);
        }
        text
    }
}

fn bytes(choices: &mut Choices<'_, '_>, most: usize) -> Vec<u8> {
    // No zero: arguments end with one.
    (0..choices.below(most)).map(|_| choices.byte().max(1)).collect()
}

/// Draws an address: a slot mostly, otherwise one that is constant, outside of memory, or crosses the end.
fn an_address(choices: &mut Choices<'_, '_>, heap: u32) -> u32 {
    let end = HEAP + heap.next_multiple_of(16);
    match choices.below(16) {
        0 => 0,
        1 => NAMES,
        2 => end - 2,
        3 => end,
        4 => 0xffff_fff0,
        5 => (HEAP + choices.below(heap as usize) as u32).next_multiple_of(16),
        // Near the start of the heap, so that the break passes what other calls write.
        8..=10 => HEAP + 0x180 + 0x40 * choices.up_to(7),
        6 => PAGE * choices.up_to(12),
        7 => end / PAGE * PAGE - PAGE * choices.up_to(3).min(end / PAGE),
        _ => slot(choices),
    }
}

/// Draws a slot, or a word within one.
fn slot(choices: &mut Choices<'_, '_>) -> u32 {
    SLOTS + SLOT * choices.up_to(SLOT_COUNT - 1)
}

/// Draws a length or another number.
fn a_number(choices: &mut Choices<'_, '_>) -> u32 {
    match choices.below(8) {
        0 => 0,
        1 => PAGE,
        2 => PAGE + 1,
        3 => PAGE * choices.up_to(6),
        4 => u32::MAX,
        _ => choices.up_to(SLOT),
    }
}

fn any_call(choices: &mut Choices<'_, '_>, heap: u32, focus: usize) -> Call {
    use Argument::{Long, Word};
    let table = if choices.chance(160) { focus } else { choices.below(INTERFACES.len()) };
    let address = |choices: &mut Choices<'_, '_>| Word(an_address(choices, heap));
    if choices.chance(32) {
        let name = choices.up_to(NAME_COUNT - 1);
        let room = [0, 4, 7, 8, 11, 12, 15, 16, 23, 24, 31, 32, u32::MAX][choices.below(13)];
        let name = if choices.chance(16) { 0 } else { NAMES + NAME_SLOT * name };
        // Not where other calls read: the entries are not for the model to know.
        let table = [TABLES + TABLE_SLOT * INTERFACES.len() as u32, 0, NAMES, 0xffff_fff0][choices.below(4)];
        let arguments = vec![Word(name), Word(table), Word(room)];
        return Call { name: "irt_query", table: 0, arguments };
    }
    let functions = INTERFACES[table].1;
    let name = functions[choices.below(functions.len())];
    let descriptor = |choices: &mut Choices<'_, '_>| Word([0, 1, 2, 3, u32::MAX][choices.below(5)]);
    let arguments = match name {
        // The program would end here.
        "exit" | "sched_yield" => return Call { name: "sched_yield", table: 0, arguments: vec![] },
        "gettod" | "clock" | "sysbrk" => vec![address(choices)],
        "nanosleep" => vec![address(choices), address(choices)],
        "sysconf" => vec![Word(choices.up_to(4)), address(choices)],
        "close" => vec![descriptor(choices)],
        "dup" => vec![descriptor(choices), address(choices)],
        "dup2" => vec![descriptor(choices), descriptor(choices)],
        "read" | "write" | "getdents" => {
            let (descriptor, buffer) = (descriptor(choices), address(choices));
            // Not so long that it reaches results or tables.
            let count = if choices.chance(16) { u32::MAX } else { choices.up_to(SLOT) };
            vec![descriptor, buffer, Word(count), address(choices)]
        }
        "seek" => vec![descriptor(choices), Long(choices.wide()), Word(choices.up_to(3)), address(choices)],
        "fstat" => vec![descriptor(choices), address(choices)],
        "mmap" => {
            let flags = [0x22, 0x22, 0x22, 0x20, 0x32, 0x02][choices.below(6)];
            let offset = if choices.chance(32) { 1 << 32 } else { 0 };
            let place = if choices.chance(192) { Word(slot(choices)) } else { address(choices) };
            vec![place, Word(a_number(choices)), Word(3), Word(flags), Word(u32::MAX), Long(offset)]
        }
        "munmap" if choices.chance(192) => {
            // One of the highest pages, which are mapped first.
            let top = (HEAP + heap.next_multiple_of(16)) / PAGE;
            vec![Word((top - (1 + choices.up_to(2)).min(top)) * PAGE), Word(1 + PAGE * choices.up_to(1))]
        }
        "munmap" => vec![address(choices), Word(a_number(choices))],
        "mprotect" => vec![address(choices), Word(a_number(choices)), Word(1)],
        "tls_init" => vec![address(choices)],
        _ => vec![],
    };
    Call { name, table, arguments }
}
