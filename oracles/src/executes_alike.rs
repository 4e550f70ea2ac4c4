//! Shared by the executions of all formats: an engine behaves as the reference does on the calls of a program.

use crate::{Failure, Fault, Signature, TOOL_MISSING, Verdict};
use std::sync::{Mutex, PoisonError};

/// A format whose programs are executed.
pub trait Executable: 'static {
    /// The cases.
    type Case;
    /// Calls of a program's functions, with all that an engine needs to know for them.
    type Plan<'c>;
    /// How a call ended.
    type End;
    /// The reference's result of a call.
    type Run;

    /// Returns the calls of a case, with the reference's result of each.
    ///
    /// # Errors
    /// Returns the skip reason of a case that is not executed.
    fn executed(case: &Self::Case) -> Result<(Self::Plan<'_>, &[Self::Run]), &'static str>;

    /// Returns the difference between the reference's result of a call and an engine's, which is how the call ended and the memory after it.
    fn difference(plan: &Self::Plan<'_>, call: usize, ours: &Self::Run, end: Self::End, memory: &[u8]) -> Option<Fault>;

    /// Returns the list of the engines that are plugged in.
    fn plugged_in() -> &'static Mutex<Vec<&'static dyn Engine<Self>>>;
}

/// Receives the index of a call, how it ended, and the memory after it.
pub type CallObserver<'a, E> = dyn FnMut(usize, E, &[u8]) + 'a;

/// An engine that executes the programs of a format in this process: an interpreter, a compiler. [`plug_in_engine`] makes it take part.
///
/// An engine follows the total semantics of the format's reference interpreter: the same result, the same trap at the same place, the
/// same memory.
pub trait Engine<F: Executable + ?Sized>: Sync {
    /// The name in signatures.
    fn name(&self) -> &str;

    /// Makes the calls of a plan in order, each on the plan's initial memory, and passes to the observer the index of each, how it ended and
    /// the memory after it.
    ///
    /// # Errors
    /// Returns why it does not make a call.
    fn run(&self, plan: &F::Plan<'_>, observer: &mut CallObserver<'_, F::End>) -> Result<(), Declined>;
}

/// What an engine does not support, as a skip reason in kebab case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

/// Why an engine did not run a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declined {
    /// The lowering does not support this.
    Unsupported(Unsupported),
    /// The engine rejected the lowered code, or ended a call in a way that no program can: a fault in one of them.
    Refused(String),
}

impl From<Unsupported> for Declined {
    fn from(reason: Unsupported) -> Self {
        Self::Unsupported(reason)
    }
}

/// Makes an engine take part in the oracles of its format for the rest of the process.
pub fn plug_in_engine<F: Executable>(engine: impl Engine<F> + 'static) {
    F::plugged_in().lock().unwrap_or_else(PoisonError::into_inner).push(Box::leak(Box::new(engine)));
}

/// Returns the engines of a format that are plugged in.
fn engines<F: Executable>() -> Vec<&'static dyn Engine<F>> {
    F::plugged_in().lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Returns whether an engine is plugged in for a format.
pub(crate) fn has_engine<F: Executable>() -> bool {
    !engines::<F>().is_empty()
}

/// Checks that every engine that is plugged in behaves as the reference.
pub(crate) fn all_execute_alike<F: Executable>(oracle: &'static str, case: &F::Case) -> Vec<Verdict> {
    let verdicts: Vec<Verdict> = engines::<F>().into_iter().map(|engine| executes_alike(oracle, engine, case)).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}

/// Checks that an engine behaves as the reference: the first difference counts, and then whether the engine made all calls.
pub(crate) fn executes_alike<F: Executable>(oracle: &'static str, engine: &dyn Engine<F>, case: &F::Case) -> Verdict {
    let (plan, runs) = match F::executed(case) {
        Ok(executed) => executed,
        Err(reason) => return Verdict::Skip(reason),
    };
    let (mut found, mut made) = (None, 0);
    let outcome = engine.run(&plan, &mut |call, end, memory| {
        made += 1;
        found = found.take().or_else(|| runs.get(call).and_then(|ours| F::difference(&plan, call, ours, end, memory)));
    });
    let fault = match (found, outcome) {
        (Some(found), _) => found,
        (None, Ok(())) if made == runs.len() => return Verdict::Pass,
        (None, Ok(())) => Fault::new("calls-missing", "module", format!("it made {made} of {} calls", runs.len())),
        (None, Err(Declined::Unsupported(Unsupported(reason)))) => return Verdict::Skip(reason),
        (None, Err(Declined::Refused(error))) => Fault::new("refused", "module", error),
    };
    let signature = Signature { implementations: vec![engine.name().to_owned()], ..Signature::new(oracle, fault.property, fault.element) };
    Verdict::Fail(Box::new(Failure { signature, evidence: fault.evidence }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs are numbers; their two calls return them and twice them.
    struct Numbers;

    impl Executable for Numbers {
        type Case = [u8; 2];
        type Plan<'c> = u8;
        type End = u8;
        type Run = u8;

        fn executed(case: &[u8; 2]) -> Result<(u8, &[u8]), &'static str> {
            if case[0] == 0 { Err("nought") } else { Ok((case[0], case)) }
        }

        fn difference(_: &u8, call: usize, ours: &u8, end: u8, _: &[u8]) -> Option<Fault> {
            (*ours != end).then(|| Fault::new("value-differs", "number", format!("call {call}")))
        }

        fn plugged_in() -> &'static Mutex<Vec<&'static dyn Engine<Self>>> {
            static ENGINES: Mutex<Vec<&'static dyn Engine<Numbers>>> = Mutex::new(Vec::new());
            &ENGINES
        }
    }

    /// An engine that is wrong about 5, makes one call of 6, rejects 7 and does not support 8.
    struct Doubler;

    impl Engine<Numbers> for Doubler {
        fn name(&self) -> &str {
            "doubler"
        }

        fn run(&self, plan: &u8, observer: &mut CallObserver<'_, u8>) -> Result<(), Declined> {
            match *plan {
                7 => return Err(Declined::Refused("seven".into())),
                8 => return Err(Unsupported("eight").into()),
                _ => observer(0, *plan, &[]),
            }
            if *plan != 6 {
                observer(1, if *plan == 5 { 11 } else { 2 * plan }, &[]);
            }
            Ok(())
        }
    }

    #[test]
    fn an_engine_passes_only_if_it_makes_every_call_right() {
        assert_eq!(all_execute_alike::<Numbers>("o", &[1, 2]), [Verdict::Skip(TOOL_MISSING)]);
        assert!(!has_engine::<Numbers>());
        plug_in_engine(Doubler);
        assert!(has_engine::<Numbers>());
        let said = |number: u8| match &all_execute_alike::<Numbers>("o", &[number, number.wrapping_mul(2)])[..] {
            [Verdict::Pass] => "passes".to_owned(),
            [Verdict::Skip(reason)] => (*reason).to_owned(),
            [Verdict::Fail(failure)] => format!("{}: {}", failure.signature, failure.evidence),
            other => panic!("{other:?}"),
        };
        assert_eq!([said(0), said(4), said(8)], ["nought", "passes", "eight"]);
        assert_eq!(said(5), "o/value-differs/number doubler: call 1");
        assert_eq!(said(6), "o/calls-missing/module doubler: it made 1 of 2 calls");
        assert_eq!(said(7), "o/refused/module doubler: seven");
    }
}
