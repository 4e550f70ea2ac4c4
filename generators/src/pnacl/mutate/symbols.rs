//! Names.

use super::super::names::name;
use super::{Scene, Touched};
use irsmith_pnacl::{Module, Value};

/// Names.
pub(super) fn count(module: &Module) -> usize {
    module.symbols.len()
}

/// Functions and globals.
pub(super) fn count_nameable(module: &Module) -> usize {
    module.functions.len() + module.globals.len()
}

fn nameable(module: &Module, index: usize) -> Value {
    match index.checked_sub(module.functions.len()) {
        None => Value::function(index as u32),
        Some(global) => Value::global(global as u32),
    }
}

/// One more name.
pub(super) fn add(scene: &mut Scene<'_, '_>, index: usize) -> Touched {
    let value = nameable(&scene.module, index);
    scene.build(|build| {
        name(build, value);
    });
    Touched::Nothing
}

/// Takes a name out.
pub(super) fn remove(scene: &mut Scene<'_, '_>, index: usize) -> Touched {
    scene.module.symbols.remove(index);
    Touched::Nothing
}

/// Exchanges two names in the file.
pub(super) fn swap(scene: &mut Scene<'_, '_>, index: usize) -> Touched {
    let other = scene.choices.below(scene.module.symbols.len());
    scene.module.symbols.swap(index, other);
    Touched::Nothing
}

/// Changes, adds or drops a character.
pub(super) fn edit(scene: &mut Scene<'_, '_>, index: usize) -> Touched {
    let name = &mut scene.module.symbols[index].name;
    let at = scene.choices.below(name.len() + 1);
    let byte = scene.choices.byte();
    match scene.choices.below(4) {
        0 => name.insert(at, byte),
        1 => name.truncate(at),
        2 if at < name.len() => {
            name.remove(at);
        }
        _ => name.iter_mut().skip(at).take(1).for_each(|old| *old = byte),
    }
    Touched::Nothing
}

/// Gives the name to something else.
pub(super) fn retarget(scene: &mut Scene<'_, '_>, index: usize) -> Touched {
    let other = scene.choices.below(count_nameable(&scene.module));
    scene.module.symbols[index].value = nameable(&scene.module, other);
    Touched::Nothing
}
