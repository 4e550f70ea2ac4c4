//! Lanes, and what chooses among values.

use crate::support::{floats, lanes, value};

#[test]
fn lanes_are_read_and_changed() {
    let read = "constants { i32: %c0 = i32 2; } %v0 = extractelement <4 x i32> %p0, i32 %c0; ret i32 %v0;";
    assert_eq!(value("i32 (<4 x i32>)", read, &[lanes(32, [5, 6, 7, 8])]), 7);
    let change = "constants { i32: %c0 = i32 15; } %v0 = insertelement <16 x i8> %p0, i8 %p1, i32 %c0; ret <16 x i8> %v0;";
    assert_eq!(value("<16 x i8> (<16 x i8>, i8)", change, &[0, 0xab]), 0xab << 120);
    let float = "constants { i32: %c0 = i32 1; } %v0 = insertelement <4 x float> %p0, float %p1, i32 %c0; ret <4 x float> %v0;";
    assert_eq!(
        value("<4 x float> (<4 x float>, float)", float, &[floats([1.0; 4]), 0x7f80_0001]),
        lanes(32, [0x3f80_0000, 0x7f80_0001, 0x3f80_0000, 0x3f80_0000])
    );
}

#[test]
fn lane_numbers_count_modulo_the_lanes() {
    let read = "constants { i32: %c0 = i32 -1; } %v0 = extractelement <8 x i16> %p0, i32 %c0; ret i16 %v0;";
    assert_eq!(value("i16 (<8 x i16>)", read, &[lanes(16, [1, 2, 3, 4, 5, 6, 7, 8])]), 8);
}

#[test]
fn lanes_of_booleans() {
    for (ty, count) in [("<4 x i1>", 4), ("<8 x i1>", 8), ("<16 x i1>", 16)] {
        for lane in 0..count {
            let read = format!("constants {{ i32: %c0 = i32 {lane}; }} %v0 = extractelement {ty} %p0, i32 %c0; ret i1 %v0;");
            assert_eq!(value(&format!("i1 ({ty})"), &read, &[1 << lane]), 1, "{ty} {lane}");
            let change = format!("constants {{ i32: %c0 = i32 {lane}; }} %v0 = insertelement {ty} %p0, i1 %p1, i32 %c0; ret {ty} %v0;");
            let all = (1 << count) - 1;
            assert_eq!(value(&format!("{ty} ({ty}, i1)"), &change, &[all, 0]), all & !(1 << lane), "{ty} {lane}");
            assert_eq!(value(&format!("{ty} ({ty}, i1)"), &change, &[0, 1]), 1 << lane, "{ty} {lane}");
        }
    }
}

#[test]
fn selections() {
    let scalar = "%v0 = select i1 %p0, double %p1, double %p2; ret double %v0;";
    assert_eq!(value("double (i1, double, double)", scalar, &[1, 0x7ff0_0000_0000_0001, 2]), 0x7ff0_0000_0000_0001);
    assert_eq!(value("double (i1, double, double)", scalar, &[0, 1, 0xfff0_0000_0000_0001]), 0xfff0_0000_0000_0001);
    let whole = "%v0 = select i1 %p0, <4 x i32> %p1, <4 x i32> %p2; ret <4 x i32> %v0;";
    let (a, b) = (lanes(32, [1, 2, 3, 4]), lanes(32, [5, 6, 7, 8]));
    assert_eq!(value("<4 x i32> (i1, <4 x i32>, <4 x i32>)", whole, &[1, a, b]), a);
    assert_eq!(value("<4 x i32> (i1, <4 x i32>, <4 x i32>)", whole, &[0, a, b]), b);
    let lanewise = "%v0 = select <4 x i1> %p0, <4 x float> %p1, <4 x float> %p2; ret <4 x float> %v0;";
    assert_eq!(value("<4 x float> (<4 x i1>, <4 x float>, <4 x float>)", lanewise, &[0b0101, a, b]), lanes(32, [1, 6, 3, 8]));
    let masks = "%v0 = select <16 x i1> %p0, <16 x i1> %p1, <16 x i1> %p2; ret <16 x i1> %v0;";
    assert_eq!(value("<16 x i1> (<16 x i1>, <16 x i1>, <16 x i1>)", masks, &[0xff00, 0xabcd, 0x1234]), 0xab34);
}

#[test]
fn undef_is_zero() {
    let vector = "constants { <8 x i16>: %c0 = <8 x i16> undef; i32: %c1 = i32 7; } \
                  %v0 = insertelement <8 x i16> %c0, i16 %p0, i32 %c1; ret <8 x i16> %v0;";
    assert_eq!(value("<8 x i16> (i16)", vector, &[0x1234]), 0x1234 << 112);
    assert_eq!(value("double ()", "constants { double: %c0 = double undef; } ret double %c0;", &[]), 0);
}
