//! Groups of names that come and go together.

use super::question::Question;
use irsmith_mir::tables::{Target, WordKind};
use std::collections::BTreeMap;

/// The letters at the start of an opcode that its group has in common: more of them cost more processes than time allows.
const OPCODE_LETTERS: usize = 4;
/// Those of other names.
const LETTERS: usize = 6;

/// Returns the questions in groups of names of one kind that begin with the same letters.
pub(super) fn groups(questions: Vec<Question>) -> Vec<Vec<Question>> {
    let mut groups: BTreeMap<(WordKind, Option<Target>, String), Vec<Question>> = BTreeMap::new();
    for question in questions {
        let count = if question.word.kind == WordKind::Opcode { OPCODE_LETTERS } else { LETTERS };
        let stem = question.word.name.chars().take_while(char::is_ascii_alphabetic).take(count).collect();
        groups.entry((question.word.kind, question.word.target, stem)).or_default().push(question);
    }
    groups.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::CalibratedWord;

    #[test]
    fn names_of_one_beginning_are_a_group() {
        let question = |kind, name| Question::of_line(CalibratedWord::new(kind, name), false, "");
        let opcode = |name| question(WordKind::Opcode, name);
        let all = vec![opcode("VPADDBrr"), opcode("VPADDBrm"), opcode("VPSUBrr"), question(WordKind::Class, "VPADDB"), opcode("r16")];
        let sizes: Vec<usize> = groups(all).iter().map(Vec::len).collect();
        assert_eq!(sizes, [2, 1, 1, 1]);
    }
}
