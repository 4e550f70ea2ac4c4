//! Control, calls and memory.

use super::sketch::*;
use irsmith_oracles::pnacl::execution::Plan;
use irsmith_pnacl::interpret::{Bits, Budget, End, Layout, Place, Trap, TrapKind};
use irsmith_pnacl::tables::{BinaryOp, Predicate};
use irsmith_pnacl::{Alignment, BlockId, Incoming, Instruction, Literal, SwitchCase, Value, ValueType};

fn parameter(index: u32) -> Value {
    Value::parameter(index)
}

fn result(index: u32) -> Value {
    Value::instruction(index)
}

fn constant(index: u32) -> Value {
    Value::constant(index)
}

fn integer(value: i64) -> (ValueType, Literal) {
    (I32, Literal::Integer(value))
}

fn binary(op: BinaryOp, a: Value, b: Value) -> Instruction {
    Instruction::Binary { a, b, op }
}

fn call(callee: Value, arguments: &[Value]) -> Instruction {
    Instruction::Call { tail: false, callee, arguments: arguments.iter().copied().collect() }
}

fn ret(value: Value) -> Instruction {
    Instruction::Ret { value: Some(value) }
}

fn trap_at(kind: TrapKind, function: u32, instruction: u32) -> End {
    End::Trap(Trap { kind, place: Place { function, instruction } })
}

/// A loop that exchanges two values this many times, then returns ten times the first plus the second.
fn exchange(sketch: &mut Sketch) {
    let i32 = sketch.ty(I32);
    let phi = |first: Value, again: Value| Instruction::Phi {
        ty: i32,
        incoming: [Incoming { value: first, block: BlockId(0) }, Incoming { value: again, block: BlockId(1) }].into_iter().collect(),
    };
    let code = vec![
        Instruction::Declare { value: result(1), ty: i32 },
        Instruction::Declare { value: result(3), ty: i32 },
        Instruction::Branch { target: BlockId(1) },
        phi(constant(0), result(1)),
        phi(constant(1), result(0)),
        phi(parameter(0), result(3)),
        binary(BinaryOp::Sub, result(2), constant(0)),
        Instruction::Compare { a: result(3), b: constant(2), predicate: Predicate::Ne },
        Instruction::BranchIf { then: BlockId(1), otherwise: BlockId(2), condition: result(4) },
        binary(BinaryOp::Mul, result(0), constant(3)),
        binary(BinaryOp::Add, result(5), result(1)),
        ret(result(6)),
    ];
    sketch.function(I32, &[I32], &[integer(1), integer(2), integer(0), integer(10)], code);
}

#[test]
fn phis_are_read_before_any_is_written() {
    let mut sketch = Sketch::default();
    exchange(&mut sketch);
    for (count, expected) in [(1, 12), (2, 21), (3, 12), (100, 21)] {
        assert_eq!(sketch.run(0, &[count]).0, End::Return(expected), "{count} rounds");
    }
}

/// The entry, this many rounds and the last block.
#[test]
fn fuel_counts_blocks() {
    let mut sketch = Sketch::default();
    exchange(&mut sketch);
    let rounds = Bits::from(Plan::BUDGET.blocks - 2);
    assert_eq!(sketch.run(0, &[rounds]).0, End::Return(if rounds % 2 == 1 { 12 } else { 21 }));
    assert_eq!(sketch.run(0, &[rounds + 1]).0, End::OutOfFuel(Place { function: 0, instruction: 9 }));
    assert_eq!(sketch.run(0, &[rounds + 2]).0, End::OutOfFuel(Place { function: 0, instruction: 2 + 1 }));
    let budget = Budget { blocks: 5, ..Plan::BUDGET };
    assert_eq!(sketch.run_within(0, &[3], budget).0, End::Return(12));
    assert_eq!(sketch.run_within(0, &[4], budget).0, End::OutOfFuel(Place { function: 0, instruction: 9 }));
}

