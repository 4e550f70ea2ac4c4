//! A violation of a rule, and its place.

use crate::{Id, grammar};
use std::fmt;

/// A broken rule.
pub type Violation = irsmith_rules::Violation<usize, Part>;

/// A place in a module and, if the module was read from a file, the byte offset of the instruction.
pub type Place = irsmith_rules::Place<usize, Part>;

/// A part of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The header.
    Header,
    /// The whole module.
    Module,
    /// An instruction.
    Instruction(Site),
    /// A word of a core instruction.
    Word {
        /// The instruction.
        site: Site,
        /// The index of the word, counted from the instruction's first.
        word: usize,
    },
    /// An operand of a debug instruction.
    Operand {
        /// The instruction.
        site: Site,
        /// Name of the field.
        field: &'static str,
        /// The index, from 0, if the field repeats.
        item: Option<usize>,
    },
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The index in [`crate::Module::instructions`].
    pub index: usize,
    /// The name.
    pub name: Name,
    /// The id that it defines.
    pub result: Option<Id>,
}

/// The name of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// A core instruction, by number.
    Core(u16),
    /// A debug instruction, by name.
    Debug(&'static str),
}

impl Part {
    /// Returns the instruction, if the part is one or belongs to one.
    pub const fn site(&self) -> Option<&Site> {
        match self {
            Self::Header | Self::Module => None,
            Self::Instruction(site) | Self::Word { site, .. } | Self::Operand { site, .. } => Some(site),
        }
    }

    /// Returns a key that orders parts as in the module.
    pub(super) fn order(&self) -> (bool, usize) {
        self.site().map_or((*self == Self::Module, 0), |site| (true, site.index + 1))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Core(opcode) => match grammar::row(opcode) {
                Some(row) => write!(f, "Op{}", row.opname),
                None => write!(f, "instruction number {opcode}"),
            },
            Self::Debug(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result {
            Some(result) => write!(f, "{} {result}", self.name),
            None => write!(f, "{} instruction {}", self.name, self.index),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Header => f.write_str("header"),
            Self::Module => f.write_str("module"),
            Self::Instruction(site) => write!(f, "{site}"),
            Self::Word { site, word } => write!(f, "{site} word {word}"),
            Self::Operand { site, field, item } => {
                write!(f, "{site} operand {}", Field(field))?;
                item.map_or(Ok(()), |item| write!(f, " {item}"))
            }
        }
    }
}

/// A field name in the spelling of the specification: `linkage_name` is `LinkageName`.
struct Field(&'static str);

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == "ty" {
            return f.write_str("Type");
        }
        for word in self.0.split('_') {
            let (first, rest) = word.split_at(1);
            write!(f, "{}{rest}", first.to_ascii_uppercase())?;
        }
        Ok(())
    }
}
