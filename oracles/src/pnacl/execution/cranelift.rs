//! Runs PNaCl as native code, with Cranelift. The lowering and the calls of the code are in the crate `irsmith_cranelift`.

use super::{Declined, Observer, Plan, Unsupported};
use irsmith_cranelift::{Error, Program};

pub use irsmith_cranelift::Level;

/// Calls every function of a plan as native code and passes the results to the observer.
///
/// # Errors
/// Returns what the lowering does not support, or Cranelift's error message, before any call.
pub fn run(plan: &Plan<'_>, level: Level, observer: &mut Observer<'_>) -> Result<(), Declined> {
    let entries: Vec<u32> = plan.calls.iter().map(|call| call.function).collect();
    let mut program = Program::compile(plan.module, &plan.layout, &entries, level)?;
    for (number, call) in plan.calls.iter().enumerate() {
        let (end, memory) = program.call(call.function, &call.arguments, &plan.image, call.budget)?;
        observer(number, end, memory);
    }
    Ok(())
}

impl From<Error> for Declined {
    fn from(error: Error) -> Self {
        match error {
            Error::Unsupported(reason) => Unsupported(reason).into(),
            Error::Invalid(_) | Error::Refused(_) => Self::Refused(error.to_string()),
        }
    }
}
