//! Generic opcodes: one row each.

use super::recipes::{Recipe, recipe};
use crate::forms::Form;
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use crate::mir::rows;
use irsmith_mir::Dialect;
use irsmith_mir::tables::{Opcode, common_opcodes};
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

/// A generic opcode that can be generated.
#[derive(Clone, Copy, Debug)]
pub(in crate::mir) struct Generic {
    place: u16,
    pub(in crate::mir) opcode: &'static Opcode,
    pub(in crate::mir) recipe: Recipe,
}

static GENERICS: LazyLock<Vec<Generic>> = LazyLock::new(|| {
    let opcodes = common_opcodes().iter().filter(|opcode| opcode.name.starts_with("G_"));
    (0..).zip(opcodes).map(|(place, opcode)| Generic::new(place, opcode)).collect()
});

/// A generic opcode that the default release lacks.
#[derive(Clone, Copy, Debug)]
pub(in crate::mir) struct Foreign(Generic);

static FOREIGN: LazyLock<Vec<Foreign>> = LazyLock::new(|| {
    let known: HashSet<&str> = common_opcodes().iter().map(|opcode| opcode.name).collect();
    let all = Dialect::ALL.into_iter().flat_map(Dialect::common_opcodes);
    let foreign = all.filter(|opcode| opcode.name.starts_with("G_") && !known.contains(opcode.name));
    let foreign: BTreeMap<&str, &Opcode> = foreign.map(|opcode| (opcode.name, opcode)).collect();
    (0..).zip(foreign.values()).map(|(place, opcode)| Foreign(Generic::new(place, opcode))).collect()
});

impl Generic {
    fn new(place: u16, opcode: &'static Opcode) -> Self {
        Self { place, opcode, recipe: recipe(opcode) }
    }

    /// Returns the generic opcodes of a dialect, as it defines them, each with the id of its row.
    pub(in crate::mir) fn of(dialect: Dialect) -> Vec<(u16, Self)> {
        let places: BTreeMap<&str, u16> = Self::all().iter().map(|form| (form.opcode.name, rows::id(*form))).collect();
        let foreign: BTreeMap<&str, u16> = Foreign::all().iter().map(|form| (form.0.opcode.name, rows::id(*form))).collect();
        let row = |opcode: &'static Opcode| {
            let id = places.get(opcode.name).or_else(|| foreign.get(opcode.name))?;
            Some((*id, Self::new(0, opcode)))
        };
        dialect.common_opcodes().iter().filter(|opcode| !dialect.refuses(None, opcode.name)).filter_map(row).collect()
    }
}

impl Form for Foreign {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Foreign as usize;

    fn all() -> &'static [Self] {
        &FOREIGN
    }

    fn name(self) -> String {
        self.0.name()
    }

    #[inline]
    fn place(self) -> usize {
        self.0.place()
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        self.0.seen(facts)
    }
}

impl Form for Generic {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Generic as usize;

    fn all() -> &'static [Self] {
        &GENERICS
    }

    fn name(self) -> String {
        self.opcode.name.to_owned()
    }

    #[inline]
    fn place(self) -> usize {
        self.place.into()
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.opcode(self.opcode.name)
    }
}
