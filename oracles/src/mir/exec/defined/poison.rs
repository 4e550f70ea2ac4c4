//! Flags of instructions, and when they make poison (LangRef, the instructions of the same names).

use irsmith_generators::Choices;
use irsmith_mir::{File, Instruction, InstructionFlags};

use super::fast_math;
use super::lanes::{low, signed};

/// Lanes of both operands, the second one 0 if there is none, with the widths of the first operand and of the result.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub(super) width: u32,
    pub(super) to: u32,
    pub(super) a: u128,
    pub(super) b: u128,
}

impl Sides {
    /// Returns whether an exact result, of signed numbers or not, does not fit; `None` if the numbers are too wide to tell.
    fn overflows(self, is_signed: bool, f: fn(i128, i128) -> i128) -> Option<bool> {
        let Sides { width, a, b, .. } = self;
        let number = |bits: u128| if is_signed { signed(width, bits) } else { bits as i128 };
        let exact = (width <= 62).then(|| f(number(a), number(b)))?;
        Some(if is_signed { signed(width, low(width, exact as u128)) != exact } else { !(0..1 << width).contains(&exact) })
    }
}

/// When the flag of an opcode makes poison of a result; `None` if that is not judged.
type Rule = fn(Sides) -> Option<bool>;

const fn bits_lost(sides: Sides) -> Option<bool> {
    if sides.b < sides.width as u128 { Some(sides.a >> sides.b << sides.b != sides.a) } else { None }
}

const NUW: InstructionFlags = InstructionFlags::named("nuw");
const NSW: InstructionFlags = InstructionFlags::named("nsw");
const EXACT: InstructionFlags = InstructionFlags::named("exact");
const DISJOINT: InstructionFlags = InstructionFlags::named("disjoint");
const NNEG: InstructionFlags = InstructionFlags::named("nneg");
const SAMESIGN: InstructionFlags = InstructionFlags::named("samesign");
const NUSW: InstructionFlags = InstructionFlags::named("nusw");

const ROWS: &[(&str, InstructionFlags, Rule)] = &[
    ("G_ADD", NUW, |sides| sides.overflows(false, |a, b| a + b)),
    ("G_ADD", NSW, |sides| sides.overflows(true, |a, b| a + b)),
    ("G_SUB", NUW, |sides| sides.overflows(false, |a, b| a - b)),
    ("G_SUB", NSW, |sides| sides.overflows(true, |a, b| a - b)),
    ("G_MUL", NUW, |sides| sides.overflows(false, |a, b| a * b)),
    ("G_MUL", NSW, |sides| sides.overflows(true, |a, b| a * b)),
    ("G_SHL", NUW, |Sides { width, a, b, .. }| (b < width.into()).then(|| low(width, a << b) >> b != a)),
    ("G_SHL", NSW, |Sides { width, a, b, .. }| (b < width.into()).then(|| signed(width, low(width, a << b)) >> b != signed(width, a))),
    ("G_LSHR", EXACT, bits_lost),
    ("G_ASHR", EXACT, bits_lost),
    ("G_UDIV", EXACT, |Sides { a, b, .. }| a.checked_rem(b).map(|rest| rest != 0)),
    ("G_SDIV", EXACT, |Sides { width, a, b, .. }| signed(width, a).checked_rem(signed(width, b)).map(|rest| rest != 0)),
    ("G_OR", DISJOINT, |Sides { a, b, .. }| Some(a & b != 0)),
    ("G_ZEXT", NNEG, |Sides { width, a, .. }| Some(signed(width, a) < 0)),
    ("G_TRUNC", NUW, |Sides { to, a, .. }| Some(low(to, a) != a)),
    ("G_TRUNC", NSW, |Sides { width, to, a, .. }| Some(signed(to, low(to, a)) != signed(width, a))),
    ("G_ICMP", SAMESIGN, |Sides { width, a, b, .. }| Some((signed(width, a) < 0) != (signed(width, b) < 0))),
    // The offset of `nusw` has a sign, the address has none (LangRef, *getelementptr*).
    ("G_PTR_ADD", NUW, |Sides { width, a, b, .. }| (width <= 64).then(|| a + b >= 1 << width)),
    ("G_PTR_ADD", NUSW, |Sides { width, a, b, .. }| (width <= 64).then(|| !(0..1 << width).contains(&(a as i128 + signed(width, b))))),
];

/// Returns whether the flags of an instruction make poison of these lanes; `None` if a flag is not judged.
pub(super) fn is_poison(instruction: &Instruction, sides: Sides) -> Option<bool> {
    let (mut known, mut any) = (0, false);
    for (_, flag, rule) in ROWS.iter().filter(|(opcode, ..)| instruction.opcode.as_str() == *opcode) {
        if instruction.flags.contains(*flag) {
            known |= flag.0;
            any |= rule(sides)?;
        }
    }
    (instruction.flags.0 == known).then_some(any)
}

/// How many of 256 flags are set that an instruction may have.
const OFTEN: u16 = 40;

/// Returns the file with flags that were not there.
pub(super) fn flagged(file: &File, choices: &mut Choices<'_, '_>) -> File {
    let mut flagged = file.clone();
    let blocks = flagged.functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        let opcode = instruction.opcode.as_str();
        let own = ROWS.iter().filter(|(known, ..)| opcode == *known).map(|(_, flag, _)| *flag);
        let floats = fast_math::FLAGS.into_iter().filter(|_| fast_math::OPCODES.contains(&opcode));
        let drawn = own.chain(floats).filter(|_| choices.chance(OFTEN)).fold(0, |flags, flag| flags | flag.0);
        instruction.flags.0 |= drawn;
    }
    flagged
}
