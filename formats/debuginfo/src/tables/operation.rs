//! The operations of DWARF expressions: one row each.

/// How a literal operand of an operation is read. Every one takes one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralKind {
    /// As an unsigned number of 32 bits.
    Unsigned,
    /// As a signed number of 32 bits.
    Signed,
}

/// Where an operation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The specification, 3.6.
    Specified,
    /// `OpenCL.DebugInfo.100`, whose table the experimental list extends.
    OpenCl,
    /// The experimental list, with a meaning.
    Experimental,
    /// The experimental list, "reserved"; DWARF 5 says what it would mean.
    Reserved,
}

/// What the table says of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationRow {
    /// Number of the operation.
    pub code: u32,
    /// Its name in text.
    pub name: &'static str,
    /// Its literal operands.
    pub operands: &'static [LiteralKind],
    /// Where it comes from.
    pub status: Status,
}

use LiteralKind::{Signed, Unsigned};
use Status::{Experimental, OpenCl, Reserved, Specified};

const NONE: &[LiteralKind] = &[];
const UNSIGNED: &[LiteralKind] = &[Unsigned];
const SIGNED: &[LiteralKind] = &[Signed];
const TWO: &[LiteralKind] = &[Unsigned, Unsigned];
const UNSIGNED_SIGNED: &[LiteralKind] = &[Unsigned, Signed];
const THREE: &[LiteralKind] = &[Unsigned, Unsigned, Unsigned];

const fn row(code: u32, name: &'static str, operands: &'static [LiteralKind], status: Status) -> OperationRow {
    OperationRow { code, name, operands, status }
}

