//! Whether the bits of NaNs show.

use irsmith_pnacl::interpret::{Bits, Place};
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Instruction, Module, Scalar, Value, ValueKind, ValueType, ValueTypes};
use std::collections::HashSet;

/// What an instruction does with floats.
#[derive(Clone, Copy)]
pub(super) enum Floats {
    /// Nothing.
    Nothing,
    /// The instruction makes a float of this type, which is this value.
    Makes(ValueType, Value),
    /// The instruction calls an intrinsic that makes a float, which is not seen.
    MayMake,
    /// The instruction makes integers of the bits of a float of this type.
    Shows(ValueType),
    /// The instruction stores a float: this value, of which no result is seen if it is a parameter or comes from a call.
    Stores(Value, bool),
}

/// Watches a call of a module for NaNs whose bits show.
pub(super) struct NanWatch<'m> {
    /// What each instruction of each function does.
    floats: &'m [Vec<Floats>],
    /// Whether there was a NaN, or may have been.
    any: bool,
    /// The results that were NaNs, with their functions.
    nans: HashSet<(u32, Value)>,
    /// Whether the bits of one showed.
    pub(super) shown: bool,
}

impl<'m> NanWatch<'m> {
    /// Watches a call with these arguments.
    pub(super) fn new(floats: &'m [Vec<Floats>], mut arguments: impl Iterator<Item = (ValueType, Bits)>) -> Self {
        Self { floats, any: arguments.any(|(ty, bits)| has_nan(ty, bits)), nans: HashSet::new(), shown: false }
    }

    /// Notes an instruction with its result.
    pub(super) fn note(&mut self, place: Place, result: Option<Bits>) {
        let of_function = self.floats.get(place.function as usize);
        match (of_function.and_then(|floats| floats.get(place.instruction as usize)), result) {
            (Some(Floats::Makes(ty, value)), Some(bits)) if has_nan(*ty, bits) => {
                self.any = true;
                self.nans.insert((place.function, *value));
            }
            (Some(Floats::MayMake), _) => self.any = true,
            (Some(Floats::Shows(ty)), Some(bits)) => self.shown |= has_nan(*ty, bits),
            (Some(Floats::Stores(value, is_unseen)), _) => {
                self.shown |= *is_unseen && self.any || self.nans.contains(&(place.function, *value));
            }
            _ => {}
        }
    }
}

/// Returns what each instruction of a function does with floats.
pub(super) fn floats(module: &Module, function: u32) -> Vec<Floats> {
    let types = ValueTypes::of(module, function);
    let Some(body) = module.functions.get(function as usize).and_then(|function| function.body.as_ref()) else { return Vec::new() };
    let mut results = (0..).map(|index| Value::new(ValueKind::Instruction, index));
    let mut of_calls = HashSet::new();
    let of_instruction = |instruction: &Instruction| {
        let result = if instruction.has_result(module) { results.next() } else { None };
        match (instruction, result) {
            (Instruction::Call { .. } | Instruction::CallIndirect { .. }, Some(result)) => {
                of_calls.insert(result);
                if calls_intrinsic(module, instruction) && types.get(result).is_float() { Floats::MayMake } else { Floats::Nothing }
            }
            (Instruction::Store { value, .. }, _) if types.get(*value).is_float() => {
                Floats::Stores(*value, value.kind() == ValueKind::Parameter || of_calls.contains(value))
            }
            (Instruction::Cast { value, op: CastOp::BitCast, .. }, _) if types.get(*value).is_float() => Floats::Shows(types.get(*value)),
            (_, Some(result)) if types.get(result).is_float() => Floats::Makes(types.get(result), result),
            _ => Floats::Nothing,
        }
    };
    body.instructions.iter().map(of_instruction).collect()
}

fn calls_intrinsic(module: &Module, instruction: &Instruction) -> bool {
    let Instruction::Call { callee, .. } = instruction else { return false };
    module.functions.get(callee.index() as usize).is_some_and(|function| function.body.is_none())
}

/// Returns the lanes of a value.
pub(in crate::pnacl) fn lanes(ty: ValueType, bits: Bits) -> impl Iterator<Item = Bits> {
    let width = ty.scalar_bits().max(1);
    (0..ty.lanes().max(1)).map(move |lane| bits >> (lane * width) & (Bits::MAX >> (Bits::BITS - width)))
}

/// Returns whether a lane is a NaN.
fn is_nan(ty: ValueType, lane: Bits) -> bool {
    match ty.scalar_kind() {
        Scalar::Float => f32::from_bits(lane as u32).is_nan(),
        Scalar::Double => f64::from_bits(lane as u64).is_nan(),
        _ => false,
    }
}

/// Returns whether a lane of a value is a NaN.
fn has_nan(ty: ValueType, bits: Bits) -> bool {
    lanes(ty, bits).any(|lane| is_nan(ty, lane))
}

/// Returns whether two values are the same, or NaNs where they are not.
pub(in crate::pnacl) fn is_same(ty: ValueType, a: Bits, b: Bits) -> bool {
    lanes(ty, a).zip(lanes(ty, b)).all(|(a, b)| a == b || is_nan(ty, a) && is_nan(ty, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nans_are_the_same_and_zeros_are_not() {
        let (quiet, other) = (Bits::from(f32::NAN.to_bits()), Bits::from(0xffc0_0001_u32));
        assert!(is_same(ValueType::scalar(Scalar::Float), quiet, other));
        assert!(!is_same(ValueType::scalar(Scalar::Float), 0, 1 << 31));
        assert!(!is_same(ValueType::I32, quiet, other));
    }
}
