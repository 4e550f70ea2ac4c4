//! Opcodes with rules of their own: calls of frames, sequences, assembly, CFI, convergence and others.

use super::{Llc, RuleTest, TRACKS, arm, body, on, ssa_body, x86};
use irsmith_mir::validate::RuleId::*;

pub(super) const CASES: &[RuleTest] = &[
    body(&[CopyType], "mismatching types", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(p0) = COPY %0(s32)\n  RET64"),
    body(&[CopySize], "mismatching sizes", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  $rax = COPY %0(s32)\n  RET64"),
    // $xmm0 has 128 bits for all types but those of a class that it is in: a scalar of 32, 64 or 128 bits.
    body(&[CopySize], "mismatching sizes", "bb.0:\n  liveins: $xmm0\n\n  %0:_(<2 x s32>) = COPY $xmm0\n  RET64"),
    body(&[CopySize], "mismatching sizes", "bb.0:\n  liveins: $xmm0\n\n  %0:_(p0) = COPY $xmm0\n  RET64"),
    body(&[CopySize], "mismatching sizes", "bb.0:\n  liveins: $xmm0\n\n  %0:_(s16) = COPY $xmm0\n  RET64"),
    body(&[CopySize], "mismatching sizes", "bb.0:\n  liveins: $rdi\n\n  %0:_(p270) = COPY $rdi\n  RET64"),
    body(&[CopySize], "mismatching sizes", "bb.0:\n  liveins: $k1\n\n  %0:_(<8 x s1>) = COPY $k1\n  RET64"),
    arm(&[CopySize], "mismatching sizes", "bb.0:\n  liveins: $q0\n\n  %0:_(p1) = COPY $q0\n  RET_ReallyLR"),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  liveins: $xmm0, $rdi, $k1\n\n  %0:_(s32) = COPY $xmm0\n  %1:_(<2 x p0>) = COPY $xmm0\n  %2:_(<2 x s32>) = COPY $rdi\n  %3:_(<32 x s1>) = COPY $k1\n  RET64",
    ),
    body(
        &[SequenceOperands],
        "Invalid number of operands",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  %1:gr64 = REG_SEQUENCE %0, %subreg.sub_32bit, %0\n  RET64",
    ),
    x86(&[ValueRegister], Llc::Accepts, TRACKS, "bb.0:\n  %0:gr32 = COPY 1\n  RET64"),
    x86(&[ValueRegister], Llc::Accepts, TRACKS, "bb.0:\n  %0:gr32 = EXTRACT_SUBREG 1, %subreg.sub_32bit\n  RET64"),
    body(
        &[InsertSize],
        "equal or lesser size",
        "bb.0:\n  %0:gr64 = MOV64ri 1\n  %1:gr64 = INSERT_SUBREG %0, %0, %subreg.sub_32bit\n  RET64",
    ),
    body(&[AssemblyOperands], "Asm string must be", "bb.0:\n  INLINEASM 1, 0\n  RET64"),
    body(&[AddressTaken], "not used by a blockaddress", "bb.0 (ir-block-address-taken %ir-block.entry):\n  RET64"),
    body(&[AssemblyOperands], "Too few operands on inline asm", "bb.0:\n  INLINEASM &\"\"\n  RET64"),
    body(
        &[StatepointOperands],
        "meta operands to STATEPOINT not constant!",
        "bb.0:\n  STATEPOINT &a, 0, 0, &a, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0\n  RET64",
    ),
    body(
        &[StatepointOperands],
        "stack map constant to STATEPOINT not well formed!",
        "bb.0:\n  STATEPOINT 0, 0, 0, &a, 2, 0, 3, 0, 2, 0, 2, 0, 2, 0, 2, 0\n  RET64",
    ),
    // Values for deoptimization: a constant, a register, an object by its address, another by its size and place.
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:gr64 = MOV64ri 1\n  STATEPOINT 0, 0, 0, &a, 2, 0, 2, 0, 2, 4, 2, 7, %0, 0, %0, 8, 1, 8, %0, 8, 2, 0, 2, 0, 2, 0\n  RET64",
    ),
    body(&[AssemblyOperands], "Unknown asm flags", "bb.0:\n  INLINEASM &\"\", 64\n  RET64"),
    body(
        &[FrameSetup],
        "FrameSetup is after another",
        "bb.0:\n  ADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  ADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  ADJCALLSTACKUP64 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  RET64",
    ),
    body(
        &[FrameAdjusts],
        "AdjustsStack not set",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  %0:gr32 = MOV32ri 1\n  ADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  ADJCALLSTACKUP64 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  RET64",
    ),
    body(
        &[FrameSetup],
        "A return block ends with a FrameSetup",
        "bb.0:\n  ADJCALLSTACKDOWN64 8, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp\n  RET64",
    ),
    body(&[FrameSetup], "Call frame size on entry", "bb.0 (call-frame-size 8):\n  RET64"),
    // X86 has different DWARF numbers in 32-bit mode.
    on(
        "i386-linux-gnu",
        Llc::Accepts,
        &[],
        "",
        "bb.0:\n  CFI_INSTRUCTION def_cfa_register $esi\n  CFI_INSTRUCTION restore $eip\n  CFI_INSTRUCTION restore $xmm7\n  RET 0",
    ),
    on(
        "i386-linux-gnu",
        Llc::Refuses("invalid DWARF register"),
        &[CfiRegister],
        "",
        "bb.0:\n  CFI_INSTRUCTION def_cfa_register $rsi\n  RET 0",
    ),
    on("i386-linux-gnu", Llc::Refuses("invalid DWARF register"), &[CfiRegister], "", "bb.0:\n  CFI_INSTRUCTION restore $xmm8\n  RET 0"),
    body(&[CfiRegister], "invalid DWARF register", "bb.0:\n  CFI_INSTRUCTION def_cfa_register $esi\n  RET64"),
    body(&[SequenceOperands], "Invalid register operand for REG_SEQUENCE", "bb.0:\n  %0:gr64 = REG_SEQUENCE 3, %subreg.sub_32bit\n  RET64"),
    body(
        &[SequenceOperands],
        "Invalid subregister index operand for REG_SEQUENCE",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  %1:gr64 = REG_SEQUENCE %0, %bb.0\n  RET64",
    ),
    body(
        &[SequenceOperands],
        "Invalid subregister index operand for REG_SEQUENCE",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  %1:gr64 = REG_SEQUENCE %0, 0\n  RET64",
    ),
    body(
        &[SequenceOperands],
        "REG_SEQUENCE does not support physical register results",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  $rax = REG_SEQUENCE %0, %subreg.sub_32bit\n  RET64",
    ),
    body(&[AssemblyOperands], "Missing operands in last group", "bb.0:\n  INLINEASM &\"\", 0, 10\n  RET64"),
    body(
        &[StatepointOperands, DefinitionMissing],
        "meta operands to STATEPOINT not constant!",
        "bb.0:\n  STATEPOINT 0, 0, %0:gr32, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0\n  RET64",
    ),
    body(
        &[AssemblyOperands],
        "Expected implicit register after groups",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  INLINEASM &\"\", 0, 9, killed %0, %0\n  RET64",
    ),
    ssa_body(
        "Cannot mix controlled and uncontrolled convergence",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ENTRY\n  G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS intrinsic(@llvm.donothing)\n  RET64",
    ),
];
