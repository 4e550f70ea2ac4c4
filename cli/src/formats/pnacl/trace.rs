//! Traces of executions, one instruction per line.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use irsmith_pnacl::{
    Instruction, Module, Value, ValueTypes,
    interpret::{Bits, Observer, Place, TypedValue},
    tables::INSTRUCTIONS,
};

/// Writes executed instructions with their results.
pub(crate) struct Trace<'m, W> {
    module: &'m Module,
    out: W,
    /// Facts about the functions seen so far, by function.
    functions: Vec<Option<FunctionFacts>>,
}

/// Facts about the values of a function.
struct FunctionFacts {
    types: ValueTypes,
    /// For each instruction, the number of its result.
    results: Vec<Option<u32>>,
}

impl<'m, W: Write> Trace<'m, W> {
    pub(crate) fn new(module: &'m Module, out: W) -> Self {
        Self { module, out, functions: module.functions.iter().map(|_| None).collect() }
    }

    /// Flushes the buffer.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn line(&mut self, place: Place, result: Option<Bits>) -> Option<String> {
        let Self { module, functions, .. } = self;
        let body = module.functions.get(place.function as usize)?.body.as_ref()?;
        let instruction = body.instructions.get(place.instruction as usize)?;
        let facts = functions.get_mut(place.function as usize)?.get_or_insert_with(|| FunctionFacts::of(module, place.function));
        let number = facts.results.get(place.instruction as usize).copied().flatten();
        let mut line = format!("@f{} ", place.function);
        if let Some(number) = number {
            let _ = write!(line, "%v{number} = ");
        }
        describe(instruction, &facts.types, &mut line);
        if let (Some(number), Some(bits)) = (number, result) {
            let _ = write!(line, ": {}", TypedValue { ty: facts.types.get(Value::instruction(number)), bits });
        }
        Some(line)
    }
}

impl<W: Write> Observer for Trace<'_, W> {
    fn instruction(&mut self, place: Place, result: Option<Bits>) {
        if let Some(line) = self.line(place, result) {
            // A failure to write standard error cannot be reported anywhere.
            let _ = writeln!(self.out, "{line}");
        }
    }
}

impl FunctionFacts {
    fn of(module: &Module, function: u32) -> Self {
        let mut next = 0;
        let instructions = module.functions[function as usize].body.iter().flat_map(|body| &body.instructions);
        let results = instructions.map(|instruction| {
            let has_result = instruction.has_result(module);
            next += u32::from(has_result);
            has_result.then(|| next - 1)
        });
        Self { results: results.collect(), types: ValueTypes::of(module, function) }
    }
}

/// Appends the name of an instruction's operation to `line`, followed by the values and blocks that it names.
fn describe(instruction: &Instruction, types: &ValueTypes, line: &mut String) {
    match instruction {
        Instruction::Binary { a, op, .. } => {
            line.push_str(op.float_name().filter(|_| types.get(*a).is_float()).unwrap_or_else(|| op.name()));
        }
        Instruction::Cast { op, .. } => line.push_str(op.name()),
        Instruction::Compare { predicate, .. } => {
            let _ = write!(line, "{} {}", if predicate.is_integer() { "icmp" } else { "fcmp" }, predicate.name());
        }
        Instruction::Branch { .. } | Instruction::BranchIf { .. } => line.push_str("br"),
        Instruction::Call { .. } | Instruction::CallIndirect { .. } => line.push_str("call"),
        other => line.push_str(&INSTRUCTIONS[other.row()].name.to_lowercase()),
    }
    let mut before = " ";
    instruction.for_each_value(|value| {
        let _ = write!(line, "{before}{value}");
        before = ", ";
    });
    if !matches!(instruction, Instruction::Phi { .. }) {
        instruction.for_each_block(|block| {
            let _ = write!(line, "{before}{block}");
            before = ", ";
        });
    }
}
