//! `irsmith exec`: what a program does.

use std::{
    io::{self, BufWriter},
    path::PathBuf,
};

use clap::Args;
use irsmith_fuzz::Format;
use irsmith_pnacl::{
    Limits, Module, Value, ValueKind, ValueType,
    interpret::{Bits, Budget, End, Execution, Host, LoadError, Machine, NoHost, Options, Program, Sizes, TypedValue, Unobserved},
    runtime::{HEAP, Runtime, Streams},
    validate::validate_file,
};
use serde::Serialize;

use crate::{Error, Output, Status, case_file::CaseFile, output::note, trace::Trace};

/// Run a program, or one of its functions, on the reference interpreter.
///
/// Without --function the whole program runs: it starts at _start and finds a small NaCl runtime, with arguments, standard input, output
/// and error, memory and a clock that ticks when it is read. With --function one function runs, and its result is printed with its
/// type. What the manual leaves undefined has a fixed meaning; the first such event is told on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Arguments of a function have the types of its parameters: integers are decimal, signed or not, or 0x and hexadecimal; floats are
decimal, inf, nan, or 0x and their bits; vectors are <1,2,3,4>. Arguments of a program are texts.

Examples:
  irsmith exec program.pexe -- 1000
  irsmith exec program.pexe --function @f3 --args 0x10 -2.5 '<1,2,3,4>'
  irsmith exec --trace --fuel 1000 --function @f1 program.pexe

Exit status: 0 the function returned, or the program ended with status 0, and nothing undefined happened; 1 it trapped, did what is
undefined, ran out of fuel, or ended with another status; 2 the module is not valid or cannot be read, or there is no such function.")]
pub(crate) struct Exec {
    /// The file; - for standard input.
    file: PathBuf,
    /// The function to run: @f and its number, or its name in the module.
    #[arg(long, value_name = "FUNCTION")]
    function: Option<String>,
    /// Arguments of the function, or of the program; they may also stand at the end, behind --.
    #[arg(long = "args", value_name = "VALUE", num_args = 0.., allow_negative_numbers = true)]
    arguments: Vec<String>,
    /// More arguments.
    #[arg(last = true, value_name = "VALUE")]
    rest: Vec<String>,
    /// Tell every executed instruction on standard error, with what it gives.
    #[arg(long)]
    trace: bool,
    /// Stop at the first event that the manual leaves undefined.
    #[arg(long)]
    strict: bool,
    /// One JSON object with all that came of it; the program's output is part of it.
    #[arg(long)]
    json: bool,
    /// Basic blocks that may be entered.
    #[arg(long, value_name = "BLOCKS", default_value_t = Budget::default().blocks)]
    fuel: u64,
    /// Functions that may be active at once.
    #[arg(long, value_name = "FUNCTIONS", default_value_t = Budget::default().depth)]
    depth: u32,
    /// Bytes of stack.
    #[arg(long, value_name = "BYTES", default_value_t = Sizes::default().stack)]
    stack: u32,
    /// Bytes of heap; 16 MiB for programs and none for functions unless said otherwise.
    #[arg(long, value_name = "BYTES")]
    heap: Option<u32>,
}

/// What came of an execution, as JSON.
#[derive(Debug, Serialize)]
struct Line {
    file: String,
    function: String,
    /// `return`, `trap`, `undefined`, `out-of-fuel` or `exit`.
    end: &'static str,
    /// The result with its type, the kind of trap or event, or the status.
    value: String,
    /// Where it ended, unless it returned.
    place: Option<String>,
    /// The first undefined event, and where.
    undefined: Option<String>,
    blocks: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stdout: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<String>,
}

