//! setjmp and longjmp.

use crate::support::{BUDGET, execute, execute_with, module, trap};
use irsmith_cranelift::{Error, Level, Program};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::{Bits, Budget, End, Layout, Place, Trap, TrapKind};

/// Functions 0 to 2 are given; 3 is setjmp, 4 longjmp. Two buffers.
fn jumping(functions: [(&str, &str); 3]) -> Module {
    let [a, b, c] = functions;
    let globals = "count 3; var @g0, align 4, zerofill 4; var @g1, align 4, zerofill 4; var @g2, align 4, zerofill 4;";
    module(globals, &[a, b, c, ("i32 (i32)", "llvm.nacl.setjmp"), ("void (i32, i32)", "llvm.nacl.longjmp")])
}

const NOTHING: (&str, &str) = ("void ()", "blocks 1; ret void;");

/// Calls function 1 once, and returns what the setjmp says the second time.
const CATCH: &str = "blocks 3; constants { i32: %c0 = i32 0; %c1 = i32 77; } %v0 = call i32 @f3(i32 @g0); %v1 = icmp eq i32 %v0, %c0; \
                     br i1 %v1, label %b1, label %b2; call void @f1(i32 %p0); ret i32 %c1; ret i32 %v0;";

#[test]
fn a_setjmp_returns_again_with_the_value() {
    let thrown = jumping([("i32 (i32)", CATCH), ("void (i32)", "blocks 1; call void @f4(i32 @g0, i32 %p0); unreachable;"), NOTHING]);
    let (end, memory) = execute(&thrown, &[5]);
    assert_eq!((end, &memory[..4]), (End::Return(5), &[1, 0, 0, 0][..]), "the first setjmp stores 1");
    assert_eq!(execute(&thrown, &[0]).0, End::Return(1), "0 becomes 1");
    let not_thrown = jumping([("i32 (i32)", CATCH), ("void (i32)", "blocks 1; ret void;"), NOTHING]);
    assert_eq!(execute(&not_thrown, &[5]).0, End::Return(77));
}

#[test]
fn a_jump_within_a_function() {
    let body = "blocks 3; constants { i32: %c0 = i32 0; } %v0 = call i32 @f3(i32 @g0); %v1 = icmp eq i32 %v0, %c0; \
                br i1 %v1, label %b1, label %b2; call void @f4(i32 @g0, i32 %p0); unreachable; ret i32 %v0;";
    assert_eq!(execute(&jumping([("i32 (i32)", body), NOTHING, NOTHING]), &[9]).0, End::Return(9));
}

/// The setjmp is made in the first round of a loop, the longjmp after the third: what the rounds counted is kept.
#[test]
fn values_are_as_they_are_at_the_longjmp() {
    let body = "blocks 6; constants { i32: %c0 = i32 0; %c1 = i32 1; %c2 = i32 3; } br label %b1; \
                declare i32 %v4; %v0 = phi i32 [%c0, %b0], [%v4, %b3]; %v1 = icmp eq i32 %v0, %c0; br i1 %v1, label %b2, label %b3; \
                %v2 = call i32 @f3(i32 @g0); %v3 = icmp eq i32 %v2, %c0; br i1 %v3, label %b3, label %b5; \
                %v4 = add i32 %v0, %c1; %v5 = icmp ult i32 %v4, %c2; br i1 %v5, label %b1, label %b4; \
                call void @f4(i32 @g0, i32 %c1); unreachable; \
                ret i32 %v0;";
    assert_eq!(execute(&jumping([("i32 ()", body), NOTHING, NOTHING]), &[]).0, End::Return(2));
}

#[test]
fn only_setjmps_of_active_functions_count() {
    let place = |function, instruction| End::Trap(Trap { kind: TrapKind::BadJump, place: Place { function, instruction } });
    let never = jumping([
        ("void (i32)", "blocks 1; store i32 %p0, i32* @g0, align 1; call void @f4(i32 @g0, i32 %p0); ret void;"),
        NOTHING,
        NOTHING,
    ]);
    for number in [0, 1, 0xffff_ffff] {
        assert_eq!(execute(&never, &[number]).0, place(0, 1), "{number}");
    }
    let returned = "blocks 1; %v0 = call i32 @f1(i32 @g0); call void @f4(i32 @g0, i32 %v0); ret i32 %v0;";
    let setter = "blocks 1; %v0 = call i32 @f3(i32 %p0); ret i32 %v0;";
    assert_eq!(execute(&jumping([("i32 ()", returned), ("i32 (i32)", setter), NOTHING]), &[]).0, place(0, 1));
    // Another activation stands where the one that made the setjmp was.
    let replaced = "blocks 1; constants { i32: %c0 = i32 1; %c1 = i32 0; } %v0 = call i32 @f1(i32 @g0, i32 %c0); %v1 = call i32 @f1(i32 @g1, i32 %c1); ret i32 %v1;";
    let either = "blocks 3; constants { i32: %c0 = i32 0; %c1 = i32 3; } %v0 = call i32 @f3(i32 %p0); %v1 = icmp eq i32 %p1, %c0; br i1 %v1, label %b1, label %b2; \
                  call void @f4(i32 @g0, i32 %c1); ret i32 %v0; ret i32 %v0;";
    assert_eq!(execute(&jumping([("i32 ()", replaced), ("i32 (i32, i32)", either), NOTHING]), &[]).0, place(1, 3));
}

