//! Compiles known calls, many files in one program, and runs it.

use super::known::{KnownCall, KnownCalls};
use crate::external::{Outcome, Trouble, in_halves, interned, not_started};
use crate::mir::execution::{
    CompileError, Compiler, LOST, Object, Record, Start, TRAPPED, TableCall, Unselected, call_driver, compile, execute, link,
};
use irsmith_generators::mir::{MEMORY, MEMORY_SIZE};
use irsmith_mir::{Dialect, File, Function, IrValue, OperandKind, Style};
use std::collections::HashSet;
use std::time::Duration;

/// Skip reason, with the name: the compiled program needs a function that it does not contain.
const UNLINKED: &str = "not-linked";
/// Skip reason: the compiler rejects the file; the oracles of llc's answers judge whether it may.
const REJECTED: &str = "llc-refuses";

/// What came of the calls of a file.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// The results, one for each call, and the functions that were not compiled; `None` for calls that reach one of these.
    Ran(Vec<Option<Seen>>, Vec<Unselected>),
    /// The compiler has no answer.
    Trouble(Trouble),
    /// A skip reason.
    Skipped(&'static str),
    /// The program ended so in the call of this number.
    Died(usize, Outcome),
}

/// What the program wrote of a call.
pub(super) type Seen = (Record, Vec<u8>);

/// Returns the place of the first file of which the machine makes something else, and what happens.
pub(super) fn first_difference(compiler: &Compiler, dialect: Dialect, files: &[KnownCalls]) -> Option<(usize, String)> {
    let all: Vec<&KnownCalls> = files.iter().collect();
    let answers = answers(compiler, dialect, &all);
    answers.into_iter().zip(files).enumerate().find_map(|(place, (answer, known))| {
        let shown = match answer {
            Answer::Ran(seen, _) => {
                let mut pairs = known.calls.iter().zip(seen).filter_map(|(call, seen)| Some((call, seen?)));
                let (call, shown) = pairs.find_map(|(call, seen)| Some((call, difference(call, &seen)?.1)))?;
                let arguments: Vec<String> = call.arguments.iter().map(ToString::to_string).collect();
                format!("of ({}) it {shown}, where the interpreter {}", arguments.join(", "), call.end())
            }
            Answer::Died(_, outcome) => format!("its code ends with {outcome:?}"),
            Answer::Trouble(Trouble::Crashes(crash)) => format!("the compiler crashes on it: {}", crash.element),
            Answer::Trouble(_) | Answer::Skipped(_) => return None,
        };
        Some((place, shown))
    })
}

/// Returns an answer for each file: from one program, or, if that fails, from two of half the files.
pub(super) fn answers(compiler: &Compiler, dialect: Dialect, files: &[&KnownCalls]) -> Vec<Answer> {
    in_halves(files, &|files| answers_together(compiler, dialect, files), |_| false)
}

fn answers_together(compiler: &Compiler, dialect: Dialect, files: &[&KnownCalls]) -> Result<Vec<Answer>, Answer> {
    let mut wanted: Vec<Vec<bool>> = files.iter().map(|known| vec![true; known.calls.len()]).collect();
    let mut object = compiled(compiler, dialect, files, &wanted)?;
    let unselected = std::mem::take(&mut object.unselected);
    let mut lost_of_files = vec![Vec::new(); files.len()];
    if !unselected.is_empty() {
        for ((known, wanted), lost_of_file) in files.iter().zip(&mut wanted).zip(&mut lost_of_files) {
            let lost = reaching(&known.file, &unselected);
            lost_of_file.extend(unselected.iter().filter(|one| lost.contains(one.function.as_str())).cloned());
            for (call, wanted) in known.calls.iter().zip(wanted) {
                *wanted = !lost.contains(known.file.functions[call.function].name.as_str());
            }
        }
        if wanted.iter().flatten().any(|wanted| *wanted) {
            object = compiled(compiler, dialect, files, &wanted)?;
        }
    }
    let mut seen = run(compiler, &object, wanted.iter().flatten().filter(|wanted| **wanted).count())?.into_iter();
    let mut results = |wanted: &Vec<bool>| wanted.iter().map(|wanted| if *wanted { seen.next() } else { None }).collect();
    Ok(wanted.iter().zip(lost_of_files).map(|(wanted, lost)| Answer::Ran(results(wanted), lost)).collect())
}

/// Returns the names of the functions that call some that were not compiled, and of these.
fn reaching<'f>(file: &'f File, unselected: &[Unselected]) -> HashSet<&'f str> {
    let is_unselected = |function: &&Function| unselected.iter().any(|one| one.function == *function.name);
    let mut lost: HashSet<&str> = file.functions.iter().filter(is_unselected).map(|function| &*function.name).collect();
    let calls = |function: &Function, lost: &HashSet<&str>| {
        let operands = function.blocks.iter().flat_map(|block| &block.instructions).flat_map(|instruction| &instruction.operands);
        let mut named = operands.filter_map(|operand| match &operand.kind {
            OperandKind::Global { value: IrValue::Named(name), .. } => Some(name),
            _ => None,
        });
        named.any(|name| lost.contains(&**name))
    };
    loop {
        let more: Vec<&str> = file
            .functions
            .iter()
            .filter(|function| !lost.contains(&*function.name) && calls(function, &lost))
            .map(|function| &*function.name)
            .collect();
        if more.is_empty() {
            return lost;
        }
        lost.extend(more);
    }
}

