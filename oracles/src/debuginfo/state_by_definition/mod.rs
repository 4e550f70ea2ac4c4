//! The debug state is as specified, instruction by instruction: a second, slow and simple implementation agrees.

mod definition;

use super::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict};
use definition::{Definition, Holding, Said};
use irsmith_debuginfo::interpret::state::{Binding, BindingKind, FunctionStates, State, States, chain};
use irsmith_debuginfo::{Id, Module};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// The oracle.
pub const STATE_BY_DEFINITION: Oracle = Oracle {
    name: "debuginfo-state-by-definition",
    family: Family::Agreement,
    about: "at each instruction, scope, inlining, line and variables are those that a second implementation finds by a backward search",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// The approximate maximal number of steps back in a function. In larger functions only some instructions are checked, evenly spaced.
const MOST_STEPS: usize = 1 << 24;

fn check(case: &Case) -> Verdict {
    let module = match case.typed_module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let module = &*module;
    let states = States::new(module);
    if states.functions.is_empty() {
        return Verdict::Skip("no-function");
    }
    compare(module, &states).err().unwrap_or(Verdict::Pass)
}

fn compare(module: &Module, states: &States) -> Result<(), Verdict> {
    let definition = Definition::new(module);
    let ranges: Vec<Range<usize>> = states.functions.iter().map(|function| function.instructions.clone()).collect();
    same("functions-differ", &definition.functions(), &ranges, "module")?;
    let (mut refused, mut found) = (Vec::new(), Found { module, chains: BTreeMap::new() });
    for function in &states.functions {
        let (said, refused_here) = definition.said(&function.instructions);
        refused.extend(refused_here);
        compare_function(&definition, &mut found, &said, function)?;
    }
    compare_origins(&definition, module, states)?;
    let problems: Vec<usize> = states.problems.iter().map(|problem| problem.at).collect();
    same("refused-differ", &refused, &problems, "module")
}

fn compare_function(definition: &Definition<'_>, found: &mut Found<'_>, said: &[Said], function: &FunctionStates) -> Result<(), Verdict> {
    let range = &function.instructions;
    let steps = range.len().saturating_mul(range.len()).saturating_mul(said.len());
    let every = 1 + steps / MOST_STEPS;
    let mut verdict = Ok(());
    function.walk(|at, state| {
        if verdict.is_ok() && (at - range.start).is_multiple_of(every) {
            verdict = compare_instruction(&definition.holding(range, said, at), &found.holding(state), at);
        }
    });
    verdict
}

/// Compares the origins of instructions: their scopes, inlining and lines.
fn compare_origins(definition: &Definition<'_>, module: &Module, states: &States) -> Result<(), Verdict> {
    let origins = states.origins(module);
    // They are in the order of the functions.
    let mut origins = origins.iter().peekable();
    let mut texts = Texts::default();
    for function in &states.functions {
        let range = &function.instructions;
        let every = 1 + range.len().saturating_mul(range.len()) / MOST_STEPS;
        while let Some((at, found)) = origins.next_if(|(at, _)| range.contains(at)) {
            if !(at - range.start).is_multiple_of(every) {
                continue;
            }
            let defined = definition.origin(range, *at);
            let place = format!("origin of instruction {at}");
            let scope = defined.scope.map(|id| texts.of(id, found.scope.as_ref()));
            same("origin-differs", &scope, &found.scope.clone().map(Some), &place)?;
            let scopes = found.inlined.iter().map(|site| Some(&site.scope)).chain(std::iter::repeat(None));
            let inlining: Vec<_> = defined.inlining.iter().zip(scopes).map(|(&(line, id), scope)| (line, texts.of(id, scope))).collect();
            let sites: Vec<_> = found.inlined.iter().map(|site| (site.line, Some(site.scope.clone()))).collect();
            same("origin-differs", &inlining, &sites, &place)?;
            let file = found.line.as_ref().map(|line| &line.file);
            let line = defined.line.map(|[name, line, column]| (line, column, texts.of(Id(name), file)));
            same("origin-differs", &line, &found.line.as_ref().map(|line| (line.line, line.column, file.cloned())), &place)?;
        }
    }
    Ok(())
}

/// The texts by which origins name what has an id: for an id always the same one.
#[derive(Default)]
struct Texts(BTreeMap<Id, Rc<str>>);

impl Texts {
    /// Returns the text that an id had first: this one, if there was none.
    fn of(&mut self, id: Id, text: Option<&Rc<str>>) -> Option<Rc<str>> {
        match self.0.get(&id) {
            Some(first) => Some(first.clone()),
            None => text.map(|text| self.0.entry(id).or_insert(text.clone()).clone()),
        }
    }
}

fn compare_instruction(defined: &Holding, found: &Holding, at: usize) -> Result<(), Verdict> {
    let place = format!("instruction {at}");
    same("scope-differs", &defined.scope, &found.scope, &place)?;
    same("inlining-differs", &defined.inlining, &found.inlining, &place)?;
    same("bindings-differ", &defined.bindings, &found.bindings, &place)
}

/// The results of the interpreter, in the types of the definition.
struct Found<'m> {
    module: &'m Module,
    /// Levels of inlining, each chain computed once.
    chains: BTreeMap<Id, Vec<(u32, Id)>>,
}

