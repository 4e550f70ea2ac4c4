//! Runs a function on the reference interpreter.

use std::{
    fmt,
    io::{self, BufWriter, Write},
};

use irsmith_mir::{
    File, body,
    interpret::{Budget, End, Execution, Machine, Options, Parameter, Place, Program, Refusal, Unobserved, Value},
};
use serde::Serialize;

use crate::{Error, Output, Status, formats::CaseFile, verbs::Exec};

/// The outcome of an execution, as JSON.
#[derive(Debug, Serialize)]
struct Line {
    file: String,
    function: String,
    /// `return`, `trap`, `undefined` or `out-of-fuel`.
    end: &'static str,
    /// The results with their types, or the kind of trap or event.
    value: String,
    /// Where the execution ended, unless it returned.
    place: Option<String>,
    /// The first undefined event and its place.
    undefined: Option<String>,
    /// The first instruction that made poison, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    poison: Option<String>,
    blocks: u64,
}

/// Runs the function that the options name, or the only function of the file.
pub(super) fn run(options: &Exec, file: &CaseFile, model: &File, output: &mut Output) -> Result<Status, Error> {
    let triple = model.triple_in(&String::from_utf8_lossy(&file.bytes));
    let default = Options::default();
    let decoding = Options { triple, stack: options.stack.unwrap_or(default.stack), results: options.trace, ..default };
    let unloadable = |cause: String| Error::Unloadable { path: file.path.clone(), cause };
    let program = Program::new(model, &decoding).map_err(|refusal| unloadable(reported(model, &refusal)))?;
    let no_function = |name: &str| Error::NoFunction { path: file.path.clone(), name: name.into() };
    let function = match &options.function {
        Some(name) => number(name)
            .filter(|number| *number < program.functions())
            .or_else(|| program.function(name))
            .ok_or_else(|| no_function(name))?,
        None if program.functions() == 1 => 0,
        None => return Err(unloadable(format!("it has {} functions; --function names one", program.functions()))),
    };
    let signature = program.signature(function).map_err(|refusal| unloadable(reported(model, &refusal)))?;
    let name = program.name(function).unwrap_or_default();
    let values = arguments(name, &signature.parameters, &options.all_arguments())?;
    let budget = Budget::default();
    let budget = Budget { blocks: options.fuel.unwrap_or(budget.blocks), depth: options.depth.unwrap_or(budget.depth) };
    let mut machine = Machine::new(&program);
    machine.stop_at_undefined(options.strict);
    let execution = if options.trace {
        let mut out = BufWriter::new(io::stderr());
        let execution = machine.call_with(function, &values, &budget, &mut |place: Place, results: &[Value]| {
            // A failure to write standard error cannot be reported anywhere.
            let _ = writeln!(out, "{}", Traced { model, place, results });
        });
        let _ = out.flush();
        execution
    } else {
        machine.call_with(function, &values, &budget, &mut Unobserved)
    };
    report(options, model, name, &execution, output)
}

/// Returns the number in `@f3`.
fn number(name: &str) -> Option<u32> {
    name.strip_prefix("@f").and_then(|number| number.parse().ok())
}

fn arguments(name: &str, parameters: &[Parameter], texts: &[&str]) -> Result<Vec<Value>, Error> {
    if parameters.len() != texts.len() {
        let types: Vec<String> = parameters.iter().map(|parameter| format!("{} in {}", parameter.ty, parameter.name)).collect();
        return Err(Error::ArgumentCount { function: name.into(), wanted: parameters.len(), types: types.join(", "), found: texts.len() });
    }
    let values = parameters.iter().zip(texts).zip(1..).map(|((parameter, text), number)| {
        let wrong = || Error::Argument { number, text: (*text).into(), ty: parameter.ty.to_string() };
        Value::parse(parameter.ty, parameter.bits, text).ok_or_else(wrong)
    });
    values.collect()
}

