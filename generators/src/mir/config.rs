//! What a generator is asked for.

use super::rows::{RowSet, Tag};
use crate::Choices;
use irsmith_mir::Dialect;
use irsmith_mir::tables::Target;

/// What the bodies of a file hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Generic opcodes, before instruction selection.
    Generic,
    /// Opcodes of the target.
    Target,
    /// Each function is one or the other.
    Both,
}

/// Sizes and rows of generated files. All sizes are upper bounds; each case draws its own below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The target that the file is for: [`Target::X86`], in 64-bit mode, or [`Target::AArch64`]. Any other counts as X86. Default X86.
    pub target: Target,
    /// The release of LLVM that the file is for: what it does not read is not made. Default [`Dialect::NEWEST`].
    pub dialect: Dialect,
    /// What the bodies hold. Default both.
    pub kind: Kind,
    /// Functions with a body; one at least. Default 2.
    pub functions: u32,
    /// Instructions of a piece of straight code. Default 5.
    pub instructions: u32,
    /// Nesting of branches and loops. Default 2; above [`Config::MAX_DEPTH`] counts as that.
    pub depth: u32,
    /// Constructs of control flow one after another. Default 1.
    pub constructs: u32,
    /// Registers that live into a function. Default 3; more than the target passes arguments in count as that.
    pub live_ins: u32,
    /// Objects of the stack, constants, and other entries of the container, each. Default 3.
    pub entries: u32,
    /// Globals, blocks and values of the embedded module, each. Default 3.
    pub globals: u32,
    /// Operands that repeat: sources of G_MERGE_VALUES, ways of a switch, elements of a vector. Default 4; above 64 counts as that.
    pub operands: u32,
    /// Of 256 files, how many embed an IR module. Default 160.
    pub embedded: u16,
    /// Whether calls are listed in `callSites`, which llc reads only with `-emit-call-site-info`. Default no.
    pub call_sites: bool,
    /// Which rows may be used. Default all. What validity demands (a terminator, a value of a type) is made even if its row is off.
    pub rows: RowSet,
}

impl Default for Config {
    /// Two functions of about 14 instructions each.
    fn default() -> Self {
        Self {
            target: Target::X86,
            dialect: Dialect::NEWEST,
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
    /// Deepest nesting: generation recurses that deep.
    pub const MAX_DEPTH: u32 = 8;

    /// A target and what the bodies hold, all else by default.
    pub fn new(target: Target, kind: Kind) -> Self {
        Self { target, kind, ..Self::default() }
    }

    /// A configuration drawn for one case (Groce et al. 2012, *Swarm testing*): leaving features out finds what their presence hides.
    ///
    /// Half of the draws keep the sizes; in the others each is halved, doubled, 1 or as it was. Of the rows, a quarter of the draws keep
    /// all, the others half, three quarters or seven eighths of them, each row by itself; and each tag is left out in one draw of 16. Target,
    /// dialect and kind stay.
    #[must_use]
    pub fn swarmed(mut self, choices: &mut Choices<'_, '_>) -> Self {
        self.rows.intersect(&RowSet::swarm(choices));
        if choices.chance(128) {
            self.draw_sizes(choices);
        }
        self
    }

    /// [`Config::swarmed`] of the default.
    pub fn swarm(choices: &mut Choices<'_, '_>) -> Self {
        Self::default().swarmed(choices)
    }

    /// Leaves out all rows with a tag.
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
