//! What a conversion to `NonSemantic.Shader.DebugInfo` must keep of the program, and what the converted module must have.

use super::shader_lines::of_sets;
use irsmith_debuginfo::convert::{Loss, LossKind};
use irsmith_debuginfo::grammar::is_string;
use irsmith_debuginfo::{CoreInstruction, Id, Info, Instruction, Module};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};

/// What the set needs before SPIR-V 1.6.
const EXTENSION: &str = "SPV_KHR_non_semantic_info";
const SPIRV_1_6: u32 = 0x0001_0600;
/// What an instruction that names later ones needs.
const FORWARD: &str = "SPV_KHR_relaxed_extended_instruction";
/// DebugFunctionDefinition.
const DEFINITION: u32 = 101;

/// Returns what is wrong with the converted form of a valid module: the kind of thing, and evidence.
pub(super) fn difference(before: &Module, after: &Module, losses: &[Loss]) -> Option<(&'static str, String)> {
    if let Some(id) = missing_extension(after) {
        return Some(("extension", format!("{id} needs an extension that is not declared")));
    }
    let sets = after.shader_sets();
    if let Some(id) = before_variable(after, &sets) {
        return Some(("variable", format!("{id} stands before an OpVariable or OpPhi of its block")));
    }
    if losses.iter().any(|loss| matches!(loss.kind, LossKind::Unknown(..))) {
        return None;
    }
    let (before, after) = (Bodies::of(before, &sets), Bodies::of(after, &sets));
    if let Some(at) = (0..before.debug.len().max(after.debug.len())).find(|&at| before.debug.get(at) != after.debug.get(at)) {
        let evidence = format!("\n  before: {:?}\n  after:  {:?}", before.debug.get(at), after.debug.get(at));
        return Some(("order of debug instructions", evidence));
    }
    let differing = (0..before.program.len().max(after.program.len())).find(|&at| before.program.get(at) != after.program.get(at));
    differing.map(|at| ("program", format!("\n  before: {:?}\n  after:  {:?}", before.program.get(at), after.program.get(at))))
}

/// Returns what needs an extension that the module does not declare.
fn missing_extension(module: &Module) -> Option<Id> {
    let cores = || module.instructions.iter().filter_map(Instruction::core);
    let declares = |name| cores().any(|core| core.is(Op::Extension) && is_string(&core.words, name));
    let import = module.shader_sets().first().copied().filter(|_| module.header.version < SPIRV_1_6 && !declares(EXTENSION));
    let forward = || cores().find(|core| core.is(Op::ExtInstWithForwardRefsKHR)).filter(|_| !declares(FORWARD))?.id(1);
    import.or_else(forward)
}

/// Returns an instruction of the sets that stands before an OpVariable or OpPhi of its block. Behind other instructions of the program both
/// are misplaced already.
fn before_variable(module: &Module, sets: &BTreeSet<Id>) -> Option<Id> {
    let (mut last, mut is_behind_others) = (None, false);
    for core in module.instructions.iter().filter_map(Instruction::core) {
        if core.is(Op::Label) || core.is(Op::Function) {
            (last, is_behind_others) = (None, false);
        } else if of_sets(core, sets).is_some() {
            last = core.id(1);
        } else if core.is(Op::Variable) || core.is(Op::UntypedVariableKHR) || core.is(Op::Phi) {
            if last.is_some() && !is_behind_others {
                return last;
            }
        } else if !core.is(Op::Line) && !core.is(Op::NoLine) {
            is_behind_others = true;
        }
    }
    None
}

/// What functions contain, in its order.
struct Bodies<'m> {
    /// The results of debug instructions, but for those that only the set has.
    debug: Vec<Id>,
    program: Vec<&'m CoreInstruction>,
}

impl<'m> Bodies<'m> {
    fn of(module: &'m Module, sets: &BTreeSet<Id>) -> Self {
        let mut bodies = Self { debug: Vec::new(), program: Vec::new() };
        let is_function = |instruction: &&Instruction| instruction.core().is_some_and(|core| core.is(Op::Function));
        for instruction in module.instructions.iter().skip_while(|instruction| !is_function(instruction)) {
            match instruction {
                Instruction::Debug(debug) => bodies.debug.push(debug.result),
                Instruction::Core(core) => match of_sets(core, sets) {
                    Some((DEFINITION, _)) => {}
                    Some(_) => bodies.debug.push(Id(core.words[1])),
                    None => bodies.program.push(core),
                },
            }
        }
        bodies
    }
}

