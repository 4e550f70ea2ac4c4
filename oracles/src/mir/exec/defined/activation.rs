//! What is known of the current activation of a function: its registers, its objects and its stack pointers.

use std::collections::HashMap;

use irsmith_mir::interpret::{Place, Value};
use irsmith_mir::{Function, Instruction, OperandKind};

use super::lanes::Lanes;
use super::path::Known;
use super::undefined::PartlyDefined;
use crate::mir::operands::{number, registers};

/// An activation, since the last call or return.
#[derive(Clone, Default)]
pub(super) struct Activation {
    /// The values of virtual registers.
    pub(super) known: Known,
    /// Those of which only some bits are defined.
    partly: HashMap<(u32, u32), PartlyDefined>,
    /// The stack pointers that were saved, behind which memory was not given back.
    saved: Vec<u128>,
    /// The objects of the frame of which the address was taken: the first byte of each, and how many there are.
    objects: Vec<(u128, u128)>,
}

impl Activation {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.partly.clear();
        self.saved.clear();
        self.objects.clear();
    }

    /// Returns the values of the registers that an instruction reads; `None` for those that are not known or not defined.
    pub(super) fn read(&self, place: Place, instruction: &Instruction) -> Vec<Option<&Lanes>> {
        registers(instruction).map(|register| self.known.get(&(place.function, number(register)?))).collect()
    }

    /// Returns the same where some bits are undefined, and none is poison or not known.
    pub(super) fn read_partly(&self, place: Place, instruction: &Instruction) -> Option<Vec<PartlyDefined>> {
        let mut is_partly = false;
        let operands = registers(instruction).map(|register| {
            let register = (place.function, number(register)?);
            let found = self.partly.get(&register);
            is_partly |= found.is_some();
            found.cloned().or_else(|| self.known.get(&register).map(PartlyDefined::defined))
        });
        let operands: Option<Vec<PartlyDefined>> = operands.collect();
        operands.filter(|_| is_partly)
    }

    /// Returns whether a stack pointer was saved, and may be restored.
    pub(super) fn is_saved(&self, pointer: u128) -> bool {
        self.saved.contains(&pointer)
    }

    /// Returns whether so many bytes at an address are inside of an object.
    pub(super) fn is_inside(&self, address: u128, size: u128) -> bool {
        let is_in = |(first, bytes): &(u128, u128)| address.checked_sub(*first).is_some_and(|offset| offset + size <= *bytes);
        self.objects.iter().any(is_in)
    }

    /// Notes the results of an instruction that was executed.
    pub(super) fn write(&mut self, place: Place, function: &Function, instruction: &Instruction, values: &[Value]) {
        if instruction.opcode == "G_STACKRESTORE" {
            let restored = self.read(place, instruction).first().and_then(|read| read.as_ref()?.lane(0));
            let place = self.saved.iter().position(|saved| Some(*saved) == restored);
            self.saved.truncate(place.map_or(0, |place| place + 1));
        }
        for (result, value) in instruction.results.iter().zip(values) {
            let Some(number) = number(result) else { continue };
            let register = (place.function, number);
            self.known.remove(&register);
            self.partly.remove(&register);
            let Some(lanes) = Lanes::of(value) else {
                self.partly.extend(PartlyDefined::of(value).map(|partly| (register, partly)));
                continue;
            };
            match instruction.opcode.as_str() {
                "G_STACKSAVE" => self.saved.extend(lanes.lane(0)),
                "G_FRAME_INDEX" => self.objects.extend(lanes.lane(0).zip(object(function, instruction).map(|(size, _)| size))),
                _ => {}
            }
            self.known.insert(register, lanes);
        }
    }
}

/// Returns the bytes of the object of which an instruction takes the address, and a power of two that the address is a multiple of: where
/// fixed objects are is not their own.
pub(super) fn object(function: &Function, instruction: &Instruction) -> Option<(u128, u128)> {
    let (size, alignment) = match &instruction.operands.first()?.kind {
        OperandKind::Stack { id, .. } => {
            let object = function.stack.iter().find(|object| object.id == *id)?;
            (object.size, object.alignment.filter(|alignment| alignment.is_power_of_two()))
        }
        OperandKind::FixedStack(id) => (function.fixed_stack.iter().find(|object| object.id == *id)?.size, None),
        _ => return None,
    };
    Some((size.into(), alignment.unwrap_or(1).into()))
}
