//! Properties of opcodes, as LLVM's instruction descriptions state them.

use std::ops::BitOr;

/// A set of properties, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Properties(u64);

/// Declares the properties: the letter in the data, its bit, its name and its description.
macro_rules! properties {
    ($($letter:literal $bit:literal $name:ident $doc:literal,)*) => {
        impl Properties {
            $(
                #[doc = $doc]
                pub const $name: Self = Self(1 << $bit);
            )*

            /// Letter and property, one row each.
            const LETTERS: &[(char, Self)] = &[$(($letter, Self::$name)),*];
        }
    };
}

properties! {
    'g' 0 GENERIC "Generic: goes before instruction selection.",
    'v' 1 VARIADIC "May have more operands than its row names.",
    'p' 2 PSEUDO "Has no encoding.",
    'm' 3 META "Emits nothing.",
    'r' 4 RETURN "Returns from the function.",
    'k' 5 CALL "Calls.",
    'b' 6 BARRIER "Control never goes on behind it.",
    't' 7 TERMINATOR "Ends a block.",
    'j' 8 BRANCH "Branches.",
    'i' 9 INDIRECT_BRANCH "Branches to an address.",
    'c' 10 COMPARE "Compares.",
    'n' 11 MOVE_IMMEDIATE "Moves a constant.",
    'y' 12 MOVE_REGISTER "Moves a register.",
    'd' 13 BITCAST "Changes the type alone.",
    'e' 14 SELECT "Selects.",
    'f' 15 FOLDABLE_LOAD "A load that may be folded into its user.",
    'l' 16 MAY_LOAD "May read memory.",
    's' 17 MAY_STORE "May write memory.",
    'x' 18 MAY_RAISE "May raise a floating-point exception.",
    'q' 19 PREDICABLE "May be predicated.",
    'u' 20 NOT_DUPLICABLE "May not be duplicated.",
    'h' 21 SIDE_EFFECTS "Has effects that nothing else states.",
    'o' 22 COMMUTABLE "Its first two uses may change places.",
    'a' 23 THREE_ADDRESS "May become an instruction of three addresses.",
    'w' 24 CUSTOM_INSERTER "The target expands it by hand.",
    'z' 25 REMATERIALIZABLE "May be computed anew.",
    '1' 26 CHEAP "Costs no more than a move.",
    '2' 27 LIKE_REG_SEQUENCE "Works like REG_SEQUENCE.",
    '3' 28 LIKE_EXTRACT_SUBREG "Works like EXTRACT_SUBREG.",
    '4' 29 LIKE_INSERT_SUBREG "Works like INSERT_SUBREG.",
    '5' 30 CONVERGENT "Convergent.",
    '6' 31 TRAP "Traps.",
    '7' 32 VARIADIC_RESULTS "The operands that its row does not name are results.",
    '8' 33 CHECKED_ADDRESS "Has an address of X86 and a form of encoding, so that llc checks the address.",
}

impl Properties {
    /// Returns the set of these letters; `None` if one is unknown.
    pub(super) fn of(letters: &str) -> Option<Self> {
        letters.chars().try_fold(Self::default(), |set, letter| {
            let (_, property) = Self::LETTERS.iter().find(|(known, _)| *known == letter)?;
            Some(set | *property)
        })
    }

    /// Returns whether all properties of `other` are present.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Properties {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
