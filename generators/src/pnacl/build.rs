//! The state of making one module, and the order in which its parts are made.

use super::Config;
use super::control::Plan;
use super::kinds::{KINDS, Kind};
use super::rows::{FAMILIES, Family, Stage};
use super::rowset::Histogram;
use super::shapes::Shape;
use super::values::Values;
use crate::Choices;
use irsmith_pnacl::tables::INTRINSICS;
use irsmith_pnacl::{Instruction, Module, Signature, Value};
use std::collections::HashMap;

/// No number: of a type that is not in the table, an intrinsic that is not declared.
pub(super) const ABSENT: u32 = u32::MAX;

/// A function that can be called by name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Callable {
    pub(super) function: u32,
    pub(super) result: Option<Kind>,
}

/// Buffers that outlive a case, so that making a case allocates little but the case.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) histogram: Histogram,
    /// For each draw of a byte, the family of stage `Body` that it chooses.
    pick: Vec<u8>,
    /// Number of each kind's type in the module.
    pub(super) types: [u32; KINDS],
    /// Number of the type void.
    pub(super) void: u32,
    /// Numbers of function types, and how many types were looked at for it.
    pub(super) signatures: (HashMap<Signature, u32>, usize),
    /// Function of each intrinsic.
    pub(super) intrinsics: Vec<u32>,
    /// Whether each intrinsic is called.
    pub(super) called: Vec<bool>,
    /// Functions with a body, in order.
    pub(super) defined: Vec<Callable>,
    pub(super) plan: Plan,
    pub(super) values: Values,
    /// The function in the making.
    pub(super) current: u32,
    /// The entry point, a function.
    pub(super) entry: Option<Value>,
    /// Number of globals that there will be.
    pub(super) global_count: usize,
    /// What the next name is for.
    pub(super) naming: Option<Value>,
}

/// A module in the making.
pub(super) struct Build<'a, 'u> {
    pub(super) choices: Choices<'a, 'u>,
    pub(super) config: &'a Config,
    pub(super) scratch: &'a mut Scratch,
    pub(super) module: Module,
}

impl<'a, 'u> Build<'a, 'u> {
    pub(super) fn new(choices: Choices<'a, 'u>, config: &'a Config, scratch: &'a mut Scratch) -> Self {
        scratch.types = [ABSENT; KINDS];
        scratch.void = ABSENT;
        scratch.signatures.0.clear();
        scratch.signatures.1 = 0;
        scratch.intrinsics.clear();
        scratch.intrinsics.resize(INTRINSICS.len(), ABSENT);
        scratch.called.clear();
        scratch.called.resize(INTRINSICS.len(), false);
        scratch.defined.clear();
        scratch.entry = None;
        let mut build = Self { choices, config, scratch, module: Module::default() };
        build.fill_pick();
        build
    }

    /// Makes the parts in an order in which each can name the earlier ones: a module's parts name one another by number, so their order
    /// in the file does not matter here.
    pub(super) fn run(mut self) -> Module {
        if let Some(execution) = self.config.execution {
            return super::program::run(self, execution);
        }
        self.some_types();
        self.signatures();
        self.globals();
        for index in 0..self.scratch.defined.len() {
            self.body(index);
        }
        self.symbols();
        self.module
    }

    /// Spreads the families of stage `Body` over the 256 values of a byte, by weight.
    fn fill_pick(&mut self) {
        let rows = &self.config.rows;
        let on = |family: Family| family.ids().any(|id| rows.contains(id));
        let families = || FAMILIES.iter().filter(|row| row.stage == Stage::Body && on(row.family));
        let total: usize = families().map(|row| usize::from(row.weight)).sum();
        let pick = &mut self.scratch.pick;
        pick.clear();
        let mut sum = 0;
        for row in families() {
            sum += usize::from(row.weight);
            pick.resize(sum * 256 / total, row.family as u8);
        }
    }

    /// Makes an instruction of some row, or nothing where the row drawn is not possible here.
    #[inline]
    pub(super) fn instruction(&mut self) {
        let draw = usize::from(self.choices.byte());
        if let Some(&family) = self.scratch.pick.get(draw) {
            self.make(&FAMILIES[usize::from(family)]);
        }
    }

    /// Makes some form of a family that is on and counts it.
    fn make(&mut self, row: &super::rows::FamilyRow) -> bool {
        let ids = row.family.ids();
        let Some(id) = self.config.rows.draw_on(ids.start, ids.len(), &mut self.choices) else { return false };
        let made = (row.possible)(self) && (row.make)(self, usize::from(id - ids.start));
        if made {
            self.scratch.histogram.note(id);
        }
        made
    }

    /// Makes some form of a family.
    pub(super) fn make_some(&mut self, family: Family) -> bool {
        self.make(&FAMILIES[family as usize])
    }

    /// Makes the first form that is on among `length` forms from `first` on, beginning at a random one; the random one if none is.
    pub(super) fn make_among(&mut self, family: Family, first: usize, length: usize) -> bool {
        let base = family.ids().start + first as u16;
        let id = self.config.rows.draw(base, length, &mut self.choices);
        self.make_form(family, usize::from(id - family.ids().start))
    }

    /// Makes a form, on or not, and counts it.
    pub(super) fn make_form(&mut self, family: Family, form: usize) -> bool {
        let made = (FAMILIES[family as usize].make)(self, form);
        if made {
            self.note(family, form);
        }
        made
    }

    /// Whether a form is on.
    pub(super) fn is_on(&self, family: Family, form: usize) -> bool {
        self.config.rows.contains(family.ids().start + form as u16)
    }

    /// Counts a form.
    #[inline]
    pub(super) fn note(&mut self, family: Family, form: usize) {
        self.scratch.histogram.note(family.ids().start + form as u16);
    }

    /// Counts a shape.
    pub(super) fn notice(&mut self, shape: Shape) {
        self.note(Family::Shape, shape as usize);
    }

    /// Appends an instruction without a result.
    #[inline]
    pub(super) fn push(&mut self, instruction: Instruction) {
        self.scratch.values.instructions.push(instruction);
    }

    /// Appends an instruction with a result.
    #[inline]
    pub(super) fn define(&mut self, kind: Kind, instruction: Instruction) -> Value {
        let values = &mut self.scratch.values;
        values.instructions.push(instruction);
        values.define(kind)
    }

    /// The precondition of what can be made anywhere.
    #[expect(clippy::unused_self, reason = "the table calls every precondition alike")]
    pub(super) const fn always(&self) -> bool {
        true
    }

    /// The function of rows that are noticed, not made.
    #[expect(clippy::unused_self, reason = "the table calls every row alike")]
    pub(super) const fn noticed(&mut self, _: usize) -> bool {
        false
    }
}
