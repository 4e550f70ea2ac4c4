//! The objects of a function's frame.

use super::refusal;
use crate::interpret::Refusal;
use crate::interpret::program::Code;
use crate::{FixedObject, Function, StackId, StackObjectKind};
use std::collections::HashMap;

/// Bytes between objects, which are no object's.
const GAP: u64 = 16;

/// An object: where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Object {
    /// From the lowest address of the frame on, and its bytes.
    Local(u64, u64),
    /// From the stack pointer at the call on.
    Fixed(i64),
    /// Not executed, for this reason.
    Refused(&'static str),
}

/// The objects, by their numbers.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) locals: HashMap<u32, Object>,
    pub(super) fixed: HashMap<u32, Object>,
}

/// Returns whether an object is part of the arguments: the caller has stored it.
pub(super) fn is_argument(object: &FixedObject) -> bool {
    object.offset >= 0 && object.stack_id == StackId::Default
}

/// Lays out the objects, and states them in the code.
pub(super) fn lay_out(function: &Function, stack: u32, code: &mut Code) -> Result<Frame, Refusal> {
    let mut frame = Frame::default();
    let too_large = |subject: &str, id: u32, size: u64| {
        refusal(format!("{subject}.{id}"), format!("an object of {size} bytes does not fit the stack of {stack} bytes"))
    };
    let mut allocate = |size: u64, alignment: Option<u64>| {
        let alignment = alignment.unwrap_or(1).max(1).checked_next_power_of_two()?;
        let offset = code.frame.checked_next_multiple_of(alignment)?;
        let end = offset.checked_add(size)?.checked_add(GAP)?;
        if end > stack.into() || alignment > stack.into() {
            return None;
        }
        (code.frame, code.alignment) = (end, code.alignment.max(alignment));
        code.objects.push((offset, size));
        Some(Object::Local(offset, size))
    };
    for object in &function.stack {
        let placed = match object {
            _ if object.kind == StackObjectKind::VariableSized => Object::Refused("objects of variable size have no address here"),
            _ if object.stack_id != StackId::Default => Object::Refused("only the default stack is modelled"),
            _ => allocate(object.size, object.alignment).ok_or_else(|| too_large("%stack", object.id, object.size))?,
        };
        frame.locals.insert(object.id, placed);
    }
    let mut arguments = 0_u64;
    for object in &function.fixed_stack {
        let placed = match object {
            _ if object.stack_id != StackId::Default => Object::Refused("only the default stack is modelled"),
            _ if is_argument(object) => {
                let end = object.offset.unsigned_abs().checked_add(object.size).filter(|end| *end <= stack.into());
                arguments = arguments.max(end.ok_or_else(|| too_large("%fixed-stack", object.id, object.size))?);
                Object::Fixed(object.offset)
            }
            _ => allocate(object.size, object.alignment).ok_or_else(|| too_large("%fixed-stack", object.id, object.size))?,
        };
        frame.fixed.insert(object.id, placed);
    }
    code.arguments = arguments;
    Ok(frame)
}
