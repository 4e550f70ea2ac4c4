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
    /// Basic blocks of a function. Default 8; a value above [`Config::MAX_BLOCKS`] counts as that.
    pub blocks: u32,
    /// Instructions of a basic block, excluding phis, declarations and the terminator. Default 9.
    pub instructions: u32,
    /// Nesting of loops and branches. Default 3; a value above [`Config::MAX_DEPTH`] counts as that.
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
    /// Rows that may be used. Default all. What validity requires (an entry point, a terminator, the type of an operand) is generated even
    /// if its row is disabled.
    pub rows: RowSet,
    /// Generates programs for execution, of this kind. Default `None`: modules that are only read, judged and written. For programs,
    /// [`Execution`] determines the sizes of functions, initializers and names; only `functions`, `parameters` and `depth` are used in
    /// addition.
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
    /// Limit of basic blocks of a function: a set of blocks is one word.
    pub const MAX_BLOCKS: u32 = 60;
    /// Deepest nesting; also the recursion depth of the plan.
    pub const MAX_DEPTH: u32 = 16;

    /// Programs in which every execution is defined, and ends with a return ([`Execution::DEFINED`]).
    pub fn defined() -> Self {
        Self { execution: Some(Execution::DEFINED), ..Self::default() }
    }

    /// Programs in which every execution has a result by the total semantics, undefined or not ([`Execution::TOTAL`]).
    pub fn exec() -> Self {
        Self { execution: Some(Execution::TOTAL), ..Self::default() }
    }

    /// Draws a configuration for one case (Groce et al. 2012, *Swarm testing*): leaving features out finds bugs that their presence hides.
    ///
    /// Half of the draws keep the default sizes; in the others each size is halved, doubled, set to 1 or unchanged. A quarter of the draws
    /// keep all rows; the others keep half, three quarters or seven eighths of them, drawn row by row. Each tag is left out in one draw of
    /// 16.
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
