//! Undefined bits: which bits of a result are undefined if some of the operands are (LangRef, *Undefined Values*).
//!
//! Every use of an undefined bit may see another one. A bit of a result may be defined only if it is the same for all of them; for opcodes
//! that move bits or combine them one by one, it must be. The definition of the opcode is asked with undefined bits replaced.

use irsmith_mir::interpret::Value;

use super::asked::Asked;
use super::lanes::{Lanes, Shape, low};
use super::rows::{Definition, named};

/// A value none of whose bits is poison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PartlyDefined {
    /// The lanes; undefined bits are 0.
    pub(super) lanes: Lanes,
    /// The undefined bits of each lane.
    pub(super) undefined: Vec<u128>,
}

impl PartlyDefined {
    /// Returns a value; `None` if a bit is poison, or a lane too wide.
    pub(super) fn of(value: &Value) -> Option<Self> {
        let shape = Shape::of(value).filter(|_| value.poison.is_zero())?;
        let undefined = shape.split(&value.undefined);
        let numbers = shape.split(&value.bits).into_iter().zip(&undefined).map(|(bits, undefined)| bits & !undefined).collect();
        Some(Self { lanes: Lanes { width: shape.width, numbers }, undefined })
    }

    pub(super) fn defined(lanes: &Lanes) -> Self {
        Self { lanes: lanes.clone(), undefined: vec![0; lanes.numbers.len()] }
    }

    fn is_defined(&self) -> bool {
        self.undefined.iter().all(|undefined| *undefined == 0)
    }

    /// Returns the value with these bits in place of the undefined ones.
    fn with(&self, bits: u128) -> Lanes {
        let numbers = self.lanes.numbers.iter().zip(&self.undefined).map(|(number, undefined)| number | undefined & bits).collect();
        Lanes { width: self.lanes.width, numbers }
    }
}

/// Opcodes of which a bit of the result is undefined exactly if it depends on an undefined bit.
pub(super) const EXACT: &[&str] = &[
    "G_AND",
    "G_OR",
    "G_XOR",
    "G_ZEXT",
    "G_SEXT",
    "G_ANYEXT",
    "G_TRUNC",
    "G_BSWAP",
    "G_BITREVERSE",
    "G_MERGE_VALUES",
    "G_UNMERGE_VALUES",
    "G_BUILD_VECTOR",
    "G_BUILD_VECTOR_TRUNC",
    "G_CONCAT_VECTORS",
    "G_BITCAST",
    "G_SHUFFLE_VECTOR",
    "G_EXTRACT",
    "G_INSERT",
];

/// Opcodes of which the same holds if their last operand is defined.
pub(super) const EXACT_BY: &[&str] =
    &["G_SHL", "G_LSHR", "G_ASHR", "G_ROTL", "G_ROTR", "G_FSHL", "G_FSHR", "G_EXTRACT_VECTOR_ELT", "G_INSERT_VECTOR_ELT"];

/// Bits in place of undefined ones, in operands that are many.
const ALL: [u128; 4] = [0, u128::MAX, 0x5555_5555_5555_5555_5555_5555_5555_5555, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834];

/// Returns, for each result, whether each bit that is observed to be defined may be, and in [`EXACT`] opcodes also the reverse; `None` if the
/// definition does not say.
pub(super) fn agrees(asked: &Asked<'_>, operands: &[PartlyDefined], observed: &[PartlyDefined]) -> Option<bool> {
    let opcode = asked.instruction.opcode.as_str();
    if operands.iter().all(PartlyDefined::is_defined) || asked.instruction.flags.0 != 0 {
        return None;
    }
    if opcode == "G_FREEZE" {
        let (operand, observed) = (operands.first()?, observed.first()?);
        let kept = operand.lanes.numbers.iter().zip(&operand.undefined).zip(&observed.lanes.numbers);
        return Some(observed.is_defined() && kept.into_iter().all(|((number, undefined), observed)| observed & !undefined == *number));
    }
    let definition = match named(if opcode == "G_ANYEXT" { "G_ZEXT" } else { opcode })? {
        // What these say depends on what was observed, or is poison.
        Definition::Aligned | Definition::Asserted(_) => return None,
        definition => definition,
    };
    let expected: Option<Vec<Vec<Vec<u128>>>> = replaced(operands)
        .map(|operands| {
            let operands: Vec<&Lanes> = operands.iter().collect();
            Asked { operands: &operands, ..*asked }.expected(definition)
        })
        .collect();
    let expected = expected?;
    let (first, others) = expected.split_first()?;
    let is_exact = EXACT.contains(&opcode) || EXACT_BY.contains(&opcode) && operands.last().is_some_and(PartlyDefined::is_defined);
    for (result, observed) in observed.iter().enumerate() {
        for (lane, (number, undefined)) in observed.lanes.numbers.iter().zip(&observed.undefined).enumerate() {
            let defined = *first.get(result)?.get(lane)?;
            let mut differs = others.iter().fold(0, |differs, other| differs | (other[result][lane] ^ defined));
            if opcode == "G_ANYEXT" {
                differs |= low(observed.lanes.width, !low(operands.first()?.lanes.width, u128::MAX));
            }
            if differs & !undefined != 0 || (number ^ defined) & !(undefined | differs) != 0 || is_exact && differs != *undefined {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// Returns operands with undefined bits replaced: by zeros and ones in all combinations if there are few, and by other patterns.
fn replaced(operands: &[PartlyDefined]) -> impl Iterator<Item = Vec<Lanes>> {
    let combinations = if operands.len() <= 3 { 1 << operands.len() } else { 2 };
    let of = |bits: &dyn Fn(usize) -> u128| operands.iter().enumerate().map(|(place, operand)| operand.with(bits(place))).collect();
    let combined = (0..combinations).map(move |number: usize| {
        let place_of = |place: usize| if operands.len() <= 3 { number >> place & 1 } else { number };
        of(&|place| ALL[place_of(place)])
    });
    let others = (2..ALL.len()).map(move |number| {
        operands.iter().enumerate().map(|(place, operand)| operand.with(ALL[number].rotate_left(7 * place as u32))).collect()
    });
    combined.chain(others)
}
