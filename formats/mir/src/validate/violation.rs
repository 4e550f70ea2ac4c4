//! Violations of rules, and their places.

use std::convert::Infallible;
use std::fmt;

/// A broken rule. A model has no lines, so the place is only a part of the model.
pub type Violation = irsmith_rules::Violation<Infallible, Part>;

/// A part of a file: all rules are about functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The function.
    pub function: FunctionPlace,
    /// The part of the function.
    pub detail: Detail,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionPlace {
    /// The index in [`crate::File::functions`].
    pub index: usize,
    /// The name.
    pub name: String,
}

/// A part of a function, in the order of the parts in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The whole function.
    Whole,
    /// A key of its document.
    Key {
        /// The key.
        key: &'static str,
        /// The index of the entry, from 0, if the key has a list.
        entry: Option<usize>,
    },
    /// A block.
    Block(BlockPlace),
    /// An instruction.
    Instruction(Site),
    /// An operand of an instruction.
    Operand {
        /// The instruction.
        site: Site,
        /// The index of the operand, from 0: results first, then the operands after the opcode, in the order of the text.
        operand: usize,
    },
    /// A memory operand of an instruction.
    Memory {
        /// The instruction.
        site: Site,
        /// The index of the memory operand, from 0.
        operand: usize,
    },
}

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockPlace {
    /// The index in [`crate::Function::blocks`].
    pub index: usize,
    /// The number of its label.
    pub number: u32,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// The block.
    pub block: BlockPlace,
    /// The index in [`crate::Block::instructions`].
    pub index: usize,
    /// The index in the bundle that this instruction opens.
    pub inner: Option<usize>,
}

impl Part {
    /// Returns a key that orders parts as in the file.
    pub(super) fn order(&self) -> (usize, u8, usize, usize, Option<usize>) {
        let function = self.function.index;
        match &self.detail {
            Detail::Whole => (function, 0, 0, 0, None),
            Detail::Key { .. } => (function, 1, 0, 0, None),
            Detail::Block(place) => (function, 2, place.index, 0, None),
            Detail::Instruction(site) | Detail::Operand { site, .. } | Detail::Memory { site, .. } => {
                (function, 2, site.block.index, site.index + 1, site.inner)
            }
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function {:?}", self.function.name)?;
        match &self.detail {
            Detail::Whole => Ok(()),
            Detail::Key { key, entry: None } => write!(f, " {key}"),
            Detail::Key { key, entry: Some(entry) } => write!(f, " {key} entry {entry}"),
            Detail::Block(place) => write!(f, " {place}"),
            Detail::Instruction(site) => write!(f, " {site}"),
            Detail::Operand { site, operand } => write!(f, " {site} operand {operand}"),
            Detail::Memory { site, operand } => write!(f, " {site} memory operand {operand}"),
        }
    }
}

impl fmt::Display for BlockPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bb.{}", self.number)
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} instruction {}", self.block, self.index)?;
        self.inner.map_or(Ok(()), |inner| write!(f, " member {inner}"))
    }
}
