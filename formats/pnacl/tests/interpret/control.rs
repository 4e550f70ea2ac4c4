//! Blocks, phis, calls, fuel and the ends of executions.

use crate::support::*;
use irsmith_pnacl::interpret::{Bits, Budget, End, Place, TrapKind, UndefinedKind};
use irsmith_pnacl::tables::{BinaryOp, Predicate};
use irsmith_pnacl::{BlockId, Instruction, SwitchCase, Value};

pub(crate) fn all() {
    phis_are_read_before_any_is_written();
    recursion_is_bounded();
    switches_compare_bits_of_the_type();
    indirect_calls_check_address_then_signature_then_depth();
    crate::intrinsics::an_unreachable_instruction_traps();
}

/// Block 1 counts up to the first parameter and calls `work` with the next count in each iteration; block 2 follows it. Returns the count,
/// which begins at 0, and the next count.
fn counting_loop(b: &mut BodyBuilder<'_>, work: impl FnOnce(&mut BodyBuilder<'_>, Value)) -> (Value, Value) {
    let (zero, one) = (b.i32(0), b.i32(1));
    b.branch(1);
    let next = b.later(1, I32);
    let i = b.phi(I32, &[(zero, 0), (next, 1)]);
    b.binary(BinaryOp::Add, i, one);
    work(b, next);
    let again = b.compare(Predicate::Ult, next, p(0));
    b.branch_if(again, 1, 2);
    (i, next)
}

/// Swaps `(a, b)` to `(b, a)` in each of `n` iterations; returns `a * 256 + b`.
fn swaps(b: &mut BodyBuilder<'_>) {
    let (zero, one, scale) = (b.i32(0), b.i32(1), b.i32(256));
    b.branch(1);
    let next = b.later(3, I32);
    let left = b.later(1, I32);
    let i = b.phi(I32, &[(zero, 0), (next, 1)]);
    assert_eq!(b.phi(I32, &[(p(1), 0), (Value::instruction(2), 1)]), left);
    let right = b.phi(I32, &[(p(2), 0), (left, 1)]);
    b.binary(BinaryOp::Add, i, one);
    let again = b.compare(Predicate::Slt, next, p(0));
    b.branch_if(again, 1, 2);
    let high = b.binary(BinaryOp::Mul, left, scale);
    let sum = b.binary(BinaryOp::Add, high, right);
    b.ret(sum);
}

#[test]
fn phis_are_read_before_any_is_written() {
    for rounds in 1..6u128 {
        let expected = if rounds % 2 == 1 { 7 * 256 + 9 } else { 9 * 256 + 7 };
        let mut module = ModuleBuilder::new();
        let function = module.declare(&[I32, I32, I32], I32);
        module.body(function, |b| {
            let right = Value::instruction(2);
            let ty = b.module.ty(I32);
            b.push(Instruction::Declare { value: right, ty });
            swaps(b);
        });
        let execution = run(&module.module, function, &[rounds, 7, 9]);
        assert_eq!(execution.end, End::Return(expected), "{rounds}");
        assert_eq!(execution.blocks, rounds as u64 + 2);
    }
}

#[test]
fn a_value_that_a_phi_replaces_is_not_lost() {
    // The phi is used after the loop, where it has the value of the last iteration, not the next.
    let result = evaluate(&[I32], I32, &[5], |b| {
        let (i, _) = counting_loop(b, |_, _| ());
        b.ret(i);
    });
    assert_eq!(result, 4);
}

#[test]
fn fuel_counts_blocks_and_runs_out_at_the_first_instruction() {
    let mut module = ModuleBuilder::new();
    let function = module.define(&[I32], I32, |b| {
        let (_, next) = counting_loop(b, |_, _| ());
        b.ret(next);
    });
    for blocks in 0..8 {
        let execution = run_within(&module.module, function, &[5], &Budget { blocks, depth: 1 });
        let place = |instruction| End::OutOfFuel(Place { function, instruction });
        let expected = match blocks {
            0 => place(0),
            1..=5 => place(1),
            6 => place(6),
            _ => End::Return(5),
        };
        assert_eq!((execution.end, execution.blocks), (expected, blocks.min(7)), "{blocks}");
    }
}

