//! Operands and memory operands of generic instructions.

use super::{Llc, RuleTest, TRACKS, arm, body, with_module, x86};
use irsmith_mir::validate::RuleId::*;

pub(super) const CASES: &[RuleTest] = &[
    x86(&[GenericSelected], Llc::Refuses("in a Selected function"), "selected: true\n", "bb.0:\n  %0:gpr(s32) = G_CONSTANT i32 1\n  RET64"),
    x86(&[GenericBank], Llc::Refuses("must have a bank"), "regBankSelected: true\n", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  RET64"),
    arm(&[GenericRegister], "must use register operands", "bb.0:\n  %0:_(s32) = G_CTPOP 1\n  RET_ReallyLR"),
    arm(&[GenericMissing], "missing a virtual register type", "bb.0:\n  %0:gpr32 = MOVi32imm 1\n  %1:_(s64) = G_ANYEXT %0\n  RET_ReallyLR"),
    arm(&[GenericPhysical], "cannot have physical register", "bb.0:\n  liveins: $w0\n\n  %1:_(s64) = G_ANYEXT $w0\n  RET_ReallyLR"),
    arm(&[GenericBranch, OperandsFew], "missing a basic block", "bb.0:\n  G_BR"),
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s1) = G_ICMP 3, %0(s32), %0\n  RET64"),
    arm(
        &[GenericImmediate],
        "size must be less than source",
        "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s32) = G_SEXT_INREG %0, 32\n  RET_ReallyLR",
    ),
    arm(
        &[GenericImmediate],
        "reads past end",
        "bb.0:\n  %0:_(s64) = G_CONSTANT i64 1\n  %1:_(s32) = G_EXTRACT %0(s64), 33\n  RET_ReallyLR",
    ),
    arm(&[GenericConstant], "inconsistent constant size", "bb.0:\n  %0:_(s32) = G_CONSTANT i64 1\n  RET_ReallyLR"),
    arm(&[GenericConstant], "inconsistent constant size", "bb.0:\n  %0:_(s32) = G_FCONSTANT double 1.0\n  RET_ReallyLR"),
    arm(
        &[GenericMask],
        "Out of bounds shuffle index",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(<2 x s32>) = G_SHUFFLE_VECTOR %0(<2 x s32>), %0, shufflemask(0, 4)\n  RET_ReallyLR",
    ),
    arm(&[GenericMemory], "must have one mem operand", "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_LOAD %0(p0)\n  RET_ReallyLR"),
    arm(
        &[GenericMemory],
        "inconsistent store address space",
        "bb.0:\n  %0:_(p1) = G_IMPLICIT_DEF\n  %1:_(p0) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMCPY %0(p1), %1(p0), %2(s64), 0 :: (store (s8)), (load (s8))\n  RET_ReallyLR",
    ),
    arm(
        &[GenericMemory],
        "inconsistent load address space",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(p1) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMCPY %0(p0), %1(p1), %2(s64), 0 :: (store (s8)), (load (s8))\n  RET_ReallyLR",
    ),
    arm(
        &[GenericMemorySize],
        "Generic extload must have a narrower memory type",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_SEXTLOAD %0(p0) :: (load unknown-size)\n  RET_ReallyLR",
    ),
    arm(
        &[GenericMemorySize],
        "cannot exceed result size",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_LOAD %0(p0) :: (load (s64))\n  RET_ReallyLR",
    ),
    arm(
        &[GenericOrdering],
        "cannot use release ordering",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_LOAD %0(p0) :: (load release (s32))\n  RET_ReallyLR",
    ),
    arm(
        &[GenericHint],
        "cannot change register bank",
        "bb.0:\n  %0:gpr(s32) = G_CONSTANT i32 1\n  %1:fpr(s32) = G_ASSERT_SEXT %0, 4\n  RET_ReallyLR",
    ),
    // If no address space is spelled, that of a memory operand is the address space of the pointer in the IR.
    with_module(
        &[],
        Llc::Accepts,
        SPACES,
        "bb.0:\n  %0:_(p1) = G_IMPLICIT_DEF\n  %1:_(s8) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMSET %0, %1, %2, 0 :: (store (s8) into %ir.q)\n  G_MEMSET %0, %1, %2, 0 :: (store (s8) into @g)\n  G_MEMSET %0, %1, %2, 0 :: (store (s8) into `ptr addrspace(1) null`)\n  RET64",
    ),
    with_module(
        &[GenericMemory],
        Llc::Refuses("inconsistent memset address space"),
        SPACES,
        "bb.0:\n  %0:_(p1) = G_IMPLICIT_DEF\n  %1:_(s8) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMSET %0, %1, %2, 0 :: (store (s8))\n  RET64",
    ),
    with_module(
        &[GenericMemory],
        Llc::Refuses("inconsistent memset address space"),
        PLAIN,
        "bb.0:\n  %0:_(p1) = G_IMPLICIT_DEF\n  %1:_(s8) = G_IMPLICIT_DEF\n  %2:_(s64) = G_IMPLICIT_DEF\n  G_MEMSET %0, %1, %2, 0 :: (store (s8) into %ir.r)\n  RET64",
    ),
    arm(
        &[GenericImmediate],
        "Index must be a multiple",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1, 4\n  RET_ReallyLR",
    ),
    // Each check of an operand, for a rule that others break too.
    body(
        &[GenericMemory],
        "wrong memory operand types",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  G_MEMCPY %0(p0), %0(p0), %1(s64), 0 :: (load (s8)), (store (s8))\n  RET64",
    ),
    body(
        &[GenericMemory],
        "inconsistent memory operand sizes",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  G_MEMCPY %0(p0), %0(p0), %1(s64), 0 :: (store (s8)), (load (s16))\n  RET64",
    ),
    body(
        &[GenericMemory],
        "memcpy/memmove must have 2 memory operands",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  G_MEMCPY %0(p0), %0(p0), %1(s64), 0 :: (store (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "'tail' flag (operand 3) must be an immediate 0 or 1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  G_MEMCPY %0(p0), %0(p0), %1(s64), 2 :: (store (s8)), (load (s8))\n  RET64",
    ),
    body(
        &[MemoryLoad, GenericMemory],
        "Missing mayLoad flag",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  %2:_(s8) = G_CONSTANT i8 1\n  G_MEMSET %0(p0), %2(s8), %1(s64), 0 :: (load (s8))\n  RET64",
    ),
    body(
        &[GenericMemory],
        "memset must have 1 memory operand",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  %2:_(s8) = G_CONSTANT i8 1\n  G_MEMSET %0(p0), %2(s8), %1(s64), 0 :: (store (s8)), (store (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "'tail' flag (last operand) must be an immediate 0 or 1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 8\n  %2:_(s8) = G_CONSTANT i8 1\n  G_MEMSET %0(p0), %2(s8), %1(s64), 2 :: (store (s8))\n  RET64",
    ),
    body(&[GenericImmediate], "G_VSCALE immediate cannot be zero", "bb.0:\n  %0:_(s64) = G_VSCALE i64 0\n  RET64"),
    body(&[GenericConstant], "G_VSCALE operand must be cimm", "bb.0:\n  %0:_(s64) = G_VSCALE 3\n  RET64"),
    body(
        &[GenericImmediate],
        "alignment immediate must be >= 1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(p0) = G_ASSERT_ALIGN %0, 0\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "Incorrect floating-point class set (operand 2)",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s1) = G_IS_FPCLASS %0(s32), 1024\n  RET64",
    ),
    body(&[GenericImmediate], "Crash kind must be 8 bit wide", "bb.0:\n  G_UBSANTRAP 300\n  RET64"),
    body(
        &[GenericImmediate],
        "rw operand must be an immediate 0-1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  G_PREFETCH %0(p0), 2, 0, 0 :: (load (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "locality operand must be an immediate 0-3",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  G_PREFETCH %0(p0), 0, 4, 0 :: (load (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "cache type operand must be an immediate 0-1",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  G_PREFETCH %0(p0), 0, 0, 2 :: (load (s8))\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "src operand 2 must be an immediate type",
        "bb.0:\n  %0:_(s64) = G_CONSTANT i64 8\n  %1:_(p0) = G_DYN_STACKALLOC %0(s64), %bb.0\n  RET64",
    ),
    body(&[GenericOperand], "G_JUMP_TABLE source operand must be a jump table index", "bb.0:\n  %0:_(p0) = G_JUMP_TABLE 3\n  RET64"),
    x86(
        &[GenericOperand],
        Llc::Refuses("G_BRJT src operand 1 must be a jump table index"),
        "tracksRegLiveness: true\njumpTable:\n  kind: inline\n  entries:\n    - { id: 0, blocks: [ '%bb.0' ] }\n",
        "bb.0:\n  %0:_(p0) = G_JUMP_TABLE %jump-table.0\n  %1:_(s64) = G_CONSTANT i64 0\n  G_BRJT %0(p0), 0, %1(s64)",
    ),
    body(&[GenericOperand], "Src operand 1 must be a constant pool index", "bb.0:\n  %0:_(p0) = G_CONSTANT_POOL 3\n  RET64"),
    body(&[GenericConstant], "G_CONSTANT operand must be cimm", "bb.0:\n  %0:_(s32) = G_CONSTANT 3\n  RET64"),
    body(&[GenericConstant], "G_FCONSTANT operand must be fpimm", "bb.0:\n  %0:_(s32) = G_FCONSTANT 3\n  RET64"),
    body(
        &[GenericImmediate],
        "G_SEXT_INREG expects an immediate operand #2",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s32) = G_SEXT_INREG %0, %bb.0\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "G_SEXT_INREG size must be >= 1",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s32) = G_SEXT_INREG %0, -1\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "extract offset must be a constant",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s16) = G_EXTRACT %0(s32), %bb.0\n  RET64",
    ),
    body(
        &[GenericImmediate],
        "G_INSERT_SUBVECTOR index must be an immediate",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1(<2 x s16>), %bb.0\n  RET64",
    ),
    body(
        &[GenericMask],
        "Incorrect mask operand type for G_SHUFFLE_VECTOR",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<4 x s16>) = G_SHUFFLE_VECTOR %0(<4 x s16>), %0, 0\n  RET64",
    ),
    body(
        &[GenericHint],
        "G_ASSERT_ZEXT cannot change register bank",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:gpr(s32) = G_ASSERT_ZEXT %0, 8\n  RET64",
    ),
    body(
        &[GenericHint],
        "G_ASSERT_ZEXT source and destination register classes must match",
        "bb.0:\n  %0:gr32(s32) = G_IMPLICIT_DEF\n  %1:gr32_abcd(s32) = G_ASSERT_ZEXT %0, 8\n  RET64",
    ),
    body(
        &[GenericHint],
        "G_ASSERT_ZEXT cannot change register bank",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:gr32(s32) = G_ASSERT_ZEXT %0, 8\n  RET64",
    ),
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(<vscale x 4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<vscale x 4 x s16>) = G_INSERT_SUBVECTOR %0, %1(<2 x s16>), 0\n  RET64",
    ),
    body(
        &[GenericMask],
        "Wrong result type for shufflemask",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<4 x s16>) = G_SHUFFLE_VECTOR %0(<4 x s16>), %0, shufflemask(0, 1)\n  RET64",
    ),
    body(
        &[GenericOperand],
        "G_INTRINSIC first src operand must be an intrinsic ID",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS %0(s32)\n  RET64",
    ),
    // The verifier looks at none of these operands.
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s1) = G_FCMP 3, %0(s32), %0\n  RET64"),
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %1:_(p0) = G_FRAME_INDEX 3\n  RET64"),
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %1:_(p0) = G_GLOBAL_VALUE 3\n  RET64"),
    x86(&[GenericOperand], Llc::Accepts, TRACKS, "bb.0:\n  %1:_(p0) = G_BLOCK_ADDR 3\n  RET64"),
];

/// A module with pointers into another address space.
const SPACES: &str = "@g = addrspace(1) global i32 0\ndefine void @f(ptr addrspace(1) %q) { ret void }";

/// A module without such pointers.
const PLAIN: &str = "define void @f(ptr %r) { ret void }";
