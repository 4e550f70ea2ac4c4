//! The configuration of the generator.

use super::rows::{RowSet, Tag};
use crate::Choices;
use irsmith_mir::Dialect;
use irsmith_mir::tables::Target;

/// The kinds of bodies in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Generic opcodes, before instruction selection.
    Generic,
    /// Opcodes of the target.
    Target,
    /// Each function is one or the other.
    Both,
}

/// Sizes and rows of generated files. All sizes are upper bounds; each case draws its own sizes below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The target of the file: [`Target::X86`], in 64-bit mode, or [`Target::AArch64`]. Any other counts as X86. Default X86.
    pub target: Target,
    /// The release of LLVM that the file is for: constructs that it does not read are not generated. Default [`Dialect::DEFAULT`].
    pub dialect: Dialect,
    /// The kinds of bodies. Default both.
    pub kind: Kind,
    /// Functions with a body; at least one. Default 2.
    pub functions: u32,
    /// Instructions of a piece of straight-line code. Default 5.
    pub instructions: u32,
    /// Nesting of branches and loops. Default 2; a value above [`Config::MAX_DEPTH`] counts as that.
    pub depth: u32,
    /// Consecutive control flow constructs. Default 1.
    pub constructs: u32,
    /// Live-in registers of a function. Default 3; limited by the number of argument registers of the target.
    pub live_ins: u32,
    /// Limit for each of stack objects, constants, and other entries of the container. Default 3.
    pub entries: u32,
    /// Limit for each of globals, blocks and values of the embedded module. Default 3.
    pub globals: u32,
    /// Operands that repeat: sources of G_MERGE_VALUES, targets of a switch, elements of a vector. Default 4; a value above 64 counts as
    /// that.
    pub operands: u32,
    /// How many of 256 files embed an IR module. Default 160.
    pub embedded: u16,
    /// Whether calls are listed in `callSites`, which llc reads only with `-emit-call-site-info`. Default no.
    pub call_sites: bool,
    /// Rows that may be used. Default all. What validity requires (a terminator, a value of a type) is generated even if its row is
    /// disabled.
    pub rows: RowSet,
}

impl Default for Config {
    /// Two functions of about 14 instructions each.
    fn default() -> Self {
        Self {
            target: Target::X86,
            dialect: Dialect::DEFAULT,
            kind: Kind::Both,
            functions: 2,
            instructions: 5,
            depth: 2,
            constructs: 1,
            live_ins: 3,
            entries: 3,
            globals: 3,
            operands: 4,
            embedded: 160,
            call_sites: false,
            rows: RowSet::ALL,
        }
    }
}

impl Config {
    /// Deepest nesting; also the recursion depth of the generator.
    pub const MAX_DEPTH: u32 = 8;

    /// A target and a kind of bodies, with defaults for everything else.
    pub fn new(target: Target, kind: Kind) -> Self {
        Self { target, kind, ..Self::default() }
    }

    /// Draws a configuration for one case (Groce et al. 2012, *Swarm testing*): leaving features out finds bugs that their presence hides.
    ///
    /// Half of the draws keep the sizes; in the others each size is halved, doubled, set to 1 or unchanged. A quarter of the draws keep all
    /// rows; the others keep half, three quarters or seven eighths of them, drawn row by row. Each tag is left out in one draw of 16.
    /// Target, dialect and kind stay the same.
    #[must_use]
    pub fn swarmed(mut self, choices: &mut Choices<'_, '_>) -> Self {
        self.rows.intersect(&RowSet::swarm(choices));
        if choices.chance(128) {
            self.draw_sizes(choices);
        }
        self
    }

    /// Returns [`Config::swarmed`] of the default.
    pub fn swarm(choices: &mut Choices<'_, '_>) -> Self {
        Self::default().swarmed(choices)
    }

    /// Disables all rows with a tag.
    #[must_use]
    pub fn without(mut self, tag: Tag) -> Self {
        self.rows.leave_out(tag);
        self
    }

    fn draw_sizes(&mut self, choices: &mut Choices<'_, '_>) {
        choices.resize([
            &mut self.functions,
            &mut self.instructions,
            &mut self.depth,
            &mut self.constructs,
            &mut self.live_ins,
            &mut self.entries,
            &mut self.globals,
            &mut self.operands,
        ]);
    }
}
