//! Promises of the Machine IR generator: readable, deterministic, total, every row and every opcode generated, types as the tables say, and
//! accepted by llc.

use arbitrary::Unstructured;
use irsmith_generators::mir::{COMMON_LEFT_OUT, Config, Generator, Histogram, Kind, RowSet, TARGET_LEFT_OUT, generate, rows, see, usable};
use irsmith_generators::{Choices, SplitMix64, bytes_of_seed};
use irsmith_mir::tables::{Machine, Opcode, Target, Version, common_opcode, common_opcodes};
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{Dialect, File, Function, Instruction, Limits, OperandKind, Register, RegisterQualifier, Style, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

const TARGETS: [Target; 2] = Machine::TARGETS;

fn config(seed: u64) -> Config {
    let kind = [Kind::Both, Kind::Generic, Kind::Target, Kind::Target][seed as usize / 4 % 4];
    Config { call_sites: seed % 32 == 9, ..Config::new(TARGETS[seed as usize / 2 % 2], kind) }
}

/// Generates the case of a seed: every second one with a swarm configuration, for either target, of all kinds.
fn case(generator: &mut Generator, seed: u64) -> File {
    configured_case(generator, seed).1
}

/// Generates the same with its configuration.
fn configured_case(generator: &mut Generator, seed: u64) -> (Config, File) {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = config(seed);
    let config = if seed.is_multiple_of(2) { config } else { config.swarmed(&mut Choices::new(&mut bytes)) };
    let file = generator.generate(&mut bytes, &config);
    (config, file)
}

fn instructions(file: &File) -> impl Iterator<Item = &Instruction> {
    let blocks = file.functions.iter().flat_map(|function| &function.blocks);
    let outer = blocks.flat_map(|block| &block.instructions);
    outer.flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten()))
}

#[test]
fn files_read_back_as_they_were_written() {
    let mut generator = Generator::default();
    for seed in 0..3_000 {
        let file = case(&mut generator, seed);
        let text = file.write();
        let again = File::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("seed {seed}: {errors:#?}\n{text}"));
        assert!(again == file, "seed {seed}: read differently\n{text}");
    }
}

/// The test looks for the rows in the files: if a generator makes another construct than its row says, the row is never found.
#[test]
fn files_have_every_row_within_20000_cases() {
    let mut generator = Generator::default();
    let (mut seen, mut unique, mut functions, mut count) = (Histogram::default(), BTreeSet::new(), 0, 0);
    for seed in 0..20_000 {
        let text = case(&mut generator, seed).write();
        let file = File::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("seed {seed}: {errors:#?}\n{text}"));
        functions += file.functions.len();
        count += instructions(&file).count();
        see(&file, &mut seen);
        unique.insert(text);
    }
    // Rows of what later releases added are generated only for such a release.
    for seed in 0..6_000 {
        let bytes = bytes_of_seed(seed);
        let dialect = Dialect::of_release(Version::NEWEST);
        let file = generator.generate(&mut Unstructured::new(&bytes), &Config { dialect, ..config(seed) });
        see(&file, &mut seen);
    }
    println!("{seen}");
    let each = count as f64 / functions as f64;
    println!("{} rows, {} different files of 20000, {functions} functions of {each:.1} instructions", rows().len(), unique.len());
    // Some generic opcodes are of other releases.
    let is_of_release = |name: &str| common_opcode(name).is_none() || common_opcodes().iter().any(|opcode| opcode.name == name);
    let missing: Vec<&str> = seen.missing().map(|row| row.name.as_str()).filter(|name| is_of_release(name)).collect();
    assert!(missing.is_empty(), "{} rows were never made: {missing:#?}", missing.len());
    assert!(unique.len() > 19_800, "only {} different files", unique.len());
}

