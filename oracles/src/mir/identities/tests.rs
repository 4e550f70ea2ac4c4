//! Every row over all values of small widths, by the interpreter.

use super::*;
use irsmith_mir::interpret::{Budget, End, Execution, Int, Machine, Options, Program, Value};
use irsmith_mir::{Element, File, Function, Limits, Type};
use std::collections::HashMap;

/// The widths of `T` that are tried; those with more values than this are sampled.
const WIDTHS: [u16; 10] = [1, 2, 3, 4, 5, 8, 16, 24, 32, 64];
const EXHAUSTIVE_BITS: u32 = 9;
const SAMPLES: u64 = 300;
/// Predicates by number; rows without one are tried once.
const PREDICATES: [&str; 10] = ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];

fn read(text: &str) -> Function {
    let file = File::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    file.functions.into_iter().next().unwrap()
}

/// A function whose only instruction is that of a pattern, for these types.
fn function(pattern: &Pattern, types: &HashMap<char, Type>, immediate: i64, predicate: &str) -> Function {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    for (place, (name, _)) in pattern.outputs().into_iter().chain(pattern.inputs()).enumerate() {
        numbers.insert(name.to_owned(), place as u32);
    }
    let register = |name: &str, letter: char| match pattern.outputs().iter().any(|(known, _)| *known == name) {
        true => format!("%{}:_({})", numbers[name], types[&letter]),
        false => format!("%{}({})", numbers[name], types[&letter]),
    };
    // Operands come from copies, so that their types are known.
    let copies = pattern.inputs().into_iter().map(|(name, letter)| {
        let (number, ty) = (numbers[name], types[&letter]);
        format!("    %{number}:_({ty}) = COPY %{}:_({ty})\n", number + 100)
    });
    let copies: String = copies.collect();
    let results: Vec<String> = pattern.outputs().iter().map(|(name, _)| format!("implicit %{}", numbers[*name])).collect();
    let line = pattern.spelled(&register, immediate, predicate);
    read(&format!("name: f\nbody: |\n  bb.0:\n{copies}    {line}\n    RET_ReallyLR {}\n", results.join(", ")))
}

fn rewritten(function: &Function, row: &Identity) -> Option<Function> {
    let mut rewriter = rewrite(function);
    let mut changed = function.clone();
    let place = changed.blocks[0].instructions.len() - 2;
    let original = &function.blocks[0].instructions[place];
    if !rewriter.fitting(original).iter().any(|known| known.name == row.name) {
        return None;
    }
    let written = rewriter.written(row, original).unwrap_or_else(|| panic!("{}: its lines are not written for {original:?}", row.name));
    changed.blocks[0].instructions.splice(place..=place, written);
    Some(changed)
}

fn program(function: Function) -> Program {
    let options = Options { open: true, triple: Some("aarch64".into()), ..Options::default() };
    Program::new(&File { ir: None, functions: vec![function] }, &options).unwrap()
}

fn is_defined(execution: &Execution) -> bool {
    execution.undefined.is_none()
        && execution.poison.is_none()
        && matches!(&execution.end, End::Return(values) if values.iter().all(Value::is_defined))
}

/// Values of so many bits in all: each, or samples with the edges.
fn values(bits: u32, seed: u64) -> Vec<u128> {
    if bits <= EXHAUSTIVE_BITS {
        return (0..1 << bits).collect();
    }
    let mut random = irsmith_generators::SplitMix64::new(seed);
    let sample = |number: u64| match number % 6 {
        0 => u128::from(number / 6),
        1 => u128::MAX - u128::from(number / 6),
        2 => 1 << (number / 6 % u64::from(bits)),
        3 => (1 << (number / 6 % u64::from(bits))) - 1,
        _ => u128::from(random.next()) << 64 | u128::from(random.next()),
    };
    (0..SAMPLES).map(sample).collect()
}

