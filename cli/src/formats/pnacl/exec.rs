//! Runs programs on the reference interpreter.

use std::io::{self, BufWriter};

use irsmith_fuzz::hexadecimal;
use irsmith_pnacl::{
    Limits, Module, Stream, Value, ValueKind, ValueType,
    interpret::{Bits, Budget, End, Execution, Host, Machine, NoHost, Options, Program, Sizes, TypedValue, Unobserved},
    read::Reading,
    runtime::{HEAP, Runtime, Streams},
    validate::validate_reading,
};
use serde::Serialize;

use super::trace::Trace;
use crate::{Error, Output, Status, formats::CaseFile, output::note, verbs::Exec};

/// A file to run, and how to run it.
pub(super) struct Task<'a> {
    pub(super) options: &'a Exec,
    pub(super) file: &'a CaseFile,
}

/// The outcome of an execution, as JSON.
#[derive(Debug, Serialize)]
struct Line {
    file: String,
    function: String,
    /// `return`, `trap`, `undefined`, `out-of-fuel` or `exit`.
    end: &'static str,
    /// The result with its type, the kind of trap or event, or the status.
    value: String,
    /// Where the execution ended, unless it returned.
    place: Option<String>,
    /// The first undefined event and its place.
    undefined: Option<String>,
    blocks: u64,
    /// Unavailable interfaces that the program asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stdout: Option<String>,
    /// The same as hexadecimal digits, if it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    stdout_hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr_hex: Option<String>,
}

/// The input and output of a program.
#[derive(Default)]
struct Outside {
    /// Unavailable interfaces that the program asked for.
    missing: Vec<String>,
    /// The output of the program, if it is kept.
    streams: Option<[Vec<u8>; 2]>,
}

impl Task<'_> {
    pub(super) fn run(&self, output: &mut Output) -> Result<Status, Error> {
        let module = valid_module(self.file)?;
        let program = self.load(&module)?;
        match &self.options.function {
            Some(name) => self.run_function(&module, &program, name, output),
            None => self.run_program(&module, &program, output),
        }
    }

    fn load(&self, module: &Module) -> Result<Program, Error> {
        let heap = self.options.heap.unwrap_or(if self.options.function.is_none() { HEAP } else { 0 });
        let options = Options {
            sizes: Sizes { stack: self.options.stack.unwrap_or(Sizes::default().stack), heap },
            results: self.options.trace,
            ..Options::default()
        };
        Program::new(module, &options).map_err(|error| Error::Unloadable { path: self.file.path.clone(), cause: error.to_string() })
    }

    fn run_function(&self, module: &Module, program: &Program, name: &str, output: &mut Output) -> Result<Status, Error> {
        let found = function_called(module, name).and_then(|function| Some((function, program.signature(function)?)));
        let Some((function, signature)) = found else {
            return Err(Error::NoFunction { path: self.file.path.clone(), name: name.into() });
        };
        let values = parse_arguments(function, &signature.parameters, &self.options.all_arguments())?;
        let mut machine = Machine::new(program);
        let execution = self.call(module, &mut machine, function, &values, &mut NoHost);
        if let End::Return(bits) = execution.end
            && !self.options.json
        {
            output.line(TypedValue { ty: signature.result, bits })?;
        }
        self.report(program, function, &execution, Outside::default(), output)
    }

    fn run_program(&self, module: &Module, program: &Program, output: &mut Output) -> Result<Status, Error> {
        let entry = program.entry().and_then(|entry| Some((entry, program.signature(entry)?)));
        let Some((entry, signature)) = entry else {
            return Err(Error::NoFunction { path: self.file.path.clone(), name: "_start".into() });
        };
        if signature.parameters != [ValueType::I32] {
            return Err(Error::NoProgram { path: self.file.path.clone(), found: type_list(&signature.parameters) });
        }
        let name = self.options.file.to_string_lossy();
        let arguments: Vec<&[u8]> = std::iter::once(&*name).chain(self.options.all_arguments()).map(str::as_bytes).collect();
        let environment: Vec<&[u8]> = self.options.environment.iter().map(String::as_bytes).collect();
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut machine = Machine::new(program);
        let mut streams =
            if self.options.json { Streams::to(&mut stdout, &mut stderr) } else { Streams::to(output.writer(), io::stderr()) };
        streams.input = Box::new(io::stdin());
        let mut runtime = Runtime::new(streams);
        let block = runtime.prepare(&mut machine, &arguments, &environment);
        let block = block.map_err(|error| Error::Unloadable { path: self.file.path.clone(), cause: error.to_string() })?;
        let execution = self.call(module, &mut machine, entry, &[block.into()], &mut runtime);
        let missing = runtime.missing().to_vec();
        drop(runtime);
        self.report(program, entry, &execution, Outside { missing, streams: Some([stdout, stderr]) }, output)
    }

    fn call(&self, module: &Module, machine: &mut Machine<'_>, function: u32, arguments: &[Bits], host: &mut dyn Host) -> Execution {
        let default = Budget::default();
        let budget = Budget { blocks: self.options.fuel.unwrap_or(default.blocks), depth: self.options.depth.unwrap_or(default.depth) };
        machine.stop_at_undefined(self.options.strict);
        if !self.options.trace {
            return machine.call_with(function, arguments, &budget, host, &mut Unobserved);
        }
        let mut trace = Trace::new(module, BufWriter::new(io::stderr()));
        let execution = machine.call_with(function, arguments, &budget, host, &mut trace);
        // A failure to write standard error cannot be reported anywhere.
        let _ = trace.flush();
        execution
    }

    fn report(
        &self,
        program: &Program,
        function: u32,
        execution: &Execution,
        outside: Outside,
        output: &mut Output,
    ) -> Result<Status, Error> {
        let line = self.line(program, function, execution, outside);
        let is_well = matches!(execution.end, End::Return(_) | End::Exit(0));
        if self.options.json {
            output.json(&line)?;
        } else {
            if let (End::Trap(_) | End::Undefined(_) | End::OutOfFuel(_), Some(place)) = (execution.end, &line.place) {
                output.print_error(format_args!("{}: {} at {place}", line.end, line.value))?;
            }
            if let (Some(event), false) = (&line.undefined, matches!(execution.end, End::Undefined(_))) {
                output.print_error(format_args!("undefined: {event}"))?;
            }
            if !is_well && !line.missing.is_empty() {
                output.print_error(format_args!("the program asked for interfaces that are not there: {}", line.missing.join(", ")))?;
            }
        }
        let fine = is_well && execution.undefined.is_none();
        Ok(if fine { Status::Fine } else { Status::Wrong })
    }

    fn line(&self, program: &Program, function: u32, execution: &Execution, outside: Outside) -> Line {
        let (end, value, place) = match execution.end {
            End::Return(bits) => {
                let ty = program.signature(function).map_or(ValueType::VOID, |signature| signature.result);
                ("return", TypedValue { ty, bits }.to_string(), None)
            }
            End::Trap(trap) => ("trap", trap.kind.to_string(), Some(trap.place)),
            End::Undefined(event) => ("undefined", event.kind.to_string(), Some(event.place)),
            End::OutOfFuel(place) => ("out-of-fuel", format!("{} blocks were entered", execution.blocks), Some(place)),
            End::Exit(status) => ("exit", status.to_string(), None),
        };
        let [(stdout, stdout_hex), (stderr, stderr_hex)] = outside.streams.map_or_else(Default::default, |streams| streams.map(printed));
        Line {
            file: self.file.path.display().to_string(),
            function: format!("@f{function}"),
            end,
            value,
            place: place.map(|place| place.to_string()),
            undefined: execution.undefined.map(|event| event.to_string()),
            blocks: execution.blocks,
            missing: outside.missing,
            stdout,
            stdout_hex,
            stderr,
            stderr_hex,
        }
    }
}

