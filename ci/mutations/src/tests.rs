//! A small source with a place for every operator.

use crate::{
    declared::Declared,
    mutation::{Mutation, Operator},
    walk,
};
use std::collections::BTreeSet;

const SOURCE: &str = r#"
enum Colour { Red, Green, Mixed { share: u8 } }
struct Limits { bytes: u64, records: u64 }
const LEFT_ALONE: u64 = 5 + 6;
impl Colour {
    const fn is_red(&self) -> bool { matches!(self, Colour::Red) }
    fn measure(&self, limits: &Limits, text: &str, values: &mut Vec<u64>) -> Option<u64> {
        if text.starts_with("a") && limits.bytes < 7 { values.clear(); }
        values.push(limits.records);
        let small = Limits { bytes: limits.records, records: 1 };
        for at in 0..values.len() { values[at] += u64::from(at as u32); }
        match small.bytes { 0 => Some(1), n if n > 3 => None, _ => other(small.bytes, limits.bytes) }
    }
}
fn paint() -> Colour { Colour::Green }
#[cfg(test)]
mod tests { fn left_alone() -> u64 { 1 + 2 } }
"#;

fn mutations_of(text: &str) -> Vec<Mutation> {
    let tree = syn::parse_file(text).unwrap();
    let mut declared = Declared::default();
    declared.add(&tree, text);
    walk::mutations("a.rs", text, &tree, &declared)
}

fn applied(mutation: &Mutation, condition: &str) -> String {
    [&SOURCE[..mutation.start], &mutation.new.replace("ENABLED", condition), &SOURCE[mutation.end..]].concat()
}

#[test]
fn every_operator_has_a_place() {
    let found: BTreeSet<Operator> = mutations_of(SOURCE).iter().map(|mutation| mutation.operator).collect();
    let all = [
        Operator::Result,
        Operator::EarlyReturn,
        Operator::Statement,
        Operator::Comparison,
        Operator::Arithmetic,
        Operator::Logic,
        Operator::Condition,
        Operator::Constant,
        Operator::Text,
        Operator::Bound,
        Operator::Arm,
        Operator::ArmBody,
        Operator::Arguments,
        Operator::Fields,
        Operator::Field,
        Operator::Variant,
        Operator::Method,
        Operator::Width,
    ];
    assert_eq!(found, BTreeSet::from(all));
}

#[test]
fn each_mutation_is_an_expression_or_a_statement() {
    for mutation in mutations_of(SOURCE) {
        for condition in ["is_enabled()", "false"] {
            let text = applied(&mutation, condition);
            assert!(syn::parse_file(&text).is_ok(), "{}: {text}", mutation.about);
        }
    }
}

#[test]
fn constants_and_tests_are_left_alone() {
    let lines: BTreeSet<usize> = mutations_of(SOURCE).iter().map(|mutation| mutation.line).collect();
    assert_eq!(lines, [6, 7, 8, 9, 10, 11, 12, 15].into());
}

#[test]
fn texts_names_and_places_are_exact() {
    let all = mutations_of(SOURCE);
    let with = |about: &str| all.iter().find(|mutation| mutation.about == about).unwrap_or_else(|| panic!("no mutation `{about}`"));
    let field = with("`limits.bytes` becomes `limits.records`");
    assert_eq!(
        (field.function.as_str(), field.operator, &SOURCE[field.start..field.end]),
        ("Colour::measure", Operator::Field, "limits.bytes")
    );
    assert_eq!(field.new, "(if ENABLED { limits.records } else { limits.bytes })");
    let arguments = with("`other(small.bytes, limits.bytes)` becomes `other(limits.bytes, small.bytes)`");
    assert_eq!(arguments.operator, Operator::Arguments);
    let variant = with("`Colour::Green` becomes `Colour::Red`");
    assert_eq!((variant.function.as_str(), variant.line, variant.constness.clone()), ("paint", 15, None));
    let result = with("the function returns `false`");
    let constness = result.constness.clone().expect("the function is constant");
    assert_eq!((&SOURCE[constness], result.start), ("const", result.end));
}

#[test]
fn nothing_returns_early_what_it_returns_anyway() {
    let early = |body: &str| {
        let text = format!("fn paint(&mut self) -> Result<(), Error> {{ self.begin(); {body} }}");
        mutations_of(&text).iter().filter(|mutation| mutation.operator == Operator::EarlyReturn).count()
    };
    assert_eq!((early("Ok(())"), early("self.end()")), (0, 1));
}
