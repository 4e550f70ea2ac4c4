//! DWARF expressions here and in gimli: every operation on a case where it matters, and many made at random.

mod maker;

use irsmith_debuginfo::interpret::expression::{AddressSize, Machine, Operation, Outcome, evaluate};
use irsmith_debuginfo::tables::OPERATIONS;
use irsmith_oracles::debuginfo::gimli::{Agreement, Known, Reason, compare};
use maker::{Maker, machine};
use std::collections::{BTreeMap, BTreeSet};

/// Expressions for each size of addresses.
const EXPRESSIONS: u64 = 80_000;

#[derive(Default)]
struct Counts {
    described: u64,
    refused: u64,
    incomparable: BTreeMap<Reason, u64>,
    /// How often an operation was in an expression that would describe something else without it.
    mattered: BTreeMap<u32, u64>,
    traps: BTreeSet<String>,
}

impl Counts {
    fn judge(&mut self, operations: &[Operation], machine: &Machine, first: Option<u64>) {
        match compare(operations, machine, first) {
            Agreement::Same(outcome) => match &outcome.end {
                Ok(_) => {
                    self.described += 1;
                    self.matter(operations, machine, first, &outcome);
                }
                Err(trap) => {
                    self.refused += 1;
                    self.traps.insert(format!("{:?}", trap.kind));
                }
            },
            Agreement::Incomparable(reason) => *self.incomparable.entry(reason).or_default() += 1,
            Agreement::Different(ours, theirs) => {
                let names: Vec<_> =
                    operations.iter().map(|operation| (operation.code.row().map_or("?", |row| row.name), operation.literals())).collect();
                panic!("{:?}, first {first:?}: {names:?}\nours {ours:?}\ntheirs {theirs}\n{machine:?}", machine.address);
            }
        }
    }

    fn matter(&mut self, operations: &[Operation], machine: &Machine, first: Option<u64>, outcome: &Outcome) {
        for (at, operation) in operations.iter().enumerate() {
            let mut without = operations.to_vec();
            without.remove(at);
            if evaluate(&without, machine, first).end != outcome.end {
                *self.mattered.entry(operation.code.0).or_default() += 1;
            }
        }
    }
}

fn judge_all(address: AddressSize) -> Counts {
    let mut counts = Counts::default();
    for seed in 0..EXPRESSIONS {
        let mut maker = Maker::new(seed);
        let machine = machine(&mut maker, address);
        let first = maker.chance(3).then(|| maker.literal().into());
        let operations = maker.expression(address, first.is_some());
        counts.judge(&operations, &machine, first);
    }
    counts
}

#[test]
fn gimli_agrees_on_every_operation() {
    let mut known = BTreeSet::new();
    for address in [AddressSize::Four, AddressSize::Eight] {
        let counts = judge_all(address);
        let incomparable: u64 = counts.incomparable.values().sum();
        eprintln!("{address:?}: {} described, {} refused, {:?}", counts.described, counts.refused, counts.incomparable);
        for row in OPERATIONS {
            let mattered = counts.mattered.get(&row.code).copied().unwrap_or(0);
            assert!(mattered >= 20, "{address:?}: {} mattered in {mattered} expressions", row.name);
        }
        assert!(counts.described > EXPRESSIONS / 2, "{} described", counts.described);
        assert!(incomparable < EXPRESSIONS / 10, "{:?}", counts.incomparable);
        let least: Vec<_> = counts.mattered.iter().map(|(code, count)| (*count, *code)).min().into_iter().collect();
        eprintln!("rarest {least:?}, traps {:?}", counts.traps);
        known.extend(counts.incomparable.into_keys());
    }
    for excuse in EXCUSES {
        assert!(known.contains(&Reason::Known(*excuse)), "{excuse:?} excuses nothing");
    }
}

/// All of them: one that nothing needs is to go.
const EXCUSES: &[Known] = &[
    Known::NegativeToFloat,
    Known::FloatInRegister,
    Known::WideTypedRead,
    Known::SignOfOperand,
    Known::SizeOfConstant,
    Known::GenericOperand,
    Known::BehindLastPiece,
    Known::NotANumber,
    Known::FloatToNarrowAddress,
    Known::Order,
];
