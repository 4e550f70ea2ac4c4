//! Runs functions that take virtual registers.

use irsmith_mir::interpret::{Budget, End, Execution, Int, Machine, Options, Program, Refusal, Value};
use irsmith_mir::{File, Limits};

/// Returns a file with one function of one block, or of several if the lines contain labels.
pub(crate) fn file(lines: &str) -> File {
    read(&document("f", lines, ""))
}

pub(crate) fn document(name: &str, lines: &str, keys: &str) -> String {
    let mut text = format!("---\nname: {name}\n{keys}body: |\n");
    if !lines.trim_start().starts_with("bb.") {
        text += "  bb.0:\n";
    }
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        text += if line.starts_with("bb.") { "  " } else { "    " };
        text += line;
        text += "\n";
    }
    text + "...\n"
}

pub(crate) fn read(text: &str) -> File {
    File::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

pub(crate) fn options() -> Options {
    Options { open: true, window: 256, triple: Some("aarch64".into()), ..Options::default() }
}

pub(crate) fn program(lines: &str) -> Program {
    Program::new(&file(lines), &options()).unwrap()
}

/// Returns why the function is refused.
pub(crate) fn refused(lines: &str) -> Refusal {
    program(lines).signature(0).unwrap_err()
}

/// Runs a function with the lowest bits of numbers as its arguments.
pub(crate) fn run(lines: &str, arguments: &[u128]) -> Execution {
    let program = program(lines);
    let signature = program.signature(0).unwrap_or_else(|refusal| panic!("{refusal}\n{lines}"));
    assert_eq!(signature.parameters.len(), arguments.len(), "{lines}");
    let values: Vec<Value> = signature
        .parameters
        .iter()
        .zip(arguments)
        .map(|(parameter, value)| Value::new(parameter.ty, Int::new(parameter.bits, *value)))
        .collect();
    Machine::new(&program).call(0, &values, &Budget::default())
}

/// Returns the only result.
pub(crate) fn result(execution: &Execution) -> &Value {
    match &execution.end {
        End::Return(values) if values.len() == 1 => &values[0],
        end => panic!("{end:?}"),
    }
}

/// Returns the text of the results.
pub(crate) fn shown(execution: &Execution) -> String {
    match &execution.end {
        End::Return(values) => values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        End::Trap(trap) => format!("trap: {trap}"),
        End::Undefined(undefined) => format!("undefined: {undefined}"),
        End::OutOfFuel(place) => format!("out of fuel at {place}"),
    }
}

/// Runs lines that end with a result in `%r`.
pub(crate) fn value(lines: &str, arguments: &[u128]) -> String {
    shown(&run(&format!("{lines}\nRET_ReallyLR implicit %r"), arguments))
}
