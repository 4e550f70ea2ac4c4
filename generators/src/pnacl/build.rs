//! The context of the functions that generate a module: the owners of its parts, and the draws.

use super::config::Config;
use super::functions::Functions;
use super::globals::Globals;
use super::plan::Plan;
use super::symbols::Symbols;
use super::tags::Tag;
use super::types::Types;
use super::values::Values;
use crate::Choices;
use crate::forms::Form;
use crate::rows::Table;
use irsmith_pnacl::Module;

/// Owners that keep their buffers between cases, so that generating a case allocates little but the case.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    types: Types,
    functions: Functions,
    globals: Globals,
    symbols: Symbols,
    plan: Plan,
    values: Values,
    statements: Statements,
}

/// A module that is being generated.
pub(super) struct Build<'a, 'u> {
    pub(super) choices: Choices<'a, 'u>,
    pub(super) config: &'a Config,
    pub(super) types: &'a mut Types,
    pub(super) functions: &'a mut Functions,
    pub(super) globals: &'a mut Globals,
    pub(super) symbols: &'a mut Symbols,
    /// The control flow of the current function.
    pub(super) plan: &'a mut Plan,
    /// The values of the current function.
    pub(super) values: &'a mut Values,
    statements: &'a mut Statements,
    table: &'static Table<Tag>,
}

impl<'a, 'u> Build<'a, 'u> {
    /// Takes over a module; an empty one to begin with.
    pub(super) fn new(
        choices: Choices<'a, 'u>,
        config: &'a Config,
        scratch: &'a mut Scratch,
        table: &'static Table<Tag>,
        module: Module,
    ) -> Self {
        let Scratch { types, functions, globals, symbols, plan, values, statements } = scratch;
        types.start(module.types);
        functions.start(module.functions);
        globals.start(module.globals);
        symbols.start(module.symbols);
        Self { choices, config, types, functions, globals, symbols, plan, values, statements, table }
    }

    /// Returns the module so far, and leaves nothing.
    pub(super) fn take(&mut self) -> Module {
        Module { types: self.types.take(), functions: self.functions.take(), globals: self.globals.take(), symbols: self.symbols.take() }
    }

    /// Takes back the module that [`Build::take`] gave, with the facts that were found.
    pub(super) fn give(&mut self, module: Module) {
        self.types.give(module.types);
        self.functions.give(module.functions);
        self.globals.give(module.globals);
        self.symbols.give(module.symbols);
    }

    /// Returns whether a form is enabled.
    #[inline]
    pub(super) fn is_on<F: Form>(&self, form: F) -> bool {
        self.config.rows.contains(self.table.first(F::FAMILY) + form.place() as u16)
    }

    /// Returns whether some form of a family is enabled.
    pub(super) fn has<F: Form>(&self) -> bool {
        self.table.ids(F::FAMILY).any(|id| self.config.rows.contains(id))
    }

    /// Draws one of the enabled forms among these, or any if none is enabled.
    pub(super) fn form<F: Form>(&mut self, among: &[F]) -> F {
        self.config.rows.draw_form(self.table.first(F::FAMILY), among, &mut self.choices)
    }

    /// Draws an enabled form; nothing if none is enabled.
    #[inline]
    pub(super) fn form_on<F: Form>(&mut self) -> Option<F> {
        self.config.rows.draw_form_on(self.table.first(F::FAMILY), F::all(), &mut self.choices)
    }

    /// Returns the first enabled form at or after a place, wrapping around once.
    pub(super) fn form_from<F: Form>(&self, among: &[F], start: usize) -> Option<F> {
        self.config.rows.form_from(self.table.first(F::FAMILY), among, start)
    }

    /// Maps the values of a byte to statements with an enabled form, by weight.
    pub(super) fn spread(&mut self, statements: &'static [Statement]) {
        let mut drawn = std::mem::take(&mut self.statements.0);
        spread(&mut drawn, statements.iter().filter(|statement| (statement.is_on)(self)).map(|statement| (statement, statement.weight)));
        self.statements.0 = drawn;
    }

    /// Generates an instruction of some form, or nothing if the drawn form is not possible here.
    #[inline]
    pub(super) fn statement(&mut self) {
        let draw = usize::from(self.choices.byte());
        if let Some(statement) = self.statements.0.get(draw) {
            (statement.make)(self);
        }
    }
}

/// A family of instructions from which a block's instructions are drawn.
pub(super) struct Statement {
    /// The weight of the family.
    pub(super) weight: u16,
    /// Whether some form of it is enabled.
    pub(super) is_on: fn(&Build<'_, '_>) -> bool,
    /// Generates some enabled form, or nothing if that is impossible.
    pub(super) make: fn(&mut Build<'_, '_>),
}

/// For each value of a byte, the statement that it chooses.
#[derive(Default)]
struct Statements(Vec<&'static Statement>);

impl std::fmt::Debug for Statements {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Statements({})", self.0.len())
    }
}

/// Maps the 256 values of a byte to items, by weight.
pub(super) fn spread<T: Copy>(drawn: &mut Vec<T>, items: impl Iterator<Item = (T, u16)> + Clone) {
    let total: usize = items.clone().map(|item| usize::from(item.1)).sum();
    drawn.clear();
    let mut sum = 0;
    for (item, weight) in items {
        sum += usize::from(weight);
        drawn.resize(sum * 256 / total, item);
    }
}
