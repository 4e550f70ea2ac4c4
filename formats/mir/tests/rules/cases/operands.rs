//! Operands, flags and suffixes, and the names of the target.

use super::{Llc, RuleTest, TRACKS, arm, body, with_module, x86};
use irsmith_mir::validate::RuleId::*;

pub(super) const CASES: &[RuleTest] = &[
    // Names of the target
    body(&[OpcodeUnknown], "unknown machine instruction name", "bb.0:\n  NOTHING"),
    body(&[RegisterUnknown], "unknown register name", "bb.0:\n  $nothing = MOV32ri 1\n  RET64"),
    body(&[SubregisterUnknown], "unknown subregister index", "bb.0:\n  %0:gr32 = MOV32ri 1\n  $al = COPY %0.sub_nothing\n  RET64"),
    body(&[MaskUnknown], "a typed immediate operand", "bb.0:\n  CALL64pcrel32 &g, csr_nothing, implicit $rsp\n  RET64"),
    body(&[TargetFlagUnknown], "undefined target flag", "bb.0:\n  %0:gr64 = MOV64ri target-flags(x86-nothing) &g\n  RET64"),
    body(&[TargetIndexUnknown], "undefined target index", "bb.0:\n  %0:gr64 = MOV64ri target-index(nothing)\n  RET64"),
    arm(
        &[MemoryFlagUnknown],
        "undefined target MMO flag",
        "bb.0:\n  liveins: $x0\n\n  $w0 = LDRWui $x0, 0 :: (\"aarch64-nothing\" load (s32))\n  RET_ReallyLR",
    ),
    body(&[ObjectUndefined], "use of undefined", "bb.0:\n  %0:gr64 = LEA64r %stack.1, 1, $noreg, 0, $noreg\n  RET64"),
    body(&[ObjectUndefined], "use of undefined", "bb.0:\n  %0:gr64 = LEA64r $rip, 1, $noreg, %const.1, $noreg\n  RET64"),
    x86(
        &[ObjectName],
        Llc::Refuses("the name of the stack object"),
        "stack:\n  - { id: 0, size: 4 }\n",
        "bb.0:\n  %0:gr64 = LEA64r %stack.0.x, 1, $noreg, 0, $noreg\n  RET64",
    ),
    body(&[OperandsFew], "Too few operands", "bb.0:\n  %0:gr32 = MOV32ri\n  RET64"),
    body(&[OperandsMany], "Extra explicit operand", "bb.0:\n  %0:gr32 = MOV32ri 1, 2\n  RET64"),
    body(&[ResultRegister], "Explicit definition", "bb.0:\n  liveins: $eax\n\n  MOV32ri $eax, 1\n  RET64"),
    body(&[UseRegister], "marked as def", "bb.0:\n  %0:gr32, %1:gr32 = MOV32rr\n  RET64"),
    body(&[RegisterExpected], "Expected a register operand", "bb.0:\n  %0:gr32 = MOV32rr 1\n  RET64"),
    body(&[RegisterUnexpected], "Expected a non-register operand", "bb.0:\n  %0:gr32 = MOV32ri undef $eax\n  RET64"),
    body(
        &[RegisterUnexpected],
        "Expected a non-register operand",
        "bb.0:\n  %0:gr64 = IMPLICIT_DEF\n  CALL64pcrel32 %0, csr_64, implicit $rsp, implicit $ssp\n  RET64",
    ),
    body(&[OperandTied], "Tied physical registers must match", "bb.0:\n  $eax = ADD32ri undef $ecx, 1, implicit-def $eflags\n  RET64"),
    body(
        &[OperandTied],
        "Tied def doesn't match MCInstrDesc",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  %1:gr32 = ADD32rr %0(tied-def 3), %0, implicit-def $eflags\n  RET64",
    ),
    body(&[OperandUntied], "should not be tied", "bb.0:\n  %0:gr32 = MOV32ri 1\n  %1:gr32 = MOV32rr %0(tied-def 0)\n  RET64"),
    body(&[RegisterClass], "Illegal virtual register", "bb.0:\n  %0:gr64 = MOV32ri 1\n  RET64"),
    body(&[RegisterClass], "Illegal physical register", "bb.0:\n  $rax = MOV32ri 1\n  RET64"),
    body(&[RegisterClass], "does not match instruction constraint", "bb.0:\n  %0:_(s32) = MOV32ri 1\n  RET64"),
    body(&[RegisterPart], "subregister index", "bb.0:\n  %0:gr32 = MOV32ri 1\n  $ax = COPY %0.sub_32bit\n  RET64"),
    body(&[ImplicitMissing], "missing implicit register operand", "bb.0:\n  %0:gr32 = MOV32r0\n  RET64"),
    body(
        &[ImplicitMissing],
        "missing implicit register operand",
        "bb.0:\n  CDQ implicit-def $eax, implicit-def $edx, implicit-def $eax\n  RET64",
    ),
    body(&[MemoryLoad], "Missing mayLoad", "bb.0:\n  %0:gr32 = MOV32ri 1 :: (load (s32))\n  RET64"),
    body(&[MemoryStore], "Missing mayStore", "bb.0:\n  %0:gr32 = MOV32ri 1 :: (store (s32))\n  RET64"),
    body(&[AddressScale], "Scale factor", "bb.0:\n  %1:gr64_nosp = MOV64ri 1\n  %0:gr64 = LEA64r %1, 3, %1, 0, $noreg\n  RET64"),
    body(&[AddressDisplacement], "Displacement", "bb.0:\n  %0:gr64 = LEA64r $rip, 1, $noreg, 4294967296, $noreg\n  RET64"),
    // llc checks no address of an opcode without a form of encoding.
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:gr8 = IMPLICIT_DEF\n  %1:gr64_nosp = IMPLICIT_DEF\n  VASTART_SAVE_XMM_REGS %0, %1, 3, %1, 4294967296, $noreg, implicit-def dead $eflags\n  RET64",
    ),
    body(
        &[MemoryAlign],
        "more aligned than offset",
        "bb.0:\n  %0:gr32 = MOV32rm $rip, 1, $noreg, 0, $noreg :: (load (s32) from unknown-address + 2, align 4)\n  RET64",
    ),
    // Flags and suffixes
    body(&[FlagConvergent], "NoConvergent flag", "bb.0:\n  %0:gr32 = noconvergent MOV32ri 1\n  RET64"),
    x86(&[FlagMeaning], Llc::Accepts, TRACKS, "bb.0:\n  %0:gr32 = nuw MOV32ri 1\n  RET64"),
    body(&[DebugLocation], "Missing DebugLoc", "bb.0:\n  DBG_VALUE $noreg, 0, 0, 0\n  RET64"),
    body(&[DebugNumber], "should not have a value tracking number", "bb.0:\n  %0:gr32 = IMPLICIT_DEF debug-instr-number 1\n  RET64"),
    body(&[CfiRegister], "invalid DWARF register", "bb.0:\n  CFI_INSTRUCTION undefined $al\n  RET64"),
    body(&[ObjectUndefined], "use of undefined jump table", "bb.0:\n  $rax = MOV64ri %jump-table.3\n  RET64"),
    body(&[ObjectUndefined], "use of undefined fixed stack object", "bb.0:\n  $rax = MOV64ri %fixed-stack.3\n  RET64"),
    with_module(
        &[GlobalValue],
        Llc::Refuses("expected an IR function reference"),
        "@g = global i32 0\ndefine void @f() {\n  ret void\n}",
        "bb.0:\n  $rax = MOV64ri blockaddress(@g, %ir-block.0)\n  RET64",
    ),
    body(
        &[TiedIndex, OperandUntied],
        "the tied-def operand #0 is already tied with another register operand",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  %1:gr32 = ADD32rr %0(tied-def 0), %0(tied-def 0), implicit-def $eflags\n  RET64",
    ),
    body(
        &[RegisterExpected, OperandTied],
        "Expected a register operand.",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  %1:gr32 = ADD32rr 3, %0, implicit-def $eflags\n  RET64",
    ),
    body(&[TiedIndex], "isn't a defined register", "bb.0:\n  NOOP implicit undef $eax, implicit undef $ebx(tied-def 0)\n  RET64"),
    body(&[OperandsFew, ResultRegister], "Explicit definition must be a register", "bb.0:\n  MOV32ri 1\n  RET64"),
    body(
        &[ResultRegister, OperandTied],
        "Must be tied to a register",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  ADD32rr 3, %0, %0, implicit-def $eflags\n  RET64",
    ),
    body(&[ResultRegister], "Explicit definition marked as implicit", "bb.0:\n  IMPLICIT_DEF implicit-def $eax\n  RET64"),
];
