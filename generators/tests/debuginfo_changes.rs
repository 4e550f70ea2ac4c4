//! Mutation, splicing and reduction of real modules.

use arbitrary::Unstructured;
use irsmith_debuginfo::text::assemble;
use irsmith_debuginfo::transform::substitute;
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Info, Instruction, Limits, Module, Stream};
use irsmith_generators::debuginfo::{Config, MUTATIONS, Pass, Reductions, WORD_MUTATIONS, generate, mutate, mutate_words, size, splice};
use irsmith_generators::{Reduce, bytes_of_seed};
use irsmith_testdata::{ACCESS_CHAIN, Data};
use std::collections::{BTreeMap, BTreeSet};

irsmith_testdata::data_tests! {
    own: [
        every_mutation_happens_and_can_be_written,
        every_mutation_of_words_happens,
        splices_bring_something_and_keep_valid_modules_valid,
        reductions_are_smaller_and_every_pass_is_of_use,
        a_module_shrinks_to_what_is_looked_for,
        one_absence_is_enough,
    ],
    outside: [
        every_mutation_happens_and_can_be_written,
        every_mutation_of_words_happens,
        splices_bring_something_and_keep_valid_modules_valid,
        reductions_are_smaller_and_every_pass_is_of_use,
        a_module_shrinks_to_what_is_looked_for,
        one_absence_is_enough,
    ],
}

fn modules(data: &Data) -> Vec<Module> {
    let files = data.files("debuginfo/debuginfo", "spv");
    files.iter().map(|file| Module::read(&irsmith_testdata::read(file), &Limits::default()).unwrap()).collect()
}

fn every_mutation_happens_and_can_be_written(data: &Data) {
    let modules = modules(data);
    let (mut seen, mut valid, mut count): (BTreeMap<&str, usize>, _, _) = (BTreeMap::new(), 0, 0);
    for seed in 0..3_000_u64 {
        let before = &modules[seed as usize % modules.len()];
        let mut module = before.clone();
        let Some(name) = mutate(&mut module, &mut Unstructured::new(&bytes_of_seed(seed))) else { continue };
        assert_ne!(module, *before, "{name} changes nothing");
        *seen.entry(name).or_default() += 1;
        if is_valid(before) {
            count += 1;
            valid += usize::from(is_valid(&module));
        }
        // The writer's own stream reads back unchanged, with the same types except for what only words show.
        let stream = module.to_stream().unwrap();
        assert_eq!(Module::from_stream(&stream).to_stream().unwrap(), stream, "{name}");
    }
    eprintln!("{seen:?}, {valid} of {count} valid");
    assert_eq!(seen.len(), MUTATIONS.len(), "only {seen:?}");
    assert!(valid * 4 > count * 3, "{valid} of {count} valid");
}

fn every_mutation_of_words_happens(data: &Data) {
    let modules = modules(data);
    let (mut seen, mut readable): (BTreeMap<&str, usize>, _) = (BTreeMap::new(), 0);
    for seed in 0..3_000_u64 {
        let module = &modules[seed as usize % modules.len()];
        let stream = module.to_stream().unwrap();
        let (bytes, name) = mutate_words(&stream, &mut Unstructured::new(&bytes_of_seed(seed))).unwrap();
        *seen.entry(name).or_default() += usize::from(bytes != stream.write());
        readable += usize::from(Stream::read(&bytes, &Limits::default()).is_ok());
    }
    eprintln!("{seen:?}, {readable} readable");
    assert!(seen.len() == WORD_MUTATIONS.len() && seen.values().all(|&count| count > 20), "{seen:?}");
    assert!(readable > 2_000, "{readable}");
}

fn splices_bring_something_and_keep_valid_modules_valid(data: &Data) {
    let modules = modules(data);
    let (mut changed, mut count) = (0, 0);
    for seed in 0..1_000_usize {
        let module = &modules[seed % modules.len()];
        let donor = &modules[(seed / modules.len()) % modules.len()];
        let crossed = splice(module, donor, &mut Unstructured::new(&bytes_of_seed(seed as u64)));
        assert!(!(is_valid(module) && is_valid(donor)) || is_valid(&crossed), "seed {seed}");
        (changed, count) = (changed + usize::from(crossed != *module), count + 1);
    }
    assert!(changed * 2 > count, "{changed} of {count}");
}

fn reductions_are_smaller_and_every_pass_is_of_use(data: &Data) {
    let mut used = BTreeSet::new();
    // Real modules lack the control flow that some passes reduce.
    let generated = (0..60).map(|seed| generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default()));
    // Chains of generated modules have indexes that their results need.
    let access = Module::from_stream(&assemble(ACCESS_CHAIN).unwrap());
    for module in modules(data).into_iter().chain(generated).chain([access]) {
        let mut reductions = Reductions::default();
        for (pass, range) in reductions.ranges(&module) {
            let mut smaller = module.clone();
            if reductions.apply(&mut smaller, pass, range) {
                assert!(size(&smaller) < size(&module) && (is_valid(&smaller) || !is_valid(&module)), "{pass:?}");
                used.insert(pass);
            } else {
                assert_eq!(smaller, module);
            }
        }
    }
    let missing: Vec<_> = Pass::ALL.iter().filter(|pass| !used.contains(pass)).collect();
    // None of them has two DebugInfoNone.
    assert_eq!(missing, [&Pass::Nones]);
}

fn a_module_shrinks_to_what_is_looked_for(data: &Data) {
    for module in modules(data) {
        let has = |module: &Module| {
            module.instructions.iter().filter_map(Instruction::debug).any(|debug| matches!(debug.info, Info::LocalVariable { .. }))
        };
        if !has(&module) {
            continue;
        }
        let small = Reductions::default().reduce(&module, has);
        // The frame of a module, a type, an import, the instruction.
        assert!(small.instructions.len() <= 14, "{} instructions\n{small:#?}", small.instructions.len());
    }
}

fn one_absence_is_enough(data: &Data) {
    for module in modules(data) {
        let says = |at: &usize| module.instructions[*at].debug().is_some_and(|debug| matches!(debug.info, Info::TypeBasic { .. }));
        let places: Vec<usize> = (0..module.instructions.len()).filter(says).take(2).collect();
        let mut absent = module.clone();
        places.iter().for_each(|&at| assert!(substitute(&mut absent, at)));
        let count = Reductions::default().count(&absent, Pass::Nones);
        let mut merged = absent.clone();
        if count > 0 {
            assert!(Reductions::default().apply(&mut merged, Pass::Nones, 0..count));
            assert_eq!(merged.instructions.len(), absent.instructions.len() - count);
        }
        assert!(places.len() < 2 || count > 0);
    }
}
