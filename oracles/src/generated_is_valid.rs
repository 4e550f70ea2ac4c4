//! Generated models are valid: the validator has no false positives on them.

use crate::format::Format;
use crate::generated::smallest;
use crate::{Fault, Generated};

/// Checks the model that is generated with a case as seed.
pub(crate) const fn check<F: Format>() -> Generated<F::Case> {
    Generated { check: |case| Ok(judge::<F>(&F::generated(case)?)?), smallest: |case, fails| smallest::<F>(case, judge::<F>, fails) }
}

/// Checks a generated model.
pub(crate) fn judge<F: Format>(model: &F::Model) -> Result<(), Fault> {
    F::survives(model)?;
    match F::violations(model).into_iter().find(|violation| violation.is_error()) {
        None => Ok(()),
        Some(violation) => Err(Fault::new("refused", violation.rule.id, violation.to_string())),
    }
}
