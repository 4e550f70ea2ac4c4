//! Keys, and what they define.

use super::{Llc, RuleTest, body, keys, x86};
use irsmith_mir::validate::RuleId::*;

pub(super) const CASES: &[RuleTest] = &[
    keys(&[MetadataGrammar], "expected a metadata node", "stack:\n  - { id: 0, size: 4, debug-info-variable: 'x' }\n"),
    keys(
        &[MetadataGrammar],
        "expected end of string after the metadata node",
        "stack:\n  - { id: 0, size: 4, debug-info-location: '!0 !0' }\nmachineMetadataNodes:\n  - '!0 = !{}'\n",
    ),
    keys(
        &[VirtualUnknown],
        "Cannot determine class/bank of virtual register 5",
        "registers:\n  - { id: 0, class: gr32, preferred-register: '%5' }\n",
    ),
    // LLVM 20 and later read these keys.
    x86(&[StateConflict], Llc::Refuses("unknown key 'noVRegs'"), "noVRegs: true\n", "bb.0:\n  %0:gr32 = MOV32ri 1\n  RET64"),
    x86(
        &[StateConflict],
        Llc::Refuses("unknown key 'noPhis'"),
        "noPhis: true\ntracksRegLiveness: true\n",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    x86(
        &[StateConflict],
        Llc::Refuses("unknown key 'isSSA'"),
        "isSSA: true\n",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  %0:gr32 = MOV32ri 2\n  RET64",
    ),
    keys(&[ObjectRepeated], "redefinition of stack object", "stack:\n  - { id: 0, size: 4 }\n  - { id: 0, size: 4 }\n"),
    keys(&[ObjectRepeated], "redefinition of fixed stack object", "fixedStack:\n  - { id: 0, size: 4 }\n  - { id: 0, size: 4 }\n"),
    keys(&[ObjectRepeated], "redefinition of constant", "constants:\n  - { id: 0, value: 'i32 1' }\n  - { id: 0, value: 'i32 1' }\n"),
    keys(
        &[ObjectRepeated],
        "redefinition of jump table",
        "jumpTable:\n  kind: inline\n  entries:\n    - { id: 0, blocks: [ '%bb.0' ] }\n    - { id: 0, blocks: [ '%bb.0' ] }\n",
    ),
    keys(&[ObjectAlloca], "alloca instruction named", "stack:\n  - { id: 0, name: x, size: 4 }\n"),
    keys(&[ObjectStack], "StackID is not supported", "stack:\n  - { id: 0, size: 4, stack-id: sgpr-spill }\n"),
    keys(&[ObjectUndefined], "use of undefined stack object", "frameInfo:\n  stackProtector: '%stack.3'\n"),
    keys(&[ObjectName], "the name of the stack object", "frameInfo:\n  stackProtector: '%stack.0.y'\nstack:\n  - { id: 0, size: 8 }\n"),
    keys(&[ConstantTarget], "target-specific constant", "constants:\n  - { id: 0, value: 'i32 1', isTargetSpecific: true }\n"),
    keys(&[ConstantValue], "expected", "constants:\n  - { id: 0, value: 'i32' }\n"),
    keys(
        &[JumpTableBlock],
        "undefined machine basic block",
        "jumpTable:\n  kind: inline\n  entries:\n    - { id: 0, blocks: [ '%bb.7' ] }\n",
    ),
    keys(
        &[BlockName],
        "the name of machine basic block",
        "jumpTable:\n  kind: inline\n  entries:\n    - { id: 0, blocks: [ '%bb.0.x' ] }\n",
    ),
    keys(&[CallSiteBlock], "call instruction block out of range", "callSites:\n  - { bb: 9, offset: 0 }\n"),
    keys(&[CallSiteOffset], "call instruction offset out of range", "callSites:\n  - { bb: 0, offset: 9 }\n"),
    keys(&[CallSiteCall], "should reference call instruction", "callSites:\n  - { bb: 0, offset: 0 }\n"),
    // LLVM 20 and later: "instruction block out of range", "instruction offset out of range", "is not a call instruction".
    keys(&[CallSiteBlock], "unknown key 'calledGlobals'", "calledGlobals:\n  - { bb: 9, offset: 0, callee: g, flags: 0 }\n"),
    keys(&[CallSiteOffset], "unknown key 'calledGlobals'", "calledGlobals:\n  - { bb: 0, offset: 9, callee: g, flags: 0 }\n"),
    keys(&[CallSiteCall], "unknown key 'calledGlobals'", "calledGlobals:\n  - { bb: 0, offset: 0, callee: g, flags: 0 }\n"),
    keys(&[SavePoint], "undefined machine basic block", "frameInfo:\n  savePoint: '%bb.7'\n"),
    keys(&[RegisterUnknown], "unknown register name", "calleeSavedRegisters: [ '$nothing' ]\n"),
    // Sizes and ids that llc's own tables reserve for absent entries.
    x86(
        &[ObjectDead],
        Llc::Refuses("Running pass 'MIR Printing Pass'"),
        DEAD,
        "bb.0:\n  $rax = LEA64r %stack.0, 1, $noreg, 0, $noreg\n  RET64",
    ),
    x86(&[ObjectDead], Llc::NotAsked, "fixedStack:\n  - { id: 0, size: 18446744073709551615 }\n", "bb.0:\n  RET64"),
    x86(&[], Llc::Accepts, "stack:\n  - { id: 0, size: 18446744073709551614 }\n", "bb.0:\n  RET64"),
    x86(&[], Llc::Accepts, "liveins:\n  - { reg: '$noreg' }\n", "bb.0:\n  RET64"),
    x86(
        &[],
        Llc::Accepts,
        "callSites:\n  - { bb: 0, offset: 0, fwdArgRegs: [ { arg: 0, reg: '$noreg' } ] }\n",
        "bb.0:\n  CALL64pcrel32 0, csr_64, implicit $rsp, implicit $ssp\n  RET64",
    ),
    x86(&[IdReserved], Llc::NotAsked, "stack:\n  - { id: 4294967295, size: 4 }\n  - { id: 4294967294, size: 4 }\n", "bb.0:\n  RET64"),
    x86(&[IdReserved], Llc::NotAsked, "fixedStack:\n  - { id: 4294967295, size: 4 }\n", "bb.0:\n  RET64"),
    x86(&[IdReserved], Llc::NotAsked, "constants:\n  - { id: 4294967295, value: 'i32 1' }\n", "bb.0:\n  RET64"),
    x86(
        &[IdReserved],
        Llc::NotAsked,
        "jumpTable:\n  kind: inline\n  entries:\n    - { id: 4294967295, blocks: [ '%bb.0' ] }\n",
        "bb.0:\n  RET64",
    ),
    x86(&[IdReserved], Llc::NotAsked, "", "bb.4294967295:\n  RET64"),
    body(&[IdReserved], "must have a valid type", "bb.0:\n  %4294967295:gr32 = MOV32ri 1\n  RET64"),
    x86(&[IdReserved], Llc::NotAsked, "registers:\n  - { id: 4294967294, class: gr32 }\n", "bb.0:\n  RET64"),
    x86(&[], Llc::Accepts, "stack:\n  - { id: 4294967293, size: 4 }\n", "bb.4294967293:\n  RET64"),
    x86(&[FunctionInfo], Llc::Refuses("not a mapping"), "machineFunctionInfo: [ 1 ]\n", "bb.0:\n\n  RET64"),
];

/// An object that llc treats as dead.
const DEAD: &str = "stack:\n  - { id: 0, size: 18446744073709551615 }\n";
