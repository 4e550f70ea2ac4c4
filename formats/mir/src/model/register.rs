//! Registers and register operands.

use crate::{Name, Type};

/// A register.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Register {
    /// `$noreg`; `_` is its older spelling.
    #[default]
    None,
    /// `$name`.
    Physical(Name),
    /// `%N`.
    Virtual(u32),
    /// `%name`.
    Named(Name),
}

/// The class of a virtual register after a colon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Class {
    /// Not given here.
    #[default]
    None,
    /// `_`: generic, with only a type.
    Generic,
    /// A register class or a bank.
    Named(Name),
}

/// The qualifier in parentheses after a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RegisterQualifier {
    /// Nothing.
    #[default]
    None,
    /// A low-level type.
    Type(Type),
    /// `tied-def N`: it must be the register of this operand. Only uses have it.
    TiedTo(u32),
}

/// A register as an operand or a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterOperand {
    /// The flags before it.
    pub flags: RegisterFlags,
    /// The register.
    pub register: Register,
    /// `.sub_8bit`: the sub-register that is accessed.
    pub subregister: Option<Box<str>>,
    /// `:gr32`.
    pub class: Class,
    /// `(s32)` or `(tied-def 0)`.
    pub qualifier: RegisterQualifier,
}

/// The flags before a register, one bit each: its position in [`RegisterFlags::NAMES`] (reference, *Register Flags*).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RegisterFlags(pub u16);

impl RegisterFlags {
    /// The flags, in the order in which llc prints them.
    pub const NAMES: &'static [&'static str] =
        &["implicit", "implicit-def", "def", "internal", "dead", "killed", "undef", "early-clobber", "renamable", "debug-use"];
    /// `implicit`: read, but not an explicit operand of the instruction.
    pub const IMPLICIT: Self = Self(1 << 0);
    /// `implicit-def`: written, but not an explicit operand of the instruction.
    pub const IMPLICIT_DEF: Self = Self(1 << 1);
    /// `def`: written, although not before `=`.
    pub const DEF: Self = Self(1 << 2);
    /// `internal`: reads a register that an instruction of the same bundle wrote.
    pub const INTERNAL: Self = Self(1 << 3);
    /// `dead`: written and never read.
    pub const DEAD: Self = Self(1 << 4);
    /// `killed`: read for the last time.
    pub const KILLED: Self = Self(1 << 5);
    /// `undef`: the value does not matter.
    pub const UNDEF: Self = Self(1 << 6);
    /// `early-clobber`: written before the operands are read.
    pub const EARLY_CLOBBER: Self = Self(1 << 7);
    /// `renamable`: the register may be replaced after allocation.
    pub const RENAMABLE: Self = Self(1 << 8);
    /// `debug-use`: read by a debug instruction.
    pub const DEBUG_USE: Self = Self(1 << 9);

    /// Returns the flag of a name; `None` if the name is not a flag.
    pub fn of(name: &str) -> Option<Self> {
        // Opcodes are looked up here too, and nearly all of them begin with a capital letter.
        if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
            return None;
        }
        Self::NAMES.iter().position(|known| *known == name).map(|position| Self(1 << position))
    }

    /// Returns the name of the first flag that is set; an empty string if there is none.
    pub fn name(self) -> &'static str {
        Self::NAMES.get(self.0.trailing_zeros() as usize).copied().unwrap_or_default()
    }

    /// Returns whether all flags of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for RegisterFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
