//! Generated functions give what definitions say, and nearly every definition is asked.

use std::collections::BTreeSet;

use super::rows::{ROWS, named};
use super::*;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::mir::{Defined, defined_opcodes, generate_defined};
use irsmith_mir::interpret::{Int, UndefinedKind};
use irsmith_mir::{Dialect, File, Instruction, OperandKind};

fn file(seed: u64) -> File {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    let releases: Vec<Dialect> = Dialect::every().collect();
    // The newest release has the most opcodes.
    let is_newest = seed.is_multiple_of(3);
    let number = if is_newest { releases.len() - 1 } else { seed as usize % releases.len() };
    let drawn = Defined::drawn(&mut choices);
    let config = Defined { dialect: releases[number], is_plain: drawn.is_plain && !is_newest, ..drawn };
    generate_defined(&mut bytes, &config)
}

#[test]
fn generated_functions_give_what_definitions_say() {
    for seed in 0..600 {
        let case = Case::new(file(seed).write().as_bytes());
        assert!(matches!(check(&case), Ok(()) | Err(NoPass::Skip(_))), "seed {seed}: {:?}", check(&case));
    }
}

#[test]
fn mutated_functions_give_what_definitions_say() {
    let mut passes = 0;
    for seed in 0..800 {
        let (mut file, bytes) = (file(seed), bytes_of_seed(seed ^ 0x6d75_7461));
        let mut bytes = Unstructured::new(&bytes);
        for _ in 0..4 {
            irsmith_generators::mir::mutate(&mut file, &mut bytes);
        }
        let outcome = check(&Case::new(file.write().as_bytes()));
        assert!(!matches!(outcome, Err(NoPass::Fail(_))), "seed {seed}: {outcome:?}");
        passes += usize::from(outcome.is_ok());
    }
    assert!(passes >= 200, "{passes}");
}

/// Calls the last function, which may call the others, with arguments of a seed.
fn call(file: &File, seed: u64, observe: &mut dyn FnMut(Place, &[Value])) {
    let program = Program::new(file, &OPTIONS).unwrap();
    let last = program.functions() - 1;
    let bytes = bytes_of_seed(!seed);
    let mut bytes = Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    let parameters = &program.signature(last).unwrap().parameters;
    let arguments: Vec<Value> =
        parameters.iter().map(|parameter| argument(&program, &mut choices, parameter, seed as usize % CALLS)).collect();
    Machine::new(&program).call_with(last, &arguments, &BUDGET, &mut |place: Place, values: &[Value]| observe(place, values));
}

fn instruction(file: &File, place: Place) -> &Instruction {
    &file.functions[place.function as usize].blocks[place.block as usize].instructions[place.instruction as usize]
}

/// A result with another lowest bit is a failure, for every row that generated functions execute, and for loads, updates and copies.
#[test]
fn another_result_of_nearly_every_opcode_is_noticed() {
    let mut noticed = BTreeSet::new();
    for seed in 0..1500 {
        let file = flagged(&file(seed), &mut Choices::new(&mut Unstructured::new(&bytes_of_seed(seed))));
        let mut judge = Judge::new(&file);
        call(&file, seed, &mut |place, values| {
            let mut second = judge.clone();
            judge.observe(place, values);
            let is_assertion = instruction(&file, place).opcode.as_str().contains("ASSERT");
            if values.first().is_some_and(|value| value.undefined.is_zero()) && !is_assertion {
                let mut other = values.to_vec();
                let mut words = other[0].bits.words().to_vec();
                words[0] ^= 1;
                other[0].bits = Int::from_words(other[0].bits.bits(), &words);
                other[0].poison = Int::zero(other[0].bits.bits());
                second.observe(place, &other);
                noticed.extend(second.fault.map(|fault| fault.element));
            }
        });
    }
    assert!(noticed.iter().filter(|element| element.ends_with("with flags")).count() >= 8, "{noticed:?}");
    let asked = |name: &&str| !name.contains("ASSERT");
    let others = ["G_LOAD", "G_ZEXTLOAD", "G_SEXTLOAD", "G_FPEXTLOAD", "COPY", "G_FRAME_INDEX"];
    let of_memory = defined_opcodes().filter(|opcode| opcode.contains("ATOMIC") || opcode.contains("INDEXED"));
    let names = ROWS.iter().map(|(name, _)| *name).chain(others).chain(of_memory);
    let missing: Vec<&str> = names.filter(asked).filter(|name| !noticed.contains(*name)).collect();
    assert!(missing.is_empty(), "never asked: {missing:?}");
}

