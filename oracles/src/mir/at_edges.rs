//! Files at the bounds of rules break exactly the rules that are recorded of them, at their places.

use std::collections::BTreeSet;

use irsmith_generators::mir::edges::{Edge, edges};
use irsmith_mir::validate::{Detail, Options, Violation, is_valid, validate};
use irsmith_mir::{File, Limits};

use super::{Case, Oracle, UNREADABLE};
use crate::recorded::{judge_listing, some_of};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const AT_EDGES: Oracle = Oracle {
    name: "mir-edges-are-judged",
    family: Family::Metamorphic,
    about: "a function at a bound of a rule breaks this rule alone, at its instruction, on one side of the bound, in the recorded words, and none on the other",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// The violations of each edge, as they are printed.
const VIOLATIONS: &str = include_str!("at_edges.txt");

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x6564_6765;
/// Edges that a case asks.
const EDGES: usize = 16;

fn check(case: &Case) -> Outcome {
    // Any bytes could choose edges, but unreadable ones are not worth keeping for this.
    case.file().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    some_of(edges().iter().enumerate(), &draws, EDGES).try_for_each(|(number, edge)| judge(number, edge))?;
    Ok(())
}

fn judge(number: usize, edge: &Edge) -> Result<(), Fault> {
    let element = edge.rules.first().copied().unwrap_or("none");
    let fault = |property, found: &str| Err(Fault::new(property, element, format!("{}expected: {:?}\n{found}", edge.text, edge.rules)));
    let file = match File::read(edge.text.as_bytes(), &Limits::default()) {
        Ok(file) => file,
        Err(errors) => return fault("refused", &errors[0].to_string()),
    };
    let options = Options { triple: Some(edge.triple), ..Options::default() };
    let violations = validate(&file, options);
    let list: String = violations.iter().map(|violation| format!("{violation}\n")).collect();
    let found: BTreeSet<&str> = violations.iter().map(|violation| violation.rule.id).collect();
    if found != edge.rules.iter().copied().collect() {
        let is_missing = edge.rules.iter().any(|rule| !found.contains(rule));
        return fault(if is_missing { "accepted" } else { "more-rules" }, &format!("found:\n{list}"));
    }
    if is_valid(&file, options) == violations.iter().any(Violation::is_error) {
        return fault("other-verdict", &list);
    }
    let is_there = |violation: &Violation| match (&violation.place.part.detail, edge.instruction) {
        (Detail::Instruction(site) | Detail::Operand { site, .. } | Detail::Memory { site, .. }, Some(index)) => {
            site.block.index == 0 && site.index == index
        }
        (Detail::Key { .. } | Detail::Whole, None) => true,
        _ => false,
    };
    match edge.rules.first() {
        Some(rule) if !violations.iter().any(|violation| violation.rule.id == *rule && is_there(violation)) => {
            return fault("other-place", &list);
        }
        _ => {}
    }
    if let (Some(index), Some(first)) = (edge.instruction, violations.first()) {
        let place = format!("function \"f\" bb.0 instruction {index}");
        if !violations.iter().any(|violation| violation.to_string().starts_with(&place)) {
            return fault("other-print", &format!("{first}\nexpected: {place}"));
        }
    }
    judge_listing(VIOLATIONS, &number.to_string(), element, &list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_are_printed_as_recorded() {
        let section = |(number, edge): (usize, &Edge)| {
            let file = File::read(edge.text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{}", errors[0]));
            let violations = validate(&file, Options { triple: Some(edge.triple), ..Options::default() });
            let lines: String = violations.iter().map(|violation| format!("{violation}\n")).collect();
            format!("--- {number}\n{lines}")
        };
        let listing: String = edges().iter().enumerate().map(section).collect();
        irsmith_testdata::check_listing(concat!(env!("CARGO_MANIFEST_DIR"), "/src/mir/at_edges.txt"), &listing);
    }

    #[test]
    fn every_edge_is_judged_as_recorded_and_deviations_are_failures() {
        let wrong: Vec<Fault> = edges().iter().enumerate().filter_map(|(number, edge)| judge(number, edge).err()).collect();
        let list: String = wrong.iter().map(|fault| format!("{} {}\n{}\n", fault.property, fault.element, fault.evidence)).collect();
        assert!(wrong.is_empty(), "{list}");
        let place = edges().iter().position(|edge| edge.instruction == Some(1)).unwrap();
        let property = |edge: &Edge| judge(place, edge).map_err(|fault| fault.property);
        let broken = &edges()[place];
        assert_eq!(judge(place + 1, broken).map_err(|fault| fault.property), Err("other-message"));
        assert_eq!(property(&Edge { rules: Vec::new(), ..broken.clone() }), Err("more-rules"));
        assert_eq!(property(&Edge { rules: vec!["function-name"], ..broken.clone() }), Err("accepted"));
        assert_eq!(property(&Edge { instruction: Some(0), ..broken.clone() }), Err("other-place"));
        assert_eq!(property(&Edge { text: "name: [".into(), ..broken.clone() }), Err("refused"));
    }
}
