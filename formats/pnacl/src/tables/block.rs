//! The kinds of blocks (manual, *Enter Block Record*).

super::coded_enum! {
    /// A kind of block. The number is the block id.
    BlockKind {
        /// Global abbreviations. LLVM calls it BLOCKINFO.
        Abbreviations = 0 "abbreviations",
        /// The whole program.
        Module = 8 "module",
        /// Constants of a function.
        Constants = 11 "constants",
        /// The body of a function.
        Function = 12 "function",
        /// Names of functions and globals.
        ValueSymtab = 14 "valuesymtab",
        /// Types.
        Types = 17 "types",
        /// Global variables and their initializers.
        Globals = 19 "globals",
    }
}

impl BlockKind {
    /// Returns whether a block of this kind may be in a block of kind `parent`.
    pub const fn may_stand_in(self, parent: Self) -> bool {
        match self {
            Self::Module => false,
            Self::Constants => matches!(parent, Self::Function),
            Self::Abbreviations | Self::Function | Self::ValueSymtab | Self::Types | Self::Globals => matches!(parent, Self::Module),
        }
    }
}