/// Returns what a program printed as text, or as hexadecimal digits if it is none.
fn printed(bytes: Vec<u8>) -> (Option<String>, Option<String>) {
    match String::from_utf8(bytes) {
        Ok(text) => (Some(text), None),
        Err(error) => (None, Some(hexadecimal(error.as_bytes()))),
    }
}

/// Reads a module that has a meaning. Prints the violations that make a file invalid: those of its records too, which the module does not
/// show.
pub(super) fn valid_module(file: &CaseFile) -> Result<Module, Error> {
    let read = || -> irsmith_pnacl::Result<_> {
        let stream = Stream::read(&file.bytes, &file.limits.pnacl(Limits::default()))?;
        let reading = Reading::from_stream(&stream)?;
        Ok((validate_reading(&stream, &reading), reading.module))
    };
    let (violations, module) = read().map_err(|error| file.unreadable([error.into()]))?;
    let errors = violations.iter().filter(|violation| violation.is_error());
    let shown =
        errors.map(|error| note(format_args!("{}: {}: error: {}: {}", file.path.display(), error.place, error.rule.id, error.message)));
    match shown.count() {
        0 => Ok(module),
        errors => Err(Error::Invalid { path: file.path.clone(), errors }),
    }
}

/// Returns the function with a number or name.
fn function_called(module: &Module, name: &str) -> Option<u32> {
    let digits = name.strip_prefix("@f").filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
    if let Some(number) = digits.and_then(|number| number.parse().ok()) {
        return Some(number);
    }
    let symbols = module.symbols.iter().filter(|symbol| symbol.name == name.as_bytes());
    symbols.map(|symbol| symbol.value).find(|value| value.kind() == ValueKind::Function).map(Value::index)
}

fn parse_arguments(function: u32, parameters: &[ValueType], texts: &[&str]) -> Result<Vec<Bits>, Error> {
    if parameters.len() != texts.len() {
        let (wanted, types) = (parameters.len(), type_list(parameters));
        return Err(Error::ArgumentCount { function: format!("@f{function}"), wanted, types, found: texts.len() });
    }
    let values = parameters.iter().zip(texts).zip(1..).map(|((&ty, &text), number)| {
        let wrong = || Error::Argument { number, text: text.into(), ty: ty.to_string() };
        TypedValue::parse(ty, text).map(|value| value.bits).ok_or_else(wrong)
    });
    values.collect()
}

fn type_list(types: &[ValueType]) -> String {
    types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
