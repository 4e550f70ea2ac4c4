//! A module with its parts in reverse order.

use irsmith_pnacl::{Initializer, Module, Value, ValueKind};

/// Returns the module with its functions, its globals and the constants of each body in reverse order. Symbols keep their order, which has
/// a meaning.
pub(super) fn reversed(module: &Module) -> Module {
    let mut module = module.clone();
    let (functions, globals) = (module.functions.len(), module.globals.len());
    module.functions.reverse();
    module.globals.reverse();
    for symbol in &mut module.symbols {
        symbol.value = turned(symbol.value, functions, globals, 0);
    }
    for piece in module.globals.iter_mut().flat_map(|global| &mut global.initializers) {
        if let Initializer::Relocation { value, .. } = piece {
            *value = turned(*value, functions, globals, 0);
        }
    }
    for body in module.functions.iter_mut().filter_map(|function| function.body.as_mut()) {
        body.constants.reverse();
        let constants = body.constants.len();
        for instruction in &mut body.instructions {
            instruction.for_each_value_mut(|value| *value = turned(*value, functions, globals, constants));
        }
    }
    module
}

/// Returns the new number of a value, given the number of functions, globals and constants; a nonexistent value keeps its number.
fn turned(value: Value, functions: usize, globals: usize, constants: usize) -> Value {
    let length = match value.kind() {
        ValueKind::Function => functions,
        ValueKind::Global => globals,
        ValueKind::Constant => constants,
        ValueKind::Parameter | ValueKind::Instruction => return value,
    };
    match (length as u32).checked_sub(1 + value.index()) {
        Some(index) => Value::new(value.kind(), index),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;
    use irsmith_generators::bytes_of_seed;
    use irsmith_generators::pnacl::generate;

    #[test]
    fn reversing_twice_changes_nothing_and_once_does() {
        let mut changed = 0;
        for seed in 0..100 {
            let module = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Default::default());
            let once = reversed(&module);
            changed += usize::from(once != module);
            assert!(reversed(&once) == module, "seed {seed}");
        }
        assert!(changed > 80, "{changed} of 100 modules changed");
    }
}
