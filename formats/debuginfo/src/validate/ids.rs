//! The definitions of ids.

use crate::{Id, Instruction, Module};
use std::collections::HashMap;

/// The definition of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    /// The instruction, by index.
    pub(super) index: usize,
    /// The function whose body contains it, counted from 1; 0 for none. An OpFunction is in none.
    pub(super) function: u32,
}

/// The maximal number of table entries per instruction: the ids of modules that were linked or changed have gaps.
const PLACES_OF_INSTRUCTION: usize = 8;

/// The definitions of a module. They are in a table, except for ids beyond [`PLACES_OF_INSTRUCTION`], which only odd modules have: these
/// are in a map, whose order has no effect. The bound in the header is not used: it may be wrong.
#[derive(Debug, Default)]
pub(super) struct Ids {
    dense: Vec<Option<Definition>>,
    sparse: HashMap<u32, Definition>,
    /// Instructions that define an id again.
    pub(super) repeated: Vec<usize>,
}

impl Ids {
    pub(super) fn of(module: &Module) -> Self {
        let largest = module.instructions.iter().filter_map(Instruction::result).max().unwrap_or_default();
        let places = (largest.0 as usize).saturating_add(1).min(PLACES_OF_INSTRUCTION * module.instructions.len());
        let mut ids = Self { dense: vec![None; places], ..Self::default() };
        let (mut functions, mut inside) = (0, false);
        for (index, instruction) in module.instructions.iter().enumerate() {
            let opens = is(instruction, spirv::Op::Function);
            let function = if inside && !opens { functions } else { 0 };
            functions += u32::from(opens);
            inside = (inside || opens) && !is(instruction, spirv::Op::FunctionEnd);
            if let Some(result) = instruction.result() {
                ids.define(result, Definition { index, function });
            }
        }
        ids
    }

    fn define(&mut self, id: Id, definition: Definition) {
        let repeated = match self.dense.get_mut(id.0 as usize) {
            Some(Some(_)) => true,
            Some(place) => {
                *place = Some(definition);
                false
            }
            None => *self.sparse.entry(id.0).or_insert(definition) != definition,
        };
        if repeated {
            self.repeated.push(definition.index);
        }
    }

    /// Returns the first definition of an id.
    pub(super) fn get(&self, id: Id) -> Option<Definition> {
        self.dense.get(id.0 as usize).map_or_else(|| self.sparse.get(&id.0).copied(), |definition| *definition)
    }
}

fn is(instruction: &Instruction, op: spirv::Op) -> bool {
    instruction.core().is_some_and(|core| core.is(op))
}
