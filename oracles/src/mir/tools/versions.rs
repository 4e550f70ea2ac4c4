//! Builds of llc compared with one another on functions in which nothing changed between their releases.
//!
//! An llc of the release of the tables is compared with every older one, and a newer one with those of the release before it. Each reads the
//! text in its own dialect. Builds of the same release are compared with one another, whichever it is, if a user names them.

use super::Setting;
use super::answers::{OTHER_RELEASE, Prints};
use super::batch::Batch;
use super::changes::{NO_SHARED_CONSTANTS, as_newer, shares_constants};
use super::difference::of_prints;
use super::expected::{Part, judged};
use super::foreign::Foreign;
use super::llc::{Llc, NO_PASS, run_pass};
use crate::external::{ProgramFamily, Task, fail};
use crate::mir::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict, Wanted};
use irsmith_mir::tables::Target;
use irsmith_mir::{Dialect, File, Function};
use std::collections::BTreeMap;

/// The oracle.
pub const LLC_VERSIONS: Oracle = Oracle {
    name: "mir-llc-versions",
    family: Family::Agreement,
    about: "an older llc accepts the functions that a newer one accepts and prints the same of them, but for those with something that came later",
    floor: 80,
    needs: Needs::Programs(&[Wanted::new(ProgramFamily::Llc, Task::Compare, 2)]),
    check: Check::Parts(check),
};

/// Skip reason: no installed llc is comparable with another.
const NO_PAIR: &str = "no-comparable-release";

/// Two builds, of which the second is of the same release or older.
#[derive(Clone, Copy, Debug)]
struct Pair {
    newer: Llc,
    older: Llc,
}

fn check(case: &Case) -> Vec<Verdict> {
    let judge_parts = |(newer, older): (Llc, Vec<Llc>)| {
        let batch = older.iter().chain([&newer]).filter_map(|llc| llc.program.batch).min();
        case.parts(batch).iter().flat_map(|part| judge(part, newer, &older).unwrap_or_else(skip)).collect::<Vec<_>>()
    };
    let verdicts: Vec<Verdict> = by_newer(&Llc::compared()).into_iter().flat_map(judge_parts).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(NO_PAIR)] } else { verdicts }
}

fn skip(reason: &'static str) -> Vec<Verdict> {
    vec![Verdict::Skip(reason)]
}

/// Returns the builds with which others are compared, each with those others.
fn by_newer(all: &[Llc]) -> Vec<(Llc, Vec<Llc>)> {
    let reference = all.iter().position(|llc| llc.is_of_tables());
    let is_named = |llc: &Llc| llc.program.named_at.is_some();
    let beside = |(place, newer): (usize, &Llc)| {
        let release = newer.dialect.release;
        let before = all.iter().map(|llc| llc.dialect.release).filter(|other| *other < release).max();
        let is_compared = |(other, older): &(usize, &Llc)| {
            let is_newest = release > Dialect::DEFAULT.release && Some(older.dialect.release) == before;
            let is_older = is_newest || Some(place) == reference && older.dialect.release < release;
            let is_twin = place < *other && older.dialect == newer.dialect && (is_named(newer) || is_named(older));
            *other != place && (is_older || is_twin)
        };
        let others: Vec<Llc> = all.iter().enumerate().filter(is_compared).map(|(_, older)| *older).collect();
        (*newer, others)
    };
    all.iter().enumerate().map(beside).filter(|(_, others)| !others.is_empty()).collect()
}

fn judge(case: &Case, newer: Llc, others: &[Llc]) -> Result<Vec<Verdict>, &'static str> {
    let answers = case.llc_answers(newer)?;
    // Of the functions that the newer accepts, those whose print we can read, and which it prints correctly.
    let Prints { read, invalid, .. } = answers.prints()?;
    let target = Target::of_triple(&answers.setting.triple).ok_or("target-unknown")?;
    let functions = &case.file_or_skip()?.functions;
    let printed = |member: &usize| {
        let name = &functions[*member].name;
        Some((*member, &read.get(name).filter(|_| !invalid.contains_key(name))?.1))
    };
    let printed: BTreeMap<usize, &Function> = answers.of_batch.accepted.iter().filter_map(printed).collect();
    let batch = answers.batch(case);
    let texts = batch.functions();
    let foreign_to_newer = Foreign::to(newer.dialect, target);
    let mut parts = Vec::new();
    for older in others.iter().copied() {
        let pair = Pair { newer, older };
        if pair.is_of_one_release() {
            let members: Vec<usize> = printed.keys().copied().collect();
            parts.extend(beside((batch, &answers.setting), &printed, pair, &members)?);
            continue;
        }
        let foreign_to_older = Foreign::to(older.dialect, target);
        let of_older = Batch::of(case.file_or_skip()?, older.dialect);
        let older_texts = of_older.functions();
        let is_of_both = |member: &usize| {
            let is_foreign = foreign_to_older.is_in(texts[*member]) || foreign_to_newer.is_in(older_texts[*member]);
            !is_foreign && (older.dialect.release >= NO_SHARED_CONSTANTS || !shares_constants(&functions[*member]))
        };
        let members: Vec<usize> = printed.keys().copied().filter(is_of_both).collect();
        parts.extend(beside((&of_older, &answers.setting), &printed, pair, &members)?);
    }
    Ok(if parts.is_empty() { vec![Verdict::Skip(OTHER_RELEASE)] } else { judged(0, parts) })
}

