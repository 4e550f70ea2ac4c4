//! setjmp, longjmp, and saved stack pointers.

use crate::support::*;
use irsmith_pnacl::interpret::{Budget, End, Execution, Layout, Place, TrapKind, UndefinedKind};
use irsmith_pnacl::tables::{BinaryOp, Predicate};

const BASE: u32 = Layout::BASE;

pub(crate) fn all() {
    longjmp_returns_to_setjmp();
    stack_pointers_are_saved_and_restored();
}

/// Builds a function that jumps to the buffer of its first parameter with the value of its second.
fn jumper(module: &mut ModuleBuilder) -> u32 {
    module.define(&[I32, I32], VOID, |b| {
        let size = b.i32(100);
        b.alloca(size, 1);
        b.intrinsic("llvm.nacl.longjmp", &[p(0), p(1)]);
        b.ret_void();
    })
}

#[test]
fn longjmp_returns_to_setjmp() {
    for (value, expected) in [(0u32, 1u128), (1, 1), (7, 7), (u32::MAX, u32::MAX.into())] {
        let mut module = ModuleBuilder::new();
        let jump = jumper(&mut module);
        let function = module.define(&[I32], I32, |b| {
            let (buffer, zero) = (b.i32(BASE.into()), b.i32(0));
            let result = b.intrinsic("llvm.nacl.setjmp", &[buffer]);
            let first = b.compare(Predicate::Eq, result, zero);
            b.branch_if(first, 1, 2);
            b.call(jump, &[buffer, p(0)]);
            b.ret(zero);
            b.ret(result);
        });
        let execution = run(&module.module, function, &[value.into()]);
        assert_eq!((execution.end, execution.undefined), (End::Return(expected), None));
        // The blocks are: the function's first, its second, the callee's, the return by longjmp, the third.
        assert_eq!(execution.blocks, 5);
        let short = run_within(&module.module, function, &[value.into()], &Budget { blocks: 3, depth: 9 });
        assert_eq!(short.end, End::OutOfFuel(Place { function, instruction: 0 }));
    }
}

/// If longjmp needed no fuel, a block could loop forever.
#[test]
fn a_block_that_jumps_to_itself_ends() {
    let mut module = ModuleBuilder::new();
    let function = module.define(&[], VOID, |b| {
        let (buffer, one) = (b.i32(BASE.into()), b.i32(1));
        b.intrinsic("llvm.nacl.setjmp", &[buffer]);
        b.intrinsic("llvm.nacl.longjmp", &[buffer, one]);
        b.ret_void();
    });
    let execution = run_within(&module.module, function, &[], &Budget { blocks: 1000, depth: 1 });
    assert_eq!((execution.end, execution.blocks), (End::OutOfFuel(Place { function, instruction: 0 }), 1000));
}

/// Values keep their state at the time of the jump: the iteration count continues.
#[test]
fn values_are_not_turned_back() {
    let result = evaluate(&[], I32, &[], |b| {
        let (buffer, one, three) = (b.i32(BASE.into()), b.i32(1), b.i32(3));
        let counter = b.i32(i64::from(BASE) + 64);
        let code = b.intrinsic("llvm.nacl.setjmp", &[buffer]);
        let old = b.load(counter, I32, 1);
        let new = b.binary(BinaryOp::Add, old, one);
        b.store(counter, new, 1);
        let more = b.compare(Predicate::Ult, new, three);
        b.branch_if(more, 1, 2);
        b.intrinsic("llvm.nacl.longjmp", &[buffer, new]);
        b.ret(new);
        let ten = b.i32(10);
        let scaled = b.binary(BinaryOp::Mul, code, ten);
        let sum = b.binary(BinaryOp::Add, scaled, new);
        b.ret(sum);
    });
    assert_eq!(result, 23);
}

/// A loop variable that has advanced differs from its value at the setjmp, although both are in one phi.
#[test]
fn copies_of_values_are_not_turned_back_either() {
    let result = evaluate(&[], I64, &[], |b| {
        let (buffer, zero, one) = (b.i32(BASE.into()), b.i32(0), b.i32(1));
        b.branch(1);
        let next = b.later(4, I32);
        let i = b.phi(I32, &[(zero, 0), (next, 3)]);
        let at_start = b.compare(Predicate::Eq, i, zero);
        b.branch_if(at_start, 2, 4);
        let wide = b.cast(irsmith_pnacl::tables::CastOp::ZExt, i, I64);
        let code = b.intrinsic("llvm.nacl.setjmp", &[buffer]);
        let first = b.compare(Predicate::Eq, code, zero);
        b.branch_if(first, 3, 5);
        b.body.instructions.retain(|instruction| !matches!(instruction, irsmith_pnacl::Instruction::Declare { .. }));
        let value = irsmith_pnacl::Value::instruction(5);
        let ty = b.module.ty(I32);
        b.body.instructions.insert(1, irsmith_pnacl::Instruction::Declare { value, ty });
        if let irsmith_pnacl::Instruction::Phi { incoming, .. } = &mut b.body.instructions[2] {
            incoming[1].value = value;
        }
        assert_eq!(b.binary(BinaryOp::Add, i, one), value);
        b.branch(1);
        b.intrinsic("llvm.nacl.longjmp", &[buffer, one]);
        b.push(irsmith_pnacl::Instruction::Unreachable {});
        b.ret(wide);
    });
    assert_eq!(result, 0);
}