/// Rows that occur in files though they are disabled, with the reason. A name that ends with a space matches all names that begin with it.
const MADE_ALL_THE_SAME: &[(&str, &[&str])] = &[
    (
        "where none of a kind is on, any is made",
        &["end ", "float ", "integer ", "jump table ", "number ", "ordering ", "type ", "construct self loop"],
    ),
    (
        "control is directed by them, jump tables by LEA64r or ADR, and functions end in TRAP or BRK",
        &[
            "G_BR",
            "G_BRCOND",
            "G_BRINDIRECT",
            "G_BRJT",
            "G_JUMP_TABLE",
            "G_BLOCK_ADDR",
            "G_INVOKE_REGION_START",
            "G_PHI",
            "G_TRAP",
            "X86 others",
            "AArch64 others",
            "X86 reads memory",
            "AArch64 side effects",
            "block successors",
        ],
    ),
    (
        "what nothing defined is defined where it is read",
        &["G_CONSTANT", "G_FCONSTANT", "G_IMPLICIT_DEF", "G_CONSTANT_POOL", "G_FRAME_INDEX", "G_GLOBAL_VALUE", "pseudo IMPLICIT_DEF"],
    ),
    ("arguments live in, and are copied", &["block live-in", "pseudo COPY"]),
    ("inline assembly that jumps marks the block to which it does", &["block inlineasm-br-indirect-target"]),
    ("a switch of one way goes on where that way ends", &["construct fall-through"]),
    ("memory is accessed with some size, through some pointer", &["memory size of a type", "memory unknown size", "memory addrspace"]),
    ("calls in frames adjust the stack", &["frame adjustsStack"]),
    ("a list of registers may be empty", &["key no calleeSavedRegisters"]),
    ("functions track the liveness of registers unless a shape says otherwise", &["key tracksRegLiveness"]),
    (
        "objects and constants are of some kind",
        &[
            "object fixed",
            "object stack",
            "object integer constant",
            "object floating-point constant",
            "object vector constant",
            "object null constant",
        ],
    ),
    ("without a module, the names of registers stand in nodes of functions", &["object machine metadata"]),
    (
        "tables are named, and lie behind rip, where branches go by them",
        &["operand jump table", "shape physical register among virtual ones"],
    ),
    ("debug instructions have a location", &["suffix debug-location"]),
    (
        "they come with rows that are on",
        &[
            "shape address of a block",
            "shape block that ends in a trap",
            "shape bundle",
            "shape call",
            "shape call site",
            "shape registers listed in the container",
            "shape result behind the opcode",
            "shape target flags",
            "shape use of what the same bundle wrote",
        ],
    ),
];

/// The reverse test: a disabled row is not in the file. It detects a form that matches too much. A row that is in at most one of a hundred such
/// files is there by chance, and which seeds do so changes with every row that is added.
#[test]
fn rows_that_are_off_are_in_no_file() {
    let mut generator = Generator::default();
    // Of each row, the files without it, those that have it all the same, and a seed of these.
    let mut unwanted: BTreeMap<&str, (u64, u64, u64)> = BTreeMap::new();
    for seed in (1..8_000).step_by(2) {
        let (config, file) = configured_case(&mut generator, seed);
        let mut seen = Histogram::default();
        see(&file, &mut seen);
        for row in rows().iter().filter(|row| !config.rows.contains(row.id)) {
            let (off, made, example) = unwanted.entry(row.name.as_str()).or_default();
            *off += 1;
            if seen.count(row.id) > 0 {
                (*made, *example) = (*made + 1, seed);
            }
        }
    }
    let is_known = |name: &str| {
        let known = MADE_ALL_THE_SAME.iter().flat_map(|reason| reason.1);
        known.copied().any(|known| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || known.ends_with(' ')))
    };
    assert_eq!(unwanted.len(), rows().len(), "every row is off in some files");
    unwanted.retain(|name, (off, made, _)| *made * 100 > *off && !is_known(name));
    assert!(unwanted.is_empty(), "rows that are off, in how many files, in how many of them they stand, and a seed: {unwanted:#?}");
}

/// llc does work for every node and every variable of the module at each function, so there are none of a function that nothing names.
#[test]
fn modules_hold_nothing_of_functions_that_is_not_named() {
    let (mut generator, mut nodes, mut taken) = (Generator::default(), BTreeMap::new(), 0);
    for seed in 0..2_000 {
        let text = case(&mut generator, seed).write();
        let own = |line: &&str| line.trim_start().starts_with('!') && [" !DIL", " !DISubprogram"].iter().any(|class| line.contains(class));
        for line in text.lines().filter(own) {
            let (number, value) = line.trim().split_once(" = ").unwrap();
            let named =
                text.match_indices(number).filter(|(at, _)| !text[at + number.len()..].starts_with(|next: char| next.is_ascii_digit()));
            let listed = usize::from(text.contains("!nodes = "));
            assert!(named.count() > 1 + listed, "seed {seed}: nothing names {line}\n{text}");
            *nodes.entry(value.trim_start_matches("distinct ").split('(').next().unwrap().to_owned()).or_insert(0) += 1;
        }
        let addresses = text.matches("= constant ptr blockaddress(").count();
        let says = ["ir-block-address-taken ", " blockaddress(@"].map(|said| text.matches(said).count());
        assert!(addresses <= says.iter().sum::<usize>() - addresses, "seed {seed}: of {addresses} blocks\n{text}");
        taken += addresses;
    }
    println!("{nodes:?}, {taken} addresses of blocks");
    assert!(taken > 50 && nodes.len() == 5 && nodes.values().all(|count| *count > 50), "{nodes:?}");
}

