//! The oracle on generated functions.

use super::calls::{CALLS, OPTIONS, Seen, described};
use super::*;
use crate::Verdict;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::mir::{Defined, defined_opcodes, generate_defined};
use irsmith_mir::interpret::{End, Trap, TrapKind};
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{Dialect, InstructionFlags};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn generated(seed: u64) -> (File, Dialect) {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = Defined::drawn(&mut Choices::new(&mut bytes));
    (generate_defined(&mut bytes, &config), config.dialect)
}

pub(super) fn seen(file: &File, seed: u64) -> Seen {
    let program = Program::new(file, &OPTIONS).unwrap();
    for function in 0..program.functions() {
        program.signature(function).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}\n{}", file.write()));
    }
    Seen::of(file, &program, &mut Choices::new(&mut Unstructured::new(&bytes_of_seed(seed)))).unwrap()
}

/// Every call of every function is defined, ends, and has defined results, except the few that end with a trap instruction.
#[test]
fn executions_of_defined_functions_are_defined_and_every_row_is_executed() {
    let mut missing: BTreeSet<&str> = defined_opcodes().collect();
    let (mut calls, mut traps) = (0, 0);
    for seed in 0..1800 {
        let (file, dialect) = generated(seed);
        let violations = validate(&file, Options { triple: file.triple().as_deref(), dialect, ..Options::default() });
        let error = violations.iter().find(|violation| violation.is_error());
        assert!(error.is_none(), "seed {seed}: {}\n{}", error.map_or_else(String::new, ToString::to_string), file.write());
        let seen = seen(&file, seed);
        assert_eq!(seen.calls.len(), seen.made, "seed {seed}: not defined, or endless\n{}", file.write());
        assert_eq!(seen.made, CALLS * file.functions.len());
        for call in &seen.calls {
            let trapped = matches!(call.end, End::Trap(Trap { kind: TrapKind::Abort, .. }));
            assert!(trapped || described(&call.end).starts_with("returns s"), "seed {seed}: {}\n{}", described(&call.end), file.write());
            traps += usize::from(trapped);
        }
        calls += seen.made;
        for place in &seen.executed {
            missing.remove(
                file.functions[place.function as usize].blocks[place.block as usize].instructions[place.instruction as usize]
                    .opcode
                    .as_str(),
            );
        }
    }
    println!("{calls} calls, {traps} traps");
    assert!(traps * 200 > calls && traps * 20 < calls, "{traps} of {calls} calls trap");
    // PHIs are part of branches, and fences are nothing to one thread.
    missing.remove("G_PHI");
    missing.remove("G_FENCE");
    assert!(missing.is_empty(), "not executed: {missing:?}");
}

/// Every flag that makes poison is met, of the releases that have it; most calls are defined all the same, and some give poison.
#[test]
fn flags_need_not_hold() {
    let (mut flags, mut made, mut defined, mut poisoned) = (BTreeSet::new(), 0, 0, 0);
    for seed in 0..400 {
        let bytes = bytes_of_seed(seed);
        let mut bytes = Unstructured::new(&bytes);
        let config = Defined { is_flagged: true, ..Defined::drawn(&mut Choices::new(&mut bytes)) };
        let (file, dialect) = (generate_defined(&mut bytes, &config), config.dialect);
        let violations = validate(&file, Options { triple: file.triple().as_deref(), dialect, ..Options::default() });
        assert!(!violations.iter().any(|violation| violation.is_error()), "seed {seed}: {violations:?}");
        let later = dialect.later_words();
        for function in &file.functions {
            let flagged = function.blocks.iter().flat_map(|block| &block.instructions).filter(|own| own.flags.0 != 0);
            let has = |own: &Instruction, name: &str| InstructionFlags::of(name).is_some_and(|flag| own.flags.contains(flag));
            let names_of = |own| InstructionFlags::NAMES.iter().copied().filter(move |name| has(own, name));
            let names: Vec<&str> = flagged.clone().flat_map(names_of).collect();
            assert!(flagged.count() <= 4 && !names.iter().any(|name| later.contains(name)), "seed {seed}: {names:?}");
            flags.extend(names);
        }
        let seen = seen(&file, seed);
        made += seen.made;
        defined += seen.calls.len();
        poisoned += usize::from(!seen.open.is_empty());
    }
    let expected = ["disjoint", "exact", "inbounds", "ninf", "nnan", "nneg", "nsw", "nusw", "nuw", "samesign"];
    assert_eq!(flags.into_iter().collect::<Vec<_>>(), expected);
    assert!(defined < made && defined * 10 > made * 7, "{defined} of {made} calls are defined");
    assert!(poisoned > 100, "{poisoned} of 400 files");
}

