//! Rows of opcodes: the required form of an instruction.

use super::{ClassId, Properties, RegisterId, TypeRules, Version};

/// An opcode: its operands and its properties.
///
/// Explicit operands come first, results before uses. The implicit operands follow: a use for each register of `reads` and a result for
/// each of `writes`, which llc's parser requires of every instruction except calls and variadic ones.
#[derive(Debug)]
pub struct Opcode {
    /// The spelling in a body.
    pub name: &'static str,
    /// Results, then uses.
    pub operands: &'static [Slot],
    /// The number of results among them.
    pub results: u8,
    /// The further operands after `operands`.
    pub tail: Tail,
    /// Registers that it reads implicitly.
    pub reads: &'static [RegisterId],
    /// Registers that it writes implicitly.
    pub writes: &'static [RegisterId],
    /// The properties.
    pub properties: Properties,
    /// The rules for the types of a generic opcode.
    pub rules: TypeRules,
}

/// The requirements of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// LLVM's name of the operand; empty for the opcodes of a target.
    pub name: &'static str,
    /// The kind of operand.
    pub kind: SlotKind,
    /// The required class: a physical register is in it, a virtual register has it or a subclass.
    pub class: Option<ClassId>,
    /// The number of the operand, a result, that must be the same register.
    pub tied: Option<u8>,
    /// Whether `class` is the class of pointers in 64-bit mode; other modes have another class.
    pub pointer: bool,
    /// Whether it is written before the uses are read.
    pub early_clobber: bool,
    /// Whether it is part of the predicate that decides whether the instruction is executed.
    pub predicate: bool,
    /// Whether it is a result that may be `$noreg`.
    pub optional: bool,
    /// Whether it is the target of a branch.
    pub branch_target: bool,
    /// Whether LLVM declares an immediate or a distance from the program counter, of whatever kind: then the verifier rejects a register.
    pub immediate: bool,
}

/// The operands of an opcode that its row does not list individually.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// No further operands.
    None,
    /// Uses after those of the row, in repeated groups of these kinds.
    Uses(&'static [SlotKind]),
    /// Any number of results after those of the row.
    Results(SlotKind),
    /// Any operands, including results.
    Any,
}

/// The kind of operand that a slot accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotKind {
    /// Anything. In opcodes of a target: a register if there is a class, else a number, symbol or block.
    Any,
    /// A register of any class or type.
    Register,
    /// A register of the class of pointers.
    PointerRegister,
    /// A number, or a symbol, object or block that is converted to one.
    Immediate,
    /// A block or symbol that is converted to a distance from the program counter; in branches a block.
    PcRelative,
    /// Part of an address: a register if there is a class, else a number or symbol.
    Address,
    /// First of the five operands of an X86 memory address: a register or frame object.
    Base,
    /// Second: 1, 2, 4 or 8, the factor of the index.
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
    /// A shift to the left that fills with ones: 264 or 272, by 8 or 16 bits (AArch64).
    ShiftedLeft,
    /// A generic register. Slots of the same number in one opcode have the same type.
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
    /// Returns whether it has all these properties.
    pub const fn is(&self, properties: Properties) -> bool {
        self.properties.contains(properties)
    }

    /// Returns the rows of the results.
    pub fn result_slots(&self) -> &'static [Slot] {
        self.operands.get(..usize::from(self.results)).unwrap_or_default()
    }

    /// Returns the rows of the operands after the name.
    pub fn use_slots(&self) -> &'static [Slot] {
        self.operands.get(usize::from(self.results)..).unwrap_or_default()
    }

    /// Returns whether another row allows and requires the same operands: classes, ties, types, and implicit registers.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let operand = |slot: &Slot| (slot.class, slot.tied, slot.kind.type_number());
        self.results == other.results
            && self.operands.iter().map(operand).eq(other.operands.iter().map(operand))
            && (self.reads, self.writes) == (other.reads, other.writes)
    }

    /// Returns the number of types in its rows: 0 to 3 for generic opcodes, 0 for others.
    pub fn types(&self) -> usize {
        self.operands.iter().filter_map(|slot| slot.kind.type_number()).max().map_or(0, |last| usize::from(last) + 1)
    }
}

impl SlotKind {
    /// Returns the number of the type among those of the opcode.
    pub const fn type_number(self) -> Option<u8> {
        match self {
            Self::Type(number) | Self::PointerType(number) => Some(number),
            _ => None,
        }
    }
}

/// Returns the opcodes of the first release that the second one has with the same operands. `read` returns those of a release, by name.
pub(super) fn common_rows(releases: [Version; 2], read: impl Fn(Version) -> Option<Vec<Opcode>>) -> Option<&'static [Opcode]> {
    let [release, other] = releases;
    let mut rows = read(release)?;
    if release != other {
        let others = read(other)?;
        let alike =
            |row: &Opcode| others.binary_search_by(|other| other.name.cmp(row.name)).is_ok_and(|place| row.is_alike(&others[place]));
        rows.retain(alike);
    }
    Some(rows.leak())
}
