//! Opcodes that move bits, and reductions.

use crate::support::{run, shown, value};

const LANES: &str = "%v:_(<4 x s8>) = COPY %a:_(<4 x s8>)\n";

#[test]
fn values_are_taken_apart_and_put_together() {
    for (line, expected) in [
        ("%r:_(s32) = G_MERGE_VALUES %w:_(s8), %x:_(s8), %y:_(s8), %z:_(s8)", "s32 67305985"),
        ("%r:_(<4 x s8>) = G_BUILD_VECTOR %w:_(s8), %x:_(s8), %y:_(s8), %z:_(s8)", "<4 x s8> <1, 2, 3, 4>"),
        ("%r:_(<4 x s1>) = G_BUILD_VECTOR_TRUNC %w:_(s8), %x:_(s8), %y:_(s8), %z:_(s8)", "<4 x s1> <1, 0, 1, 0>"),
        (
            "%p:_(<2 x s8>) = G_BUILD_VECTOR %w:_(s8), %x:_(s8)\n%q:_(<2 x s8>) = G_BUILD_VECTOR %y:_(s8), %z:_(s8)\n%r:_(<4 x s8>) = G_CONCAT_VECTORS %q(<2 x s8>), %p",
            "<4 x s8> <3, 4, 1, 2>",
        ),
    ] {
        assert_eq!(value(line, &[1, 2, 3, 4]), expected, "{line}");
    }
    let three =
        run("%0:_(s8), %1:_(s8), %2:_(s8) = G_UNMERGE_VALUES %a:_(s24)\nRET_ReallyLR implicit %0, implicit %1, implicit %2", &[0x03_02_01]);
    assert_eq!(shown(&three), "s8 1, s8 2, s8 3");
}

#[test]
fn vectors_are_changed() {
    for (line, expected) in [
        ("%i:_(s64) = G_CONSTANT i64 2\n%r:_(s8) = G_EXTRACT_VECTOR_ELT %v(<4 x s8>), %i(s64)", "s8 3"),
        ("%i:_(s64) = G_CONSTANT i64 4\n%r:_(s8) = G_EXTRACT_VECTOR_ELT %v(<4 x s8>), %i(s64)", "s8 poison"),
        (
            "%i:_(s64) = G_CONSTANT i64 1\n%e:_(s8) = G_CONSTANT i8 9\n%r:_(<4 x s8>) = G_INSERT_VECTOR_ELT %v, %e(s8), %i(s64)",
            "<4 x s8> <1, 9, 3, 4>",
        ),
        (
            "%i:_(s64) = G_CONSTANT i64 7\n%e:_(s8) = G_CONSTANT i8 9\n%r:_(<4 x s8>) = G_INSERT_VECTOR_ELT %v, %e(s8), %i(s64)",
            "<4 x s8> <poison, poison, poison, poison>",
        ),
        ("%r:_(<2 x s8>) = G_EXTRACT_SUBVECTOR %v(<4 x s8>), 2", "<2 x s8> <3, 4>"),
        (
            "%s:_(<2 x s8>) = G_EXTRACT_SUBVECTOR %v(<4 x s8>), 2\n%r:_(<4 x s8>) = G_INSERT_SUBVECTOR %v, %s(<2 x s8>), 0",
            "<4 x s8> <3, 4, 3, 4>",
        ),
        ("%r:_(<3 x s8>) = G_SHUFFLE_VECTOR %v(<4 x s8>), %v, shufflemask(3, undef, 4)", "<3 x s8> <4, poison, 1>"),
        ("%r:_(<2 x s16>) = G_BITCAST %v(<4 x s8>)", "<2 x s16> <513, 1027>"),
        ("%s:_(s32) = G_BITCAST %v(<4 x s8>)\n%r:_(s8) = G_EXTRACT %s(s32), 12", "s8 48"),
        ("%s:_(s32) = G_BITCAST %v(<4 x s8>)\n%e:_(s8) = G_CONSTANT i8 -1\n%r:_(s32) = G_INSERT %s, %e(s8), 12", "s32 68153857"),
        ("%m:_(<4 x s1>) = G_TRUNC %v(<4 x s8>)\n%r:_(<4 x s8>) = G_VECTOR_COMPRESS %v, %m(<4 x s1>), %v", "<4 x s8> <1, 3, 3, 4>"),
        ("%r:_(<4 x s16>) = G_SEXT %v(<4 x s8>)", "<4 x s16> <1, 2, 3, 4>"),
    ] {
        assert_eq!(value(&format!("{LANES}{line}"), &[0x04_03_02_01]), expected, "{line}");
    }
    let one = (0x3a_u128 << 12 | 0xf0_0fff) & 0xff_ffff;
    assert_eq!(value("%e:_(s8) = G_CONSTANT i8 58\n%r:_(s24) = G_INSERT %a:_(s24), %e(s8), 12", &[0xff_ffff]), format!("s24 {one}"));
}

#[test]
fn reductions_of_integers() {
    for (opcode, expected) in [
        ("ADD", (1 + 0x82 + 0x7f + 0xf0) & 0xff),
        ("MUL", (0x82 * 0x7f * 0xf0) & 0xff),
        ("AND", 0),
        ("OR", 0xff),
        ("XOR", 1 ^ 0x82 ^ 0x7f ^ 0xf0),
        ("SMAX", 0x7f),
        ("SMIN", 0x82),
        ("UMAX", 0xf0),
        ("UMIN", 1),
    ] {
        let line = format!("%r:_(s8) = G_VECREDUCE_{opcode} %a:_(<4 x s8>)");
        assert_eq!(value(&line, &[0xf0_7f_82_01]), format!("s8 {expected}"), "{opcode}");
    }
}

#[test]
fn reductions_of_floats() {
    let lanes = |numbers: [f32; 4]| numbers.iter().rev().fold(0_u128, |all, number| all << 32 | u128::from(number.to_bits()));
    let numbers = [1.0e8_f32, 3.0, -1.0e8, 0.5];
    let in_order = |first: f32, f: fn(f32, f32) -> f32| numbers.iter().fold(first, |sum, number| f(sum, *number)).to_bits();
    for (opcode, expected) in [
        ("FMAX", 1.0e8_f32.to_bits()),
        ("FMIN", (-1.0e8_f32).to_bits()),
        ("FMAXIMUM", 1.0e8_f32.to_bits()),
        ("FMINIMUM", (-1.0e8_f32).to_bits()),
        ("FADD", in_order(-0.0, |a, b| a + b)),
        ("FMUL", in_order(1.0, |a, b| a * b)),
    ] {
        let execution = run(&format!("%r:_(s32) = G_VECREDUCE_{opcode} %a:_(<4 x s32>)\nRET_ReallyLR implicit %r"), &[lanes(numbers)]);
        assert_eq!(shown(&execution), format!("s32 {expected}"), "{opcode}");
        assert_eq!(execution.is_relaxed, matches!(opcode, "FADD" | "FMUL"), "{opcode}");
    }
    for (opcode, expected) in [("FADD", in_order(7.0, |a, b| a + b)), ("FMUL", in_order(7.0, |a, b| a * b))] {
        let line = format!("%r:_(s32) = G_VECREDUCE_SEQ_{opcode} %s:_(s32), %a:_(<4 x s32>)");
        assert_eq!(value(&line, &[7.0_f32.to_bits().into(), lanes(numbers)]), format!("s32 {expected}"));
    }
}
