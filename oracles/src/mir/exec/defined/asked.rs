//! The results that the definition of an instruction gives.

use std::cmp::Ordering;

use irsmith_mir::{Instruction, OperandKind};

use super::fast_math;
use super::fixed_point::{FixedPoint, Rounded};
use super::floats::half;
use super::lanes::{Lanes, Shape, joined, low, signed};
use super::poison::{Sides, is_poison};
use super::rows::Definition;

/// Opcodes that are defined for operands of one width only.
const SAME_WIDTH: [&str; 3] = ["G_PTR_ADD", "G_PTRMASK", "G_FCOPYSIGN"];

/// An instruction with the values of its operands.
pub(super) struct Asked<'a> {
    pub(super) instruction: &'a Instruction,
    pub(super) operands: &'a [&'a Lanes],
    /// The shapes of the results.
    pub(super) results: &'a [Shape],
    /// What the observer was given of the results; `None` if one is not defined.
    pub(super) observed: &'a [Option<Lanes>],
}

impl Asked<'_> {
    /// Returns the lanes of each result; `None` if the definition leaves them open, or does not say.
    pub(super) fn expected(&self, definition: Definition) -> Option<Vec<Vec<u128>>> {
        let result = self.results.first()?;
        let given = |number: usize| self.operands.get(number).copied();
        let all = |f: &dyn Fn(usize) -> Option<u128>| {
            let lanes: Option<Vec<u128>> = (0..result.lanes).map(|lane| Some(low(result.width, f(lane)?))).collect();
            lanes.map(|lanes| vec![lanes])
        };
        let two = |f: fn(u32, u128, u128) -> Option<u128>| {
            let (a, b) = (given(0)?, given(1)?);
            // Narrower offsets, signs of other formats and exponents of other widths are not judged.
            let is_reported = match self.instruction.opcode.as_str() {
                "G_FLDEXP" | "G_STRICT_FLDEXP" | "G_FPOWI" => b.width == 32,
                opcode => a.width == b.width || !SAME_WIDTH.contains(&opcode),
            };
            if is_reported { all(&|lane| f(a.width, a.lane(lane)?, b.lane(lane)?)) } else { None }
        };
        match definition {
            Definition::One(f) => {
                let a = given(0)?;
                all(&|lane| Some(f(a.width, a.lane(lane)?)))
            }
            Definition::Two(f) => two(f),
            Definition::Both(first, second) => Some([two(first)?, two(second)?].concat()),
            Definition::Three(f) => {
                let (a, b, c) = (given(0)?, given(1)?, given(2)?);
                all(&|lane| f(a.width, a.lane(lane)?, b.lane(lane)?, c.lane(lane)?))
            }
            Definition::Converted(f) => {
                let a = given(0)?;
                all(&|lane| f(a.width, result.width, a.lane(lane)?))
            }
            Definition::Asserted(holds) => {
                let (a, stated) = (given(0)?, u32::try_from(self.immediate()?).ok()?);
                all(&|lane| a.lane(lane).filter(|lane| holds(stated, a.width, *lane)))
            }
            Definition::Overflow(is_signed, f) => self.overflow(is_signed, f),
            Definition::Compare => self.compared(),
            Definition::ExtendedInside => {
                let (a, bits) = (given(0)?, u32::try_from(self.immediate()?).ok().filter(|bits| (1..=128).contains(bits))?);
                all(&|lane| Some(signed(bits, low(bits, a.lane(lane)?)) as u128))
            }
            Definition::Apart(first, second) => {
                let (a, other) = (given(0)?, self.results.get(1)?);
                let of = |f: fn(u32, u32, u128) -> Option<u128>, to: u32| {
                    a.numbers.iter().map(|lane| Some(low(to, f(a.width, to, *lane)?))).collect::<Option<Vec<u128>>>()
                };
                Some(vec![of(first, result.width)?, of(second, other.width)?])
            }
            Definition::Stated(f) => {
                let (a, stated) = (given(0)?, self.immediate()?);
                all(&|lane| f(stated, a.width, result.width, a.lane(lane)?))
            }
            Definition::FixedPoint => all(&|lane| self.fixed_point(lane).filter(|result| !result.overflows).map(|result| result.floor)),
            Definition::Reduction(f) | Definition::InOrder(f) => {
                let numbers: Vec<u128> = self.operands.iter().flat_map(|lanes| lanes.numbers.iter().copied()).collect();
                let (first, others) = numbers.split_first()?;
                let sum = others.iter().try_fold(*first, |sum, lane| Some(low(result.width, f(result.width, sum, *lane)?)))?;
                let is_reported = self.operands.len() == if matches!(definition, Definition::InOrder(_)) { 2 } else { 1 };
                Some(vec![vec![sum]]).filter(|_| is_reported && self.operands.iter().all(|lanes| lanes.width == result.width))
            }
            Definition::Compressed => {
                let (vector, mask, mut numbers) = (given(0)?, given(1)?, given(2)?.numbers.clone());
                let kept = vector.numbers.iter().zip(&mask.numbers).filter(|(_, mask)| **mask & 1 == 1).map(|(lane, _)| *lane);
                numbers.iter_mut().zip(kept).for_each(|(number, kept)| *number = kept);
                Some(vec![numbers])
            }
            Definition::Literal => {
                let digits = self.instruction.operands.iter().find_map(|operand| match &operand.kind {
                    OperandKind::Integer(integer) => Some(integer.digits.as_str()),
                    _ => None,
                })?;
                let number = match digits {
                    "true" => Some(1),
                    "false" => Some(0),
                    _ => digits.parse().ok().or_else(|| Some(digits.parse::<i128>().ok()? as u128)),
                };
                all(&|_| number)
            }
            Definition::LanesFrom => {
                let first = usize::try_from(self.immediate()?).ok()?;
                Some(vec![given(0)?.numbers.get(first..first.checked_add(result.lanes)?)?.to_vec()])
            }
            Definition::WithLanes => {
                let (mut numbers, part, first) = (given(0)?.numbers.clone(), given(1)?, usize::try_from(self.immediate()?).ok()?);
                numbers.get_mut(first..first.checked_add(part.numbers.len())?)?.copy_from_slice(&part.numbers);
                Some(vec![numbers])
            }
            Definition::Joined => {
                let bits: Vec<bool> = self.operands.iter().flat_map(|lanes| lanes.bits()).collect();
                let size = result.width as usize * result.lanes;
                let parts = bits.chunks(size).map(|bits| joined(result.width, bits)).collect::<Vec<_>>();
                Some(parts).filter(|parts| parts.len() == self.results.len() && bits.len() == size * parts.len())
            }
            Definition::JoinedLow => all(&|lane| given(lane)?.lane(0)),
            Definition::Shuffled => {
                let mask = self.instruction.operands.iter().find_map(|operand| match &operand.kind {
                    OperandKind::ShuffleMask(mask) => Some(mask),
                    _ => None,
                })?;
                let both: Vec<u128> = self.operands.iter().flat_map(|lanes| lanes.numbers.iter().copied()).collect();
                all(&|lane| both.get((*mask.get(lane)?)? as usize).copied())
            }
            Definition::LaneOf => {
                let (vector, index) = (given(0)?, given(1)?.lane(0)?);
                Some(vec![vec![*vector.numbers.get(usize::try_from(index).ok()?)?]]).filter(|_| vector.width == result.width)
            }
            Definition::WithLane => {
                let (vector, lane, index) = (given(0)?, given(1)?.lane(0)?, given(2)?.lane(0)?);
                let mut numbers = vector.numbers.clone();
                *numbers.get_mut(usize::try_from(index).ok()?)? = lane;
                Some(vec![numbers])
            }
            Definition::PartOf => {
                let (bits, from) = (given(0)?.bits(), usize::try_from(self.immediate()?).ok()?);
                Some(vec![joined(result.width, bits.get(from..from + result.width as usize * result.lanes)?)])
            }
            Definition::WithPart => {
                let (mut bits, part, from) = (given(0)?.bits(), given(1)?.bits(), usize::try_from(self.immediate()?).ok()?);
                bits.get_mut(from..from + part.len())?.copy_from_slice(&part);
                Some(vec![joined(result.width, &bits)])
            }
            Definition::Aligned => {
                let alignment = u128::try_from(self.immediate()?).ok().filter(|alignment| alignment.is_power_of_two())?;
                let address = self.observed.first()?.as_ref()?.lane(0)?;
                Some(vec![vec![address / alignment * alignment]])
            }
        }
    }

    /// Returns which lanes are poison by the flags; `None` if they permit other results.
    pub(super) fn poisoned(&self) -> Option<Vec<bool>> {
        if self.instruction.flags.0 == 0 {
            return Some(Vec::new());
        }
        let (result, a) = (self.results.first()?, *self.operands.first()?);
        if fast_math::OPCODES.contains(&self.instruction.opcode.as_str()) {
            let operands = |lane: usize| self.operands.iter().map(|operand| operand.lane(lane)).collect::<Option<Vec<_>>>();
            return (0..result.lanes)
                .map(|lane| fast_math::is_poison(self.instruction, (a.width, result.width), &operands(lane)?))
                .collect();
        }
        let sides = |lane: usize| {
            let b = self.operands.get(1).map_or(Some(0), |b| b.lane(lane))?;
            Some(Sides { width: a.width, to: result.width, a: a.lane(lane)?, b })
        };
        (0..result.lanes).map(|lane| is_poison(self.instruction, sides(lane)?)).collect()
    }

    /// Returns which bits of each lane of a result are open by a flag, or by the direction of rounding.
    pub(super) fn open_bits(&self, expected: &[u128]) -> Vec<u128> {
        let Some(Shape { width, .. }) = self.results.first() else { return Vec::new() };
        let of = |(lane, number): (usize, &u128)| {
            // A result that is not exact may be either of its neighbours.
            if let Some(rounded) = self.fixed_point(lane) {
                return low(*width, rounded.floor ^ rounded.ceiling);
            }
            let operands: Vec<u128> = self.operands.iter().filter_map(|operand| operand.lane(lane)).collect();
            let from = self.operands.first().map_or(*width, |operand| operand.width);
            u128::from(fast_math::has_open_sign(self.instruction, (from, *width), &operands, *number)) << (width - 1)
        };
        expected.iter().enumerate().map(of).collect()
    }

    fn immediate(&self) -> Option<i64> {
        immediate(self.instruction)
    }

    fn fixed_point(&self, lane: usize) -> Option<Rounded> {
        let (a, b) = (self.operands.first()?, self.operands.get(1)?);
        FixedPoint::of(self.instruction, self.immediate())?.result(a.width, a.lane(lane)?, b.lane(lane)?)
    }

    fn overflow(&self, is_signed: bool, f: fn(i128, i128, i128) -> i128) -> Option<Vec<Vec<u128>>> {
        let (a, b) = (self.operands.first()?, self.operands.get(1)?);
        // Products of wider ones do not fit into 128 bits, and wider flags depend on the target.
        let width = Some(a.width).filter(|width| *width <= 62 && self.results.get(1).is_some_and(|flag| flag.width == 1))?;
        let number = |lanes: &Lanes, lane| lanes.lane(lane).map(|lane| if is_signed { signed(width, lane) } else { lane as i128 });
        let carry = |lane| self.operands.get(2).map_or(Some(0), |carry| carry.lane(lane).map(|carry| (carry & 1) as i128));
        let exact: Option<Vec<i128>> = (0..a.numbers.len()).map(|lane| Some(f(number(a, lane)?, number(b, lane)?, carry(lane)?))).collect();
        let exact = exact?;
        let results = exact.iter().map(|exact| low(width, *exact as u128)).collect();
        let fits = |exact: i128| {
            if is_signed { signed(width, low(width, exact as u128)) == exact } else { (0..1 << width).contains(&exact) }
        };
        Some(vec![results, exact.iter().map(|exact| u128::from(!fits(*exact))).collect()])
    }

    fn compared(&self) -> Option<Vec<Vec<u128>>> {
        let (a, b) = (self.operands.first()?, self.operands.get(1)?);
        // What a wider result is if it is true depends on the target.
        let result = self.results.first().filter(|result| result.width == 1)?;
        let holds = |lane: usize| {
            let (x, y) = (a.lane(lane)?, b.lane(lane)?);
            self.instruction.operands.iter().find_map(|operand| match &operand.kind {
                OperandKind::IntegerPredicate(predicate) => {
                    let name = predicate.name();
                    let order = if name.starts_with('s') { signed(a.width, x).cmp(&signed(a.width, y)) } else { x.cmp(&y) };
                    Some(is_ordered(name.trim_start_matches(['s', 'u']), order))
                }
                OperandKind::FloatPredicate(predicate) => {
                    let order = match a.width {
                        16 => half(x).partial_cmp(&half(y)),
                        32 => f32::from_bits(x as u32).partial_cmp(&f32::from_bits(y as u32)),
                        64 => f64::from_bits(x as u64).partial_cmp(&f64::from_bits(y as u64)),
                        _ => return None,
                    };
                    Some(match (predicate.name(), order) {
                        ("true", _) | ("ord", Some(_)) | ("uno", None) => true,
                        ("false", _) | ("ord", None) | ("uno", Some(_)) => false,
                        (name, None) => name.starts_with('u'),
                        (name, Some(order)) => is_ordered(&name[1..], order),
                    })
                }
                _ => None,
            })
        };
        let lanes: Option<Vec<u128>> = (0..result.lanes).map(|lane| holds(lane).map(u128::from)).collect();
        lanes.map(|lanes| vec![lanes])
    }
}

/// Returns the number that an instruction states.
pub(super) fn immediate(instruction: &Instruction) -> Option<i64> {
    instruction.operands.iter().find_map(|operand| if let OperandKind::Immediate(number) = operand.kind { Some(number) } else { None })
}

/// Returns whether two numbers in this order are related as a predicate says.
fn is_ordered(relation: &str, order: Ordering) -> bool {
    match relation {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "gt" => order.is_gt(),
        "ge" => order.is_ge(),
        "lt" => order.is_lt(),
        _ => order.is_le(),
    }
}
