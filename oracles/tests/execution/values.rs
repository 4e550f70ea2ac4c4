//! Instructions that compute a value from values.

use super::sketch::*;
use irsmith_pnacl::interpret::{Bits, End, TrapKind};
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::{Instruction, Value, ValueType};

fn binary(op: BinaryOp, ty: ValueType, a: Bits, b: Bits) -> End {
    end_of(ty, &[(ty, a), (ty, b)], |_| Instruction::Binary { a: Value::parameter(0), b: Value::parameter(1), op })
}

fn f32_bits(value: f32) -> Bits {
    value.to_bits().into()
}

fn f64_bits(value: f64) -> Bits {
    value.to_bits().into()
}

#[test]
fn integers() {
    use BinaryOp::*;
    let min = 1u128 << 63;
    let cases = [
        (Add, I8, 0xff, 2, 1),
        (Sub, I16, 0, 1, 0xffff),
        (Mul, I16, 0xffff, 0xffff, 1),
        (Mul, I64, 1 << 63 | 3, 2, 6),
        (UDiv, I8, 0xff, 2, 0x7f),
        (UDiv, I32, 0xffff_ffff, 1 << 31, 1),
        (SDiv, I8, 0x80, 0xff, 0x80),
        (SDiv, I16, 0x8000, 0xffff, 0x8000),
        (SDiv, I32, 0x8000_0000, 0xffff_ffff, 0x8000_0000),
        (SDiv, I64, min, u64::MAX.into(), min),
        (SDiv, I32, 0xffff_fff9, 2, 0xffff_fffd),
        (SDiv, I64, 7, u64::MAX.into(), (-7i64 as u64).into()),
        (SDiv, I8, 0xf9, 2, 0xfd),
        (SRem, I8, 0xf9, 2, 0xff),
        (SRem, I16, 0x8000, 0xffff, 0),
        (SRem, I32, 0x8000_0000, 0xffff_ffff, 0),
        (SRem, I64, min, u64::MAX.into(), 0),
        (SRem, I32, 7, 0xffff_fffe, 1),
        (URem, I16, 0xffff, 0x10, 0xf),
        (Shl, I8, 1, 9, 2),
        (Shl, I16, 1, 16, 1),
        (Shl, I32, 1, 33, 2),
        (Shl, I64, 1, 64, 1),
        (LShr, I8, 0x80, 15, 1),
        (LShr, I64, min, 63, 1),
        (AShr, I8, 0x80, 7, 0xff),
        (AShr, I16, 0x8000, 17, 0xc000),
        (AShr, I32, 0x8000_0000, 0xffff_ffff, 0xffff_ffff),
        (And, I1, 1, 1, 1),
        (Xor, I1, 1, 1, 0),
        (Or, I64, min, 1, min | 1),
    ];
    for (op, ty, a, b, expected) in cases {
        assert_eq!(binary(op, ty, a, b), End::Return(expected), "{} {ty} {a:#x}, {b:#x}", op.name());
    }
    for op in [UDiv, SDiv, URem, SRem] {
        for ty in [I8, I16, I32, I64] {
            assert_eq!(binary(op, ty, 1, 0), trap(TrapKind::DivisionByZero), "{} {ty}", op.name());
        }
    }
}

