//! Properties of models that are generated with a case as seed.
//!
//! Such a case itself has nothing to do with a failure, so the generated model is minimized at once, and written as a case of its own.

use irsmith_generators::Reduce;

use crate::format::Format;
use crate::{Fault, Outcome};

/// A property of models that are generated with a case as seed.
#[derive(Clone, Copy, Debug)]
pub struct Generated<C: ?Sized> {
    /// Checks the model that is generated with a case as seed.
    pub check: fn(&C) -> Outcome,
    /// Minimizes that model; `None` when it does not fail, or cannot be written.
    pub smallest: fn(&C, &mut Fails<'_>) -> Option<GeneratedCase>,
}

/// Runs a check of a smaller model and returns whether it fails as the whole one does. The check may panic.
pub type Fails<'a> = dyn FnMut(&mut dyn FnMut() -> Outcome) -> bool + 'a;

/// A minimized generated model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedCase {
    /// The file.
    pub bytes: Vec<u8>,
    /// Size in bytes of the file of the model as it was generated.
    pub bytes_before: usize,
    /// Checks that this took.
    pub checks: u64,
    /// Whether no reduction could make it smaller; otherwise the limit of checks was reached.
    pub complete: bool,
}

/// Limit of the checks of one minimization: a worker makes them before it goes on, once for each signature.
const CHECKS: u64 = 256;

/// Returns the smallest of the models that reductions make of a generated one, and on which `judge` still fails as `fails` says.
pub(crate) fn smallest<F: Format>(
    case: &F::Case,
    judge: impl Fn(&F::Model) -> Result<(), Fault>,
    fails: &mut Fails<'_>,
) -> Option<GeneratedCase> {
    smallest_of::<F>(&F::generated(case).ok()?, judge, fails)
}

/// As [`smallest`], of this model.
pub(crate) fn smallest_of<F: Format>(
    model: &F::Model,
    judge: impl Fn(&F::Model) -> Result<(), Fault>,
    fails: &mut Fails<'_>,
) -> Option<GeneratedCase> {
    let mut checks = 0;
    let mut complete = true;
    let mut keep = |candidate: &F::Model| {
        complete &= checks < CHECKS;
        checks += u64::from(complete);
        complete && fails(&mut || Ok(judge(candidate)?))
    };
    if !keep(model) {
        return None;
    }
    let small = F::Reductions::default().reduce(model, keep);
    let bytes_before = F::write(model).ok()?.len();
    Some(GeneratedCase { bytes: F::write(&small).ok()?, bytes_before, checks, complete })
}