/// Every opcode that can be generated is, although most have no row of their own.
#[test]
fn every_opcode_of_the_targets_is_made_within_60000_cases_each() {
    for target in TARGETS {
        let machine = Machine::of(target).unwrap();
        let mut wanted: BTreeSet<&str> =
            machine.opcodes().iter().filter(|opcode| usable(machine, opcode)).map(|opcode| opcode.name).collect();
        let total = wanted.len();
        assert!(total * 100 > machine.opcodes().len() * 95, "{target:?}: {total} of {} opcodes can be made", machine.opcodes().len());
        let mut generator = Generator::default();
        let config = Config { instructions: 60, ..Config::new(target, Kind::Target) };
        let mut cases = 0;
        while cases < 60_000 && !wanted.is_empty() {
            let file = generator.generate(&mut Unstructured::new(&bytes_of_seed(cases)), &config);
            for instruction in instructions(&file) {
                wanted.remove(instruction.opcode.as_str());
            }
            cases += 1;
        }
        println!("{target:?}: {total} opcodes within {cases} cases");
        assert!(wanted.is_empty(), "{target:?}: {} of {total} opcodes were never made: {wanted:?}", wanted.len());
    }
}

/// The files of a release have its generic opcodes and many opcodes of its targets, and no others.
#[test]
fn files_of_a_release_have_its_opcodes() {
    let mut generator = Generator::default();
    for dialect in Dialect::every() {
        for target in TARGETS {
            let machine = dialect.machine(target).unwrap();
            let generics = machine.common_opcodes().iter().map(|opcode| opcode.name).filter(|name| name.starts_with("G_"));
            let mut wanted: BTreeSet<&str> = generics.filter(|name| rows().iter().any(|row| row.name == *name)).collect();
            let newer = machine.opcodes().iter().filter(|opcode| Machine::of(target).unwrap().opcode(opcode.name).is_none());
            let newer: BTreeSet<&str> = newer.filter(|opcode| usable(machine, opcode)).map(|opcode| opcode.name).collect();
            let mut made: BTreeSet<&str> = BTreeSet::new();
            for seed in 0..3_000 {
                let config = Config { dialect, instructions: 20, functions: 4, ..Config::new(target, Kind::Both) };
                let file = generator.generate(&mut Unstructured::new(&bytes_of_seed(seed)), &config);
                for instruction in instructions(&file) {
                    let name = instruction.opcode.as_str();
                    assert!(machine.opcode(name).is_some(), "{dialect}, {target:?}, seed {seed}: {name}");
                    wanted.remove(name);
                    made.extend(newer.get(name));
                }
            }
            assert!(wanted.is_empty(), "{dialect}, {target:?}: never made: {wanted:?}");
            assert!(made.len() * 2 >= newer.len(), "{dialect}, {target:?}: {} of {} opcodes that llvm-19 lacks", made.len(), newer.len());
        }
    }
}

/// A new row of the tables is either generated or left out for a reason.
#[test]
fn every_opcode_of_every_target_has_a_row_or_a_reason() {
    let made: BTreeSet<&str> = rows().iter().map(|row| row.name.trim_start_matches("pseudo ").trim_start_matches("construct ")).collect();
    let debug = |name: &str| rows().iter().any(|row| row.name.starts_with(&format!("debug {name}")));
    for opcode in Dialect::ALL.into_iter().flat_map(Dialect::common_opcodes) {
        let reason = COMMON_LEFT_OUT.iter().any(|(name, _)| *name == opcode.name);
        assert!((made.contains(opcode.name) || debug(opcode.name)) != reason, "{}", opcode.name);
    }
    for row in TARGET_LEFT_OUT {
        let machine = Machine::of(row.target).unwrap();
        let prefix = row.opcodes.trim_end_matches('*');
        assert!(machine.opcodes().iter().any(|opcode| opcode.name.starts_with(prefix)), "{row:?} is about no opcode");
    }
}

