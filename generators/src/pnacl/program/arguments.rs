//! Arguments for calls of functions.

use super::super::kinds::Kind;
use super::edges;
use crate::{Choices, SplitMix64};
use irsmith_pnacl::interpret::Bits;
use irsmith_pnacl::{Module, ValueType};

/// Draws arguments for a function of a module, one for each parameter; none for a function that does not exist.
///
/// Mostly edge cases of each type: the smallest and the largest, powers of two, NaNs, infinities, denormals; half of the i32 are small
/// numbers, which count iterations and index memory. A parameter of the type of the one before it often gets the same value, or its
/// neighbour.
pub fn arguments(choices: &mut Choices<'_, '_>, module: &Module, function: u32) -> Vec<Bits> {
    let mut noise = SplitMix64::new(choices.wide());
    let parameters = module.signature_of(function).map_or(&[][..], |signature| &signature.parameters);
    let mut before: Option<(ValueType, Bits)> = None;
    let mut arguments = Vec::with_capacity(parameters.len());
    for &ty in parameters {
        let ty = module.value_type(ty);
        let value = match before {
            Some((kind, value)) if kind == ty && noise.next() >> 62 == 0 => value ^ Bits::from(noise.next() >> 63),
            _ if ty == ValueType::I32 && noise.next() >> 63 == 0 => Bits::from(noise.next() >> 58),
            _ => Kind::of(ty).map_or(0, |kind| edges::any(kind, &mut noise)),
        };
        before = Some((ty, value));
        arguments.push(value);
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::super::super::{Config, generate};
    use super::*;
    use crate::bytes_of_seed;
    use arbitrary::Unstructured;

    #[test]
    fn arguments_fit_their_types_and_differ() {
        let mut different = std::collections::BTreeSet::new();
        for seed in 0..100 {
            let bytes = bytes_of_seed(seed);
            let mut bytes = Unstructured::new(&bytes);
            let module = generate(&mut bytes, &Config::defined());
            for function in 0..module.functions.len() as u32 {
                let found = arguments(&mut Choices::new(&mut Unstructured::new(&bytes_of_seed(seed))), &module, function);
                let types = &module.signature_of(function).unwrap().parameters;
                assert_eq!(found.len(), types.len());
                for (&ty, value) in types.iter().zip(found) {
                    assert_eq!(value.checked_shr(module.value_type(ty).bits() as u32).unwrap_or(0), 0);
                    different.insert(value);
                }
            }
        }
        assert!(different.len() > 100, "{}", different.len());
    }
}
