//! Loads, stores, globals and the stack.

use crate::support::{end, execute, floats, layout, module, trap, value};
use irsmith_pnacl::interpret::{Bits, End, Layout, TrapKind};

/// A constant of 12 bytes, then a variable of 32.
const GLOBALS: &str = "count 2; const @g0, align 1, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12} var @g1, align 16, zerofill 32;";

const BASE: Bits = Layout::BASE as Bits;
/// Where the variable is.
const VARIABLE: Bits = BASE + 16;
/// The end of memory: constants, the variable, 256 bytes of stack, 16 of heap.
const END: Bits = BASE + 16 + 32 + 256 + 16;

#[track_caller]
fn load(ty: &str, address: Bits) -> End {
    let body = format!("blocks 1; %v0 = load {ty}* %p0, align 1; ret {ty} %v0;");
    execute(&module(GLOBALS, &[(&format!("{ty} (i32)"), &body)]), &[address]).0
}

#[track_caller]
fn store(ty: &str, address: Bits, bits: Bits) -> (End, Vec<u8>) {
    let body = format!("blocks 1; store {ty} %p1, {ty}* %p0, align 1; ret void;");
    execute(&module(GLOBALS, &[(&format!("void (i32, {ty})"), &body)]), &[address, bits])
}

#[test]
fn memory_is_little_endian() {
    assert_eq!(load("i8", BASE + 2), End::Return(3));
    assert_eq!(load("i16", BASE + 1), End::Return(0x0302));
    assert_eq!(load("i32", BASE + 3), End::Return(0x0706_0504));
    assert_eq!(load("i64", BASE + 1), End::Return(0x0908_0706_0504_0302));
    assert_eq!(load("<4 x i32>", BASE), End::Return(0x0c0b_0a09_0807_0605_0403_0201));
    let (end, memory) = store("i64", VARIABLE + 1, 0x1122_3344_5566_7788);
    assert_eq!(end, End::Return(0));
    assert_eq!(memory[16..26], [0, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0]);
    let (_, memory) = store("<4 x float>", VARIABLE, floats([1.0, 2.0, 3.0, -0.0]));
    assert_eq!(memory[28..32], [0, 0, 0, 0x80]);
}

/// All four ends: the first byte, the last, one before, one behind.
#[test]
fn reads_stay_within_memory() {
    for (ty, size) in [("i8", 1), ("i16", 2), ("i32", 4), ("i64", 8), ("float", 4), ("double", 8), ("<16 x i8>", 16), ("<4 x float>", 16)] {
        assert!(matches!(load(ty, BASE), End::Return(_)), "{ty}");
        assert_eq!(load(ty, END - size), End::Return(0), "{ty}");
        for bad in [0, BASE - 1, END - size + 1, END, 0xffff_ffff, 0x8000_0000, 0xf000_0000] {
            assert_eq!(load(ty, bad), trap(TrapKind::Memory, 0), "{ty} {bad:#x}");
        }
    }
}

#[test]
fn writes_stay_above_constants() {
    for (ty, size) in [("i8", 1), ("i16", 2), ("i32", 4), ("i64", 8), ("float", 4), ("double", 8), ("<8 x i16>", 16), ("<4 x i32>", 16)] {
        assert_eq!(store(ty, VARIABLE, 0).0, End::Return(0), "{ty}");
        assert_eq!(store(ty, END - size, 0).0, End::Return(0), "{ty}");
        for bad in [0, BASE, VARIABLE - 1, END - size + 1, END, 0xffff_ffff] {
            let (end, memory) = store(ty, bad, u128::MAX);
            assert_eq!(end, trap(TrapKind::Memory, 0), "{ty} {bad:#x}");
            assert!(memory[12..].iter().all(|&byte| byte == 0), "nothing was written");
        }
    }
}

#[test]
fn a_signaling_nan_passes_through_memory() {
    let body = "blocks 1; store float %p0, float* @g1, align 1; %v0 = load float* @g1, align 1; ret float %v0;";
    let (end, memory) = execute(&module(GLOBALS, &[("float (float)", body)]), &[0x7f80_0001]);
    assert_eq!((end, &memory[16..20]), (End::Return(0x7f80_0001), &[1, 0, 0x80, 0x7f][..]));
}