#[test]
fn switches() {
    for (ty, values) in [(I8, [0x7f, -0x80, -1]), (I32, [0, -1, i32::MIN.into()]), (I64, [0, -1, i64::MIN])] {
        let mut sketch = Sketch::default();
        let cases = values.iter().zip(1..).map(|(&value, target)| SwitchCase { value, target: BlockId(target) }).collect();
        let mut code = vec![Instruction::Switch { ty: sketch.ty(ty), condition: parameter(0), default: BlockId(4), cases }];
        code.extend((0..4).map(|index| ret(constant(index))));
        sketch.function(I32, &[ty], &[integer(10), integer(20), integer(30), integer(40)], code);
        let mask = u64::MAX >> (64 - ty.scalar_bits());
        for (value, expected) in values.into_iter().chain([1]).zip([10, 20, 30, 40]) {
            assert_eq!(sketch.run(0, &[Bits::from(value as u64 & mask)]).0, End::Return(expected), "{ty} {value}");
        }
    }
}

#[test]
fn depth_and_places_of_traps_in_calls() {
    let mut sketch = Sketch::default();
    let one = integer(1);
    // Recurs as often as its parameter says, then divides by zero.
    let code = vec![
        Instruction::Compare { a: parameter(0), b: constant(1), predicate: Predicate::Eq },
        Instruction::BranchIf { then: BlockId(1), otherwise: BlockId(2), condition: result(0) },
        binary(BinaryOp::UDiv, constant(0), constant(1)),
        ret(result(1)),
        binary(BinaryOp::Sub, parameter(0), constant(0)),
        call(Value::function(0), &[result(2)]),
        ret(result(3)),
    ];
    sketch.function(I32, &[I32], &[one, integer(0)], code);
    sketch.function(I32, &[I32], &[], vec![call(Value::function(0), &[parameter(0)]), ret(result(0))]);
    let depth = Bits::from(Plan::BUDGET.depth);
    assert_eq!(sketch.run(0, &[depth - 1]).0, trap_at(TrapKind::DivisionByZero, 0, 2));
    assert_eq!(sketch.run(0, &[depth]).0, trap_at(TrapKind::CallDepth, 0, 5));
    assert_eq!(sketch.run(1, &[depth - 1]).0, trap_at(TrapKind::CallDepth, 0, 5));
    // Calls may have a smaller budget than their plan.
    let budget = Budget { depth: 3, ..Plan::BUDGET };
    assert_eq!(sketch.run_within(0, &[2], budget).0, trap_at(TrapKind::DivisionByZero, 0, 2));
    assert_eq!(sketch.run_within(0, &[3], budget).0, trap_at(TrapKind::CallDepth, 0, 5));
}

#[test]
fn indirect_calls() {
    let mut sketch = Sketch::default();
    let i32 = sketch.ty(I32);
    let dispatch =
        Instruction::CallIndirect { tail: false, pointer: parameter(0), result: i32, arguments: [parameter(1)].into_iter().collect() };
    sketch.function(I32, &[I32, I32], &[], vec![dispatch, ret(result(0))]);
    sketch.function(I32, &[I32], &[integer(3)], vec![binary(BinaryOp::Mul, parameter(0), constant(0)), ret(result(0))]);
    sketch.function(F32, &[I32], &[(F32, Literal::Float(0))], vec![ret(constant(0))]);
    sketch.intrinsic("llvm.ctpop.i32", I32, &[I32]);
    let cases = [
        (Layout::function_address(1), End::Return(21)),
        (Layout::function_address(0), trap(TrapKind::BadSignature)),
        (Layout::function_address(2), trap(TrapKind::BadSignature)),
        (Layout::function_address(3), trap(TrapKind::BadFunction)),
        (Layout::function_address(4), trap(TrapKind::BadFunction)),
        (Layout::function_address(1) + 1, trap(TrapKind::BadFunction)),
        (Layout::function_address(1) - Layout::FUNCTIONS, trap(TrapKind::BadFunction)),
        (0, trap(TrapKind::BadFunction)),
        (u32::MAX, trap(TrapKind::BadFunction)),
    ];
    for (address, expected) in cases {
        assert_eq!(sketch.run(0, &[address.into(), 7]).0, expected, "{address:#x}");
    }
}

