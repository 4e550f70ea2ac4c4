//! Differences between two executions of one call.

use super::{Plan, Run};
use irsmith_pnacl::ValueType;
use irsmith_pnacl::interpret::{End, Layout, Place};
use irsmith_pnacl::tables::INSTRUCTIONS;

/// A difference between the reference and another engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Its kind: `value-differs`, `end-differs` or `memory-differs`.
    pub property: &'static str,
    /// The instruction or kind of end, without numbers.
    pub element: String,
    /// The call and both sides.
    pub evidence: String,
}

/// Returns the difference between an engine's result of a call and the reference's; `None` if they agree.
pub fn disagreement(plan: &Plan<'_>, call: usize, ours: &Run, end: End, memory: &[u8]) -> Option<Disagreement> {
    let function = plan.calls[call].function;
    let ty = plan.result(function);
    let (property, element) = match (ours.end, end) {
        (a, b) if a != b => match (a, b) {
            (End::Return(_), End::Return(_)) => ("value-differs", ty.to_string()),
            _ => ("end-differs", format!("{}, not {}", kind(plan, a), kind(plan, b))),
        },
        (same, _) if ours.memory != memory => ("memory-differs", format!("after {}", kind(plan, same))),
        _ => return None,
    };
    let arguments: Vec<String> = plan.calls[call].arguments.iter().map(|bits| format!("{bits:#x}")).collect();
    let budget = plan.calls[call].budget;
    let within =
        if budget == plan.budget { String::new() } else { format!(" within {} blocks and {} functions", budget.blocks, budget.depth) };
    let evidence = format!(
        "call {call}: @f{function}({}){within}\n  reference: {}\n  engine:    {}{}{}",
        arguments.join(", "),
        describe(ty, ours.end),
        describe(ty, end),
        ours.undefined.map_or(String::new(), |undefined| format!("\n  undefined before: {undefined}")),
        memory_difference(&ours.memory, memory),
    );
    Some(Disagreement { property, element, evidence })
}

/// Returns how an execution ended, without numbers.
pub fn kind(plan: &Plan<'_>, end: End) -> String {
    match end {
        End::Return(_) => "return".into(),
        End::Trap(trap) => format!("{} in {}", trap.kind, instruction(plan, trap.place)),
        End::OutOfFuel(_) => "out of fuel".into(),
        End::Undefined(undefined) => undefined.kind.to_string(),
        End::Exit(_) => "exit".into(),
    }
}

/// Returns the kind of the instruction at a place.
fn instruction(plan: &Plan<'_>, place: Place) -> &'static str {
    let function = plan.module.functions.get(place.function as usize);
    let body = function.and_then(|function| function.body.as_ref());
    let instruction = body.and_then(|body| body.instructions.get(place.instruction as usize));
    instruction.map_or("nothing", |instruction| INSTRUCTIONS[instruction.row()].name)
}

/// Returns how an execution ended, for people.
pub fn describe(ty: ValueType, end: End) -> String {
    match end {
        End::Return(bits) => format!("returns {ty} {bits:#x}"),
        End::Trap(trap) => trap.to_string(),
        End::OutOfFuel(place) => format!("out of fuel at {place}"),
        End::Undefined(undefined) => undefined.to_string(),
        End::Exit(status) => format!("exits with {status}"),
    }
}

/// Returns the first bytes that differ, 16 from the first on.
fn memory_difference(ours: &[u8], theirs: &[u8]) -> String {
    let Some(first) = ours.iter().zip(theirs).position(|(a, b)| a != b) else { return String::new() };
    let row = |memory: &[u8]| memory[first..].iter().take(16).map(|byte| format!(" {byte:02x}")).collect::<String>();
    let address = Layout::BASE as usize + first;
    format!("\n  memory at {address:#x}\n  reference:{}\n  engine:   {}", row(ours), row(theirs))
}
