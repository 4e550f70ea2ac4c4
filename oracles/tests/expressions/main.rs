//! DWARF expressions here and in gimli: every operation on a case in which it matters, and many random ones.

mod maker;

use irsmith_debuginfo::interpret::expression::{AddressSize, Elsewhere, Machine, Operation, Outcome, evaluate};
use irsmith_debuginfo::tables::{OPERATIONS, Op, OperationCode};
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
    /// How often an operation was in an expression whose description would change without it.
    mattered: BTreeMap<OperationCode, u64>,
    traps: BTreeSet<String>,
    different: Vec<String>,
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
                let short: String = theirs.chars().take(400).collect();
                self.different.push(format!("{:?}, first {first:?}: {names:?}\nours {ours:?}\ntheirs {short}", machine.address));
            }
        }
    }

    fn matter(&mut self, operations: &[Operation], machine: &Machine, first: Option<u64>, outcome: &Outcome) {
        for (at, operation) in operations.iter().enumerate() {
            let mut without = operations.to_vec();
            without.remove(at);
            if evaluate(&without, machine, first).end != outcome.end {
                *self.mattered.entry(operation.code).or_default() += 1;
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
    for address in [AddressSize::Four, AddressSize::Eight] {
        let counts = judge_all(address);
        let incomparable: u64 = counts.incomparable.values().sum();
        eprintln!("{address:?}: {} described, {} refused, {:?}", counts.described, counts.refused, counts.incomparable);
        let first: Vec<_> = counts.different.iter().take(5).map(String::as_str).collect();
        assert!(first.is_empty(), "{} differ, such as\n{}", counts.different.len(), first.join("\n\n"));
        for row in OPERATIONS {
            let mattered = counts.mattered.get(&row.op.into()).copied().unwrap_or(0);
            assert!(mattered >= 20, "{address:?}: {} mattered in {mattered} expressions", row.name);
        }
        assert!(counts.described > EXPRESSIONS / 2, "{} described", counts.described);
        assert!(incomparable < EXPRESSIONS / 10, "{:?}", counts.incomparable);
        let least: Vec<_> = counts.mattered.iter().map(|(code, count)| (*count, *code)).min().into_iter().collect();
        eprintln!("rarest {least:?}, traps {:?}", counts.traps);
    }
}

/// A witness of each known difference. One that is no longer needed, with a later gimli, must be removed.
#[test]
fn known_differences_are_still_there() {
    use AddressSize::{Eight, Four};
    let op = |op: Op, literals: &[u32]| Operation::new(op, literals);
    let float_in_register = Machine { registers: vec![1 << 31], elsewhere: Elsewhere::Pattern, ..Machine::default() };
    let witnesses: &[(Known, AddressSize, &[Operation])] = &[
        // -1 of 8 bits becomes -1.0 here, 2^64 there.
        (Known::NegativeToFloat, Eight, &[op(Op::ConstType, &[1, 1, 0xff]), op(Op::Convert, &[32, 4]), op(Op::StackValue, &[])]),
        (Known::FloatInRegister, Eight, &[op(Op::RegvalType, &[0, 9]), op(Op::StackValue, &[])]),
        (Known::WideTypedRead, Four, &[op(Op::LIT[0], &[]), op(Op::DerefType, &[8, 10]), op(Op::StackValue, &[])]),
        (Known::SignOfOperand, Eight, &[op(Op::ConstType, &[1, 1, 0x80]), op(Op::LIT[1], &[]), op(Op::Shr, &[]), op(Op::StackValue, &[])]),
        (Known::SignOfOperand, Eight, &[op(Op::ConstType, &[2, 1, 0x80]), op(Op::LIT[1], &[]), op(Op::Shra, &[]), op(Op::StackValue, &[])]),
        (Known::SignOfOperand, Eight, &[op(Op::ConstType, &[2, 1, 0x80]), op(Op::Neg, &[]), op(Op::StackValue, &[])]),
        (Known::SizeOfConstant, Eight, &[op(Op::ConstType, &[1, 2, 0x80]), op(Op::StackValue, &[])]),
        (Known::GenericOperand, Eight, &[op(Op::RegvalType, &[0, 0])]),
        (Known::BehindLastPiece, Eight, &[op(Op::Piece, &[4]), op(Op::BREG[0], &[0])]),
        // Infinity minus infinity.
        (
            Known::NotANumber,
            Eight,
            &[op(Op::ConstType, &[9, 4, 0x7f80_0000]), op(Op::Dup, &[]), op(Op::Minus, &[]), op(Op::StackValue, &[])],
        ),
        (Known::FloatToNarrowAddress, Four, &[op(Op::ConstType, &[9, 4, 0x4f80_0000]), op(Op::Convert, &[32, 1])]),
        (Known::Order, Eight, &[op(Op::ConstType, &[1, 1, 1]), op(Op::LIT[0], &[]), op(Op::Div, &[])]),
    ];
    for &(known, address, operations) in witnesses {
        let machine = Machine { address, ..float_in_register.clone() };
        assert_eq!(compare(operations, &machine, None), Agreement::Incomparable(Reason::Known(known)), "{operations:?}");
    }
}