fn report(options: &Exec, model: &File, name: &str, execution: &Execution, output: &mut Output) -> Result<Status, Error> {
    let at = |place: Place| Some(Site { model, place }.to_string());
    let (end, value, place) = match &execution.end {
        End::Return(values) if values.is_empty() => ("return", "void".to_owned(), None),
        End::Return(values) => ("return", values.iter().map(Value::to_string).collect::<Vec<_>>().join(", "), None),
        End::Trap(trap) => ("trap", trap.kind.to_string(), at(trap.place)),
        End::Undefined(event) => ("undefined", event.kind.to_string(), at(event.place)),
        End::OutOfFuel(place) => ("out-of-fuel", format!("{} blocks were entered", execution.blocks), at(*place)),
    };
    let line = Line {
        file: options.file.display().to_string(),
        function: name.to_owned(),
        end,
        value,
        place,
        undefined: execution.undefined.map(|event| format!("{} at {}", event.kind, Site { model, place: event.place })),
        poison: execution.poison.map(|poison| format!("{} at {}", poison.kind, Site { model, place: poison.place })),
        blocks: execution.blocks,
    };
    let returned = matches!(execution.end, End::Return(_));
    let is_open = matches!(&execution.end, End::Return(values) if values.iter().any(|value| !value.is_defined()));
    if options.json {
        output.json(&line)?;
    } else {
        match &line.place {
            Some(place) => output.print_error(format_args!("{}: {} at {place}", line.end, line.value))?,
            None => output.line(&line.value)?,
        }
        if let (Some(event), false) = (&line.undefined, matches!(execution.end, End::Undefined(_))) {
            output.print_error(format_args!("undefined: {event}"))?;
        }
        // Poison that reaches neither a result nor an undefined event does not matter.
        if let (Some(poison), true) = (&line.poison, is_open || execution.undefined.is_some()) {
            output.print_error(format_args!("poison: {poison}"))?;
        }
    }
    Ok(if returned && execution.undefined.is_none() { Status::Fine } else { Status::Wrong })
}

/// A place, with the names that the file has.
struct Site<'m> {
    model: &'m File,
    place: Place,
}

impl fmt::Display for Site<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = self.model.functions.get(self.place.function as usize);
        let block = function.and_then(|function| function.blocks.get(self.place.block as usize));
        match (function, block) {
            (Some(function), Some(block)) => {
                write!(f, "{} bb.{} instruction {}", function.name, block.number, self.place.instruction)
            }
            _ => self.place.fmt(f),
        }
    }
}

/// Returns a refusal with the names that the file has.
fn reported(model: &File, refusal: &Refusal) -> String {
    match refusal.place {
        Some(place) => format!("{}: {}: {}", Site { model, place }, refusal.subject, refusal.reason),
        None => format!("{}: {}", refusal.subject, refusal.reason),
    }
}

/// An executed instruction as a line of a trace: the function, the instruction as the writer spells it, and its results.
struct Traced<'m> {
    model: &'m File,
    place: Place,
    results: &'m [Value],
}

impl fmt::Display for Traced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(function) = self.model.functions.get(self.place.function as usize) else { return Ok(()) };
        let Some(block) = function.blocks.get(self.place.block as usize) else { return Ok(()) };
        let mut all = block.instructions.iter().flat_map(|first| std::iter::once(first).chain(first.bundle.iter().flatten()));
        let Some(instruction) = all.nth(self.place.instruction as usize) else { return Ok(()) };
        let mut alone = instruction.clone();
        alone.bundle = None;
        let printed = body::print(&[irsmith_mir::Block { instructions: vec![alone], ..irsmith_mir::Block::default() }]);
        let text = printed.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
        write!(f, "{} bb.{} {text}", function.name, block.number)?;
        for (result, number) in self.results.iter().zip(0..) {
            write!(f, "{} {result}", if number == 0 { " #" } else { "," })?;
        }
        Ok(())
    }
}