#[test]
fn vectors_of_integers() {
    use BinaryOp::*;
    let counting: Vec<u64> = (0..16).collect();
    let bytes = lanes(8, &counting);
    let cases = [
        (Add, V16I8, lanes(8, &[0xff; 16]), bytes, lanes(8, &counting.iter().map(|lane| lane + 0xff).collect::<Vec<_>>())),
        (Mul, V16I8, bytes, bytes, lanes(8, &counting.iter().map(|lane| lane * lane).collect::<Vec<_>>())),
        (Sub, V8I16, 0, lanes(16, &[1, 2, 3, 4, 5, 6, 7, 8]), lanes(16, &[0xffff, 0xfffe, 0xfffd, 0xfffc, 0xfffb, 0xfffa, 0xfff9, 0xfff8])),
        (Mul, V4I32, lanes(32, &[3, 5, 7, 1 << 31]), lanes(32, &[2, 2, 2, 2]), lanes(32, &[6, 10, 14, 0])),
        (
            SDiv,
            V4I32,
            lanes(32, &[1 << 31, 0xffff_fff9, 7, 7]),
            lanes(32, &[0xffff_ffff, 2, 2, 0xffff_fffe]),
            lanes(32, &[1 << 31, 0xffff_fffd, 3, 0xffff_fffd]),
        ),
        (URem, V16I8, lanes(8, &[0xff; 16]), lanes(8, &[16; 16]), lanes(8, &[15; 16])),
        (
            AShr,
            V8I16,
            lanes(16, &[0x8000; 8]),
            lanes(16, &[0, 1, 15, 16, 17, 31, 32, 0xffff]),
            lanes(16, &[0x8000, 0xc000, 0xffff, 0x8000, 0xc000, 0xffff, 0x8000, 0xffff]),
        ),
        (Shl, V16I8, lanes(8, &[3; 16]), bytes, lanes(8, &[3, 6, 12, 24, 48, 96, 192, 128, 3, 6, 12, 24, 48, 96, 192, 128])),
        (Xor, V8I1, 0b1010_1100, 0b1111_0000, 0b0101_1100),
        (And, V4I1, 0b1010, 0b0110, 0b0010),
        (Or, V16I1, 0x8001, 0x0180, 0x8181),
    ];
    for (op, ty, a, b, expected) in cases {
        assert_eq!(binary(op, ty, a, b), End::Return(expected), "{} {ty} {a:#x}, {b:#x}", op.name());
    }
    for (ty, divisors) in [(V16I8, lanes(8, &[1; 15])), (V8I16, lanes(16, &[1; 7])), (V4I32, lanes(32, &[0, 1, 1, 1]))] {
        assert_eq!(binary(URem, ty, 0, divisors), trap(TrapKind::DivisionByZero), "{ty}");
    }
}

#[test]
fn floats_and_their_nans() {
    use BinaryOp::*;
    let (nan, nan64) = (0x7fc0_0000, 0x7ff8_0000_0000_0000);
    let cases = [
        (Add, F32, f32_bits(1.5), f32_bits(2.25), f32_bits(3.75)),
        (Sub, F32, f32_bits(f32::INFINITY), f32_bits(f32::INFINITY), nan),
        (Mul, F32, 0xff80_0001, f32_bits(1.0), nan),
        (Mul, F64, f64_bits(f64::INFINITY), f64_bits(-0.0), nan64),
        (SDiv, F32, f32_bits(1.0), f32_bits(-0.0), f32_bits(f32::NEG_INFINITY)),
        (SDiv, F64, f64_bits(1.0), f64_bits(3.0), 0x3fd5_5555_5555_5555),
        (SDiv, F64, 0, 0, nan64),
        (SRem, F32, f32_bits(-4.0), f32_bits(2.0), f32_bits(-0.0)),
        (SRem, F32, f32_bits(5.5), f32_bits(f32::INFINITY), f32_bits(5.5)),
        (SRem, F64, f64_bits(5.5), f64_bits(0.0), nan64),
        (SRem, F64, f64_bits(-5.5), f64_bits(-2.0), f64_bits(-1.5)),
        // The smallest float is kept; so is the sum of two.
        (Add, F32, 1, 1, 2),
        (Add, F32, f32_bits(16_777_216.0), f32_bits(1.0), f32_bits(16_777_216.0)),
        (
            Add,
            V4F32,
            floats(&[1.0, f32::INFINITY, -0.0, 0.5]),
            floats(&[2.0, f32::NEG_INFINITY, -0.0, 0.25]),
            floats(&[3.0, 0.0, -0.0, 0.75]) | nan << 32,
        ),
        (SRem, V4F32, floats(&[5.5, -4.0, 1.0, 1.0]), floats(&[2.0, 2.0, 0.0, 3.0]), floats(&[1.5, -0.0, 0.0, 1.0]) | nan << 64),
    ];
    for (op, ty, a, b, expected) in cases {
        assert_eq!(binary(op, ty, a, b), End::Return(expected), "{} {ty} {a:#x}, {b:#x}", op.name());
    }
}

