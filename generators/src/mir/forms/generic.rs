//! Generic opcodes: one row each.

use super::recipes::{Recipe, recipe};
use crate::forms::Form;
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::tables::{Opcode, common_opcodes};
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
    let mut all: Vec<Generic> = opcodes.map(|opcode| Generic { place: 0, opcode, recipe: recipe(opcode) }).collect();
    all.sort_by_key(|generic| generic.opcode.name);
    all.iter_mut().zip(0..).for_each(|(generic, place)| generic.place = place);
    all
});

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