/// Returns the types of the registers of a function.
fn types(function: &Function) -> BTreeMap<&Register, Type> {
    let results = function.blocks.iter().flat_map(|block| &block.instructions).flat_map(|instruction| &instruction.results);
    let typed = results.filter_map(|result| match result.qualifier {
        RegisterQualifier::Type(ty) => Some((&result.register, ty)),
        _ => None,
    });
    typed.collect()
}

/// Returns the types of an opcode in an instruction, by number.
fn drawn(opcode: &Opcode, instruction: &Instruction, types: &BTreeMap<&Register, Type>) -> Vec<Type> {
    let results = instruction.results.iter().map(Some);
    let operands = instruction.operands.iter().map(|operand| match &operand.kind {
        OperandKind::Register(register) => Some(register),
        _ => None,
    });
    // Opcodes with a tail may have more results than the row.
    let results: Vec<_> = results.take(usize::from(opcode.results)).collect();
    let mut drawn = BTreeMap::new();
    for (slot, operand) in opcode.operands.iter().zip(results.into_iter().chain(operands)) {
        if let Some((number, ty)) = slot.kind.type_number().zip(operand.and_then(|operand| types.get(&operand.register))) {
            drawn.insert(number, *ty);
        }
    }
    drawn.into_values().collect()
}

#[test]
fn types_fulfil_the_rules_of_the_tables() {
    let mut generator = Generator::default();
    let mut checked = 0_u64;
    for seed in 0..4_000 {
        let file = generator.generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::new(Target::AArch64, Kind::Generic));
        for function in &file.functions {
            let types = types(function);
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                let Some(opcode) = common_opcode(&instruction.opcode) else { continue };
                let drawn = drawn(opcode, instruction, &types);
                let count = instruction.results.len().max(instruction.operands.len());
                for rule in opcode.rules.verified.iter().filter(|_| drawn.len() == opcode.types()) {
                    checked += 1;
                    assert!(rule.holds(&drawn, count, &|_| 64), "seed {seed}: {rule:?} of {instruction:?} with {drawn:?}");
                }
            }
        }
    }
    assert!(checked > 20_000, "only {checked} rules were checked");
}

#[test]
fn equal_bytes_make_equal_files_whatever_came_before() {
    let mut used = Generator::default();
    for seed in 0..500 {
        let bytes = bytes_of_seed(seed);
        let config = config(seed);
        let fresh = generate(&mut Unstructured::new(&bytes), &config);
        assert!(used.generate(&mut Unstructured::new(&bytes), &config) == fresh, "seed {seed}");
    }
}

#[test]
fn any_number_of_bytes_makes_a_file() {
    let bytes = bytes_of_seed(3);
    for length in 0..1_000 {
        let file = generate(&mut Unstructured::new(&bytes[..length]), &Config::default());
        assert!(File::read(file.write().as_bytes(), &Limits::default()).unwrap() == file, "{length} bytes");
    }
}

/// Extreme configurations.
fn extremes() -> [Config; 4] {
    let none = Config {
        functions: 0,
        instructions: 0,
        depth: 0,
        constructs: 0,
        live_ins: 0,
        entries: 0,
        globals: 0,
        operands: 0,
        ..Config::default()
    };
    let deep = Config { depth: 1_000, constructs: 2, instructions: 3, ..Config::default() };
    let wide =
        Config { functions: 40, instructions: 90, depth: 1, live_ins: 90, entries: 60, globals: 60, operands: 1_000, ..Config::default() };
    let bare = Config { rows: RowSet::NONE, ..Config::default() };
    [none, deep, wide, bare]
}

#[test]
fn files_of_extreme_sizes_read_back() {
    let mut generator = Generator::default();
    for config in extremes() {
        for seed in 0..20 {
            let mut bytes = Vec::new();
            SplitMix64::new(seed).extend(&mut bytes, 60_000);
            let file = generator.generate(&mut Unstructured::new(&bytes), &config);
            assert!(File::read(file.write().as_bytes(), &Limits::default()).unwrap() == file, "{config:?}, seed {seed}");
        }
    }
}

