//! Mutation, splicing and reduction of files, real ones and generated ones.

use arbitrary::Unstructured;
use irsmith_generators::mir::{Config, Kind, MUTATIONS, Pass, Reductions, TOKEN_MUTATIONS, generate, mutate, mutate_tokens, size, splice};
use irsmith_generators::{Reduce, bytes_of_seed};
use irsmith_mir::tables::Machine;
use irsmith_mir::validate::{self, Options};
use irsmith_mir::{File, Instruction, Limits};
use std::collections::{BTreeMap, BTreeSet};

/// Real files of no more than so many bytes that read.
fn real(largest: usize) -> Vec<File> {
    let mut files = Vec::new();
    for folder in ["mir/compiled", "mir/llvm-tests"] {
        for path in irsmith_testdata::files(folder, "mir") {
            let bytes = irsmith_testdata::read(&path);
            files.extend((bytes.len() <= largest).then(|| File::read(&bytes, &Limits::default()).ok()).flatten());
        }
    }
    files
}

/// A generated file for one of the targets.
fn generated(seed: u64) -> File {
    let config = Config::new(Machine::TARGETS[seed as usize % 2], [Kind::Both, Kind::Generic, Kind::Target][seed as usize / 2 % 3]);
    generate(&mut Unstructured::new(&bytes_of_seed(seed)), &config)
}

fn is_valid(file: &File) -> bool {
    validate::is_valid(file, Options::default())
}

fn instructions(file: &File) -> impl Iterator<Item = &Instruction> {
    let blocks = file.functions.iter().flat_map(|function| &function.blocks);
    let outer = blocks.flat_map(|block| &block.instructions);
    outer.flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten()))
}

/// Changes files of both sorts by turns; how often each mutation happened, and how many of the valid files stayed valid.
fn changed(files: &[File], seeds: std::ops::Range<u64>, seen: &mut BTreeMap<&'static str, usize>) -> (usize, usize) {
    let (mut valid, mut count) = (0, 0);
    for seed in seeds {
        let Some(before) = files.get(seed as usize % files.len().max(1)) else { break };
        let mut file = before.clone();
        let Some(name) = mutate(&mut file, &mut Unstructured::new(&bytes_of_seed(seed))) else { continue };
        assert_ne!(file, *before, "{name} changes nothing");
        *seen.entry(name).or_default() += 1;
        if is_valid(before) {
            count += 1;
            valid += usize::from(is_valid(&file));
        }
        let again = File::read(file.write().as_bytes(), &Limits::default());
        assert!(again.as_ref() == Ok(&file), "seed {seed}: {name} reads back as {again:?}");
    }
    (valid, count)
}

#[test]
fn every_mutation_happens_and_reads_back() {
    let mut seen = BTreeMap::new();
    let generated: Vec<File> = (0..200).map(generated).collect();
    let figures = [changed(&generated, 0..3_000, &mut seen), changed(&real(40_000), 0..3_000, &mut seen)];
    println!("{seen:?}, valid of valid: generated and real {figures:?}");
    assert_eq!(seen.len(), MUTATIONS.len(), "only {seen:?}");
    for (valid, count) in figures {
        assert!(valid * 10 >= count * 7, "{valid} of {count} valid");
    }
}

#[test]
fn every_mutation_of_tokens_happens() {
    let files: Vec<Vec<u8>> = (0..100).map(|seed| generated(seed).write().into_bytes()).collect();
    let mut readable = 0;
    for (row, line) in TOKEN_MUTATIONS.iter().enumerate() {
        let mut happened = 0;
        for seed in 0..100 {
            let bytes = &files[seed];
            let mutant = line.apply(bytes, &mut Unstructured::new(&bytes_of_seed((row * 100 + seed) as u64)));
            happened += usize::from(mutant != *bytes);
            readable += usize::from(File::read(&mutant, &Limits::default()).is_ok());
        }
        assert!(happened > 50, "{} happened in {happened} of 100 files", line.name);
    }
    println!("{readable} of {} mutants read", TOKEN_MUTATIONS.len() * 100);
    assert!(readable > 200);
    assert_eq!(mutate_tokens(b"", &mut Unstructured::new(&bytes_of_seed(1))), None);
}

#[test]
fn splices_bring_something_and_keep_valid_files_valid() {
    let mut files: Vec<File> = (0..40).map(generated).collect();
    files.extend(real(8_000).into_iter().step_by(8));
    let (mut changed, mut count) = (0, 0);
    for seed in 0..1_000_usize {
        let (file, donor) = (&files[seed % files.len()], &files[(seed * 7 + seed / files.len()) % files.len()]);
        let crossed = splice(file, donor, &mut Unstructured::new(&bytes_of_seed(seed as u64)));
        assert!(!(is_valid(file) && is_valid(donor)) || is_valid(&crossed), "seed {seed}");
        assert!(File::read(crossed.write().as_bytes(), &Limits::default()).as_ref() == Ok(&crossed), "seed {seed}");
        (changed, count) = (changed + usize::from(crossed != *file), count + 1);
    }
    println!("{changed} of {count} splices bring something");
    assert!(changed * 10 > count * 8, "{changed} of {count}");
}

#[test]
fn reductions_are_smaller_and_every_pass_is_of_use() {
    let mut files: Vec<File> = (0..30).map(generated).collect();
    files.extend(real(4_000).into_iter().step_by(16));
    let mut used = BTreeSet::new();
    for file in files {
        let mut reductions = Reductions::default();
        for (pass, range) in reductions.ranges(&file).step_by(3) {
            let mut smaller = file.clone();
            if reductions.apply(&mut smaller, pass, range) {
                assert!(size(&smaller) < size(&file) && (is_valid(&smaller) || !is_valid(&file)), "{pass:?}");
                used.insert(pass);
            } else {
                assert_eq!(smaller, file);
            }
        }
    }
    let missing: Vec<_> = Pass::ALL.iter().filter(|pass| !used.contains(pass)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The first opcode of the file's last function that few others have.
fn needle(file: &File) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    instructions(file).for_each(|instruction| *counts.entry(&instruction.opcode).or_default() += 1);
    let all: Vec<&Instruction> = instructions(file).collect();
    let rare = all.iter().rev().find(|instruction| counts[instruction.opcode.as_str()] == 1 && !instruction.results.is_empty())?;
    Some(rare.opcode.to_string())
}

#[test]
fn a_file_shrinks_to_what_is_looked_for() {
    let mut files: Vec<File> = (0..12).map(generated).collect();
    files.extend(real(6_000).into_iter().step_by(40));
    for file in files {
        let Some(needle) = needle(&file) else { continue };
        let has = |file: &File| instructions(file).any(|instruction| instruction.opcode == needle);
        let small = Reductions::default().reduce(&file, has);
        let count = instructions(&small).count();
        println!("{needle}: {} to {} bytes, {count} instructions", file.write().len(), small.write().len());
        assert!(has(&small) && (is_valid(&small) || !is_valid(&file)));
        assert_eq!((small.functions.len(), small.functions[0].blocks.len()), (1, 1), "{}", small.write());
        assert!(count <= 12, "{count} instructions\n{}", small.write());
    }
}