#[test]
fn casts() {
    use CastOp::*;
    let (nan, nan64) = (0x7fc0_0000, 0x7ff8_0000_0000_0000);
    let masks = 0b0110;
    let cases = [
        (Trunc, I32, 2, I1, 0),
        (Trunc, I64, 0x1_0000_0180, I8, 0x80),
        (Trunc, V8I16, lanes(16, &[1, 2, 3, 0xfffe, 0xffff, 0, 0x8001, 8]), V8I1, 0b0101_0101),
        (ZExt, I1, 1, I64, 1),
        (ZExt, I16, 0xffff, I32, 0xffff),
        (ZExt, V4I1, masks, V4I32, lanes(32, &[0, 1, 1, 0])),
        (SExt, I1, 1, I8, 0xff),
        (SExt, I8, 0x80, I16, 0xff80),
        (SExt, I8, 0x80, I64, Bits::from(u64::MAX) - 0x7f),
        (SExt, I32, 0x8000_0000, I64, 0xffff_ffff_8000_0000),
        (SExt, V16I1, 0x8001, V16I8, 0xff << 120 | 0xff),
        (FpToUi, F32, f32_bits(300.5), I8, 255),
        (FpToUi, F32, f32_bits(-1.0), I32, 0),
        (FpToUi, F64, f64_bits(1e10), I32, u32::MAX.into()),
        (FpToUi, F64, f64_bits(4294967295.5), I32, u32::MAX.into()),
        (FpToUi, F64, f64_bits(1e30), I64, u64::MAX.into()),
        (FpToUi, F32, f32_bits(1.9), I1, 1),
        (FpToUi, F32, f32_bits(7.0), I1, 1),
        (FpToUi, F32, nan, I16, 0),
        (FpToSi, F32, f32_bits(-129.0), I8, 0x80),
        (FpToSi, F32, f32_bits(300.0), I8, 0x7f),
        (FpToSi, F64, f64_bits(-1.5), I16, 0xffff),
        (FpToSi, F64, f64_bits(-1.5), I1, 1),
        (FpToSi, F64, f64_bits(-0.5), I1, 0),
        (FpToSi, F64, f64_bits(1.0), I1, 0),
        (FpToSi, F64, f64_bits(1e30), I64, i64::MAX as Bits),
        (FpToSi, F64, nan64, I32, 0),
        (FpToUi, V4F32, floats(&[-1.0, 1.5, 5e9, f32::NAN]), V4I32, lanes(32, &[0, 1, u32::MAX.into(), 0])),
        (FpToSi, V4F32, floats(&[-1.5, 1.5, 5e9, f32::NAN]), V4I32, lanes(32, &[0xffff_ffff, 1, 0x7fff_ffff, 0])),
        (FpToUi, V4F32, floats(&[-1.0, 1.5, 0.5, f32::NAN]), V4I1, 0b0010),
        (FpToSi, V4F32, floats(&[-1.0, 1.5, -0.5, -9.0]), V4I1, 0b1001),
        (UiToFp, I1, 1, F32, f32_bits(1.0)),
        (SiToFp, I1, 1, F64, f64_bits(-1.0)),
        (SiToFp, I8, 0x80, F32, f32_bits(-128.0)),
        (UiToFp, I64, u64::MAX.into(), F32, 0x5f80_0000),
        // Rounded once: via a double it would be one less.
        (UiToFp, I64, 0x8000_0080_0000_0001, F32, 0x5f00_0001),
        (SiToFp, I64, 1 << 63, F64, f64_bits(-9_223_372_036_854_775_808.0)),
        (UiToFp, V4I32, lanes(32, &[0xffff_ffff, 1, 0, 1 << 31]), V4F32, floats(&[4_294_967_296.0, 1.0, 0.0, 2_147_483_648.0])),
        (SiToFp, V4I32, lanes(32, &[0xffff_ffff, 1, 0, 1 << 31]), V4F32, floats(&[-1.0, 1.0, 0.0, -2_147_483_648.0])),
        (UiToFp, V4I1, masks, V4F32, floats(&[0.0, 1.0, 1.0, 0.0])),
        (SiToFp, V4I1, masks, V4F32, floats(&[0.0, -1.0, -1.0, 0.0])),
        (FpTrunc, F64, f64_bits(1e300), F32, f32_bits(f32::INFINITY)),
        (FpTrunc, F64, 0xfff0_0000_0000_0001, F32, nan),
        // Half way between two floats, and just above.
        (FpTrunc, F64, 0x3ff0_0000_1000_0000, F32, f32_bits(1.0)),
        (FpTrunc, F64, 0x3ff0_0000_1000_0001, F32, f32_bits(1.0000001)),
        (FpExt, F32, 0xff80_0001, F64, nan64),
        (FpExt, F32, 1, F64, f64_bits(1.401298464324817e-45)),
        (BitCast, F32, 0xff80_0001, I32, 0xff80_0001),
        (BitCast, I64, 0xfff0_0000_0000_0001, F64, 0xfff0_0000_0000_0001),
        (BitCast, I8, 0b1010_0110, V8I1, 0b1010_0110),
        (BitCast, V8I1, 0b1010_0110, I8, 0b1010_0110),
        (BitCast, I16, 0x8421, V16I1, 0x8421),
        (BitCast, V16I1, 0x8421, I16, 0x8421),
        (BitCast, V4I32, lanes(32, &[0x0302_0100, 0, 0, 0xff00_0000]), V16I8, 0x0302_0100 | 0xff << 120),
    ];
    for (op, from, value, to, expected) in cases {
        let end = end_of(to, &[(from, value)], |sketch| Instruction::Cast { value: Value::parameter(0), ty: sketch.ty(to), op });
        assert_eq!(end, End::Return(expected), "{} {from} {value:#x} to {to}", op.name());
    }
}

