//! Calls of a file's functions with drawn arguments, and what came of them.

use irsmith_generators::Choices;
use irsmith_mir::interpret::{Budget, End, Int, Machine, Options, Parameter, Place, Program, Value};
use irsmith_mir::{Element, File, OperandKind, Register, Type};
use std::collections::HashSet;

/// How files are decoded. The window is what parameters that are pointers point to.
pub(super) const OPTIONS: Options = Options { triple: None, stack: 1 << 14, window: 256, open: true, quiet: true, results: true };
/// Generated functions end within some hundred blocks.
pub(super) const BUDGET: Budget = Budget { blocks: 4096, depth: 32 };
/// Functions of a file that are called, and calls of each.
pub(super) const FUNCTIONS: usize = 8;
pub(super) const CALLS: usize = 16;

/// A call, and how it ended.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) function: u32,
    pub(super) arguments: Vec<Value>,
    pub(super) end: End,
    /// The hash of the memory afterwards.
    pub(super) memory: u64,
}

/// What was seen in all calls.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The calls without an undefined event, and that ended within their budget.
    pub(super) calls: Vec<Call>,
    /// All calls that were made.
    pub(super) made: usize,
    /// The instructions that were executed.
    pub(super) executed: HashSet<Place>,
    /// For each function the registers that had a bit that was undefined or poison.
    pub(super) open: HashSet<(u32, u32)>,
}

impl Seen {
    /// Calls the functions that can be executed; returns why none can be.
    pub(super) fn of(file: &File, program: &Program, choices: &mut Choices<'_, '_>) -> Option<Self> {
        let mut seen = Self::default();
        let mut machine = Machine::new(program);
        let executable = (0..program.functions()).filter(|function| program.signature(*function).is_ok());
        for function in executable.take(FUNCTIONS) {
            let parameters = &program.signature(function).ok()?.parameters;
            for number in 0..if parameters.is_empty() { 1 } else { CALLS } {
                let arguments: Vec<Value> = parameters.iter().map(|parameter| argument(program, choices, parameter, number)).collect();
                seen.call(file, &mut machine, function, arguments);
            }
        }
        seen.close(file);
        (seen.made > 0).then_some(seen)
    }

    fn call(&mut self, file: &File, machine: &mut Machine<'_>, function: u32, arguments: Vec<Value>) {
        let Self { executed, open, .. } = self;
        machine.reset();
        let mut observe =
            |place: Place, values: &[Value]| {
                executed.insert(place);
                if values.iter().all(Value::is_defined) {
                    return;
                }
                let block = file.functions.get(place.function as usize).and_then(|function| function.blocks.get(place.block as usize));
                let instruction = block.and_then(|block| block.instructions.get(place.instruction as usize));
                let results = instruction.into_iter().flat_map(|instruction| &instruction.results);
                open.extend(results.filter_map(|result| {
                    if let Register::Virtual(number) = result.register { Some((place.function, number)) } else { None }
                }));
            };
        let execution = machine.call_with(function, &arguments, &BUDGET, &mut observe);
        self.made += 1;
        if execution.undefined.is_none() && !matches!(execution.end, End::OutOfFuel(_) | End::Undefined(_)) {
            self.calls.push(Call { function, arguments, end: execution.end, memory: machine.memory_hash() });
        }
    }

    /// Adds the results of PHIs, which no observer sees, to the registers with undefined bits.
    fn close(&mut self, file: &File) {
        let mut grown = !self.open.is_empty();
        while grown {
            grown = false;
            for (function, number) in file.functions.iter().zip(0..) {
                let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
                for phi in instructions.filter(|instruction| matches!(instruction.opcode.as_str(), "G_PHI" | "PHI")) {
                    let is_open =
                        |register: &Register| matches!(register, Register::Virtual(register) if self.open.contains(&(number, *register)));
                    let reads = phi
                        .operands
                        .iter()
                        .any(|operand| matches!(&operand.kind, OperandKind::Register(register) if is_open(&register.register)));
                    if let (true, Some(Register::Virtual(result))) = (reads, phi.results.first().map(|result| &result.register)) {
                        grown |= self.open.insert((number, *result));
                    }
                }
            }
        }
    }
}

/// Calls functions of a changed program as those of the file. Returns what differs in the first call that ended in another way, and both ends.
pub(super) fn difference(file: &File, calls: &[Call], program: &Program) -> Option<(&'static str, String)> {
    let mut machine = Machine::new(program);
    calls.iter().find_map(|call| {
        machine.reset();
        let execution = machine.call(call.function, &call.arguments, &BUDGET);
        let property = match (&call.end, &execution.end) {
            _ if execution.undefined.is_some() => "undefined-event",
            (End::Return(before), End::Return(after)) => {
                let same = before.len() == after.len() && before.iter().zip(after).all(|(before, after)| before.allows(after));
                match same {
                    true if call.memory == machine.memory_hash() => return None,
                    true => "memory-differs",
                    false => "value-differs",
                }
            }
            (End::Trap(before), End::Trap(after)) if before.kind == after.kind => return None,
            _ => "end-differs",
        };
        let undefined = execution.undefined.map_or(String::new(), |undefined| format!(" after {undefined}"));
        let arguments: Vec<String> = call.arguments.iter().map(ToString::to_string).collect();
        let name = file.functions.get(call.function as usize).map(|function| function.name.as_str()).unwrap_or_default();
        let (before, after) = (described(&call.end), described(&execution.end));
        Some((property, format!("{name}({})\n  before: {before}\n  after:  {after}{undefined}", arguments.join(", "))))
    })
}

/// Returns how a call ended, for people.
pub(super) fn described(end: &End) -> String {
    match end {
        End::Return(values) if values.is_empty() => "returns nothing".to_owned(),
        End::Return(values) => format!("returns {}", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        End::Trap(trap) => trap.to_string(),
        End::Undefined(undefined) => undefined.to_string(),
        End::OutOfFuel(place) => format!("out of fuel at {place}"),
    }
}

/// Draws an argument: for the first calls a number at an edge.
pub(super) fn argument(program: &Program, choices: &mut Choices<'_, '_>, parameter: &Parameter, number: usize) -> Value {
    let bits = parameter.bits;
    if matches!(parameter.ty, Type::Single(Element::Pointer(_))) {
        return Value::new(parameter.ty, Int::new(bits, u128::from(program.window()) + 16 * choices.below(8) as u128));
    }
    let edges = [0, u128::MAX, 1, 1 << (bits.clamp(1, 128) - 1), (1 << (bits.clamp(1, 128) - 1)) - 1, 2, bits.into(), 0x80];
    let drawn = match number {
        0..4 => edges[number],
        4..8 => edges[choices.below(edges.len())],
        _ => u128::from(choices.wide()) << 64 | u128::from(choices.wide()),
    };
    Value::new(parameter.ty, Int::new(bits, drawn))
}