#[test]
fn recursion_is_bounded() {
    let mut module = ModuleBuilder::new();
    let function = module.declare(&[I32], I32);
    module.body(function, |b| {
        let (zero, one) = (b.i32(0), b.i32(1));
        let done = b.compare(Predicate::Eq, p(0), zero);
        b.branch_if(done, 1, 2);
        b.ret(zero);
        let less = b.binary(BinaryOp::Sub, p(0), one);
        let below = b.call(function, &[less]);
        let sum = b.binary(BinaryOp::Add, below, one);
        b.ret(sum);
    });
    let call = |argument, depth| run_within(&module.module, function, &[argument], &Budget { blocks: 1 << 20, depth }).end;
    assert_eq!(call(9, 10), End::Return(9));
    assert_eq!(call(10, 10), trap(TrapKind::CallDepth, function, 4));
    assert_eq!(call(9999, 10_000), End::Return(9999));
    assert_eq!(call(0, 0), trap(TrapKind::CallDepth, function, 0));
}

#[test]
fn switches_compare_bits_of_the_type() {
    for (ty, cases) in [(I8, vec![-1i64, 0, 5, 127, -128]), (I32, vec![-5, 1_000_000, i64::from(i32::MIN)]), (I64, vec![i64::MIN, -1, 3])] {
        for (position, &wanted) in cases.iter().enumerate() {
            let bits = Bits::from(wanted as u64) & ((1 << ty.bits()) - 1);
            let build = |b: &mut BodyBuilder<'_>| {
                let condition = if ty == I8 { b.cast(irsmith_pnacl::tables::CastOp::Trunc, p(0), I8) } else { p(0) };
                let ty = b.module.ty(ty);
                let targets = cases.iter().enumerate();
                let cases = targets.map(|(index, &value)| SwitchCase { value, target: BlockId(index as u32 + 2) }).collect();
                b.push(Instruction::Switch { ty, condition, default: BlockId(1), cases });
                for result in -1..5 {
                    let value = b.i32(result);
                    b.ret(value);
                }
            };
            let parameter = if ty == I8 { I32 } else { ty };
            assert_eq!(evaluate(&[parameter], I32, &[bits], build), position as u128, "{wanted}");
            assert_eq!(evaluate(&[parameter], I32, &[bits ^ 2], build), 0xffff_ffff);
        }
    }
}

#[test]
fn indirect_calls_check_address_then_signature_then_depth() {
    let mut module = ModuleBuilder::new();
    let callee = module.define(&[I32], I32, |b| b.ret(p(0)));
    let abort = module.intrinsic("llvm.trap");
    let function = module.define(&[I32], I32, |b| {
        let value = b.i32(77);
        let result = b.call_indirect(p(0), I32, &[value]);
        b.ret(result);
    });
    let address = |function: u32| u128::from(irsmith_pnacl::interpret::Layout::function_address(function));
    let call = |address, depth| run_within(&module.module, function, &[address], &Budget { blocks: 9, depth });
    assert_eq!(call(address(callee), 2).end, End::Return(77));
    assert_eq!(call(address(callee), 1).end, trap(TrapKind::CallDepth, function, 0));
    let bad = call(address(0), 1);
    assert_eq!(bad.end, trap(TrapKind::BadSignature, function, 0));
    assert_eq!(bad.undefined.map(|event| event.kind), Some(UndefinedKind::CallSignature));
    for wrong in [0, address(callee) + 1, address(abort), address(99), 0xff00_0000] {
        assert_eq!(call(wrong, 1).end, trap(TrapKind::BadFunction, function, 0), "{wrong:x}");
    }
}

/// An `undef` is zero, and recorded where it is used; phis, selects and insertelements only copy it.
#[test]
fn undef_is_zero_and_noted() {
    let taken = execute(&[I32], I32, &[5], |b| {
        let undef = b.undef(I32);
        let sum = b.binary(BinaryOp::Add, p(0), undef);
        b.ret(sum);
    });
    assert_eq!(taken.end, End::Return(5));
    let place = Place { function: 1, instruction: 0 };
    assert_eq!(taken.undefined, Some(irsmith_pnacl::interpret::Undefined { kind: UndefinedKind::Undef, place }));
    let moved = execute(&[I32], I32, &[5], |b| {
        let (undef, yes) = (b.undef(I32), b.int(I1, 1));
        let chosen = b.select(yes, p(0), undef);
        b.ret(chosen);
    });
    assert_eq!((moved.end, moved.undefined), (End::Return(5), None));
}

