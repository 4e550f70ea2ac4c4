//! Intrinsics.

use crate::harness::Harness;
use crate::oracle::{self, Expected, defined, ones, signed};
use crate::support::*;
use crate::values::{V4F32, values};
use irsmith_pnacl::ValueType;
use irsmith_pnacl::interpret::{Bits, Budget, End, Layout, Machine, NoHost, Place, TrapKind, UndefinedKind};
use irsmith_pnacl::tables::{BinaryOp, CastOp};

const BASE: u32 = Layout::BASE;

pub(crate) fn all() {
    bits_are_counted_and_swapped();
    roots_are_rounded_and_signs_cleared();
    atomics_work_as_their_counterparts();
    bytes_are_copied_and_filled();
    the_rest_of_the_intrinsics();
}

/// Calls an intrinsic of one operand and a flag.
fn unary(name: &str, ty: ValueType, flag: Option<i64>) -> Harness {
    Harness::new(&[ty], ty, |b| {
        let mut arguments = vec![b.argument(0, ty)];
        arguments.extend(flag.map(|flag| b.int(I1, flag)));
        let result = b.intrinsic(name, &arguments);
        b.give(result, ty);
    })
}

#[test]
fn bits_are_counted_and_swapped() {
    for bits in [16u32, 32, 64] {
        let ty = ValueType::integer(bits);
        let swapped = |value: u128| (0..bits / 8).fold(0, |result, byte| result << 8 | value >> (8 * byte) & 0xff);
        let check = |name: &str, flag, expected: &dyn Fn(u128) -> Expected| {
            unary(name, ty, flag).check(values(ty).into_iter().map(|value| (vec![value], expected(value))), || name.to_owned());
        };
        check(&format!("llvm.bswap.i{bits}"), None, &|value| defined(swapped(value)));
        if bits == 16 {
            continue;
        }
        check(&format!("llvm.ctpop.i{bits}"), None, &|value| defined((0..bits).map(|bit| value >> bit & 1).sum()));
        for flag in [0, -1] {
            let count = |value: u128, order: &dyn Fn(u32) -> u32| {
                let number = (0..bits).position(|bit| value >> order(bit) & 1 == 1).unwrap_or(bits as usize);
                let undefined = (flag != 0 && value == 0).then_some(UndefinedKind::CountOfZero);
                Expected { result: Ok(number as u128), undefined }
            };
            check(&format!("llvm.cttz.i{bits}"), Some(flag), &|value| count(value, &|bit| bit));
            check(&format!("llvm.ctlz.i{bits}"), Some(flag), &|value| count(value, &|bit| bits - 1 - bit));
        }
    }
}

#[test]
fn roots_are_rounded_and_signs_cleared() {
    for (name, ty) in [("llvm.sqrt.f32", FLOAT), ("llvm.sqrt.f64", DOUBLE)] {
        let near_squares = (1..2000u128).map(|number| number * number).map(|square| match ty {
            FLOAT => u128::from((square as f32).to_bits()),
            _ => u128::from((square as f64).to_bits()),
        });
        let list = values(ty).into_iter().chain(near_squares.flat_map(|bits| [bits - 1, bits, bits + 1]));
        let cases = list.map(|value| (vec![value], defined(oracle::sqrt(value, ty == DOUBLE))));
        unary(name, ty, None).check(cases, || name.to_owned());
    }
    for (name, ty) in [("llvm.fabs.f32", FLOAT), ("llvm.fabs.f64", DOUBLE), ("llvm.fabs.v4f32", V4F32)] {
        let clear = |value| oracle::join(ty, oracle::lanes(ty, value).into_iter().map(|lane| lane & ones(ty.scalar_bits() - 1)));
        unary(name, ty, None).check(values(ty).into_iter().map(|value| (vec![value], defined(clear(value)))), || name.to_owned());
    }
}

