//! Integer arithmetic.

use super::function::Lowering;
use super::writer::{Lanes, Reg, Ty, Writer};
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::tables::BinaryOp;
use irsmith_pnacl::{Value, ValueType};

impl Lowering<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Lanes {
        let ty = self.type_of(a);
        let (a, b) = (self.operand(a), self.operand(b));
        if ty.is_float() {
            return self.float_binary(op, ty, &a, &b);
        }
        if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem) {
            self.require_divisors(ty.scalar_bits(), &b);
        }
        let (bits, opcode) = (ty.scalar_bits(), opcode(op));
        match op {
            BinaryOp::SDiv | BinaryOp::SRem => {
                a.into_iter().zip(b).map(|(a, b)| signed_division(&mut self.writer, op, bits, a, b)).collect()
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let amounts: Lanes =
                    b.into_iter().map(|amount| self.writer.binary_with("G_AND", bits, amount, i64::from(bits) - 1)).collect();
                self.each_lane(opcode, ty, &a, &amounts)
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => self.each_lane(opcode, ty, &a, &b),
        }
    }

    /// Writes an operation that every lane has, as one operation of vectors where LLVM has those.
    pub(super) fn each_lane(&mut self, opcode: &str, ty: ValueType, a: &[Reg], b: &[Reg]) -> Lanes {
        if !self.has_vector(ty) {
            let bits = ty.scalar_bits();
            return a.iter().zip(b).map(|(&a, &b)| self.writer.binary(opcode, bits, a, b)).collect();
        }
        let (a, b) = (self.join(ty, a), self.join(ty, b));
        let vector = self.writer.op(vector_type(ty), format_args!("{opcode} {a}, {b}"));
        self.split(ty, vector)
    }

    /// Returns whether values of a type are worth an operation of vectors.
    pub(super) fn has_vector(&self, ty: ValueType) -> bool {
        self.unit.codegen.is_rich() && ty.bits() == 128
    }

    /// Joins lanes to a vector register.
    pub(super) fn join(&mut self, ty: ValueType, lanes: &[Reg]) -> Reg {
        let bits = ty.scalar_bits();
        let list: Vec<String> = lanes.iter().map(|lane| format!("{lane}(s{bits})")).collect();
        self.writer.op(vector_type(ty), format_args!("G_BUILD_VECTOR {}", list.join(", ")))
    }

    /// Splits a vector register into lanes.
    pub(super) fn split(&mut self, ty: ValueType, vector: Reg) -> Lanes {
        let lanes: Lanes = (0..ty.lanes()).map(|_| self.writer.reg()).collect();
        let defined: Vec<String> = lanes.iter().map(|lane| format!("{lane}:_(s{})", ty.scalar_bits())).collect();
        self.writer.line(format_args!("{} = G_UNMERGE_VALUES {vector}({})", defined.join(", "), vector_type(ty)));
        lanes
    }

    /// Traps if a divisor is 0, in any lane.
    fn require_divisors(&mut self, bits: u32, divisors: &[Reg]) {
        let mut holds = None;
        for &divisor in divisors {
            let lane = self.writer.compare_with("ne", bits, divisor, 0);
            holds = Some(holds.map_or(lane, |others| self.writer.binary("G_AND", 1, others, lane)));
        }
        if let Some(holds) = holds {
            self.require(holds, TrapKind::DivisionByZero);
        }
    }
}

/// Returns LLVM's generic opcode of an operation on integers.
const fn opcode(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "G_ADD",
        BinaryOp::Sub => "G_SUB",
        BinaryOp::Mul => "G_MUL",
        BinaryOp::UDiv => "G_UDIV",
        BinaryOp::SDiv => "G_SDIV",
        BinaryOp::URem => "G_UREM",
        BinaryOp::SRem => "G_SREM",
        BinaryOp::Shl => "G_SHL",
        BinaryOp::LShr => "G_LSHR",
        BinaryOp::AShr => "G_ASHR",
        BinaryOp::And => "G_AND",
        BinaryOp::Or => "G_OR",
        BinaryOp::Xor => "G_XOR",
    }
}

/// Returns the type of a vector register.
pub(super) const fn vector_type(ty: ValueType) -> Ty {
    Ty::Vector(ty.lanes(), ty.scalar_bits())
}

/// Writes a signed division or remainder by a divisor that is not 0. LLVM leaves the smallest integer by -1 undefined: dividends by -1 are
/// divided by 1, and the quotient is negated.
fn signed_division(writer: &mut Writer, op: BinaryOp, bits: u32, a: Reg, b: Reg) -> Reg {
    let negates = writer.compare_with("eq", bits, b, -1);
    let one = writer.constant(bits, 1);
    let divisor = writer.select(bits, negates, one, b);
    let result = writer.binary(opcode(op), bits, a, divisor);
    if op == BinaryOp::SRem {
        return result;
    }
    let zero = writer.constant(bits, 0);
    let negated = writer.binary("G_SUB", bits, zero, result);
    writer.select(bits, negates, negated, result)
}