impl Found<'_> {
    fn holding(&mut self, state: &State) -> Holding {
        let inlining = state.scope.and_then(|active| active.inlined_at).map(|id| self.inlining(id));
        let mut bindings: Vec<Said> = state.bindings().map(said).collect();
        bindings.sort_by_key(|said| said.at);
        Holding { scope: state.scope.map(|active| active.scope), inlining: inlining.unwrap_or_default(), bindings }
    }

    fn inlining(&mut self, inlined_at: Id) -> Vec<(u32, Id)> {
        let levels = || chain(self.module, Some(inlined_at)).iter().map(|level| (level.line, level.scope)).collect();
        self.chains.entry(inlined_at).or_insert_with(levels).clone()
    }
}

fn said(binding: &Binding) -> Said {
    Said {
        at: binding.at,
        is_value: binding.kind == BindingKind::Value,
        variable: (binding.variable.local, binding.variable.inlined_at),
        operand: binding.operand,
        indexes: binding.indexes.clone(),
        expression: binding.expression,
        bits: binding.bits.map(|bits| (bits.offset, bits.size)),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(property: &'static str, defined: &T, found: &T, place: &str) -> Result<(), Verdict> {
    if defined == found {
        return Ok(());
    }
    let evidence = format!("{place}\n  by definition: {defined:?}\n  interpreted:   {found:?}");
    Err(Verdict::fail(STATE_BY_DEFINITION.name, property, "state", evidence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;
    use irsmith_debuginfo::interpret::state::Change;
    use irsmith_generators::bytes_of_seed;
    use irsmith_generators::debuginfo::{Config, generate};

    /// States with one change missing simulate an interpreter that has missed it.
    #[test]
    fn each_kind_of_change_is_missed() {
        let (mut missed, mut origins) = ([0; 3], 0);
        for seed in 0..40 {
            let module = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default());
            let states = States::new(&module);
            assert_eq!(compare(&module, &states), Ok(()));
            for (function, at) in
                states.functions.iter().enumerate().flat_map(|(at, function)| (0..function.changes.len()).map(move |change| (at, change)))
            {
                let mut fewer = states.clone();
                let kind = match fewer.functions[function].changes.remove(at).1 {
                    Change::Scope(_) => 0,
                    Change::Bind(_) => 1,
                    Change::BlockEnd => 2,
                };
                missed[kind] += usize::from(compare(&module, &fewer).is_err());
                origins += usize::from(compare_origins(&Definition::new(&module), &module, &fewer).is_err());
            }
        }
        assert!(missed.iter().all(|&count| count > 10), "scopes, bindings and ends that were missed: {missed:?}");
        assert!(origins > 10, "origins that were other ones: {origins}");
    }
}