/// Returns what members and functions name that the set states elsewhere, with their results: the composite of a member that no other
/// composite lists, and the function, with a body, of a DebugFunction that no other one describes.
pub(super) fn stated_elsewhere(module: &Module) -> BTreeSet<(Id, Id)> {
    let (mut composites, mut functions) = (BTreeMap::<Id, Vec<Id>>::new(), BTreeMap::<Id, Vec<Id>>::new());
    let (mut named, mut bodies, mut function) = (BTreeSet::new(), BTreeSet::new(), None);
    for instruction in &module.instructions {
        match instruction {
            Instruction::Core(core) if core.is(Op::Function) => function = core.id(1),
            Instruction::Core(core) if core.is(Op::Label) => bodies.extend(function),
            Instruction::Core(_) => {}
            Instruction::Debug(debug) => match &debug.info {
                Info::TypeComposite { members, .. } => members.iter().for_each(|&id| composites.entry(id).or_default().push(debug.result)),
                // One may also name a template instead, which the set does not state.
                Info::TypeMember { parent, .. } | Info::TypeInheritance { child: parent, .. } => {
                    named.insert((debug.result, *parent));
                }
                Info::Function { function, .. } => functions.entry(*function).or_default().push(debug.result),
                _ => {}
            },
        }
    }
    functions.retain(|function, _| bodies.contains(function));
    let composites = composites.into_iter().map(|(member, composites)| (composites.len(), (member, composites[0])));
    let composites = composites.filter(|(_, pair)| named.contains(pair));
    let functions = functions.into_iter().map(|(function, described)| (described.len(), (described[0], function)));
    composites.chain(functions).filter(|(count, _)| *count == 1).map(|(_, pair)| pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;
    use irsmith_debuginfo::convert::{Forward, convert_to_shader};
    use irsmith_debuginfo::validate::is_valid;
    use irsmith_generators::bytes_of_seed;
    use irsmith_generators::debuginfo::{Config, generate};

    /// Changes a module at an index.
    type Change = fn(&mut Vec<Instruction>, usize);

    /// Each change of a converted module is noticed in most of those in which it can be made.
    #[test]
    fn what_a_conversion_could_do_wrong_is_noticed() {
        let mut noticed = [(0, 0); 4];
        let mut stated = 0;
        for seed in 0..60 {
            let module = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default());
            assert!(is_valid(&module));
            stated += stated_elsewhere(&module).len();
            let converted = convert_to_shader(&module, Forward::Keep);
            assert_eq!(difference(&module, &converted.module, &converted.losses), None, "seed {seed}");
            let sets = converted.module.shader_sets();
            let all = &converted.module.instructions;
            let core = |at: usize| all[at].core().filter(|_| at < all.len());
            let first = all.iter().position(|own| own.core().is_some_and(|core| core.is(Op::Function))).unwrap_or(all.len());
            let is_debug = |at: usize| core(at).and_then(|core| of_sets(core, &sets)).is_some_and(|(number, _)| number != DEFINITION);
            let changes: [(Option<usize>, Change); 4] = [
                ((0..first).find(|&at| core(at).is_some_and(|core| core.is(Op::Extension))), |all, at| drop(all.remove(at))),
                ((first..all.len()).find(|&at| core(at).is_some_and(|core| core.is(Op::Store))), |all, at| drop(all.remove(at))),
                ((first + 1..all.len()).find(|&at| is_debug(at) && is_debug(at - 1)), |all, at| all.swap(at - 1, at)),
                ((first + 1..all.len()).find(|&at| is_debug(at) && core(at - 1).is_some_and(|core| core.is(Op::Label))), |all, at| {
                    let variable = CoreInstruction::new(Op::Variable, [1, 2, 7]);
                    all.insert(at + 1, Instruction::Core(variable));
                }),
            ];
            for ((count, found), (at, change)) in noticed.iter_mut().zip(changes) {
                let Some(at) = at else { continue };
                let mut changed = converted.module.clone();
                change(&mut changed.instructions, at);
                *count += 1;
                *found += usize::from(difference(&module, &changed, &converted.losses).is_some());
            }
        }
        assert!(noticed.iter().all(|&(count, found)| count > 5 && 2 * found > count), "{noticed:?}");
        assert!(stated > 100, "{stated}");
    }

    /// A module may be valid by the rules of debug instructions, and have an OpPhi behind other instructions of its block.
    #[test]
    fn variables_behind_other_instructions_are_misplaced_already() {
        let found = (0..60).find_map(|seed| {
            let module = generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default());
            let converted = convert_to_shader(&module, Forward::Keep).module;
            let (all, sets) = (&converted.instructions, converted.shader_sets());
            let is_debug = |at: usize| all[at].core().and_then(|core| of_sets(core, &sets)).is_some_and(|(number, _)| number != DEFINITION);
            let begins = |at: usize| all[at].core().is_some_and(|core| core.is(Op::Label));
            let at = (1..all.len()).find(|&at| is_debug(at) && begins(at - 1))?;
            Some((converted, sets, at))
        });
        let (converted, sets, at) = found.expect("a block begins with a debug instruction");
        let with = |inserted: Vec<CoreInstruction>| {
            let mut changed = converted.clone();
            changed.instructions.splice(at + 1..at + 1, inserted.into_iter().map(Instruction::Core));
            before_variable(&changed, &sets).is_some()
        };
        let variable = CoreInstruction::new(Op::Variable, [1, 2, 7]);
        assert!(with(vec![variable.clone()]));
        assert!(!with(vec![CoreInstruction::new(Op::Nop, []), variable]));
    }
}
