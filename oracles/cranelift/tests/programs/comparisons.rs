//! Comparisons.

use crate::support::{floats, lanes, value};
use irsmith_pnacl::interpret::Bits;

#[track_caller]
fn compare(op: &str, result: &str, ty: &str, a: Bits, b: Bits) -> Bits {
    value(&format!("{result} ({ty}, {ty})"), &format!("%v0 = {op} {ty} %p0, %p1; ret {result} %v0;"), &[a, b])
}

const ORDER: [&str; 16] =
    ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une", "true"];

/// The number of a predicate has a bit for each relation: equal, greater, less, unordered.
#[test]
fn every_predicate_of_floats_in_every_relation() {
    let pairs: [(f64, f64); 4] = [(1.5, 1.5), (2.0, 1.0), (-1.0, 1.0), (f64::NAN, 1.0)];
    for (code, name) in ORDER.iter().enumerate() {
        let mut vectors = ([0f32; 4], [0f32; 4]);
        for (relation, (a, b)) in pairs.into_iter().enumerate() {
            let expected = (code >> relation & 1) as Bits;
            let (single_a, single_b) = (a as f32, b as f32);
            vectors.0[relation] = single_a;
            vectors.1[relation] = single_b;
            assert_eq!(
                compare(&format!("fcmp {name}"), "i1", "double", a.to_bits().into(), b.to_bits().into()),
                expected,
                "{name} {relation}"
            );
            let single = compare(&format!("fcmp {name}"), "i1", "float", single_a.to_bits().into(), single_b.to_bits().into());
            assert_eq!(single, expected, "{name} {relation}");
        }
        let lanewise = compare(&format!("fcmp {name}"), "<4 x i1>", "<4 x float>", floats(vectors.0), floats(vectors.1));
        assert_eq!(lanewise, code as Bits, "{name}");
    }
    assert_eq!(compare("fcmp oeq", "i1", "double", (0.0f64).to_bits().into(), (-0.0f64).to_bits().into()), 1);
}

#[test]
fn every_predicate_of_integers() {
    // Whether it holds of what is less, equal and greater (bits 0 to 2), and of -1 and 1.
    let rows = [
        ("eq", 2, 0),
        ("ne", 5, 1),
        ("ugt", 4, 1),
        ("uge", 6, 1),
        ("ult", 1, 0),
        ("ule", 3, 0),
        ("sgt", 4, 0),
        ("sge", 6, 0),
        ("slt", 1, 1),
        ("sle", 3, 1),
    ];
    for (name, relations, negative) in rows {
        let op = format!("icmp {name}");
        for (ty, bits) in [("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64)] {
            for (relation, (a, b)) in [(3, 5), (4, 4), (7, 2)].into_iter().enumerate() {
                assert_eq!(compare(&op, "i1", ty, a, b), relations >> relation & 1, "{name} {ty}");
            }
            assert_eq!(compare(&op, "i1", ty, (1 << bits) - 1, 1), negative, "{name} {ty}");
        }
    }
}

#[test]
fn vectors_of_integers() {
    let (a, b) = (
        lanes(8, [0x80, 1, 0xff, 5, 0, 0, 0, 0, 9, 9, 9, 9, 0x7f, 0x80, 0, 1]),
        lanes(8, [1, 0x80, 0xff, 4, 0, 1, 0, 1, 9, 8, 9, 8, 0x80, 0x7f, 0xff, 1]),
    );
    assert_eq!(compare("icmp slt", "<16 x i1>", "<16 x i8>", a, b), 0b0010_0000_1010_0001);
    assert_eq!(compare("icmp ugt", "<16 x i1>", "<16 x i8>", a, b), 0b0010_1010_0000_1001);
    assert_eq!(
        compare("icmp sge", "<8 x i1>", "<8 x i16>", lanes(16, [0x8000, 0, 1, 2, 3, 4, 5, 6]), lanes(16, [0, 0, 2, 2, 2, 5, 5, 0x8000])),
        0b1101_1010
    );
    assert_eq!(compare("icmp ule", "<4 x i1>", "<4 x i32>", lanes(32, [1 << 31, 0, 7, 8]), lanes(32, [1, 0, 8, 7])), 0b0110);
}