/// Accesses an address that is a parameter and one that is a constant, which lowerings may check themselves; the results are equal.
fn access(ty: ValueType, write: bool, address: u32) -> End {
    let ends = [parameter(0), constant(0)].map(|pointer| {
        let mut sketch = Sketch::default();
        sketch.global(true, &[0x81; 40]);
        sketch.global(false, &[0x82; 40]);
        let id = sketch.ty(ty);
        let (alignment, constants) = (Alignment::NONE, [integer(i64::from(address as i32))]);
        if write {
            let code = vec![Instruction::Store { pointer, value: parameter(1), alignment }, Instruction::Ret { value: None }];
            sketch.function(VOID, &[I32, ty], &constants, code);
        } else {
            let code = vec![Instruction::Load { pointer, alignment, ty: id }, ret(result(0))];
            sketch.function(ty, &[I32, ty], &constants, code);
        }
        sketch.run(0, &[address.into(), 0]).0
    });
    assert_eq!(ends[0], ends[1], "{ty} at {address:#x}");
    ends[0]
}

#[test]
fn the_bounds_of_memory() {
    let mut sketch = Sketch::default();
    sketch.global(true, &[0x81; 40]);
    sketch.global(false, &[0x82; 40]);
    let layout = Plan::new(&sketch.0).unwrap().layout;
    for ty in [I8, I16, I32, I64, F32, F64, V16I8, V8I16, V4I32, V4F32] {
        let bytes = (ty.bits() / 8) as u32;
        let traps = |end| end == trap(TrapKind::Memory);
        for (write, first) in [(false, Layout::BASE), (true, layout.writable)] {
            assert!(!traps(access(ty, write, first)), "{ty} first");
            assert!(!traps(access(ty, write, layout.end - bytes)), "{ty} last");
            assert!(traps(access(ty, write, first - 1)), "{ty} below");
            assert!(traps(access(ty, write, layout.end - bytes + 1)), "{ty} above");
            assert!(traps(access(ty, write, 0)) && traps(access(ty, write, u32::MAX)), "{ty} far");
        }
        assert_eq!(access(ty, false, Layout::BASE), End::Return((Bits::MAX / 0xff * 0x81) & (Bits::MAX >> (128 - 8 * bytes))), "{ty}");
    }
}

#[test]
fn stores_are_little_endian() {
    let mut sketch = Sketch::default();
    let global = sketch.global(false, &[0xee; 32]);
    let code =
        vec![Instruction::Store { pointer: global, value: parameter(0), alignment: Alignment::NONE }, Instruction::Ret { value: None }];
    sketch.function(VOID, &[V8I16], &[], code);
    let (_, memory) = sketch.run(0, &[lanes(16, &[0x0100, 0x0302, 0x0504, 0x0706, 0x0908, 0x0b0a, 0x0d0c, 0x0f0e])]);
    assert_eq!(memory[..20], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0xee, 0xee, 0xee, 0xee]);
}

#[test]
fn the_stack() {
    let mut sketch = Sketch::default();
    let layout = Plan::new(&sketch.0).unwrap().layout;
    let alignment = Alignment::from_bytes(64).unwrap();
    let alloca = |size| Instruction::Alloca { size, alignment };
    // Two allocas; a call between them, which allocates too and returns.
    let code = vec![alloca(parameter(0)), call(Value::function(1), &[]), alloca(parameter(0)), ret(result(1))];
    sketch.function(I32, &[I32], &[], code);
    sketch.function(VOID, &[], &[integer(100)], vec![alloca(constant(0)), Instruction::Ret { value: None }]);
    let aligned = |address: u32| address & !63;
    let second = |size: u32| aligned(aligned(layout.heap - size) - size);
    let size = Bits::from(Plan::SIZES.stack);
    assert_eq!(sketch.run(0, &[10]).0, End::Return(second(10).into()));
    assert_eq!(sketch.run(0, &[0]).0, End::Return(second(0).into()));
    assert_eq!(sketch.run(0, &[size + 1]).0, trap_at(TrapKind::StackOverflow, 0, 0));
    assert_eq!(sketch.run(0, &[0xffff_ffff]).0, trap_at(TrapKind::StackOverflow, 0, 0));
    assert_eq!(sketch.run(0, &[size / 2 + 1]).0, trap_at(TrapKind::StackOverflow, 0, 2));
    assert_eq!(sketch.run(0, &[size - 96]).0, trap_at(TrapKind::StackOverflow, 1, 0));
}