impl Exec {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let file = CaseFile::read(&self.file)?;
        let module = match file.format {
            Format::Pnacl => Module::read(&file.bytes, &Limits::default()).map_err(file.unreadable())?,
        };
        let program = self.load(&module, &file)?;
        match &self.function {
            Some(name) => self.run_function(&module, &program, name, output),
            None => self.run_program(&module, &program, output),
        }
    }

    fn load(&self, module: &Module, file: &CaseFile) -> Result<Program, Error> {
        let heap = self.heap.unwrap_or(if self.function.is_none() { HEAP } else { 0 });
        let options = Options { sizes: Sizes { stack: self.stack, heap }, results: self.trace, ..Options::default() };
        Program::new(module, &options).map_err(|error| match error {
            LoadError::Invalid(_) => self.tell_violations(file),
            other => Error::Unloadable { path: self.file.clone(), cause: other.to_string() },
        })
    }

    fn tell_violations(&self, file: &CaseFile) -> Error {
        let violations = validate_file(&file.bytes, &Limits::default()).unwrap_or_default();
        let errors = violations.iter().filter(|violation| violation.is_error());
        let told =
            errors.map(|error| note(format_args!("{}: {}: error: {}: {}", self.file.display(), error.place, error.rule.id, error.message)));
        Error::Invalid { path: self.file.clone(), errors: told.count() }
    }

    fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().chain(&self.rest).map(String::as_str).collect()
    }

    fn run_function(&self, module: &Module, program: &Program, name: &str, output: &mut Output) -> Result<Status, Error> {
        let found = function_called(module, name).and_then(|function| Some((function, program.signature(function)?)));
        let Some((function, signature)) = found else {
            return Err(Error::NoFunction { path: self.file.clone(), name: name.into() });
        };
        let values = parse_arguments(function, &signature.parameters, &self.arguments())?;
        let mut machine = Machine::new(program);
        let execution = self.call(module, &mut machine, function, &values, &mut NoHost);
        if let End::Return(bits) = execution.end
            && !self.json
        {
            output.line(TypedValue { ty: signature.result, bits })?;
        }
        self.report(program, function, &execution, None, output)
    }

    fn run_program(&self, module: &Module, program: &Program, output: &mut Output) -> Result<Status, Error> {
        let entry = program.entry().and_then(|entry| Some((entry, program.signature(entry)?)));
        let Some((entry, signature)) = entry else {
            return Err(Error::NoFunction { path: self.file.clone(), name: "_start".into() });
        };
        if signature.parameters != [ValueType::I32] {
            return Err(Error::NoProgram { path: self.file.clone(), found: type_list(&signature.parameters) });
        }
        let name = self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let arguments: Vec<&[u8]> = std::iter::once(name.as_str()).chain(self.arguments()).map(str::as_bytes).collect();
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut machine = Machine::new(program);
        let mut streams = if self.json { Streams::to(&mut stdout, &mut stderr) } else { Streams::to(output.writer(), io::stderr()) };
        streams.input = Box::new(io::stdin());
        let mut runtime = Runtime::new(streams);
        let block = runtime.prepare(&mut machine, &arguments);
        let block = block.map_err(|error| Error::Unloadable { path: self.file.clone(), cause: error.to_string() })?;
        let execution = self.call(module, &mut machine, entry, &[block.into()], &mut runtime);
        drop(runtime);
        self.report(program, entry, &execution, Some([stdout, stderr]), output)
    }

    fn call(&self, module: &Module, machine: &mut Machine<'_>, function: u32, arguments: &[Bits], host: &mut dyn Host) -> Execution {
        let budget = Budget { blocks: self.fuel, depth: self.depth };
        machine.stop_at_undefined(self.strict);
        if !self.trace {
            return machine.call_with(function, arguments, &budget, host, &mut Unobserved);
        }
        let mut trace = Trace::new(module, BufWriter::new(io::stderr()));
        let execution = machine.call_with(function, arguments, &budget, host, &mut trace);
        // Nobody can be told when standard error cannot be written.
        let _ = trace.flush();
        execution
    }

    fn report(
        &self,
        program: &Program,
        function: u32,
        execution: &Execution,
        streams: Option<[Vec<u8>; 2]>,
        output: &mut Output,
    ) -> Result<Status, Error> {
        let line = self.line(program, function, execution, streams);
        if self.json {
            output.json(&line)?;
        } else {
            if let (End::Trap(_) | End::Undefined(_) | End::OutOfFuel(_), Some(place)) = (execution.end, &line.place) {
                output.complain(format_args!("{}: {} at {place}", line.end, line.value))?;
            }
            if let (Some(event), false) = (&line.undefined, matches!(execution.end, End::Undefined(_))) {
                output.complain(format_args!("undefined: {event}"))?;
            }
        }
        let fine = matches!(execution.end, End::Return(_) | End::Exit(0)) && execution.undefined.is_none();
        Ok(if fine { Status::Fine } else { Status::Wrong })
    }

    fn line(&self, program: &Program, function: u32, execution: &Execution, streams: Option<[Vec<u8>; 2]>) -> Line {
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
        let [stdout, stderr] =
            streams.map_or([None, None], |streams| streams.map(|bytes| Some(String::from_utf8_lossy(&bytes).into_owned())));
        Line {
            file: self.file.display().to_string(),
            function: format!("@f{function}"),
            end,
            value,
            place: place.map(|place| place.to_string()),
            undefined: execution.undefined.map(|event| event.to_string()),
            blocks: execution.blocks,
            stdout,
            stderr,
        }
    }
}

/// The function of a number or name.
fn function_called(module: &Module, name: &str) -> Option<u32> {
    if let Some(number) = name.strip_prefix("@f").and_then(|number| number.parse().ok()) {
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
