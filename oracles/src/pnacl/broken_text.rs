//! A text with mistyped tokens is refused where no statement can go on; and what is accepted nevertheless is printed with the same tokens.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::file_breakers::{MISTAKES, TEXT_BREAKERS, Token, mistype, tokens};
use irsmith_generators::{RecordedMistake, TextTrial, TextVerdict};
use irsmith_pnacl::tables::BlockKind;
use irsmith_pnacl::text::{assemble_stream, stream_assembly};

use super::broken_bits::DRAWS;
use super::codec::statement;
use super::{Case, Oracle};
use crate::recorded::{judge_mistake, some_of};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const BROKEN_TEXT: Oracle = Oracle {
    name: "broken-text",
    family: Family::Metamorphic,
    about: "assembly with mistyped tokens is refused at the token that no statement has a place for, or means what it says",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x7465_7874;
/// Tries of each change.
const ROUNDS: usize = 2;
/// Texts of more tokens are not changed: each change costs the time of assembling all before it.
const MOST_TOKENS: usize = 20_000;
/// Recorded mistakes that each case checks.
const RECORDED: usize = 12;
/// A text of which nothing more is known than that it must mean what it says.
const FAITHFUL: TextVerdict = TextVerdict::Faithful { respells_numbers: false };

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    let draws = case.choices(SALT);
    some_of(MISTAKES.iter(), &draws, RECORDED).try_for_each(judge_recorded)?;
    let text = stream_assembly(stream);
    let all = tokens(&text);
    if all.len() > MOST_TOKENS {
        return Ok(());
    }
    let rounds = (0..ROUNDS).flat_map(|_| TEXT_BREAKERS);
    for (breaker, draws) in rounds.zip(draws.chunks_exact(DRAWS).cycle()) {
        if let Some(trial) = breaker.make(&text, &all, &mut Unstructured::new(draws)) {
            judge(&trial)?;
        }
    }
    let mistyped = mistype(&text, &mut Unstructured::new(&draws[1..]));
    judge(&TextTrial { text: mistyped, line: 1, verdict: FAITHFUL })?;
    Ok(())
}

/// Checks a text whose error is recorded.
fn judge_recorded(mistake: &RecordedMistake) -> Result<(), Fault> {
    judge_mistake(mistake, assemble_stream(&mistake.text).map(drop).map_err(|error| error.to_string()))
}

fn judge(trial: &TextTrial) -> Result<(), Fault> {
    let line = |number: usize| trial.text.lines().nth(number.saturating_sub(1)).unwrap_or_default();
    let fault = |property, found: &str| {
        let evidence = format!("line {}: {}\n{found}", trial.line, line(trial.line));
        Err(Fault::new(property, statement(line(trial.line)), evidence))
    };
    let error = match (assemble_stream(&trial.text), &trial.verdict) {
        (Ok(_), TextVerdict::Refused { last: (line, column), found: token, .. }) => {
            return fault("accepted", &format!("expected: refused at {line}:{column}, at {token}"));
        }
        (Ok(stream), TextVerdict::Faithful { .. }) => {
            let printed = stream_assembly(&stream);
            return match difference(&trial.text, &printed) {
                None => Ok(()),
                Some((written, printed)) => fault("another-meaning", &format!("written: {written}\nprinted: {printed}")),
            };
        }
        (Err(error), _) => error,
    };
    let at = (error.line, error.column);
    let is_inside =
        1 <= error.column && error.column <= line(error.line).chars().count() + 1 && error.line <= trial.text.lines().count().max(1) + 1;
    let is_right = match &trial.verdict {
        TextVerdict::Refused { first, last, found: token, .. } => at >= *first && at <= *last && (at != *last || error.found == *token),
        TextVerdict::Faithful { .. } => error.line >= trial.line,
    };
    if is_inside && is_right { Ok(()) } else { fault("other-place", &error.to_string()) }
}

/// Returns the first tokens at which two texts differ, other than by spellings of one meaning.
fn difference(written: &str, printed: &str) -> Option<(String, String)> {
    let (written, printed) = (normal(named(tokens(written))), normal(named(tokens(printed))));
    // A raw record is printed as a statement if there is one.
    if written.iter().any(|token| token.text == "record") {
        return None;
    }
    let count = written.len().max(printed.len());
    let at = (0..count).find(|at| match (written.get(*at), printed.get(*at)) {
        (Some(left), Some(right)) => !same(left.text, right.text, previous(&written, *at)),
        _ => true,
    })?;
    let around = |tokens: &[Token<'_>]| -> String {
        let some = &tokens[at.saturating_sub(3).min(tokens.len())..tokens.len().min(at + 5)];
        some.iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
    };
    match (written.get(at), printed.get(at)) {
        // The id of a type that has become the first of its text, and bytes that have become a name.
        (Some(left), _) if left.text.starts_with("@t") => None,
        (Some(left), Some(right)) if left.text == "{" && right.text.starts_with('"') => None,
        // A body need not repeat the signature of its function.
        (Some(left), Some(_)) if left.text == "{" && previous(&written, at) == "function" => None,
        _ => Some((around(&written), around(&printed))),
    }
}

fn previous<'a>(tokens: &[Token<'a>], at: usize) -> &'a str {
    at.checked_sub(1).map_or("", |before| tokens[before].text)
}

