//! Finds the positions of violations in the file from which a module was read.

use super::Part;
use crate::{BitAddress, Places, Stream};

/// Returns the address of a part's record.
pub(super) fn address(part: Part, places: &Places, stream: &Stream) -> Option<BitAddress> {
    let item = item(part, places)?;
    Some(stream.address(item as usize))
}

fn item(part: Part, places: &Places) -> Option<u32> {
    let body = |function: u32| places.bodies.get(function as usize).and_then(Option::as_ref);
    match part {
        Part::Module => Some(0),
        Part::Record => None,
        Part::Type(id) => places.types.get(id.0 as usize).copied(),
        Part::Function(index) => places.functions.get(index as usize).copied(),
        Part::Global(index) => places.globals.get(index as usize).copied(),
        Part::Initializer { global, index } => {
            places.initializers.get(global as usize).and_then(|items| items.get(index as usize)).copied()
        }
        Part::Symbol(index) => places.symbols.get(index as usize).copied(),
        Part::Constant { function, index } => body(function).and_then(|body| body.constants.get(index as usize)).copied(),
        Part::Instruction { function, index, .. } => body(function).and_then(|body| body.instructions.get(index as usize)).copied(),
    }
}
