//! Low-level types: each smaller wherever a function has it, so that what agreed before agrees again.

use crate::mir::edit::each_instruction_mut;
use irsmith_mir::{Element, File, Function, MemorySize, OperandKind, RegisterQualifier, Type};
use std::collections::BTreeSet;
use std::ops::Range;

/// The types of a function, which each can be smaller in two ways.
fn types(function: &Function) -> BTreeSet<Type> {
    let mut types = BTreeSet::new();
    visit(&mut function.clone(), &mut |ty| _ = types.insert(*ty));
    types
}

/// The types that a type may become, the smallest first.
fn smaller(ty: Type) -> [Option<Type>; 2] {
    match ty {
        Type::Single(Element::Scalar(bits)) if bits > 1 => [Some(Type::scalar(1)), Some(Type::scalar(bits / 2))],
        Type::Single(Element::Pointer(1..)) => [Some(Type::pointer(0)), None],
        Type::Vector { count, scalable, element } => {
            let half = (count > 2).then(|| Type::Vector { count: 2, scalable, element });
            [Some(Type::Single(element)), half]
        }
        _ => [None, None],
    }
}

fn steps(file: &File) -> Vec<(usize, Type, Type)> {
    let mut steps = Vec::new();
    for (index, function) in file.functions.iter().enumerate() {
        for ty in types(function) {
            steps.extend(smaller(ty).into_iter().flatten().map(|to| (index, ty, to)));
        }
    }
    steps
}

pub(super) fn count(file: &File) -> usize {
    steps(file).len()
}

pub(super) fn shrink(file: &mut File, range: Range<usize>) {
    for (index, from, to) in &steps(file)[range] {
        let function = &mut file.functions[*index];
        visit(function, &mut |ty| {
            if ty == from {
                *ty = *to;
            }
        });
        constants(function, *from, *to);
    }
}

/// Integer constants of the width of a scalar are of its new width, and zero if they were wider.
fn constants(function: &mut Function, from: Type, to: Type) {
    let (Type::Single(Element::Scalar(from)), Type::Single(Element::Scalar(to))) = (from, to) else { return };
    each_instruction_mut(function, &mut |instruction| {
        for operand in &mut instruction.operands {
            if let OperandKind::Integer(integer) = &mut operand.kind
                && integer.bits == u32::from(from)
            {
                integer.bits = u32::from(to);
                integer.digits = "0".into();
            }
        }
    });
}

fn visit(function: &mut Function, f: &mut dyn FnMut(&mut Type)) {
    each_instruction_mut(function, &mut |instruction| {
        crate::mir::edit::each_register_mut(instruction, &mut |_, operand| {
            if let RegisterQualifier::Type(ty) = &mut operand.qualifier {
                f(ty);
            }
        });
        for memory in &mut instruction.memory {
            if let MemorySize::Type(ty) = &mut memory.size {
                f(ty);
            }
        }
    });
}
