//! Float arithmetic. Results that are NaNs become the canonical one, by their bits as integers.

use super::function::Lowering;
use super::integer::vector_type;
use super::support::{FMOD, SQRT};
use super::writer::{Callee, Class, Lanes, Reg, Writer};
use irsmith_pnacl::ValueType;
use irsmith_pnacl::tables::BinaryOp;

impl Lowering<'_> {
    pub(super) fn float_binary(&mut self, op: BinaryOp, ty: ValueType, a: &[Reg], b: &[Reg]) -> Lanes {
        let results = match op {
            BinaryOp::Add => self.each_lane("G_FADD", ty, a, b),
            BinaryOp::Sub => self.each_lane("G_FSUB", ty, a, b),
            BinaryOp::Mul => self.each_lane("G_FMUL", ty, a, b),
            BinaryOp::SDiv => self.each_lane("G_FDIV", ty, a, b),
            BinaryOp::SRem => a.iter().zip(b).map(|(&a, &b)| remainder(&mut self.writer, ty.scalar_bits(), a, b)).collect(),
            // Floats do not have the others.
            BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => a.to_vec(),
        };
        results.into_iter().map(|result| canonical(&mut self.writer, ty.scalar_bits(), result)).collect()
    }

    pub(super) fn square_root(&mut self, ty: ValueType, value: Reg) -> Reg {
        let bits = ty.scalar_bits();
        let root = if self.unit.codegen.is_rich() {
            self.writer.scalar(bits, format_args!("G_FSQRT {value}"))
        } else {
            // The root of a float, computed as a double's and rounded again, is the float's own.
            through_double(&mut self.writer, bits, &[value], SQRT)
        };
        canonical(&mut self.writer, bits, root)
    }

    /// Clears signs.
    pub(super) fn absolute(&mut self, ty: ValueType, lanes: &[Reg]) -> Lanes {
        if self.has_vector(ty) {
            let vector = self.join(ty, lanes);
            let result = self.writer.op(vector_type(ty), format_args!("G_FABS {vector}"));
            return self.split(ty, result);
        }
        let bits = ty.scalar_bits();
        lanes.iter().map(|&lane| self.writer.binary_with("G_AND", bits, lane, (u64::MAX >> (65 - bits)) as i64)).collect()
    }
}

/// Returns the canonical NaN for any NaN, otherwise the float itself.
pub(super) fn canonical(writer: &mut Writer, bits: u32, value: Reg) -> Reg {
    let (infinity, nan) = if bits == 32 { (0x7f80_0000, 0x7fc0_0000) } else { (0x7ff0 << 48, 0x7ff8 << 48) };
    let positive = writer.binary_with("G_AND", bits, value, (u64::MAX >> (65 - bits)) as i64);
    let is_nan = writer.compare_with("ugt", bits, positive, infinity);
    let nan = writer.constant(bits, nan);
    writer.select(bits, is_nan, nan, value)
}

/// Returns the remainder of floats, with the sign of the dividend.
fn remainder(writer: &mut Writer, bits: u32, a: Reg, b: Reg) -> Reg {
    if writer.codegen.is_rich() && bits == 64 {
        // LLVM calls `fmod`, which is a function of the file too.
        return writer.scalar(bits, format_args!("G_FREM {a}, {b}"));
    }
    // The remainder of two floats is a float.
    through_double(writer, bits, &[a, b], FMOD)
}

/// Calls a function of doubles with floats or doubles.
fn through_double(writer: &mut Writer, bits: u32, arguments: &[Reg], function: &str) -> Reg {
    let mut wide = Vec::new();
    for &argument in arguments {
        wide.push((Class::Float(64), writer.resize("G_FPEXT", argument, bits, 64)));
    }
    let result = writer.call(&Callee::Function(function), &wide, Some(Class::Float(64)));
    // A call with a result returns one.
    let result = result.unwrap_or(arguments[0]);
    writer.resize("G_FPTRUNC", result, 64, bits)
}