/// What a caller stores for a callee to load is known there, as far as the value is known to the caller: another one is a failure.
#[test]
fn other_arguments_on_the_stack_are_noticed() {
    let mut noticed = [0, 0];
    for seed in 0..1200 {
        let file = file(seed);
        let mut judge = Judge::new(&file);
        let mut argument = None;
        call(&file, seed, &mut |place, values| {
            let mut second = judge.clone();
            judge.observe(place, values);
            let instruction = instruction(&file, place);
            let is_of_argument = argument.take() == Some(place) && place.function + 1 < file.functions.len() as u32;
            if instruction.operands.iter().any(|operand| matches!(operand.kind, OperandKind::FixedStack(_))) {
                argument = Some(Place { instruction: place.instruction + 1, ..place });
            }
            if is_of_argument && instruction.opcode == "G_LOAD" {
                let mut other = values.to_vec();
                other[0].bits = Int::new(other[0].bits.bits(), other[0].bits.low() ^ 1);
                second.observe(place, &other);
                noticed[usize::from(second.fault.is_some())] += 1;
            }
        });
        assert_eq!(judge.fault.map(|fault| fault.evidence), None, "seed {seed}");
    }
    assert!(noticed[1] >= 20 && noticed[1] > 4 * noticed[0], "{noticed:?}");
}

/// Branches, conditional ones and those by tables are followed: an instruction of another block behind one is a failure.
#[test]
fn other_ways_than_those_of_branches_are_noticed() {
    let mut noticed = BTreeSet::new();
    for seed in 0..300 {
        let file = file(seed);
        let mut judge = Judge::new(&file);
        call(&file, seed, &mut |place, values| {
            judge.observe(place, values);
            let mut second = judge.clone();
            second.observe(Place { block: u32::MAX, ..place }, &[]);
            if second.fault.is_some() {
                noticed.insert(instruction(&file, place).opcode.as_str().to_owned());
            }
        });
    }
    assert_eq!(noticed.iter().map(String::as_str).collect::<Vec<_>>(), ["G_BR", "G_BRCOND", "G_BRJT"]);
}

/// Nearly every opcode is executed alone, on operands of which its definition says something; updates of memory too.
#[test]
fn nearly_every_opcode_is_judged_alone() {
    let mut judged = BTreeSet::new();
    for seed in 0..1500 {
        let file = alone(&file(seed), SplitMix64::new(seed));
        let program = Program::new(&file, &OPTIONS).unwrap();
        let mut machine = Machine::new(&program);
        machine.stop_at_undefined(true);
        let mut judge = Judge::new(&file);
        for function in 0..program.functions() {
            assert!(program.signature(function).is_ok(), "{}", file.write());
            judge.begin();
            let mut observe = |place: Place, values: &[Value]| {
                let before = judge.judged;
                judge.observe(place, values);
                let instructions = &file.functions[function as usize].blocks[0].instructions;
                // What was written to memory is loaded at the end.
                let behind = if instructions[place.instruction as usize].memory.is_empty() { 2 } else { 3 };
                if place.instruction as usize + behind == instructions.len() && judge.judged > before {
                    judged.insert(instructions[place.instruction as usize].opcode.as_str().to_owned());
                }
            };
            machine.call_with(function, &[], &BUDGET, &mut observe);
        }
        assert!(judge.fault.is_none(), "seed {seed}: {:?}", judge.fault);
    }
    let updates = defined_opcodes().filter(|opcode| opcode.starts_with("G_ATOMIC"));
    // A constant has no operands.
    let names = ROWS.iter().map(|(name, _)| *name).filter(|name| !name.contains("LOAD") && *name != "G_CONSTANT").chain(updates);
    let missing: Vec<&str> = names.filter(|name| !judged.contains(*name)).collect();
    assert!(missing.is_empty(), "never judged: {missing:?}");
}

