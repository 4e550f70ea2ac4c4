//! Breakers: each takes a valid file and breaks one rule of the format on purpose.
//!
//! A validator that accepts what a breaker made has lost the rule. Breakers are written from what the manual, llc and its machine verifier
//! say, and share nothing with the validator. What a breaker does may break further rules; the rule of the breaker is broken in any case.
//! A breaker draws nothing but its place, and what to put there, and where it finds no place the file stays as it was.

mod blocks;
mod draft;
mod generic;
mod keys;
mod liveness;
mod names;
mod objects;
mod registers;
mod snippets;
mod spots;

use crate::Choices;
use arbitrary::Unstructured;
use irsmith_mir::File;
use snippets::{Snippet, snippets};
use std::sync::LazyLock;

/// A breaker that is written as a function.
type Code = crate::Breaker<File>;

/// A way to break a rule of the format.
#[derive(Clone, Copy, Debug)]
pub struct Breaker {
    /// Id of the rule that is broken afterwards.
    pub rule: &'static str,
    /// What it needs and what it does, in a sentence.
    pub about: &'static str,
    change: Change,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Code(&'static Code),
    Snippet(&'static Snippet),
}

impl Breaker {
    /// Breaks the rule in a valid file, at a place that `u` chooses. Returns whether there was one; if not, the file is unchanged.
    ///
    /// In files that are not valid the effect is some change, never a panic.
    pub fn apply(&self, file: &mut File, u: &mut Unstructured<'_>) -> bool {
        match self.change {
            Change::Code(code) => code.apply(file, u),
            Change::Snippet(snippet) => snippet.apply(&mut draft::Draft { model: file, choices: Choices::new(u) }).is_some(),
        }
    }
}

static BREAKERS: LazyLock<Vec<Breaker>> = LazyLock::new(|| {
    let code =
        [keys::BREAKERS, objects::BREAKERS, blocks::BREAKERS, liveness::BREAKERS, names::BREAKERS, registers::BREAKERS, generic::BREAKERS];
    let code = code.into_iter().flatten().map(|code| Breaker { rule: code.rule, about: code.about, change: Change::Code(code) });
    let snippet = |snippet: &'static Snippet| Breaker { rule: snippet.rule, about: snippet.about, change: Change::Snippet(snippet) };
    code.chain(snippets().iter().map(snippet)).collect()
});

/// Every breaker: first those that need code, grouped by what they change, then those that only put a snippet into a file.
pub fn breakers() -> impl Iterator<Item = &'static Breaker> {
    BREAKERS.iter()
}
