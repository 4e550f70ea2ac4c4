//! Compares the codec with other implementations, and measures its cost as a function of size.
//!
//! `cargo bench -p irsmith-pnacl --bench codec` prints criterion's figures, then the ratios. The files are the real programs of the folder
//! that `IRSMITH_DATA` names, otherwise one generated module.
//!
//! `llvm-bcanalyzer` is a process, so it reads the same streams many times over: a bitstream may contain several consecutive modules. It
//! does so for a few and for many copies, and the difference of the two times is the cost of the additional copies, without the start of
//! the process. We read the same number of copies, file by file, and keep every record of a file until the next; the tool keeps none, and
//! counts them without a histogram. Times are processor time of user and system together, and the shortest of several rounds, so that a
//! busy machine affects neither.

use criterion::{BenchmarkId, Criterion, Throughput};
use irsmith_pnacl::tables::{BinaryOp, Linkage};
use irsmith_pnacl::{Body, Function, Instruction, Limits, Module, Signature, Stream, Type, TypeId, Value};
use llvm_bitstream::Bitstream;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    peers(&mut criterion);
    sizes(&mut criterion);
    criterion.final_summary();
    ratios();
    against_bcanalyzer();
}

/// Returns the files to read, each separately.
fn files() -> Vec<Vec<u8>> {
    let paths = irsmith_testdata::Data::found_outside().map(|data| data.files("pnacl/real", "pexe"));
    let Some(paths) = paths else {
        return vec![chain(20_000).write().expect("a made module can be written")];
    };
    paths.iter().map(|path| irsmith_testdata::read(path)).collect()
}

/// The bytes that replace the header in an LLVM bitstream.
const LLVM_MAGIC: [u8; 4] = *b"BC\xc0\xde";

fn as_llvm(file: &[u8]) -> Vec<u8> {
    [&LLVM_MAGIC, &file[16..]].concat()
}

fn peers(criterion: &mut Criterion) {
    let files = files();
    let bytes: usize = files.iter().map(Vec::len).sum();
    let limits = Limits::default();
    let mut group = criterion.benchmark_group("real");
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("records", |b| {
        b.iter(|| files.iter().map(|file| Stream::read(file, &limits).unwrap().items().len()).sum::<usize>());
    });
    group.bench_function("model", |b| {
        b.iter(|| files.iter().map(|file| Module::read(file, &limits).unwrap().functions.len()).sum::<usize>());
    });
    let streams: Vec<Stream> = files.iter().map(|file| Stream::read(file, &limits).unwrap()).collect();
    group.bench_function("write records", |b| b.iter(|| streams.iter().map(|stream| stream.write().unwrap().len()).sum::<usize>()));
    let modules: Vec<Module> = streams.iter().map(|stream| Module::from_stream(stream).unwrap()).collect();
    group.bench_function("write model", |b| b.iter(|| modules.iter().map(|module| module.write().unwrap().len()).sum::<usize>()));
    let llvm: Vec<Vec<u8>> = files.iter().map(|file| as_llvm(file)).collect();
    group.bench_function("llvm-bitstream", |b| {
        b.iter(|| llvm.iter().map(|file| Bitstream::from_raw(file).unwrap().map(Result::unwrap).count()).sum::<usize>());
    });
    group.finish();
}

/// The numbers of copies of all files that `llvm-bcanalyzer` reads in its shorter and in its longer run.
const COPIES: [usize; 2] = [8, 40];
/// The number of repetitions of each run.
const TURNS: usize = 12;