/// Runs an atomic intrinsic on memory that contains `old`, at an address; returns its result and the final content of memory.
fn atomic(name: &str, bits: u32, address: u32, old: u128, operands: &[i64], orders: &[i64]) -> (End, u128) {
    let ty = ValueType::integer(bits);
    let mut module = ModuleBuilder::new();
    let function = module.define(&[], I64, |b| {
        let pointer = b.i32(address.into());
        let mut values: Vec<_> = operands.iter().map(|&operand| b.int(ty, operand)).collect();
        let orders: Vec<_> = orders.iter().map(|&order| b.i32(order)).collect();
        let at = usize::from(name == "store");
        values.insert(at.min(values.len()), pointer);
        // The operation of an update comes first in the arguments, and is the first of `orders`.
        let (first, orders) = if name == "rmw" { orders.split_at(1) } else { orders.split_at(0) };
        let arguments: Vec<_> = first.iter().chain(&values).chain(orders).copied().collect();
        let result = b.intrinsic(&format!("llvm.nacl.atomic.{name}.i{bits}"), &arguments);
        let result = if name == "store" {
            b.int(I64, 0)
        } else if bits == 64 {
            result
        } else {
            b.cast(CastOp::ZExt, result, I64)
        };
        b.ret(result);
    });
    let [program, full] = programs(&module.module);
    let mut machine = Machine::new(&program);
    let mut observed = Machine::new(&full);
    for machine in [&mut machine, &mut observed] {
        let bytes = (old as u64).to_le_bytes();
        if let Some(place) = machine.memory_mut().bytes_mut(address, bits / 8) {
            place.copy_from_slice(&bytes[..bits as usize / 8]);
        }
    }
    let end = machine.call(function, &[], &Budget::default()).end;
    let mut coverage = crate::coverage::Coverage::of(&module.module);
    assert_eq!(observed.call_with(function, &[], &Budget::default(), &mut NoHost, &mut coverage).end, end);
    let now = machine
        .memory_mut()
        .bytes(address, bits / 8)
        .map_or(0, |bytes| bytes.iter().rev().fold(0u128, |value, &byte| value << 8 | u128::from(byte)));
    (end, now)
}

#[test]
fn atomics_work_as_their_counterparts() {
    for bits in [8u32, 16, 32, 64] {
        for old in values(ValueType::integer(bits)).into_iter().step_by(3) {
            for operand in [1i64, -1, 0x55] {
                let value = operand as u128 & ones(bits);
                assert_eq!(atomic("load", bits, BASE, old, &[], &[6]), (End::Return(old), old));
                assert_eq!(atomic("store", bits, BASE, old, &[operand], &[6]), (End::Return(0), value));
                let sum = (signed(old, bits) + i128::from(operand)) as u128 & ones(bits);
                let difference = (signed(old, bits) - i128::from(operand)) as u128 & ones(bits);
                let updates = [sum, difference, old | value, old & value, old ^ value, value];
                for (operation, expected) in (1..).zip(updates) {
                    let found = atomic("rmw", bits, BASE, old, &[operand], &[operation, 6]);
                    assert_eq!(found, (End::Return(old), expected), "operation {operation} on {old:x}");
                }
                let expected = if old == value { 9 } else { old };
                assert_eq!(atomic("cmpxchg", bits, BASE, old, &[operand, 9], &[6, 6]), (End::Return(old), expected));
            }
            assert_eq!(atomic("cmpxchg", bits, BASE, old, &[old as i64, 9], &[6, 6]), (End::Return(old), 9));
        }
        for (name, operands, orders) in [("load", 0, &[6][..]), ("store", 1, &[6]), ("rmw", 1, &[1, 6]), ("cmpxchg", 2, &[6, 6])] {
            let run = |address| atomic(name, bits, address, 0, &[3, 4][..operands], orders).0;
            let at = |kind| trap(kind, 1, 0);
            assert_eq!(run(BASE - bits / 8), at(TrapKind::Memory), "{name} {bits}");
            assert_eq!(run(0), at(TrapKind::Memory), "{name} {bits}");
            // Alignment is checked first.
            if bits > 8 {
                assert_eq!(run(BASE + 1), at(TrapKind::Misaligned), "{name} {bits}");
                assert_eq!(run(1), at(TrapKind::Misaligned), "{name} {bits}");
            }
        }
    }
}

/// Runs a block operation on memory that contains 0, 1, 2 and so on; returns the final content of its first 64 bytes.
fn block(name: &str, arguments: [u32; 3]) -> (irsmith_pnacl::interpret::Execution, Vec<u8>) {
    let mut module = ModuleBuilder::new();
    let function = module.define(&[I32, I32, I32], VOID, |b| {
        let (one, no) = (b.i32(1), b.int(I1, 0));
        let second = if name.contains("memset") { b.cast(CastOp::Trunc, p(1), I8) } else { p(1) };
        b.intrinsic(name, &[p(0), second, p(2), one, no]);
        b.ret_void();
    });
    let [program, full] = programs(&module.module);
    let arguments = arguments.map(Bits::from);
    let [fast, observed] = [&program, &full].map(|program| {
        let mut machine = Machine::new(program);
        let bytes: Vec<u8> = (0..64).collect();
        machine.memory_mut().bytes_mut(BASE, 64).unwrap().copy_from_slice(&bytes);
        let mut coverage = crate::coverage::Coverage::of(&module.module);
        let execution = machine.call_with(function, &arguments, &Budget::default(), &mut NoHost, &mut coverage);
        (execution, machine.memory()[..64].to_vec())
    });
    assert_eq!(fast, observed);
    fast
}

