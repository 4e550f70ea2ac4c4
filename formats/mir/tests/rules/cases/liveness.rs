//! Liveness of registers.

use super::{Llc, RuleTest, TRACKS, body, x86};
use irsmith_mir::validate::RuleId::*;

pub(super) const CASES: &[RuleTest] = &[
    body(&[DefinitionMissing], "without a def", "bb.0:\n  $eax = COPY %0:gr32\n  RET64"),
    body(
        &[DefinitionDominates],
        "Virtual register defs don't dominate all uses",
        "bb.0:\n  JMP_1 %bb.1\nbb.1:\n  %0:gr64 = DBG_INSTR_REF\n  %1:gr64 = COPY %0\n  RET64",
    ),
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  JMP_1 %bb.1\n\nbb.1:\n  $eax = COPY %0\n  %0:gr32 = MOV32ri 1\n  RET64",
    ),
    // Neither of two sibling blocks dominates the other, in whichever order they are visited.
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  $eax = COPY %0\n  RET64\n\nbb.2:\n  %0:gr32 = MOV32ri 1\n  RET64",
    ),
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  %0:gr32 = MOV32ri 1\n  RET64\n\nbb.2:\n  $eax = COPY %0\n  RET64",
    ),
    x86(&[DefinitionBefore], Llc::Accepts, TRACKS, "bb.0:\n  $eax = COPY %0\n  %0:gr32 = MOV32ri 1\n  RET64"),
    body(
        &[UseKilled],
        "Using a killed virtual register",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n  $eax = COPY %0\n  RET64",
    ),
    x86(&[DefinitionBefore], Llc::Accepts, TRACKS, "bb.0:\n  BUNDLE {\n    %0:gr32 = MOV32ri 1\n    %1:gr32 = COPY %0\n  }\n  RET64"),
    // A register that is defined again is live again.
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n  %0:gr32 = MOV32ri 2\n  $eax = COPY %0\n  RET64",
    ),
    body(
        &[UseKilled, DefinitionDominates],
        "Using a killed virtual register",
        "bb.0:\n  JMP_1 %bb.1\n\nbb.1:\n  $eax = COPY killed %0\n  dead %0:gr32 = MOV32ri 1\n  $eax = COPY %0\n  RET64",
    ),
    // PHIs read their operands one after the other.
    body(
        &[UseKilled],
        "Using a killed virtual register",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI killed %0, %bb.0\n  %2:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    body(
        &[KilledNeeded],
        "Virtual register killed in block, but needed live out",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n\nbb.1:\n  $eax = COPY %0\n  RET64",
    ),
    // The use is two blocks later, or in a loop that returns to the block of the kill.
    body(
        &[KilledNeeded],
        "Virtual register killed in block, but needed live out",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  $eax = COPY killed %0\n\nbb.2:\n  NOOP\n\nbb.3:\n  $eax = COPY %0\n  RET64",
    ),
    body(
        &[KilledNeeded],
        "Virtual register killed in block, but needed live out",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  $eax = COPY killed %0\n  JMP_1 %bb.1",
    ),
    body(
        &[KilledNeeded],
        "Virtual register killed in block, but needed live out",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n\nbb.1:\n  %1:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    // A register may be killed on a path that does not read it, or after the use; a register that is defined again is live again.
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  liveins: $eflags\n\n  %0:gr32 = MOV32ri 1\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  $eax = COPY killed %0\n  RET64\n\nbb.2:\n  $eax = COPY %0\n\nbb.3:\n  $eax = COPY killed %0\n  RET64",
    ),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY killed %0\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  $eax = COPY %0\n  RET64",
    ),
    // A dead definition does not reach later uses.
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  JMP_1 %bb.1\n\nbb.1:\n  dead %0:gr32 = MOV32ri 1\n  $eax = COPY %0\n  RET64",
    ),
    // Outside SSA form, each path needs one definition, and one is enough.
    body(
        &[DefinitionDominates],
        "don't dominate all uses",
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  %0:gr32 = MOV32ri 1\n  %0:gr32 = MOV32ri 2\n\nbb.2:\n  $eax = COPY %0\n  RET64",
    ),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.2, 4, implicit $eflags\n\nbb.1:\n  %0:gr32 = MOV32ri 1\n  JMP_1 %bb.3\n\nbb.2:\n  %0:gr32 = MOV32ri 2\n\nbb.3:\n  $eax = COPY %0\n  RET64",
    ),
    body(&[PhysicalUndefined], "undefined physical register", "bb.0:\n  %0:gr32 = COPY $eax\n  RET64"),
    body(
        &[PhysicalUndefined],
        "undefined physical register",
        "bb.0:\n  $eax = MOV32ri 1\n  %0:gr32 = COPY killed $eax\n  %1:gr32 = COPY $eax\n  RET64",
    ),
    // A call preserves the registers of its mask, and no others.
    body(
        &[PhysicalUndefined],
        "undefined physical register",
        "bb.0:\n  $eax = MOV32ri 1\n  CALL64pcrel32 &memcpy, csr_64, implicit $rsp, implicit $ssp\n  %0:gr32 = COPY $eax\n  RET64",
    ),
    body(
        &[LiveInAllocatable],
        "allocatable live-in",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  liveins: $eax\n\n  %1:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    body(&[LiveInPredecessor], "not found to be live out", "bb.0:\n\nbb.1:\n  liveins: $eflags\n\n  RET64"),
];