/// Prints the ratio of our speed of reading records to that of `llvm-bcanalyzer`.
fn against_bcanalyzer() {
    let files = files();
    let folder = tempfile::tempdir().unwrap();
    let streams: Vec<u8> = files.iter().flat_map(|file| &file[16..]).copied().collect();
    let paths = COPIES.map(|copies| {
        let path = folder.path().join(format!("{copies}.bc"));
        std::fs::write(&path, [&LLVM_MAGIC[..], &streams.repeat(copies)].concat()).unwrap();
        path
    });
    let (mut theirs, mut ours) = ([Duration::MAX; 2], Duration::MAX);
    for _ in 0..TURNS {
        for (path, shortest) in paths.iter().zip(&mut theirs) {
            let start = processor_time(UsageWho::RUSAGE_CHILDREN);
            let status = Command::new("llvm-bcanalyzer").arg("-disable-histogram").arg(path).stdout(Stdio::null()).status();
            if !status.is_ok_and(|status| status.success()) {
                eprintln!("llvm-bcanalyzer is not installed: no ratio to it");
                return;
            }
            *shortest = (processor_time(UsageWho::RUSAGE_CHILDREN) - start).min(*shortest);
        }
        let start = processor_time(UsageWho::RUSAGE_SELF);
        for file in files.iter().cycle().take(files.len() * (COPIES[1] - COPIES[0])) {
            black_box(Stream::read(file, &Limits::default()).unwrap());
        }
        ours = (processor_time(UsageWho::RUSAGE_SELF) - start).min(ours);
    }
    let bytes = streams.len() * (COPIES[1] - COPIES[0]);
    let per_byte = |time: Duration| time.as_secs_f64() * 1e9 / bytes as f64;
    let (theirs, ours) = (per_byte(theirs[1].saturating_sub(theirs[0])), per_byte(ours));
    eprintln!("records faster than llvm-bcanalyzer, per byte: {:.1} times ({ours:.2} ns beside {theirs:.2} ns)", theirs / ours);
}

fn processor_time(who: UsageWho) -> Duration {
    let usage = getrusage(who).expect("every process may ask for its times");
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(microseconds.unsigned_abs())
}

/// Returns a function of this many additions, each of the previous result.
fn chain(instructions: usize) -> Module {
    let mut body = Body::default();
    let mut last = Value::parameter(0);
    for index in 0..instructions {
        body.instructions.push(Instruction::Binary { a: last, b: Value::parameter(0), op: BinaryOp::Add });
        last = Value::instruction(index as u32);
    }
    body.instructions.push(Instruction::Ret { value: Some(last) });
    let signature = Signature { varargs: false, result: TypeId(0), parameters: [TypeId(0)].into_iter().collect() };
    Module {
        types: vec![Type::Integer(32), Type::Function(signature)],
        functions: vec![Function { ty: TypeId(1), linkage: Linkage::External, body: Some(body) }],
        ..Module::default()
    }
}

const SIZES: [usize; 5] = [10, 100, 1_000, 10_000, 100_000];

fn sizes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("size");
    for size in SIZES {
        let module = chain(size);
        let bytes = module.write().unwrap();
        group.throughput(Throughput::Elements(size as u64));
        group.bench_with_input(BenchmarkId::new("read", size), &bytes, |b, bytes| {
            b.iter(|| Module::read(bytes, &Limits::default()).unwrap());
        });
        group.bench_with_input(BenchmarkId::new("write", size), &module, |b, module| b.iter(|| module.write().unwrap()));
    }
    group.finish();
}

/// Prints the ratios of the figures.
fn ratios() {
    let median = |name: &str| -> Option<f64> {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target")).to_path_buf();
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root, Into::into);
        let text = std::fs::read_to_string(target.join("criterion").join(name).join("new/estimates.json")).ok()?;
        let tail = text.split_once("\"median\"")?.1.split_once("\"point_estimate\":")?.1;
        tail.split([',', '}']).next()?.trim().parse().ok()
    };
    let compare = |label: &str, slow: &str, fast: &str| {
        if let (Some(slow), Some(fast)) = (median(slow), median(fast)) {
            eprintln!("{label}: {:.1} times", slow / fast);
        }
    };
    compare("records faster than llvm-bitstream, per byte", "real/llvm-bitstream", "real/records");
    for kind in ["read", "write"] {
        for size in SIZES {
            if let Some(time) = median(&format!("size/{kind}/{size}")) {
                eprintln!("{kind} {size} instructions: {:.1} ns an instruction", time / size as f64);
            }
        }
    }
}