fn kind(execution: Execution) -> Option<UndefinedKind> {
    execution.undefined.map(|event| event.kind)
}

#[test]
fn only_setjmps_of_active_functions_count() {
    let mut module = ModuleBuilder::new();
    let setter = module.define(&[I32], I32, |b| {
        let result = b.intrinsic("llvm.nacl.setjmp", &[p(0)]);
        b.ret(result);
    });
    let jump = jumper(&mut module);
    let function = module.define(&[I32], VOID, |b| {
        let (buffer, one) = (b.i32(BASE.into()), b.i32(1));
        b.call(setter, &[buffer]);
        b.call(jump, &[p(0), one]);
        b.ret_void();
    });
    let (one, never) = (run(&module.module, function, &[BASE.into()]), run(&module.module, function, &[(BASE + 64).into()]));
    for execution in [one, never] {
        assert_eq!(execution.end, trap(TrapKind::BadJump, jump, 1));
        assert_eq!(kind(execution), Some(UndefinedKind::Jump));
    }
    assert_eq!(run(&module.module, function, &[8]).end, trap(TrapKind::Memory, jump, 1));
    assert_eq!(run(&module.module, setter, &[8]).end, trap(TrapKind::Memory, setter, 0));
}

/// Two buffers of one function, and one of a called function, each lead to their own position.
#[test]
fn jumps_find_their_own_setjmp() {
    for (target, expected) in [(0u32, 105u128), (16, 205)] {
        let mut module = ModuleBuilder::new();
        let jump = jumper(&mut module);
        let function = module.define(&[I32], I32, |b| {
            let (buffer, other, five) = (b.i32(BASE.into()), b.i32(i64::from(BASE) + 16), b.i32(5));
            let (zero, hundred) = (b.i32(0), b.i32(100));
            let first = b.intrinsic("llvm.nacl.setjmp", &[buffer]);
            let done = b.compare(Predicate::Ne, first, zero);
            b.branch_if(done, 1, 2);
            let sum = b.binary(BinaryOp::Add, first, hundred);
            b.ret(sum);
            let second = b.intrinsic("llvm.nacl.setjmp", &[other]);
            let done = b.compare(Predicate::Ne, second, zero);
            b.branch_if(done, 3, 4);
            let two = b.i32(200);
            let sum = b.binary(BinaryOp::Add, second, two);
            b.ret(sum);
            let address = b.binary(BinaryOp::Add, buffer, p(0));
            b.call(jump, &[address, five]);
            b.ret(zero);
        });
        assert_eq!(run(&module.module, function, &[target.into()]).end, End::Return(expected));
    }
}

#[test]
fn stack_pointers_are_saved_and_restored() {
    let heap = BASE + SIZES.stack;
    let result = evaluate(&[], I32, &[], |b| {
        let size = b.i32(64);
        let saved = b.intrinsic("llvm.stacksave", &[]);
        b.alloca(size, 1);
        b.intrinsic("llvm.stackrestore", &[saved]);
        let address = b.alloca(size, 1);
        b.ret(address);
    });
    assert_eq!(result, (heap - 64).into());
    let restore = |address: u32| {
        execute(&[I32], I32, &[address.into()], |b| {
            let (size, zero) = (b.i32(64), b.i32(0));
            b.alloca(size, 1);
            b.intrinsic("llvm.stacksave", &[]);
            b.alloca(size, 1);
            b.intrinsic("llvm.stackrestore", &[p(0)]);
            let address = b.alloca(zero, 1);
            b.ret(address);
        })
    };
    assert_eq!(kind(restore(heap - 64)), None);
    for address in [BASE, heap - 128, heap - 63, heap] {
        let execution = restore(address);
        assert_eq!((execution.end, kind(execution)), (End::Return(address.into()), Some(UndefinedKind::StackRestore)), "{address:x}");
    }
    for address in [0, BASE - 1, heap + 1] {
        let execution = restore(address);
        assert_eq!(execution.end, trap(TrapKind::StackOverflow, 1, 3), "{address:x}");
        assert_eq!(kind(execution), Some(UndefinedKind::StackRestore));
    }
}
