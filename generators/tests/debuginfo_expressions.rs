//! Promises of the debug-information generator on expressions: most of them describe something on a machine that has what they need, and
//! every operation is executed in them.

use arbitrary::Unstructured;
use irsmith_debuginfo::interpret::expression::{AddressSize, Elsewhere, Machine, Operation, Outcome, Type, evaluate_observed, operations};
use irsmith_debuginfo::tables::{OPERATIONS, Op, OperationCode};
use irsmith_debuginfo::{Info, Instruction, Module};
use irsmith_generators::debuginfo::{Config, Generator};
use irsmith_generators::{SplitMix64, bytes_of_seed};
use std::collections::{BTreeMap, BTreeSet};

/// Number of generated modules.
const MODULES: u64 = 12_000;

fn expressions(module: &Module) -> Vec<Vec<Operation>> {
    let debug = module.instructions.iter().filter_map(Instruction::debug);
    let expressions = debug.filter(|debug| matches!(debug.info, Info::Expression { .. }));
    expressions.filter_map(|debug| operations(module, debug.result).ok()).filter(|operations| !operations.is_empty()).collect()
}

fn machine(address: AddressSize, seed: u64, expressions: &[Vec<Operation>]) -> Machine {
    let mut values = SplitMix64::new(seed);
    let mut some = |count| (0..count).map(|_| values.next()).collect::<Vec<u64>>();
    Machine {
        address,
        registers: some(32),
        entry_registers: some(32),
        addresses: some(4),
        constants: some(4),
        elsewhere: Elsewhere::Pattern,
        frame_base: Some(1 << 20),
        frame_address: Some(1 << 21),
        object: Some(1 << 22),
        thread_local: Some(1 << 23),
        procedures: expressions.iter().take(2).cloned().collect(),
        ..Machine::default()
    }
}

#[derive(Default)]
struct Counts {
    expressions: u64,
    described: u64,
    /// By operation, the expressions that describe something and execute it.
    with: BTreeMap<OperationCode, u64>,
    /// Those of them whose stack had three entries or more at a time.
    deep: u64,
    /// By type, the expressions that had a value of it on the stack.
    types: BTreeMap<Type, u64>,
}

impl Counts {
    fn run(&mut self, expression: &[Operation], machine: &Machine) -> bool {
        let (mut codes, mut deepest, mut types) = (BTreeSet::new(), 0, BTreeSet::new());
        let Outcome { end, .. } = evaluate_observed(expression, machine, Some(16), |_, operation, stack| {
            codes.insert(operation.code);
            deepest = deepest.max(stack.len());
            types.extend(stack.iter().map(|value| value.ty));
        });
        if end.is_err() {
            return false;
        }
        codes.into_iter().for_each(|code| *self.with.entry(code).or_default() += 1);
        types.into_iter().for_each(|ty| *self.types.entry(ty).or_default() += 1);
        self.deep += u64::from(deepest > 2);
        true
    }
}

fn count(config: &Config) -> Counts {
    let mut generator = Generator::default();
    let mut counts = Counts::default();
    for seed in 0..MODULES {
        let bytes = bytes_of_seed(seed);
        let module = generator.generate(&mut Unstructured::new(&bytes), config);
        let expressions = expressions(&module);
        for expression in &expressions {
            let mut sizes = [AddressSize::Eight, AddressSize::Four].into_iter();
            counts.expressions += 1;
            counts.described += u64::from(sizes.any(|size| counts.run(expression, &machine(size, seed, &expressions))));
        }
    }
    eprintln!("{} expressions, {} describe something, {} deep", counts.expressions, counts.described, counts.deep);
    eprintln!("{:?}\n{:?}", counts.types, counts.with);
    counts
}

#[test]
fn most_expressions_describe_something_by_every_operation() {
    let counts = count(&Config::default());
    assert!(
        counts.described * 10 > counts.expressions * 8,
        "{} of {} expressions describe something",
        counts.described,
        counts.expressions
    );
    assert!(counts.deep * 3 > counts.expressions, "{} of {} expressions are deep", counts.deep, counts.expressions);
    for row in OPERATIONS {
        let times = counts.with.get(&row.op.into()).copied().unwrap_or(0);
        // Fragment is an operation of another dialect.
        assert!(times >= 10 || row.op == Op::Fragment, "{} was executed in {times} expressions", row.name);
    }
    for ty in Type::ALL {
        let times = counts.types.get(&ty).copied().unwrap_or(0);
        assert!(times * 100 > counts.expressions, "{ty:?} was on the stack of {times} expressions");
    }
}
