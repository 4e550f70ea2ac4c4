//! Every operation of a generated expression finds its operands on the stack.
//!
//! The generator knows from the table of operations what each takes and leaves; the interpreter executes each without that table.

use super::format::DebugInfo;
use super::{Case, Oracle, UNREADABLE};
use crate::generated::smallest_of;
use crate::{Check, Family, Fault, Generated, Needs, Outcome};
use irsmith_debuginfo::interpret::expression::{AddressSize, Elsewhere, Machine, Operation, Trap, TrapKind, evaluate, operations};
use irsmith_debuginfo::{Info, Instruction, Module};
use irsmith_generators::debuginfo::Config;

/// The oracle.
pub const GENERATED_EXPRESSIONS: Oracle = Oracle {
    name: "debuginfo-generated-expressions",
    family: Family::Agreement,
    about: "every operation of an expression generated with the case as seed finds operands of the types that it takes on the stack",
    // The others have no expression, because so few are drawn.
    floor: 95,
    needs: Needs::Nothing,
    check: Check::Generated(Generated {
        check,
        // A part of an expression may lack operands for no fault of the generator, so only what stands around the expression is removed.
        smallest: |case, fails| {
            let fails_alone = |module: &Module| expressions(module).find(|expression| trap(expression).is_some());
            let (failing, module) = generated(case).ok()?.into_iter().find_map(|module| Some((fails_alone(&module)?, module)))?;
            smallest_of::<DebugInfo>(&module, |smaller| judge(expressions(smaller).filter(|expression| *expression == failing)), fails)
        },
    }),
};

/// The number on the stack before an expression.
const FIRST: u64 = 16;

/// Modules that are generated for a case: one of them may have no expression.
const MODULES: usize = 4;

fn generated(case: &Case) -> Result<Vec<Module>, &'static str> {
    if case.module().is_none() {
        return Err(UNREADABLE);
    }
    Ok(case.generated_as(&Config { arbitrary_expressions: 0, ..Config::expressions() }, MODULES))
}

fn check(case: &Case) -> Outcome {
    let modules = generated(case)?;
    let mut expressions = modules.iter().flat_map(expressions).peekable();
    expressions.peek().ok_or("no-expression")?;
    Ok(judge(expressions)?)
}

fn expressions(module: &Module) -> impl Iterator<Item = Vec<Operation>> {
    let debug = module.instructions.iter().filter_map(Instruction::debug);
    debug
        .filter(|debug| matches!(debug.info, Info::Expression { .. }))
        .filter_map(|debug| operations(module, debug.result).ok())
        .filter(|operations| !operations.is_empty())
}

fn judge(expressions: impl Iterator<Item = Vec<Operation>>) -> Result<(), Fault> {
    for expression in expressions {
        if let Some(trap) = trap(&expression) {
            let names: Vec<&str> = expression.iter().map(|operation| operation.code.row().map_or("unknown", |row| row.name)).collect();
            let element = format!("{}: {}", names[trap.place.operation], trap.kind);
            return Err(Fault::new("trapped", element, format!("{names:?}, with {FIRST} on the stack: {trap}")));
        }
    }
    Ok(())
}

/// Returns the operation that cannot be executed, and why, if the size of addresses is not the reason: one operation may need addresses of
/// four bytes, and another of eight.
fn trap(expression: &[Operation]) -> Option<Trap> {
    [AddressSize::Four, AddressSize::Eight].into_iter().find_map(|address| {
        let trap = evaluate(expression, &machine(address), Some(FIRST)).end.err()?;
        let is_about_size = matches!(trap.kind, TrapKind::UnknownType | TrapKind::WrongSize);
        (trap.place.operation < expression.len() && !is_about_size).then_some(trap)
    })
}

/// Returns a machine that has everything but procedures, whose effect on the stack the generator does not know.
fn machine(address: AddressSize) -> Machine {
    let some = |count: u64, from: u64| (0..count).map(|at| from + at).collect::<Vec<u64>>();
    Machine {
        address,
        registers: some(32, 0x1000),
        entry_registers: some(32, 0x2000),
        addresses: some(4, 0x3000),
        constants: some(4, 0x4000),
        elsewhere: Elsewhere::Pattern,
        frame_base: Some(0x5000),
        frame_address: Some(0x6000),
        object: Some(0x7000),
        thread_local: Some(0x8000),
        ..Machine::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::interpret::expression::Type;
    use irsmith_debuginfo::tables::Op;

    fn found(operations: &[(Op, &[u32])]) -> Option<(usize, TrapKind)> {
        let expression: Vec<Operation> = operations.iter().map(|&(op, literals)| Operation::new(op, literals)).collect();
        trap(&expression).map(|trap| (trap.place.operation, trap.kind))
    }

    #[test]
    fn missing_and_wrong_operands_are_noticed() {
        let byte: (Op, &[u32]) = (Op::ConstType, &[Type::U8 as u32, 1, 1]);
        let float: (Op, &[u32]) = (Op::ConstType, &[Type::F32 as u32, 4, 1]);
        let plus: (Op, &[u32]) = (Op::Plus, &[]);
        assert_eq!(found(&[plus]), Some((0, TrapKind::StackUnderflow)));
        assert_eq!(found(&[byte, plus]), Some((1, TrapKind::TypeMismatch)));
        assert_eq!(found(&[float, (Op::Not, &[])]), Some((1, TrapKind::NotIntegral)));
        assert_eq!(found(&[(Op::LIT[0], &[]), (Op::Div, &[])]), Some((1, TrapKind::DivisionByZero)));
        assert_eq!(found(&[(Op::LIT[3], &[]), plus]), None);
        // No operand is missing at the end, and both sizes of addresses are sizes of a type.
        assert_eq!(found(&[(Op::Drop, &[])]), None);
        assert_eq!(found(&[(Op::Convert, &[32, 1]), (Op::Convert, &[64, 1])]), None);
    }
}
