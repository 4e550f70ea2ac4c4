//! Where the arguments and results of functions are: scalars in the registers of the processor's calling convention; vectors, and scalars
//! for which no register is left, in a variable, [`ARGUMENTS`], from which the callee reads them before anything else.

use super::writer::{Class, Lanes, Next, Reg, Writer};
use crate::mir::execution::Processor;
use irsmith_pnacl::ValueType;

/// The variable with arguments and results that are in no register.
pub(super) const ARGUMENTS: &str = "arguments";
/// The bytes that each value occupies in it.
const STEP: u32 = 16;

/// Where an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the next register of its class.
    Register,
    /// In [`ARGUMENTS`], so many bytes after its beginning.
    Memory(u32),
}

impl Place {
    /// Returns the places of arguments of these types.
    pub(super) fn of(processor: Processor, types: &[ValueType]) -> Vec<Self> {
        let (mut next, mut offset) = (Next::default(), 0);
        types
            .iter()
            .map(|&ty| {
                if !ty.is_vector() && next.register(processor, class(ty)).is_some() {
                    return Self::Register;
                }
                offset += STEP;
                Self::Memory(offset - STEP)
            })
            .collect()
    }
}

/// Returns the size of [`ARGUMENTS`] for functions with at most so many parameters.
pub(super) const fn arguments_size(parameters: usize) -> usize {
    (parameters + 1) * STEP as usize
}

/// Returns the class of a scalar, or of a lane.
pub(super) const fn class(ty: ValueType) -> Class {
    if ty.is_float() { Class::Float(ty.scalar_bits()) } else { Class::Integer(ty.scalar_bits()) }
}

/// Returns the bits that a lane occupies in memory.
pub(super) const fn stored_bits(ty: ValueType) -> u32 {
    if ty.scalar_bits() < 8 { 8 } else { ty.scalar_bits() }
}

/// Writes a value to [`ARGUMENTS`].
pub(super) fn put(writer: &mut Writer, ty: ValueType, offset: u32, lanes: &[Reg]) {
    let (base, bits) = (writer.address_of(ARGUMENTS), stored_bits(ty));
    for (&lane, at) in lanes.iter().zip((offset..).step_by(bits as usize / 8)) {
        let pointer = writer.offset_by(base, at);
        let value = writer.resize("G_ZEXT", lane, ty.scalar_bits(), bits);
        writer.line(format_args!("G_STORE {value}(s{bits}), {pointer}(p0) :: (store (s{bits}))"));
    }
}

/// Reads a value from [`ARGUMENTS`].
pub(super) fn take(writer: &mut Writer, ty: ValueType, offset: u32) -> Lanes {
    let (base, bits) = (writer.address_of(ARGUMENTS), stored_bits(ty));
    let offsets = (offset..).step_by(bits as usize / 8).take(ty.lanes().max(1) as usize);
    offsets
        .map(|at| {
            let pointer = writer.offset_by(base, at);
            let value = writer.scalar(bits, format_args!("G_LOAD {pointer}(p0) :: (load (s{bits}))"));
            writer.resize("G_TRUNC", value, bits, ty.scalar_bits())
        })
        .collect()
}

/// Puts arguments where a function expects them; returns those that go to registers.
pub(super) fn put_arguments(writer: &mut Writer, arguments: &[(ValueType, Lanes)]) -> Vec<(Class, Reg)> {
    let types: Vec<ValueType> = arguments.iter().map(|(ty, _)| *ty).collect();
    let mut registers = Vec::new();
    for (place, (ty, lanes)) in Place::of(writer.codegen.processor, &types).into_iter().zip(arguments) {
        match place {
            Place::Register => registers.push((class(*ty), lanes[0])),
            Place::Memory(offset) => put(writer, *ty, offset, lanes),
        }
    }
    registers
}

/// Returns the class of the register of a result, if it is in one.
pub(super) fn result_class(ty: ValueType) -> Option<Class> {
    (ty.is_first_class() && !ty.is_vector()).then(|| class(ty))
}

/// Returns the result of a call that has just returned.
pub(super) fn take_result(writer: &mut Writer, ty: ValueType, register: Option<Reg>) -> Lanes {
    match register {
        Some(register) => vec![register],
        None if ty.is_vector() => take(writer, ty, 0),
        None => Lanes::new(),
    }
}

/// Takes a parameter at the beginning of a function.
pub(super) fn take_parameter(writer: &mut Writer, ty: ValueType, place: Place, next: &mut Next) -> Lanes {
    match place {
        // A register was found for it, so there is one.
        Place::Register => writer.parameter(next, class(ty)).into_iter().collect(),
        Place::Memory(offset) => take(writer, ty, offset),
    }
}

/// Returns from a function.
pub(super) fn put_result(writer: &mut Writer, value: Option<(ValueType, Lanes)>) {
    match value {
        Some((ty, lanes)) if ty.is_vector() => {
            put(writer, ty, 0, &lanes);
            writer.leave(None);
        }
        Some((ty, lanes)) => writer.leave(Some((class(ty), lanes[0]))),
        None => writer.leave(None),
    }
}
