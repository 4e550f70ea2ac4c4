//! Registers of a target.

use super::IndexId;

/// A register of a target, as LLVM's own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterId(pub u16);

/// A register.
#[derive(Debug)]
pub struct RegisterRow {
    /// The spelling after `$`.
    pub name: &'static str,
    /// The DWARF number, which CFI operations need.
    pub dwarf: Option<u16>,
    /// Whether it is in a class that virtual registers may have.
    pub allocatable: bool,
    /// Whether it is reserved in a function without features of its own: its liveness is not tracked.
    pub reserved: bool,
    /// Whether its value never changes.
    pub constant: bool,
    /// The register units; registers that share a unit overlap. In ascending order.
    pub units: &'static [u16],
    /// The sub-registers and their indices, by ascending index. Sub-registers of sub-registers are included.
    pub parts: &'static [(IndexId, RegisterId)],
}

impl RegisterRow {
    /// Returns the sub-register at an index.
    pub fn part(&self, index: IndexId) -> Option<RegisterId> {
        self.parts.iter().find(|(known, _)| *known == index).map(|(_, register)| *register)
    }

    /// Returns whether X86 has the register only with a feature: the sixteen registers that AVX-512 adds to each kind of vectors, and those
    /// that APX adds.
    pub fn is_extended(&self) -> bool {
        let number = ["r", "xmm", "ymm", "zmm"].iter().find_map(|kind| self.name.strip_prefix(kind));
        let digits = number.map_or("", |rest| rest.split_once(|rest: char| !rest.is_ascii_digit()).map_or(rest, |(digits, _)| digits));
        digits.parse().is_ok_and(|number: u8| (16..32).contains(&number))
    }

    /// Returns whether a write to one register changes the other.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.units.iter().any(|unit| other.units.binary_search(unit).is_ok())
    }

    /// Returns whether all units of `other` are units of this register.
    pub fn covers(&self, other: &Self) -> bool {
        other.units.iter().all(|unit| self.units.binary_search(unit).is_ok())
    }
}
