//! Passes, each of which costs a process.

use super::question::Question;
use crate::mir::tools::{has_pass, pass_names};
use irsmith_mir::CalibratedWord;
use irsmith_mir::tables::{Target, Version, WordKind};

/// Returns the questions about the passes of a target, and about those of every target. The word is the pass that is run.
pub(super) fn questions(target: Target, release: Version) -> Vec<Question> {
    let word = |name| CalibratedWord::new(WordKind::Pass, name);
    pass_names(target).into_iter().map(|name| Question::of_line(word(name), has_pass(release, name), "KILL")).collect()
}