#[test]
fn saved_and_restored_stack() {
    let mut sketch = Sketch::default();
    let layout = Plan::new(&sketch.0).unwrap().layout;
    let save = sketch.intrinsic("llvm.stacksave", I32, &[]);
    let restore = sketch.intrinsic("llvm.stackrestore", VOID, &[I32]);
    let code = vec![call(restore, &[parameter(0)]), call(save, &[]), ret(result(0))];
    sketch.function(I32, &[I32], &[], code);
    for address in [layout.stack, layout.stack + 7, layout.heap] {
        assert_eq!(sketch.run(2, &[address.into()]).0, End::Return(address.into()));
    }
    for address in [layout.stack - 1, layout.heap + 1, 0] {
        assert_eq!(sketch.run(2, &[address.into()]).0, trap_at(TrapKind::StackOverflow, 2, 0));
    }
}

#[test]
fn blocks_of_memory() {
    let mut sketch = Sketch::default();
    let bytes: Vec<u8> = (0..16).collect();
    let global = sketch.global(false, &bytes);
    let layout = Plan::new(&sketch.0).unwrap().layout;
    let constants = [integer(1), (I1, Literal::Integer(0))];
    for (name, second) in [("llvm.memcpy.p0i8.p0i8.i32", I32), ("llvm.memset.p0i8.i32", I8)] {
        let intrinsic = sketch.intrinsic(name, VOID, &[I32, second, I32, I32, I1]);
        let arguments = [parameter(0), parameter(1), parameter(2), constant(0), constant(1)];
        sketch.function(VOID, &[I32, second, I32], &constants, vec![call(intrinsic, &arguments), Instruction::Ret { value: None }]);
    }
    let start = Bits::from(layout.address(global));
    let (end, memory) = sketch.run(1, &[start + 2, start, 6]);
    assert_eq!((end, &memory[..10]), (End::Return(0), &[0, 1, 0, 1, 2, 3, 4, 5, 8, 9][..]));
    let (end, memory) = sketch.run(3, &[start + 1, 0xab, 2]);
    assert_eq!((end, &memory[..4]), (End::Return(0), &[0, 0xab, 0xab, 3][..]));
    let outside = Bits::from(layout.end);
    assert_eq!(sketch.run(1, &[0, outside, 0]).0, End::Return(0));
    assert_eq!(sketch.run(1, &[outside - 4, start, 4]).0, End::Return(0));
    for arguments in
        [[outside - 4, start, 5], [start, outside - 4, 5], [start, start, 0xffff_ffff], [0, start, 1], [start, 0xffff_fff0, 0x20]]
    {
        assert_eq!(sketch.run(1, &arguments).0, trap_at(TrapKind::Memory, 1, 0), "{arguments:x?}");
    }
    assert_eq!(sketch.run(3, &[outside, 0, 1]).0, trap_at(TrapKind::Memory, 3, 0));
}

#[test]
fn atomics() {
    let initial = 0xf0u8;
    // Operation, and its result for 0xf0 and 0x0f.
    for (operation, expected) in [(1, 0xff), (2, 0xe1), (3, 0xff), (4, 0x00), (5, 0xff), (6, 0x0f)] {
        for (ty, name) in [(I8, "i8"), (I16, "i16"), (I32, "i32"), (I64, "i64")] {
            let mut sketch = Sketch::default();
            let global = sketch.global(false, &[initial, 0, 0, 0, 0, 0, 0, 0]);
            let layout = Plan::new(&sketch.0).unwrap().layout;
            let intrinsic = sketch.intrinsic(&format!("llvm.nacl.atomic.rmw.{name}"), ty, &[I32, I32, ty, I32]);
            let arguments = [constant(0), parameter(0), parameter(1), constant(1)];
            sketch.function(ty, &[I32, ty], &[integer(operation), integer(6)], vec![call(intrinsic, &arguments), ret(result(0))]);
            let start = Bits::from(layout.address(global));
            let (end, memory) = sketch.run(1, &[start, 0x0f]);
            assert_eq!((end, memory[0]), (End::Return(initial.into()), expected), "{operation} {ty}");
            if ty != I8 {
                assert_eq!(sketch.run(1, &[start + 1, 0]).0, trap_at(TrapKind::Misaligned, 1, 0), "{ty}");
            }
            assert_eq!(sketch.run(1, &[0, 0]).0, trap_at(TrapKind::Memory, 1, 0), "{ty}");
        }
    }
    for (ty, name) in [(I8, "i8"), (I16, "i16"), (I32, "i32"), (I64, "i64")] {
        let mut sketch = Sketch::default();
        let global = sketch.global(false, &[initial, 0, 0, 0, 0, 0, 0, 0]);
        let layout = Plan::new(&sketch.0).unwrap().layout;
        let intrinsic = sketch.intrinsic(&format!("llvm.nacl.atomic.cmpxchg.{name}"), ty, &[I32, ty, ty, I32, I32]);
        let arguments = [global, parameter(0), parameter(1), constant(0), constant(0)];
        sketch.function(ty, &[ty, ty], &[integer(6)], vec![call(intrinsic, &arguments), ret(result(0))]);
        let offset = (layout.address(global) - Layout::BASE) as usize;
        for (expected, left) in [(0xf0, 0x55), (0xf1, initial)] {
            let (end, memory) = sketch.run(1, &[expected, 0x55]);
            assert_eq!((end, memory[offset]), (End::Return(initial.into()), left), "{ty}");
        }
    }
}

