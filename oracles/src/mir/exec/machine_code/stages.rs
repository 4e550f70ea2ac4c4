//! The pass that changes what a function does.

use super::super::calls::OPTIONS;
use super::behind::{Behind, made};
use super::known::{KnownCall, KnownCalls};
use crate::external::Outcome;
use crate::mir::execution::{Compiler, Processor, Start, selection_options};
use crate::mir::tools::{NO_PASS_OF_NAME, UNKNOWN_PASS, of_any_level};
use irsmith_mir::interpret::{Machine, Program};
use irsmith_mir::{Dialect, File, Limits, Name, Operand, OperandKind, Style};
use std::time::Duration;

/// Returns the passes of GlobalISel that run at a level of optimisation, in their order, as far as functions are still generic behind them.
pub(super) const fn passes(processor: Processor, level: u8) -> &'static [&'static str] {
    match (processor, level) {
        (Processor::X86_64, 0) => &["legalizer", "regbankselect"],
        (Processor::X86_64, _) => &["x86-prelegalizer-combiner", "legalizer", "X86-postlegalizer-combiner", "regbankselect"],
        (Processor::AArch64, 0) => &["aarch64-O0-prelegalizer-combiner", "legalizer", "aarch64-postlegalizer-lowering", "regbankselect"],
        (Processor::AArch64, _) => &[
            "aarch64-prelegalizer-combiner",
            "loadstore-opt",
            "legalizer",
            "aarch64-postlegalizer-combiner",
            "aarch64-postlegalizer-lowering",
            "regbankselect",
        ],
    }
}

/// Skip reason: the llc prints nothing that we read behind the pass, because it refuses the file or crashes; the oracles of machine code judge
/// that.
pub(super) const NOT_PRINTED: &str = "not-printed";

/// Where a function begins to do something else.
pub(super) enum FirstChange {
    /// In this pass: before it the interpreter's result is the expected one, behind it another.
    Pass(&'static str, String),
    /// Behind the last pass whose output the interpreter executes.
    After(&'static str),
}

impl FirstChange {
    /// Returns it for signatures. The last pass that the interpreter executes depends on the level of optimisation, and on other
    /// instructions of the function.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Pass(pass, _) => of_any_level(pass),
            Self::After(_) => "after the generic passes".to_owned(),
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
    let mut last = "reading";
    for pass in passes(compiler.setting.processor, compiler.setting.level).iter().copied() {
        // Behind a pass that does not run llc prints the machine code, which the interpreter does not execute.
        let Ok(file) = printed(compiler, dialect, &text, pass, TIME) else { continue };
        match behind(&file, known, call) {
            Some(Behind::Same) => last = pass,
            Some(Behind::Open(shown) | Behind::Wrong { shown, .. }) => return FirstChange::Pass(pass, shown),
            None => {}
        }
    }
    FirstChange::After(last)
}

/// How long an llc may take for the functions of one file.
const TIME: Duration = Duration::from_secs(20);

/// Returns what an llc prints behind a pass, or the skip reason if there is nothing that we read.
pub(super) fn printed(compiler: &Compiler, dialect: Dialect, text: &str, pass: &str, time: Duration) -> Result<File, &'static str> {
    let options = selection_options(compiler.release, compiler.setting, Start::Combiners);
    let stop = format!("-stop-after={pass}");
    let mut arguments: Vec<&str> = options.iter().map(String::as_str).collect();
    arguments.extend([stop.as_str(), "-o", "-", "case.mir"]);
    let output = compiler.llc.run_for(time, &arguments, &[("case.mir", text.as_bytes())]).map_err(|_| NOT_PRINTED)?;
    if output.outcome != Outcome::Exited(0) {
        return Err(if String::from_utf8_lossy(&output.stderr).contains(UNKNOWN_PASS) { NO_PASS_OF_NAME } else { NOT_PRINTED });
    }
    let (file, _) = File::read_in(&output.stdout, &Limits::default(), dialect).map_err(|_| NOT_PRINTED)?;
    Ok(with_whole_addresses(file))
}

/// Writes addresses of variables as one instruction again, which the legalizer for AArch64 makes two of: the page, and the place in it.
pub(super) fn with_whole_addresses(mut file: File) -> File {
    for block in file.functions.iter_mut().flat_map(|function| &mut function.blocks) {
        block.instructions.retain(|instruction| instruction.opcode != "ADRP");
        for instruction in block.instructions.iter_mut().filter(|instruction| instruction.opcode == "G_ADD_LOW") {
            if let [_, Operand { kind: address @ OperandKind::Global { .. }, .. }] = &instruction.operands[..] {
                instruction.operands = vec![Operand::from(address.clone())].into();
                instruction.opcode = Name::from_static_str("G_GLOBAL_VALUE");
            }
        }
    }
    file
}

/// Makes a call of a file that an llc printed; `None` if the interpreter does not execute it.
fn behind(file: &File, known: &KnownCalls, call: &KnownCall) -> Option<Behind> {
    let (before, after) = (Program::new(&known.file, &OPTIONS).ok()?, Program::new(file, &OPTIONS).ok()?);
    made(&before, &mut Machine::new(&after), call)
}
