//! Low-level types (reference, *Low Level Types*).

use super::number;
use crate::{Element, Type};

pub(super) fn low_level_type(kind: Type, out: &mut String) {
    match kind {
        Type::Single(single) => element(single, out),
        Type::Vector { count, scalable, element: inner } => {
            out.push_str(if scalable { "<vscale x " } else { "<" });
            number(count, out);
            out.push_str(" x ");
            element(inner, out);
            out.push('>');
        }
    }
}

fn element(element: Element, out: &mut String) {
    match element {
        Element::Scalar(bits) => {
            out.push('s');
            number(bits, out);
        }
        Element::Pointer(space) => {
            out.push('p');
            number(space, out);
        }
    }
}
