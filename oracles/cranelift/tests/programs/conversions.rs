//! Conversions between types.

use crate::support::{floats, lanes, value};
use irsmith_pnacl::interpret::Bits;

#[track_caller]
fn cast(op: &str, from: &str, to: &str, bits: Bits) -> Bits {
    value(&format!("{to} ({from})"), &format!("%v0 = {op} {from} %p0 to {to}; ret {to} %v0;"), &[bits])
}

fn double(value: f64) -> Bits {
    value.to_bits().into()
}

fn float(value: f32) -> Bits {
    value.to_bits().into()
}

#[test]
fn integers_of_other_widths() {
    assert_eq!(cast("trunc", "i8", "i1", 0xfe), 0);
    assert_eq!(cast("trunc", "i64", "i1", 0xffff_0001), 1);
    assert_eq!(cast("trunc", "i64", "i8", 0x1234_5678), 0x78);
    assert_eq!(cast("trunc", "i32", "i16", 0x1234_5678), 0x5678);
    assert_eq!(cast("zext", "i1", "i8", 1), 1);
    assert_eq!(cast("sext", "i1", "i8", 1), 0xff);
    assert_eq!(cast("sext", "i1", "i64", 1), u64::MAX.into());
    assert_eq!(cast("zext", "i1", "i64", 1), 1);
    assert_eq!(cast("sext", "i8", "i16", 0x80), 0xff80);
    assert_eq!(cast("zext", "i16", "i64", 0x8000), 0x8000);
    assert_eq!(cast("sext", "i32", "i64", 0x8000_0000), 0xffff_ffff_8000_0000);
}

#[test]
fn vectors_of_booleans() {
    assert_eq!(cast("trunc", "<4 x i32>", "<4 x i1>", lanes(32, [1, 2, 3, 4])), 0b0101);
    assert_eq!(cast("trunc", "<16 x i8>", "<16 x i1>", lanes(8, std::array::from_fn::<_, 16, _>(|lane| lane as u64))), 0xaaaa);
    assert_eq!(cast("zext", "<8 x i1>", "<8 x i16>", 0b1000_0001), lanes(16, [1, 0, 0, 0, 0, 0, 0, 1]));
    assert_eq!(cast("sext", "<4 x i1>", "<4 x i32>", 0b0010), lanes(32, [0, 0xffff_ffff, 0, 0]));
    assert_eq!(cast("uitofp", "<4 x i1>", "<4 x float>", 0b0110), floats([0.0, 1.0, 1.0, 0.0]));
    assert_eq!(cast("sitofp", "<4 x i1>", "<4 x float>", 0b0110), floats([0.0, -1.0, -1.0, 0.0]));
    assert_eq!(cast("fptoui", "<4 x float>", "<4 x i1>", floats([0.5, 1.0, -3.0, f32::NAN])), 0b0010);
    assert_eq!(cast("fptosi", "<4 x float>", "<4 x i1>", floats([-0.5, 1.0, -3.0, f32::NAN])), 0b0100);
}

#[test]
fn floats_to_integers_saturate() {
    assert_eq!(cast("fptoui", "float", "i8", float(300.5)), 0xff);
    assert_eq!(cast("fptoui", "double", "i8", double(-1.0)), 0);
    assert_eq!(cast("fptoui", "double", "i16", double(65534.9)), 65534);
    assert_eq!(cast("fptosi", "double", "i8", double(-128.9)), 0x80);
    assert_eq!(cast("fptosi", "double", "i8", double(-129.0)), 0x80);
    assert_eq!(cast("fptosi", "float", "i16", float(1e10)), 0x7fff);
    assert_eq!(cast("fptosi", "float", "i32", float(-1e10)), 0x8000_0000);
    assert_eq!(cast("fptoui", "float", "i32", float(3e9)), 3_000_000_000);
    assert_eq!(cast("fptoui", "double", "i64", double(1e19)), 10_000_000_000_000_000_000);
    assert_eq!(cast("fptosi", "double", "i64", double(1e19)), 0x7fff_ffff_ffff_ffff);
    for to in ["i1", "i8", "i16", "i32", "i64"] {
        assert_eq!(cast("fptosi", "double", to, 0xfff8_0000_0000_0001), 0, "{to}");
        assert_eq!(cast("fptoui", "float", to, 0x7f80_0001), 0, "{to}");
    }
    assert_eq!(cast("fptoui", "double", "i1", double(7.0)), 1);
    assert_eq!(cast("fptosi", "double", "i1", double(7.0)), 0);
    assert_eq!(cast("fptosi", "double", "i1", double(-1.0)), 1);
    assert_eq!(cast("fptosi", "float", "i1", float(-0.9)), 0);
    assert_eq!(
        cast("fptoui", "<4 x float>", "<4 x i32>", floats([-1.0, 4e9, 1e10, f32::NAN])),
        lanes(32, [0, 4_000_000_000, 0xffff_ffff, 0])
    );
    assert_eq!(
        cast("fptosi", "<4 x float>", "<4 x i32>", floats([-1.9, 4e9, -1e10, f32::NAN])),
        lanes(32, [0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 0])
    );
}

