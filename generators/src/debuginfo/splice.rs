//! Splicing two modules: debug instructions of one are copied into the other.

use super::edit::{debugs, fresh, is_in_block, places_in_blocks};
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_debuginfo::tables::Role;
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Id, Instruction, Module};
use std::collections::BTreeMap;

/// Most debug instructions that one splice copies.
const MOST: usize = 16;

/// Copies debug instructions of `donor` into `module`.
///
/// A run of the donor's debug instructions is inserted after one of the module's. Names among the copied instructions stay; other names are
/// replaced by what the module's own instructions name in the same role.
///
/// Total: if the donor has nothing to copy, or the result cannot be written, the module stays unchanged. Splicing two valid modules gives a
/// valid module.
pub fn splice(module: &Module, donor: &Module, bytes: &mut Unstructured<'_>) -> Module {
    let mut choices = Choices::new(bytes);
    let careful = is_valid(module) && is_valid(donor);
    for _ in 0..4 {
        let crossed = cross(module, donor, &mut choices);
        if let Some(crossed) = crossed
            && crossed.to_stream().is_ok()
            && (!careful || is_valid(&crossed))
        {
            return crossed;
        }
    }
    module.clone()
}

fn cross(module: &Module, donor: &Module, choices: &mut Choices<'_, '_>) -> Option<Module> {
    let mut crossed = module.clone();
    // Only the same dialect: operands of another would not fit.
    let sets = crossed.sets();
    let (set, dialect) = sets.iter().next()?;
    let theirs = donor.sets().iter().find(|set| set.1 == dialect)?.0;
    let result_type = debugs(&crossed).next()?.1.result_type;
    let mut named: BTreeMap<Role, Vec<Id>> = BTreeMap::new();
    for (_, debug) in debugs(&crossed) {
        debug.info.for_each_id(|role, id| named.entry(role).or_default().push(id));
    }
    let in_block = choices.chance(80);
    let given: Vec<_> = debugs(donor).filter(|(_, debug)| debug.set == theirs && is_in_block(&debug.info) == in_block).collect();
    let places = if in_block {
        places_in_blocks(&crossed)
    } else {
        debugs(&crossed).filter(|(_, debug)| !is_in_block(&debug.info)).map(|(at, _)| at + 1).collect()
    };
    let at = *choices.pick(&places)?;
    let first = choices.index(given.len())?;
    let mut renamed: BTreeMap<Id, Id> = BTreeMap::new();
    let mut copies = Vec::new();
    for (_, debug) in given.iter().skip(first).take(1 + choices.below(MOST)) {
        let mut copy = (*debug).clone();
        let result = fresh(&mut crossed)?;
        renamed.insert(copy.result, result);
        (copy.result, copy.set, copy.result_type) = (result, set, result_type);
        copy.info.for_each_id_mut(|role, id| {
            let own = || named.get(&role).and_then(|ids| choices.pick(ids).copied());
            *id = renamed.get(id).copied().or_else(own).unwrap_or(Id(0));
        });
        copies.push(Instruction::Debug(copy));
    }
    crossed.instructions.splice(at..at, copies);
    Some(crossed)
}
