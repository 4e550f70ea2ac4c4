//! Function bodies.

use super::{BlockId, Instruction, TypeId, Value};

/// The body of a function (manual, *Function Blocks*).
///
/// Basic blocks are implicit, as in the file: each ends at a terminator, the next begins after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Body {
    /// Constants, numbered from `%c0`.
    pub constants: Vec<Constant>,
    /// Instructions and forward declarations in order.
    pub instructions: Vec<Instruction>,
}

/// A constant of a function (manual, *Constants Blocks*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    /// The type.
    pub ty: TypeId,
    /// The value.
    pub literal: Literal,
}

/// The value of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// Any value.
    Undef,
    /// An integer, sign-extended from its type.
    Integer(i64),
    /// IEEE bits; for `float` in the low 32.
    Float(u64),
}

/// A case of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SwitchCase {
    /// Sign-extended from the type of the switch.
    pub value: i64,
    /// The target block.
    pub target: BlockId,
}

/// An incoming value of a phi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Incoming {
    /// The value.
    pub value: Value,
    /// The predecessor that passes it.
    pub block: BlockId,
}

impl Body {
    /// Returns ranges of instruction indices, one per basic block. Instructions after the last terminator form a block without one.
    pub fn blocks(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let mut start = 0;
        std::iter::from_fn(move || {
            let rest = self.instructions.get(start..)?;
            if rest.is_empty() {
                return None;
            }
            let length = rest.iter().position(Instruction::is_terminator).map_or(rest.len(), |at| at + 1);
            let range = start..start + length;
            start += length;
            Some(range)
        })
    }

    /// Returns the number of terminators, which is the value of the function's count record.
    pub fn block_count(&self) -> u32 {
        self.instructions.iter().filter(|instruction| instruction.is_terminator()).count() as u32
    }
}

/// Truncates an integer to the low `bits` bits and sign-extends it; `bits` of 0 or above 63 change nothing.
pub(crate) const fn sign_extend(value: i64, bits: u32) -> i64 {
    if bits == 0 || bits >= 64 {
        return value;
    }
    let shift = 64 - bits;
    value << shift >> shift
}
