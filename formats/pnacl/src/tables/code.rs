//! Record codes, per block. Missing codes are codes of LLVM that PNaCl does not use.

/// Record codes of the abbreviations block.
pub mod abbreviation {
    /// `[block id]`: the definitions that follow are for blocks of this id
    pub const SET_BLOCK: u32 = 1;
}

/// Record codes of the module block.
pub mod module {
    /// `[version]`
    pub const VERSION: u32 = 1;
    /// `[type, calling convention, is prototype, linkage]`
    pub const FUNCTION: u32 = 8;
}

/// Record codes of the types block.
pub mod type_code {
    /// `[number of types]`
    pub const COUNT: u32 = 1;
    /// `[]`
    pub const VOID: u32 = 2;
    /// `[]`
    pub const FLOAT: u32 = 3;
    /// `[]`
    pub const DOUBLE: u32 = 4;
    /// `[bits]`
    pub const INTEGER: u32 = 7;
    /// `[lanes, element type]`
    pub const VECTOR: u32 = 12;
    /// `[varargs, result type, parameter types...]`
    pub const FUNCTION: u32 = 21;
}

/// Record codes of the globals block.
pub mod global {
    /// `[alignment, is constant]`
    pub const VARIABLE: u32 = 0;
    /// `[number of initializers that follow]`
    pub const COMPOUND: u32 = 1;
    /// `[bytes]`
    pub const ZEROFILL: u32 = 2;
    /// `[byte...]`
    pub const DATA: u32 = 3;
    /// `[absolute value, addend?]`
    pub const RELOCATION: u32 = 4;
    /// `[number of globals]`
    pub const COUNT: u32 = 5;
}

/// Record codes of the value symbol table.
pub mod symbol {
    /// `[absolute value, character...]`
    pub const ENTRY: u32 = 1;
    /// `[basic block, character...]`, of local tables, which no tool reads
    pub const BLOCK_ENTRY: u32 = 2;
}

/// Record codes of the constants block.
pub mod constant {
    /// `[type]`
    pub const SET_TYPE: u32 = 1;
    /// `[]`
    pub const UNDEF: u32 = 3;
    /// `[sign-rotated value]`
    pub const INTEGER: u32 = 4;
    /// `[IEEE bits]`
    pub const FLOAT: u32 = 6;
}

/// Record codes of the function block that are not instructions; for those see [`crate::tables::INSTRUCTIONS`].
pub mod function {
    /// `[number of basic blocks]`
    pub const BLOCKS: u32 = 1;
}