/// Function 1 makes a setjmp of its own; function 2 jumps by the buffer that it is given, past it or to it.
#[test]
fn functions_between_end() {
    let between = "blocks 3; constants { i32: %c0 = i32 0; %c1 = i32 100; } %v0 = call i32 @f3(i32 @g1); %v1 = icmp eq i32 %v0, %c0; \
                   br i1 %v1, label %b1, label %b2; call void @f2(i32 %p0); ret void; %v2 = add i32 %v0, %c1; call void @f4(i32 @g0, i32 %v2); ret void;";
    let thrower = "blocks 1; constants { i32: %c0 = i32 7; } call void @f4(i32 %p0, i32 %c0); ret void;";
    let module = jumping([("i32 (i32)", CATCH), ("void (i32)", between), ("void (i32)", thrower)]);
    let buffer = Bits::from(Layout::BASE) + 16 - 16;
    assert_eq!(execute(&module, &[buffer]).0, End::Return(7));
    assert_eq!(execute(&module, &[buffer + 4]).0, End::Return(107));
}

/// The deepest activation jumps to the first, past others of the same function; then as many calls may be nested as before.
#[test]
fn depth_and_stack_are_as_at_the_setjmp() {
    let body = "blocks 4; constants { i32: %c0 = i32 0; %c1 = i32 100; } %v0 = alloca i8, i32 %c1, align 1; %v1 = call i32 @f3(i32 @g0); %v2 = alloca i8, i32 %c1, align 1; \
                %v3 = icmp eq i32 %v1, %c0; br i1 %v3, label %b1, label %b2; \
                call void @f1(i32 %p0); ret i32 %c0; \
                %v4 = icmp eq i32 %v1, %p0; br i1 %v4, label %b3, label %b1; \
                %v5 = sub i32 %v0, %v2; ret i32 %v5;";
    // Goes down p0 levels, then jumps with one more than the last time.
    let deeper = "blocks 3; constants { i32: %c0 = i32 1; } %v0 = icmp eq i32 %p0, %c0; br i1 %v0, label %b1, label %b2; \
                  %v1 = load i32* @g2, align 1; %v2 = add i32 %v1, %c0; store i32 %v2, i32* @g2, align 1; call void @f4(i32 @g0, i32 %v2); ret void; \
                  %v3 = sub i32 %p0, %c0; call void @f1(i32 %v3); ret void;";
    let module = jumping([("i32 (i32)", body), ("void (i32)", deeper), NOTHING]);
    assert_eq!(execute_with(&module, &[5], Budget { depth: 6, ..BUDGET }).0, End::Return(100));
    let too_deep = End::Trap(Trap { kind: TrapKind::CallDepth, place: Place { function: 1, instruction: 8 } });
    assert_eq!(execute_with(&module, &[5], Budget { depth: 5, ..BUDGET }).0, too_deep);
}

#[test]
fn a_jump_takes_fuel_at_the_setjmp() {
    let endless = "blocks 1; constants { i32: %c0 = i32 1; } %v0 = call i32 @f3(i32 @g0); call void @f4(i32 @g0, i32 %c0); ret void;";
    let module = jumping([("void ()", endless), NOTHING, NOTHING]);
    assert_eq!(execute(&module, &[]).0, End::OutOfFuel(Place { function: 0, instruction: 0 }));
}

#[test]
fn the_buffer_must_be_memory() {
    let set = jumping([("i32 (i32)", "blocks 1; %v0 = call i32 @f3(i32 %p0); ret i32 %v0;"), NOTHING, NOTHING]);
    let jump = jumping([("void (i32)", "blocks 1; call void @f4(i32 %p0, i32 %p0); ret void;"), NOTHING, NOTHING]);
    for bad in [0, 0xffff_ffff] {
        assert_eq!(execute(&set, &[bad]).0, trap(TrapKind::Memory, 0));
        assert_eq!(execute(&jump, &[bad]).0, trap(TrapKind::Memory, 0));
    }
}

#[test]
fn more_setjmps_than_there_are_records_are_not_supported() {
    let body = "blocks 2; br label %b1; %v0 = call i32 @f3(i32 @g0); br label %b1;";
    let module = jumping([("void ()", body), NOTHING, NOTHING]);
    let layout = crate::support::layout(&module);
    let mut program = Program::compile(&module, &layout, &[0], Level::None).unwrap();
    let image = layout.image(&module);
    let budget = |blocks| Budget { blocks, ..BUDGET };
    assert_eq!(program.call(0, &[], &image, budget(1 << 17)).unwrap_err(), Error::Unsupported("setjmps"));
    assert!(matches!(program.call(0, &[], &image, budget(1 << 16)).unwrap().0, End::OutOfFuel(_)));
}
