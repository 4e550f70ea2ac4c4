//! Mutations of names.

use super::super::names::name;
use super::{Mutant, Touched};
use irsmith_pnacl::{Module, Value};

/// Counts names.
pub(super) fn count(module: &Module) -> usize {
    module.symbols.len()
}

/// Counts functions and globals.
pub(super) fn count_nameable(module: &Module) -> usize {
    module.functions.len() + module.globals.len()
}

fn nameable(module: &Module, index: usize) -> Value {
    match index.checked_sub(module.functions.len()) {
        None => Value::function(index as u32),
        Some(global) => Value::global(global as u32),
    }
}

/// Adds a name.
pub(super) fn add(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let value = nameable(&mutant.module, index);
    mutant.build(|build| {
        name(build, value);
    });
    Touched::Nothing
}

/// Removes a name.
pub(super) fn remove(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    mutant.module.symbols.remove(index);
    Touched::Nothing
}

/// Exchanges two names in the file.
pub(super) fn swap(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let other = mutant.choices.below(mutant.module.symbols.len());
    mutant.module.symbols.swap(index, other);
    Touched::Nothing
}

/// Changes, adds or drops a character.
pub(super) fn edit(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let name = &mut mutant.module.symbols[index].name;
    let at = mutant.choices.below(name.len() + 1);
    let byte = mutant.choices.byte();
    match mutant.choices.below(4) {
        0 => name.insert(at, byte),
        1 => name.truncate(at),
        2 if at < name.len() => {
            name.remove(at);
        }
        _ => name.iter_mut().skip(at).take(1).for_each(|old| *old = byte),
    }
    Touched::Nothing
}

/// Gives the name to another value.
pub(super) fn retarget(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let other = mutant.choices.below(count_nameable(&mutant.module));
    mutant.module.symbols[index].value = nameable(&mutant.module, other);
    Touched::Nothing
}
