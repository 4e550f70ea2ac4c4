//! The order of functions, globals and constants does not matter: in reverse order they break the same rules.

use super::{Case, Oracle};
use crate::{Check, Family, Needs, Outcome, rule_counts::RuleCounts};
use irsmith_pnacl::validate::validate;
use irsmith_pnacl::{Initializer, Module, Value, ValueKind};

/// The oracle.
pub const VALIDITY_RENUMBERED: Oracle = Oracle {
    name: "validity-renumbered",
    family: Family::Metamorphic,
    about: "with functions, globals and constants in reverse order, a module breaks the same rules equally often",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    let module = case.module_or_skip()?;
    Ok(counts(module)?.are_kept(&counts(&reversed(module))?)?)
}

fn counts(module: &Module) -> Result<RuleCounts, &'static str> {
    RuleCounts::of(&validate(module))
}

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
    use crate::Verdict;
    use arbitrary::Unstructured;
    use irsmith_generators::bytes_of_seed;
    use irsmith_generators::pnacl::breakers::BREAKERS;

    fn generated(seed: u64) -> Module {
        irsmith_generators::pnacl::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Default::default())
    }

    #[test]
    fn reversing_twice_changes_nothing_and_once_does() {
        let mut changed = 0;
        for seed in 0..100 {
            let module = generated(seed);
            let once = reversed(&module);
            changed += usize::from(once != module);
            assert!(reversed(&once) == module, "seed {seed}");
        }
        assert!(changed > 80, "{changed} of 100 modules changed");
    }

    /// Invalid modules keep their violations too; valid modules mostly have none.
    #[test]
    fn broken_modules_break_the_same_rules() {
        let mut compared = 0;
        for seed in 0..300 {
            let mut module = generated(seed);
            for breaker in [seed * 7, seed * 31 + 1] {
                let breaker = &BREAKERS[breaker as usize % BREAKERS.len()];
                breaker.apply(&mut module, &mut Unstructured::new(&bytes_of_seed(seed)));
            }
            // In every readable module a call names a function.
            let Ok(bytes) = module.write() else { continue };
            match VALIDITY_RENUMBERED.verdict(&Case::new(&bytes)) {
                Verdict::Pass => compared += 1,
                Verdict::Skip(_) => {}
                Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
            }
        }
        assert!(compared > 150, "{compared} of 300 cases compared");
    }

    #[test]
    fn a_changed_number_of_violations_is_seen() {
        let module = generated(1);
        let mut other = module.clone();
        other.globals.push(Default::default());
        assert_ne!(counts(&module), counts(&other));
    }
}
