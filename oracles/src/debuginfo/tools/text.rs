//! The tools' text and ours are the same.

use super::ask::{ask, each, environment, little_endian};
use super::spelling::{has_numbers, spellable, split};
use crate::debuginfo::{Case, Oracle, UNREADABLE};
use crate::external::{Answer, Implementation, ProgramFamily, fail};
use crate::{Check, Family, Needs, Verdict, Wanted};
use irsmith_debuginfo::{Module, Stream, text};

/// The oracle over `spirv-dis`.
pub const SPIRV_DIS: Oracle = Oracle {
    name: "debuginfo-spirv-dis",
    family: Family::Agreement,
    about: "what spirv-dis prints, our printer prints, line for line, wherever the tool reads the module and the words have a spelling",
    floor: 90,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::SpirvDis)]),
    check: Check::Parts(check_dis),
};

/// The oracle over `spirv-as`.
pub const SPIRV_AS: Oracle = Oracle {
    name: "debuginfo-spirv-as",
    family: Family::Agreement,
    about: "spirv-as makes the module's words of the text that we print, wherever the tool reads the module",
    floor: 90,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::SpirvAs)]),
    check: Check::Parts(check_as),
};

fn check_dis(case: &Case) -> Vec<Verdict> {
    each(ProgramFamily::SpirvDis, |tool| dis(case, tool).unwrap_or_else(|verdict| verdict))
}

fn dis(case: &Case, tool: &Implementation) -> Result<Verdict, Verdict> {
    let (stream, bytes) = plain(case)?;
    let theirs = match ask(SPIRV_DIS.name, tool, &["--raw-id", "--no-color", "case"], &bytes)? {
        Answer::Accepts(text) => String::from_utf8_lossy(&text).into_owned(),
        Answer::Refuses(_) => return Err(Verdict::Skip("spirv-dis-refuses")),
    };
    let ours = text::disassemble(&stream);
    Ok(differing(&stream, &ours, &theirs, tool))
}

/// Compares texts instruction by instruction. Words without a spelling are numbers in our text; the tool prints what it can.
fn differing(stream: &Stream, ours: &str, theirs: &str, tool: &Implementation) -> Verdict {
    let (ours, theirs) = (split(ours), split(theirs));
    let header = ours.iter().take_while(|line| line.starts_with(';')).count();
    let has_spelling = spellable(stream);
    let is_known = |at: usize| at.checked_sub(header).and_then(|at| has_spelling.get(at)) == Some(&false) && has_numbers(ours[at]);
    let differing = (0..ours.len().min(theirs.len())).find(|&at| ours[at] != theirs[at] && !is_known(at));
    match differing {
        None if ours.len() == theirs.len() => Verdict::Pass,
        None => fail(SPIRV_DIS.name, tool, "text-differs", "end", format!("{} lines beside {}", ours.len(), theirs.len())),
        Some(at) => {
            let words = theirs[at].split_whitespace();
            let element = words.skip_while(|word| !word.starts_with("Op")).find(|word| word.starts_with("Op")).unwrap_or("header");
            fail(SPIRV_DIS.name, tool, "text-differs", element, format!("  ours:   {}\n  theirs: {}", ours[at], theirs[at]))
        }
    }
}

fn check_as(case: &Case) -> Vec<Verdict> {
    each(ProgramFamily::SpirvAs, |tool| assemble(case, tool).unwrap_or_else(|verdict| verdict))
}

fn assemble(case: &Case, tool: &Implementation) -> Result<Verdict, Verdict> {
    let (stream, _) = plain(case)?;
    let module = case.module().ok_or(Verdict::Skip(UNREADABLE))?;
    let environment = environment(module).map_err(Verdict::Skip)?;
    let ours = text::disassemble(&stream);
    let arguments = ["--preserve-numeric-ids", "--target-env", &environment, "-o", "-", "case"];
    let theirs = match ask(SPIRV_AS.name, tool, &arguments, ours.as_bytes())? {
        Answer::Accepts(bytes) => bytes,
        Answer::Refuses(_) => return Err(Verdict::Skip("spirv-as-refuses")),
    };
    // After a number the tool parses operands, and even the next instruction, differently ("alternate parse" in its guide to syntax).
    let has_numbers = split(&ours).into_iter().any(has_numbers);
    let theirs = match Stream::read(&theirs, &irsmith_debuginfo::Limits::default()) {
        Ok(theirs) => theirs,
        Err(_) if has_numbers => return Err(Verdict::Skip(NUMBERS)),
        Err(error) => return Err(fail(SPIRV_AS.name, tool, "unreadable", "module", error.to_string())),
    };
    // The tool writes its own generator name and bound into the header.
    let (ours, theirs) = (&stream.words()[5..], &theirs.words()[5..]);
    if ours == theirs {
        return Ok(Verdict::Pass);
    }
    if has_numbers {
        return Err(Verdict::Skip(NUMBERS));
    }
    let at = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
    let opcode = stream.instructions().take_while(|raw| raw.at <= at + 5).last().map_or(0, |raw| raw.opcode);
    let element = irsmith_debuginfo::grammar::row(opcode).map_or("unknown", |row| row.opname);
    let evidence = format!("word {}\n  ours:   {:x?}\n  theirs: {:x?}", at + 5, ours.get(at), theirs.get(at));
    Ok(fail(SPIRV_AS.name, tool, "words-differ", element, evidence))
}

/// Skip reason: words have no spelling, and `spirv-as` assembles the numbers that replace them differently.
const NUMBERS: &str = "spelled-as-numbers";

/// Returns the case in the byte order of the tools.
fn plain(case: &Case) -> Result<(Stream, Vec<u8>), Verdict> {
    let module = case.module().ok_or(Verdict::Skip(UNREADABLE))?;
    let bytes = little_endian(module).ok_or(Verdict::Skip(UNREADABLE))?;
    let stream = Module::read(&bytes, &irsmith_debuginfo::Limits::default()).and_then(|module| module.to_stream());
    Ok((stream.map_err(|_| Verdict::Skip(UNREADABLE))?, bytes))
}