fn compare(predicate: Predicate, ty: ValueType, a: Bits, b: Bits) -> End {
    end_of(ty.comparison(), &[(ty, a), (ty, b)], |_| Instruction::Compare { a: Value::parameter(0), b: Value::parameter(1), predicate })
}

#[test]
fn comparisons_of_integers() {
    use Predicate::*;
    // For each pair: the predicates that hold.
    let equal = [Eq, Uge, Ule, Sge, Sle];
    let above = [Ne, Ugt, Uge, Slt, Sle];
    for (bits, ty) in [(8, I8), (16, I16), (32, I32), (64, I64)] {
        let top = 1u128 << (bits - 1);
        for &predicate in Predicate::ALL.iter().filter(|predicate| predicate.is_integer()) {
            let name = predicate.name();
            assert_eq!(compare(predicate, ty, top, top), End::Return(equal.contains(&predicate).into()), "{name} {ty} equal");
            assert_eq!(compare(predicate, ty, top, 1), End::Return(above.contains(&predicate).into()), "{name} {ty} above");
        }
    }
    for (bits, ty) in [(8, V16I8), (16, V8I16), (32, V4I32)] {
        let top = 1u64 << (bits - 1);
        let (a, b) = (lanes(bits, &[top, top]), lanes(bits, &[top, 1]));
        let rest: u32 = (1 << (128 / bits)) - 4;
        for &predicate in Predicate::ALL.iter().filter(|predicate| predicate.is_integer()) {
            let same = equal.contains(&predicate);
            let expected = Bits::from(same) | Bits::from(above.contains(&predicate)) << 1 | if same { rest.into() } else { 0 };
            assert_eq!(compare(predicate, ty, a, b), End::Return(expected), "{} {ty}", predicate.name());
        }
    }
}

/// The bits of a float predicate's number: bit 0 for equal, 1 for greater, 2 for less, 3 for unordered.
#[test]
fn comparisons_of_floats() {
    let pairs = [(1.5, 1.5), (2.0, -3.0), (-0.5, 0.25), (f32::NAN, 1.0), (1.0, f32::NAN), (0.0, -0.0)];
    let outcomes = [0, 1, 2, 3, 3, 0];
    for &predicate in Predicate::ALL.iter().filter(|predicate| !predicate.is_integer()) {
        for ((a, b), outcome) in pairs.into_iter().zip(outcomes) {
            let expected = End::Return(Bits::from(predicate.code() >> outcome & 1));
            let name = predicate.name();
            assert_eq!(compare(predicate, F32, f32_bits(a), f32_bits(b)), expected, "{name} float {a}, {b}");
            assert_eq!(compare(predicate, F64, f64_bits(a.into()), f64_bits(b.into())), expected, "{name} double {a}, {b}");
        }
        let column = |side: fn(&(f32, f32)) -> f32| floats(&pairs.iter().take(4).map(side).collect::<Vec<_>>());
        let expected = End::Return(Bits::from(predicate.code()));
        assert_eq!(compare(predicate, V4F32, column(|pair| pair.0), column(|pair| pair.1)), expected, "{}", predicate.name());
    }
}