/// Runs a row for the types of one width; returns the defined executions that were compared.
fn check(row: &Identity, pattern: &Pattern, types: &HashMap<char, Type>, immediate: i64, predicate: &str) -> usize {
    let original = function(pattern, types, immediate, predicate);
    let Some(changed) = rewritten(&original, row) else { return 0 };
    let text = File { ir: None, functions: vec![changed.clone()] }.write();
    let (before, after) = (program(original), program(changed));
    let parameters = before.signature(0).unwrap_or_else(|refusal| panic!("{}: {refusal}", row.name)).parameters.clone();
    let signature = after.signature(0).unwrap_or_else(|refusal| panic!("{}: {refusal}\n{text}", row.name));
    assert_eq!(signature.parameters.len(), parameters.len());
    let (mut machine, mut other) = (Machine::new(&before), Machine::new(&after));
    let bits: u32 = parameters.iter().map(|parameter| parameter.bits).sum();
    let mut compared = 0;
    for (number, value) in values(bits, u64::from(bits)).into_iter().enumerate() {
        let mut rest = value;
        // Samples of several operands are near each other half of the time.
        let mut arguments = Vec::new();
        for parameter in &parameters {
            arguments.push(Value::new(parameter.ty, Int::new(parameter.bits, rest)));
            rest = if bits <= EXHAUSTIVE_BITS {
                rest >> parameter.bits
            } else if number % 2 == 0 {
                rest.rotate_right(37) ^ number as u128
            } else {
                number as u128 % u128::from(parameter.bits)
            };
        }
        let expected = machine.call(0, &arguments, &Budget::default());
        if is_defined(&expected) {
            let found = other.call(0, &arguments, &Budget::default());
            assert_eq!(found.end, expected.end, "{} of {arguments:?}\n{text}", row.name);
            assert_eq!(found.undefined, None, "{} of {arguments:?}\n{text}", row.name);
            compared += 1;
        }
    }
    compared
}

#[test]
fn every_row_holds_for_all_values_of_small_widths() {
    for row in ROWS {
        let pattern = Pattern::read(row.pattern).unwrap_or_else(|| panic!("{}: its pattern is not read", row.name));
        let mut compared = 0;
        for width in WIDTHS {
            for other in WIDTHS.into_iter().chain([2 * width]) {
                let has_other = row.pattern.contains(":U");
                if !has_other && other != width {
                    continue;
                }
                let scalar = |bits| Type::Single(Element::Scalar(bits));
                let types = HashMap::from([('T', scalar(width)), ('U', scalar(other)), ('B', scalar(1)), ('P', Type::pointer(0))]);
                let predicates = if row.pattern.contains("pred") { &PREDICATES[..] } else { &PREDICATES[..1] };
                let immediates = if row.pattern.contains("imm") { 1..=i64::from(width) } else { 1..=1 };
                let float = row.pattern.contains("G_F") && !row.pattern.contains("G_FSH") && !row.pattern.contains("G_FREEZE");
                if float && ![16, 32, 64].contains(if has_other { &other } else { &width }) {
                    continue;
                }
                for predicate in predicates {
                    let predicate = if float { format!("floatpred({})", floats(predicate)) } else { format!("intpred({predicate})") };
                    for immediate in immediates.clone() {
                        if row.pattern.contains(":U") && !fits(row.pattern, width, other) {
                            continue;
                        }
                        compared += check(row, &pattern, &types, immediate, &predicate);
                    }
                }
            }
        }
        assert!(compared >= 40, "{}: only {compared} executions are compared", row.name);
    }
}

/// Returns a predicate of floats for one of integers.
fn floats(predicate: &str) -> &'static str {
    match predicate {
        "eq" => "oeq",
        "ne" => "une",
        "ugt" => "ugt",
        "uge" => "uno",
        "ult" => "ult",
        "ule" => "ord",
        "sgt" => "ogt",
        "sge" => "oge",
        "slt" => "olt",
        _ => "one",
    }
}

/// Returns whether an opcode allows these widths of `T` and `U`.
fn fits(pattern: &str, t: u16, u: u16) -> bool {
    let has = |opcode: &str| pattern.contains(opcode);
    match () {
        () if has("EXT ") => t > u,
        () if has("G_TRUNC") => t < u,
        () if has("G_MERGE") => t == 2 * u,
        () if has("G_UNMERGE") => u == 2 * t,
        () if has("CMP pred") => t == 1,
        () if has("G_SCMP") || has("G_UCMP") => t >= 2,
        () => true,
    }
}

#[test]
fn names_are_unique_and_there_are_many_rows() {
    let names: std::collections::BTreeSet<&str> = ROWS.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), ROWS.len());
    assert!(ROWS.len() >= 80, "{}", ROWS.len());
    assert_eq!(READ.len(), ROWS.len());
}

/// A row with an error is found: its lines are not the same for some value.
#[test]
#[should_panic(expected = "wrong")]
fn a_wrong_row_is_found() {
    let row = Identity {
        lines: "r = G_SUB b, a",
        name: "sub-by-complement",
        ..*ROWS.iter().find(|row| row.name == "sub-by-complement").unwrap()
    };
    let pattern = Pattern::read(row.pattern).unwrap();
    let types = HashMap::from([('T', Type::scalar(4))]);
    let row = Identity { name: "sub-by-complement", ..row };
    let original = function(&pattern, &types, 1, "");
    let changed = rewritten(&original, &row).unwrap();
    let (before, after) = (program(original), program(changed));
    let arguments = [1, 2].map(|value| Value::scalar(4, value));
    let ends = [before, after].map(|program| Machine::new(&program).call(0, &arguments, &Budget::default()).end);
    assert!(ends[0] == ends[1], "wrong");
}