/// Replaces the numbers of blocks that have names by these: `block(17)`.
fn named(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut named: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    for token in tokens {
        named.push(token);
        if let [.., block, open, number, close] = named.as_mut_slice()
            && [block.text, open.text, close.text] == ["block", "(", ")"]
            && let Some(kind) = number.text.parse().ok().and_then(BlockKind::from_code)
        {
            block.text = kind.name();
            named.truncate(named.len() - 3);
        }
    }
    named
}

/// Removes what may be written or not: `label`, the colon of counts, the semicolon after bytes, names of parameters, `indirect` where the
/// callee says so, and the usual width of abbreviation ids.
fn normal(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut kept: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut in_head = false;
    for (at, token) in tokens.iter().enumerate() {
        let before = previous(&tokens, at);
        let after = tokens.get(at + 1).map_or("", |token| token.text);
        in_head = token.text == "function" || in_head && token.text != "{";
        let is_optional = match token.text {
            "label" => after.starts_with("%b"),
            ":" => matches!(before, "count" | "version" | "blocks" | "zerofill"),
            ";" => before == "}",
            "indirect" => before == "call",
            _ => in_head && token.text.starts_with("%p"),
        };
        if !is_optional {
            kept.push(*token);
        }
        if token.text == ">" && kept.len() >= 4 && kept[kept.len() - 4..].iter().map(|token| token.text).eq(["{", "<", "2", ">"]) {
            kept.truncate(kept.len() - 3);
        }
    }
    kept
}

/// Returns whether two tokens mean the same after a token.
fn same(written: &str, printed: &str, before: &str) -> bool {
    if written == printed || written.starts_with("nan") || written.starts_with("-nan") {
        return true;
    }
    let character = |text: &str| match text.as_bytes() {
        [b'\'', character, b'\''] => Some(u32::from(*character)),
        _ => text.parse().ok(),
    };
    if written.starts_with('\'') || printed.starts_with('\'') {
        return character(written) == character(printed);
    }
    if written.starts_with(['@', '%']) {
        // A number may begin with zeros, that of a name too.
        let name = |text: &str| Some((text.get(..2)?.to_owned(), text.get(2..)?.parse::<u64>().ok()?));
        return name(written).is_some_and(|written| name(printed) == Some(written));
    }
    match before {
        "float" => matches!((written.parse::<f32>(), printed.parse::<f32>()), (Ok(a), Ok(b)) if a.to_bits() == b.to_bits()),
        "double" => matches!((written.parse::<f64>(), printed.parse::<f64>()), (Ok(a), Ok(b)) if a.to_bits() == b.to_bits()),
        "i1" if written == "-1" => printed == "1",
        _ if written == "-9223372036854775808" => printed == "-0",
        _ => {
            written.starts_with('-') == printed.starts_with('-')
                && matches!((written.parse::<i128>(), printed.parse::<i128>()), (Ok(a), Ok(b)) if a == b)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_meaning_are_the_same_and_others_are_not() {
        let same = |written, printed| difference(written, printed).is_none();
        assert!(same("br label %b1; count: 3; module { <2> version 1;", "br %b1; count 3; module { version 1;"));
        assert!(same("%c0 = float 1.0; %c1 = i32 007;", "%c0 = float 1; %c1 = i32 7;"));
        assert!(same("function void @f0(i32) {", "function void @f0(i32 %p0) {"));
        assert!(same("br label %b01; @a00 = abbrev <7>;", "br %b1; @a0 = abbrev <7>;"));
        assert!(same("abbreviations: block(017) { block(300) {", "block(0): types { block(300) {"));
        assert!(same("block(12) { br %b1;", "function void @f0() { br %b1;"));
        assert!(!same("block(17) {", "globals {"));
        assert!(!same("block(301) {", "block(300) {"));
        assert!(!same("br %b10;", "br %b1;"));
        assert!(!same("@a0 = abbrev <7>;", "%a0 = abbrev <7>;"));
        assert!(!same("br label label %b1;", "br label %b1;"));
        assert!(!same("%c1 = i32 -0;", "%c1 = i32 0;"));
        assert!(!same("%v0 = add i32 %p0, %p1;", "%v0 = add i32 %p0, %p0;"));
        assert!(!same("{ 1, 2, 3}", "{ 1, 2}"));
    }

    #[test]
    fn a_wrong_place_and_a_wrong_token_are_failures() {
        let trial = |text: &str, line, verdict| TextTrial { text: text.to_owned(), line, verdict };
        let property = |trial: &TextTrial| judge(trial).map_err(|fault| fault.property);
        let refused = |column| {
            let place = (1, column);
            TextVerdict::Refused { first: place, last: place, found: "?".to_owned(), expected: None }
        };
        assert_eq!(property(&trial("module { ? }", 1, refused(10))), Ok(()));
        assert_eq!(property(&trial("module { ? }", 1, refused(8))), Err("other-place"));
        assert_eq!(property(&trial("module { }", 1, refused(10))), Err("accepted"));
        assert_eq!(property(&trial("module {\n", 2, FAITHFUL)), Ok(()));
        assert_eq!(property(&trial("module ?\n\n", 2, FAITHFUL)), Err("other-place"));
    }

    #[test]
    fn recorded_mistakes_are_judged() {
        let mut mistake = MISTAKES[0].clone();
        assert_eq!(judge_recorded(&mistake), Ok(()));
        mistake.column += 1;
        assert_eq!(judge_recorded(&mistake).map_err(|fault| fault.property), Err("recorded"));
    }
}
