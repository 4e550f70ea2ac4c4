//! The codec beside its peers, and its cost against size.
//!
//! `cargo bench -p irsmith-pnacl` prints criterion's figures, then the ratios. The files are the real programs of the shared data folder
//! where it is there, else one made module.

use criterion::{BenchmarkId, Criterion, Throughput};
use irsmith_pnacl::tables::{BinaryOp, Linkage};
use irsmith_pnacl::{Body, Function, Instruction, Limits, Module, Signature, Stream, Type, TypeId, Value};
use llvm_bitstream::Bitstream;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    peers(&mut criterion);
    sizes(&mut criterion);
    criterion.final_summary();
    ratios();
}

/// The files to read, joined by nothing: each is read by itself.
fn files() -> Vec<Vec<u8>> {
    let paths = irsmith_testdata::files("pnacl/real", "pexe");
    if paths.is_empty() {
        return vec![chain(20_000).write().expect("a made module can be written")];
    }
    paths.iter().map(|path| irsmith_testdata::read(path)).collect()
}

/// As an LLVM bitstream: another magic number in place of the header.
fn as_llvm(file: &[u8]) -> Vec<u8> {
    [b"BC\xc0\xde", &file[16..]].concat()
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
    bcanalyzer(&mut group, bytes);
    group.finish();
}

/// The tool reads one module as large as all files times 64, so that starting the process does not count; its time is brought back to the
/// size of all files by criterion's throughput.
fn bcanalyzer(group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>, bytes: usize) {
    let available = Command::new("llvm-bcanalyzer").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    if !available {
        eprintln!("llvm-bcanalyzer is not installed: no ratio to it");
        return;
    }
    let mut instructions = 200_000;
    let mut large = chain(instructions).write().unwrap();
    while large.len() < 64 * bytes {
        instructions *= 2;
        large = chain(instructions).write().unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.bc");
    std::fs::write(&path, as_llvm(&large)).unwrap();
    group.sample_size(10);
    group.throughput(Throughput::Bytes(large.len() as u64));
    group.bench_function("large: llvm-bcanalyzer", |b| {
        b.iter(|| Command::new("llvm-bcanalyzer").arg("-disable-histogram").arg(&path).stdout(Stdio::null()).status().unwrap());
    });
    group.bench_function("large: records", |b| b.iter(|| black_box(Stream::read(&large, &Limits::default()).unwrap())));
}

/// A function of so many additions, each of the result before.
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

/// Prints what the figures mean beside one another.
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
    compare("records faster than llvm-bcanalyzer, per byte", "real/large_ llvm-bcanalyzer", "real/large_ records");
    for kind in ["read", "write"] {
        for size in SIZES {
            if let Some(time) = median(&format!("size/{kind}/{size}")) {
                eprintln!("{kind} {size} instructions: {:.1} ns an instruction", time / size as f64);
            }
        }
    }
}
