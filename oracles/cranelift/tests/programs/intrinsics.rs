//! Intrinsics.

use crate::support::{execute, module, trap};
use irsmith_pnacl::interpret::{Bits, End, Layout, TrapKind};

/// Calls an intrinsic with parameters and constants: `arguments` in the text's own words, results of `signature`.
#[track_caller]
fn call(name: &str, intrinsic: &str, signature: &str, constants: &str, arguments: &str, values: &[Bits]) -> (End, Vec<u8>) {
    let result = signature.split(" (").next().expect("a signature has a result");
    let body = match result {
        "void" => format!("blocks 1; constants {{ {constants} }} call void @f1({arguments}); ret void;"),
        _ => format!("blocks 1; constants {{ {constants} }} %v0 = call {result} @f1({arguments}); ret {result} %v0;"),
    };
    let globals = "count 2; const @g0, align 4, {1, 2, 3, 4, 5, 6, 7, 8} var @g1, align 8, {10, 20, 30, 40, 50, 60, 70, 80}";
    execute(&module(globals, &[(signature, &body), (intrinsic, name)]), values)
}

#[track_caller]
fn count(name: &str, ty: &str, value: Bits) -> Bits {
    let (end, _) =
        call(name, &format!("{ty} ({ty}, i1)"), &format!("{ty} ({ty})"), "i1: %c0 = i1 1;", &format!("{ty} %p0, i1 %c0"), &[value]);
    match end {
        End::Return(bits) => bits,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn unary(name: &str, ty: &str, value: Bits) -> Bits {
    let signature = format!("{ty} ({ty})");
    let (end, _) = call(name, &signature, &signature, "", &format!("{ty} %p0"), &[value]);
    match end {
        End::Return(bits) => bits,
        other => panic!("{other:?}"),
    }
}

#[test]
fn bits_are_counted() {
    assert_eq!(count("llvm.ctlz.i32", "i32", 1), 31);
    assert_eq!(count("llvm.ctlz.i32", "i32", 0), 32);
    assert_eq!(count("llvm.ctlz.i64", "i64", 0), 64);
    assert_eq!(count("llvm.cttz.i32", "i32", 0), 32);
    assert_eq!(count("llvm.cttz.i64", "i64", 1 << 40), 40);
    assert_eq!(unary("llvm.ctpop.i32", "i32", 0xff00_ff01), 17);
    assert_eq!(unary("llvm.ctpop.i64", "i64", u64::MAX.into()), 64);
    assert_eq!(unary("llvm.bswap.i16", "i16", 0x1234), 0x3412);
    assert_eq!(unary("llvm.bswap.i32", "i32", 0x1234_5678), 0x7856_3412);
    assert_eq!(unary("llvm.bswap.i64", "i64", 0x0102_0304_0506_0708), 0x0807_0605_0403_0201);
}

#[test]
fn roots_and_signs() {
    assert_eq!(unary("llvm.sqrt.f64", "double", 4f64.to_bits().into()), 2f64.to_bits().into());
    assert_eq!(unary("llvm.sqrt.f32", "float", (-1f32).to_bits().into()), 0x7fc0_0000);
    assert_eq!(unary("llvm.sqrt.f64", "double", (-0f64).to_bits().into()), (-0f64).to_bits().into());
    assert_eq!(unary("llvm.fabs.f32", "float", 0xff80_0001), 0x7f80_0001);
    assert_eq!(unary("llvm.fabs.f64", "double", 0xfff0_0000_0000_0001), 0x7ff0_0000_0000_0001);
    assert_eq!(unary("llvm.fabs.v4f32", "<4 x float>", u128::MAX), 0x7fff_ffff_7fff_ffff_7fff_ffff_7fff_ffff);
}

const CONSTANT: Bits = Layout::BASE as Bits;
const VARIABLE: Bits = CONSTANT + 16;

#[track_caller]
fn bulk(name: &str, values: [Bits; 3]) -> (End, Vec<u8>) {
    let second = if name.contains("memset") { "i8" } else { "i32" };
    call(
        name,
        &format!("void (i32, {second}, i32, i32, i1)"),
        &format!("void (i32, {second}, i32)"),
        "i32: %c0 = i32 1; i1: %c1 = i1 0;",
        &format!("i32 %p0, {second} %p1, i32 %p2, i32 %c0, i1 %c1"),
        &values,
    )
}

#[test]
fn bytes_are_copied_and_filled() {
    for copy in ["llvm.memcpy.p0i8.p0i8.i32", "llvm.memmove.p0i8.p0i8.i32"] {
        let (end, memory) = bulk(copy, [VARIABLE, CONSTANT + 1, 3]);
        assert_eq!((end, &memory[16..20]), (End::Return(0), &[2, 3, 4, 40][..]));
        // Overlapping ranges, either way.
        assert_eq!(bulk(copy, [VARIABLE + 1, VARIABLE, 7]).1[16..24], [10, 10, 20, 30, 40, 50, 60, 70]);
        assert_eq!(bulk(copy, [VARIABLE, VARIABLE + 1, 7]).1[16..24], [20, 30, 40, 50, 60, 70, 80, 80]);
        assert_eq!(bulk(copy, [CONSTANT, VARIABLE, 1]).0, trap(TrapKind::Memory, 0));
        assert_eq!(bulk(copy, [VARIABLE, 0, 1]).0, trap(TrapKind::Memory, 0));
        assert_eq!(bulk(copy, [0, 0xffff_ffff, 0]).0, End::Return(0), "no byte lies nowhere");
        let (end, memory) = bulk(copy, [VARIABLE, CONSTANT, 0xffff_ffff]);
        assert_eq!((end, &memory[16..18]), (trap(TrapKind::Memory, 0), &[10, 20][..]), "nothing is copied before the trap");
    }
    let (end, memory) = bulk("llvm.memset.p0i8.i32", [VARIABLE + 2, 0xab, 4]);
    assert_eq!((end, &memory[16..24]), (End::Return(0), &[10, 20, 0xab, 0xab, 0xab, 0xab, 70, 80][..]));
    assert_eq!(bulk("llvm.memset.p0i8.i32", [VARIABLE - 1, 0, 1]).0, trap(TrapKind::Memory, 0));
    assert_eq!(bulk("llvm.memset.p0i8.i32", [0xffff_ffff, 0, 0]).0, End::Return(0));
}

const ORDER: &str = "i32: %c0 = i32 6;";

#[test]
fn atomic_loads_and_stores() {
    for (bits, expected) in [(8, 10), (16, 0x140a), (32, 0x281e_140a), (64, 0x5046_3c32_281e_140a)] {
        let (ty, name) = (format!("i{bits}"), format!("llvm.nacl.atomic.load.i{bits}"));
        let load = |address| call(&name, &format!("{ty} (i32, i32)"), &format!("{ty} (i32)"), ORDER, "i32 %p0, i32 %c0", &[address]).0;
        assert_eq!(load(VARIABLE), End::Return(expected));
        assert_eq!(load(0), trap(TrapKind::Memory, 0));
        assert!(matches!(load(CONSTANT), End::Return(_)), "constants may be read");
        if bits > 8 {
            assert_eq!(load(VARIABLE + 1), trap(TrapKind::Misaligned, 0));
            assert_eq!(load(1), trap(TrapKind::Misaligned, 0), "the alignment is checked first");
        }
        let name = name.replace("load", "store");
        let store = |address| {
            call(
                &name,
                &format!("void ({ty}, i32, i32)"),
                &format!("void ({ty}, i32)"),
                ORDER,
                &format!("{ty} %p0, i32 %p1, i32 %c0"),
                &[0x1122_3344_5566_7788, address],
            )
        };
        let (end, memory) = store(VARIABLE);
        let size = bits / 8;
        assert_eq!((end, &memory[16..16 + size]), (End::Return(0), &0x1122_3344_5566_7788u64.to_le_bytes()[..size]));
        assert_eq!(memory[16 + size..24], [10, 20, 30, 40, 50, 60, 70, 80][size..]);
        assert_eq!(store(CONSTANT).0, trap(TrapKind::Memory, 0));
    }
}

#[test]
fn atomic_operations_give_the_old_value() {
    let new = [10 + 0xfc, 10u8.wrapping_sub(0xfc).into(), 10 | 0xfc, 10 & 0xfc, 10 ^ 0xfc, 0xfc];
    for (operation, new) in (1..).zip(new.map(|new: u16| new as u8)) {
        for bits in [8, 16, 32, 64] {
            let ty = format!("i{bits}");
            let (end, memory) = call(
                &format!("llvm.nacl.atomic.rmw.i{bits}"),
                &format!("{ty} (i32, i32, {ty}, i32)"),
                &format!("{ty} (i32, {ty})"),
                &format!("{ORDER} %c1 = i32 {operation};"),
                &format!("i32 %c1, i32 %p0, {ty} %p1, i32 %c0"),
                &[VARIABLE, 0xfc],
            );
            let old = 0x5046_3c32_281e_140a & (u64::MAX >> (64 - bits));
            assert_eq!((end, memory[16]), (End::Return(old.into()), new), "operation {operation} of {bits} bits");
        }
    }
}

#[test]
fn compare_and_exchange() {
    for bits in [8, 16, 32, 64] {
        let ty = format!("i{bits}");
        let exchange = |address, expected| {
            call(
                &format!("llvm.nacl.atomic.cmpxchg.i{bits}"),
                &format!("{ty} (i32, {ty}, {ty}, i32, i32)"),
                &format!("{ty} (i32, {ty}, {ty})"),
                ORDER,
                &format!("i32 %p0, {ty} %p1, {ty} %p2, i32 %c0, i32 %c0"),
                &[address, expected, 99],
            )
        };
        let old: Bits = (0x5046_3c32_281e_140a & (u64::MAX >> (64 - bits))).into();
        let (end, memory) = exchange(VARIABLE, old);
        assert_eq!((end, memory[16]), (End::Return(old), 99));
        let (end, memory) = exchange(VARIABLE, old ^ 1);
        assert_eq!((end, memory[16]), (End::Return(old), 10));
        assert_eq!(exchange(CONSTANT, 0).0, trap(TrapKind::Memory, 0));
    }
}

#[test]
fn what_has_one_answer() {
    let (end, _) = call("llvm.nacl.atomic.is.lock.free", "i1 (i32, i32)", "i1 (i32)", "i32: %c0 = i32 4;", "i32 %c0, i32 %p0", &[0]);
    assert_eq!(end, End::Return(1));
    assert_eq!(call("llvm.nacl.read.tp", "i32 ()", "i32 ()", "", "", &[]).0, End::Return(0));
    assert_eq!(call("llvm.nacl.atomic.fence", "void (i32)", "void ()", ORDER, "i32 %c0", &[]).0, End::Return(0));
    assert_eq!(call("llvm.nacl.atomic.fence.all", "void ()", "void ()", "", "", &[]).0, End::Return(0));
    assert_eq!(call("llvm.trap", "void ()", "void ()", "", "", &[]).0, trap(TrapKind::Abort, 0));
}
