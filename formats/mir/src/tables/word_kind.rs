//! Kinds of words of Machine IR that a program may or may not read.

/// Defines the kinds of words with their names in dialect files.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal,)*) => {
        /// A kind of word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum WordKind {
            $($(#[$doc])* $kind,)*
        }

        impl WordKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Returns the name in dialect files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// A key of the container, or a word of its value.
    Key "key",
    /// A flag of instructions.
    Flag "flag",
    /// A word of bodies that is in no table of names: part of an operand, a memory operand, a block or an attachment.
    Construct "construct",
    /// An opcode.
    Opcode "opcode",
    /// A register, without its dollar sign.
    Register "register",
    /// A register class.
    Class "class",
    /// A register bank.
    Bank "bank",
    /// A sub-register index.
    Subregister "subregister",
    /// A register mask.
    Mask "mask",
    /// A name in `target-flags(...)`.
    TargetFlag "target-flag",
    /// A quoted flag of memory operands.
    MemoryFlag "memory-flag",
    /// A pass, as `-run-pass` names it.
    Pass "pass",
}
