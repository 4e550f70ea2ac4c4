//! The context of the functions that generate a program.

use super::super::build::{Build, spread};
use super::super::execution::Execution;
use super::super::forms::{ExtractForm, InsertForm};
use super::frame::{Frame, Planned};
use super::shared::Shared;
use irsmith_pnacl::Value;

/// A family of statements.
pub(super) struct Statement {
    /// The weight of the family.
    pub(super) weight: u16,
    /// Whether some form of it is enabled.
    pub(super) is_on: fn(&Build<'_, '_>) -> bool,
    /// Generates some enabled form, or nothing if that is impossible.
    pub(super) make: fn(&mut Program<'_, '_>),
}

/// A construct of control flow.
pub(super) struct Construct {
    /// The fewest instructions for which it is worthwhile.
    pub(super) least: u32,
    /// The weight of the construct.
    pub(super) weight: u16,
    /// Generates it with about this many instructions. Returns `false` if it generated nothing.
    pub(super) make: fn(&mut Program<'_, '_>, u32) -> bool,
}

/// The requirements of jumping: a flag that says whether a buffer is set, and a function that jumps to a buffer if so. Each place has a
/// buffer of its own, because jumps nest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumps {
    pub(super) flag: Value,
    pub(super) leaper: u32,
}

/// A program that is being generated.
pub(super) struct Program<'a, 'u> {
    pub(super) build: Build<'a, 'u>,
    pub(super) knobs: Execution,
    /// Functions in order; a function calls later ones.
    pub(super) functions: Vec<Planned>,
    /// The current function.
    pub(super) frame: Frame,
    /// The memory that all functions share.
    pub(super) shared: Shared,
    pub(super) jumps: Option<Jumps>,
    /// Whether vectors may be used where another kind is possible.
    pub(super) vectors: bool,
    /// For each value of a byte, the statement that it chooses.
    statements: Vec<&'static Statement>,
    constructs: &'static [Construct],
}

impl<'a, 'u> Program<'a, 'u> {
    /// Begins a program of these statements and constructs.
    pub(super) fn new(build: Build<'a, 'u>, knobs: Execution, statements: &'static [Statement], constructs: &'static [Construct]) -> Self {
        let vectors = build.has::<ExtractForm>() || build.has::<InsertForm>();
        let mut drawn = Vec::new();
        let on = statements.iter().filter(|statement| (statement.is_on)(&build));
        spread(&mut drawn, on.map(|statement| (statement, statement.weight)));
        Self {
            build,
            knobs,
            functions: Vec::new(),
            frame: Frame::default(),
            shared: Shared::default(),
            jumps: None,
            vectors,
            statements: drawn,
            constructs,
        }
    }

    /// Generates a statement of some form, or nothing if the drawn form is not possible here.
    pub(super) fn statement(&mut self) {
        let draw = usize::from(self.build.choices.byte());
        if let Some(statement) = self.statements.get(draw) {
            (statement.make)(self);
        }
    }

    /// Generates a construct of at most this many instructions, or nothing if the drawn one is not possible here.
    pub(super) fn construct(&mut self, left: u32) -> bool {
        let total: usize = self.constructs.iter().map(|row| usize::from(row.weight)).sum();
        let mut draw = self.build.choices.below(total);
        let chosen = self.constructs.iter().find(|row| {
            let hit = draw < usize::from(row.weight);
            draw = draw.wrapping_sub(row.weight.into());
            hit
        });
        let Some(construct) = chosen.filter(|row| row.least <= left) else { return false };
        let budget = construct.least + self.build.choices.below((left - construct.least) as usize + 1) as u32;
        self.frame.enter();
        let made = (construct.make)(self, budget);
        self.frame.leave();
        made
    }
}
