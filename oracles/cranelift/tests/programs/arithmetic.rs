//! Arithmetic, by results worked out by hand.

use crate::support::{end, floats, lanes, trap, value};
use irsmith_pnacl::interpret::{Bits, TrapKind};

#[track_caller]
fn binary(op: &str, ty: &str, a: Bits, b: Bits) -> Bits {
    value(&format!("{ty} ({ty}, {ty})"), &format!("%v0 = {op} {ty} %p0, %p1; ret {ty} %v0;"), &[a, b])
}

#[test]
fn integers_wrap() {
    assert_eq!(binary("add", "i8", 0xff, 2), 1);
    assert_eq!(binary("sub", "i16", 0, 1), 0xffff);
    assert_eq!(binary("mul", "i16", 0xffff, 0xffff), 1);
    assert_eq!(binary("mul", "i8", 0x80, 3), 0x80);
    assert_eq!(binary("add", "i32", 0xffff_ffff, 0xffff_ffff), 0xffff_fffe);
    assert_eq!(binary("mul", "i64", 1 << 63, 3), 1 << 63);
    assert_eq!(binary("xor", "i1", 1, 1), 0);
    assert_eq!(binary("or", "i1", 1, 0), 1);
    assert_eq!(binary("and", "i64", 0xf0f0, 0xff00), 0xf000);
}

#[test]
fn shift_amounts_count_modulo_the_width() {
    assert_eq!(binary("shl", "i8", 1, 9), 2);
    assert_eq!(binary("lshr", "i8", 0x80, 15), 1);
    assert_eq!(binary("ashr", "i8", 0x80, 8 + 7), 0xff);
    assert_eq!(binary("shl", "i16", 3, 17), 6);
    assert_eq!(binary("ashr", "i16", 0x8000, 0xfff1), 0xc000);
    assert_eq!(binary("lshr", "i32", 0xffff_ffff, 33), 0x7fff_ffff);
    assert_eq!(binary("shl", "i64", 1, 64), 1);
    assert_eq!(binary("ashr", "i64", 1 << 63, 127), u64::MAX.into());
    assert_eq!(binary("shl", "<4 x i32>", lanes(32, [1, 1, 1, 1]), lanes(32, [0, 31, 32, 33])), lanes(32, [1, 1 << 31, 1, 2]));
    assert_eq!(
        binary("ashr", "<8 x i16>", lanes(16, [0x8000; 8]), lanes(16, [0, 1, 2, 3, 4, 15, 16, 17])),
        lanes(16, [0x8000, 0xc000, 0xe000, 0xf000, 0xf800, 0xffff, 0x8000, 0xc000])
    );
    assert_eq!(
        binary("lshr", "<16 x i8>", lanes(8, [0x80; 16]), lanes(8, std::array::from_fn::<_, 16, _>(|lane| lane as u64))),
        lanes(8, std::array::from_fn::<_, 16, _>(|lane| 0x80 >> (lane % 8)))
    );
}