/// What a function leaves in memory is compared with what its last instructions wrote.
#[test]
fn other_bytes_in_memory_are_noticed() {
    let mut noticed = 0;
    for seed in 0..100 {
        let file = file(seed);
        let program = Program::new(&file, &OPTIONS).unwrap();
        let bytes = bytes_of_seed(!seed);
        let mut bytes = Unstructured::new(&bytes);
        let mut choices = Choices::new(&mut bytes);
        let parameters = &program.signature(0).unwrap().parameters;
        let arguments: Vec<Value> = parameters.iter().map(|parameter| argument(&program, &mut choices, parameter, 0)).collect();
        let mut machine = Machine::new(&program);
        let mut judge = Judge::new(&file);
        machine.call_with(0, &arguments, &BUDGET, &mut |place: Place, values: &[Value]| judge.observe(place, values));
        let (start, bytes, masks) = machine.variables();
        let others: Vec<u8> = bytes.iter().map(|byte| byte ^ 1).collect();
        judge.end((start, &others, masks));
        noticed += usize::from(judge.fault.is_some());
    }
    assert!(noticed >= 80, "{noticed}");
}

/// Nothing is said of an alignment that is none, of an exponent of another width than usual, of results in the same register, and of what an access gives that traps.
#[test]
fn what_is_not_defined_is_no_failure() {
    for body in [
        "%0:_(s64) = G_CONSTANT i64 6\n    %1:_(p0) = G_INTTOPTR %0(s64)\n    %2:_(p0) = G_ASSERT_ALIGN %1, 3",
        "%0:_(p0) = G_IMPLICIT_DEF\n    %1:_(p0) = G_ASSERT_ALIGN %0, 3",
        "%0:_(s8) = G_CONSTANT i8 1\n    %1:_(s8) = G_CONSTANT i8 2\n    %2:_(<2 x s8>) = G_BUILD_VECTOR %0(s8), %1(s8)\n    \
         %3:_(s8), %3:_(s8) = G_UNMERGE_VALUES %2(<2 x s8>)",
        // The lowest 32 bits of this exponent are -1.
        "%0:_(s64) = G_CONSTANT i64 -4665729213955833856\n    %1:_(s64) = G_CONSTANT i64 -4671808963501621249\n    \
         %2:_(s64) = G_FLDEXP %0, %1",
        "%0:_(s64) = G_CONSTANT i64 1152921504606846976\n    %1:_(p0) = G_INTTOPTR %0(s64)\n    %2:_(s8) = G_CONSTANT i8 0\n    \
         %3:_(s8), %4:_(s1) = G_ATOMIC_CMPXCHG_WITH_SUCCESS %1(p0), %2, %2 :: (load store seq_cst monotonic (s8))",
    ] {
        let text = format!("---\nname: f\nbody: |\n  bb.0:\n    {body}\n    RET_ReallyLR\n...\n");
        let outcome = check(&Case::new(text.as_bytes()));
        assert!(!matches!(outcome, Err(NoPass::Fail(_))), "{outcome:?}\n{text}");
        // It was executed.
        assert!(matches!(outcome, Ok(()) | Err(NoPass::Skip("nothing-to-compare"))), "{outcome:?}\n{text}");
    }
}

/// The values of PHIs are followed, so that instructions that read them are judged.
#[test]
fn values_of_phis_are_known() {
    let (mut known, mut all) = (0, 0);
    for seed in 0..200 {
        let file = file(seed);
        let mut judge = Judge::new(&file);
        call(&file, seed, &mut |place, values| {
            judge.observe(place, values);
            let instructions = &file.functions[place.function as usize].blocks[place.block as usize].instructions;
            for phi in instructions.iter().take(place.instruction as usize).filter(|row| row.opcode.as_str() == "G_PHI") {
                let result = crate::mir::operands::number(&phi.results[0]).unwrap();
                known += usize::from(judge.activation.known.contains_key(&(place.function, result)));
                all += 1;
            }
        });
    }
    assert!(known * 2 > all && all > 1000, "{known} of {all}");
}

