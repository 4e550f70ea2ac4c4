//! Registers of a target.

use super::IndexId;

/// A register of a target, by LLVM's own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterId(pub u16);

/// A register.
#[derive(Debug)]
pub struct RegisterRow {
    /// As spelled behind `$`.
    pub name: &'static str,
    /// The number that CFI operations need.
    pub dwarf: Option<u16>,
    /// Of a class that virtual registers may have.
    pub allocatable: bool,
    /// Reserved in a function without features of its own: liveness is not tracked.
    pub reserved: bool,
    /// Always holds the same value.
    pub constant: bool,
    /// The smallest parts; registers that share one overlap. In ascending order.
    pub units: &'static [u16],
    /// The registers within it and where they are, by ascending index. Those of its parts are among them.
    pub parts: &'static [(IndexId, RegisterId)],
}

impl RegisterRow {
    /// The part at a sub-register index.
    pub fn part(&self, index: IndexId) -> Option<RegisterId> {
        self.parts.iter().find(|(known, _)| *known == index).map(|(_, register)| *register)
    }

    /// Whether X86 has it only with a feature: the sixteen registers that AVX-512 adds to each kind of vectors, and those that APX adds.
    pub fn is_extended(&self) -> bool {
        let number = ["r", "xmm", "ymm", "zmm"].iter().find_map(|kind| self.name.strip_prefix(kind));
        let digits = number.map_or("", |rest| rest.split_once(|rest: char| !rest.is_ascii_digit()).map_or(rest, |(digits, _)| digits));
        digits.parse().is_ok_and(|number: u8| (16..32).contains(&number))
    }

    /// Whether writing one changes the other.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.units.iter().any(|unit| other.units.binary_search(unit).is_ok())
    }

    /// Whether `other` has no unit beyond those of this register.
    pub fn covers(&self, other: &Self) -> bool {
        other.units.iter().all(|unit| self.units.binary_search(unit).is_ok())
    }
}
