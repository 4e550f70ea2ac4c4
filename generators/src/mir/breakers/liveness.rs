//! Breakers of liveness: what is read was written on every way, and still lives.

use super::Breaker;
use super::draft::{Draft, append, instructions, is_open, is_ssa};
use crate::mir::edit::{is_phi, machine_of, successors};
use irsmith_mir::tables::Machine;
use irsmith_mir::{Block, Function};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "definition-missing",
        about: "reads a register that nothing writes",
        change: |draft| draft.insert("%broken:_(s64) = G_ANYEXT %never:_(s32)"),
    },
    Breaker {
        rule: "definition-dominates",
        about: "reads a register before it is written, behind the entry block",
        change: |draft| put_behind_entry(draft, LATE),
    },
    Breaker {
        rule: "definition-dominates",
        about: "reads a register in a block beside the one that writes it",
        change: |draft| {
            let machine = machine_of(draft.model);
            let is_turned = draft.choices.chance(128);
            let function = draft.function(|function| is_open(function) && behind_entry(function, machine).len() > 1)?;
            let beside = behind_entry(function, machine);
            let (one, other) = if is_turned { (beside[1], beside[0]) } else { (beside[0], beside[1]) };
            put(&mut function.blocks[one], "%late:_(s32) = G_IMPLICIT_DEF")?;
            put(&mut function.blocks[other], "%broken:_(s32) = COPY %late")
        },
    },
    Breaker {
        rule: "definition-dominates",
        about: "reads a register that is dead where it is written",
        change: |draft| put_behind_entry(draft, "dead %late:_(s32) = G_IMPLICIT_DEF\n%broken:_(s32) = COPY %late"),
    },
    Breaker {
        rule: "definition-dominates",
        about: "reads a register in the bundle that writes it",
        change: |draft| put_behind_entry(draft, BUNDLED),
    },
    Breaker {
        rule: "definition-before",
        about: "reads a register before it is written, in the entry block",
        change: |draft| put_in_entry(draft, LATE),
    },
    Breaker {
        rule: "definition-before",
        about: "reads a register in the bundle that writes it, in the entry block",
        change: |draft| put_in_entry(draft, BUNDLED),
    },
    Breaker {
        rule: "use-killed",
        about: "reads a register behind where it is killed",
        change: |draft| {
            draft.insert("%killed:_(s32) = G_IMPLICIT_DEF\n%broken:_(s32) = COPY killed %killed(s32)\n%late:_(s32) = COPY %killed(s32)")
        },
    },
    Breaker {
        rule: "killed-needed",
        about: "kills a register that the next block reads",
        change: |draft| {
            draft.append(concat!(
                "bb.{a}:\n  %killed:_(s32) = G_IMPLICIT_DEF\n  %broken:_(s32) = COPY killed %killed(s32)\n  G_BR %bb.{b}\n",
                "bb.{b}:\n  %late:_(s32) = COPY %killed(s32)\n  G_BR %bb.{b}",
            ))
        },
    },
    Breaker {
        rule: "physical-undefined",
        about: "reads a physical register that does not live",
        change: |draft| physical(draft, ["bb.{a}:\n  KILL $r14d\n  RET64", "bb.{a}:\n  KILL $w27\n  RET_ReallyLR"]),
    },
    Breaker {
        rule: "physical-undefined",
        about: "reads a physical register behind where it is killed",
        change: |draft| {
            physical(
                draft,
                [
                    "bb.{a}:\n  $r14d = IMPLICIT_DEF\n  KILL killed $r14d\n  KILL $r14d\n  RET64",
                    "bb.{a}:\n  $w27 = IMPLICIT_DEF\n  KILL killed $w27\n  KILL $w27\n  RET_ReallyLR",
                ],
            )
        },
    },
    Breaker {
        rule: "physical-undefined",
        about: "reads a physical register behind a call that does not keep it",
        change: |draft| {
            physical(
                draft,
                [
                    "bb.{a}:\n  $eax = IMPLICIT_DEF\n  CALL64pcrel32 &f, csr_64, implicit $rsp, implicit $ssp\n  KILL $eax\n  RET64",
                    "bb.{a}:\n  $w9 = IMPLICIT_DEF\n  BL &f, csr_aarch64_aapcs, implicit-def $lr, implicit $sp\n  KILL $w9\n  RET_ReallyLR",
                ],
            )
        },
    },
];

/// A use before its definition.
const LATE: &str = "%broken:_(s32) = COPY %late\n%late:_(s32) = G_IMPLICIT_DEF";

/// A use in the bundle of its definition, which reads before it writes.
const BUNDLED: &str = "BUNDLE {\n  %late:_(s32) = G_IMPLICIT_DEF\n  %broken:_(s32) = COPY %late\n}";

/// The indices of blocks to which the entry block leads: it leads to each without leading over another.
fn behind_entry(function: &Function, machine: Option<&'static Machine>) -> Vec<usize> {
    let next = successors(function, 0, machine);
    (1..function.blocks.len()).filter(|at| next.contains(&function.blocks[*at].number)).collect()
}

/// Whether a block leads to the entry block.
fn is_entered(function: &Function, machine: Option<&'static Machine>) -> bool {
    let entry = function.blocks[0].number;
    (0..function.blocks.len()).any(|at| successors(function, at, machine).contains(&entry))
}

/// Puts instructions into a block behind the entry block.
fn put_behind_entry(draft: &mut Draft<'_, '_>, text: &str) -> Option<()> {
    let machine = machine_of(draft.model);
    let function = draft.function(|function| is_open(function) && !behind_entry(function, machine).is_empty())?;
    let at = behind_entry(function, machine)[0];
    put(&mut function.blocks[at], text)
}

/// Puts instructions into an entry block that nothing leads to.
fn put_in_entry(draft: &mut Draft<'_, '_>, text: &str) -> Option<()> {
    let machine = machine_of(draft.model);
    let function = draft.function(|function| is_open(function) && is_ssa(function) && !is_entered(function, machine))?;
    put(&mut function.blocks[0], text)
}

/// Puts instructions behind the PHIs of a block.
fn put(block: &mut Block, text: &str) -> Option<()> {
    let lines = instructions(text)?;
    let at = block.instructions.iter().take_while(|instruction| is_phi(instruction)).count();
    block.instructions.splice(at..at, lines);
    Some(())
}

/// Appends blocks to a function in which it is not settled what is saved for the caller: once it is, anything may live.
fn physical(draft: &mut Draft<'_, '_>, texts: [&str; 2]) -> Option<()> {
    let text = draft.of_target(texts)?;
    let unsettled = |function: &Function| {
        let stack = function.stack.iter().all(|object| object.callee_saved.is_none());
        stack && function.fixed_stack.iter().all(|object| object.callee_saved.is_none()) && !function.frame.callee_saved_info_valid
    };
    append(draft.function(|function| is_open(function) && unsettled(function))?, text)
}
