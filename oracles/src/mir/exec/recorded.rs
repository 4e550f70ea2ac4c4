//! Functions that the interpreter just executes, or just refuses, end as recorded, word by word.
//!
//! Generated functions can be executed, mostly, and a refusal ends a case. These functions were written for the conditions of the
//! interpreter, on both sides of each; the names of those that are refused begin with `not`.

use super::calls::{BUDGET, OPTIONS, described};
use super::{Case, Oracle};
use crate::mir::UNREADABLE;
use crate::recorded::{sections, some_of};
use crate::{Check, Family, Fault, Needs, Outcome};
use irsmith_mir::interpret::{Int, Machine, Options, Parameter, Program, Value};
use irsmith_mir::{Element, File, Limits, Type};

/// The oracle.
pub const EXECUTIONS_RECORDED: Oracle = Oracle {
    name: "mir-recorded-executions",
    family: Family::Agreement,
    about: "functions that were written on both sides of what can be executed return, or are refused, as recorded, word by word",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Functions without their names, each with its end behind `=> `. Before some stands what their embedded module contains, up to a line `...`.
const FUNCTIONS: &str = include_str!("recorded.txt");
/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x656e_6473;
/// Functions that a case asks.
const ASKED: usize = 24;

fn check(case: &Case) -> Outcome {
    // Any bytes could choose functions, but unreadable ones are not worth keeping for this.
    case.file().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    some_of(sections(FUNCTIONS), &draws, ASKED).try_for_each(|(name, section)| judge(name, section))?;
    Ok(())
}

/// Divides a section into the function and its recorded end.
fn parts(section: &str) -> (&str, &str) {
    section.trim_end_matches('\n').rsplit_once("=> ").unwrap_or((section, ""))
}

fn judge(name: &str, section: &str) -> Result<(), Fault> {
    let (function, expected) = parts(section);
    let found = end(function);
    if found == expected {
        return Ok(());
    }
    Err(Fault::new("other-end", name, format!("{function}expected: {expected}\nfound:    {found}")))
}

/// Returns how a function ends: why it is refused, or what comes of its call, with the first undefined event and the first poison. Its
/// arguments are 1, 2 and so on, and pointers to the window.
fn end(function: &str) -> String {
    called(function).unwrap_or_else(|refusal| format!("refused: {refusal}"))
}

fn called(function: &str) -> Result<String, String> {
    let (ir, function) = match function.split_once("...\n").filter(|_| function.starts_with("  ")) {
        Some((ir, function)) => (format!("--- |\n{ir}...\n"), function),
        None => (String::new(), function),
    };
    let text = format!("{ir}---\nname: f\n{function}...\n");
    let file = File::read(text.as_bytes(), &Limits::default()).map_err(|errors| errors[0].to_string())?;
    let options = Options { triple: Some("aarch64".into()), ..OPTIONS };
    let program = Program::new(&file, &options).map_err(|refusal| refusal.to_string())?;
    let parameters = &program.signature(0).map_err(|refusal| refusal.to_string())?.parameters;
    let argument = |(number, one): (u32, &Parameter)| {
        let is_pointer = matches!(one.ty, Type::Single(Element::Pointer(_)));
        Value::new(one.ty, Int::new(one.bits, if is_pointer { program.window().into() } else { number.into() }))
    };
    let arguments: Vec<Value> = (1..).zip(parameters).map(argument).collect();
    let execution = Machine::new(&program).call(0, &arguments, &BUDGET);
    let mut end = described(&execution.end);
    end.extend(execution.undefined.map(|event| format!("; undefined: {event}")));
    end.extend(execution.poison.map(|event| format!("; poison: {event}")));
    end += if execution.is_relaxed { "; other results are permitted" } else { "" };
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_as_recorded_and_deviations_are_failures() {
        let section = |(name, section): (&str, &'static str)| {
            let (function, _) = parts(section);
            format!("--- {name}\n{function}=> {}\n", end(function))
        };
        let listing: String = sections(FUNCTIONS).map(section).collect();
        irsmith_testdata::check_listing(concat!(env!("CARGO_MANIFEST_DIR"), "/src/mir/exec/recorded.txt"), &listing);
        let (name, first) = sections(FUNCTIONS).next().unwrap();
        assert_eq!(judge(name, first), Ok(()));
        assert!(judge(name, &first.replace("=> ", "=> not ")).is_err());
    }

    #[test]
    fn names_say_which_functions_are_refused() {
        for (name, section) in sections(FUNCTIONS) {
            assert_eq!(parts(section).1.starts_with("refused: "), name.starts_with("not "), "{name}: {section}");
        }
    }
}
