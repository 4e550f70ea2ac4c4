//! Memory: globals, the stack, and inaccessible addresses.

use crate::harness::Harness;
use crate::oracle::{Expected, defined};
use crate::support::*;
use crate::values::{TYPES, values};
use irsmith_pnacl::interpret::{Bits, Budget, End, Layout, Machine, Options, Place, Program, TrapKind, Undefined, UndefinedKind};
use irsmith_pnacl::tables::BinaryOp;
use irsmith_pnacl::{Global, Initializer, Value, ValueType};

pub(crate) fn all() {
    every_type_is_stored_and_loaded();
}

/// The first address after the memory of modules without globals.
const END: u32 = Layout::BASE + SIZES.stack + SIZES.heap;

fn natural(ty: ValueType) -> u64 {
    if ty.is_vector() { u64::from(ty.scalar_bits() / 8) } else { 1 }
}

#[test]
fn every_type_is_stored_and_loaded() {
    for ty in TYPES.into_iter().filter(|ty| !ty.is_i1()) {
        let size = ty.bits() as u32 / 8;
        let harness = Harness::new(&[I32, ty], ty, |b| {
            let value = b.argument(1, ty);
            b.store(p(0), value, natural(ty));
            let result = b.load(p(0), ty, natural(ty));
            b.give(result, ty);
        });
        let inside = [Layout::BASE, Layout::BASE + 16, END - size];
        let outside = [
            0,
            Layout::BASE - 16,
            Layout::BASE - natural(ty) as u32,
            END - size + natural(ty) as u32,
            END,
            0xffff_fff0,
            0u32.wrapping_sub(natural(ty) as u32),
        ];
        for value in values(ty) {
            harness.check(inside.map(|address| (vec![address.into(), value], defined(value))), || format!("memory {ty}"));
        }
        let trap = Expected { result: Err(TrapKind::Memory), undefined: None };
        harness.check(outside.map(|address| (vec![address.into(), 1], trap)), || format!("no memory {ty}"));
    }
}

/// Bytes are in memory in little-endian order, lane 0 first.
#[test]
fn memory_is_little_endian() {
    for ty in TYPES.into_iter().filter(|ty| !ty.is_i1()) {
        let mut module = ModuleBuilder::new();
        let function = module.define(&[crate::harness::carrier(ty)], VOID, |b| {
            let value = b.argument(0, ty);
            let address = b.i32(Layout::BASE.into());
            b.store(address, value, natural(ty));
            b.ret_void();
        });
        let bits = 0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100u128 & (u128::MAX >> (128 - ty.bits()));
        let [program, _] = programs(&module.module);
        let mut machine = Machine::new(&program);
        assert_eq!(machine.call(function, &[bits], &Budget::default()).end, End::Return(0));
        let size = ty.bits() as usize / 8;
        assert_eq!(machine.memory()[..size], bits.to_le_bytes()[..size], "{ty}");
        assert!(machine.memory()[size..].iter().all(|&byte| byte == 0), "{ty}");
    }
}

/// An address that is a sum is computed modulo 2^32, whether or not the access computes the sum.
#[test]
fn addresses_wrap_around() {
    for offset in [1i64, -1, 0x7fff_ffff, -0x8000_0000] {
        let harness = Harness::new(&[I32], I32, |b| {
            let (constant, value) = (b.i32(offset), b.i32(0x1234_5678));
            let address = b.binary(BinaryOp::Add, constant, p(0));
            let again = b.binary(BinaryOp::Add, p(0), constant);
            b.store(address, value, 1);
            let result = b.load(again, I32, 1);
            b.ret(result);
        });
        let address = |target: u32| Bits::from(target.wrapping_sub(offset as u32));
        let trap = Expected { result: Err(TrapKind::Memory), undefined: None };
        let cases = [(Layout::BASE, defined(0x1234_5678)), (END - 4, defined(0x1234_5678)), (END - 3, trap), (Layout::BASE - 1, trap)];
        harness.check(cases.map(|(target, expected)| (vec![address(target)], expected)), || format!("{offset}"));
    }
}

#[test]
fn stated_alignment_is_noted_and_changes_nothing() {
    let float_types = [(FLOAT, 4), (DOUBLE, 8)];
    let vector_types = TYPES.into_iter().filter(|ty| ty.is_vector() && !ty.is_i1()).map(|ty| (ty, natural(ty)));
    for (ty, alignment) in float_types.into_iter().chain(vector_types) {
        let load = Harness::new(&[I32], ty, |b| {
            let value = b.load(p(0), ty, alignment);
            b.ret(value);
        });
        let store = Harness::new(&[I32, ty], ty, |b| {
            b.store(p(0), p(1), alignment);
            b.ret(p(1));
        });
        for offset in 0..8u32 {
            let undefined = (offset % alignment as u32 != 0).then_some(UndefinedKind::Alignment);
            let address = Bits::from(Layout::BASE + offset);
            load.check([(vec![address], Expected { result: Ok(0), undefined })], || format!("load {ty} {offset}"));
            store.check([(vec![address, 5], Expected { result: Ok(5), undefined })], || format!("store {ty} {offset}"));
        }
    }
}

fn global(alignment: u64, constant: bool, initializers: Vec<Initializer>) -> Global {
    Global { alignment: align(alignment), constant, initializers }
}

