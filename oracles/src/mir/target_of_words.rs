//! The guess of the target of a file from its words.

use irsmith_mir::tables::{Machine, Target, common_opcode};
use irsmith_mir::validate::{Options, is_valid};
use irsmith_mir::{File, Instruction, RunLine};

use super::{Case, INVALID, NO_TABLES, Oracle};
use crate::{Check, Family, Fault, Needs, Outcome};

/// The oracle.
pub const TARGET_OF_WORDS: Oracle = Oracle {
    name: "mir-target-of-words",
    family: Family::Metamorphic,
    about: "the target that is guessed from the words of a valid file is that of its triple, or none if no opcode is of it alone",
    floor: 30,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Skip reason: the file states no triple.
const NO_TRIPLE: &str = "no-triple";

fn check(case: &Case) -> Outcome {
    let file = case.file_or_skip()?;
    let is_stated = RunLine::of(&case.text()).is_some_and(|line| line.triple().is_some())
        || file.ir.as_ref().is_some_and(|ir| !ir.names().triple.is_empty());
    if !is_stated {
        return Err(NO_TRIPLE.into());
    }
    let target = Target::of_triple(case.triple()).filter(|target| Machine::TARGETS.contains(target)).ok_or(NO_TABLES)?;
    if !is_valid(file, Options { triple: Some(case.triple()), ..Options::default() }) {
        return Err(INVALID.into());
    }
    judge(file, target)
}

/// Judges the guess for a valid file of a target, without its module.
fn judge(file: &File, target: Target) -> Outcome {
    let guessed = File { ir: None, functions: file.functions.clone() }.triple();
    let is_same = guessed.as_deref().map(|guessed| Target::of_triple(guessed) == Some(target));
    let fault = |element: &'static str| Fault::new("target-differs", element, format!("{target:?}, but without a triple {guessed:?}"));
    match is_same {
        Some(true) => Ok(()),
        Some(false) => Err(fault("another").into()),
        // Nothing follows from words that targets share.
        None if instructions(file).any(|instruction| is_of_no_other(instruction, target)) => Err(fault("none").into()),
        None => Ok(()),
    }
}

fn instructions(file: &File) -> impl Iterator<Item = &Instruction> {
    file.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions)
}

fn is_of_no_other(instruction: &Instruction, target: Target) -> bool {
    let opcode = instruction.opcode.as_str();
    let others = || Machine::TARGETS.into_iter().filter(|other| *other != target);
    common_opcode(opcode).is_none() && others().all(|other| Machine::of(other).is_some_and(|machine| machine.opcode(opcode).is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoPass, Verdict};

    #[test]
    fn another_target_is_noticed() {
        let text = |body: &str| format!("--- |\n  target triple = \"aarch64\"\n...\n---\nname: f\nbody: |\n  bb.0:\n    {body}\n...\n");
        let own = Case::new(text("$x0 = ADDXrr $x0, $x1\n    RET_ReallyLR").as_bytes());
        let file = own.file().unwrap();
        assert_eq!(judge(file, Target::AArch64), Ok(()));
        let Err(NoPass::Fail(fault)) = judge(file, Target::X86) else { panic!("not noticed") };
        assert_eq!(fault.element, "another");
        let shared = Case::new(text("%0:_(s32) = G_IMPLICIT_DEF").as_bytes());
        assert_eq!(judge(shared.file().unwrap(), Target::X86), Ok(()));
        let bare = Case::new(b"---\nname: f\n...\n");
        assert_eq!(TARGET_OF_WORDS.verdict(&bare), Verdict::Skip(NO_TRIPLE));
    }
}