#[test]
fn integers_to_floats_round_once() {
    assert_eq!(cast("uitofp", "i1", "float", 1), float(1.0));
    assert_eq!(cast("sitofp", "i1", "float", 1), float(-1.0));
    assert_eq!(cast("sitofp", "i8", "double", 0xff), double(-1.0));
    assert_eq!(cast("uitofp", "i16", "float", 0xffff), float(65535.0));
    assert_eq!(cast("uitofp", "i64", "float", u64::MAX.into()), 0x5f80_0000);
    // Just above half way between two floats; by way of a double it would be half way, and go down to the even one.
    assert_eq!(cast("uitofp", "i64", "float", 0x8000_0080_0000_0001), 0x5f00_0001);
    assert_eq!(cast("sitofp", "i64", "double", 0x8000_0000_0000_0000), double(-9223372036854775808.0));
    assert_eq!(
        cast("uitofp", "<4 x i32>", "<4 x float>", lanes(32, [0, 1, 0x8000_0000, 0xffff_ffff])),
        floats([0.0, 1.0, 2147483648.0, 4294967296.0])
    );
    assert_eq!(
        cast("sitofp", "<4 x i32>", "<4 x float>", lanes(32, [0, 1, 0x8000_0000, 0xffff_ffff])),
        floats([0.0, 1.0, -2147483648.0, -1.0])
    );
}

#[test]
fn floats_of_other_sizes() {
    assert_eq!(cast("fptrunc", "double", "float", double(1e300)), 0x7f80_0000);
    assert_eq!(cast("fptrunc", "double", "float", 0xfff0_0000_0000_0001), 0x7fc0_0000);
    assert_eq!(cast("fptrunc", "double", "float", double(1e-45)), 1);
    assert_eq!(cast("fpext", "float", "double", 0xff80_0001), 0x7ff8_0000_0000_0000);
    assert_eq!(cast("fpext", "float", "double", 1), 0x36a0_0000_0000_0000);
}

#[test]
fn bitcasts_change_no_bit() {
    assert_eq!(cast("bitcast", "i32", "float", 0x7f80_0001), 0x7f80_0001);
    assert_eq!(cast("bitcast", "double", "i64", 0xfff0_0000_0000_0001), 0xfff0_0000_0000_0001);
    assert_eq!(cast("bitcast", "<8 x i1>", "i8", 0b1011_0010), 0b1011_0010);
    assert_eq!(cast("bitcast", "i8", "<8 x i1>", 0b1011_0010), 0b1011_0010);
    assert_eq!(cast("bitcast", "<16 x i1>", "i16", 0x8123), 0x8123);
    assert_eq!(cast("bitcast", "i16", "<16 x i1>", 0x8123), 0x8123);
    let bytes = 0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100;
    assert_eq!(cast("bitcast", "<4 x i32>", "<16 x i8>", bytes), bytes);
    assert_eq!(cast("bitcast", "<16 x i8>", "<8 x i16>", bytes), bytes);
    assert_eq!(cast("bitcast", "<8 x i16>", "<4 x float>", bytes), bytes);
    let second = "%v0 = bitcast <4 x i32> %p0 to <16 x i8>; %v1 = extractelement <16 x i8> %v0, i32 %c0; ret i8 %v1;";
    assert_eq!(value("i8 (<4 x i32>)", &format!("constants {{ i32: %c0 = i32 6; }} {second}"), &[bytes]), 6);
}
