//! Breakers: each takes a valid file and deliberately breaks one rule of the format.
//!
//! A validator that accepts the result of a breaker does not check the rule. Breakers are written from the manual, llc and its machine
//! verifier, and share no code with the validator. A breaker may also break further rules; its own rule is broken in any case. A breaker
//! draws only the place and the inserted content; if it finds no place, the file stays unchanged.

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
    /// The precondition and its effect, in a sentence.
    pub about: &'static str,
    change: Change,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Code(&'static Code),
    Snippet(&'static Snippet),
}

impl Breaker {
    /// Breaks the rule in a valid file, at a place that `u` chooses. Returns whether there was such a place; if not, the file is unchanged.
    ///
    /// In an invalid file it makes some change, and never panics.
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

/// Every breaker: first those that need code, grouped by what they change, then those that only insert a snippet into a file.
pub fn breakers() -> impl Iterator<Item = &'static Breaker> {
    BREAKERS.iter()
}
