//! One instruction while it is executed, and the forms of the functions that compute its results.

use super::int::Int;
use super::lane::{Lane, Raw};
use super::rules::{PoisonKind, UndefinedKind};
use crate::InstructionFlags;

/// The shape of a register: one lane, or those of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) lanes: u32,
    /// The width of each lane.
    pub(super) bits: u32,
}

impl Shape {
    pub(super) const fn all(self) -> u32 {
        self.lanes * self.bits
    }
}

/// The parts of an instruction that are no registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Fixed {
    pub(super) flags: InstructionFlags,
    /// The immediate operand, or the bits of a predicate.
    pub(super) number: u64,
    /// The shuffle mask.
    pub(super) mask: Box<[Option<u32>]>,
    /// The shapes of results and of operands.
    pub(super) results: Box<[Shape]>,
    pub(super) operands: Box<[Shape]>,
}

/// An instruction that is being executed, and what happened.
pub(super) struct Step<'n> {
    pub(super) fixed: &'n Fixed,
    /// The first reason for poison.
    pub(super) poison: Option<PoisonKind>,
    /// The first undefined event.
    pub(super) event: Option<UndefinedKind>,
    /// Whether another result is permitted, too.
    pub(super) is_relaxed: bool,
}

macro_rules! flags {
    ($($name:ident $spelling:literal)*) => {
        impl Step<'_> {
            $(
                pub(super) fn $name(&self) -> bool {
                    const FLAG: InstructionFlags = InstructionFlags::named($spelling);
                    self.fixed.flags.contains(FLAG)
                }
            )*
        }
    };
}

flags! {
    nuw "nuw"
    nsw "nsw"
    exact "exact"
    nneg "nneg"
    disjoint "disjoint"
    nusw "nusw"
    same_sign "samesign"
    inbounds "inbounds"
    nnan "nnan"
    ninf "ninf"
    nsz "nsz"
}

impl<'n> Step<'n> {
    pub(super) fn new(fixed: &'n Fixed) -> Self {
        Self { fixed, poison: None, event: None, is_relaxed: false }
    }

    /// Returns the width of the lanes of the result.
    pub(super) fn bits(&self) -> u32 {
        self.fixed.results[0].bits
    }

    /// Makes a lane of the result poison.
    pub(super) fn poison(&mut self, kind: PoisonKind) -> Lane {
        self.poison.get_or_insert(kind);
        Lane::poison(self.bits())
    }

    /// Returns the lane, or poison for the first reason of these that holds.
    pub(super) fn unless<const N: usize>(&mut self, reasons: [(bool, PoisonKind); N], lane: Lane) -> Lane {
        match reasons.into_iter().find(|(holds, _)| *holds) {
            Some((_, kind)) => self.poison(kind),
            None => lane,
        }
    }

    /// Returns a truth value as a lane of the result: true is 1, and all ones in lanes of vectors, as X86 and AArch64 have it. If it is not
    /// known, the bits that depend on it are undefined.
    pub(super) fn truth(&self, value: Option<bool>) -> Lane {
        let Shape { lanes, bits } = self.fixed.results[0];
        let truth = Int::low_ones(bits, if lanes > 1 { bits } else { 1 });
        match value {
            Some(true) => Lane::defined(truth),
            Some(false) => Lane::defined(Int::zero(bits)),
            None => Lane::partly(&Int::zero(bits), truth),
        }
    }

    /// Notes an undefined event.
    pub(super) fn undefined(&mut self, kind: UndefinedKind) {
        self.event.get_or_insert(kind);
    }
}

/// Computes a lane of the result from the same lane of each operand.
pub(super) type LaneFunction = fn(&mut Step<'_>, &[Lane]) -> Lane;
/// Computes a lane of both results.
pub(super) type PairFunction = fn(&mut Step<'_>, &[Lane]) -> (Lane, Lane);
/// Computes a result as a whole.
pub(super) type WholeFunction = fn(&mut Step<'_>, &[Raw]) -> Raw;

/// What a lane function does about operands that are not defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// A poison operand makes the result poison, otherwise an undefined bit makes the whole result undefined; the function sees defined
    /// operands.
    Whole,
    /// A poison operand makes the result poison; the function handles undefined bits.
    Bits,
    /// As for `Bits`, but an operand that is NaN, whatever its undefined bits are, counts as a defined NaN.
    Float,
    /// As for `Float`, and an operand that is a signaling NaN counts as the quiet one.
    Quiet,
    /// The function handles everything.
    Nothing,
}