/// A PHI that takes the value of another block is noticed where it is read.
#[test]
fn a_phi_with_another_value_is_noticed() {
    let text = "---\nname: f\nbody: |\n  bb.0:\n    %0:_(s32) = G_CONSTANT i32 5\n    %1:_(s32) = G_CONSTANT i32 6\n    G_BR %bb.1\n  bb.1:\n    \
                %2:_(s32) = G_PHI %0(s32), %bb.0, %3(s32), %bb.1\n    %3:_(s32) = G_ADD %2, %1\n    %4:_(s1) = G_ICMP intpred(ult), %3, %0\n    \
                G_BRCOND %4, %bb.1\n    G_BR %bb.2\n  bb.2:\n    RET_ReallyLR\n...\n";
    let file = File::read(text.as_bytes(), &irsmith_mir::Limits::default()).unwrap();
    let mut judge = Judge::new(&file);
    let mut noticed = false;
    call(&file, 0, &mut |place, values| {
        let mut second = judge.clone();
        judge.observe(place, values);
        if instruction(&file, place).opcode.as_str() == "G_ADD" {
            // 6 + 6, as if the PHI had the second constant.
            second.observe(place, &[Value::new(values[0].ty, Int::new(32, 12))]);
            noticed |= second.fault.is_some();
        }
    });
    assert!(judge.fault.is_none() && noticed, "{:?}", judge.fault);
}

/// Initial values are laid out as LangRef says (*Data Layout*, the default alignments), and as llc's assembly has them.
#[test]
fn values_are_laid_out() {
    for (value, bytes, alignment) in [
        ("{ i8, i32 } { i8 1, i32 -2 }", "01 00 00 00 fe ff ff ff", 4),
        ("<{ i8, i32, i1 }> <{ i8 1, i32 2, i1 true }>", "01 02 00 00 00 01", 1),
        ("{ i24, i8 } { i24 -1, i8 5 }", "ff ff ff 00 05 00 00 00", 4),
        ("[2 x i7] [i7 -1, i7 1]", "7f 01", 1),
        ("i33 -1", "ff ff ff ff 01 00 00 00", 8),
        ("{ <3 x i16>, i16 } { <3 x i16> <i16 1, i16 2, i16 3>, i16 4 }", "01 00 02 00 03 00 00 00 04 00 00 00 00 00 00 00", 8),
        ("[4 x i8] c\"a\\00\\\\z\"", "61 00 5c 7a", 1),
        ("{ half, float } { half 0xH3C00, float 0xBFF8000000000000 }", "00 3c 00 00 00 00 c0 bf", 4),
        ("<{ i8, ptr addrspace(2) }> <{ i8 -1, ptr addrspace(2) null }>", "ff 00 00 00 00 00 00 00 00", 1),
        ("double 1.500000e+00", "00 00 00 00 00 00 f8 3f", 8),
        ("fp128 0xL00000000000000073FFF000000000000", "07 00 00 00 00 00 00 00 00 00 00 00 00 00 ff 3f", 16),
        ("{ i16, [2 x i8], ptr } { i16 undef, [2 x i8] zeroinitializer, ptr null }", "?? ?? 00 00 00 00 00 00 00 00 00 00 00 00 00 00", 8),
    ] {
        let initial = initial::constant(value).unwrap_or_else(|| panic!("{value}"));
        let shown: Vec<String> = initial.bytes.iter().map(|byte| byte.map_or("??".to_owned(), |byte| format!("{byte:02x}"))).collect();
        assert_eq!((shown.join(" ").as_str(), initial.alignment), (bytes, alignment), "{value}");
    }
    for refused in [
        "ptr @f",
        "ptr addrspace(271) null",
        "i32 ptrtoint (ptr @f to i32)",
        "<8 x i1> zeroinitializer",
        "i32",
        "{ i8 } { i16 1 }",
        "[2 x i8] c\"a\"",
    ] {
        assert_eq!(initial::constant(refused), None, "{refused}");
    }
}

