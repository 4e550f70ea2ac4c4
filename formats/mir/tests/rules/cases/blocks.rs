//! Blocks, and control flow between them.

use super::{Llc, NODE, RuleTest, TRACKS, arm, body, keys, on, ssa_body, with_module, x86};
use irsmith_mir::validate::RuleId::*;

/// A module with a node that is a scope.
const SCOPE: &str = "define void @f() { ret void }\n!0 = !DIFile(filename: \"a\", directory: \"b\")";

/// A block before two landing pads.
const PADS: &str = "bb.0:\n  successors: %bb.1, %bb.2\n\nbb.1 (landing-pad):\n  RET64\n\nbb.2 (landing-pad):\n  RET64";

pub(super) const CASES: &[RuleTest] = &[
    body(&[BlockRepeated], "redefinition of machine basic block", "bb.0:\nbb.0:\n  RET64"),
    body(&[BlockUndefined], "undefined machine basic block", "bb.0:\n  successors: %bb.3\n\n  RET64"),
    body(&[BlockUndefined], "undefined machine basic block", "bb.0:\n  JMP_1 %bb.3"),
    body(&[BlockName], "the name of machine basic block", "bb.0:\n  JMP_1 %bb.0.x"),
    body(&[IrBlock], "is not defined in the function", "bb.0.nowhere:\n  RET64"),
    body(&[SuccessorRepeated], "duplicate entries in its successor list", "bb.0:\n  successors: %bb.1, %bb.1\n\nbb.1:\n  RET64"),
    body(&[GlobalValue], "use of undefined global value", "bb.0:\n  %0:gr64 = MOV64ri @nothing\n  RET64"),
    body(
        &[IrValue],
        "use of undefined IR value",
        "bb.0:\n  %0:gr32 = MOV32rm $rip, 1, $noreg, 0, $noreg :: (load (s32) from %ir.nothing)\n  RET64",
    ),
    body(&[MetadataNode], "use of undefined metadata", "bb.0:\n  RET64 debug-location !7"),
    ssa_body(
        "Convergence control tokens can only be used by convergent operations",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ENTRY\n  NOOP implicit %0\n  RET64",
    ),
    ssa_body(
        "An operation can use at most one convergence control token",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ANCHOR\n  %1:gr32 = CONVERGENCECTRL_ANCHOR\n  CONVERGENCECTRL_GLUE %0, implicit %1\n  RET64",
    ),
    ssa_body(
        "Entry intrinsic can occur only in the entry block",
        "bb.0:\n  successors: %bb.1\n\nbb.1:\n  %0:gr32 = CONVERGENCECTRL_ENTRY\n  RET64",
    ),
    ssa_body(
        "Entry or anchor intrinsic cannot have a convergencectrl token operand",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ANCHOR\n  %1:gr32 = CONVERGENCECTRL_ANCHOR implicit %0\n  RET64",
    ),
    ssa_body(
        "Loop intrinsic must have a convergencectrl token operand",
        "bb.0:\n  %0:gr32 = IMPLICIT_DEF\n  %1:gr32 = CONVERGENCECTRL_LOOP %0\n  RET64",
    ),
    ssa_body(
        "Entry intrinsic cannot be preceded by a convergent operation in the same basic block",
        "bb.0:\n  %0:gr32 = CONVERGENCECTRL_ANCHOR\n  %1:gr32 = CONVERGENCECTRL_ENTRY\n  RET64",
    ),
    keys(&[KeyRegister, VirtualUnknown], "expected a virtual register", "liveins:\n  - { reg: '$rdi', virtual-reg: '%name' }\n"),
    keys(&[FunctionInfo], "unknown key 'hasRedZone'", "machineFunctionInfo:\n  hasRedZone: true\n"),
    keys(&[FunctionInfo], "unknown enumerated scalar", "machineFunctionInfo:\n  amxProgModel: Bogus\n"),
    keys(&[MetadataNode], "use of undefined metadata", "machineMetadataNodes:\n  - '!9 = !{!9, !7}'\n"),
    x86(&[MetadataClass], Llc::Refuses("referenced metadata is not a DILocation"), NODE, "bb.0:\n  RET64 debug-location !0"),
    x86(&[MetadataClass], Llc::Refuses("expected DIScope node"), NODE, "bb.0:\n  RET64 debug-location !DILocation(line: 1, scope: !0)"),
    with_module(
        &[MetadataNode],
        Llc::Refuses("use of undefined metadata"),
        SCOPE,
        "bb.0:\n  RET64 debug-location !DILocation(line: 1, scope: !0, inlinedAt: !9)",
    ),
    with_module(
        &[MetadataClass],
        Llc::Refuses("expected DILocation node"),
        SCOPE,
        "bb.0:\n  RET64 debug-location !DILocation(line: 1, scope: !0, inlinedAt: !0)",
    ),
    keys(&[MetadataGrammar], "expected a metadata node", "machineMetadataNodes:\n  - '9 = !{}'\n"),
    keys(&[MetadataGrammar], "expected a metadata node", "machineMetadataNodes:\n  - '!9 = !DILocation(line: 1)'\n"),
    keys(&[MetadataGrammar], "expected metadata id after '!'", "machineMetadataNodes:\n  - '! = !{}'\n"),
    keys(&[MetadataGrammar], "expected '!' here", "machineMetadataNodes:\n  - '!9 = !{!9,}'\n"),
    keys(&[MetadataGrammar], "expected end of metadata node", "machineMetadataNodes:\n  - '!9 = distinct !{!9, !\"a\"'\n"),
    keys(&[MetadataGrammar], "expected '!' here", "machineMetadataNodes:\n  - '!9 = !{9}'\n"),
    keys(&[MetadataRepeated], "Metadata id is already used", "machineMetadataNodes:\n  - '!9 = !{}'\n  - '!9 = !{}'\n"),
    x86(&[PhiShape], Llc::NotAsked, TRACKS, "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI %0\n  RET64"),
    body(&[PhiFlags], "Unexpected flag on PHI", "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  early-clobber %1:gr32 = PHI %0, %bb.0\n  RET64"),
    body(&[PhiBlock], "not a predecessor block", "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI %0, %bb.0, %0, %bb.1\n  RET64"),
    body(&[PhiComplete], "Missing PHI operand", "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI %0, %bb.0\n  JMP_1 %bb.1"),
    x86(
        &[PhiLiveness],
        Llc::Refuses("not live-out from predecessor"),
        "",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    x86(
        &[PhiLiveness],
        Llc::Refuses("PHI operand is not live-out from predecessor"),
        TRACKS,
        "bb.0:\n  successors: %bb.1\n\nbb.1:\n  %0:gr32 = PHI $noreg, %bb.0\n  RET64",
    ),
    body(&[TerminatorLast], "Non-terminator instruction after", "bb.0:\n  RET64\n  %0:gr32 = MOV32ri 1\n  RET64"),
    with_module(
        &[LandingPads],
        Llc::Refuses("MBB has more than one landing pad successor"),
        "declare i32 @p(...)\ndefine void @f() personality ptr @p { ret void }",
        PADS,
    ),
    with_module(
        &[],
        Llc::Accepts,
        "declare i32 @__CxxFrameHandler3(...)\ndefine void @f() personality ptr @__CxxFrameHandler3 { ret void }",
        PADS,
    ),
    body(
        &[AssemblyTarget],
        "INLINEASM_BR indirect target missing from successor list",
        "bb.0:\n  successors: %bb.1\n\n  INLINEASM_BR &\"\", 0, 13, %bb.2\n  JMP_1 %bb.1\n\nbb.1:\n  RET64\n\nbb.2 (inlineasm-br-indirect-target):\n  RET64",
    ),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  successors: %bb.1, %bb.2\n\n  INLINEASM_BR &\"\", 0, 13, %bb.2\n  JMP_1 %bb.1\n\nbb.1:\n  RET64\n\nbb.2 (inlineasm-br-indirect-target):\n  RET64",
    ),
    body(&[BranchBarrier], "ends with a barrier instruction", "bb.0:\n  Int_eh_sjlj_setup_dispatch"),
    arm(&[BranchBarrier], "ends with a barrier instruction", "bb.0:\n  HINT 0\n  SpeculationBarrierSBEndBB"),
    arm(
        &[BranchBarrier, BranchFallthrough],
        "conditional branch/fall-through but ends with a barrier",
        "bb.0:\n  liveins: $x0\n\n  CBZX $x0, %bb.0\n  SpeculationBarrierSBEndBB\n\nbb.1:\n  RET_ReallyLR",
    ),
    x86(&[BranchTarget], Llc::NotAsked, TRACKS, "bb.0:\n  JMP_1 1"),
    x86(&[BranchTarget], Llc::NotAsked, TRACKS, "bb.0:\n  JCC_1 %bb.1, $noreg, implicit undef $eflags\n\nbb.1:\n  RET64"),
    on("aarch64-linux-gnu", Llc::NotAsked, &[BranchTarget], TRACKS, "bb.0:\n  liveins: $w0\n\n  TBZW $w0, 1, 1\n  RET_ReallyLR"),
    body(&[BranchSuccessor], "its target isn't a CFG successor", "bb.0:\n  successors:\n\n  JMP_1 %bb.1\n\nbb.1:\n  RET64"),
    // A branch that reads undef flags is not analyzed.
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  successors: %bb.1\n\n  JCC_1 %bb.2, 4, implicit undef $eflags\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64",
    ),
    body(
        &[BranchFallthrough, FallsOff],
        "falls through out of function",
        "bb.0:\n  liveins: $eflags\n\n  JCC_1 %bb.0, 4, implicit $eflags",
    ),
    body(&[SuccessorUnexpected], "unexpected successors", "bb.0:\n  successors: %bb.2\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64"),
    body(
        &[SuccessorUnexpected],
        "unexpected successors",
        "bb.0:\n  successors: %bb.2\n\n  BUNDLE {\n    NOOP\n    TRAP\n  }\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64",
    ),
    body(
        &[SuccessorUnexpected],
        "unexpected successors",
        "bb.0:\n  successors: %bb.1, %bb.2\n\n  JMP_1 %bb.2 {\n    NOOP\n  }\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64",
    ),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  successors: %bb.1, %bb.2\n\n  NOOP {\n    JMP_1 %bb.2\n  }\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64",
    ),
    x86(
        &[SuccessorUnexpected],
        Llc::Refuses("unexpected successors"),
        "failsVerification: true\n",
        "bb.0:\n  successors: %bb.2\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64",
    ),
    x86(&[], Llc::Accepts, "failedISel: true\n", "bb.0:\n  successors: %bb.2\n\nbb.1:\n  RET64\n\nbb.2:\n  RET64"),
    x86(&[FallsOff], Llc::Accepts, TRACKS, "bb.0:\n  %0:gr32 = MOV32ri 1"),
    x86(
        &[FrameSetup],
        Llc::Refuses("Call frame size on entry does not match value computed from predecessor"),
        "tracksRegLiveness: true\nframeInfo:\n  adjustsStack: true\n",
        "bb.0:\n  successors: %bb.1, %bb.2\n\n  JCC_1 %bb.2, 4, implicit undef $eflags\nbb.1:\n  successors: %bb.2\n\n  ADJCALLSTACKDOWN64 8, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit undef $rsp, implicit undef $ssp\nbb.2:\n  RET64",
    ),
];
