//! Differences between two executions of one call.

use super::{Plan, Run};
use irsmith_pnacl::ValueType;
use irsmith_pnacl::interpret::{End, Layout, Place};
use irsmith_pnacl::tables::INSTRUCTIONS;

/// A difference between the reference and another engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The kind: `value-differs`, `end-differs` or `memory-differs`.
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

#[cfg(test)]
mod tests {
    use super::super::Call;
    use super::*;
    use arbitrary::Unstructured;
    use irsmith_generators::pnacl::{Config, generate};
    use irsmith_pnacl::interpret::{Budget, Trap, TrapKind, Undefined, UndefinedKind};

    /// One field of a result is another: the comparison notices, and shows two different sides.
    #[test]
    fn each_part_of_a_result_is_compared() {
        let module = generate(&mut Unstructured::new(&[]), &Config::exec());
        let mut plan = Plan::new(&module).unwrap();
        let function = module.functions.iter().position(|function| function.body.is_some()).unwrap() as u32;
        plan.calls.push(Call { function, arguments: Vec::new(), budget: Budget { blocks: 1, depth: 1 } });
        let (place, elsewhere) = (Place { function, instruction: 0 }, Place { function, instruction: 1 });
        let other_function = Place { function: function + 1, ..place };
        let trap = |kind, place| End::Trap(Trap { kind, place });
        let undefined = |kind, place| End::Undefined(Undefined { kind, place });
        let ends = [
            End::Return(0),
            End::Return(1),
            End::Return(1 << 127),
            trap(TrapKind::Memory, place),
            trap(TrapKind::Memory, elsewhere),
            trap(TrapKind::Memory, other_function),
            trap(TrapKind::Abort, place),
            undefined(UndefinedKind::Jump, place),
            undefined(UndefinedKind::Jump, elsewhere),
            undefined(UndefinedKind::Undef, place),
            End::OutOfFuel(place),
            End::OutOfFuel(elsewhere),
            End::Exit(0),
            End::Exit(-1),
        ];
        let memory = vec![0; 64];
        for (at, end) in ends.into_iter().enumerate() {
            let ours = Run { end, undefined: None, blocks: 1, memory: memory.clone() };
            for (other_at, other) in ends.into_iter().enumerate() {
                let found = disagreement(&plan, 0, &ours, other, &memory);
                assert_eq!(found.is_some(), at != other_at, "{end:?} and {other:?}");
                if let Some(found) = found {
                    assert_eq!(found.property, if at < 3 && other_at < 3 { "value-differs" } else { "end-differs" });
                    assert!(found.evidence.contains(&describe(plan.result(function), end)), "{}", found.evidence);
                    assert!(found.evidence.contains(&describe(plan.result(function), other)), "{}", found.evidence);
                }
            }
            for byte in 0..memory.len() {
                let mut changed = memory.clone();
                changed[byte] = 7;
                let found = disagreement(&plan, 0, &ours, end, &changed).expect("a byte differs");
                assert_eq!(found.property, "memory-differs");
                assert!(found.evidence.contains(&format!("{:#x}", Layout::BASE as usize + byte)), "{}", found.evidence);
            }
            assert!(disagreement(&plan, 0, &ours, end, &memory[1..]).is_some(), "{end:?} with less memory");
        }
    }
}