/// A variable that begins with another value, a constant with another one in the pool, and an address that is not aligned are noticed.
#[test]
fn other_initial_values_are_noticed() {
    let body = "    %0:_(p0) = G_GLOBAL_VALUE @v\n    %1:_(p0) = G_CONSTANT_POOL %const.0\n    %2:_(s8) = G_LOAD %1 :: (load (s8))\n    RET_ReallyLR\n";
    let text = format!(
        "--- |\n  @v = internal constant {{ i8, i16 }} {{ i8 1, i16 2 }}\n  define void @f() {{ unreachable }}\n...\n---\nname: f\n\
         constants:\n  - id: 0\n    value: 'i16 7'\nbody: |\n  bb.0:\n{body}...\n"
    );
    let read = |text: &str| File::read(text.as_bytes(), &irsmith_mir::Limits::default()).unwrap();
    // The interpreter knows no variables by numbers; as there is one thread, it has one variable for all.
    for (from, to) in [("@v", "@0"), ("@v =", "@t = thread_local(initialexec) global i32 1\n  @v =")] {
        let unknown = check(&Case::new(text.replace(from, to).as_bytes()));
        assert!(!matches!(unknown, Err(NoPass::Fail(_))), "{to}: {unknown:?}");
    }
    let file = read(&text);
    for (from, to) in [
        ("@v = internal", "@w = internal"),
        ("i16 2 }", "i16 3 }"),
        ("'i16 7'", "'i16 8'"),
        ("i16 2 }", "i16 2 }, align 4096"),
        ("i16 7", "i16 7"),
    ] {
        let changed = read(&text.replace(from, to));
        let program = Program::new(&file, &OPTIONS).unwrap();
        let mut machine = Machine::new(&program);
        let mut judge = Judge::new(&changed);
        judge.variables(&machine);
        machine.call_with(0, &[], &BUDGET, &mut |place: Place, values: &[Value]| judge.observe(place, values));
        assert_eq!(judge.fault.is_some(), from != to, "{to}: {:?}", judge.fault);
        assert!(from != to || judge.judged == 4, "{}", judge.judged);
    }
}

/// A result of which another bit is undefined, or one that should be is not, is a failure, for every opcode of which that is known.
#[test]
fn other_undefined_bits_are_noticed() {
    let mut noticed = BTreeSet::new();
    for seed in 0..1500 {
        let file = alone(&file(seed), SplitMix64::new(!seed));
        let program = Program::new(&file, &OPTIONS).unwrap();
        let mut machine = Machine::new(&program);
        machine.stop_at_undefined(true);
        let mut judge = Judge::new(&file);
        for function in 0..program.functions() {
            judge.begin();
            machine.call_with(function, &[], &BUDGET, &mut |place: Place, values: &[Value]| {
                let mut others = [judge.clone(), judge.clone()];
                judge.observe(place, values);
                let [value, ..] = values else { return };
                if !value.poison.is_zero() || value.undefined.is_zero() {
                    return;
                }
                let width = value.bits.bits();
                let lowest = 1 << value.undefined.words()[0].trailing_zeros().min(63);
                let changed = [value.undefined.words()[0] ^ lowest, value.undefined.words()[0] ^ 1];
                for (other, undefined) in others.iter_mut().zip(changed) {
                    let mut words = value.undefined.words().to_vec();
                    words[0] = undefined;
                    let mut values = values.to_vec();
                    values[0].undefined = Int::from_words(width, &words);
                    other.observe(place, &values);
                    noticed.extend(other.fault.take().map(|fault| fault.element));
                }
            });
        }
        assert!(judge.fault.is_none(), "seed {seed}: {:?}", judge.fault);
    }
    let missing: Vec<&str> =
        undefined::EXACT.iter().chain(undefined::EXACT_BY).copied().filter(|opcode| !noticed.contains(*opcode)).collect();
    assert!(missing.is_empty(), "never noticed: {missing:?}");
    assert!(["G_ADD", "G_MUL", "G_ICMP", "G_SELECT"].iter().all(|opcode| noticed.contains(*opcode)), "{noticed:?}");
}

