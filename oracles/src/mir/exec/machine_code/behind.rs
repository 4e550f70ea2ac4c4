//! What a known call does in a program that a pass has changed.

use super::super::calls::{BUDGET, described};
use super::known::KnownCall;
use irsmith_generators::mir::MEMORY;
use irsmith_mir::interpret::{End, Execution, Machine, Parameter, PoisonKind, Program, TrapKind, UndefinedKind, Value};

/// What a call does behind a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    /// What it did before.
    Same,
    /// Something else, which an undefined value may be the cause of: the interpreter makes more of the bits undefined than a pass has to.
    Open(String),
    /// Something else: the property, a reason for signatures, and a description.
    Wrong { property: &'static str, reason: String, shown: String },
}

impl Behind {
    fn other(property: &'static str, shown: String) -> Self {
        Self::Wrong { property, reason: String::new(), shown }
    }

    /// Returns the verdict on poison: it is one only if an instruction is known to have made it.
    fn poison(execution: &Execution, shown: String) -> Self {
        match execution.poison {
            Some(poison) => {
                let shown = format!("{shown}, as {poison}");
                Self::Wrong { property: "becomes-poison", reason: reason(poison.kind).to_owned(), shown }
            }
            None => Self::Open(shown),
        }
    }
}

/// Returns why poison is made, for signatures. A pass that keeps flags which no longer hold keeps all of a kind: which of them the case has
/// does not tell one fault from another.
fn reason(kind: PoisonKind) -> &'static str {
    match kind {
        PoisonKind::UnsignedOverflow | PoisonKind::SignedOverflow | PoisonKind::PointerOverflow | PoisonKind::NotDisjoint => {
            "a flag about the bits of a result"
        }
        PoisonKind::Nan | PoisonKind::Infinity => "a flag about floats",
        kind => kind.text(),
    }
}

/// Makes a call of a changed program; `None` if the interpreter does not execute it.
pub(super) fn made(before: &Program, machine: &mut Machine<'_>, call: &KnownCall) -> Option<Behind> {
    let name = before.name(call.function as u32)?;
    let old = &before.signature(call.function as u32).ok()?.parameters;
    let function = machine.program().function(name)?;
    // Copies of arguments that nothing reads may be gone.
    let parameters = &machine.program().signature(function).ok()?.parameters;
    let argument = |parameter: &Parameter| {
        let place = old.iter().position(|old| old.name == parameter.name && old.bits == parameter.bits)?;
        call.arguments.get(place).cloned()
    };
    let arguments: Vec<Value> = parameters.iter().map(argument).collect::<Option<_>>()?;
    machine.reset();
    let execution = machine.call(function, &arguments, &BUDGET);
    match &execution.end {
        _ if execution.undefined.is_some() => Some(after_event(&execution)),
        End::Trap(trap) if trap.kind == TrapKind::NoFunction => None,
        End::Trap(trap) if call.traps && trap.kind == TrapKind::Abort => Some(Behind::Same),
        end if call.traps => Some(Behind::other("end-differs", described(end))),
        End::Return(_) if execution.is_relaxed => Some(Behind::Open(described(&execution.end))),
        End::Return(values) => result(call, &execution, values.last()).or_else(|| memory(call, &execution, machine)),
        end => Some(Behind::other("end-differs", described(end))),
    }
}

/// Judges an execution with an undefined event. Only a branch on poison has a cause that is certain: everything else may come from
/// undefined bits.
fn after_event(execution: &Execution) -> Behind {
    let shown = execution.undefined.map_or(String::new(), |undefined| format!("meets {undefined}"));
    match execution.undefined {
        Some(undefined) if undefined.kind == UndefinedKind::BranchOnPoison => Behind::poison(execution, shown),
        _ => Behind::Open(shown),
    }
}

/// Compares the result; `None` if it is the expected one.
fn result(call: &KnownCall, execution: &Execution, value: Option<&Value>) -> Option<Behind> {
    let expected = call.result.as_ref()?;
    if value.is_some_and(|value| expected.allows(value)) {
        return None;
    }
    let shown = described(&execution.end);
    let Some(value) = value.filter(|value| value.bits.bits() == expected.bits.bits()) else {
        return Some(Behind::other("value-differs", shown));
    };
    let open = expected.undefined.or(&expected.poison).or(&value.undefined).or(&value.poison);
    Some(match value.bits.xor(&expected.bits).and_not(&open).is_zero() {
        _ if !value.poison.and_not(&expected.poison).is_zero() => Behind::poison(execution, shown),
        true => Behind::Open(shown),
        false => Behind::other("value-differs", shown),
    })
}

/// Compares the variable that functions write.
fn memory(call: &KnownCall, execution: &Execution, machine: &Machine<'_>) -> Option<Behind> {
    let (bytes, masks) = machine.variable(MEMORY)?;
    let (expected, open) = &call.memory;
    let mut places = (0..expected.len().min(bytes.len())).map(|place| (bytes[place] ^ expected[place], masks[place], !open[place]));
    let shown = || "leaves other memory".to_owned();
    if places.clone().any(|(change, mask, known)| change & !mask & known != 0) {
        return Some(Behind::other("memory-differs", shown()));
    }
    Some(match places.all(|(_, mask, known)| mask & known == 0) {
        true => Behind::Same,
        // Memory does not tell poison from undefined bits.
        false if call.makes_poison => Behind::Open(shown()),
        false => Behind::poison(execution, shown()),
    })
}
