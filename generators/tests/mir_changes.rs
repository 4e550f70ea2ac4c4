//! Mutation, splicing and reduction of real and generated files.

use arbitrary::Unstructured;
use irsmith_generators::mir::breakers::breakers;
use irsmith_generators::mir::{
    Config, Kind, MUTATIONS, Pass, Reductions, TOKEN_MUTATIONS, generate, mutate, mutate_tokens, size, splice, straightened,
};
use irsmith_generators::{Reduce, bytes_of_seed};
use irsmith_mir::tables::Machine;
use irsmith_mir::validate::{self, Options};
use irsmith_mir::{File, Instruction, Limits};
use irsmith_testdata::Data;
use std::collections::{BTreeMap, BTreeSet};

irsmith_testdata::data_tests! {
    own: [
        every_mutation_happens_and_reads_back,
        changes_upon_changes_are_no_trouble,
        splices_bring_something_and_keep_valid_files_valid,
        reductions_are_smaller_and_every_pass_is_of_use,
        a_file_shrinks_to_what_is_looked_for,
    ],
    outside: [
        every_mutation_happens_and_reads_back,
        changes_upon_changes_are_no_trouble,
        splices_bring_something_and_keep_valid_files_valid,
        reductions_are_smaller_and_every_pass_is_of_use,
        a_file_shrinks_to_what_is_looked_for,
    ],
}

/// Readable real files of at most this many bytes.
fn real(data: &Data, largest: usize) -> Vec<File> {
    let mut files = Vec::new();
    for path in data.machine_ir() {
        let bytes = irsmith_testdata::read(&path);
        files.extend((bytes.len() <= largest).then(|| File::read(&bytes, &Limits::default()).ok()).flatten());
    }
    files
}

/// A generated file for one of the targets.
fn generated(seed: u64) -> File {
    let config = Config::new(Machine::TARGETS[seed as usize % 2], [Kind::Both, Kind::Generic, Kind::Target][seed as usize / 2 % 3]);
    generate(&mut Unstructured::new(&bytes_of_seed(seed)), &config)
}

fn is_valid(file: &File) -> bool {
    validate::is_valid(file, Options { triple: file.triple().as_deref(), ..Options::default() })
}

fn instructions(file: &File) -> impl Iterator<Item = &Instruction> {
    let blocks = file.functions.iter().flat_map(|function| &function.blocks);
    let outer = blocks.flat_map(|block| &block.instructions);
    outer.flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten()))
}

/// Mutates files of both sorts in turn; returns how often each mutation happened, and how many of the valid files stayed valid.
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

fn every_mutation_happens_and_reads_back(data: &Data) {
    let mut seen = BTreeMap::new();
    let generated: Vec<File> = (0..200).map(generated).collect();
    let figures = [changed(&generated, 0..9_000, &mut seen), changed(&real(data, 40_000), 0..3_000, &mut seen)];
    eprintln!("{seen:?}, valid of valid: generated and real {figures:?}");
    assert_eq!(seen.len(), MUTATIONS.len(), "only {seen:?}");
    for (valid, count) in figures {
        assert!(valid * 10 >= count * 7, "{valid} of {count} valid");
    }
}

/// The result of one mutation is the input of the next, whatever it is.
fn changes_upon_changes_are_no_trouble(data: &Data) {
    let mut files: Vec<File> = (0..12).map(generated).collect();
    files.extend(real(data, 6_000).into_iter().step_by(30));
    for (place, first) in files.iter().enumerate() {
        let mut file = first.clone();
        for step in 0..60 {
            let bytes = bytes_of_seed((place * 1_000 + step) as u64);
            let mut bytes = Unstructured::new(&bytes);
            match step % 6 {
                0 => file = splice(&file, &files[step % files.len()], &mut bytes),
                1 => {
                    let breakers: Vec<_> = breakers().collect();
                    breakers[step * 7 % breakers.len()].apply(&mut file, &mut bytes);
                }
                2 => {
                    let mutant = mutate_tokens(file.write().as_bytes(), &mut bytes).unwrap_or_default();
                    file = File::read(&mutant, &Limits::default()).unwrap_or(file);
                }
                _ => _ = mutate(&mut file, &mut bytes),
            }
            for pass in Pass::ALL {
                let mut reductions = Reductions { keep_valid: step % 2 == 0 };
                let count = reductions.count(&file, *pass);
                let mut smaller = file.clone();
                if step % 10 == 0 && reductions.apply(&mut smaller, *pass, count / 2..count) {
                    assert!(size(&smaller) < size(&file), "{pass:?}");
                }
            }
        }
    }
}

