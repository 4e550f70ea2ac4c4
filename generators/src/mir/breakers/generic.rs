//! Breakers of generic opcodes, which mean the same for every target.

use super::Breaker;

/// A breaker that puts in instructions before which stand definitions of `%s` (s32), `%l` (s64), `%p` (p0) and `%v` (<2 x s32>).
macro_rules! generic {
    ($($rule:literal $about:literal: $text:literal;)*) => {
        pub(super) const BREAKERS: &[Breaker] = &[$(Breaker { rule: $rule, about: $about, change: |draft| draft.insert(concat!(
            "%s:_(s32) = G_IMPLICIT_DEF\n%l:_(s64) = G_IMPLICIT_DEF\n%p:_(p0) = G_IMPLICIT_DEF\n%v:_(<2 x s32>) = G_IMPLICIT_DEF\n",
            $text
        )) }),*];
    };
}

generic! {
    "generic-register" "counts the bits of a number": "%broken:_(s32) = G_CTPOP 1";
    "generic-missing" "extends a register of a class": "%read:gr32 = COPY $noreg\n%broken:_(s64) = G_ANYEXT %read";
    "generic-mismatch" "adds 32 bits to 32 and gets 64": "%broken:_(s64) = G_ADD %s, %s";
    "generic-physical" "adds nothing to a register": "%broken:_(s32) = G_ADD %s, $sp";
    "generic-branch" "branches to no block": "G_BR 1";
    "generic-operand" "compares by a number": "%broken:_(s1) = G_ICMP 3, %s(s32), %s";
    "generic-lanes" "extends two elements to four": "%broken:_(<4 x s64>) = G_ZEXT %v(<2 x s32>)";
    "generic-pointer" "adds a pointer to a pointer": "%broken:_(p0) = G_PTR_ADD %p, %p(p0)";
    "generic-size" "extends 32 bits to 32": "%broken:_(s32) = G_ZEXT %s(s32)";
    "generic-size" "merges twice 32 bits to 96": "%broken:_(s96) = G_MERGE_VALUES %s(s32), %s(s32)";
    "generic-vector" "builds four elements of two": "%broken:_(<4 x s32>) = G_BUILD_VECTOR %s(s32), %s(s32)";
    "generic-vector" "takes an element of a scalar": "%broken:_(s32) = G_EXTRACT_VECTOR_ELT %s(s32), %l(s64)";
    "generic-immediate" "extends all bits in a register": "%broken:_(s32) = G_SEXT_INREG %s, 32";
    "generic-immediate" "extracts bits behind the end": "%broken:_(s32) = G_EXTRACT %l(s64), 33";
    "generic-constant" "makes 32 bits of a constant of 64": "%broken:_(s32) = G_CONSTANT i64 1";
    "generic-constant" "makes 32 bits of a double": "%broken:_(s32) = G_FCONSTANT double 1.0";
    "generic-mask" "takes a fifth of four elements": "%broken:_(<2 x s32>) = G_SHUFFLE_VECTOR %v(<2 x s32>), %v, shufflemask(0, 4)";
    "generic-memory" "loads by no memory operand": "%broken:_(s32) = G_LOAD %p(p0)";
    "generic-memory" "copies to another address space than it says":
        "%q:_(p1) = G_IMPLICIT_DEF\nG_MEMCPY %q(p1), %p(p0), %l(s64), 0 :: (store (s8)), (load (s8))";
    "generic-memory" "copies from another address space than it says":
        "%q:_(p1) = G_IMPLICIT_DEF\nG_MEMCPY %p(p0), %q(p1), %l(s64), 0 :: (store (s8)), (load (s8))";
    "generic-memory" "fills another address space than it says":
        "%q:_(p1) = G_IMPLICIT_DEF\n%b:_(s8) = G_IMPLICIT_DEF\nG_MEMSET %q(p1), %b(s8), %l(s64), 0 :: (store (s8))";
    "generic-memory-size" "loads 64 bits into 32": "%broken:_(s32) = G_LOAD %p(p0) :: (load (s64))";
    "generic-ordering" "releases by a load": "%broken:_(s32) = G_LOAD %p(p0) :: (load release (s32))";
}

/// Those that need what the target says: the width of its addresses, the names of its banks.
pub(super) const OF_TARGET: &[Breaker] = &[
    Breaker {
        rule: "generic-index",
        about: "adds 32 bits to a pointer of 64",
        change: |draft| {
            let text = "%p:_(p0) = G_IMPLICIT_DEF\n%s:_(s32) = G_IMPLICIT_DEF\n%broken:_(p0) = G_PTR_ADD %p, %s(s32)";
            draft.has_wide_pointers().then(|| draft.insert(text))?
        },
    },
    Breaker {
        rule: "generic-hint",
        about: "changes the bank by an assertion",
        change: |draft| {
            let other = draft.of_target(["vecr", "fpr"])?;
            draft.insert(&format!("%bank:gpr(s32) = G_IMPLICIT_DEF\n%broken:{other}(s32) = G_ASSERT_SEXT %bank, 4"))
        },
    },
];
