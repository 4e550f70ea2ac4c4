//! Every DWARF expression of a module evaluates as in the crate `gimli`.

use super::gimli::{Agreement, Reason, compare};
use super::{Case, Oracle};
use crate::{Check, Failure, Family, Needs, Signature, Verdict};
use arbitrary::Unstructured;
use irsmith_debuginfo::interpret::expression::{AddressSize, Elsewhere, Machine, Operation, Region, operations};
use irsmith_debuginfo::tables::{OPERATIONS, Op};
use irsmith_debuginfo::{Info, Instruction};
use irsmith_generators::Choices;

/// The oracle.
pub const EXPRESSIONS: Oracle = Oracle {
    name: "debuginfo-expressions",
    family: Family::Agreement,
    about: "our evaluator and the crate gimli compute the same value or location for every DWARF expression, with both address sizes",
    // Half of the modules have an expression, and nearly all of those have something to compare.
    floor: 45,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// Registers of the machine: one more than the operations have names for, so that Regx can access one too.
const REGISTERS: usize = 33;
/// Regions of its memory.
const REGIONS: usize = 3;
/// The size of a region in bytes.
const REGION: usize = 12;
/// Constants before an expression: more than any operation needs.
const CONSTANTS: usize = 4;
/// The base types to which Convert converts: bits and an encoding, DW_ATE (DWARF 5, 7.8).
const TYPES: [[u32; 2]; 12] = [[32, 4], [64, 4], [8, 5], [16, 5], [32, 5], [64, 5], [8, 6], [8, 7], [16, 7], [32, 7], [64, 7], [8, 8]];
/// Operations on two values beside each expression.
const OTHERS: usize = 4;
/// Separates the draws from those of other oracles.
const SALT: u64 = 0x6578_7072;

fn check(case: &Case) -> Verdict {
    let module = match case.debug_module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let expressions =
        module.instructions.iter().filter_map(Instruction::debug).filter(|debug| matches!(debug.info, Info::Expression { .. }));
    let expressions: Vec<Vec<Operation>> = expressions.filter_map(|debug| operations(module, debug.result).ok()).collect();
    if expressions.is_empty() {
        return Verdict::Skip("no-expression");
    }
    let choices = case.choices(SALT);
    let mut choices = Unstructured::new(&choices);
    let mut choices = Choices::new(&mut choices);
    let mut compared = false;
    for expression in &expressions {
        for address in [AddressSize::Four, AddressSize::Eight] {
            let machine = machine(address, &expressions, &mut choices);
            let first = choices.chance(192).then(|| value(&mut choices));
            let on_stack = on_constants(expression, &mut choices);
            let others: [Vec<Operation>; OTHERS] = std::array::from_fn(|_| on_pair(&mut choices));
            for expression in [expression, &on_stack].into_iter().chain(&others) {
                match compare(expression, &machine, first) {
                    Agreement::Same(_) => compared = true,
                    Agreement::Incomparable(Reason::Unlowered(_) | Reason::Known(_) | Reason::Bound) => {}
                    Agreement::Different(ours, theirs) => return different(expression, address, &format!("{ours:?}"), &theirs),
                }
            }
        }
    }
    if compared { Verdict::Pass } else { Verdict::Skip("no-comparable-expression") }
}

/// Returns the expression after constants, so that its first operations have operands: most standalone expressions fail without them.
fn on_constants(expression: &[Operation], choices: &mut Choices<'_, '_>) -> Vec<Operation> {
    let constants = (0..CONSTANTS).map(|_| Operation::new(Op::Consts, &[constant(choices)]));
    constants.chain(expression.iter().copied()).collect()
}

/// Draws an operation on two values of one type, often equal ones: modules seldom have two that a comparison can confuse.
fn on_pair(choices: &mut Choices<'_, '_>) -> Vec<Operation> {
    let a = constant(choices);
    let b = if choices.chance(96) { a } else { constant(choices) };
    let ty = choices.pick(&TYPES).copied().filter(|_| choices.chance(144));
    let typed = |word: u32| {
        let convert = ty.map(|words| Operation::new(Op::Convert, &words));
        [Operation::new(Op::Consts, &[word])].into_iter().chain(convert)
    };
    let row = &OPERATIONS[choices.below(OPERATIONS.len())];
    let literals: Vec<u32> = row.operands.iter().map(|_| constant(choices)).collect();
    typed(a).chain(typed(b)).chain([Operation::new(row.op, &literals)]).collect()
}

/// Draws a small number of either sign, or any word.
fn constant(choices: &mut Choices<'_, '_>) -> u32 {
    if choices.chance(192) { i32::from(choices.byte() as i8 / 4).cast_unsigned() } else { value(choices) as u32 }
}

/// Draws a machine that defines everything, with values that are easy to distinguish.
fn machine(address: AddressSize, procedures: &[Vec<Operation>], choices: &mut Choices<'_, '_>) -> Machine {
    let mut values = |count| (0..count).map(|_| value(choices)).collect::<Vec<u64>>();
    let (registers, entry_registers, addresses, constants) = (values(REGISTERS), values(REGISTERS), values(4), values(4));
    Machine {
        address,
        registers,
        entry_registers,
        memory: (0..REGIONS).map(|_| region(choices)).collect(),
        elsewhere: Elsewhere::Pattern,
        frame_base: Some(value(choices)),
        frame_address: Some(value(choices)),
        object: Some(value(choices)),
        thread_local: Some(value(choices)),
        addresses,
        constants,
        procedures: procedures.iter().take(2).cloned().collect(),
    }
}

/// Draws a region, often around an address that expressions compute.
fn region(choices: &mut Choices<'_, '_>) -> Region {
    let space = choices.chance(128).then(|| value(choices));
    let start = value(choices).wrapping_sub(choices.below(REGION) as u64);
    Region { space, start, bytes: (0..REGION).map(|_| choices.byte()).collect() }
}

/// Draws any number, or one near a boundary.
fn value(choices: &mut Choices<'_, '_>) -> u64 {
    // The last is between two floats of 32 bits, nearer to the second by less than the precision of a double.
    const BOUNDARIES: [u64; 9] =
        [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, i64::MAX as u64, u64::MAX, 0x8000_0080_0000_0001];
    if choices.chance(128) { BOUNDARIES[choices.below(BOUNDARIES.len())] } else { choices.wide() }
}

fn different(expression: &[Operation], address: AddressSize, ours: &str, theirs: &str) -> Verdict {
    let names: Vec<&str> = expression.iter().map(|operation| operation.code.row().map_or("unknown", |row| row.name)).collect();
    let evidence = format!("{names:?}, addresses of {} bytes\n  ours:  {ours}\n  gimli: {theirs}", address.bytes());
    let element = names.last().copied().unwrap_or("empty");
    let signature = Signature {
        implementations: vec!["gimli".into()],
        ..Signature::new(EXPRESSIONS.name, "outcome-differs", format!("expression to {element}"))
    };
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}
