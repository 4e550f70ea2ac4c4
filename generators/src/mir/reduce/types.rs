//! Reductions of low-level types: each becomes smaller everywhere in a function, so that matching types still match.

use crate::mir::edit::{replace_type, types};
use irsmith_mir::{Element, File, Type};
use std::ops::Range;

/// Returns the types that a type may become, the smallest first.
fn smaller(ty: Type) -> [Option<Type>; 2] {
    match ty {
        Type::Single(Element::Scalar(bits)) if bits > 1 => [Some(Type::scalar(1)), Some(Type::scalar(bits / 2))],
        Type::Single(Element::Pointer(1..)) => [Some(Type::pointer(0)), None],
        Type::Vector { count, scalable, element } => {
            let half = (count > 2).then_some(Type::Vector { count: 2, scalable, element });
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
        replace_type(&mut file.functions[*index], *from, *to);
    }
}
