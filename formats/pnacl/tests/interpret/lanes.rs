//! Selects, phis and lanes.

use crate::harness::Harness;
use crate::oracle::{defined, join, lanes};
use crate::support::*;
use crate::values::{TYPES, values};
use irsmith_pnacl::ValueType;

pub(crate) fn all() {
    selects_choose_values_and_lanes();
    phis_join_every_type();
    lanes_are_read_and_written();
}

fn vectors() -> impl Iterator<Item = ValueType> {
    TYPES.into_iter().filter(|ty| ty.is_vector())
}

/// Returns two values that differ in every lane.
fn two(ty: ValueType) -> (u128, u128) {
    let list = values(ty);
    (list[0], list[list.len() / 2])
}

#[test]
fn selects_choose_values_and_lanes() {
    for ty in TYPES {
        let harness = Harness::new(&[ty, ty, I1], ty, |b| {
            let (x, y, condition) = (b.argument(0, ty), b.argument(1, ty), b.argument(2, I1));
            let result = b.select(condition, x, y);
            b.give(result, ty);
        });
        let (x, y) = two(ty);
        harness.check([(vec![x, y, 1], defined(x)), (vec![x, y, 0], defined(y))], || format!("select {ty}"));
    }
    for ty in vectors() {
        let harness = Harness::new(&[ty, ty, ty.comparison()], ty, |b| {
            let result = b.select(p(2), p(0), p(1));
            b.ret(result);
        });
        for x in values(ty) {
            let (_, y) = two(ty);
            let masks = [0, 1, 0x5555, 0x8001, 0xf0f0, 0xffff].map(|mask| mask & ((1 << ty.lanes()) - 1));
            let expected = |mask: u128| {
                let pairs = lanes(ty, x).into_iter().zip(lanes(ty, y)).enumerate();
                defined(join(ty, pairs.map(|(at, (x, y))| if mask >> at & 1 == 1 { x } else { y })))
            };
            harness.check(masks.map(|mask| (vec![x, y, mask], expected(mask))), || format!("select {ty} by lanes"));
        }
    }
}

#[test]
fn phis_join_every_type() {
    for ty in TYPES {
        let harness = Harness::new(&[ty, ty, I1], ty, |b| {
            let (x, y, condition) = (b.argument(0, ty), b.argument(1, ty), b.argument(2, I1));
            b.branch_if(condition, 2, 1);
            b.branch(2);
            let result = b.phi(ty, &[(x, 0), (y, 1)]);
            b.give(result, ty);
        });
        let (x, y) = two(ty);
        harness.check([(vec![x, y, 1], defined(x)), (vec![x, y, 0], defined(y))], || format!("phi {ty}"));
    }
}

#[test]
fn lanes_are_read_and_written() {
    for ty in vectors() {
        for lane in 0..ty.lanes() {
            let element = ty.element();
            let extract = Harness::new(&[ty], element, |b| {
                let index = b.i32(lane.into());
                let result = b.push(irsmith_pnacl::Instruction::ExtractElement { vector: p(0), index });
                b.give(result, element);
            });
            let read = |value| lanes(ty, value)[lane as usize];
            extract.check(values(ty).into_iter().map(|value| (vec![value], defined(read(value)))), || format!("extract {ty} {lane}"));

            let insert = Harness::new(&[ty, element], ty, |b| {
                let (index, element) = (b.i32(lane.into()), b.argument(1, element));
                let result = b.push(irsmith_pnacl::Instruction::InsertElement { vector: p(0), element, index });
                b.ret(result);
            });
            let written = |value: u128, new: u128| {
                let mut parts = lanes(ty, value);
                parts[lane as usize] = new;
                defined(join(ty, parts))
            };
            let cases = values(ty).into_iter().zip(values(element).into_iter().cycle().skip(3));
            insert.check(cases.map(|(value, new)| (vec![value, new], written(value, new))), || format!("insert {ty} {lane}"));
        }
    }
}

/// Scalars and halves of vectors are not confused when both are arguments and results of calls.
#[test]
fn calls_pass_every_type() {
    for ty in TYPES.into_iter().filter(|&ty| crate::harness::carrier(ty) == ty) {
        let mut module = ModuleBuilder::new();
        let callee = module.define(&[I32, ty, DOUBLE, ty], ty, |b| b.ret(p(3)));
        let function = module.define(&[ty, ty], ty, |b| {
            let (seven, half) = (b.i32(7), b.constant(DOUBLE, irsmith_pnacl::Literal::Float(0.5f64.to_bits())));
            let result = b.call(callee, &[seven, p(1), half, p(0)]);
            let address = irsmith_pnacl::Value::function(callee);
            let again = b.call_indirect(address, ty, &[seven, p(1), half, result]);
            b.ret(again);
        });
        let (x, y) = two(ty);
        assert_eq!(run(&module.module, function, &[x, y]).end, irsmith_pnacl::interpret::End::Return(x), "{ty}");
    }
}
