//! The questions to SPIRV-Tools.

use super::session::{Judgement, Request, Session, accepts};
use crate::external::Output;
use irsmith_debuginfo::text::assemble;

/// A kernel that returns.
const VALID: &str = "OpCapability Addresses\nOpCapability Linkage\nOpCapability Kernel\nOpMemoryModel Physical32 OpenCL\n\
                     OpEntryPoint Kernel %1 \"kernel\"\n%2 = OpTypeVoid\n%3 = OpTypeFunction %2\n%1 = OpFunction %2 None %3\n\
                     %4 = OpLabel\nOpReturn\nOpFunctionEnd\n";

const FILE: &str = "case";

fn request<'a>(arguments: &'a [&'a str], content: &'a [u8]) -> Request<'a> {
    Request { arguments, name: FILE, content }
}

/// Returns the bytes of a text; ours is the second opinion here.
fn words(text: &str) -> Vec<u8> {
    assemble(text).map(|stream| stream.write()).unwrap_or_default()
}

/// Returns the module with a number other than the magic one at the start.
fn without_magic(mut module: Vec<u8>) -> Vec<u8> {
    module.iter_mut().take(4).for_each(|byte| *byte = 0);
    module
}

pub(super) fn ask_validator(session: &mut Session<'_>) {
    let arguments = ["--target-env", "spv1.0"];
    let valid = words(VALID);
    let question = ("a valid module", "accepts it");
    session.ask(question, request(&arguments, &valid), |output| accepts(output).map(|()| "accepts it"));
    session.ask_to_reject(
        "a module without a memory model",
        request(&arguments, &words(&VALID.replace("OpMemoryModel Physical32 OpenCL\n", ""))),
    );
    session
        .ask_to_reject("an id that nothing defines", request(&arguments, &words(&VALID.replace("OpTypeFunction %2", "OpTypeFunction %9"))));
    session.ask_to_reject("a function without an end", request(&arguments, &words(&VALID.replace("OpFunctionEnd\n", ""))));
    session.ask_to_reject("a file that is no module", request(&arguments, &without_magic(valid)));
}

pub(super) fn ask_assembler(session: &mut Session<'_>) {
    let arguments = ["--preserve-numeric-ids", "--target-env", "spv1.0", "-o", "-"];
    let question = ("the text of a module", "writes its words");
    session.ask(question, request(&arguments, VALID.as_bytes()), |output| {
        accepts(output)?;
        // The header has the name of the program that wrote it.
        let is_same = output.stdout.get(20..) == words(VALID).get(20..);
        if is_same { Ok("writes its words") } else { Err("writes other words".to_owned()) }
    });
    let unknown = VALID.replace("OpReturn", "OpNoSuchInstruction");
    session.ask_to_reject("an unknown instruction", request(&arguments, unknown.as_bytes()));
    session.ask_to_reject(
        "an instruction without its operands",
        request(&arguments, VALID.replace("OpTypeFunction %2", "OpTypeFunction").as_bytes()),
    );
    session.ask_to_reject("text that is no assembly", request(&arguments, b"no module\n"));
}

pub(super) fn ask_disassembler(session: &mut Session<'_>) {
    let arguments = ["--raw-id", "--no-color", "--no-header", "--no-indent"];
    let valid = words(VALID);
    session.ask(("a module", "prints all its instructions"), request(&arguments, &valid), printed_all);
    let cut = valid.get(..valid.len().saturating_sub(6)).unwrap_or_default();
    session.ask_to_reject("a module that ends within a word", request(&arguments, cut));
    session.ask_to_reject("a file that is no module", request(&arguments, &without_magic(valid.clone())));
}

fn printed_all(output: &Output) -> Judgement {
    accepts(output)?;
    let print = String::from_utf8_lossy(&output.stdout);
    match VALID.lines().find(|line| !print.lines().any(|printed| printed.trim() == *line)) {
        None => Ok("prints all its instructions"),
        Some(line) => Err(format!("does not print {line}")),
    }
}
