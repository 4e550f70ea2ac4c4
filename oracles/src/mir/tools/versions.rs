//! llc 14 and 16 compared with llc 19 on functions in which nothing changed between them.

use super::Setting;
use super::answers::Prints;
use super::batch::Batch;
use super::changes::{as_newer, shares_constants};
use super::difference::of_prints;
use super::expected::{Part, judged};
use super::later::Later;
use super::llc::{NO_PASS, run_pass};
use crate::external::{LLC_14, LLC_16, LLC_19, Tool, fail};
use crate::mir::{Case, Oracle};
use crate::{Check, Family, Needs, Verdict};
use irsmith_mir::tables::{Target, Version};
use irsmith_mir::{File, Function};
use std::collections::BTreeMap;

/// The oracle.
pub const LLC_VERSIONS: Oracle = Oracle {
    name: "mir-llc-versions",
    family: Family::Agreement,
    about: "llc 14 and 16 accept the functions that llc 19 accepts and print the same of them, but for those with something that came later",
    floor: 80,
    needs: Needs::Tools(&[&LLC_14, &LLC_16, &LLC_19]),
    check: Check::Parts(check),
};

/// The older versions.
const OLDER: [(&Tool, Version); 2] = [(&LLC_14, Version(14)), (&LLC_16, Version(16))];

/// Skip reason: every function contains something that was added later.
const LATER: &str = "newer-than-the-tool";

fn check(case: &Case) -> Vec<Verdict> {
    judge(case).unwrap_or_else(|reason| vec![Verdict::Skip(reason)])
}

fn judge(case: &Case) -> Result<Vec<Verdict>, &'static str> {
    let answers = case.llc_answers()?;
    // Of the functions that llc 19 accepts, those whose print we can read, and which it prints correctly.
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
    let mut parts = Vec::new();
    for older in OLDER {
        let later = Later::than(older.1, target);
        let is_old = |member: &usize| !later.is_in(texts[*member]) && !shares_constants(&functions[*member]);
        let members: Vec<usize> = printed.keys().copied().filter(is_old).collect();
        parts.extend(beside((batch, &answers.setting), &printed, older, &members)?);
    }
    Ok(if parts.is_empty() { vec![Verdict::Skip(LATER)] } else { judged(0, parts) })
}

/// Returns the verdict on each of these functions in an older llc, compared with llc 19's output for each.
fn beside(
    (batch, setting): (&Batch, &Setting),
    printed: &BTreeMap<usize, &Function>,
    older: (&'static Tool, Version),
    members: &[usize],
) -> Result<Vec<Part>, &'static str> {
    if members.is_empty() {
        return Ok(Vec::new());
    }
    let (tool, _) = older;
    let setting = setting.of_version(tool);
    let ask = |text: &[u8]| run_pass(tool, &setting, NO_PASS, text);
    let said = batch.ask_about(members, &ask)?;
    let refused = said
        .refused
        .iter()
        .map(|(member, objection)| (*member, batch.text(&[*member]), objection.verdict(LLC_VERSIONS.name, tool, "refused", NO_PASS)));
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
            Some((_, function)) => same(older, printed[member], function),
            None => fail(LLC_VERSIONS.name, tool, "print-not-read", "function", String::new()),
        };
        let text = if verdict.is_fail() { batch.text(&[*member]) } else { String::new() };
        (*member, text, verdict)
    });
    parts.extend(accepted);
    Ok(parts)
}

/// Returns whether a function is the same in both prints, except for known changes and for the numbers of metadata, which each version
/// assigns anew.
fn same((tool, release): (&'static Tool, Version), newer: &Function, older: &Function) -> Verdict {
    let older = as_newer(older, newer, release);
    let alone = |function: &Function| File { ir: None, functions: vec![function.clone()] };
    let [newer, older] = [newer, &older].map(|function| without_numbers(&alone(function).write()));
    match of_prints(&newer, &older) {
        None => Verdict::Pass,
        Some(difference) => fail(LLC_VERSIONS.name, tool, "printed-otherwise", &difference.element, difference.evidence),
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

    #[test]
    fn functions_that_versions_print_otherwise_are_told() {
        let function = |alignment| Function { alignment, ..Function::default() };
        assert_eq!(same(OLDER[0], &function(2), &function(2)), Verdict::Pass);
        let Verdict::Fail(failure) = same(OLDER[0], &function(2), &function(4)) else { panic!("not found") };
        assert_eq!(failure.signature.to_string(), "mir-llc-versions/printed-otherwise/alignment llc-14");
        assert_eq!(without_numbers("!17, !DIExpression(), !2"), "!0, !DIExpression(), !0");
    }
}
