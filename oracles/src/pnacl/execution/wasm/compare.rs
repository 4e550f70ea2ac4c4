//! Comparisons and selections.

use super::super::Unsupported;
use super::function::FunctionLowering;
use super::operand::{Operand, Shape, extend_sign};
use irsmith_pnacl::tables::Predicate;
use irsmith_pnacl::{Scalar, Value};
use wasm_encoder::InstructionSink;

/// The kinds of comparisons of floats; the other predicates are negations of these.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    Never,
    Equal,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    LessOrGreater,
    Ordered,
}

impl FunctionLowering<'_, '_> {
    pub(super) fn compare(&mut self, a: Value, b: Value, predicate: Predicate) -> Result<(), Unsupported> {
        let ty = self.type_of(a);
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        if ty.is_float() == predicate.is_integer() {
            return Err(Unsupported("malformed"));
        }
        if ty.is_float() {
            let vector = ty.is_vector();
            let push_equal =
                |sink: &mut InstructionSink<'_>, x: Operand, y: Operand| float(sink, Asks::Equal, ty.scalar_kind(), vector, x, y);
            let (asks, negated) = asks(predicate);
            let sink = &mut self.sink();
            match asks {
                Asks::Never if vector => Operand::V128(0).push(sink),
                Asks::Never => Operand::I32(0).push(sink),
                Asks::Ordered => {
                    push_equal(sink, a, a);
                    push_equal(sink, b, b);
                    if vector {
                        sink.v128_and()
                    } else {
                        sink.i32_and()
                    };
                }
                Asks::LessOrGreater => {
                    float(sink, Asks::Less, ty.scalar_kind(), vector, a, b);
                    float(sink, Asks::Greater, ty.scalar_kind(), vector, a, b);
                    if vector {
                        sink.v128_or()
                    } else {
                        sink.i32_or()
                    };
                }
                _ => float(sink, asks, ty.scalar_kind(), vector, a, b),
            }
            match (negated, vector) {
                (true, true) => sink.v128_not(),
                (true, false) => sink.i32_eqz(),
                (false, _) => sink,
            };
        } else if ty.is_vector() {
            a.push(&mut self.sink());
            b.push(&mut self.sink());
            vector_integers(&mut self.sink(), Shape::of(ty)?, predicate);
        } else {
            let bits = ty.scalar_bits();
            for operand in [a, b] {
                operand.push(&mut self.sink());
                if is_signed(predicate) {
                    extend_sign(&mut self.sink(), bits);
                }
            }
            integers(&mut self.sink(), bits == 64, predicate);
        }
        Ok(())
    }

    pub(super) fn select(&mut self, a: Value, b: Value, condition: Value) -> Result<(), Unsupported> {
        let by_lane = self.type_of(condition).is_vector();
        for value in [a, b, condition] {
            self.push(value)?;
        }
        let mut sink = self.sink();
        if by_lane {
            sink.v128_bitselect()
        } else {
            sink.select()
        };
        Ok(())
    }
}

const fn is_signed(predicate: Predicate) -> bool {
    matches!(predicate, Predicate::Sgt | Predicate::Sge | Predicate::Slt | Predicate::Sle)
}

/// Returns the kind of comparison, and whether its result is negated.
const fn asks(predicate: Predicate) -> (Asks, bool) {
    match predicate {
        Predicate::Oeq => (Asks::Equal, false),
        Predicate::Ogt => (Asks::Greater, false),
        Predicate::Oge => (Asks::GreaterOrEqual, false),
        Predicate::Olt => (Asks::Less, false),
        Predicate::Ole => (Asks::LessOrEqual, false),
        Predicate::One => (Asks::LessOrGreater, false),
        Predicate::Ord => (Asks::Ordered, false),
        Predicate::Uno => (Asks::Ordered, true),
        Predicate::Ueq => (Asks::LessOrGreater, true),
        Predicate::Fugt => (Asks::LessOrEqual, true),
        Predicate::Fuge => (Asks::Less, true),
        Predicate::Fult => (Asks::GreaterOrEqual, true),
        Predicate::Fule => (Asks::Greater, true),
        Predicate::Une => (Asks::Equal, true),
        Predicate::True => (Asks::Never, true),
        Predicate::False => (Asks::Never, false),
        // Integers are compared by other instructions.
        Predicate::Eq
        | Predicate::Ne
        | Predicate::Ugt
        | Predicate::Uge
        | Predicate::Ult
        | Predicate::Ule
        | Predicate::Sgt
        | Predicate::Sge
        | Predicate::Slt
        | Predicate::Sle => (Asks::Never, false),
    }
}

