//! Programs are valid, end, are defined if their profile requires it, and execute every row.

use crate::support::{BUDGET, calls, case, load};
use arbitrary::Unstructured;
use irsmith_generators::pnacl::{Config, Execution, Generator, Row, Tag, rows, rows_of};
use irsmith_generators::{Choices, SplitMix64, bytes_of_seed};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::{End, Machine, NoHost, Place, TrapKind, UndefinedKind};
use irsmith_pnacl::validate::Validator;
use std::collections::BTreeMap;

/// Argument vectors of each function.
const VECTORS: usize = 2;

/// The outcomes of many programs.
#[derive(Default)]
struct Tally {
    /// How often each row was executed.
    executed: Vec<u64>,
    /// Instructions executed by each call.
    steps: Vec<u64>,
    ends: BTreeMap<String, u64>,
    undefined: BTreeMap<UndefinedKind, u64>,
    traps: BTreeMap<TrapKind, u64>,
    calls: u64,
    blocks: u64,
}

impl Tally {
    fn of(config: &Config, seeds: std::ops::Range<u64>) -> Self {
        let mut tally = Self { executed: vec![0; rows().len()], ..Self::default() };
        let mut generator = Generator::default();
        for seed in seeds {
            let module = case(&mut generator, config, seed);
            tally.run(&module, seed);
        }
        tally.steps.sort_unstable();
        tally
    }

    fn run(&mut self, module: &Module, seed: u64) {
        let program = load(module, seed);
        let classes: Vec<Vec<Option<u16>>> = (0..module.functions.len() as u32).map(|function| rows_of(module, function)).collect();
        let mut machine = Machine::new(&program);
        for (function, values) in calls(module, seed, VECTORS) {
            let mut steps = 0;
            let mut count = |place: Place, _| {
                steps += 1;
                if let Some(row) = classes[place.function as usize][place.instruction as usize] {
                    self.executed[usize::from(row)] += 1;
                }
            };
            machine.reset();
            let execution = machine.call_with(function, &values, &BUDGET, &mut NoHost, &mut count);
            self.note(execution.end);
            if let Some(undefined) = execution.undefined {
                *self.undefined.entry(undefined.kind).or_default() += 1;
            }
            self.blocks = self.blocks.max(execution.blocks);
            self.steps.push(steps);
        }
    }

    fn note(&mut self, end: End) {
        self.calls += 1;
        let name = match end {
            End::Return(_) => "return".to_owned(),
            End::Trap(trap) => {
                *self.traps.entry(trap.kind).or_default() += 1;
                format!("trap: {}", trap.kind)
            }
            End::OutOfFuel(_) => "out of fuel".to_owned(),
            other => format!("{other:?}"),
        };
        *self.ends.entry(name).or_default() += 1;
    }

    fn share(&self, end: &str) -> f64 {
        self.ends.get(end).copied().unwrap_or(0) as f64 / self.calls as f64
    }

    fn mean(&self) -> u64 {
        self.steps.iter().sum::<u64>() / self.steps.len().max(1) as u64
    }

    /// Formats all figures: a line for each row, then the sums.
    fn report(&self, name: &str) -> String {
        let mut lines: Vec<String> = rows()
            .iter()
            .filter(|row| is_executable(row))
            .map(|row| format!("{:>10}  {}", self.executed[usize::from(row.id)], row.name))
            .collect();
        let (mean, median) = (self.mean(), self.steps[self.steps.len() / 2]);
        lines.push(format!("{name}: {} calls, {mean} instructions each on average, half of them at least {median}", self.calls));
        lines.push(format!("{name}: at most {} blocks, {} instructions", self.blocks, self.steps.last().unwrap_or(&0)));
        lines.push(format!("{name}: ends {:?}", self.ends));
        lines.push(format!("{name}: undefined {:?}", self.undefined));
        lines.join("\n")
    }

    fn missing(&self, wanted: impl Fn(&Row) -> bool) -> Vec<&'static str> {
        let missing = |row: &&Row| is_executable(row) && wanted(row) && self.executed[usize::from(row.id)] == 0;
        rows().iter().filter(missing).map(|row| row.name.as_str()).collect()
    }
}

/// Returns whether a row is an instruction; the others are parts, encodings, or shapes.
fn is_executable(row: &Row) -> bool {
    const FAMILIES: [&str; 14] = [
        "binary ",
        "compare ",
        "cast ",
        "select ",
        "extractelement ",
        "insertelement ",
        "alloca ",
        "load ",
        "store ",
        "call ",
        "indirect call ",
        "intrinsic ",
        "phi ",
        "terminator ",
    ];
    FAMILIES.iter().any(|family| row.name.starts_with(family))
}

/// Returns whether a row can be executed without a trap: not rows that trap, nor `alloca`s whose alignment alone would overflow the stack.
fn is_defined(row: &Row) -> bool {
    let large = row.name.strip_prefix("alloca align ").is_some_and(|bytes| bytes.parse::<u64>().unwrap() > 1024);
    !large && !["intrinsic llvm.trap", "terminator unreachable"].contains(&row.name.as_str())
}

