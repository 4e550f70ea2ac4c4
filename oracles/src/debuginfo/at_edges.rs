//! Each condition of each rule, broken alone and by the smallest amount, is reported under its rule at its place and under no other; at the
//! edge where the module is still valid nothing is; and operands may name what the specification says.

use super::format::DebugInfo;
use super::{Case, Oracle};
use crate::format::Format;
use crate::{Check, Family, Fault, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_debuginfo::validate::{Part, Violation, are_all, validate};
use irsmith_debuginfo::{Instruction, Module};
use irsmith_generators::debuginfo::breakers::{At, Edge, edges, rename};

/// The oracle.
pub const AT_EDGES: Oracle = Oracle {
    name: "debuginfo-edges-are-judged",
    family: Family::Metamorphic,
    about: "a valid module with one condition of a rule broken by the smallest amount is rejected for this rule alone, at its place; with one nearly broken it is valid",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Operands that are renamed in each case.
const RENAMES: usize = 32;

/// Bytes for the draws of an edge: more than most edges use.
const DRAWS: usize = 24;

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x0ed6_e5ed;

/// Warnings that many operations have; a change of an operation may add one.
const OF_OPERATIONS: [&str; 2] = ["operation-beyond-set", "operation-reserved"];

fn check(case: &Case) -> Outcome {
    let module = DebugInfo::valid(case)?;
    let before = validate(module);
    if !are_all(&before) {
        return Err(crate::rule_counts::TOO_MANY.into());
    }
    let mut broken = module.clone();
    // The case itself determines the places, and every edge is judged: a reduced case then fails for the same rule.
    let draws = case.choices(SALT);
    for (number, edge) in edges().enumerate() {
        if let Some(at) = edge.apply(&mut broken, &mut Unstructured::new(from(&draws, number * DRAWS))) {
            let after = validate(&broken);
            judge(edge, at, &before, &after)?;
            after.iter().try_for_each(|violation| printed(&broken, violation))?;
        }
        broken.clone_from(module);
    }
    for number in 0..RENAMES {
        renamed(from(&draws, number * DRAWS + 1), &mut broken)?;
        broken.clone_from(module);
    }
    Ok(())
}

/// Returns the draws from a position on.
fn from(draws: &[u8], at: usize) -> &[u8] {
    draws.get(at..).unwrap_or_default()
}

/// Checks the violations after the change of an edge.
fn judge(edge: &Edge, at: At, before: &[Violation], after: &[Violation]) -> Result<(), Fault> {
    let count = |violations: &[Violation], rule: &str| violations.iter().filter(|violation| violation.rule.id == rule).count();
    let is_own = |rule: &str| Some(rule) == edge.rule;
    let more = after.iter().find(|violation| {
        let rule = violation.rule.id;
        !is_own(rule) && !OF_OPERATIONS.contains(&rule) && count(after, rule) > count(before, rule)
    });
    let element = edge.rule.unwrap_or("none");
    let fault = |property, found: String| Err(Fault::new(property, element, format!("a change that {}, at {at:?}\n{found}", edge.about)));
    if let Some(rule) = edge.rule {
        if count(after, rule) == 0 {
            return fault("accepted", more.map_or("no new violation".to_owned(), ToString::to_string));
        }
        if !after.iter().any(|violation| violation.rule.id == rule && is_at(violation, at)) {
            let found: String =
                after.iter().filter(|violation| is_own(violation.rule.id)).take(4).map(|found| format!("\n  {found}")).collect();
            return fault("other-place", found);
        }
    }
    more.map_or(Ok(()), |violation| fault(if edge.rule.is_some() { "more-rules" } else { "rejected" }, violation.to_string()))
}

/// Checks that a violation is printed with the result of its instruction, or with the number of the instruction, and with its rule.
fn printed(module: &Module, violation: &Violation) -> Result<(), Fault> {
    let print = violation.to_string();
    let Some(site) = violation.place.part.site() else { return Ok(()) };
    let result = module.instructions.get(site.index).and_then(Instruction::result);
    let place = result.map_or(format!(" instruction {}", site.index), |result| format!(" %{}", result.0));
    let warning = if violation.is_error() { "" } else { "warning: " };
    let rule = format!(": {warning}{}: {}", violation.rule.id, violation.message);
    let is_right =
        print.strip_suffix(&rule).is_some_and(|before| before.split(" operand ").next().is_some_and(|site| site.contains(&place)));
    if is_right {
        Ok(())
    } else {
        Err(Fault::new("other-print", violation.rule.id, format!("expected: ...{place}...{rule}\nfound:    {print}")))
    }
}

fn is_at(violation: &Violation, at: At) -> bool {
    match at {
        At::Header => violation.place.part == Part::Header,
        At::Module => violation.place.part == Part::Module,
        At::Instruction(index) => violation.place.part.site().is_some_and(|site| site.index == index),
    }
}

/// Makes an operand name another instruction, and checks whether it may.
fn renamed(draws: &[u8], module: &mut Module) -> Result<(), Fault> {
    let Some(renamed) = rename(module, &mut Unstructured::new(draws)) else { return Ok(()) };
    let violations = validate(module);
    let is_there =
        |part: &Part| matches!(part, Part::Operand { site, field, .. } if site.index == renamed.index && *field == renamed.field);
    let refused = violations.iter().any(|violation| violation.rule.id == renamed.rule && is_there(&violation.place.part));
    if refused != renamed.may || !are_all(&violations) {
        return Ok(());
    }
    let property = if refused { "name-rejected" } else { "name-accepted" };
    let evidence = format!("instruction {}: operand {} names {}", renamed.index, renamed.field, renamed.named);
    Err(Fault::new(property, renamed.rule, evidence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::Dialect;
    use irsmith_generators::debuginfo::{Config, generate};

    /// A module that was not changed simulates a validator that does not check the rule.
    #[test]
    fn deviations_are_found() {
        let module = generate(&mut Unstructured::new(&[7; 4096]), &Config { dialect: Dialect::DebugInfo, ..Config::default() });
        let valid = validate(&module);
        let edge = edges().find(|edge| edge.rule == Some("bound-limit")).unwrap();
        let keeps = edges().find(|edge| edge.rule.is_none()).unwrap();
        let mut broken = module.clone();
        let at = edge.apply(&mut broken, &mut Unstructured::new(&[])).unwrap();
        let broken = validate(&broken);
        let property = |edge, at, after: &[Violation]| judge(edge, at, &valid, after).map_err(|fault| fault.property);
        assert_eq!(property(edge, at, &broken), Ok(()));
        assert_eq!(property(edge, at, &valid), Err("accepted"));
        assert_eq!(property(edge, At::Instruction(0), &broken), Err("other-place"));
        assert_eq!(property(keeps, at, &broken), Err("rejected"));
        assert_eq!(property(keeps, at, &valid), Ok(()));
    }
}
