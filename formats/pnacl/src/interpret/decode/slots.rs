//! Assigns slots to a function's values.

use super::super::Layout;
use super::super::integer::mask;
use super::super::program::width;
use crate::{Body, Instruction, Literal, Module, Scalar, Value, ValueKind, ValueType, ValueTypes};
use std::collections::BTreeMap;

/// Marks a missing slot.
const NONE: u32 = u32::MAX;
/// Slots for moving values from and to places, and for parallel moves.
pub(super) const TEMPORARIES: u32 = 12;
/// Slots of a frame.
const SLOTS: usize = 1 << 16;

/// The frame of a function: parameters, results, temporaries, then the constants that operations use.
///
/// A function with more values than slots is *wide*: its values are in as many places beyond the frame, with the same numbers, and
/// operations fetch them to the temporaries of the frame.
#[derive(Debug)]
pub(super) struct Slots<'a> {
    body: &'a Body,
    layout: &'a Layout,
    types: &'a ValueTypes,
    parameters: Vec<u32>,
    results: Vec<u32>,
    /// For each result, the value with the same bits: itself, or the operand of a conversion that changes nothing.
    canonical: Vec<Value>,
    constants: Vec<u32>,
    addresses: BTreeMap<u32, u32>,
    /// Bits of the constants that have slots.
    pub(super) pool: Vec<u64>,
    pub(super) first_temporary: u32,
    pub(super) is_wide: bool,
}

impl<'a> Slots<'a> {
    pub(super) fn new(body: &'a Body, layout: &'a Layout, types: &'a ValueTypes) -> Self {
        let mut next = 0;
        let mut assign = |types: &[ValueType]| -> Vec<u32> {
            let slots = types.iter().map(|&ty| {
                let slot = next;
                next += width(ty);
                slot
            });
            slots.collect()
        };
        let parameters = assign(types.parameters());
        let results = assign(types.results());
        let addresses = count_addresses(body);
        let bound = next as usize + TEMPORARIES as usize + 2 * body.constants.len() + addresses;
        Self {
            body,
            layout,
            types,
            parameters,
            canonical: (0..results.len() as u32).map(Value::instruction).collect(),
            results,
            constants: vec![NONE; body.constants.len()],
            addresses: BTreeMap::new(),
            pool: Vec::new(),
            first_temporary: next,
            is_wide: bound > SLOTS,
        }
    }

    /// Returns the types of all values.
    pub(super) const fn types(&self) -> &'a ValueTypes {
        self.types
    }

    /// Returns the type of a value.
    pub(super) fn ty(&self, value: Value) -> ValueType {
        self.types.get(value)
    }

    /// Returns the value with the same bits.
    pub(super) fn canonical(&self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Instruction => self.canonical[value.index() as usize],
            _ => value,
        }
    }

    /// Makes a result an alias of a value that is defined before it in the file.
    pub(super) fn alias(&mut self, result: u32, value: Value) {
        self.canonical[result as usize] = self.canonical(value);
    }

    /// Returns the first slot of the constants.
    pub(super) const fn first_constant(&self) -> u32 {
        self.first_temporary + TEMPORARIES
    }

    /// Returns the number of slots, or of places.
    pub(super) fn len(&self) -> u32 {
        self.first_constant() + self.pool.len() as u32
    }

    /// Returns the slot of a result.
    pub(super) fn result(&self, result: u32) -> u32 {
        self.results[result as usize]
    }

    /// Returns the bits of a constant or address; undefined vectors are 0.
    pub(super) fn constant(&self, value: Value) -> Option<u64> {
        match self.canonical(value) {
            value if value.kind() == ValueKind::Constant => Some(self.literal(value.index())),
            value if matches!(value.kind(), ValueKind::Function | ValueKind::Global) => Some(self.layout.address(value).into()),
            _ => None,
        }
    }

    /// Returns whether a value is `undef`.
    pub(super) fn is_undef(&self, value: Value) -> bool {
        value.kind() == ValueKind::Constant && self.body.constants[value.index() as usize].literal == Literal::Undef
    }

    /// Returns the slot of a value.
    pub(super) fn slot(&mut self, value: Value) -> u32 {
        let value = self.canonical(value);
        let index = value.index() as usize;
        match value.kind() {
            ValueKind::Parameter => self.parameters[index],
            ValueKind::Instruction => self.results[index],
            ValueKind::Constant => {
                if self.constants[index] == NONE {
                    let bits = self.literal(value.index());
                    self.constants[index] = self.add_constant(bits);
                    if width(self.ty(value)) == 2 {
                        self.add_constant(0);
                    }
                }
                self.constants[index]
            }
            ValueKind::Function | ValueKind::Global => {
                let address = self.layout.address(value);
                if let Some(&slot) = self.addresses.get(&address) {
                    return slot;
                }
                let slot = self.add_constant(address.into());
                self.addresses.insert(address, slot);
                slot
            }
        }
    }

    fn add_constant(&mut self, bits: u64) -> u32 {
        self.pool.push(bits);
        self.len() - 1
    }

    /// Returns a literal, truncated to its type.
    fn literal(&self, index: u32) -> u64 {
        let bits = match self.types.constants()[index as usize].scalar_kind() {
            Scalar::Integer(bits) => bits.clamp(1, 64),
            Scalar::Float => 32,
            _ => 64,
        };
        match self.body.constants[index as usize].literal {
            Literal::Undef => 0,
            Literal::Integer(value) => value as u64 & mask(bits),
            Literal::Float(value) => value & mask(bits),
        }
    }
}

/// Returns how often a body names functions and globals.
fn count_addresses(body: &Body) -> usize {
    let mut count = 0;
    for instruction in &body.instructions {
        instruction.for_each_value(|value| count += usize::from(matches!(value.kind(), ValueKind::Function | ValueKind::Global)));
    }
    count
}

/// Returns whether an instruction is a conversion that keeps the bits of the slots.
pub(super) fn keeps_bits(module: &Module, instruction: &Instruction, types: &ValueTypes) -> Option<Value> {
    use crate::tables::CastOp;
    let Instruction::Cast { value, ty, op } = instruction else { return None };
    let from = types.get(*value);
    match op {
        CastOp::ZExt if !from.is_vector() => Some(*value),
        CastOp::BitCast if width(from) == width(module.value_type(*ty)) => Some(*value),
        _ => None,
    }
}