#[test]
fn every_program_is_valid() {
    let mut generator = Generator::default();
    let mut validator = Validator::default();
    let mut instructions = 0;
    for seed in 0..4_000 {
        for config in [Config::defined(), Config::exec()] {
            let module = case(&mut generator, &config, seed);
            let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
            instructions += bodies.map(|body| body.instructions.len()).sum::<usize>();
            let errors: Vec<String> =
                validator.validate(&module).iter().filter(|violation| violation.is_error()).map(ToString::to_string).collect();
            assert!(errors.is_empty(), "seed {seed}: {errors:#?}");
        }
    }
    println!("{} instructions a module", instructions / 8_000);
}

#[test]
fn defined_programs_end_do_nothing_undefined_and_execute_every_row_within_3000_cases() {
    let tally = Tally::of(&Config::defined(), 0..3_000);
    println!("{}", tally.report("defined"));
    assert!(tally.share("return") > 0.99, "{:?}", tally.ends);
    assert!(tally.undefined.is_empty() && tally.traps.is_empty(), "{:?} {:?}", tally.undefined, tally.traps);
    assert!((500..3_000).contains(&tally.mean()), "{} instructions a call", tally.mean());
    let missing = tally.missing(is_defined);
    assert!(missing.is_empty(), "{} rows were never executed: {missing:#?}", missing.len());
}

#[test]
fn all_that_is_undefined_and_every_trap_is_executed_within_6000_cases() {
    let tally = Tally::of(&Config::exec(), 0..6_000);
    println!("{}", tally.report("exec"));
    assert!(tally.ends.contains_key("out of fuel"));
    assert!(tally.share("return") > 0.8, "{:?}", tally.ends);
    let missing = tally.missing(|_| true);
    assert!(missing.is_empty(), "{} rows were never executed: {missing:#?}", missing.len());
    let missing: Vec<_> = TrapKind::ALL.iter().filter(|kind| !tally.traps.contains_key(kind)).collect();
    assert!(missing.is_empty(), "{missing:?} never happened");
    for kind in UNDEFINED {
        assert!(tally.undefined.contains_key(&kind), "{kind} was never the first undefined event");
    }
}

/// Only what can happen in a valid module: numbers of lanes are constants in range.
const UNDEFINED: [UndefinedKind; 13] = [
    UndefinedKind::ShiftAmount,
    UndefinedKind::DivisionOverflow,
    UndefinedKind::FloatToInteger,
    UndefinedKind::FloatRange,
    UndefinedKind::Alignment,
    UndefinedKind::CountOfZero,
    UndefinedKind::CopyOverlap,
    UndefinedKind::Undef,
    UndefinedKind::Unreachable,
    UndefinedKind::StackSize,
    UndefinedKind::StackRestore,
    UndefinedKind::CallSignature,
    UndefinedKind::Jump,
];

#[test]
fn programs_without_some_rows_end_too() {
    let tags = [Tag::Vector, Tag::Memory, Tag::Call, Tag::Partial, Tag::Value, Tag::Compute];
    for (place, tag) in tags.into_iter().enumerate() {
        let tally = Tally::of(&Config::defined().without(tag), 0..100);
        assert_eq!(tally.share("return"), 1.0, "without {tag:?}: {:?}", tally.ends);
        assert!(tally.undefined.is_empty(), "without {tag:?}: {:?}", tally.undefined);
        assert!(tally.mean() > 20, "{place}");
    }
    let mut generator = Generator::default();
    for seed in 0..300 {
        let bytes = bytes_of_seed(seed);
        let mut bytes = Unstructured::new(&bytes);
        let config = Config::defined().swarmed(&mut Choices::new(&mut bytes));
        let module = generator.generate(&mut bytes, &config);
        let mut tally = Tally { executed: vec![0; rows().len()], ..Tally::default() };
        tally.run(&module, seed);
        assert!(tally.share("return") == 1.0 && tally.undefined.is_empty(), "seed {seed}: {:?} {:?}", tally.ends, tally.undefined);
    }
}

#[test]
fn jumps_can_be_switched_off() {
    let execution = Execution { jumps: 0, ..Execution::TOTAL };
    let config = Config { execution: Some(execution), ..Config::exec() };
    let mut generator = Generator::default();
    for seed in 0..1_000 {
        let module = case(&mut generator, &config, seed);
        assert!(!module.symbols.iter().any(|symbol| symbol.name.ends_with(b"jmp")), "seed {seed}");
    }
}

#[test]
fn every_program_of_any_bytes_is_valid_and_the_same_again() {
    let mut used = Generator::default();
    let mut validator = Validator::default();
    for config in [Config::defined(), Config::exec()] {
        for length in (0..1_500).step_by(3) {
            let mut bytes = Vec::new();
            SplitMix64::new(length as u64).extend(&mut bytes, length);
            let module = used.generate(&mut Unstructured::new(&bytes), &config);
            assert!(validator.is_valid(&module), "{length} bytes");
            assert!(Generator::default().generate(&mut Unstructured::new(&bytes), &config) == module, "{length} bytes");
        }
    }
}