#[test]
fn bytes_are_copied_and_filled() {
    let end = BASE + SIZES.stack + SIZES.heap;
    let (copy, shift, fill) = ("llvm.memcpy.p0i8.p0i8.i32", "llvm.memmove.p0i8.p0i8.i32", "llvm.memset.p0i8.i32");
    let before: Vec<u8> = (0..64).collect();
    for name in [copy, shift] {
        for (to, from, length) in [(40, 0, 20), (0, 33, 31), (10, 5, 30), (5, 10, 30), (7, 7, 9), (3, 4, 1), (0, 0, 0)] {
            let mut expected = before.clone();
            expected[to..to + length].copy_from_slice(&before[from..from + length]);
            let (execution, after) = block(name, [BASE + to as u32, BASE + from as u32, length as u32]);
            assert_eq!((execution.end, after), (End::Return(0), expected), "{name} {to} {from} {length}");
            let overlaps = name == copy && to != from && to.abs_diff(from) < length;
            let kind = execution.undefined.map(|event| event.kind);
            assert_eq!(kind, overlaps.then_some(UndefinedKind::CopyOverlap), "{name} {to} {from} {length}");
        }
        for (to, from, length) in [(0, BASE, 1), (BASE, 0, 1), (end - 3, BASE, 4), (BASE, end - 3, 4), (BASE, BASE, u32::MAX)] {
            let (execution, after) = block(name, [to, from, length]);
            assert_eq!((execution.end, after), (trap(TrapKind::Memory, 1, 0), before.clone()));
        }
        assert_eq!(block(name, [0, u32::MAX, 0]).0.end, End::Return(0));
    }
    for (to, value, length) in [(0, 0xab, 64), (3, 0x1ff, 7), (63, 0, 1)] {
        let mut expected = before.clone();
        expected[to..to + length].fill(value as u8);
        let (execution, after) = block(fill, [BASE + to as u32, value, length as u32]);
        assert_eq!((execution.end, after), (End::Return(0), expected));
    }
    for (to, length) in [(0, 1), (end - 3, 4), (BASE, u32::MAX)] {
        let (execution, after) = block(fill, [to, 7, length]);
        assert_eq!((execution.end, after), (trap(TrapKind::Memory, 1, 1), before.clone()));
    }
    assert_eq!(block(fill, [0, 7, 0]).0.end, End::Return(0));
}

#[test]
fn the_rest_of_the_intrinsics() {
    let six = evaluate(&[], I32, &[], |b| {
        let (six, pointer) = (b.i32(6), b.i32(0));
        b.intrinsic("llvm.nacl.atomic.fence", &[six]);
        b.intrinsic("llvm.nacl.atomic.fence.all", &[]);
        let four = b.i32(4);
        let free = b.intrinsic("llvm.nacl.atomic.is.lock.free", &[four, pointer]);
        let free = b.cast(CastOp::ZExt, free, I32);
        let thread = b.intrinsic("llvm.nacl.read.tp", &[]);
        let sum = b.binary(BinaryOp::Add, free, thread);
        b.ret(sum);
    });
    assert_eq!(six, 1);
    let execution = execute(&[], VOID, &[], |b| {
        b.intrinsic("llvm.trap", &[]);
        b.ret_void();
    });
    assert_eq!(execution.end, trap(TrapKind::Abort, 1, 0));
    crate::jumps::all();
}

#[test]
pub(crate) fn an_unreachable_instruction_traps() {
    let execution = execute(&[], VOID, &[], |b| {
        b.push(irsmith_pnacl::Instruction::Unreachable {});
    });
    assert_eq!(execution.end, trap(TrapKind::Unreachable, 1, 0));
    let place = Place { function: 1, instruction: 0 };
    assert_eq!(execution.undefined, Some(irsmith_pnacl::interpret::Undefined { kind: UndefinedKind::Unreachable, place }));
}