/// Returns the verdict on each of these functions in the older llc, compared with the newer's output for each.
fn beside(
    (batch, setting): (&Batch, &Setting),
    printed: &BTreeMap<usize, &Function>,
    pair: Pair,
    members: &[usize],
) -> Result<Vec<Part>, &'static str> {
    if members.is_empty() {
        return Ok(Vec::new());
    }
    let older = pair.older;
    let setting = setting.for_release(older.dialect);
    let ask = |text: &[u8]| run_pass(older, &setting, NO_PASS, text);
    let said = batch.ask_about(members, &ask)?;
    let refused = said.refused.iter().map(|(member, objection)| {
        (*member, batch.text(&[*member]), pair.named(objection.verdict(LLC_VERSIONS.name, older.program, "refused", NO_PASS)))
    });
    let mut parts: Vec<Part> = refused.chain(said.left()).collect();
    let print = match said.print(batch, &ask) {
        Ok(print) => print,
        Err(reason) => {
            parts.push((0, String::new(), Verdict::Skip(reason)));
            return Ok(parts);
        }
    };
    let (theirs, _) = Prints::of(&print, setting.judged());
    let accepted = said.accepted.iter().map(|member| {
        let verdict = match theirs.read.get(&printed[member].name) {
            Some((_, function)) => pair.same(printed[member], function),
            None => pair.named(fail(LLC_VERSIONS.name, older.program, "print-not-read", "function", String::new())),
        };
        let text = if verdict.is_fail() { batch.text(&[*member]) } else { String::new() };
        (*member, text, verdict)
    });
    parts.extend(accepted);
    Ok(parts)
}

impl Pair {
    fn is_of_one_release(self) -> bool {
        self.newer.dialect == self.older.dialect
    }

    /// Returns whether a function is the same in both prints, except for known changes and for the numbers of metadata, which each version
    /// assigns anew.
    fn same(self, newer: &Function, older: &Function) -> Verdict {
        let older = as_newer(older, newer, self.older.dialect.release, self.newer.dialect.release);
        let alone = |function: &Function| File { ir: None, functions: vec![function.clone()] };
        let [newer, older] = [newer, &older].map(|function| without_numbers(&alone(function).write()));
        match of_prints(&newer, &older) {
            None => Verdict::Pass,
            Some(difference) => {
                self.named(fail(LLC_VERSIONS.name, self.older.program, "printed-otherwise", &difference.element, difference.evidence))
            }
        }
    }

    /// Adds the newer build to the signature of a failure, unless it is the usual one of its release.
    fn named(self, mut verdict: Verdict) -> Verdict {
        if let Verdict::Fail(failure) = &mut verdict
            && self.newer.program.named_at.is_some()
        {
            failure.signature.implementations.push(self.newer.program.name.into());
        }
        verdict
    }
}

/// Returns a text in which all metadata have the number 0.
fn without_numbers(text: &str) -> String {
    let mut parts = text.split('!');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|character: char| character.is_ascii_digit());
        text + if rest.len() < part.len() { "!0" } else { "!" } + rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::implementation;

    #[test]
    fn functions_that_versions_print_otherwise_are_reported() {
        let function = |alignment| Function { alignment, ..Function::default() };
        let [newer, older] = ["llc-19", "llc-14"].map(|name| Llc::of(implementation(name).unwrap()));
        let pair = Pair { newer, older };
        assert_eq!(pair.same(&function(2), &function(2)), Verdict::Pass);
        let Verdict::Fail(failure) = pair.same(&function(2), &function(4)) else { panic!("not found") };
        assert_eq!(failure.signature.to_string(), "mir-llc-versions/printed-otherwise/alignment llc-14");
        assert_eq!(without_numbers("!17, !DIExpression(), !2"), "!0, !DIExpression(), !0");
    }
}