/// An event at an instruction that has none, and one that is missing.
#[test]
fn other_events_are_noticed() {
    let (mut surplus, mut missing) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..300 {
        let file = file(seed);
        let mut judge = Judge::new(&file);
        call(&file, seed, &mut |place, values| {
            for kind in UndefinedKind::ALL {
                let mut second = judge.clone();
                second.event(irsmith_mir::interpret::Undefined { kind: *kind, place });
                surplus.extend(second.fault.map(|fault| (*kind, fault.element)));
            }
            judge.observe(place, values);
        });
        // This machine does not stop.
        let file = alone(&file, SplitMix64::new(seed));
        let program = Program::new(&file, &OPTIONS).unwrap();
        let mut judge = Judge::new(&file);
        for function in 0..program.functions() {
            judge.begin();
            Machine::new(&program).call_with(function, &[], &BUDGET, &mut |place: Place, values: &[Value]| judge.observe(place, values));
            let fault = judge.fault.take().filter(|fault| fault.property == "undefined-differs");
            missing.extend(fault.map(|fault| fault.evidence.rsplit(" is no ").next().unwrap_or_default().to_owned()));
        }
    }
    let unknown = [UndefinedKind::CallTarget, UndefinedKind::StackSize, UndefinedKind::Unreachable];
    let is_noticed = |kind: &UndefinedKind| surplus.iter().any(|(noticed, _)| noticed == kind);
    let unnoticed: Vec<&UndefinedKind> = UndefinedKind::ALL.iter().filter(|kind| !unknown.contains(kind) && !is_noticed(kind)).collect();
    assert!(unnoticed.is_empty(), "{unnoticed:?}");
    // Also at the opcodes that may have them.
    for (kind, opcode) in [
        (UndefinedKind::DivisionByZero, "G_UDIV"),
        (UndefinedKind::DivisionOverflow, "G_SDIV"),
        (UndefinedKind::DivisionByPoison, "G_SREM"),
        (UndefinedKind::BranchOnUndefined, "G_BRCOND"),
        (UndefinedKind::Alignment, "G_STORE"),
        (UndefinedKind::Access, "G_LOAD"),
        (UndefinedKind::CopyOverlap, "G_MEMCPY"),
        (UndefinedKind::JumpTable, "G_BRJT"),
        (UndefinedKind::StackRestore, "G_STACKRESTORE"),
    ] {
        assert!(surplus.contains(&(kind, opcode.to_owned())), "{kind} at {opcode}");
    }
    let divisions = ["division by zero", "fixed-point result that does not fit", "smallest integer divided by -1"];
    assert_eq!(missing.into_iter().collect::<Vec<_>>(), divisions.map(|event| format!("{event}, as the interpreter says")));
}

/// An access inside of an object of the frame is an event to nobody.
#[test]
fn accesses_inside_of_objects_are_no_events() {
    let text = "---\nname: f\nstack:\n  - { id: 0, size: 8, alignment: 8 }\nbody: |\n  bb.0:\n    %0:_(p0) = G_FRAME_INDEX %stack.0\n    \
                %1:_(s32) = G_CONSTANT i32 5\n    G_STORE %1(s32), %0(p0) :: (store (s32))\n    %2:_(s64) = G_CONSTANT i64 8\n    \
                %3:_(p0) = G_PTR_ADD %0, %2(s64)\n    G_STORE %1(s32), %3(p0) :: (store (s32))\n    RET_ReallyLR\n...\n";
    let file = File::read(text.as_bytes(), &irsmith_mir::Limits::default()).unwrap();
    let mut judge = Judge::new(&file);
    let mut noticed = Vec::new();
    call(&file, 0, &mut |place, values| {
        if instruction(&file, place).opcode.as_str() == "G_STORE" {
            let mut second = judge.clone();
            second.event(irsmith_mir::interpret::Undefined { kind: UndefinedKind::Access, place });
            noticed.push(second.fault.is_some());
        }
        judge.observe(place, values);
    });
    // The second store is behind the object.
    assert_eq!(noticed, [true, false]);
}