#[test]
fn addresses_of_globals_and_functions_are_relocated() {
    let globals = "count 2; const @g0, align 4, initializers 2 { reloc @g1 + 4; reloc @f1; } var @g1, align 4, zerofill 8;";
    let module = module(globals, &[("i32 ()", "blocks 1; %v0 = load i32* @g0, align 1; ret i32 %v0;"), ("void ()", "blocks 1; ret void;")]);
    let (end, memory) = execute(&module, &[]);
    assert_eq!(end, End::Return(BASE + 16 + 4));
    assert_eq!(memory[4..8], 0xf000_0010u32.to_le_bytes());
}

/// The stack of a test is 256 bytes below the heap.
#[test]
fn the_stack_grows_down() {
    let top = Bits::from(layout(&module("count 0;", &[("void ()", "blocks 1; ret void;")])).heap);
    let two = "constants { i32: %c0 = i32 4; } %v0 = alloca i8, i32 %p0, align 16; %v1 = alloca i8, i32 %c0, align 1; ret i32 %v1;";
    assert_eq!(value("i32 (i32)", two, &[5]), top - 16 - 4);
    assert_eq!(value("i32 (i32)", two, &[0]), top - 4);
    let one = |size| end("i32 (i32)", "blocks 1; %v0 = alloca i8, i32 %p0, align 8; ret i32 %v0;", &[size]);
    assert_eq!(one(256), End::Return(top - 256));
    for size in [257, 0x1_0000, 0x2_0000, 0x7fff_ffff, 0xffff_ffff] {
        assert_eq!(one(size), trap(TrapKind::StackOverflow, 0), "{size}");
    }
    let huge = end("i32 (i32)", "blocks 1; %v0 = alloca i8, i32 %p0, align 536870912; ret i32 %v0;", &[0]);
    assert_eq!(huge, trap(TrapKind::StackOverflow, 0));
}

#[test]
fn returning_frees_the_frame() {
    let callee = "constants { i32: %c0 = i32 200; } blocks 1; %v0 = alloca i8, i32 %c0, align 1; ret i32 %v0;";
    let caller = "blocks 1; %v0 = call i32 @f1(); %v1 = call i32 @f1(); %v2 = sub i32 %v0, %v1; ret i32 %v2;";
    assert_eq!(execute(&module("count 0;", &[("i32 ()", caller), ("i32 ()", callee)]), &[]).0, End::Return(0));
}

#[test]
fn the_stack_pointer_is_saved_and_restored() {
    let functions = |body| module("count 0;", &[("i32 (i32)", body), ("i32 ()", "llvm.stacksave"), ("void (i32)", "llvm.stackrestore")]);
    let body = "constants { i32: %c0 = i32 100; } blocks 1; %v0 = call i32 @f1(); %v1 = alloca i8, i32 %c0, align 1; \
                call void @f2(i32 %v0); %v2 = alloca i8, i32 %c0, align 1; %v3 = sub i32 %v1, %v2; ret i32 %v3;";
    assert_eq!(execute(&functions(body), &[0]).0, End::Return(0));
    let lower = "constants { i32: %c0 = i32 64; } blocks 1; %v0 = alloca i8, i32 %c0, align 1; %v1 = call i32 @f1(); %v2 = sub i32 %v0, %v1; ret i32 %v2;";
    assert_eq!(execute(&functions(lower), &[0]).0, End::Return(0));
    let restore = functions("blocks 1; call void @f2(i32 %p0); %v0 = call i32 @f1(); ret i32 %v0;");
    let (stack, heap) = (Bits::from(layout(&restore).stack), Bits::from(layout(&restore).heap));
    for good in [stack, stack + 3, heap] {
        assert_eq!(execute(&restore, &[good]).0, End::Return(good));
    }
    for bad in [0, stack - 1, heap + 1, 0xffff_ffff] {
        assert_eq!(execute(&restore, &[bad]).0, trap(TrapKind::StackOverflow, 0), "{bad:#x}");
    }
}
