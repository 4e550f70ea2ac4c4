//! Programs reach limits exactly: the end of memory, the restored stack, addresses and signatures that nearly match a function.
//!
//! An engine with an off-by-one error there is correct everywhere else, so these programs are counted separately.

use crate::support::{BUDGET, calls, case, load};
use irsmith_generators::pnacl::{Config, Execution, Generator};
use irsmith_pnacl::interpret::{End, Machine, NoHost, Options, Place, Program, Sizes, TrapKind};
use irsmith_pnacl::{Instruction, Module};

/// Number of programs of the profile in which not everything is defined.
const PROGRAMS: u64 = 1_000;

/// Counts the programs with an execution for which the condition holds.
fn programs(mut asked: impl FnMut(u64, &Module) -> bool) -> usize {
    let mut generator = Generator::default();
    (0..PROGRAMS).filter(|&seed| asked(seed, &case(&mut generator, &Config::exec(), seed))).count()
}

#[test]
fn memory_is_written_to_its_last_byte() {
    let count = programs(|seed, module| {
        let program = load(module, seed);
        let mut machine = Machine::new(&program);
        calls(module, seed, 1).into_iter().any(|(function, values)| {
            machine.reset();
            machine.call(function, &values, &BUDGET);
            machine.memory().last().is_some_and(|&byte| byte != 0)
        })
    });
    println!("{count} of {PROGRAMS} programs write the last byte of memory");
    assert!(count > PROGRAMS as usize / 20, "{count}");
}

/// Counts the programs that end in each of these traps.
fn trapped<const N: usize>(kinds: [TrapKind; N]) -> [usize; N] {
    let mut counts = [0; N];
    programs(|seed, module| {
        let program = load(module, seed);
        let mut machine = Machine::new(&program);
        let mut seen = [false; N];
        for (function, values) in calls(module, seed, 1) {
            machine.reset();
            if let End::Trap(trap) = machine.call(function, &values, &BUDGET).end
                && let Some(kind) = kinds.iter().position(|&kind| kind == trap.kind)
            {
                seen[kind] = true;
            }
        }
        counts.iter_mut().zip(seen).for_each(|(count, seen)| *count += usize::from(seen));
        false
    });
    counts
}

#[test]
fn indirect_calls_and_atomics_go_wrong_in_every_way() {
    let kinds = [TrapKind::BadFunction, TrapKind::BadSignature, TrapKind::Misaligned];
    let counts = trapped(kinds);
    println!("{counts:?} of {PROGRAMS} programs end in {kinds:?}");
    assert!(counts.iter().all(|&count| count > PROGRAMS as usize / 200), "{counts:?}");
}

#[test]
fn stack_pointers_are_saved_behind_what_was_taken() {
    let options = Options { sizes: Sizes { stack: Execution::STACK, heap: 0 }, memory: 1 << 20, results: true };
    let count = programs(|seed, module| {
        let program = Program::new(module, &options).unwrap();
        let mut machine = Machine::new(&program);
        let beginning = program.layout().heap.into();
        let saves = |place: Place| {
            let body = module.functions[place.function as usize].body.as_ref().unwrap();
            let Instruction::Call { callee, .. } = &body.instructions[place.instruction as usize] else { return false };
            module.name_of(*callee) == Some(b"llvm.stacksave")
        };
        let mut found = false;
        for (function, values) in calls(module, seed, 1) {
            machine.reset();
            let mut look = |place: Place, bits| found |= bits != Some(beginning) && saves(place);
            machine.call_with(function, &values, &BUDGET, &mut NoHost, &mut look);
        }
        found
    });
    println!("{count} of {PROGRAMS} programs save a stack pointer that moved");
    assert!(count > PROGRAMS as usize / 100, "{count}");
}

#[test]
fn some_switches_have_cases_far_apart() {
    let count = programs(|_, module| {
        let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
        bodies.flat_map(|body| &body.instructions).any(|instruction| match instruction {
            Instruction::Switch { cases, .. } => {
                let values = || cases.iter().map(|case| i128::from(case.value));
                values().max().zip(values().min()).is_some_and(|(most, least)| most - least > 16 * cases.len() as i128)
            }
            _ => false,
        })
    });
    println!("{count} of {PROGRAMS} programs have such a switch");
    assert!(count > PROGRAMS as usize / 20, "{count}");
}
