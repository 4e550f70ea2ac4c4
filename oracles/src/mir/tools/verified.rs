//! What llc's verifier says of a file, for the minimizer: a case that it accepts stays one.

use super::Setting;
use super::llc::{Llc, NO_PASS, run_pass};
use crate::external::Answer;
use crate::mir::Case;
use irsmith_mir::validate::is_judged;

/// Returns whether every llc that is to be judged reads and verifies the file as it is; `None` if there is none, or one ends in another way
/// than it does for an error, or no verifier judges the file.
pub fn accepted_by_llc(file: &[u8]) -> Option<bool> {
    let case = Case::from(file);
    if case.file().is_ok_and(|file| !is_judged(file)) {
        return None;
    }
    let setting = Setting::of(&case);
    let answer = |llc: Llc| match run_pass(llc, &setting.for_release(llc.dialect), NO_PASS, file) {
        Ok(answer) => Some(matches!(answer, Answer::Accepts(_))),
        Err(_) => None,
    };
    Llc::judged().into_iter().map(answer).reduce(|all, one| Some(all? && one?))?
}
