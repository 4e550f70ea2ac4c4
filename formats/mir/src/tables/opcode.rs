//! Rows of opcodes: what an instruction must look like.

use super::{ClassId, Properties, RegisterId, TypeRules};

/// An opcode: what its operands are and what it does.
///
/// Operands that the instruction itself names come first, results before uses. Behind them stand the implicit operands: a use for each register of
/// `reads` and a result for each of `writes`, which the parser of llc demands of every instruction but calls and variadic ones.
#[derive(Debug)]
pub struct Opcode {
    /// As spelled in a body.
    pub name: &'static str,
    /// Results, then uses.
    pub operands: &'static [Slot],
    /// How many of them are results.
    pub results: u8,
    /// What there may be beside `operands`.
    pub tail: Tail,
    /// Registers that it reads without naming them.
    pub reads: &'static [RegisterId],
    /// Registers that it writes without naming them.
    pub writes: &'static [RegisterId],
    /// What it does.
    pub properties: Properties,
    /// What the types of a generic opcode must be.
    pub rules: TypeRules,
}

/// What an operand must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What LLVM calls it; empty for the opcodes of a target.
    pub name: &'static str,
    /// What it takes.
    pub kind: SlotKind,
    /// Registers must be of this class, or virtual of a class within it.
    pub class: Option<ClassId>,
    /// The operand with this number, a result, must be the same register.
    pub tied: Option<u8>,
    /// `class` is that of pointers in 64-bit mode; other modes have another.
    pub pointer: bool,
    /// Written before the uses are read.
    pub early_clobber: bool,
    /// Part of what decides whether the instruction is executed.
    pub predicate: bool,
    /// A result that may be `$noreg`.
    pub optional: bool,
    /// Where a branch goes.
    pub branch_target: bool,
}

/// The operands of an opcode that its row does not name one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// There are none.
    None,
    /// Uses behind those of the row, of these kinds over and over.
    Uses(&'static [SlotKind]),
    /// Results behind those of the row, any number.
    Results(SlotKind),
    /// Whatever the opcode makes of it; results too.
    Any,
}

/// What a place for an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotKind {
    /// Anything. In opcodes of a target: with a class a register, else a number, symbol or block.
    Any,
    /// A register of any class or type.
    Register,
    /// A register of the class of pointers.
    PointerRegister,
    /// A number, or a symbol, object or block that becomes one.
    Immediate,
    /// A block or symbol that becomes a distance from the program counter; in branches a block.
    PcRelative,
    /// Part of an address: with a class a register, else a number or symbol.
    Address,
    /// First of the five operands that address memory on X86: a register or frame object.
    Base,
    /// Second: 1, 2, 4 or 8, which the index is multiplied by.
    Scale,
    /// Third: a register, or `$noreg`.
    Index,
    /// Fourth: a number or symbol.
    Displacement,
    /// Fifth: a segment register, or `$noreg`.
    Segment,
    /// The number of a condition code of X86, 0 to 15.
    ConditionCode,
    /// The number of a rounding mode of X86, 0 to 4, with 8 for "no exceptions".
    RoundingControl,
    /// The number 0, which AArch64 does not encode.
    HiddenZero,
    /// A generic register. Places of the same number in one opcode have the same type.
    Type(u8),
    /// A generic register of a pointer type, or of a vector of pointers; numbered among the types.
    PointerType(u8),
    /// A number of 64 bits.
    Number,
    /// `i32 5`.
    IntegerConstant,
    /// `float 1.0`.
    FloatConstant,
    /// `intpred(eq)`.
    IntegerPredicate,
    /// `floatpred(oeq)`.
    FloatPredicate,
    /// `shufflemask(0, 1)`.
    ShuffleMask,
    /// `intrinsic(@llvm.name)`.
    Intrinsic,
    /// `%bb.0`.
    Block,
    /// `@name`.
    Global,
    /// `%stack.0` or `%fixed-stack.0`.
    FrameObject,
    /// `%const.0`.
    Constant,
    /// `%jump-table.0`.
    JumpTable,
    /// `blockaddress(@f, %ir-block.b)`.
    BlockAddress,
    /// `%subreg.sub_32bit`.
    SubregisterIndex,
    /// `!0`.
    Metadata,
    /// `<mcsymbol name>`.
    Symbol,
    /// `def_cfa_offset 16`.
    Cfi,
}

impl Opcode {
    /// Whether it has all these properties.
    pub const fn is(&self, properties: Properties) -> bool {
        self.properties.contains(properties)
    }

    /// The rows of the results.
    pub fn result_slots(&self) -> &'static [Slot] {
        self.operands.get(..usize::from(self.results)).unwrap_or_default()
    }

    /// The rows of the operands behind the name.
    pub fn use_slots(&self) -> &'static [Slot] {
        self.operands.get(usize::from(self.results)..).unwrap_or_default()
    }

    /// How many types its rows number: 0 to 3 for generic opcodes, 0 for others.
    pub fn types(&self) -> usize {
        self.operands.iter().filter_map(|slot| slot.kind.type_number()).max().map_or(0, |last| usize::from(last) + 1)
    }
}

impl SlotKind {
    /// The number of the type among those of the opcode.
    pub const fn type_number(self) -> Option<u8> {
        match self {
            Self::Type(number) | Self::PointerType(number) => Some(number),
            _ => None,
        }
    }
}
