//! Undefined events: whether one happens at an instruction, by the values of its operands (LangRef, in the sections that the kinds name).

use irsmith_mir::interpret::{Place, UndefinedKind};
use irsmith_mir::{Function, Instruction, MemoryOperand, MemorySize, OperandKind};

use crate::Fault;

use super::activation::Activation;
use super::asked::immediate;
use super::fixed_point::FixedPoint;
use super::lanes::{Lanes, Shape, low, signed};
use super::rows::named;

/// An instruction that is executed.
pub(super) struct Event<'a> {
    pub(super) function: &'a Function,
    pub(super) instruction: &'a Instruction,
    /// The values of the registers that it reads; `None` if one is not known, or not defined.
    pub(super) read: &'a [Option<&'a Lanes>],
    pub(super) activation: &'a Activation,
}

impl Event<'_> {
    /// Returns whether an event of this kind happens; `None` if that is not known.
    pub(super) fn happens(&self, kind: UndefinedKind) -> Option<bool> {
        let opcode = self.instruction.opcode.as_str();
        let is_generic = opcode.starts_with("G_");
        let all_are_known = self.read.iter().all(Option::is_some);
        match kind {
            UndefinedKind::DivisionByZero => {
                let divides = division(opcode).is_some() || self.fixed_point().is_some_and(FixedPoint::divides);
                if divides { Some(self.lanes(1)?.numbers.contains(&0)) } else { none(is_generic) }
            }
            UndefinedKind::FixedPointOverflow => {
                let Some(fixed) = self.fixed_point() else { return none(is_generic) };
                let (a, b) = (self.lanes(0)?, self.lanes(1)?);
                let mut any = false;
                for (a_lane, b_lane) in a.numbers.iter().zip(&b.numbers) {
                    any |= fixed.result(a.width, *a_lane, *b_lane)?.overflows;
                }
                Some(any)
            }
            UndefinedKind::DivisionOverflow => {
                let Some(true) = division(opcode) else { return none(is_generic) };
                let (a, b) = (self.lanes(0)?, self.lanes(1)?);
                let is_least = |lane: u128| signed(a.width, lane) == i128::MIN >> (128 - a.width);
                Some(a.numbers.iter().zip(&b.numbers).any(|(a, other)| is_least(*a) && *other == low(b.width, u128::MAX)))
            }
            UndefinedKind::DivisionByPoison
            | UndefinedKind::BranchOnPoison
            | UndefinedKind::BranchOnUndefined
            | UndefinedKind::AddressPoison
            | UndefinedKind::LengthPoison => none(is_generic && all_are_known),
            UndefinedKind::Alignment => match self.instruction.memory.as_slice() {
                [to, from] if opcode.starts_with("G_MEM") => Some(!(self.is_aligned(to, 0)? && self.is_aligned(from, 1)?)),
                [operand] if opcode.starts_with("G_MEM") || opcode == "G_BZERO" => Some(!self.is_aligned(operand, 0)?),
                [operand] => {
                    let is_aligned = self.is_aligned(operand, address(opcode)?)?;
                    // Atomic accesses may need more.
                    if is_aligned && opcode.contains("ATOMIC") { None } else { Some(!is_aligned) }
                }
                _ => none(named(opcode).is_some()),
            },
            UndefinedKind::CopyOverlap => {
                if !matches!(opcode, "G_MEMCPY" | "G_MEMCPY_INLINE") {
                    return none(is_generic);
                }
                let number = |place: usize| self.lanes(place)?.lane(0);
                let (to, from, length) = (number(0)?, number(1)?, number(2)?);
                Some(to != from && to.abs_diff(from) < length)
            }
            UndefinedKind::JumpTable => {
                if opcode != "G_BRJT" {
                    return none(is_generic);
                }
                let table = |kind: &OperandKind| if let OperandKind::JumpTable(id) = kind { Some(*id) } else { None };
                let id = self.instruction.operands.iter().find_map(|operand| table(&operand.kind))?;
                let entry = self.function.jump_table.iter().flat_map(|table| &table.entries).find(|entry| entry.id == id)?;
                let index = (*self.read.last()?)?.lane(0)?;
                Some(index >= entry.blocks.len() as u128)
            }
            UndefinedKind::StackRestore if opcode != "G_STACKRESTORE" => none(is_generic),
            UndefinedKind::StackRestore => none(self.activation.is_saved(self.lanes(0)?.lane(0)?)),
            UndefinedKind::BlockAddress => none(is_generic && opcode != "G_BRINDIRECT"),
            UndefinedKind::Access => none(named(opcode).is_some() || self.is_inside() == Some(true)),
            UndefinedKind::Constant => none(named(opcode).is_some()),
            UndefinedKind::CallTarget | UndefinedKind::StackSize | UndefinedKind::Unreachable => None,
        }
    }

    /// Returns the fault of an event that is missing, or that does not happen.
    pub(super) fn fault(&self, place: Place, kind: UndefinedKind, is_missing: bool) -> Fault {
        let given: Vec<String> =
            self.read.iter().map(|lanes| lanes.map_or("?".to_owned(), |lanes| format!("{:x?}", lanes.numbers))).collect();
        let opcode = self.instruction.opcode.as_str();
        let said = if is_missing { "is no" } else { "is a" };
        Fault::new(
            "undefined-differs",
            opcode,
            format!("{place}: {opcode} of {} {said} {kind}, as the interpreter says", given.join(" and ")),
        )
    }

    /// Returns whether an access is inside of an object.
    fn is_inside(&self) -> Option<bool> {
        let [MemoryOperand { size: MemorySize::Type(ty), .. }] = *self.instruction.memory else { return None };
        let shape = Shape::of_type(ty)?;
        let size = (shape.lanes as u128 * u128::from(shape.width)).div_ceil(8);
        let address = self.lanes(address(self.instruction.opcode.as_str())?)?.lane(0)?;
        Some(self.activation.is_inside(address, size))
    }

    /// Returns whether an address among the registers that are read is as aligned as a memory operand states.
    fn is_aligned(&self, operand: &MemoryOperand, place: usize) -> Option<bool> {
        let base = operand.base_alignment.or(operand.alignment).filter(|base| base.is_power_of_two())?;
        // The address of the base is that many bytes before the accessed one.
        let offset = operand.offset.unsigned_abs();
        let wanted = if offset == 0 { base } else { base.min(offset & offset.wrapping_neg()) };
        Some(self.lanes(place)?.lane(0)?.is_multiple_of(wanted.into()))
    }

    fn fixed_point(&self) -> Option<FixedPoint> {
        FixedPoint::of(self.instruction, immediate(self.instruction))
    }

    fn lanes(&self, place: usize) -> Option<&Lanes> {
        self.read.get(place).copied().flatten()
    }
}

/// Returns that nothing happens, if that is known.
const fn none(is_known: bool) -> Option<bool> {
    if is_known { Some(false) } else { None }
}

/// Returns whether a division is signed; `None` if the opcode is none.
fn division(opcode: &str) -> Option<bool> {
    match opcode {
        "G_UDIV" | "G_UREM" | "G_UDIVREM" => Some(false),
        "G_SDIV" | "G_SREM" | "G_SDIVREM" => Some(true),
        _ => None,
    }
}

/// Returns the place of the address among the registers that an access reads.
fn address(opcode: &str) -> Option<usize> {
    match opcode {
        "G_LOAD" | "G_ZEXTLOAD" | "G_SEXTLOAD" | "G_FPEXTLOAD" => Some(0),
        "G_STORE" | "G_FPTRUNCSTORE" => Some(1),
        _ if opcode.starts_with("G_ATOMIC") => Some(0),
        _ => None,
    }
}