/// A conversion without an operation of its own still uses its operand.
#[test]
fn an_undef_that_is_only_converted_is_noted() {
    let converted = execute(&[], I64, &[], |b| {
        let undef = b.undef(I32);
        let wide = b.cast(irsmith_pnacl::tables::CastOp::ZExt, undef, I64);
        b.ret(wide);
    });
    assert_eq!(converted.end, End::Return(0));
    assert_eq!(converted.undefined.map(|event| event.place), Some(Place { function: 1, instruction: 0 }));
}

#[test]
fn executions_stop_at_undefined_events_when_reported_to() {
    let mut module = ModuleBuilder::new();
    let function = module.define(&[I32], I32, |b| {
        let (one, zero) = (b.i32(1), b.i32(0));
        let shifted = b.binary(BinaryOp::Shl, one, p(0));
        let again = b.binary(BinaryOp::LShr, shifted, p(0));
        let quotient = b.binary(BinaryOp::UDiv, again, zero);
        b.ret(quotient);
    });
    let undefined = irsmith_pnacl::interpret::Undefined { kind: UndefinedKind::ShiftAmount, place: Place { function, instruction: 0 } };
    let on = run(&module.module, function, &[40]);
    assert_eq!((on.end, on.undefined), (trap(TrapKind::DivisionByZero, function, 2), Some(undefined)));
    let [program, _] = programs(&module.module);
    let mut machine = irsmith_pnacl::interpret::Machine::new(&program);
    machine.stop_at_undefined(true);
    let stopped = machine.call(function, &[40], &Budget::default());
    assert_eq!((stopped.end, stopped.undefined), (End::Undefined(undefined), Some(undefined)));
    assert_eq!(machine.call(function, &[4], &Budget::default()).end, trap(TrapKind::DivisionByZero, function, 2));
}

/// A function with more values than a frame has slots computes the same results as others.
#[test]
fn functions_may_have_more_values_than_slots() {
    const VALUES: u32 = 70_000;
    let mut module = ModuleBuilder::new();
    let wide = module.declare(&[I32, I32], I32);
    let vector = irsmith_pnacl::ValueType::vector(4, irsmith_pnacl::Scalar::Integer(32));
    module.body(wide, |b| {
        let (zero, one, three) = (b.i32(0), b.i32(1), b.i32(3));
        let mut sum = p(1);
        for _ in 0..VALUES {
            sum = b.binary(BinaryOp::Add, sum, one);
        }
        let undef = b.undef(vector);
        let lanes = b.push(Instruction::InsertElement { vector: undef, element: sum, index: three });
        let last = b.push(Instruction::ExtractElement { vector: lanes, index: three });
        let recurses = b.compare(Predicate::Ne, p(0), zero);
        b.branch_if(recurses, 1, 2);
        let less = b.binary(BinaryOp::Sub, p(0), one);
        let below = b.call(wide, &[less, last]);
        b.branch(2);
        let result = b.phi(I32, &[(last, 0), (below, 1)]);
        b.ret(result);
    });
    let narrow = module.define(&[I32], I32, |b| {
        let ten = b.i32(10);
        let result = b.call(wide, &[p(0), ten]);
        b.ret(result);
    });
    assert_eq!(run(&module.module, narrow, &[2]).end, End::Return(10 + 3 * u128::from(VALUES)));
    assert_eq!(run(&module.module, wide, &[1, 4]).end, End::Return(4 + 2 * u128::from(VALUES)));
}

#[test]
fn calls_from_outside_are_checked() {
    let mut module = ModuleBuilder::new();
    let abort = module.intrinsic("llvm.trap");
    let function = module.define(&[I32], I32, |b| b.ret(p(0)));
    assert_eq!(run(&module.module, 9, &[]).end, trap(TrapKind::BadFunction, 9, 0));
    assert_eq!(run(&module.module, abort, &[]).end, trap(TrapKind::BadFunction, abort, 0));
    assert_eq!(run(&module.module, function, &[]).end, trap(TrapKind::BadSignature, function, 0));
    assert_eq!(run(&module.module, function, &[u128::MAX]).end, End::Return(0xffff_ffff));
}