/// Every identity is applied to generated functions, and none changes what they do.
#[test]
fn generated_functions_stay_the_same_by_every_identity() {
    let (mut applied, mut sites_of_all) = (BTreeSet::new(), 0);
    for seed in 0..1000 {
        let (file, _) = generated(seed);
        let seen = seen(&file, seed);
        let sites = sites(&file, &seen, PartDraws(!seed));
        applied.extend(sites.iter().map(|(_, identity)| identity.name));
        sites_of_all += sites.len();
        if let Err(outcome) = judge(&file, &seen, &sites) {
            panic!("seed {seed}: {outcome:?}\n{}", file.write());
        }
    }
    let missing: Vec<&str> = crate::mir::identities::ROWS.iter().map(|row| row.name).filter(|name| !applied.contains(name)).collect();
    println!("{sites_of_all} instructions rewritten, by {} identities; not applied: {missing:?}", applied.len());
    assert!(applied.len() >= 100, "not applied: {missing:?}");
}

/// A wrong result of an instruction is noticed, by the identity that does without it.
#[test]
fn a_difference_is_found_with_its_identity() {
    let text = "name: f\nbody: |\n  bb.0:\n    liveins: $edi, $esi\n    %0:_(s32) = COPY $edi\n    %1:_(s32) = COPY $esi\n    \
                %2:_(s32) = G_SUB %0, %1\n    $eax = COPY %2(s32)\n    RET64 implicit $eax\n";
    let case = Case::new(text.as_bytes());
    assert_eq!(EXEC_REWRITTEN.verdict(&case), Verdict::Pass);
    let file = case.file().unwrap();
    let other = Case::new(text.replace("G_SUB", "G_ADD").as_bytes());
    let program = Program::new(other.file().unwrap(), &OPTIONS).unwrap();
    let seen = Seen::of(file, &program, &mut Choices::new(&mut Unstructured::new(&bytes_of_seed(1)))).unwrap();
    let identity = rewrite(&file.functions[0]).fitting(&file.functions[0].blocks[0].instructions[2])[0];
    let outcome = judge(file, &seen, &[(Place { function: 0, block: 0, instruction: 2 }, identity)]);
    let Err(NoPass::Fail(fault)) = outcome else { panic!("{outcome:?}") };
    assert_eq!((fault.property, fault.element.as_str()), ("value-differs", identity.name));
}

/// New registers have numbers of their own where the last number is taken.
#[test]
fn a_register_with_the_last_number_leaves_room_for_others() {
    let text = "name: f\nbody: |\n  bb.0:\n    liveins: $edi\n    %4294967295:_(s32) = COPY $edi\n    %1:_(s64) = G_SEXT %4294967295(s32)\n    \
                $rax = COPY %1(s64)\n    RET64 implicit $rax\n";
    let case = Case::new(text.as_bytes());
    // No release of llc reads that number.
    assert_eq!(EXEC_REWRITTEN.verdict(&case), Verdict::Skip("invalid"));
    let file = case.file().unwrap();
    let program = Program::new(file, &OPTIONS).unwrap();
    let seen = Seen::of(file, &program, &mut Choices::new(&mut Unstructured::new(&bytes_of_seed(1)))).unwrap();
    let fitting = rewrite(&file.functions[0]).fitting(&file.functions[0].blocks[0].instructions[1]);
    assert!(!fitting.is_empty());
    for identity in fitting {
        let outcome = judge(file, &seen, &[(Place { function: 0, block: 0, instruction: 1 }, identity)]);
        assert!(outcome.is_ok(), "{}: {outcome:?}", identity.name);
    }
}

#[test]
fn files_without_executable_functions_are_skipped() {
    let case = Case::new(b"name: f\nbody: |\n  bb.0:\n    INLINEASM &\"\", 0\n    RET64\n");
    assert_eq!(EXEC_REWRITTEN.verdict(&case), Verdict::Skip(REFUSED));
}

/// Mutated functions may do anything undefined: what stays defined is still the same.
#[test]
fn mutated_functions_stay_the_same() {
    let mut verdicts = BTreeMap::new();
    for seed in 0..400 {
        let (mut file, _) = generated(seed);
        let bytes = bytes_of_seed(seed ^ 0x6d75_7461);
        let mut bytes = Unstructured::new(&bytes);
        for _ in 0..4 {
            irsmith_generators::mir::mutate(&mut file, &mut bytes);
        }
        let case = Case::new(file.write().as_bytes());
        for oracle in [EXEC_REWRITTEN, EXEC_RESHAPED] {
            let verdict = match oracle.verdict(&case) {
                Verdict::Pass => "pass",
                Verdict::Skip(reason) => reason,
                Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
            };
            *verdicts.entry((oracle.name, verdict)).or_insert(0) += 1;
        }
    }
    println!("{verdicts:?}");
    for oracle in [EXEC_REWRITTEN, EXEC_RESHAPED] {
        assert!(verdicts[&(oracle.name, "pass")] >= 100, "{verdicts:?}");
    }
}