/// Runs the llc of a release on a file; returns the first lines of its message if it does not read and verify the file.
fn refusal(folder: &Path, dialect: Dialect, target: Target, file: &File) -> Option<String> {
    let path = folder.join("case.mir");
    // The list of all keys is that of LLVM 19, and has keys that newer releases do not read.
    let style = if dialect > Dialect::DEFAULT { Style::Simplified } else { Style::Full };
    std::fs::write(&path, file.write_for(style, dialect).0).unwrap();
    let triple = target.triple().unwrap();
    let mut llc = Command::new(llc(dialect));
    if dialect.release == Version(14) {
        llc.arg("-opaque-pointers");
    }
    let output = llc.args([&format!("-mtriple={triple}"), "-run-pass=none", "-o", "-"]).arg(&path).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    (!output.status.success()).then(|| message.lines().filter(|line| line.contains("***") || line.contains("rror")).take(2).collect())
}

/// Returns the program of a release.
fn llc(dialect: Dialect) -> String {
    format!("llc-{}", dialect.release.0)
}

/// The llc of the release that they are generated for accepts at least 199 of 200 functions of generated files.
#[test]
fn llc_accepts_the_files_of_its_release() {
    for dialect in Dialect::ALL {
        match Command::new(llc(dialect)).arg("--version").output() {
            Ok(output) if output.status.success() => accepts(dialect, &String::from_utf8_lossy(&output.stdout)),
            _ => irsmith_testdata::not_tested(format_args!("{} is not installed", llc(dialect))),
        }
    }
}

/// `version` is what the program says about itself, including its targets.
fn accepts(dialect: Dialect, version: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut generator = Generator::default();
    let (mut asked, mut refused) = (0, BTreeMap::new());
    for seed in 0..40 {
        let mut bytes = Vec::new();
        SplitMix64::new(seed).extend(&mut bytes, 60_000);
        let mut config = Config { dialect, functions: 40, call_sites: false, ..config(seed) };
        if config.target == Target::AArch64 && !version.contains("aarch64") {
            continue;
        }
        // LLVM 22 reads a list of points.
        let points = rows().iter().filter(|row| row.name.ends_with("avePoint") || row.name.ends_with("estorePoint"));
        points.filter(|_| dialect > Dialect::DEFAULT).for_each(|row| config.rows.set(row.id, false));
        let mut file = generator.generate(&mut Unstructured::new(&bytes), &config);
        asked += file.functions.len();
        // A refused function hides those after it.
        while let Some(message) = refusal(folder.path(), dialect, config.target, &file) {
            let found = (0..file.functions.len()).find(|place| {
                let alone = File { functions: vec![file.functions[*place].clone()], ..file.clone() };
                refusal(folder.path(), dialect, config.target, &alone).is_some()
            });
            file.functions.remove(found.unwrap_or_else(|| panic!("seed {seed}: {message} of no function alone")));
            refused.entry(message).or_insert_with(Vec::new).push(seed);
        }
    }
    let count: usize = refused.values().map(Vec::len).sum();
    eprintln!("{} was asked about {asked} functions and refused {count}: {refused:#?}", llc(dialect));
    assert!(count * 200 <= asked, "{count} of {asked} functions were refused: {refused:#?}");
}

/// A file that is generated for a release contains nothing that the release lacks, so writing it for the release loses nothing.
#[test]
fn files_of_a_release_lose_nothing() {
    let mut generator = Generator::default();
    let later = (20..=Version::NEWEST.0).map(|release| Dialect::of_release(Version(release)));
    for dialect in Dialect::ALL.into_iter().chain(later) {
        for seed in 0..2_000 {
            let bytes = bytes_of_seed(seed);
            let mut bytes = Unstructured::new(&bytes);
            let config = Config { dialect, ..config(seed) };
            let config = if seed.is_multiple_of(2) { config } else { config.swarmed(&mut Choices::new(&mut bytes)) };
            let file = generator.generate(&mut bytes, &config);
            let (text, lost) = file.write_for(Style::Full, dialect);
            // The container is read with the target's facts filled in, and the writer leaves them out.
            assert!(lost.is_empty(), "{dialect}, seed {seed}: {lost:?}\n{text}");
        }
    }
}

