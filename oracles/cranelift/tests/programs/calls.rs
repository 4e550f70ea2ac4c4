//! Calls by name and by address.

use crate::support::{BUDGET, execute, execute_with, floats, lanes, module, trap};
use irsmith_pnacl::interpret::{Bits, Budget, End, Place, Trap, TrapKind};

#[test]
fn arguments_of_every_type_arrive() {
    let callee = "blocks 1; store i32 %p0, i32* @g0, align 1; %v0 = bitcast <4 x float> %p5 to <4 x i32>; %v1 = add <4 x i32> %v0, %p4; \
                  %v2 = select <8 x i1> %p6, <8 x i16> %p7, <8 x i16> %p8; store <8 x i16> %v2, <8 x i16>* @g1, align 2; \
                  store i64 %p1, i64* @g2, align 1; store float %p2, float* @g3, align 1; store double %p3, double* @g4, align 1; ret <4 x i32> %v1;";
    let signature = "<4 x i32> (i32, i64, float, double, <4 x i32>, <4 x float>, <8 x i1>, <8 x i16>, <8 x i16>)";
    let names = "i32 %p0, i64 %p1, float %p2, double %p3, <4 x i32> %p4, <4 x float> %p5, <8 x i1> %p6, <8 x i16> %p7, <8 x i16> %p8";
    let caller = format!("blocks 1; %v0 = call <4 x i32> @f1({names}); ret <4 x i32> %v0;");
    let globals = "count 5; var @g0, align 1, zerofill 4; var @g1, align 1, zerofill 16; var @g2, align 1, zerofill 8; \
                   var @g3, align 1, zerofill 4; var @g4, align 1, zerofill 8;";
    let module = module(globals, &[(signature, &caller), (signature, callee)]);
    let (a, b) = (lanes(16, [1; 8]), lanes(16, [2; 8]));
    let arguments = [
        0x0102_0304,
        0x1122_3344_5566_7788,
        0x7f80_0001,
        0xfff0_0000_0000_0001,
        lanes(32, [1, 2, 3, 4]),
        floats([0.0; 4]),
        0b0000_1111,
        a,
        b,
    ];
    let (end, memory) = execute(&module, &arguments);
    assert_eq!(end, End::Return(lanes(32, [1, 2, 3, 4])));
    assert_eq!(memory[..4], [4, 3, 2, 1]);
    assert_eq!(memory[4..20], [1, 0, 1, 0, 1, 0, 1, 0, 2, 0, 2, 0, 2, 0, 2, 0]);
    assert_eq!(memory[20..28], 0x1122_3344_5566_7788u64.to_le_bytes());
    assert_eq!(memory[28..32], 0x7f80_0001u32.to_le_bytes());
    assert_eq!(memory[32..40], 0xfff0_0000_0000_0001u64.to_le_bytes());
}

/// 5! by recursion, which needs as many frames.
const FACTORIAL: &str = "blocks 3; constants { i32: %c0 = i32 1; } %v0 = icmp ule i32 %p0, %c0; br i1 %v0, label %b1, label %b2; ret i32 %c0; \
                         %v1 = sub i32 %p0, %c0; %v2 = call i32 @f0(i32 %v1); %v3 = mul i32 %v2, %p0; ret i32 %v3;";

#[test]
fn recursion_ends_at_the_depth() {
    let module = module("count 0;", &[("i32 (i32)", FACTORIAL)]);
    let with = |depth| execute_with(&module, &[5], Budget { depth, ..BUDGET }).0;
    assert_eq!(with(5), End::Return(120));
    assert_eq!(with(4), trap(TrapKind::CallDepth, 4));
    assert_eq!(with(1), trap(TrapKind::CallDepth, 4));
}

#[test]
fn calls_one_after_another_do_not_add_up() {
    let caller = "blocks 1; %v0 = call i32 @f1(i32 %p0); %v1 = call i32 @f1(i32 %v0); %v2 = call i32 @f1(i32 %v1); ret i32 %v2;";
    let callee = "blocks 1; %v0 = add i32 %p0, %p0; ret i32 %v0;";
    let module = module("count 0;", &[("i32 (i32)", caller), ("i32 (i32)", callee)]);
    assert_eq!(execute_with(&module, &[1], Budget { depth: 2, ..BUDGET }).0, End::Return(8));
}

