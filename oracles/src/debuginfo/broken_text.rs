//! A text with mistyped tokens is refused where no instruction can go on; and what is accepted nevertheless is printed with the same tokens.

use arbitrary::Unstructured;
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_generators::debuginfo::spellings::{Class, MISTAKES, TEXT_BREAKERS, Token, tokens};
use irsmith_generators::{RecordedMistake, TextTrial, TextVerdict};

use super::{Case, Oracle};
use crate::recorded::{judge_mistake, some_of};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const BROKEN_TEXT: Oracle = Oracle {
    name: "debuginfo-broken-text",
    family: Family::Metamorphic,
    about: "assembly with mistyped tokens is refused at the token that no instruction has a place for, or means what it says",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x7370_7674;
/// Bytes of draws of a change.
const DRAWS: usize = 64;
/// Texts of more tokens are not changed: each change costs the time of assembling all before it.
const MOST_TOKENS: usize = 20_000;
/// Recorded mistakes that each case checks.
const RECORDED: usize = 12;

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    let draws = case.choices(SALT);
    some_of(MISTAKES.iter(), &draws, RECORDED).try_for_each(judge_recorded)?;
    let text = disassemble(stream);
    let all = tokens(&text);
    if all.len() > MOST_TOKENS {
        return Ok(());
    }
    for (breaker, draws) in TEXT_BREAKERS.iter().zip(draws[1..].chunks_exact(DRAWS)) {
        if let Some(trial) = breaker.make(&text, &all, &mut Unstructured::new(draws)) {
            judge(breaker.name, &trial)?;
        }
    }
    Ok(())
}

/// Checks a text whose error is recorded.
fn judge_recorded(mistake: &RecordedMistake) -> Result<(), Fault> {
    judge_mistake(mistake, assemble(&mistake.text).map(drop).map_err(|error| error.to_string()))
}

fn judge(name: &'static str, trial: &TextTrial) -> Result<(), Fault> {
    let line = |number: usize| trial.text.split('\n').nth(number.saturating_sub(1)).unwrap_or_default();
    let fault = |property, found: &str| {
        let evidence = format!("line {}: {}\n{found}", trial.line, line(trial.line));
        Err(Fault::new(property, name, evidence))
    };
    match (assemble(&trial.text), &trial.verdict) {
        (Ok(_), TextVerdict::Refused { last: (line, column), found: token, .. }) => {
            fault("accepted", &format!("expected: refused at {line}:{column}, at {token}"))
        }
        (Err(error), TextVerdict::Refused { last: place, found: token, expected, .. }) => {
            let is_right = (error.line, error.column) == *place && error.found == *token;
            match expected {
                _ if !is_right => fault("other-place", &format!("{error}\nexpected: {}:{}, at {token}", place.0, place.1)),
                Some(expected) if error.expected != **expected => fault("other-error", &format!("{error}\nexpected: {expected}")),
                _ => Ok(()),
            }
        }
        (Ok(stream), TextVerdict::Faithful { respells_numbers }) => match difference(&trial.text, &disassemble(&stream), *respells_numbers)
        {
            None => Ok(()),
            Some((written, printed)) => fault("another-meaning", &format!("written: {written}\nprinted: {printed}")),
        },
        (Err(error), TextVerdict::Faithful { .. }) => {
            // The end of a text is its last line, or the one after it.
            let is_inside = error.line <= trial.text.matches('\n').count() + 1 && error.column <= line(error.line).chars().count() + 1;
            // Words of an instruction are counted from its first one, which may stand on the line before the changed one; never further.
            let is_behind = error.line + 1 >= trial.line;
            if is_inside && is_behind { Ok(()) } else { fault("other-place", &error.to_string()) }
        }
    }
}

/// Returns the first tokens at which two texts differ, other than by spellings of one meaning.
fn difference(written: &str, printed: &str, respells_numbers: bool) -> Option<(String, String)> {
    let (written, printed) = (tokens(written), tokens(printed));
    // A word that has a name is printed by its name, and what follows it too.
    if written.iter().any(|token| token.class == Class::Immediate) {
        return None;
    }
    let count = written.len().max(printed.len());
    let at = (0..count).find(|&at| match (written.get(at), printed.get(at)) {
        (Some(left), Some(right)) => !same(left, right, respells_numbers),
        _ => true,
    })?;
    if printed.iter().any(|token| token.class == Class::Immediate) && respells_numbers {
        return None;
    }
    let around = |tokens: &[Token<'_>]| -> String {
        let some = &tokens[at.saturating_sub(3).min(tokens.len())..tokens.len().min(at + 5)];
        some.iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
    };
    Some((around(&written), around(&printed)))
}

/// Returns whether two tokens mean the same.
fn same(written: &Token<'_>, printed: &Token<'_>, respells_numbers: bool) -> bool {
    let plain = |text: &str| text.trim_start_matches("%").trim_start_matches('0').to_owned();
    match (written.class, printed.class) {
        _ if written.text == printed.text => true,
        // Ids may begin with zeros.
        (Class::Id, Class::Id) => plain(written.text) == plain(printed.text),
        // An instruction of a set, by its number.
        (Class::Number, Class::Name) => true,
        (Class::Number, Class::Number) => respells_numbers,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use irsmith_debuginfo::Module;

    #[test]
    fn deviations_are_failures() {
        assert_eq!(BROKEN_TEXT.verdict(&Case::new(&Module::default().write().unwrap())), Verdict::Pass);
        let judge = |text: &str, verdict| {
            let trial = TextTrial { text: text.to_owned(), line: 1, verdict };
            judge("a change", &trial).map_err(|fault| fault.property)
        };
        let refused = |column, expected| {
            let place = (1, column);
            TextVerdict::Refused { first: place, last: place, found: "`?`".to_owned(), expected }
        };
        assert_eq!(judge("OpNop ?", refused(7, None)), Ok(()));
        assert_eq!(judge("OpNop ?", refused(6, None)), Err("other-place"));
        assert_eq!(judge("OpNop ?", refused(7, Some("an id"))), Err("other-error"));
        assert_eq!(judge("OpNop", refused(7, None)), Err("accepted"));
        assert_eq!(judge("OpNop", TextVerdict::Faithful { respells_numbers: false }), Ok(()));
        assert_eq!(judge("OpNop\n\n?", TextVerdict::Faithful { respells_numbers: false }), Ok(()));
        let mut mistake = MISTAKES[0].clone();
        assert_eq!(judge_recorded(&mistake), Ok(()));
        mistake.column += 1;
        assert_eq!(judge_recorded(&mistake).map_err(|fault| fault.property), Err("recorded"));
    }

    #[test]
    fn other_tokens_are_another_meaning() {
        assert_eq!(difference("%01 = OpTypeVoid", "   %1 = OpTypeVoid", false), None);
        assert!(difference("%1 = OpTypeInt 8 0", "%1 = OpTypeInt 8 1", false).is_some());
        assert!(difference("OpNop OpNop", "OpNop", false).is_some());
        assert!(difference("OpName %1 \"a\"", "OpName %2 \"a\"", true).is_some());
    }
}