#[test]
fn files_break_no_rule() {
    let mut generator = Generator::default();
    let (mut broken, mut valid) = (BTreeMap::new(), 0);
    for seed in 0..20_000 {
        // Not every file shows its target.
        let options = Options { triple: config(seed).target.triple(), ..Options::default() };
        let file = case(&mut generator, seed);
        assert!(
            file.triple().is_none_or(|triple| options.triple == Some(&triple)),
            "seed {seed} is taken for another target\n{}",
            file.write()
        );
        let errors: Vec<_> = validate(&file, options).into_iter().filter(|violation| violation.is_error()).collect();
        valid += usize::from(errors.is_empty());
        for violation in errors {
            broken.entry(violation.rule.id).or_insert_with(|| format!("seed {seed}: {violation}"));
        }
    }
    assert!(broken.is_empty(), "{valid} are valid; {broken:#?}");
}

/// The indices of call sites count PHIs that loops get last, and the members of bundles.
/// Arguments of intrinsics that are constants (`immarg` in the declarations of LLVM), and how many arguments there are with it. A selector
/// takes what lies behind the operands for a missing one.
#[test]
fn calls_of_intrinsics_have_their_constants() {
    let declared = BTreeMap::from([("llvm.returnaddress", 1), ("llvm.frameaddress", 1), ("llvm.amdgcn.icmp", 3)]);
    let mut generator = Generator::default();
    let mut seen = BTreeMap::new();
    for seed in 0..3_000 {
        let file = case(&mut generator, seed);
        for instruction in instructions(&file) {
            let kinds: Vec<_> = instruction.operands.iter().map(|operand| &operand.kind).collect();
            let Some(place) = kinds.iter().position(|kind| matches!(kind, OperandKind::Intrinsic(_))) else { continue };
            let OperandKind::Intrinsic(name) = kinds[place] else { continue };
            let Some((name, count)) = declared.get_key_value(&**name) else { continue };
            let is_whole = kinds.len() - place - 1 == *count && matches!(kinds.last(), Some(OperandKind::Immediate(_)));
            assert!(is_whole, "seed {seed}: {name} {kinds:?}");
            *seen.entry(*name).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), declared.len(), "{seen:?}");
}

#[test]
fn call_sites_are_calls() {
    let mut generator = Generator::default();
    let (mut sites, mut behind_phis) = (0, 0);
    for seed in 0..3_000 {
        let sizes = Config { call_sites: true, instructions: 12, depth: 3, constructs: 2, embedded: 0, ..Config::default() };
        let config = Config { target: TARGETS[seed as usize % 2], kind: Kind::Target, ..sizes };
        let file = generator.generate(&mut Unstructured::new(&bytes_of_seed(seed)), &config);
        for function in &file.functions {
            let begins_with_phi = |block: u32| function.blocks[block as usize].instructions[0].opcode.as_str() == "PHI";
            sites += function.call_sites.len();
            behind_phis += function.call_sites.iter().filter(|site| begins_with_phi(site.block)).count();
        }
        let violations = validate(&file, Options { triple: config.target.triple(), ..Options::default() });
        let wrong = violations.iter().find(|violation| violation.rule.id.starts_with("call-site"));
        assert!(wrong.is_none(), "seed {seed}: {}\n{}", wrong.unwrap(), file.write());
    }
    assert!(sites > 1_000 && behind_phis > 50, "{sites}, {behind_phis} behind PHIs");
}

/// LLVM 22 dies of constants of one byte with different numbers of bits; generated files of other releases have them.
#[test]
fn a_release_gets_no_constants_that_it_dies_of() {
    let mut generator = Generator::default();
    let mut have_both = |release| {
        let dialect = Dialect::of_release(Version(release));
        let files = (0..1_200).map(|seed| {
            let config = Config { dialect, entries: 8, ..config(seed) };
            generator.generate(&mut Unstructured::new(&bytes_of_seed(seed)), &config)
        });
        let functions: Vec<_> = files.flat_map(|file| file.functions).collect();
        let has = |function: &Function, kind| function.constants.iter().any(|constant| constant.value.starts_with(kind));
        functions.iter().filter(|function| has(function, "i1 ") && has(function, "i8 ")).count()
    };
    assert_eq!(have_both(22), 0);
    let others = [have_both(21), have_both(23)];
    assert!(others.iter().all(|count| *count > 10), "{others:?}");
}