#[test]
fn traps_on_purpose() {
    let mut sketch = Sketch::default();
    sketch.function(VOID, &[], &[], vec![Instruction::Branch { target: BlockId(1) }, Instruction::Unreachable {}]);
    let abort = sketch.intrinsic("llvm.trap", VOID, &[]);
    sketch.function(VOID, &[], &[], vec![call(abort, &[]), Instruction::Ret { value: None }]);
    assert_eq!(sketch.run(0, &[]).0, trap_at(TrapKind::Unreachable, 0, 1));
    assert_eq!(sketch.run(2, &[]).0, trap_at(TrapKind::Abort, 2, 0));
}

#[test]
fn jumps() {
    let mut sketch = Sketch::default();
    let buffer = sketch.global(false, &[0; 4]);
    let setjmp = sketch.intrinsic("llvm.nacl.setjmp", I32, &[I32]);
    let longjmp = sketch.intrinsic("llvm.nacl.longjmp", VOID, &[I32, I32]);
    let constants = [integer(0), integer(1000)];
    // Jumps back out of a function unless it was jumped to, in which case it returns 1000 more than the value of the jump.
    let out = vec![
        call(setjmp, &[buffer]),
        Instruction::Compare { a: result(0), b: constant(0), predicate: Predicate::Eq },
        Instruction::BranchIf { then: BlockId(1), otherwise: BlockId(2), condition: result(1) },
        call(Value::function(3), &[parameter(0)]),
        ret(constant(0)),
        binary(BinaryOp::Add, result(0), constant(1)),
        ret(result(2)),
    ];
    let back = sketch.function(I32, &[I32], &constants, out);
    assert_eq!(back.index(), 2);
    let jump = vec![call(longjmp, &[buffer, parameter(0)]), Instruction::Ret { value: None }];
    sketch.function(VOID, &[I32], &[], jump.clone());
    assert_eq!(sketch.run(2, &[7]).0, End::Return(1007));
    let (end, memory) = sketch.run(2, &[0]);
    assert_eq!((end, &memory[..4]), (End::Return(1001), &[1, 0, 0, 0][..]));
    // To a function that returned, to none, to an address outside of memory.
    let returned = vec![call(back, &[parameter(0)]), call(longjmp, &[buffer, parameter(0)]), Instruction::Ret { value: None }];
    sketch.function(VOID, &[I32], &[], returned);
    assert_eq!(sketch.run(4, &[1]).0, trap_at(TrapKind::BadJump, 4, 1));
    assert_eq!(sketch.run(3, &[1]).0, trap_at(TrapKind::BadJump, 3, 0));
    sketch.function(VOID, &[I32], &[], vec![call(longjmp, &[parameter(0), parameter(0)]), Instruction::Ret { value: None }]);
    assert_eq!(sketch.run(5, &[0]).0, trap_at(TrapKind::Memory, 5, 0));
    // For ever, in one block: every jump consumes fuel.
    let again = vec![call(setjmp, &[buffer]), call(longjmp, &[buffer, parameter(0)]), ret(result(0))];
    sketch.function(I32, &[I32], &[], again);
    assert_eq!(sketch.run(6, &[5]).0, End::OutOfFuel(Place { function: 6, instruction: 0 }));
}
