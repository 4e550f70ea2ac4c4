//! What a generator is asked for.

use super::rows::{Row, RowSet, Tag};
use crate::Choices;
use irsmith_debuginfo::Dialect;

/// Sizes and rows of generated modules. All sizes are upper bounds; each case draws its own below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The debug set. Default `DebugInfo`.
    pub dialect: Dialect,
    /// Of 256 operations of expressions, how many come from the experimental list, which few tools read. Default 128; 0 for none.
    pub experimental: u16,
    /// Whether debug instructions may stand among types and constants, against the specification: SPIRV-Tools accept it. Default no.
    pub interleaved: bool,
    /// Functions with a body, the entry point among them; one at least. Default 3.
    pub functions: u32,
    /// Parameters of a function. Default 3.
    pub parameters: u32,
    /// Instructions of a basic block. Default 4.
    pub instructions: u32,
    /// Nesting of branches and loops. Default 2; above [`Config::MAX_DEPTH`] counts as that.
    pub depth: u32,
    /// Constructs of control flow one after another. Default 2.
    pub constructs: u32,
    /// Host types beyond the few that every module has. Default 4.
    pub types: u32,
    /// Global variables. Default 3.
    pub globals: u32,
    /// Steps of the debug graph: most make one instruction, composites and functions several. Default 24.
    pub graph: u32,
    /// Members of a composite, parameters of a type, operations of an expression, and other operands that repeat. Default 4.
    pub operands: u32,
    /// Characters of a name. Default 8; one name in 16 may have 16 times as many.
    pub name: u32,
    /// Which rows may be used. Default all. What validity demands (a compilation unit, a terminator) is made even if its row is off.
    pub rows: RowSet,
}

impl Default for Config {
    /// About 150 instructions, strings included, half of them debug instructions.
    fn default() -> Self {
        Self {
            dialect: Dialect::DebugInfo,
            experimental: 128,
            interleaved: false,
            functions: 3,
            parameters: 3,
            instructions: 4,
            depth: 2,
            constructs: 2,
            types: 4,
            globals: 3,
            graph: 24,
            operands: 4,
            name: 8,
            rows: RowSet::ALL,
        }
    }
}

impl Config {
    /// Deepest nesting: generation recurses that deep.
    pub const MAX_DEPTH: u32 = 8;

    /// Only operations that the dialect itself has, which the tools of other people read.
    pub fn portable(dialect: Dialect) -> Self {
        Self { dialect, experimental: 0, ..Self::default() }
    }

    /// A configuration drawn for one case (Groce et al. 2012, *Swarm testing*): leaving features out finds what their presence hides.
    ///
    /// Half of the draws keep the sizes; in the others each is halved, doubled, 1 or as it was. Of the rows, a quarter of the draws keep
    /// all, the others half, three quarters or seven eighths of them, each row by itself; and each tag is left out in one draw of 16. The
    /// dialect and the part of experimental operations stay.
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
        self.rows.intersect(&RowSet::filter(|row: &Row| !row.tags.contains(&tag)));
        self
    }

    fn draw_sizes(&mut self, choices: &mut Choices<'_, '_>) {
        choices.resize([
            &mut self.functions,
            &mut self.parameters,
            &mut self.instructions,
            &mut self.depth,
            &mut self.constructs,
            &mut self.types,
            &mut self.globals,
            &mut self.graph,
            &mut self.operands,
            &mut self.name,
        ]);
    }
}
