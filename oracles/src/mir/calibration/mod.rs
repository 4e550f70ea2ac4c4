//! Asks an unknown llc what it reads: every key, flag, construct, opcode, register, class, sub-register index, mask and pass of the tables,
//! and what it prints that no table has. The answers, as differences from the tables of its release, are kept in a [`DialectFile`](super::DialectFile).

mod asking;
mod constructs;
mod group;
mod keys;
mod names;
mod opcodes;
mod passes;
mod prints;
mod question;
mod summary;

pub use summary::{Calibrated, Tally};

use crate::external::Implementation;
use asking::{Asking, Depth, NO_OPCODE, Taken};
use irsmith_mir::tables::{Target, Version, WordKind};
use question::{Answer, Question};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Asks a program of the family llc what it reads, for these targets. `tell` gets a line about each part of the work. `examples` are files with
/// words that the program may have and that no table has.
///
/// # Errors
/// Returns why the program cannot be asked, in one line: it tells no release, or it does not answer as an llc does.
pub fn calibrate(
    program: &'static Implementation,
    wanted: &[Target],
    examples: &[Vec<u8>],
    tell: &dyn Fn(&str),
) -> Result<Calibrated, String> {
    let reported = program.release().ok_or_else(|| format!("it tells no release of LLVM; {}@llvm-22=COMMAND does", program.name))?;
    let release = Version(reported).clamp(Version::OLDEST, Version::NEWEST);
    let asking = |target| Asking { program, target, release, processes: AtomicUsize::new(0) };
    let all: Vec<Asking> = wanted.iter().copied().map(asking).collect();
    let mut targets = Vec::new();
    let mut refusals = Vec::new();
    for asking in all {
        match is_there(&asking)? {
            None => targets.push(asking),
            Some(message) => refusals.push(message),
        }
    }
    let Some(first) = targets.first() else { return Err(format!("it refuses an empty function: {}", refusals.join("; "))) };
    let mut calibrated = Calibrated::new(Version(reported), release, targets.iter().map(|asking| asking.target).collect());
    tell("keys, flags, constructs and opcodes of every target");
    let common = [keys::questions(first.target, release), constructs::questions(first.target, release), names::common(release)].concat();
    let answers = first.ask(&common, Depth::Read);
    calibrated.note(common.iter().zip(&answers));
    for asking in &targets {
        ask_names(asking, &mut calibrated, tell);
        tell(&format!("passes of {}", name_of(asking.target)));
        for question in passes::questions(asking.target, asking.release) {
            let pass = question.word.name.clone();
            let answer = match asking.run(&pass, &question.document(0), Depth::Read) {
                Taken::Refused { message, .. } if message.contains("is not registered") => Answer::Missing,
                _ => Answer::Reads,
            };
            calibrated.note([(&question, &answer)]);
        }
        tell(&format!("prints of {}", name_of(asking.target)));
        prints::look(asking, examples, &mut calibrated);
    }
    calibrated.processes = targets.iter().map(|asking| asking.processes.load(Ordering::Relaxed)).sum();
    Ok(calibrated)
}

/// Asks about the names of a target: those of the release, with the operands of opcodes, and one of each group of other names.
fn ask_names(asking: &Asking, calibrated: &mut Calibrated, tell: &dyn Fn(&str)) {
    let target = name_of(asking.target);
    tell(&format!("opcodes, registers and classes of {target}"));
    let (own, others): (Vec<Question>, Vec<Question>) =
        names::of_target(asking.target, asking.release).into_iter().partition(|question| question.is_of_release);
    let answers = asking.ask(&own, Depth::Read);
    let is_read = |(question, answer): &(&Question, &Answer)| {
        question.word.kind == WordKind::Opcode && opcodes::has_operands(question) && **answer == Answer::Reads
    };
    let (read, rest): (Vec<_>, Vec<_>) = own.iter().zip(&answers).partition(is_read);
    calibrated.note(rest);
    tell(&format!("operands of the opcodes of {target}"));
    let read: Vec<Question> = read.into_iter().map(|(question, _)| question.clone()).collect();
    let answers = asking.ask(&read, Depth::Verify);
    calibrated.note(read.iter().zip(&answers));
    tell(&format!("names of other releases of {target}"));
    // A release that lacks the first of a group usually lacks all.
    let groups = group::groups(others);
    let firsts: Vec<Question> = groups.iter().filter_map(|group| group.first().cloned()).collect();
    let answers = asking.ask(&firsts, Depth::Read);
    calibrated.note(firsts.iter().zip(&answers));
    let (lacking, known): (Vec<_>, Vec<_>) = groups.into_iter().zip(&answers).partition(|(_, answer)| **answer == Answer::Missing);
    lacking.iter().for_each(|(group, _)| calibrated.note_unasked(&group[1..]));
    let rest: Vec<Question> = known.into_iter().flat_map(|(group, _)| group.into_iter().skip(1)).collect();
    calibrated.note(rest.iter().zip(&asking.ask(&rest, Depth::Read)));
}

/// Asks whether the program has a target. Returns the message if it has not.
///
/// # Errors
/// Returns why the program is no llc: it accepts what none does.
fn is_there(asking: &Asking) -> Result<Option<String>, String> {
    match asking.taken(&[], Depth::Read) {
        Taken::Accepted => Err(format!("it does not answer as an llc: it accepts {NO_OPCODE}, an opcode that no llc has")),
        Taken::Refused { line: Some(_), message, .. } if message.contains(NO_OPCODE) => match asking.taken(&[plain()], Depth::Verify) {
            Taken::Accepted => Ok(None),
            Taken::Refused { message, .. } => Ok(Some(first_line(&message))),
        },
        Taken::Refused { message, .. } => Ok(Some(first_line(&message))),
    }
}

/// Returns a function that every llc accepts.
fn plain() -> Question {
    Question::of_line(irsmith_mir::CalibratedWord::new(WordKind::Opcode, "KILL"), true, "KILL")
}

/// Returns the first line of a message that says something, shortened.
fn first_line(message: &str) -> String {
    let line = message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("it says nothing");
    line.chars().take(200).collect()
}

/// Returns the name of the architecture.
fn name_of(target: Target) -> &'static str {
    target.triple().and_then(|triple| triple.split('-').next()).unwrap_or_default()
}