/// Compares floats with one instruction.
fn float(sink: &mut InstructionSink<'_>, asks: Asks, scalar: Scalar, vector: bool, a: Operand, b: Operand) {
    a.push(sink);
    b.push(sink);
    match (asks, scalar, vector) {
        (Asks::Greater, _, true) => sink.f32x4_gt(),
        (Asks::GreaterOrEqual, _, true) => sink.f32x4_ge(),
        (Asks::Less, _, true) => sink.f32x4_lt(),
        (Asks::LessOrEqual, _, true) => sink.f32x4_le(),
        (_, _, true) => sink.f32x4_eq(),
        (Asks::Greater, Scalar::Float, _) => sink.f32_gt(),
        (Asks::GreaterOrEqual, Scalar::Float, _) => sink.f32_ge(),
        (Asks::Less, Scalar::Float, _) => sink.f32_lt(),
        (Asks::LessOrEqual, Scalar::Float, _) => sink.f32_le(),
        (_, Scalar::Float, _) => sink.f32_eq(),
        (Asks::Greater, ..) => sink.f64_gt(),
        (Asks::GreaterOrEqual, ..) => sink.f64_ge(),
        (Asks::Less, ..) => sink.f64_lt(),
        (Asks::LessOrEqual, ..) => sink.f64_le(),
        _ => sink.f64_eq(),
    };
}

/// The predicate of equal integers, together with the predicates of floats, which are compared elsewhere, so that a new predicate gives a
/// compile error.
macro_rules! eq {
    () => {
        Predicate::Eq | irsmith_pnacl::float_predicates!()
    };
}

/// Compares the two integers on the stack.
fn integers(sink: &mut InstructionSink<'_>, wide: bool, predicate: Predicate) {
    match (predicate, wide) {
        (Predicate::Ne, true) => sink.i64_ne(),
        (Predicate::Ugt, true) => sink.i64_gt_u(),
        (Predicate::Uge, true) => sink.i64_ge_u(),
        (Predicate::Ult, true) => sink.i64_lt_u(),
        (Predicate::Ule, true) => sink.i64_le_u(),
        (Predicate::Sgt, true) => sink.i64_gt_s(),
        (Predicate::Sge, true) => sink.i64_ge_s(),
        (Predicate::Slt, true) => sink.i64_lt_s(),
        (Predicate::Sle, true) => sink.i64_le_s(),
        (eq!(), true) => sink.i64_eq(),
        (Predicate::Ne, false) => sink.i32_ne(),
        (Predicate::Ugt, false) => sink.i32_gt_u(),
        (Predicate::Uge, false) => sink.i32_ge_u(),
        (Predicate::Ult, false) => sink.i32_lt_u(),
        (Predicate::Ule, false) => sink.i32_le_u(),
        (Predicate::Sgt, false) => sink.i32_gt_s(),
        (Predicate::Sge, false) => sink.i32_ge_s(),
        (Predicate::Slt, false) => sink.i32_lt_s(),
        (Predicate::Sle, false) => sink.i32_le_s(),
        (eq!(), false) => sink.i32_eq(),
    };
}

/// Compares the lanes of the two vectors on the stack; the result is masks. Masks compare like the i1 that they represent.
fn vector_integers(sink: &mut InstructionSink<'_>, shape: Shape, predicate: Predicate) {
    match (predicate, shape) {
        (Predicate::Ne, Shape::I8x16) => sink.i8x16_ne(),
        (Predicate::Ugt, Shape::I8x16) => sink.i8x16_gt_u(),
        (Predicate::Uge, Shape::I8x16) => sink.i8x16_ge_u(),
        (Predicate::Ult, Shape::I8x16) => sink.i8x16_lt_u(),
        (Predicate::Ule, Shape::I8x16) => sink.i8x16_le_u(),
        (Predicate::Sgt, Shape::I8x16) => sink.i8x16_gt_s(),
        (Predicate::Sge, Shape::I8x16) => sink.i8x16_ge_s(),
        (Predicate::Slt, Shape::I8x16) => sink.i8x16_lt_s(),
        (Predicate::Sle, Shape::I8x16) => sink.i8x16_le_s(),
        (eq!(), Shape::I8x16) => sink.i8x16_eq(),
        (Predicate::Ne, Shape::I16x8) => sink.i16x8_ne(),
        (Predicate::Ugt, Shape::I16x8) => sink.i16x8_gt_u(),
        (Predicate::Uge, Shape::I16x8) => sink.i16x8_ge_u(),
        (Predicate::Ult, Shape::I16x8) => sink.i16x8_lt_u(),
        (Predicate::Ule, Shape::I16x8) => sink.i16x8_le_u(),
        (Predicate::Sgt, Shape::I16x8) => sink.i16x8_gt_s(),
        (Predicate::Sge, Shape::I16x8) => sink.i16x8_ge_s(),
        (Predicate::Slt, Shape::I16x8) => sink.i16x8_lt_s(),
        (Predicate::Sle, Shape::I16x8) => sink.i16x8_le_s(),
        (eq!(), Shape::I16x8) => sink.i16x8_eq(),
        (Predicate::Ne, _) => sink.i32x4_ne(),
        (Predicate::Ugt, _) => sink.i32x4_gt_u(),
        (Predicate::Uge, _) => sink.i32x4_ge_u(),
        (Predicate::Ult, _) => sink.i32x4_lt_u(),
        (Predicate::Ule, _) => sink.i32x4_le_u(),
        (Predicate::Sgt, _) => sink.i32x4_gt_s(),
        (Predicate::Sge, _) => sink.i32x4_ge_s(),
        (Predicate::Slt, _) => sink.i32x4_lt_s(),
        (Predicate::Sle, _) => sink.i32x4_le_s(),
        (eq!(), _) => sink.i32x4_eq(),
    };
}
