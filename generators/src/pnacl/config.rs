//! The configuration of the generator.

use super::execution::Execution;
use super::tags::{RowSet, Tag};
use crate::Choices;

/// Sizes and rows of generated modules. All sizes are upper bounds; each case draws its own sizes below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Functions with a body. Default 3.
    pub functions: u32,
    /// Parameters of a function. Default 4.
    pub parameters: u32,
    /// Basic blocks of a function. Default 8; above [`Config::MAX_BLOCKS`] counts as that.
    pub blocks: u32,
    /// Instructions of a basic block, phis, declarations and terminator not counted. Default 9.
    pub instructions: u32,
    /// Nesting of loops and branches. Default 3; above [`Config::MAX_DEPTH`] counts as that.
    pub depth: u32,
    /// Global variables. Default 4.
    pub globals: u32,
    /// Pieces of a global's initializer. Default 4.
    pub initializers: u32,
    /// Bytes of a piece. Default 16; one piece in 16 may have 16 times as many.
    pub data: u32,
    /// Cases of a switch. Default 6; one switch in 8 may have 8 times as many.
    pub cases: u32,
    /// Characters of a name. Default 12; one name in 16 may have 16 times as many.
    pub name: u32,
    /// Which rows may be used. Default all. What validity demands (an entry point, a terminator, the type of an operand) is made even if
    /// its row is off.
    pub rows: RowSet,
    /// Makes programs that are to be executed, of this kind. Default `None`: modules that are only read, judged and written. Then the
    /// sizes of functions, initializers and names are as [`Execution`] has them; only `functions`, `parameters` and `depth` count too.
    pub execution: Option<Execution>,
}

impl Default for Config {
    /// About 50 instructions in 2 functions: small enough for tens of thousands of cases a second, large enough for loops that carry
    /// values.
    fn default() -> Self {
        Self {
            functions: 3,
            parameters: 4,
            blocks: 8,
            instructions: 9,
            depth: 3,
            globals: 4,
            initializers: 4,
            data: 16,
            cases: 6,
            name: 12,
            rows: RowSet::ALL,
            execution: None,
        }
    }
}

impl Config {
    /// Most basic blocks of a function: a set of blocks is one word.
    pub const MAX_BLOCKS: u32 = 60;
    /// Deepest nesting: the plan recurses that deep.
    pub const MAX_DEPTH: u32 = 16;

    /// Programs whose every execution is defined, and ends by returning ([`Execution::DEFINED`]).
    pub fn defined() -> Self {
        Self { execution: Some(Execution::DEFINED), ..Self::default() }
    }

    /// Programs whose every execution has a result by the total semantics, undefined or not ([`Execution::TOTAL`]).
    pub fn exec() -> Self {
        Self { execution: Some(Execution::TOTAL), ..Self::default() }
    }

    /// A configuration drawn for one case (Groce et al. 2012, *Swarm testing*): leaving features out finds what their presence hides.
    ///
    /// Half of the draws keep the default sizes; in the others each is halved, doubled, 1 or as it was. Of the rows, a
    /// quarter of the draws keep all, the others half, three quarters or seven eighths of them, each row by itself; and each tag is left out
    /// in one draw of 16.
    pub fn swarm(choices: &mut Choices<'_, '_>) -> Self {
        Self::default().swarmed(choices)
    }

    /// As [`Config::swarm`], from these sizes and rows.
    #[must_use]
    pub fn swarmed(mut self, choices: &mut Choices<'_, '_>) -> Self {
        self.rows.intersect(&RowSet::swarm(choices));
        if choices.chance(128) {
            self.draw_sizes(choices);
        }
        self
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
            &mut self.parameters,
            &mut self.blocks,
            &mut self.instructions,
            &mut self.depth,
            &mut self.globals,
            &mut self.initializers,
            &mut self.data,
            &mut self.cases,
            &mut self.name,
        ]);
    }
}