#[test]
fn every_mutation_of_tokens_happens() {
    let files: Vec<Vec<u8>> = (0..100).map(|seed| generated(seed).write().into_bytes()).collect();
    let mut readable = 0;
    for (row, line) in TOKEN_MUTATIONS.iter().enumerate() {
        let mut happened = 0;
        for (seed, bytes) in files.iter().enumerate() {
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

fn splices_bring_something_and_keep_valid_files_valid(data: &Data) {
    let mut files: Vec<File> = (0..40).map(generated).collect();
    files.extend(real(data, 8_000).into_iter().step_by(8));
    // Code of one target is not valid for another: little can be copied between them.
    let (mut alike, mut others) = ([0; 2], [0; 2]);
    for seed in 0..1_000_usize {
        let (file, donor) = (&files[seed % files.len()], &files[(seed * 7 + seed / files.len()) % files.len()]);
        let crossed = splice(file, donor, &mut Unstructured::new(&bytes_of_seed(seed as u64)));
        assert!(!(is_valid(file) && is_valid(donor)) || is_valid(&crossed), "seed {seed}");
        assert!(File::read(crossed.write().as_bytes(), &Limits::default()).as_ref() == Ok(&crossed), "seed {seed}");
        let counts = if file.triple() == donor.triple() { &mut alike } else { &mut others };
        counts[usize::from(crossed != *file)] += 1;
    }
    eprintln!("splices that bring nothing and something: of one target {alike:?}, of two {others:?}");
    assert!(alike[1] > 9 * alike[0] && others[1] * 5 > others[0], "{alike:?}, {others:?}");
}

fn reductions_are_smaller_and_every_pass_is_of_use(data: &Data) {
    let mut files: Vec<File> = (0..30).map(generated).collect();
    // Few files have a bundle.
    let has_bundle = |file: &File| {
        file.functions.iter().flat_map(|function| &function.blocks).any(|block| block.instructions.iter().any(|line| line.bundle.is_some()))
    };
    files.extend((30..1_000).map(generated).filter(has_bundle).take(20));
    files.extend(real(data, 4_000).into_iter().step_by(16));
    // A use is removed if that saves more than the definition costs that it then reads.
    let text =
        format!("name: f\nbody: |\n  bb.0:\n    %{0}:gr32 = MOV32ri 1\n    $eax = COPY %{0}\n    RET64 implicit $eax\n", "long".repeat(20));
    files.push(File::read(text.as_bytes(), &Limits::default()).unwrap());
    // In few files an instruction behind a value could read it instead of another of its type.
    files.push(File::read(TWO_RESULTS.as_bytes(), &Limits::default()).unwrap());
    let mut used = BTreeSet::new();
    for file in files {
        let mut reductions = Reductions::default();
        // For passes that were useful already, some steps are enough.
        for (at, (pass, range)) in reductions.ranges(&file).enumerate() {
            if at % 5 > 0 && used.contains(&pass) {
                continue;
            }
            let mut smaller = file.clone();
            if reductions.apply(&mut smaller, pass, range) {
                // What no verifier judges need not stay valid.
                assert!(
                    size(&smaller) < size(&file) && (is_valid(&smaller) || !is_valid(&file) || !validate::is_judged(&file)),
                    "{pass:?}"
                );
                used.insert(pass);
            } else {
                assert_eq!(smaller, file);
            }
        }
    }
    let missing: Vec<_> = Pass::ALL.iter().filter(|pass| !used.contains(pass)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A computation as llc prints it: operands of the type of the result do not repeat it.
const COMPUTED: &str = "--- |
  target triple = \"aarch64-unknown-linux-gnu\"
  define void @f() {
    ret void
  }
...
---
name: f
tracksRegLiveness: true
body: |
  bb.0:
    liveins: $w0

    %0:_(s32) = COPY $w0
    %1:_(s32) = G_ADD %0, %0
    %2:_(s32) = G_XOR %1, %0
    %3:_(s32) = G_MUL %2, %1
    %4:_(s32) = G_SUB %3, %2
    $w0 = COPY %4(s32)
    RET_ReallyLR implicit $w0
...
";

/// Returns the lines of the file behind a pass over some of its instructions.
fn reduced(pass: Pass, range: std::ops::Range<usize>) -> Vec<String> {
    let mut file = File::read(COMPUTED.as_bytes(), &Limits::default()).unwrap();
    assert!(is_valid(&file) && Reductions::default().apply(&mut file, pass, range));
    let text = file.write();
    text.lines().skip_while(|line| *line != "  bb.0:").map(|line| line.trim().to_owned()).filter(|line| line.contains('%')).collect()
}

/// The type was stated only where the registers were defined.
#[test]
fn what_reads_removed_instructions_reads_undefined_values_of_their_type() {
    let lines = reduced(Pass::Instructions, 1..4);
    assert_eq!(lines, ["%3:_(s32) = G_IMPLICIT_DEF", "%0:_(s32) = COPY $w0", "%4:_(s32) = G_SUB %3, %3", "$w0 = COPY %4(s32)"]);
}

/// Two values are two arguments, since a difference of equal values is no difference.
#[test]
fn what_reads_removed_instructions_reads_arguments() {
    let lines = reduced(Pass::Arguments, 1..4);
    assert_eq!(
        lines,
        ["%2:_(s32) = COPY $w1", "%3:_(s32) = COPY $w2", "%0:_(s32) = COPY $w0", "%4:_(s32) = G_SUB %3, %2", "$w0 = COPY %4(s32)"]
    );
}

/// All arguments are copied already: a ninth value reads the copy of the last one.
#[test]
fn what_no_argument_is_left_for_reads_the_last_one() {
    let copies: String = (0..8).map(|number| format!("    %{number}:_(s32) = COPY $w{number}\n")).collect();
    let listed: Vec<String> = (0..8).map(|number| format!("$w{number}")).collect();
    let text =
        COMPUTED.replace("liveins: $w0\n", &format!("liveins: {}\n", listed.join(", "))).replace("    %0:_(s32) = COPY $w0\n", &copies);
    let text = text.replace("%1:_(s32) = G_ADD %0, %0", "%8:_(s32) = G_ADD %0, %1").replace("G_XOR %1, %0", "G_XOR %8, %7");
    let text = text.replace("%2:_(s32) = G_XOR", "%9:_(s32) = G_XOR").replace("%3:_(s32) = G_MUL %2, %1", "%10:_(s32) = G_MUL %9, %2");
    let text = text.replace("%4:_(s32) = G_SUB %3, %2", "%11:_(s32) = G_SUB %10, %3").replace("COPY %4(s32)", "COPY %11(s32)");
    let mut file = File::read(text.as_bytes(), &Limits::default()).unwrap();
    let reduced = applied(&mut file, Pass::Arguments, 8..9);
    assert!(reduced.contains("%9:_(s32) = G_XOR %7, %7\n") && reduced.matches("= COPY $w").count() == 8, "{reduced}");
}

/// Two values leave the function, one of them computed from the argument that the other could be computed from.
const TWO_RESULTS: &str = "--- |
  target triple = \"aarch64-unknown-linux-gnu\"
  define void @f() {
    unreachable
  }
...
---
name: f
tracksRegLiveness: true
body: |
  bb.0:
    liveins: $x0

    %0:_(s64) = COPY $x0
    %1:_(s64) = G_BSWAP %0
    %2:_(s64) = G_CTLZ %0(s64)
    $x1 = COPY %1(s64)
    $x0 = COPY %2(s64)
    RET_ReallyLR implicit $x0, implicit $x1
...
";

/// The first of the results is read by what computes the second; its register is undefined where the function returns.
#[test]
fn what_leaves_a_function_is_read_by_a_later_instruction() {
    let mut file = File::read(TWO_RESULTS.as_bytes(), &Limits::default()).unwrap();
    let count = Reductions::default().count(&file, Pass::Chains);
    let chained = applied(&mut file, Pass::Chains, 0..count);
    assert!(chained.contains("%2:_(s64) = G_CTLZ %1") && chained.contains("$x0 = COPY %2"), "{chained}");
    assert!(!chained.contains("$x1 = COPY") && chained.contains("RET_ReallyLR implicit $x0, implicit undef $x1"), "{chained}");
    // Nothing behind the second could read it.
    assert_eq!(Reductions::default().count(&file, Pass::Chains), 0);
}

/// A loop with a PHI, and a store of what it computes, behind a PHI of one value.
const LOOP: &str = "--- |
  target triple = \"aarch64-unknown-linux-gnu\"
  define void @f() {
    unreachable
  }
...
---
name: f
tracksRegLiveness: true
body: |
  bb.0:
    liveins: $x0, $w1

    %0:_(p0) = COPY $x0
    %1:_(s32) = COPY $w1
    %2:_(s32) = G_CONSTANT i32 1

  bb.1:
    %3:_(s32) = G_PHI %1, %bb.0, %4, %bb.1
    %4:_(s32) = G_SUB %3, %2
    %5:_(s1) = G_ICMP intpred(ne), %4(s32), %2
    G_BRCOND %5(s1), %bb.1

  bb.2:
    %6:_(s32) = G_PHI %4, %bb.1
    %7:_(s16) = G_TRUNC %6(s32)
    G_STORE %7(s16), %0(p0) :: (store (s16))
    RET_ReallyLR
...
";

/// What only the loop would compute is an argument; the PHI behind it is the value that it joins.
#[test]
fn a_straight_function_returns_what_a_loop_computes() {
    let file = File::read(LOOP.as_bytes(), &Limits::default()).unwrap();
    let [form] = &straightened(&file)[..] else { panic!("not one form") };
    assert!(is_valid(&file) && is_valid(form), "{}", form.write());
    let text = form.write();
    let lines: Vec<&str> =
        text.lines().skip_while(|line| *line != "  bb.0:").map(str::trim).filter(|line| line.contains(['%', '$'])).collect();
    let expected = [
        "liveins: $x0, $w1, $w0",
        "%3:_(s32) = COPY $w0",
        "%2:_(s32) = G_CONSTANT i32 1",
        "%4:_(s32) = G_SUB %3, %2",
        "%7:_(s16) = G_TRUNC %4(s32)",
        "%5:_(s1) = G_ICMP intpred(ne), %4(s32), %2",
        "%8:_(s64) = G_ANYEXT %7",
        "%9:_(s64) = G_ANYEXT %5",
        "$x0 = COPY %8",
        "$x1 = COPY %9",
        "RET_ReallyLR implicit $x0, implicit $x1",
    ];
    assert_eq!(lines, expected, "{text}");
    // It has no control flow any more.
    assert!(straightened(form).is_empty());
}

/// A value that is computed from itself, which no verifier accepts, is computed once.
#[test]
fn a_straight_function_ends_at_what_is_computed_from_itself() {
    let circle = LOOP.replace("%4:_(s32) = G_SUB %3, %2", "%4:_(s32) = G_SUB %4, %2");
    let file = File::read(circle.as_bytes(), &Limits::default()).unwrap();
    assert!(!is_valid(&file));
    let [form] = &straightened(&file)[..] else { panic!("not one form") };
    assert_eq!(form.write().matches("G_SUB").count(), 1);
}

/// A function that names a block, an alloca and values of its definition, which a global and a declaration precede.
const NAMED: &str = "--- |
  target triple = \"aarch64-unknown-linux-gnu\"

  @g = global i32 0

  define i32 @\"a b\"(ptr %p) #0 {
  entry:
    %x = alloca i32, align 4
    %0 = load i32, ptr %p, align 4
    %y = getelementptr i8, ptr %p, i64 4
    store i32 %0, ptr %y, align 4
    ret i32 %0
  }
...
---
name: a b
stack:
  - { id: 0, name: x, size: 4, alignment: 4 }
body: |
  bb.0.entry:
    liveins: $x0

    %0:_(p0) = COPY $x0
    %1:_(p0) = G_FRAME_INDEX %stack.0.x
    %2:_(s32) = G_LOAD %0(p0) :: (load (s32) from %ir.p)
    G_STORE %2(s32), %1(p0) :: (store (s32) into %ir.y)
    G_BR %bb.0.entry
...
";

/// Applies a pass to all places of a file, which must be smaller then, and valid.
fn applied(file: &mut File, pass: Pass, range: std::ops::Range<usize>) -> String {
    assert!(is_valid(file) && Reductions::default().apply(file, pass, range), "{pass:?}");
    assert!(is_valid(file), "{pass:?}: {}", file.write());
    file.write()
}

/// What a function names in its definition goes with it, and nothing else; the definition keeps its name.
#[test]
fn definitions_become_empty_and_plain() {
    let mut file = File::read(NAMED.as_bytes(), &Limits::default()).unwrap();
    let emptied = applied(&mut file, Pass::Definitions, 0..1);
    assert!(emptied.contains("  define i32 @\"a b\"(ptr %p) #0 {\n    unreachable\n  }\n"), "{emptied}");
    for named in ["@g = global", "from %ir.p)", "(store (s32))", "  bb.0:\n", "G_BR %bb.0\n", "G_FRAME_INDEX %stack.0\n"] {
        assert!(emptied.contains(named), "{named}: {emptied}");
    }
    let plain = applied(&mut file, Pass::Plainer, 0..1);
    assert!(plain.contains("  define void @\"a b\"() {\n    unreachable\n  }\n") && plain.contains("(load (s32))"), "{plain}");
    let mut again = file.clone();
    assert!(!Reductions::default().apply(&mut again, Pass::Plainer, 0..1) && again == file);
}

/// The line of `%y` and the alloca are gone; what read `%y` is valid still, and the blocks keep their names.
#[test]
fn what_reads_removed_lines_reads_poison() {
    let mut file = File::read(NAMED.as_bytes(), &Limits::default()).unwrap();
    // From the label on: the lines are those of the definition.
    let without = applied(&mut file, Pass::Lines, 3..4);
    assert!(without.contains("store i32 %0, ptr poison, align 4") && !without.contains("%y"), "{without}");
    assert!(without.contains("(store (s32))") && without.contains("from %ir.p)") && without.contains("bb.0.entry:"), "{without}");
    let without = applied(&mut file, Pass::Lines, 1..3);
    assert!(without.contains("store i32 poison, ptr poison") && without.contains("ret i32 poison"), "{without}");
    assert!(without.contains("G_FRAME_INDEX %stack.0\n") && !without.contains("\n\n  @g"), "{without}");
}

/// Returns the first opcode of the file's last function that few others have.
fn needle(file: &File) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    instructions(file).for_each(|instruction| *counts.entry(&instruction.opcode).or_default() += 1);
    let all: Vec<&Instruction> = instructions(file).collect();
    let rare = all.iter().rev().find(|instruction| counts[instruction.opcode.as_str()] == 1 && !instruction.results.is_empty())?;
    Some(rare.opcode.to_string())
}

fn a_file_shrinks_to_what_is_looked_for(data: &Data) {
    let mut files: Vec<File> = (0..12).map(generated).collect();
    files.extend(real(data, 8_000).into_iter().step_by(24));
    for file in files {
        let Some(needle) = needle(&file) else { continue };
        let has = |file: &File| instructions(file).any(|instruction| instruction.opcode == needle);
        let small = Reductions::default().reduce(&file, has);
        let count = instructions(&small).count();
        eprintln!("{needle}: {} to {} bytes, {count} instructions", file.write().len(), small.write().len());
        assert!(has(&small) && (is_valid(&small) || !is_valid(&file)));
        // A PHI needs a block before its own.
        let blocks = if needle.ends_with("PHI") { 2 } else { 1 };
        assert!(small.functions.len() == 1 && small.functions[0].blocks.len() <= blocks, "{}", small.write());
        assert!(count <= 12, "{count} instructions\n{}", small.write());
    }
}
