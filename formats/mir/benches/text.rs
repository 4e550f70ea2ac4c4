//! Measures the time of reading, writing and validating a function, container and body, and shows that the time per instruction does not
//! grow with the length of a body.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use irsmith_mir::{File, Limits, body, validate};
use std::hint::black_box;

/// A block of 14 instructions, one of each common form, as in the measurements of llc.
const BODY: &str = "  bb.0:
    liveins: $edi, $rsi, $rbp

    frame-setup PUSH64r killed $rbp, implicit-def $rsp, implicit $rsp
    CFI_INSTRUCTION def_cfa_offset 16
    %0:gr32 = COPY $edi
    %1:gr64 = COPY $rsi
    %2:gr32 = MOV32rm %1, 1, $noreg, 4, $noreg :: (load (s32) from unknown-address, align 4)
    %3:gr32 = nsw ADD32rr %0, %2, implicit-def dead $eflags
    MOV32mr %1, 1, $noreg, 8, $noreg, %3 :: (store (s32) into unknown-address + 8)
    %4:gr32 = IMUL32rri %3, 42, implicit-def dead $eflags
    CMP32ri %4, 7, implicit-def $eflags
    %5:gr8 = SETCCr 4, implicit $eflags
    %6:gr32 = MOVZX32rr8 killed %5
    $eax = COPY %6
    $rbp = frame-destroy POP64r implicit-def $rsp, implicit $rsp
    RET 0, implicit $eax
";

/// Functions with the keys that an author of tests uses.
fn file(functions: u64) -> String {
    (0..functions).map(|number| format!("---\nname: f{number}\ntracksRegLiveness: true\nbody: |\n{BODY}...\n")).collect()
}

fn read(text: &str) -> File {
    File::read(text.as_bytes(), &Limits::default()).expect("the text is right")
}

fn functions(c: &mut Criterion) {
    const FUNCTIONS: u64 = 1000;
    let text = file(FUNCTIONS);
    let model = read(&text);
    let full = model.write();
    assert_eq!(read(&full), model);
    let blocks = body::parse(BODY, &Limits::default()).expect("the text is right");
    let mut group = c.benchmark_group("1000 functions of 14 instructions");
    group.throughput(Throughput::Elements(FUNCTIONS));
    group.bench_function("read", |b| b.iter_with_large_drop(|| read(black_box(&text))));
    group.bench_function("read, with all keys", |b| b.iter_with_large_drop(|| read(black_box(&full))));
    group.bench_function("write", |b| b.iter(|| black_box(&model).write()));
    group.bench_function("read and write", |b| b.iter(|| read(black_box(&text)).write()));
    group.bench_function("read bodies", |b| {
        b.iter(|| (0..FUNCTIONS).for_each(|_| drop(black_box(body::parse(black_box(BODY), &Limits::default())))));
    });
    group.bench_function("write bodies", |b| b.iter(|| (0..FUNCTIONS).for_each(|_| drop(black_box(body::print(black_box(&blocks)))))));
    group.finish();
}

/// Returns a valid function of this many instructions, in consecutive blocks of ten.
fn long(instructions: usize) -> String {
    let last = instructions / 10 - 1;
    let mut text = String::from("---\nname: f\ntracksRegLiveness: true\nbody: |\n");
    for block in 0..=last {
        text.push_str(&format!("  bb.{block}:\n"));
        if block < last {
            text.push_str(&format!("    successors: %bb.{}\n", block + 1));
        }
        if block == 0 {
            text.push_str("    liveins: $edi\n");
        }
        text.push('\n');
        for number in block * 9..block * 9 + 9 {
            text.push_str(&match number.checked_sub(1) {
                None => format!("    %{number}:gr32 = COPY $edi\n"),
                Some(before) => format!("    %{number}:gr32 = ADD32rr %{before}, %{}, implicit-def dead $eflags\n", number / 2),
            });
        }
        text.push_str(&if block < last { format!("    JMP_1 %bb.{}\n\n", block + 1) } else { "    RET 0\n...\n".to_owned() });
    }
    text
}

/// Measures the cost as a function of length; the cost per instruction should be constant.
fn lengths(c: &mut Criterion) {
    let options = validate::Options { triple: Some("x86_64-unknown-linux-gnu"), ..validate::Options::default() };
    let mut group = c.benchmark_group("a function of so many instructions");
    for instructions in [10, 1_000, 10_000, 100_000] {
        let text = long(instructions);
        let file = read(&text);
        assert_eq!(validate::validate(&file, options), []);
        group.throughput(Throughput::Elements(instructions as u64));
        group.bench_with_input(BenchmarkId::new("read", instructions), &text, |b, text| b.iter_with_large_drop(|| read(black_box(text))));
        group.bench_with_input(BenchmarkId::new("write", instructions), &file, |b, file| {
            b.iter(|| black_box(file).write());
        });
        group.bench_with_input(BenchmarkId::new("validate", instructions), &file, |b, file| {
            b.iter(|| validate::validate(black_box(file), options));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = functions, lengths
}
criterion_main!(benches);
