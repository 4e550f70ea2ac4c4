//! Registers: virtual ones, and physical ones in their context.

use super::{Llc, RuleTest, TRACKS, arm, body, keys, on, with_module, x86};
use irsmith_mir::validate::RuleId::*;

pub(super) const CASES: &[RuleTest] = &[
    keys(&[VirtualRepeated], "redefinition of virtual register", "registers:\n  - { id: 0, class: gr32 }\n  - { id: 0, class: gr32 }\n"),
    keys(&[VirtualClass], "undefined register class", "registers:\n  - { id: 0, class: gr33 }\n"),
    keys(&[VirtualPreferred], "preferred register can only", "registers:\n  - { id: 0, class: _, preferred-register: '$eax' }\n"),
    body(&[VirtualConflict], "conflicting register classes", "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY %0:gr16\n  RET64"),
    body(&[VirtualType], "inconsistent type", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s64) = G_ANYEXT %0(s16)\n  RET64"),
    body(&[VirtualUnknown], "Cannot determine class/bank", "bb.0:\n  %0 = MOV32ri 1\n  RET64"),
    keys(&[VirtualUnknown], "Cannot determine class/bank", "liveins:\n  - { reg: '$edi', virtual-reg: '%0' }\n"),
    body(&[VirtualUntyped, GenericType], "must have a type", "bb.0:\n  %0:_ = COPY $noreg\n  RET64"),
    body(&[VirtualAllocatable, RegisterClass], "Cannot use non-allocatable class", "bb.0:\n  %0:ccr = MOV32ri 1\n  RET64"),
    body(&[DeadUse], "cannot have a dead use operand", "bb.0:\n  liveins: $eax\n\n  RET64 implicit dead $eax"),
    body(&[VirtualBank], "Register bank is too small", "bb.0:\n  %0:gpr(s256) = G_IMPLICIT_DEF\n  RET64"),
    body(&[VirtualBank], "Register bank is too small", "bb.0:\n  DBG_PHI %0:gpr(s256), 1\n  RET64"),
    x86(&[], Llc::Accepts, TRACKS, "bb.0:\n  DBG_VALUE_LIST %0:gpr(s256)\n  RET64"),
    // Registers in their context
    body(&[DebugMark], "must not be marked debug", "bb.0:\n  %0:gr32 = MOV32ri 1\n  $eax = COPY debug-use %0\n  RET64"),
    body(&[UndefDefinition], "require a subregister", "bb.0:\n  undef %0:gr32 = MOV32ri 1\n  RET64"),
    body(&[GenericUndef], "cannot be undef", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s64) = G_ANYEXT undef %0(s32)\n  RET64"),
    body(
        &[GenericPart],
        "does not allow subregister index",
        "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  $al = COPY %0.sub_8bit(s32)\n  RET64",
    ),
    body(&[RenamableReserved], "isRenamable set on reserved register", "bb.0:\n  renamable $rsp = COPY $rsp\n  RET64"),
    body(
        &[TiedIndex],
        "invalid tied-def operand index",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n  %1:gr32 = ADD32ri %0(tied-def 9), 1, implicit-def $eflags\n  RET64",
    ),
    // Which registers are reserved depends on features and on the frame.
    body(&[RenamableReserved], "isRenamable set on reserved register", "bb.0:\n  renamable $xmm16 = COPY undef $xmm0\n  RET64"),
    with_module(&[], Llc::Accepts, FEATURES, "bb.0:\n  renamable $zmm16 = COPY undef renamable $zmm31\n  RET64"),
    with_module(
        &[RenamableReserved],
        Llc::Refuses("isRenamable set on reserved register"),
        FEATURES,
        "bb.0:\n  renamable $rsp = COPY $rsp\n  RET64",
    ),
    arm(&[RenamableReserved], "isRenamable set on reserved register", "bb.0:\n  renamable $fp = COPY undef $x0\n  RET_ReallyLR"),
    on(
        "aarch64-linux-gnu",
        Llc::Accepts,
        &[],
        "tracksRegLiveness: true\nframeInfo:\n  maxCallFrameSize: 0\n",
        "bb.0:\n  renamable $fp = COPY undef $x0\n  RET_ReallyLR",
    ),
    body(&[VirtualClass], "register class, or register bank name", "bb.0:\n  %0:gr33 = MOV32ri 1\n  RET64"),
];

/// A module that names features.
const FEATURES: &str = "define void @f() #0 { ret void }\nattributes #0 = { \"target-features\"=\"+avx512f,+avx512vl\" }";