#[test]
fn a_trap_ends_all_callers() {
    let caller = "blocks 1; %v0 = call i32 @f1(i32 %p0); store i32 %v0, i32* @g0, align 1; ret i32 %v0;";
    let callee = "blocks 1; store i32 %p0, i32* @g0, align 1; %v0 = udiv i32 %p0, %p0; ret i32 %v0;";
    let module = module("count 1; var @g0, align 1, {7, 7, 7, 7}", &[("i32 (i32)", caller), ("i32 (i32)", callee)]);
    let (end, memory) = execute(&module, &[0]);
    assert_eq!(end, End::Trap(Trap { kind: TrapKind::DivisionByZero, place: Place { function: 1, instruction: 1 } }));
    assert_eq!(memory[..4], [0; 4], "the callee's store is kept, the caller's never happens");
    assert_eq!(execute(&module, &[5]).0, End::Return(1));
}

#[test]
fn fuel_is_shared_with_callees() {
    let module =
        module("count 0;", &[("void ()", "blocks 1; call void @f1(); call void @f1(); ret void;"), ("void ()", "blocks 1; ret void;")]);
    let spend = |blocks| execute_with(&module, &[], Budget { blocks, ..BUDGET }).0;
    assert_eq!(spend(3), End::Return(0));
    assert_eq!(spend(2), End::OutOfFuel(Place { function: 1, instruction: 0 }));
}

const FIRST: Bits = 0xf000_0000;

/// Function 0 calls the address in its parameter as `i32 (i32)`.
#[track_caller]
fn indirect(pointer: Bits, depth: u32) -> End {
    let caller = "blocks 1; %v0 = call i32 %p0(i32 %p0); ret i32 %v0;";
    let module = module(
        "count 0;",
        &[
            ("i32 (i32)", caller),
            ("i32 (i32)", "blocks 1; constants { i32: %c0 = i32 1111; } ret i32 %c0;"),
            ("i64 (i32)", "blocks 1; constants { i64: %c0 = i64 2222; } ret i64 %c0;"),
            ("i32 (i32)", "blocks 1; constants { i32: %c0 = i32 3333; } ret i32 %c0;"),
            ("void ()", "llvm.trap"),
            ("i32 ()", "blocks 1; constants { i32: %c0 = i32 4444; } ret i32 %c0;"),
        ],
    );
    execute_with(&module, &[pointer], Budget { depth, ..BUDGET }).0
}

#[test]
fn calls_by_address() {
    assert_eq!(indirect(FIRST + 16, 8), End::Return(1111));
    assert_eq!(indirect(FIRST + 48, 8), End::Return(3333));
    assert_eq!(indirect(FIRST + 32, 8), trap(TrapKind::BadSignature, 0));
    assert_eq!(indirect(FIRST + 80, 8), trap(TrapKind::BadSignature, 0));
    for bad in [0, FIRST - 16, FIRST + 1, FIRST + 8, FIRST + 15, FIRST + 17, FIRST + 64, FIRST + 96, 0xffff_ffff, 0xffff_fff0, 0x1_0000] {
        assert_eq!(indirect(bad, 8), trap(TrapKind::BadFunction, 0), "{bad:#x}");
    }
    assert_eq!(indirect(FIRST, 8), trap(TrapKind::CallDepth, 0), "a function that calls itself");
}

#[test]
fn address_and_signature_are_checked_before_the_depth() {
    assert_eq!(indirect(FIRST + 32, 1), trap(TrapKind::BadSignature, 0));
    assert_eq!(indirect(FIRST + 64, 1), trap(TrapKind::BadFunction, 0));
    assert_eq!(indirect(FIRST + 16, 1), trap(TrapKind::CallDepth, 0));
}

/// Recursion through a frame too large for the caller's thread gets a stack of its own.
#[test]
fn deep_recursion_of_large_frames_has_the_stack_it_needs() {
    let many: String = (0..400).map(|at| format!("%v{} = load i64* @g0, align 1;\n", at + 1)).collect();
    let sum: String =
        (0..399).map(|at| format!("%v{} = add i64 %v{}, %v{};\n", at + 403, if at == 0 { 1 } else { at + 402 }, at + 2)).collect();
    let body = format!(
        "blocks 3; constants {{ i64: %c0 = i64 1; %c1 = i64 0; }} %v0 = icmp eq i64 %p0, %c1; br i1 %v0, label %b1, label %b2; ret i64 %c1; {many} \
         %v401 = sub i64 %p0, %c0; %v402 = call i64 @f0(i64 %v401); {sum} %v802 = add i64 %v801, %v402; ret i64 %v802;"
    );
    let module = module("count 1; var @g0, align 1, {1, 0, 0, 0, 0, 0, 0, 0}", &[("i64 (i64)", &body)]);
    assert_eq!(execute_with(&module, &[999], Budget { blocks: 10_000, depth: 1000 }).0, End::Return(400 * 999));
}
