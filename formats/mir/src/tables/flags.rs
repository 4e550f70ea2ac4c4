//! Instruction flags: the purpose of each, and the releases that read it.

use super::{Opcode, Properties, Version};
use crate::InstructionFlags;

/// A flag that may precede an opcode.
#[derive(Debug)]
pub struct FlagRow {
    /// The spelling.
    pub name: &'static str,
    /// The group of opcodes to which it applies.
    pub group: FlagGroup,
    /// The first release that reads it; `None` if llc 19 prints it and no observed release reads it.
    pub since: Option<Version>,
    /// The flag in the model: the bit of the row's place in [`FLAGS`].
    pub flag: InstructionFlags,
}

/// The subject of a flag, which determines before which opcodes it has a meaning. Readers accept every flag before every opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlagGroup {
    /// Prologue and epilogue: any opcode.
    Frame,
    /// Floating-point arithmetic that may be changed.
    FastMath,
    /// Integer arithmetic that does not overflow.
    Overflow,
    /// Pointer arithmetic that does not overflow.
    PointerOverflow,
    /// A division or shift without a remainder.
    Exact,
    /// An operation that could raise floating-point exceptions but does not.
    Exceptions,
    /// A call or convergent intrinsic; the machine verifier rejects the flag on other opcodes.
    Call,
    /// Any branch or selection.
    Branch,
    /// An extension of a non-negative number.
    NonNegative,
    /// An `or` that equals an addition: no bit is set in both operands.
    Disjoint,
    /// A comparison of numbers of one sign.
    SameSign,
    /// A copy that the allocator made to split a live range.
    Split,
}

const fn row(name: &'static str, group: FlagGroup, since: u8) -> FlagRow {
    FlagRow { name, group, since: Some(Version(since)), flag: InstructionFlags(0) }
}

const fn unread(name: &'static str, group: FlagGroup) -> FlagRow {
    FlagRow { name, group, since: None, flag: InstructionFlags(0) }
}

/// The flags in the order in which llc prints them.
pub const FLAGS: &[FlagRow] = &flagged([
    row("frame-setup", FlagGroup::Frame, 14),
    row("frame-destroy", FlagGroup::Frame, 14),
    row("nnan", FlagGroup::FastMath, 14),
    row("ninf", FlagGroup::FastMath, 14),
    row("nsz", FlagGroup::FastMath, 14),
    row("arcp", FlagGroup::FastMath, 14),
    row("contract", FlagGroup::FastMath, 14),
    row("afn", FlagGroup::FastMath, 14),
    row("reassoc", FlagGroup::FastMath, 14),
    row("nuw", FlagGroup::Overflow, 14),
    row("nsw", FlagGroup::Overflow, 14),
    row("exact", FlagGroup::Exact, 14),
    row("nofpexcept", FlagGroup::Exceptions, 14),
    unread("nomerge", FlagGroup::Call),
    row("unpredictable", FlagGroup::Branch, 19),
    row("noconvergent", FlagGroup::Call, 19),
    row("nneg", FlagGroup::NonNegative, 19),
    row("disjoint", FlagGroup::Disjoint, 19),
    row("nusw", FlagGroup::PointerOverflow, 20),
    row("samesign", FlagGroup::SameSign, 20),
    row("inbounds", FlagGroup::PointerOverflow, 22),
    row("lr-split", FlagGroup::Split, 23),
]);

/// Gives each row the bit of its place.
const fn flagged<const COUNT: usize>(mut rows: [FlagRow; COUNT]) -> [FlagRow; COUNT] {
    let mut place = 0;
    while place < COUNT {
        rows[place].flag = InstructionFlags(1 << place);
        place += 1;
    }
    rows
}

/// The generic opcodes before which the flags of a group have a meaning.
const MEANINGS: &[(FlagGroup, &[&str])] = &[
    (FlagGroup::Overflow, &["G_ADD", "G_MUL", "G_PTR_ADD", "G_SHL", "G_SUB", "G_TRUNC"]),
    (FlagGroup::PointerOverflow, &["G_PTR_ADD"]),
    (FlagGroup::Exact, &["G_ASHR", "G_LSHR", "G_SDIV", "G_UDIV"]),
    (FlagGroup::NonNegative, &["G_UITOFP", "G_ZEXT"]),
    (FlagGroup::Disjoint, &["G_OR"]),
    (FlagGroup::SameSign, &["G_ICMP"]),
    (FlagGroup::Split, &["COPY"]),
    (FlagGroup::Branch, &["G_BRCOND", "G_SELECT"]),
    (FlagGroup::Call, &["G_INTRINSIC_CONVERGENT", "G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS"]),
    (
        FlagGroup::FastMath,
        &[
            "G_FABS",
            "G_FACOS",
            "G_FADD",
            "G_FASIN",
            "G_FATAN",
            "G_FCANONICALIZE",
            "G_FCEIL",
            "G_FCMP",
            "G_FCOPYSIGN",
            "G_FCOS",
            "G_FCOSH",
            "G_FDIV",
            "G_FEXP",
            "G_FEXP10",
            "G_FEXP2",
            "G_FFLOOR",
            "G_FFREXP",
            "G_FLDEXP",
            "G_FLOG",
            "G_FLOG10",
            "G_FLOG2",
            "G_FMA",
            "G_FMAD",
            "G_FMAXIMUM",
            "G_FMAXNUM",
            "G_FMAXNUM_IEEE",
            "G_FMINIMUM",
            "G_FMINNUM",
            "G_FMINNUM_IEEE",
            "G_FMUL",
            "G_FNEARBYINT",
            "G_FNEG",
            "G_FPEXT",
            "G_FPOW",
            "G_FPOWI",
            "G_FPTRUNC",
            "G_FREM",
            "G_FRINT",
            "G_FSIN",
            "G_FSINH",
            "G_FSQRT",
            "G_FSUB",
            "G_FTAN",
            "G_FTANH",
            "G_INTRINSIC_ROUND",
            "G_INTRINSIC_ROUNDEVEN",
            "G_INTRINSIC_TRUNC",
            "G_PHI",
            "G_SELECT",
            "G_STRICT_FADD",
            "G_STRICT_FDIV",
            "G_STRICT_FLDEXP",
            "G_STRICT_FMA",
            "G_STRICT_FMUL",
            "G_STRICT_FREM",
            "G_STRICT_FSQRT",
            "G_STRICT_FSUB",
            "G_VECREDUCE_FADD",
            "G_VECREDUCE_FMAX",
            "G_VECREDUCE_FMAXIMUM",
            "G_VECREDUCE_FMIN",
            "G_VECREDUCE_FMINIMUM",
            "G_VECREDUCE_FMUL",
            "G_VECREDUCE_SEQ_FADD",
            "G_VECREDUCE_SEQ_FMUL",
        ],
    ),
];

impl FlagGroup {
    /// Returns whether flags of the group have a meaning before an opcode.
    pub fn applies(self, opcode: &Opcode) -> bool {
        let generic = opcode.is(Properties::GENERIC);
        match self {
            Self::Frame => true,
            Self::Exceptions => opcode.is(Properties::MAY_RAISE),
            Self::Call if opcode.is(Properties::CALL) => true,
            Self::Branch if !generic => opcode.is(Properties::BRANCH) || opcode.is(Properties::SELECT),
            _ => MEANINGS.iter().any(|(group, names)| *group == self && names.contains(&opcode.name)),
        }
    }
}

impl FlagRow {
    /// Returns the row of a flag.
    pub fn of(name: &str) -> Option<&'static Self> {
        FLAGS.iter().find(|row| row.name == name)
    }
}
