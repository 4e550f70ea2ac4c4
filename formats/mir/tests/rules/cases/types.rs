//! Types of generic instructions.

use super::{Llc, RuleTest, TRACKS, arm, body, on, x86};
use irsmith_mir::validate::RuleId::*;

pub(super) const CASES: &[RuleTest] = &[
    arm(&[GenericMismatch], "Type mismatch", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s64) = G_ADD %0, %0\n  RET_ReallyLR"),
    arm(
        &[GenericLanes],
        "preserve number of vector elements",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(<4 x s64>) = G_ZEXT %0(<2 x s32>)\n  RET_ReallyLR",
    ),
    arm(
        &[GenericPointer],
        "must not be a pointer",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(p0) = G_PTR_ADD %0, %0(p0)\n  RET_ReallyLR",
    ),
    arm(&[GenericSize], "no larger than source", "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s32) = G_ZEXT %0(s32)\n  RET_ReallyLR"),
    arm(
        &[GenericSize],
        "result size is inconsistent",
        "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(s96) = G_MERGE_VALUES %0(s32), %0(s32)\n  RET_ReallyLR",
    ),
    arm(
        &[GenericVector],
        "operand for each elemement",
        "bb.0:\n  %0:_(s32) = G_CONSTANT i32 1\n  %1:_(<4 x s32>) = G_BUILD_VECTOR %0(s32), %0(s32)\n  RET_ReallyLR",
    ),
    arm(
        &[GenericIndex],
        "match index size",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_CONSTANT i32 1\n  %2:_(p0) = G_PTR_ADD %0, %1(s32)\n  RET_ReallyLR",
    ),
    RuleTest {
        rules: &[GenericMeaning],
        llc: Llc::Accepts,
        triple: "aarch64-linux-gnu",
        module: "",
        keys: TRACKS,
        body: "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(p0) = G_ADD %0, %0\n  RET_ReallyLR",
    },
    // Control flow
    body(
        &[PhiOrder],
        "PHI instruction after non-PHI",
        "bb.0:\n  %0:gr32 = MOV32ri 1\n\nbb.1:\n  %1:gr32 = MOV32ri 1\n  %2:gr32 = PHI %0, %bb.0\n  RET64",
    ),
    // A vector of pointers is allowed like any other vector; a single pointer is not.
    x86(
        &[],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(<2 x s64>) = G_IMPLICIT_DEF\n  %1:_(<2 x p0>) = G_BITCAST %0\n  %2:_(s128) = G_BITCAST %1\n  RET64",
    ),
    body(&[GenericSize], "bitcast cannot convert", "bb.0:\n  %0:_(s64) = G_IMPLICIT_DEF\n  %1:_(p0) = G_BITCAST %0\n  RET64"),
    body(&[GenericSize], "bitcast sizes must match", "bb.0:\n  %0:_(s64) = G_IMPLICIT_DEF\n  %1:_(<2 x p0>) = G_BITCAST %0\n  RET64"),
    // A splat truncates, and the verifier of LLVM 19 requires indices that divide the part.
    on(
        "aarch64-linux-gnu",
        Llc::Accepts,
        &[],
        TRACKS,
        "bb.0:\n  %0:_(s128) = G_IMPLICIT_DEF\n  %1:_(<vscale x 2 x p0>) = G_SPLAT_VECTOR %0\n  %2:_(<vscale x 4 x s16>) = G_SPLAT_VECTOR %0\n  RET_ReallyLR",
    ),
    arm(
        &[GenericSize],
        "same size or smaller",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(<vscale x 2 x s64>) = G_SPLAT_VECTOR %0\n  RET_ReallyLR",
    ),
    arm(
        &[GenericPointer],
        "Source type must be a scalar",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(<vscale x 2 x s64>) = G_SPLAT_VECTOR %0\n  RET_ReallyLR",
    ),
    on(
        "aarch64-linux-gnu",
        Llc::Accepts,
        &[GenericMeaning],
        TRACKS,
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1, 1\n  RET_ReallyLR",
    ),
    on(
        "aarch64-linux-gnu",
        Llc::Accepts,
        &[GenericMeaning],
        TRACKS,
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<2 x s16>) = G_INSERT_SUBVECTOR %1, %0, 0\n  RET_ReallyLR",
    ),
    x86(
        &[GenericMeaning],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1(<2 x s16>), -2\n  RET64",
    ),
    body(
        &[GenericVector],
        "Second source must be a vector",
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(s16) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1(s16), 0\n  RET64",
    ),
    x86(
        &[GenericMeaning],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(<4 x s16>) = G_IMPLICIT_DEF\n  %1:_(<vscale x 2 x s16>) = G_IMPLICIT_DEF\n  %2:_(<4 x s16>) = G_INSERT_SUBVECTOR %0, %1(<vscale x 2 x s16>), 0\n  RET64",
    ),
    body(
        &[GenericIndex],
        "gep offset operand must match index size for address space",
        "bb.0:\n  %0:_(p270) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 1\n  %2:_(p270) = G_PTR_ADD %0, %1(s64)\n  RET64",
    ),
    body(&[GenericSize], "size must be a multiple of 16 bits", "bb.0:\n  %0:_(s8) = G_IMPLICIT_DEF\n  %1:_(s8) = G_BSWAP %0\n  RET64"),
    body(&[GenericSize], "bitcast must change the type", "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s32) = G_BITCAST %0\n  RET64"),
    body(
        &[GenericVector],
        "cannot change element type",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>) = G_SHUFFLE_VECTOR %0, %0, shufflemask(0, 1)\n  RET64",
    ),
    body(
        &[GenericVector],
        "does not match vector destination operands",
        "bb.0:\n  %0:_(s64) = G_IMPLICIT_DEF\n  %1:_(<2 x s16>), %2:_(<2 x s16>) = G_UNMERGE_VALUES %0\n  RET64",
    ),
    body(
        &[GenericVector],
        "result element type must match source type",
        "bb.0:\n  %0:_(s64) = G_IMPLICIT_DEF\n  %1:_(<2 x s32>) = G_BUILD_VECTOR %0, %0\n  RET64",
    ),
    x86(
        &[GenericMeaning],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(s32) = G_IMPLICIT_DEF\n  %2:_(s32) = G_SELECT %0(p0), %1, %1\n  RET64",
    ),
    x86(&[GenericMeaning], Llc::Accepts, TRACKS, "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(s1) = G_SCMP %0(s32), %0\n  RET64"),
    arm(
        &[GenericVector],
        "Destination type must be a scalable vector",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(<2 x s32>) = G_SPLAT_VECTOR %0\n  RET_ReallyLR",
    ),
    // llc dies where it asks for the size of the vector.
    x86(
        &[GenericMeaning],
        Llc::NotAsked,
        TRACKS,
        "bb.0:\n  %0:_(<vscale x 2 x s32>) = G_IMPLICIT_DEF\n  %1:_(s32) = G_EXTRACT %0, 0\n  RET64",
    ),
    x86(&[GenericMeaning], Llc::Accepts, TRACKS, "bb.0:\n  %0:_(s33) = G_IMPLICIT_DEF\n  %1:_(s33) = G_FADD %0, %0\n  RET64"),
    body(
        &[GenericPointer],
        "gep first operand must be a pointer",
        "bb.0:\n  %0:_(s64) = G_IMPLICIT_DEF\n  %1:_(s64) = G_PTR_ADD %0, %0\n  RET64",
    ),
    arm(
        &[GenericVector],
        "Source type must be a scalar",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(<vscale x 2 x s32>) = G_SPLAT_VECTOR %0\n  RET_ReallyLR",
    ),
    body(
        &[GenericIndex],
        "Index type must match VectorIdxTy",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(s32) = G_CONSTANT i32 0\n  %2:_(s32) = G_EXTRACT_VECTOR_ELT %0, %1\n  RET64",
    ),
    body(
        &[GenericVector],
        "num dest and source elements should match",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(<5 x s32>) = G_CONCAT_VECTORS %0, %0\n  RET64",
    ),
    // The verifier compares the types of vectors here, but not that of the element, in any release from LLVM 14 to 23.
    x86(
        &[GenericMeaning],
        Llc::Accepts,
        TRACKS,
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(s16) = G_IMPLICIT_DEF\n  %2:_(s64) = G_CONSTANT i64 0\n  %3:_(<2 x s32>) = G_INSERT_VECTOR_ELT %0, %1, %2\n  RET64",
    ),
    body(
        &[GenericVector, GenericMeaning],
        "Inserted element must be a scalar or pointer",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(s64) = G_CONSTANT i64 0\n  %2:_(<2 x s32>) = G_INSERT_VECTOR_ELT %0, %0, %1\n  RET64",
    ),
    body(
        &[GenericIndex],
        "Index type must match VectorIdxTy",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(<2 x p0>) = G_IMPLICIT_DEF\n  %2:_(s32) = G_EXTRACT_VECTOR_ELT %0(<2 x s32>), %1(<2 x p0>)\n  RET64",
    ),
    body(
        &[GenericPointer, GenericMeaning],
        "does not support pointers as a result",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(p0) = G_SCMP %0(s32), %0\n  RET64",
    ),
    body(
        &[GenericPointer, GenericMeaning],
        "extend/truncate can not operate on pointers",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(p0) = G_FPEXT %0(s32)\n  RET64",
    ),
    body(
        &[GenericPointer, GenericMeaning],
        "Destination must be a scalar or vector of scalars",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(p0) = G_IS_FPCLASS %0(s32), 1\n  RET64",
    ),
    body(
        &[GenericSize],
        "must convert different address spaces",
        "bb.0:\n  %0:_(<2 x p0>) = G_IMPLICIT_DEF\n  %1:_(<2 x p0>) = G_ADDRSPACE_CAST %0(<2 x p0>)\n  RET64",
    ),
    body(
        &[GenericPointer, GenericMeaning],
        "Vector reduction requires a scalar destination type",
        "bb.0:\n  %0:_(p0) = G_IMPLICIT_DEF\n  %1:_(p0) = G_VECREDUCE_ADD %0(p0)\n  RET64",
    ),
    body(
        &[GenericVector, GenericMeaning],
        "requires a scalar 1st operand",
        "bb.0:\n  %0:_(<2 x s32>) = G_IMPLICIT_DEF\n  %1:_(s32) = G_VECREDUCE_SEQ_FADD %0(<2 x s32>), %0\n  RET64",
    ),
    // The widths of pointers are those of llc's own data layout.
    body(&[GenericConstant], "inconsistent constant size", "bb.0:\n  %0:_(p1) = G_CONSTANT i32 1\n  RET64"),
    body(&[GenericConstant], "inconsistent constant size", "bb.0:\n  %0:_(p270) = G_CONSTANT i64 1\n  RET64"),
    body(&[GenericConstant, GenericMeaning], "inconsistent constant size", "bb.0:\n  %0:_(p1) = G_FCONSTANT float 1.0\n  RET64"),
    body(
        &[GenericSize],
        "G_MERGE_VALUES result size is inconsistent",
        "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(p270) = G_MERGE_VALUES %0(s32), %0(s32)\n  RET64",
    ),
    x86(&[], Llc::Accepts, TRACKS, "bb.0:\n  %0:_(s32) = G_IMPLICIT_DEF\n  %1:_(p272) = G_MERGE_VALUES %0(s32), %0(s32)\n  RET64"),
    arm(
        &[GenericPointer],
        "addr operand must be a pointer",
        "bb.0:\n  %0:_(s64) = G_IMPLICIT_DEF\n  %1:_(p0) = G_PTRAUTH_GLOBAL_VALUE %0(s64), 0, %0(s64), 1\n  RET_ReallyLR",
    ),
];
