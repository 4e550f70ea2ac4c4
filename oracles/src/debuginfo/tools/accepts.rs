//! What `spirv-val` says of a module, for the minimizer: a case that it accepts stays one.

use super::ask::{ask, environment, little_endian};
use crate::debuginfo::Case;
use crate::external::{Answer, ProgramFamily, Task, in_use};

/// Returns whether every `spirv-val` that takes part accepts the module of a file; `None` if there is none, or the file has no module of
/// which it can be asked.
pub fn accepted_by_spirv_val(file: &[u8]) -> Option<bool> {
    let case = Case::from(file);
    let module = case.module()?;
    let environment = environment(module).ok()?;
    let bytes = little_endian(module)?;
    let arguments = ["--target-env", &environment, "case"];
    let answers = in_use(ProgramFamily::SpirvVal, Task::Judge).into_iter().map(|val| ask("spirv-val", val, &arguments, &bytes).ok());
    answers.map(|answer| answer.map(|answer| matches!(answer, Answer::Accepts(_)))).reduce(|all, one| Some(all? && one?))?
}
