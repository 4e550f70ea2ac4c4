//! What a function does with addresses and with the machine, by its text.

use irsmith_pnacl::tables::{BinaryOp, IntrinsicId, Outcome, intrinsic};
use irsmith_pnacl::{Body, Instruction, Module, Value, ValueKind};
use std::collections::HashSet;

/// Returns whether a function asks for the thread pointer, or for what is lock-free, which depend on the machine.
pub(super) fn asks_machine(body: &Body, module: &Module) -> bool {
    let asks = |name: &[u8]| matches!(intrinsic(name).map(|row| row.id), Some(IntrinsicId::ReadTp | IntrinsicId::AtomicIsLockFree));
    body.instructions.iter().any(|instruction| match instruction {
        Instruction::Call { callee, .. } => module.name_of(*callee).is_some_and(asks),
        _ => false,
    })
}

/// Returns whether a function does more with addresses than to add to them, to choose among them, and to access memory there: nothing
/// defines their order, or their low bits.
pub(super) fn computes_with_addresses(body: &Body, module: &Module) -> bool {
    let derived = derived(body, module);
    let is_address = |value: &Value| is_address(&derived, value);
    body.instructions.iter().any(|instruction| match instruction {
        Instruction::Load { .. } | Instruction::Phi { .. } | Instruction::Declare { .. } | Instruction::Call { .. } => false,
        Instruction::Alloca { size, .. } => is_address(size),
        Instruction::Binary { a, b, op: BinaryOp::Add, .. } => is_address(a) && is_address(b),
        Instruction::Binary { b, op: BinaryOp::Sub, .. } => is_address(b),
        Instruction::Store { value, .. } => is_address(value),
        Instruction::Select { condition, .. } => is_address(condition),
        Instruction::CallIndirect { arguments, .. } => arguments.iter().any(is_address),
        other => {
            let mut found = false;
            other.for_each_value(|value| found |= is_address(&value));
            found
        }
    })
}

fn is_address(derived: &HashSet<Value>, value: &Value) -> bool {
    matches!(value.kind(), ValueKind::Function | ValueKind::Global) || derived.contains(value)
}

/// Returns the results that are addresses, or numbers beside addresses.
fn derived(body: &Body, module: &Module) -> HashSet<Value> {
    let mut derived: HashSet<Value> = HashSet::new();
    loop {
        let before = derived.len();
        let mut results = (0..).map(|index| Value::new(ValueKind::Instruction, index));
        for instruction in &body.instructions {
            let is_address = |value: &Value| is_address(&derived, value);
            let makes = match instruction {
                Instruction::Binary { a, b, op: BinaryOp::Add, .. } | Instruction::Select { a, b, .. } => is_address(a) || is_address(b),
                Instruction::Binary { a, op: BinaryOp::Sub, .. } => is_address(a),
                Instruction::Phi { incoming, .. } => incoming.iter().any(|incoming| is_address(&incoming.value)),
                _ => instruction.outcome() == Outcome::Address,
            };
            let result = if instruction.has_result(module) { results.next() } else { None };
            derived.extend(result.filter(|_| makes));
        }
        if derived.len() == before {
            return derived;
        }
    }
}
