//! Conversions.

use super::float::canonical;
use super::function::Lowering;
use super::writer::{Lanes, Reg, Writer};
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Value, ValueType};

impl Lowering<'_> {
    pub(super) fn cast(&mut self, op: CastOp, value: Value, to: ValueType) -> Lanes {
        let from = self.type_of(value);
        let lanes = self.operand(value);
        if op == CastOp::BitCast {
            return self.same_bits(from, to, &lanes);
        }
        let (source, target) = (from.scalar_bits(), to.scalar_bits());
        let writer = &mut self.writer;
        let lane = |value: Reg| match op {
            CastOp::Trunc => writer.resize("G_TRUNC", value, source, target),
            CastOp::ZExt => writer.resize("G_ZEXT", value, source, target),
            CastOp::SExt => writer.resize("G_SEXT", value, source, target),
            CastOp::FpTrunc => {
                let result = writer.resize("G_FPTRUNC", value, source, target);
                canonical(writer, target, result)
            }
            CastOp::FpExt => {
                let result = writer.resize("G_FPEXT", value, source, target);
                canonical(writer, target, result)
            }
            CastOp::FpToUi => to_integer(writer, source, target, false, value),
            CastOp::FpToSi => to_integer(writer, source, target, true, value),
            CastOp::UiToFp => from_unsigned(writer, source, target, value),
            CastOp::SiToFp => from_signed(writer, source, target, value),
            CastOp::BitCast => value,
        };
        lanes.into_iter().map(lane).collect()
    }
}

/// Converts a float to the nearest integer toward zero that `bits` bits hold; 0 for a NaN. All comparisons are of doubles, which hold every
/// float and every limit.
fn to_integer(writer: &mut Writer, source: u32, bits: u32, signed: bool, value: Reg) -> Reg {
    let double = writer.resize("G_FPEXT", value, source, 64);
    let power = f64::from(bits).exp2();
    let (low, high) = if signed { (-power / 2.0, power / 2.0) } else { (0.0, power) };
    let (smallest, largest) =
        if signed { (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits)) } else { (0, (u64::MAX >> (64 - bits)) as i64) };
    let whole = if signed || bits < 64 { whole(writer, bits, double) } else { unsigned(writer, double) };
    let result = choose(writer, bits, "ole", double, low, smallest, whole);
    let result = choose(writer, bits, "oge", double, high, largest, result);
    choose(writer, bits, "uno", double, 0.0, 0, result)
}

/// Returns a constant if the double compares so with a limit, otherwise the value.
fn choose(writer: &mut Writer, bits: u32, predicate: &str, double: Reg, limit: f64, constant: i64, value: Reg) -> Reg {
    let limit = writer.float_constant(64, limit.to_bits());
    let holds = writer.scalar(1, format_args!("G_FCMP floatpred({predicate}), {double}(s64), {limit}"));
    let constant = writer.constant(bits, constant);
    writer.select(bits, holds, constant, value)
}

/// Converts a double that an integer of 64 bits holds, and keeps the low bits.
fn whole(writer: &mut Writer, bits: u32, double: Reg) -> Reg {
    let integer = signed(writer, double);
    writer.resize("G_TRUNC", integer, 64, bits)
}

/// Converts a double that a signed integer of 64 bits holds; the result for others is not used.
fn signed(writer: &mut Writer, double: Reg) -> Reg {
    let mut held = double;
    // The result for others is poison, which only a selection leaves out: masks would pass it on.
    if !writer.codegen.is_rich() {
        let magnitude = writer.binary_with("G_AND", 64, double, i64::MAX);
        let fits = writer.compare_with("ult", 64, magnitude, 63f64.exp2().to_bits() as i64);
        let zero = writer.constant(64, 0);
        held = writer.select(64, fits, double, zero);
    }
    writer.scalar(64, format_args!("G_FPTOSI {held}(s64)"))
}

/// Converts a double that an unsigned integer of 64 bits holds.
fn unsigned(writer: &mut Writer, double: Reg) -> Reg {
    if writer.codegen.is_rich() {
        return writer.scalar(64, format_args!("G_FPTOUI {double}(s64)"));
    }
    // From 2^63 on, the integer is that of the difference to 2^63, with the upper bit set.
    let half = writer.float_constant(64, 63f64.exp2().to_bits());
    let is_large = writer.scalar(1, format_args!("G_FCMP floatpred(oge), {double}(s64), {half}"));
    let rest = writer.binary("G_FSUB", 64, double, half);
    let large = signed(writer, rest);
    let large = writer.binary_with("G_XOR", 64, large, i64::MIN);
    let small = signed(writer, double);
    writer.select(64, is_large, large, small)
}

fn from_signed(writer: &mut Writer, source: u32, target: u32, value: Reg) -> Reg {
    let wide = writer.resize("G_SEXT", value, source, source.max(32));
    writer.scalar(target, format_args!("G_SITOFP {wide}(s{})", source.max(32)))
}

fn from_unsigned(writer: &mut Writer, source: u32, target: u32, value: Reg) -> Reg {
    if writer.codegen.is_rich() {
        let wide = writer.resize("G_ZEXT", value, source, source.max(32));
        return writer.scalar(target, format_args!("G_UITOFP {wide}(s{})", source.max(32)));
    }
    let wide = writer.resize("G_ZEXT", value, source, 64);
    let direct = writer.scalar(target, format_args!("G_SITOFP {wide}(s64)"));
    if source < 64 {
        return direct;
    }
    // Half of it, with the lost bit kept for rounding, and then twice the float.
    let half = writer.binary_with("G_LSHR", 64, wide, 1);
    let lost = writer.binary_with("G_AND", 64, wide, 1);
    let half = writer.binary("G_OR", 64, half, lost);
    let half = writer.scalar(target, format_args!("G_SITOFP {half}(s64)"));
    let twice = writer.binary("G_FADD", target, half, half);
    let is_large = writer.compare_with("slt", 64, wide, 0);
    writer.select(target, is_large, twice, direct)
}