#[test]
fn globals_are_laid_out_relocated_and_protected() {
    let mut module = ModuleBuilder::new();
    let variable = module.global(global(8, false, vec![Initializer::Data(vec![1, 2, 3]), Initializer::Zerofill(2)]));
    let relocations = vec![
        Initializer::Relocation { value: variable, addend: Some(u32::MAX) },
        Initializer::Relocation { value: Value::function(1), addend: None },
        Initializer::Relocation { value: Value::global(1), addend: Some(6) },
    ];
    let constant = module.global(global(4, true, relocations));
    module.global(global(0, true, vec![Initializer::Data(vec![0xee])]));
    let function = module.define(&[I32], I32, |b| {
        let sum = b.binary(BinaryOp::Add, constant, p(0));
        let value = b.load(sum, I32, 1);
        b.ret(value);
    });
    let write = module.define(&[I32], VOID, |b| {
        let value = b.i32(-1);
        b.store(p(0), value, 1);
        b.ret_void();
    });
    // The constants are at the base address: the second global, then the third. The variable is at the next multiple of 16, and the stack
    // at the multiple after that.
    let base = Layout::BASE;
    let layout = programs(&module.module)[0].layout().clone();
    let expected = Layout {
        globals: vec![base + 16, base, base + 12],
        writable: base + 16,
        stack: base + 32,
        heap: base + 32 + SIZES.stack,
        end: base + 32 + SIZES.stack + SIZES.heap,
    };
    assert_eq!(layout, expected);
    let read = |offset: u32| run(&module.module, function, &[offset.into()]).end;
    assert_eq!(read(0), End::Return((base + 15).into()));
    assert_eq!(read(4), End::Return(0xf000_0010));
    assert_eq!(read(8), End::Return((base + 6).into()));
    assert_eq!(read(12), End::Return(0xee));
    assert_eq!(read(16), End::Return(0x0003_0201));
    let store = |address: u32| run(&module.module, write, &[address.into()]).end;
    assert_eq!(store(base + 16), End::Return(0));
    for address in [base, base + 12, base + 13, base + 15] {
        assert_eq!(store(address), trap(TrapKind::Memory, write, 0), "{address:x}");
    }
}

#[test]
fn a_module_that_needs_too_much_memory_is_refused() {
    let mut module = ModuleBuilder::new();
    module.global(global(1, false, vec![Initializer::Zerofill(u64::MAX), Initializer::Data(vec![1])]));
    assert!(matches!(Program::new(&module.module, &Options::default()), Err(irsmith_pnacl::interpret::LoadError::Layout(_))));
}

/// Allocates stack memory, calls a function that allocates more, and allocates again.
#[test]
fn the_stack_grows_down_and_is_given_back() {
    let heap = Layout::BASE + SIZES.stack;
    for (size, alignment) in [(0u32, 1u32), (1, 1), (5, 4), (16, 16), (100, 64), (1, 2048)] {
        let mut module = ModuleBuilder::new();
        let callee = module.define(&[I32], I32, |b| {
            let address = b.alloca(p(0), 8);
            b.ret(address);
        });
        let function = module.define(&[I32], I64, |b| {
            let (first, inner) = (b.alloca(p(0), alignment.into()), b.i32(24));
            b.call(callee, &[inner]);
            let second = b.alloca(p(0), alignment.into());
            let difference = b.binary(BinaryOp::Sub, first, second);
            let (low, high) = (b.cast(irsmith_pnacl::tables::CastOp::ZExt, first, I64), b.int(I64, 32));
            let difference = b.cast(irsmith_pnacl::tables::CastOp::ZExt, difference, I64);
            let shifted = b.binary(BinaryOp::Shl, difference, high);
            let both = b.binary(BinaryOp::Or, shifted, low);
            b.ret(both);
        });
        let first = (heap - size) / alignment * alignment;
        let second = (first - size) / alignment * alignment;
        let expected = u128::from(first) | u128::from(first - second) << 32;
        assert_eq!(run(&module.module, function, &[size.into()]).end, End::Return(expected), "{size} {alignment}");
    }
}

#[test]
fn the_stack_ends() {
    for size in [0, 1, SIZES.stack, SIZES.stack + 1, 1 << 30, u32::MAX] {
        let mut module = ModuleBuilder::new();
        let function = module.define(&[I32], I32, |b| {
            let address = b.alloca(p(0), 1);
            b.ret(address);
        });
        let execution = run(&module.module, function, &[size.into()]);
        if size <= SIZES.stack {
            assert_eq!(execution.end, End::Return((Layout::BASE + SIZES.stack - size).into()));
        } else {
            assert_eq!(execution.end, trap(TrapKind::StackOverflow, function, 0), "{size}");
            let undefined = Undefined { kind: UndefinedKind::StackSize, place: Place { function, instruction: 0 } };
            assert_eq!(execution.undefined, Some(undefined));
        }
    }
}

/// Memory persists between calls, until a reset.
#[test]
fn calls_find_memory_as_it_was_left() {
    let mut module = ModuleBuilder::new();
    let counter = module.global(global(4, false, vec![Initializer::Data(vec![5, 0, 0, 0])]));
    let function = module.define(&[], I32, |b| {
        let (old, one) = (b.load(counter, I32, 1), b.i32(1));
        let new = b.binary(BinaryOp::Add, old, one);
        b.store(counter, new, 1);
        b.ret(new);
    });
    let [program, _] = programs(&module.module);
    let mut machine = Machine::new(&program);
    let call = |machine: &mut Machine<'_>| machine.call(function, &[], &Budget::default()).end;
    assert_eq!([call(&mut machine), call(&mut machine)], [End::Return(6), End::Return(7)]);
    machine.reset();
    assert_eq!(call(&mut machine), End::Return(6));
    let mut machine = Machine::with_buffers(&program, machine.into_buffers());
    assert_eq!(call(&mut machine), End::Return(6));
}
