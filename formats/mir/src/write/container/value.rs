//! Scalars of the shapes that rows have.

use crate::{BlockReference, Register};

pub(super) fn register(register: &Register) -> String {
    match register {
        Register::None => "$noreg".to_owned(),
        Register::Physical(name) => format!("${name}"),
        Register::Virtual(number) => format!("%{number}"),
        Register::Named(name) => format!("%{name}"),
    }
}

pub(super) fn block(block: &BlockReference) -> String {
    match &block.name {
        Some(name) => format!("%bb.{}.{name}", block.number),
        None => format!("%bb.{}", block.number),
    }
}