/// Copies of ranges that overlap and addresses that are less aligned than stated are events; a copy to the same place is none.
#[test]
fn missing_events_of_accesses_are_noticed() {
    let place = |offset: u8| format!("%1:_(s64) = G_CONSTANT i64 {offset}\n    %2:_(p0) = G_PTR_ADD %0, %1(s64)\n    ");
    let copy = "%3:_(s64) = G_CONSTANT i64 8\n    G_MEMCPY %2(p0), %0(p0), %3(s64), 0 :: (store (s8)), (load (s8))";
    let store = "%3:_(s32) = G_CONSTANT i32 8\n    G_STORE %3(s32), %2(p0) :: (store (s32), align 4)";
    let stated = |to: u8, from: u8| {
        format!(
            "%3:_(s64) = G_CONSTANT i64 8\n    G_MEMCPY %2(p0), %0(p0), %3(s64), 0 :: (store (s8), align {to}), (load (s8), align {from})"
        )
    };
    let fill = "%3:_(s8) = G_CONSTANT i8 8\n    G_MEMSET %2(p0), %3(s8), %1(s64), 0 :: (store (s8), align 8)";
    let (to, from) = (&*stated(4, 1), &*stated(1, 4));
    for (offset, access, is_event) in [
        (4, copy, true),
        (0, copy, false),
        (8, copy, false),
        (2, store, true),
        (4, store, false),
        (17, to, true),
        (17, from, false),
        (20, to, false),
        (4, fill, true),
        (8, fill, false),
    ] {
        let text = format!(
            "---\nname: f\nstack:\n  - {{ id: 0, size: 64, alignment: 16 }}\nbody: |\n  bb.0:\n    %0:_(p0) = G_FRAME_INDEX %stack.0\n    \
             {}{access}\n    RET_ReallyLR\n...\n",
            place(offset)
        );
        let file = File::read(text.as_bytes(), &irsmith_mir::Limits::default()).unwrap();
        let mut judge = Judge::new(&file);
        // This machine does not stop.
        call(&file, 0, &mut |place, values| judge.observe(place, values));
        assert_eq!(judge.fault.is_some(), is_event, "{offset}: {:?}\n{text}", judge.fault);
    }
}

/// The first parameter on the stack is the one at the lowest place, whatever its number is.
#[test]
fn parameters_in_another_order_are_noticed() {
    let text = "---\nname: f\nfixedStack:\n  - { id: 0, offset: 8, size: 8 }\n  - { id: 1, offset: 0, size: 8 }\n\
                body: |\n  bb.0:\n    RET_ReallyLR\n...\n";
    let file = File::read(text.as_bytes(), &irsmith_mir::Limits::default()).unwrap();
    let program = Program::new(&file, &OPTIONS).unwrap();
    let mut parameters = program.signature(0).unwrap().parameters.clone();
    assert_eq!(parameters.iter().map(|parameter| &*parameter.name).collect::<Vec<_>>(), ["%fixed-stack.1", "%fixed-stack.0"]);
    assert!(order_of_parameters(&file.functions[0], &parameters).is_none());
    parameters.reverse();
    assert!(order_of_parameters(&file.functions[0], &parameters).is_some());
}

/// Executed opcodes without a row, by the start of their names: what is judged of them instead.
const WITHOUT_ROW: &[(&str, &[&str])] = &[
    (
        "memory.rs",
        &["G_LOAD", "G_STORE", "G_SEXTLOAD", "G_ZEXTLOAD", "G_FPEXTLOAD", "G_FPTRUNCSTORE", "G_INDEXED_", "G_ATOMIC", "G_MEM", "G_BZERO"],
    ),
    ("path.rs", &["G_BR", "G_TRAP", "G_UBSANTRAP", "G_PHI", "G_JUMP_TABLE", "G_BLOCK_ADDR"]),
    ("registers.rs", &["COPY"]),
    ("initial.rs", &["G_GLOBAL_VALUE", "G_CONSTANT_POOL"]),
    ("undefined.rs", &["G_ANYEXT"]),
    ("activation.rs", &["G_FRAME_INDEX", "G_STACKSAVE", "G_STACKRESTORE"]),
    ("spelled_literals.rs", &["G_FCONSTANT"]),
    // Only machine code is compared.
    ("", &["G_ADDRSPACE_CAST"]),
    // They do nothing.
    ("", &["ARITH_FENCE", "G_FENCE"]),
];

#[test]
fn executed_opcodes_have_definitions() {
    let listed = |opcode: &&str| WITHOUT_ROW.iter().flat_map(|(_, starts)| *starts).any(|start| opcode.starts_with(start));
    let missing: Vec<&str> = defined_opcodes().filter(|opcode| named(opcode).is_none() && !listed(opcode)).collect();
    assert_eq!(missing, [""; 0], "they need rows in rows.rs");
}