#[test]
fn division_is_total_but_for_zero() {
    assert_eq!(binary("sdiv", "i8", 0x80, 0xff), 0x80);
    assert_eq!(binary("srem", "i8", 0x80, 0xff), 0);
    assert_eq!(binary("sdiv", "i16", 0x8000, 0xffff), 0x8000);
    assert_eq!(binary("srem", "i16", 0x8000, 0xffff), 0);
    assert_eq!(binary("sdiv", "i32", 0x8000_0000, 0xffff_ffff), 0x8000_0000);
    assert_eq!(binary("srem", "i64", 1 << 63, u64::MAX.into()), 0);
    assert_eq!(binary("sdiv", "i64", 1 << 63, u64::MAX.into()), 1 << 63);
    assert_eq!(binary("srem", "i32", 0xffff_fff9, 2), 0xffff_ffff);
    assert_eq!(binary("sdiv", "i32", 0xffff_fff9, 2), 0xffff_fffd);
    assert_eq!(binary("udiv", "i8", 0xfe, 3), 84);
    assert_eq!(binary("urem", "i64", u64::MAX.into(), 10), 5);
    let dividends = lanes(8, [0x80, 7, 0xf9, 100, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    let divisors = lanes(8, [0xff, 2, 2, 0x9c, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5]);
    assert_eq!(binary("sdiv", "<16 x i8>", dividends, divisors), lanes(8, [0x80, 3, 0xfd, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2]));
    assert_eq!(binary("srem", "<4 x i32>", lanes(32, [7, 8, 9, 10]), lanes(32, [4, 5, 6, 7])), lanes(32, [3, 3, 3, 3]));
}

#[test]
fn a_zero_divisor_in_any_lane_traps_although_the_quotient_is_unused() {
    for (op, ty) in [("udiv", "i8"), ("sdiv", "i16"), ("urem", "i32"), ("srem", "i64")] {
        let body = format!("blocks 1;\n%v0 = {op} {ty} %p0, %p1; ret {ty} %p0;");
        assert_eq!(end(&format!("{ty} ({ty}, {ty})"), &body, &[5, 0]), trap(TrapKind::DivisionByZero, 0), "{op} {ty}");
    }
    for (op, ty, bits) in [("udiv", "<4 x i32>", 32), ("sdiv", "<8 x i16>", 16), ("urem", "<16 x i8>", 8)] {
        let body = format!("blocks 1;\n%v0 = {op} {ty} %p0, %p1; ret {ty} %p0;");
        let all_but_last: Bits = (1 << (128 - bits)) - 1;
        assert_eq!(end(&format!("{ty} ({ty}, {ty})"), &body, &[5, all_but_last]), trap(TrapKind::DivisionByZero, 0), "{op} {ty}");
    }
}

#[test]
fn vectors_of_integers() {
    let a = lanes(8, std::array::from_fn::<_, 16, _>(|lane| 0xf0 + lane as u64));
    let b = lanes(8, [3; 16]);
    assert_eq!(binary("mul", "<16 x i8>", a, b), lanes(8, std::array::from_fn::<_, 16, _>(|lane| (0xf0 + lane as u64) * 3)));
    assert_eq!(
        binary("add", "<8 x i16>", lanes(16, [0xffff, 1, 2, 3, 4, 5, 6, 7]), lanes(16, [1; 8])),
        lanes(16, [0, 2, 3, 4, 5, 6, 7, 8])
    );
    assert_eq!(
        binary("mul", "<4 x i32>", lanes(32, [1 << 31, 2, 3, 0xffff_ffff]), lanes(32, [3, 3, 3, 3])),
        lanes(32, [1 << 31, 6, 9, 0xffff_fffd])
    );
    assert_eq!(binary("xor", "<8 x i1>", 0b1100_1010, 0b1010_0001), 0b0110_1011);
    assert_eq!(binary("and", "<16 x i1>", 0xff0f, 0x81f1), 0x8101);
    assert_eq!(binary("or", "<4 x i1>", 0b1000, 0b0001), 0b1001);
}

fn double(value: f64) -> Bits {
    value.to_bits().into()
}

const NAN_32: Bits = 0x7fc0_0000;
const NAN_64: Bits = 0x7ff8_0000_0000_0000;

#[test]
fn nans_are_canonical() {
    assert_eq!(binary("fdiv", "double", 0, 0), NAN_64);
    assert_eq!(binary("fmul", "float", 0x7f80_0001, 0x3f80_0000), NAN_32);
    assert_eq!(binary("fsub", "double", double(f64::INFINITY), double(f64::INFINITY)), NAN_64);
    assert_eq!(binary("fadd", "double", 0xfff0_0000_0000_0001, double(-0.0)), NAN_64);
    assert_eq!(binary("frem", "float", 0x3f80_0000, 0), NAN_32);
    let one_nan = lanes(32, [0x3f80_0000, 0xffff_ffff, 0, 0x4000_0000]);
    assert_eq!(binary("fadd", "<4 x float>", one_nan, floats([1.0; 4])), lanes(32, [0x4000_0000, 0x7fc0_0000, 0x3f80_0000, 0x4040_0000]));
}

#[test]
fn floats_round_to_nearest_even() {
    assert_eq!(binary("fadd", "double", double(0.1), double(0.2)), 0x3fd3_3333_3333_3334);
    assert_eq!(binary("fdiv", "float", 0x3f80_0000, 0), 0x7f80_0000);
    // Half of the smallest denormal rounds to even, which is 0; three quarters to 1.
    assert_eq!(binary("fmul", "float", 1, 0x3f00_0000), 0);
    assert_eq!(binary("fmul", "float", 1, 0x3f40_0000), 1);
    assert_eq!(binary("frem", "double", double(-4.0), double(2.0)), double(-0.0));
    assert_eq!(binary("frem", "double", double(5.5), double(-2.0)), double(1.5));
    assert_eq!(binary("frem", "float", 0x7f7f_ffff, 3), 0);
    assert_eq!(
        binary("frem", "<4 x float>", floats([5.0, -5.0, 1.5, 3.0]), floats([3.0, 3.0, f32::INFINITY, 0.5])),
        floats([2.0, -2.0, 1.5, 0.0])
    );
}
