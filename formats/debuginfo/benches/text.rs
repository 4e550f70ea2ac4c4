//! Measures text compared with rspirv's disassembler, and its cost as a function of size.
//!
//! `cargo bench -p irsmith-debuginfo --bench text` prints criterion's figures, then the ratios. The files are the modules of the
//! folder that `IRSMITH_DATA` names, else those of `corpora/conformance`. rspirv cannot load modules with
//! debug instructions, so its low-level reader hands every instruction to its disassembler; that prints less (operands of debug
//! instructions without names) and does not align.

use criterion::{BenchmarkId, Criterion, Throughput};
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::{Limits, Stream};
use rspirv::binary::{Consumer, Disassemble, ParseAction, parse_bytes};
use rspirv::dr;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let files = files();
    let streams: Vec<Stream> = files.iter().map(|file| Stream::read(file, &Limits::default()).unwrap()).collect();
    let texts: Vec<String> = streams.iter().map(disassemble).collect();
    let mut group = criterion.benchmark_group("real");
    group.throughput(Throughput::Bytes(files.iter().map(|file| file.len() as u64).sum()));
    group.bench_function("disassemble", |b| b.iter(|| ours(&files)));
    group.bench_function("rspirv disassemble", |b| b.iter(|| theirs(&files)));
    group.bench_function("assemble", |b| b.iter(|| texts.iter().map(|text| assemble(text).unwrap().words().len()).sum::<usize>()));
    group.finish();
    sizes(&mut criterion);
    criterion.final_summary();
    let (theirs, ours) = (shortest(|| theirs(&files)), shortest(|| ours(&files)));
    eprintln!("disassembly faster than rspirv's: {:.1} times ({ours:?} beside {theirs:?})", theirs.as_secs_f64() / ours.as_secs_f64());
}

fn files() -> Vec<Vec<u8>> {
    let data = irsmith_testdata::Data::any();
    let paths = ["debuginfo", "opencl-100"].iter().flat_map(|folder| data.files(&format!("debuginfo/{folder}"), "spv"));
    paths.map(|path| irsmith_testdata::read(&path)).collect()
}

/// Reads and prints every file; returns the bytes of text.
fn ours(files: &[Vec<u8>]) -> usize {
    files.iter().map(|file| disassemble(&Stream::read(file, &Limits::default()).unwrap()).len()).sum()
}

fn theirs(files: &[Vec<u8>]) -> usize {
    let mut printer = Printer::default();
    files.iter().for_each(|file| parse_bytes(file, &mut printer).expect("rspirv reads real modules"));
    printer.0
}

/// Counts the bytes of text.
#[derive(Default)]
struct Printer(usize);

impl Consumer for Printer {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, header: dr::ModuleHeader) -> ParseAction {
        self.0 += header.disassemble().len();
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, instruction: dr::Instruction) -> ParseAction {
        self.0 += instruction.disassemble().len();
        ParseAction::Continue
    }
}

fn shortest(mut f: impl FnMut() -> usize) -> Duration {
    let turn = || {
        let start = Instant::now();
        black_box(f());
        start.elapsed()
    };
    std::iter::repeat_with(turn).take(50).min().unwrap_or_default()
}

/// Returns a module of this many debug types.
fn made(instructions: usize) -> Vec<u8> {
    let mut text = "%1 = OpExtInstImport \"DebugInfo\"\n%2 = OpTypeVoid\n%3 = OpString \"name\"\n".to_owned();
    for id in 4..instructions + 4 {
        text += &format!("%{id} = OpExtInst %2 %1 DebugTypeComposite %3 Structure %3 1 2 %3 %3 FlagIsPublic %{}\n", id - 1);
    }
    assemble(&text).expect("a made module is text").write()
}

const SIZES: [usize; 4] = [100, 1_000, 10_000, 100_000];

fn sizes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("size");
    for size in SIZES {
        let stream = Stream::read(&made(size), &Limits::default()).unwrap();
        let text = disassemble(&stream);
        group.throughput(Throughput::Elements(size as u64));
        group.bench_with_input(BenchmarkId::new("disassemble", size), &stream, |b, stream| b.iter(|| disassemble(stream).len()));
        group.bench_with_input(BenchmarkId::new("assemble", size), &text, |b, text| b.iter(|| assemble(text).unwrap()));
    }
    group.finish();
}
