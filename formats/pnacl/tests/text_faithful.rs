//! `assemble(assembly(b))` preserves every record of every readable file, however unusual.

use irsmith_pnacl::stream::{Item, ItemKind};
use irsmith_pnacl::{Limits, Stream, text};
use irsmith_testdata::{Data, read};

irsmith_testdata::data_tests! {
    own: [
        every_readable_file_survives,
        damaged_streams_survive,
    ],
    outside: [
        every_readable_file_survives,
        damaged_streams_survive,
    ],
}

/// Returns an item without its address, with its references spelled out.
fn shown(stream: &Stream, item: &Item) -> String {
    match &item.kind {
        ItemKind::Enter { block, width } => format!("enter {block} {width}"),
        ItemKind::End => "end".to_owned(),
        ItemKind::Define(index) => format!("define {:?}", stream.abbreviations()[*index as usize]),
        ItemKind::Record(record) => format!("{}: {} {:?}", record.abbreviation, record.code, stream.operands(record)),
    }
}

#[track_caller]
fn assert_survives(name: &str, stream: &Stream) {
    let assembly = text::stream_assembly(stream);
    let again = text::assemble_stream(&assembly).unwrap_or_else(|error| {
        let line = assembly.lines().nth(error.line - 1).unwrap_or_default();
        panic!("{name}: {error}\n{line}")
    });
    assert_eq!(stream.header, again.header, "{name}");
    assert_eq!(stream.items().len(), again.items().len(), "{name}");
    for (index, (item, other)) in stream.items().iter().zip(again.items()).enumerate() {
        assert_eq!(shown(stream, item), shown(&again, other), "{name}, item {index}");
    }
    // A listing of any file is printed without a panic, and has a row for each item.
    let rows = text::stream_listing(stream).lines().filter(|row| !row.starts_with("          |")).count();
    assert_eq!(rows, stream.items().len() + 1, "{name}");
}

fn every_readable_file_survives(data: &Data) {
    let mut readable = 0;
    for path in data.pnacl() {
        let bytes = read(&path);
        if let Ok(stream) = Stream::read(&bytes, &Limits::default()) {
            readable += 1;
            assert_survives(&path.display().to_string(), &stream);
        }
    }
    assert!(readable > data.choose(110, 500), "only {readable} files read");
}

/// A generator of test inputs that needs no dependency (xorshift64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Returns a value near one of the boundaries of operands.
    fn operand(&mut self, old: u64) -> u64 {
        const EDGES: [u64; 12] = [0, 1, 2, 3, 30, 31, 255, 256, 0xffff_ffff, 0x1_0000_0000, 1 << 63, u64::MAX];
        match self.below(4) {
            0 => EDGES[self.below(EDGES.len())],
            1 => old.wrapping_add(1),
            2 => old.wrapping_sub(1),
            _ => self.next() >> self.below(64),
        }
    }
}

/// Returns the stream with some records changed, dropped or doubled, and the blocks still balanced.
fn damaged(stream: &Stream, random: &mut Random, rate: usize) -> Stream {
    let mut out = Stream::new();
    out.header = stream.header.clone();
    for item in stream.items() {
        match &item.kind {
            ItemKind::Enter { block, width } => out.enter(*block, *width),
            ItemKind::End => out.end(),
            ItemKind::Define(index) => out.define(stream.abbreviations()[*index as usize].clone()),
            ItemKind::Record(record) => {
                let mut operands = stream.operands(record).to_vec();
                let mut code = record.code;
                let mut abbreviation = record.abbreviation;
                if random.below(rate) == 0 {
                    abbreviation = 3;
                    match random.below(6) {
                        0 => continue,
                        1 => out.record(3, code, &operands),
                        2 => code = random.operand(u64::from(code)) as u32,
                        3 => operands.push(random.next() >> random.below(64)),
                        4 => drop(operands.pop()),
                        _ => {
                            if let Some(operand) = (!operands.is_empty()).then(|| random.below(operands.len())) {
                                operands[operand] = random.operand(operands[operand]);
                            }
                        }
                    }
                }
                out.record(abbreviation, code, &operands);
            }
        }
    }
    out
}

fn damaged_streams_survive(data: &Data) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for path in data.pnacl() {
        let bytes = read(&path);
        // Large ones would take most of the time.
        let Ok(stream) = Stream::read(&bytes, &Limits { bytes: 8_000, ..Limits::default() }) else { continue };
        for rate in [2, 5, 20] {
            for _ in 0..4 {
                // Sections of the abbreviations block may be missing, and with them abbreviations that records refer to; such streams
                // cannot be written, and are not tested.
                let damaged = damaged(&stream, &mut random, rate);
                let Ok(bytes) = damaged.write() else { continue };
                assert_survives(&path.display().to_string(), &Stream::read(&bytes, &Limits::default()).unwrap());
            }
        }
    }
}
