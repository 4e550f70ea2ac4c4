//! Uses of ids.

use irsmith_debuginfo::transform::{ANNOTATIONS, for_each_id};
use irsmith_debuginfo::{Id, Instruction, Module};
use spirv::Op;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Definitions and uses of ids, by the indices of instructions.
#[derive(Debug)]
pub(super) struct Graph {
    definitions: BTreeMap<Id, usize>,
    users: BTreeMap<Id, Vec<usize>>,
    operands: Vec<Vec<Id>>,
}

impl Graph {
    /// Returns the graph of a module; `None` if the ids of some instruction are unknown.
    pub(super) fn of(module: &Module) -> Option<Self> {
        let mut graph =
            Graph { definitions: BTreeMap::new(), users: BTreeMap::new(), operands: vec![Vec::new(); module.instructions.len()] };
        let results: Vec<Option<Id>> = module.instructions.iter().map(Instruction::result).collect();
        for (at, result) in results.iter().enumerate() {
            if let Some(result) = result {
                graph.definitions.entry(*result).or_insert(at);
            }
        }
        for_each_id(module, |at, id| {
            if results[at] != Some(id) {
                graph.users.entry(id).or_default().push(at);
                graph.operands[at].push(id);
            }
        })
        .ok()?;
        Some(graph)
    }

    /// Returns the instruction that defines an id.
    pub(super) fn definition(&self, id: Id) -> Option<usize> {
        self.definitions.get(&id).copied()
    }

    /// Returns the instructions that use an id, in order; one that uses it several times is listed as often.
    pub(super) fn users(&self, id: Id) -> &[usize] {
        self.users.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the ids that an instruction uses, with the type of its result.
    pub(super) fn operands(&self, at: usize) -> &[Id] {
        &self.operands[at]
    }
}

/// Returns whether an instruction only says something of its operands: a name, decoration, entry point or mode of it.
pub(super) fn is_mention(instruction: &Instruction) -> bool {
    const OTHERS: [Op; 3] = [Op::EntryPoint, Op::ExecutionMode, Op::ExecutionModeId];
    instruction.core().is_some_and(|core| ANNOTATIONS.iter().chain(&OTHERS).any(|&op| core.is(op)))
}

/// Returns the ids with an earlier one of the same kind, and the first of that kind.
pub(super) fn later<K: Eq + Hash>(definitions: impl Iterator<Item = (K, Id)>) -> Vec<(Id, Id)> {
    let mut first: HashMap<K, Id> = HashMap::new();
    let with_first = definitions.map(|(kind, id)| (id, *first.entry(kind).or_insert(id)));
    with_first.filter(|(id, first)| id != first).collect()
}

/// Counts how often each id is used, excluding its definition; `None` if the ids of some instruction are unknown.
pub(super) fn uses(module: &Module) -> Option<BTreeMap<Id, usize>> {
    let mut uses = BTreeMap::new();
    for_each_id(module, |_, id| *uses.entry(id).or_default() += 1).ok()?;
    for result in module.instructions.iter().filter_map(Instruction::result) {
        *uses.entry(result).or_default() -= 1;
    }
    Some(uses)
}

/// Returns whether an instruction's result is unused.
pub(super) fn is_unused(uses: &BTreeMap<Id, usize>, instruction: &Instruction) -> bool {
    instruction.result().is_some_and(|result| uses.get(&result).is_none_or(|&count| count == 0))
}

/// Removes the instructions of a range among those for which `of_interest` holds.
pub(super) fn remove_where(module: &mut Module, range: std::ops::Range<usize>, mut of_interest: impl FnMut(&Instruction) -> bool) {
    let mut next = 0;
    module.instructions.retain(|instruction| {
        let counts = of_interest(instruction);
        next += usize::from(counts);
        !(counts && range.contains(&(next - 1)))
    });
}