/// The rows in the order of their numbers. The lists have no operation 155.
pub const OPERATIONS: &[OperationRow] = &[
    row(0, "Deref", NONE, Specified),
    row(1, "Plus", NONE, Specified),
    row(2, "Minus", NONE, Specified),
    row(3, "PlusUconst", UNSIGNED, Specified),
    row(4, "BitPiece", TWO, Specified),
    row(5, "Swap", NONE, Specified),
    row(6, "Xderef", NONE, Specified),
    row(7, "StackValue", NONE, Specified),
    row(8, "Constu", UNSIGNED, Specified),
    row(9, "Fragment", TWO, OpenCl),
    row(10, "Convert", TWO, Experimental),
    row(11, "Addr", UNSIGNED, Reserved),
    row(12, "Const1u", UNSIGNED, Reserved),
    row(13, "Const1s", SIGNED, Reserved),
    row(14, "Const2u", UNSIGNED, Reserved),
    row(15, "Const2s", SIGNED, Reserved),
    row(16, "Const4u", UNSIGNED, Reserved),
    row(17, "Const4s", SIGNED, Reserved),
    row(18, "Const8u", UNSIGNED, Reserved),
    row(19, "Const8s", SIGNED, Reserved),
    row(20, "Consts", SIGNED, Experimental),
    row(21, "Dup", NONE, Experimental),
    row(22, "Drop", NONE, Experimental),
    row(23, "Over", NONE, Experimental),
    row(24, "Pick", UNSIGNED, Experimental),
    row(25, "Rot", NONE, Experimental),
    row(26, "Abs", NONE, Experimental),
    row(27, "And", NONE, Experimental),
    row(28, "Div", NONE, Experimental),
    row(29, "Mod", NONE, Experimental),
    row(30, "Mul", NONE, Experimental),
    row(31, "Neg", NONE, Experimental),
    row(32, "Not", NONE, Experimental),
    row(33, "Or", NONE, Experimental),
    row(34, "Shl", NONE, Experimental),
    row(35, "Shr", NONE, Experimental),
    row(36, "Shra", NONE, Experimental),
    row(37, "Xor", NONE, Experimental),
    row(38, "Bra", SIGNED, Reserved),
    row(39, "Eq", NONE, Experimental),
    row(40, "Ge", NONE, Experimental),
    row(41, "Gt", NONE, Experimental),
    row(42, "Le", NONE, Experimental),
    row(43, "Lt", NONE, Experimental),
    row(44, "Ne", NONE, Experimental),
    row(45, "Skip", SIGNED, Reserved),
    row(46, "Lit0", NONE, Experimental),
    row(47, "Lit1", NONE, Experimental),
    row(48, "Lit2", NONE, Experimental),
    row(49, "Lit3", NONE, Experimental),
    row(50, "Lit4", NONE, Experimental),
    row(51, "Lit5", NONE, Experimental),
    row(52, "Lit6", NONE, Experimental),
    row(53, "Lit7", NONE, Experimental),
    row(54, "Lit8", NONE, Experimental),
    row(55, "Lit9", NONE, Experimental),
    row(56, "Lit10", NONE, Experimental),
    row(57, "Lit11", NONE, Experimental),
    row(58, "Lit12", NONE, Experimental),
    row(59, "Lit13", NONE, Experimental),
    row(60, "Lit14", NONE, Experimental),
    row(61, "Lit15", NONE, Experimental),
    row(62, "Lit16", NONE, Experimental),
    row(63, "Lit17", NONE, Experimental),
    row(64, "Lit18", NONE, Experimental),
    row(65, "Lit19", NONE, Experimental),
    row(66, "Lit20", NONE, Experimental),
    row(67, "Lit21", NONE, Experimental),
    row(68, "Lit22", NONE, Experimental),
    row(69, "Lit23", NONE, Experimental),
    row(70, "Lit24", NONE, Experimental),
    row(71, "Lit25", NONE, Experimental),
    row(72, "Lit26", NONE, Experimental),
    row(73, "Lit27", NONE, Experimental),
    row(74, "Lit28", NONE, Experimental),
    row(75, "Lit29", NONE, Experimental),
    row(76, "Lit30", NONE, Experimental),
    row(77, "Lit31", NONE, Experimental),
    row(78, "Reg0", NONE, Experimental),
    row(79, "Reg1", NONE, Experimental),
    row(80, "Reg2", NONE, Experimental),
    row(81, "Reg3", NONE, Experimental),
    row(82, "Reg4", NONE, Experimental),
    row(83, "Reg5", NONE, Experimental),
    row(84, "Reg6", NONE, Experimental),
    row(85, "Reg7", NONE, Experimental),
    row(86, "Reg8", NONE, Experimental),
    row(87, "Reg9", NONE, Experimental),
    row(88, "Reg10", NONE, Experimental),
    row(89, "Reg11", NONE, Experimental),
    row(90, "Reg12", NONE, Experimental),
    row(91, "Reg13", NONE, Experimental),
    row(92, "Reg14", NONE, Experimental),
    row(93, "Reg15", NONE, Experimental),
    row(94, "Reg16", NONE, Experimental),
    row(95, "Reg17", NONE, Experimental),
    row(96, "Reg18", NONE, Experimental),
    row(97, "Reg19", NONE, Experimental),
    row(98, "Reg20", NONE, Experimental),
    row(99, "Reg21", NONE, Experimental),
    row(100, "Reg22", NONE, Experimental),
    row(101, "Reg23", NONE, Experimental),
    row(102, "Reg24", NONE, Experimental),
    row(103, "Reg25", NONE, Experimental),
    row(104, "Reg26", NONE, Experimental),
    row(105, "Reg27", NONE, Experimental),
    row(106, "Reg28", NONE, Experimental),
    row(107, "Reg29", NONE, Experimental),
    row(108, "Reg30", NONE, Experimental),
    row(109, "Reg31", NONE, Experimental),
    row(110, "Breg0", SIGNED, Experimental),
    row(111, "Breg1", SIGNED, Experimental),
    row(112, "Breg2", SIGNED, Experimental),
    row(113, "Breg3", SIGNED, Experimental),
    row(114, "Breg4", SIGNED, Experimental),
    row(115, "Breg5", SIGNED, Experimental),
    row(116, "Breg6", SIGNED, Experimental),
    row(117, "Breg7", SIGNED, Experimental),
    row(118, "Breg8", SIGNED, Experimental),
    row(119, "Breg9", SIGNED, Experimental),
    row(120, "Breg10", SIGNED, Experimental),
    row(121, "Breg11", SIGNED, Experimental),
    row(122, "Breg12", SIGNED, Experimental),
    row(123, "Breg13", SIGNED, Experimental),
    row(124, "Breg14", SIGNED, Experimental),
    row(125, "Breg15", SIGNED, Experimental),
    row(126, "Breg16", SIGNED, Experimental),
    row(127, "Breg17", SIGNED, Experimental),
    row(128, "Breg18", SIGNED, Experimental),
    row(129, "Breg19", SIGNED, Experimental),
    row(130, "Breg20", SIGNED, Experimental),
    row(131, "Breg21", SIGNED, Experimental),
    row(132, "Breg22", SIGNED, Experimental),
    row(133, "Breg23", SIGNED, Experimental),
    row(134, "Breg24", SIGNED, Experimental),
    row(135, "Breg25", SIGNED, Experimental),
    row(136, "Breg26", SIGNED, Experimental),
    row(137, "Breg27", SIGNED, Experimental),
    row(138, "Breg28", SIGNED, Experimental),
    row(139, "Breg29", SIGNED, Experimental),
    row(140, "Breg30", SIGNED, Experimental),
    row(141, "Breg31", SIGNED, Experimental),
    row(142, "Regx", UNSIGNED, Experimental),
    row(143, "Fbreg", SIGNED, Reserved),
    row(144, "Bregx", UNSIGNED_SIGNED, Experimental),
    row(145, "Piece", UNSIGNED, Reserved),
    row(146, "DerefSize", UNSIGNED, Experimental),
    row(147, "XDerefSize", UNSIGNED, Experimental),
    row(148, "Nop", NONE, Experimental),
    row(149, "PushObjectAddress", NONE, Reserved),
    row(150, "Call2", UNSIGNED, Reserved),
    row(151, "Call4", UNSIGNED, Reserved),
    row(152, "CallRef", UNSIGNED, Reserved),
    row(153, "FormTlsAddress", NONE, Reserved),
    row(154, "CallFrameCfa", NONE, Reserved),
    row(156, "ImplicitPointer", UNSIGNED_SIGNED, Reserved),
    row(157, "AddrX", UNSIGNED, Reserved),
    row(158, "ConstX", UNSIGNED, Reserved),
    row(159, "EntryValue", TWO, Reserved),
    row(160, "ConstType", THREE, Reserved),
    row(161, "RegvalType", TWO, Reserved),
    row(162, "DerefType", TWO, Reserved),
    row(163, "XDerefType", TWO, Reserved),
    row(164, "Reinterpret", UNSIGNED, Reserved),
];

/// Numbers and names.
pub(super) const NAMES: &[(u32, &str)] = &names();

const fn names() -> [(u32, &'static str); OPERATIONS.len()] {
    let mut names = [(0, ""); OPERATIONS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = (OPERATIONS[at].code, OPERATIONS[at].name);
        at += 1;
    }
    names
}

impl super::OperationCode {
    /// The operation's row; none for a number that no list has.
    pub fn row(self) -> Option<&'static OperationRow> {
        // Rows stand at their numbers, but for the gap before 156.
        let at = (self.0 as usize).checked_sub(usize::from(self.0 > 155))?;
        OPERATIONS.get(at).filter(|row| row.code == self.0)
    }
}
