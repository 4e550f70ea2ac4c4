//! Small functions of one operation give what its definition says: at the bounds of every width, and wherever an engine has an operation of
//! its own: with constants, in branches and selects, in lanes.
//!
//! Programs seldom meet two equal numbers in a branch on a signed comparison of 64 bits; here every form is asked with such pairs.

mod definition;
mod form;
mod operands;
mod program;

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_pnacl::interpret::{Bits, Budget, End, Machine, Options, Program, UndefinedKind};
use irsmith_pnacl::text::assemble_stream;
use irsmith_pnacl::{Module, validate};

use super::{Case, Oracle};
use crate::{Check, Family, Fault, Needs, Outcome};
use definition::{Expected, event, result};
use form::{FORMS, Form, Lane, Operation};
use program::{Function, text};

/// The oracle.
pub const EXEC_DEFINED: Oracle = Oracle {
    name: "exec-defined",
    family: Family::Execution,
    about: "the interpreter's results of every operation, at every place and at the bounds of every width, are those of its definition",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x6465_6669_6e65;
/// Forms that a case asks, and calls of each.
const FORMS_OF_CASE: usize = 24;
const CALLS: usize = 12;

fn check(case: &Case) -> Outcome {
    // Any bytes could choose forms, but unreadable ones are not worth keeping for this.
    case.stream_or_skip()?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    let first = choices.below(FORMS.len());
    let functions = FORMS.iter().cycle().skip(first).take(FORMS_OF_CASE).map(|form| drawn(form, choices));
    judge(&functions.collect::<Vec<_>>(), result)?;
    undefined()?;
    Ok(())
}

/// Loads a module from its assembly, which is valid.
fn loaded(text: &str) -> Result<Program, Fault> {
    let broken = |what: String| Fault::new("no-program", "program", format!("{what}\n{text}"));
    let stream = assemble_stream(text).map_err(|error| broken(error.to_string()))?;
    let module = Module::from_stream(&stream).map_err(|error| broken(error.to_string()))?;
    if let Some(violation) = validate::validate(&module).iter().find(|violation| violation.is_error()) {
        return Err(broken(violation.to_string()));
    }
    Program::new(&module, &Options::default()).map_err(|error| broken(error.to_string()))
}

/// Checks which instructions make an undefined operand an event.
fn undefined() -> Result<(), Fault> {
    let program = loaded(&program::undefined_text())?;
    let mut machine = Machine::new(&program);
    for (index, (name, code, is_event)) in (1..).zip(program::UNDEFINED) {
        let found = machine.call(index, &[7, 9], &Budget::default()).undefined.map(|event| event.kind);
        if found != is_event.then_some(UndefinedKind::Undef) {
            return Err(Fault::new("other-event", *name, format!("{code}\nexpected: {is_event}\nfound:    {found:?}")));
        }
    }
    Ok(())
}

/// Draws the operands of a function's calls; a constant operand is that of the first call.
fn drawn(form: &Form, choices: &mut Choices<'_, '_>) -> Function {
    let mut operands: Vec<(u64, u64)> = (0..CALLS).map(|_| operands::draw(form, choices)).collect();
    let first = operands[0];
    match form.position.constant() {
        // Neighbours of the constant, which are drawn for the other operand, are asked too.
        Some(0) => operands.iter_mut().enumerate().for_each(|(call, pair)| *pair = (first.0, near(form, first.0, call, pair.1))),
        Some(_) => operands.iter_mut().enumerate().for_each(|(call, pair)| *pair = (near(form, first.1, call, pair.0), first.1)),
        None => {}
    }
    Function { form: *form, operands }
}

fn near(form: &Form, constant: u64, call: usize, other: u64) -> u64 {
    let Lane::Integer(width) = form.lane else { return if call == 1 { constant } else { other } };
    let mask = u64::MAX >> (64 - width);
    let is_shift = matches!(form.operation, Operation::Binary(op) if [7, 8, 9].contains(&op.code()));
    match call {
        1 if !is_shift => constant,
        2 if !is_shift => constant.wrapping_add(1) & mask,
        3 if !is_shift => constant.wrapping_sub(1) & mask,
        _ => other,
    }
}

/// Runs the functions, and compares the results with those of `definition`. Returns the number of results.
fn judge(functions: &[Function], definition: fn(Operation, Lane, u64, u64) -> Option<Expected>) -> Result<usize, Fault> {
    let program = loaded(&text(functions))?;
    let mut machine = Machine::new(&program);
    let mut compared = 0;
    for (index, function) in (1..).zip(functions) {
        for &(a, b) in &function.operands {
            let Form { operation, lane, .. } = function.form;
            // Upper bits that a conversion of the parameter drops.
            let noise = |bits: u64| match function.form.lane {
                Lane::Integer(width) if width < 64 => Bits::from(bits | 0x5a5a_5a5a_5a5a_5a5a << width),
                _ => Bits::from(bits),
            };
            let execution = machine.call(index, &[noise(a), noise(b)], &Budget::default());
            let found = execution.undefined.map(|event| event.kind);
            if found != event(operation, lane, a, b) {
                let evidence =
                    format!("{}: {a:#x}, {b:#x}\nexpected: {:?}\nfound:    {found:?}", function.form.name(), event(operation, lane, a, b));
                return Err(Fault::new("other-event", function.form.name(), evidence));
            }
            let end = execution.end;
            let Some(expected) = definition(operation, lane, a, b) else { continue };
            if !is_expected(&function.form, end, expected) {
                let operands = if program::is_unary(&function.form) { format!("{a:#x}") } else { format!("{a:#x}, {b:#x}") };
                let evidence = format!("{}: {operands}\nexpected: {expected:x?}\nfound:    {end:x?}", function.form.name());
                return Err(Fault::new("other-result", function.form.name(), evidence));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

fn is_expected(form: &Form, end: End, expected: Expected) -> bool {
    let End::Return(bits) = end else { return false };
    match expected {
        Expected::Bits(expected) => bits == expected,
        Expected::Nan => {
            let lane = if let Operation::Cast(_, to) = form.operation { to } else { form.lane };
            if lane == Lane::Float { f32::from_bits(bits as u32).is_nan() } else { f64::from_bits(bits as u64).is_nan() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use irsmith_generators::bytes_of_seed;
    use irsmith_pnacl::tables::Predicate;

    fn functions(seed: u64) -> Vec<Function> {
        let draws: Vec<u8> = (0..16).flat_map(|part| bytes_of_seed(seed * 16 + part)).collect();
        let mut draws = Unstructured::new(&draws);
        let choices = &mut Choices::new(&mut draws);
        FORMS.iter().map(|form| drawn(form, choices)).collect()
    }

    #[test]
    fn every_form_has_its_defined_results() {
        assert!(FORMS.len() > 900, "{} forms", FORMS.len());
        for seed in 0..4 {
            let all = functions(seed);
            let mut compared = 0;
            for some in all.chunks(FORMS_OF_CASE) {
                compared += judge(some, result).unwrap_or_else(|fault| panic!("{} {}\n{}", fault.property, fault.element, fault.evidence));
            }
            assert!(compared > all.len() * CALLS * 3 / 4, "{compared} results");
        }
        assert_eq!(undefined(), Ok(()));
        assert_eq!(EXEC_DEFINED.verdict(&Case::new(&Module::default().write().unwrap())), Verdict::Pass);
    }

    /// For each comparison, at each place, some call tells it from the one that also holds for equal numbers, and from the other sign's.
    #[test]
    fn neighbouring_definitions_are_reported_apart() {
        fn other(operation: Operation, lane: Lane, a: u64, b: u64) -> Option<Expected> {
            let operation = match operation {
                Operation::Compare(Predicate::Slt) => Operation::Compare(Predicate::Sle),
                Operation::Compare(Predicate::Sgt) => Operation::Compare(Predicate::Sge),
                Operation::Compare(Predicate::Ule) => Operation::Compare(Predicate::Ult),
                Operation::Compare(Predicate::Uge) => Operation::Compare(Predicate::Sge),
                other => other,
            };
            result(operation, lane, a, b)
        }
        let changed = [Predicate::Slt, Predicate::Sgt, Predicate::Ule, Predicate::Uge];
        let all: Vec<Vec<Function>> = (0..4).map(functions).collect();
        for (place, form) in FORMS.iter().enumerate() {
            if !matches!(form.operation, Operation::Compare(predicate) if changed.contains(&predicate)) {
                continue;
            }
            let faults = all.iter().filter_map(|functions| judge(&functions[place..=place], other).err());
            let faults: Vec<(&str, String)> = faults.map(|fault| (fault.property, fault.element)).collect();
            assert!(faults.contains(&("other-result", form.name())), "{}: {faults:?}", form.name());
        }
    }
}