/// Compiles files to one object that makes the wanted calls.
fn compiled(compiler: &Compiler, dialect: Dialect, files: &[&KnownCalls], wanted: &[Vec<bool>]) -> Result<Object, Answer> {
    let mut names = HashSet::new();
    if !files.iter().flat_map(|known| &known.file.functions).all(|function| names.insert(&*function.name)) {
        return Err(Answer::Skipped(REJECTED));
    }
    let text = text(compiler, dialect, files, wanted);
    let time = Duration::from_secs(20 + files.len() as u64);
    compile(compiler.llc, compiler.release, compiler.setting, Start::Combiners, &text, time).map_err(|error| match error {
        CompileError::Rejected(_) => Answer::Skipped(REJECTED),
        CompileError::Trouble(trouble) => Answer::Trouble(trouble),
    })
}

/// Returns one text of all files, with the driver.
pub(super) fn text(compiler: &Compiler, dialect: Dialect, files: &[&KnownCalls], wanted: &[Vec<bool>]) -> String {
    let processor = compiler.setting.processor;
    let calls = files.iter().zip(wanted).flat_map(|(known, wanted)| {
        let calls = known.calls.iter().zip(wanted).filter(|(_, wanted)| **wanted);
        calls.map(|(call, _)| TableCall { function: &known.file.functions[call.function].name, arguments: call.registers })
    });
    let calls: Vec<TableCall<'_>> = calls.collect();
    let mut out = format!("--- |\n  target triple = \"{}\"\n", processor.triple());
    out += &call_driver(processor, &calls, MEMORY_SIZE);
    out += &format!("  @{MEMORY} = internal global [{MEMORY_SIZE} x i8] zeroinitializer, align 16\n");
    for known in files {
        out += &module(&known.file);
    }
    out += "...\n";
    for known in files {
        let functions = File { ir: None, functions: known.file.functions.clone() };
        out += &functions.write_for(Style::Simplified, dialect).0;
    }
    out
}

/// Returns the lines of a file's module, indented, without what the driver's module has.
fn module(file: &File) -> String {
    let Some(ir) = &file.ir else {
        return file.functions.iter().map(|function| format!("  define void @{}() nounwind {{ unreachable }}\n", function.name)).collect();
    };
    let variable = format!("@{MEMORY} =");
    let lines = ir.text.lines().filter(|line| !line.starts_with("target triple") && !line.starts_with(&variable));
    lines.map(|line| format!("  {line}\n")).collect()
}

/// Runs an object; returns what it wrote of so many calls.
fn run(compiler: &Compiler, object: &Object, calls: usize) -> Result<Vec<Seen>, Answer> {
    if calls == 0 {
        return Ok(Vec::new());
    }
    let program =
        link(compiler.setting.processor, &object.bytes).map_err(|error| Answer::Skipped(interned(UNLINKED, &error.to_string())))?;
    let output = execute(compiler.setting.processor, &program).map_err(|error| Answer::Skipped(not_started(&error)))?;
    let mut rest = &output.stdout[..];
    let mut seen = Vec::with_capacity(calls);
    while let Some((record, behind)) = rest.split_first_chunk::<{ Record::SIZE }>()
        && let Some((memory, behind)) = behind.split_at_checked(MEMORY_SIZE as usize)
    {
        seen.push((Record::read(record), memory.to_vec()));
        rest = behind;
    }
    if seen.len() == calls && rest.is_empty() && output.outcome == Outcome::Exited(0) {
        Ok(seen)
    } else {
        Err(Answer::Died(seen.len(), output.outcome))
    }
}

/// Returns the difference between a call and what the machine did, if any: a property, and what the machine did.
pub(super) fn difference(call: &KnownCall, (record, memory): &Seen) -> Option<(&'static str, String)> {
    match record.trapped {
        LOST => return Some(("register-lost", "changes a register that it must preserve".to_owned())),
        TRAPPED if !call.traps => return Some(("end-differs", "traps".to_owned())),
        // What a program has written before it ends by a trap instruction is nobody's.
        TRAPPED => return None,
        _ if call.traps => return Some(("end-differs", "does not trap".to_owned())),
        _ => {}
    }
    if let Some(result) = &call.result {
        let word = |value: &irsmith_mir::interpret::Int| value.words().first().copied().unwrap_or_default();
        let open = word(&result.undefined) | word(&result.poison);
        let width = u64::MAX >> (64 - result.bits.bits().clamp(1, 64));
        let machine = record.result as u64 & width;
        if (machine ^ word(&result.bits)) & !open != 0 {
            return Some(("value-differs", format!("returns {machine}")));
        }
    }
    let (bytes, masks) = &call.memory;
    let differs = |place: &usize| (bytes[*place] ^ memory[*place]) & !masks[*place] != 0;
    let first = (0..bytes.len().min(memory.len())).find(differs)?;
    let row = |memory: &[u8]| memory[first..].iter().take(16).map(|byte| format!(" {byte:02x}")).collect::<String>();
    Some((
        "memory-differs",
        format!("returns the same, but at byte {first} of @{MEMORY} leaves{}\n  instead of{}", row(memory), row(bytes)),
    ))
}
