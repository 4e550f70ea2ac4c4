//! The pass that changes what a function does.

use super::super::calls::{BUDGET, OPTIONS};
use super::known::{KnownCall, KnownCalls};
use crate::external::Outcome;
use crate::mir::execution::{Compiler, Processor, Start, selection_options};
use irsmith_generators::mir::MEMORY;
use irsmith_mir::interpret::{End, Machine, Program};
use irsmith_mir::{Dialect, File, Limits, Style};
use std::time::Duration;

/// The passes of GlobalISel behind which functions are still generic, in their order.
const fn passes(processor: Processor) -> &'static [&'static str] {
    match processor {
        Processor::X86_64 => &["x86-prelegalizer-combiner", "legalizer", "X86-postlegalizer-combiner", "regbankselect"],
        Processor::AArch64 => &[
            "aarch64-O0-prelegalizer-combiner",
            "aarch64-prelegalizer-combiner",
            "loadstore-opt",
            "legalizer",
            "aarch64-postlegalizer-combiner",
            "aarch64-postlegalizer-lowering",
            "regbankselect",
        ],
    }
}

/// Where a function begins to do something else.
pub(super) enum FirstChange {
    /// In this pass: before it the interpreter's result is the expected one, behind it another.
    Pass(&'static str, String),
    /// Behind the last pass whose output the interpreter executes.
    After(&'static str),
}

impl FirstChange {
    /// Returns it for signatures.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Pass(pass, _) => (*pass).to_owned(),
            Self::After(pass) => format!("after {pass}"),
        }
    }

    /// Returns it for people.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Pass(pass, found) => format!("the interpreter {found} behind the pass {pass}"),
            Self::After(pass) => format!("the interpreter has the same result behind the pass {pass}, the last that it executes"),
        }
    }
}

/// Interprets a call behind each pass that leaves the function generic.
pub(super) fn first_change(compiler: &Compiler, dialect: Dialect, known: &KnownCalls, call: &KnownCall) -> FirstChange {
    let (text, _) = known.file.write_for(Style::Simplified, dialect);
    let name = &known.file.functions[call.function].name;
    let mut last = "reading";
    for pass in passes(compiler.setting.processor).iter().copied() {
        // Behind a pass that does not run llc prints the machine code, which the interpreter does not execute.
        let Some(file) = printed(compiler, dialect, &text, pass) else { continue };
        match behind(&file, name, call) {
            Some(Err(found)) => return FirstChange::Pass(pass, found),
            Some(Ok(())) => last = pass,
            None => {}
        }
    }
    FirstChange::After(last)
}

/// Returns what an llc prints behind a pass, if we read it.
fn printed(compiler: &Compiler, dialect: Dialect, text: &str, pass: &str) -> Option<File> {
    let options = selection_options(compiler.release, compiler.setting, Start::Combiners);
    let stop = format!("-stop-after={pass}");
    let mut arguments: Vec<&str> = options.iter().map(String::as_str).collect();
    arguments.extend([stop.as_str(), "-o", "-", "case.mir"]);
    let output = compiler.llc.run_for(Duration::from_secs(20), &arguments, &[("case.mir", text.as_bytes())]).ok()?;
    let read = || File::read_in(&output.stdout, &Limits::default(), dialect).ok().map(|(file, _)| file);
    (output.outcome == Outcome::Exited(0)).then(read)?
}

/// Makes a call of a changed file; `None` if the interpreter does not execute it, otherwise whether its result is the expected one.
fn behind(file: &File, name: &str, call: &KnownCall) -> Option<Result<(), String>> {
    let program = Program::new(file, &OPTIONS).ok()?;
    let function = program.function(name)?;
    let signature = program.signature(function).ok()?;
    if signature.parameters.len() != call.arguments.len() {
        return None;
    }
    let mut machine = Machine::new(&program);
    let execution = machine.call(function, &call.arguments, &BUDGET);
    if let Some(undefined) = execution.undefined {
        return Some(Err(format!("meets {undefined}")));
    }
    let result = match &execution.end {
        End::Return(values) => values.last(),
        End::Trap(trap) if trap.kind == irsmith_mir::interpret::TrapKind::NoFunction => return None,
        end => return Some(Err(super::super::calls::described(end))),
    };
    if let Some(expected) = &call.result {
        let fits = |value: &irsmith_mir::interpret::Value| expected.allows(value);
        if !result.is_some_and(fits) {
            return Some(Err(super::super::calls::described(&execution.end)));
        }
    }
    let (bytes, masks) = machine.variable(MEMORY)?;
    let (expected, open) = &call.memory;
    let differs = |place: usize| ((bytes[place] ^ expected[place]) | masks[place]) & !open[place] != 0;
    Some(if (0..expected.len().min(bytes.len())).any(differs) { Err("leaves other memory".to_owned()) } else { Ok(()) })
}