/// Observers are notified of instructions without operations of their own, but not of forward declarations.
#[test]
fn observers_receive_every_instruction_in_order() {
    let mut module = ModuleBuilder::new();
    let function = module.define(&[I32], I64, |b| {
        let (_, next) = counting_loop(b, |b, next| {
            let base = b.i32(irsmith_pnacl::interpret::Layout::BASE.into());
            let address = b.binary(BinaryOp::Add, p(0), base);
            b.store(address, next, 1);
        });
        let wide = b.cast(irsmith_pnacl::tables::CastOp::ZExt, next, I64);
        b.ret(wide);
    });
    let (mut observed, mut results) = (Vec::new(), Vec::new());
    for program in &programs(&module.module) {
        let (mut places, mut values) = (Vec::new(), Vec::new());
        let mut observer = |place: Place, result: Option<Bits>| {
            places.push(place.instruction);
            values.push(result);
        };
        let mut machine = irsmith_pnacl::interpret::Machine::new(program);
        let host = &mut irsmith_pnacl::interpret::NoHost;
        let end = machine.call_with(function, &[2], &Budget::default(), host, &mut observer).end;
        assert_eq!(end, End::Return(2));
        observed.push(places);
        results = values;
    }
    assert_eq!(observed, [[0, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 8, 9], [0, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 8, 9]]);
    let round = |i, again| [Some(i), Some(i + 1), Some(0x1_0002), None, Some(again), None];
    let expected: Vec<Option<Bits>> = std::iter::once(None).chain(round(0, 1)).chain(round(1, 0)).chain([Some(2), None]).collect();
    assert_eq!(results, expected);
}

/// What `@f1` of a module makes an observer see, for this argument, and whether it ends by a trap.
fn observed_of_f1(functions: &str, argument: Bits) -> (Vec<(u32, u32, Option<Bits>)>, bool) {
    let file = irsmith_pnacl::text::assemble(&format!(
        "module {{ version 1;
         types {{ count 5; @t0 = i32; @t1 = void; @t2 = void (); @t3 = i32 (i32); @t4 = i1; }}
         {functions} }}"
    ));
    let module = irsmith_pnacl::Module::read(&file.unwrap(), &irsmith_pnacl::Limits::default()).unwrap();
    let options = irsmith_pnacl::interpret::Options { results: true, ..Default::default() };
    let program = irsmith_pnacl::interpret::Program::new(&module, &options).unwrap();
    let mut observed = Vec::new();
    let mut observer = |place: Place, result: Option<Bits>| observed.push((place.function, place.instruction, result));
    let host = &mut irsmith_pnacl::interpret::NoHost;
    let end = irsmith_pnacl::interpret::Machine::new(&program).call_with(1, &[argument], &Budget::default(), host, &mut observer).end;
    (observed, matches!(end, End::Trap(_)))
}

/// A phi has no operation of its own: it is observed together with the next instruction, which may end the execution without a result.
#[test]
fn phis_before_a_trap_are_reported_with_their_results() {
    let (observed, traps) = observed_of_f1(
        "define external void @f0(); define internal i32 @f1(i32);
         valuesymtab { @f0 : \"_start\"; }
         function void @f0() { blocks 1; ret void; }
         function i32 @f1(i32 %p0) { blocks 2; br label %b1; %b1: %v0 = phi i32 [%p0, %b0]; %v1 = udiv i32 %v0, %v0; ret i32 %v1; }",
        0,
    );
    assert!(traps);
    assert_eq!(observed, [(1, 0, None), (1, 1, Some(0)), (1, 2, None)]);
}

/// So it is with a fence, also where the function before ends with the moves of its phis.
#[test]
fn a_first_instruction_without_an_operation_is_reported() {
    let (observed, _) = observed_of_f1(
        "define external void @f0(); define internal i32 @f1(i32); declare external void @f2();
         valuesymtab { @f0 : \"_start\"; @f2 : \"llvm.nacl.atomic.fence.all\"; }
         function void @f0() {
           blocks 3;
           constants { i32: %c0 = i32 0; %c1 = i32 5; i1: %c2 = i1 0; }
           br label %b1;
         %b1: %v0 = phi i32 [%c0, %b0], [%c1, %b1]; br i1 %c2, label %b1, label %b2;
         %b2: ret void; }
         function i32 @f1(i32 %p0) { blocks 1; call void @f2(); ret i32 %p0; }",
        7,
    );
    assert_eq!(observed, [(1, 0, None), (1, 1, None)]);
}