#[test]
fn selections() {
    let select = |_: &mut Sketch| Instruction::Select { a: Value::parameter(0), b: Value::parameter(1), condition: Value::parameter(2) };
    let cases = [
        (I64, 7, 9, I1, 1, 7),
        (I64, 7, 9, I1, 0, 9),
        (F32, 0xff80_0001, 0, I1, 1, 0xff80_0001),
        (V4I1, 0b0011, 0b0101, V4I1, 0b1010, 0b0111),
        (V8I16, lanes(16, &[1; 8]), lanes(16, &[2; 8]), V8I1, 0b1000_0001, lanes(16, &[1, 2, 2, 2, 2, 2, 2, 1])),
        (V4F32, floats(&[1.0; 4]), floats(&[2.0; 4]), V4I1, 0b0100, floats(&[2.0, 2.0, 1.0, 2.0])),
    ];
    for (ty, a, b, mask, condition, expected) in cases {
        assert_eq!(end_of(ty, &[(ty, a), (ty, b), (mask, condition)], select), End::Return(expected), "{ty} by {condition:#b}");
    }
}

/// Constant 1 is lane 1, constant 2 is 5: lane 1 of four, 5 of more.
#[test]
fn lanes_of_vectors() {
    let extract = |index| move |_: &mut Sketch| Instruction::ExtractElement { vector: Value::parameter(0), index: Value::constant(index) };
    let insert = |index| {
        move |_: &mut Sketch| Instruction::InsertElement {
            vector: Value::parameter(0),
            element: Value::parameter(1),
            index: Value::constant(index),
        }
    };
    let bytes = lanes(8, &(0x80..0x90).collect::<Vec<_>>());
    assert_eq!(end_of(I8, &[(V16I8, bytes)], extract(2)), End::Return(0x85));
    assert_eq!(end_of(I1, &[(V16I1, 0x20)], extract(2)), End::Return(1));
    assert_eq!(end_of(F32, &[(V4F32, 0x7f80_0001 << 32)], extract(1)), End::Return(0x7f80_0001));
    assert_eq!(end_of(I32, &[(V4I32, lanes(32, &[1, 2, 3, 4]))], extract(2)), End::Return(2));
    assert_eq!(end_of(V8I16, &[(V8I16, 0), (I16, 0xffff)], insert(2)), End::Return(0xffff << 80));
    assert_eq!(end_of(V8I1, &[(V8I1, 0x81), (I1, 1)], insert(2)), End::Return(0xa1));
    assert_eq!(end_of(V4I1, &[(V4I1, 0xf), (I1, 0)], insert(1)), End::Return(0xd));
}

#[test]
fn intrinsics() {
    let cases = [
        ("llvm.bswap.i16", I16, 0x8001, 0x0180),
        ("llvm.bswap.i32", I32, 0x8001_0203, 0x0302_0180),
        ("llvm.bswap.i64", I64, 0x8001_0203_0405_0607, 0x0706_0504_0302_0180),
        ("llvm.ctpop.i32", I32, 0xf000_000f, 8),
        ("llvm.ctpop.i64", I64, u64::MAX.into(), 64),
        ("llvm.sqrt.f32", F32, f32_bits(2.0), 0x3fb5_04f3),
        ("llvm.sqrt.f64", F64, f64_bits(-0.0), f64_bits(-0.0)),
        ("llvm.sqrt.f64", F64, f64_bits(-1.0), 0x7ff8_0000_0000_0000),
        ("llvm.fabs.f32", F32, 0xff80_0001, 0x7f80_0001),
        ("llvm.fabs.f64", F64, f64_bits(-1.5), f64_bits(1.5)),
        ("llvm.fabs.v4f32", V4F32, floats(&[-1.0, 1.0, -0.0, -2.0]), floats(&[1.0, 1.0, 0.0, 2.0])),
    ];
    for (name, ty, value, expected) in cases {
        let end = end_of(ty, &[(ty, value)], |sketch| call(sketch.intrinsic(name, ty, &[ty]), &[Value::parameter(0)]));
        assert_eq!(end, End::Return(expected), "{name} {value:#x}");
    }
    for (name, ty, value, expected) in
        [("llvm.ctlz.i32", I32, 0, 32), ("llvm.ctlz.i64", I64, 1, 63), ("llvm.cttz.i32", I32, 0x100, 8), ("llvm.cttz.i64", I64, 0, 64)]
    {
        let arguments = [Value::parameter(0), Value::constant(3)];
        let end = end_of(ty, &[(ty, value)], |sketch| call(sketch.intrinsic(name, ty, &[ty, I1]), &arguments));
        assert_eq!(end, End::Return(expected), "{name} {value:#x}");
    }
}

fn call(callee: Value, arguments: &[Value]) -> Instruction {
    Instruction::Call { tail: false, callee, arguments: arguments.iter().copied().collect() }
}
