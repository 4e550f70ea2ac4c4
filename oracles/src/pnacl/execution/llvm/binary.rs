//! Binary operations.

use super::function::Lowering;
use super::spelling::{FloatBits, as_integers, splat};
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::tables::BinaryOp;
use irsmith_pnacl::{Value, ValueType};

impl Lowering<'_> {
    pub(super) fn binary(&mut self, to: &str, op: BinaryOp, a: Value, b: Value) {
        let ty = self.type_of(a);
        let (a, b) = (self.operand(a), self.operand(b));
        if let Some(name) = op.float_name().filter(|_| ty.is_float()) {
            let result = self.op(format_args!("{name} {ty} {a}, {b}"));
            return self.canonical(to, ty, &result);
        }
        match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if self.unit.guarded() => self.shift(to, op, ty, &a, &b),
            BinaryOp::UDiv | BinaryOp::URem if self.unit.guarded() => {
                self.require_divisor(ty, &b);
                self.define(to, format_args!("{} {ty} {a}, {b}", op.name()));
            }
            BinaryOp::SDiv | BinaryOp::SRem if self.unit.guarded() => self.signed_division(to, op, ty, &a, &b),
            _ => self.define(to, format_args!("{} {ty} {a}, {b}", op.name())),
        }
    }

    /// Canonicalizes a float result: NaNs become the canonical one.
    ///
    /// LangRef (Behavior of Floating-Point NaN values) leaves the sign and the payload of a NaN result open, and so does everything that an
    /// optimiser derives from a comparison of floats. The bits of one result are the same wherever they are used, so that integers say.
    pub(super) fn canonical(&mut self, to: &str, ty: ValueType, value: &str) {
        let (integers, condition) = (as_integers(ty), ty.comparison());
        let FloatBits { magnitude, infinity, nan } = FloatBits::of(ty);
        let bits = self.op(format_args!("bitcast {ty} {value} to {integers}"));
        let magnitude = self.op(format_args!("and {integers} {bits}, {}", splat(integers, magnitude)));
        let is_nan = self.op(format_args!("icmp ugt {integers} {magnitude}, {}", splat(integers, infinity)));
        let chosen = self.op(format_args!("select {condition} {is_nan}, {integers} {}, {integers} {bits}", splat(integers, nan)));
        self.define(to, format_args!("bitcast {integers} {chosen} to {ty}"));
    }

    /// Lowers a shift. LLVM leaves a shift by the width or more undefined.
    fn shift(&mut self, to: &str, op: BinaryOp, ty: ValueType, a: &str, b: &str) {
        let amount = self.op(format_args!("and {ty} {b}, {}", splat(ty, ty.scalar_bits() - 1)));
        self.define(to, format_args!("{} {ty} {a}, {amount}", op.name()));
    }

    /// Traps if a divisor is 0, in any lane.
    fn require_divisor(&mut self, ty: ValueType, b: &str) {
        let mut holds = self.op(format_args!("icmp ne {ty} {b}, {}", splat(ty, 0)));
        if ty.is_vector() {
            let lanes = self.op(format_args!("bitcast {} {holds} to i{}", ty.comparison(), ty.lanes()));
            holds = self.op(format_args!("icmp eq i{} {lanes}, -1", ty.lanes()));
        }
        self.require(&holds, TrapKind::DivisionByZero);
    }

    /// Lowers a signed division or remainder. LLVM leaves the smallest integer divided by -1 undefined, and its remainder. A quotient by -1
    /// is computed as the negated dividend, and a remainder by -1 as one by 1.
    fn signed_division(&mut self, to: &str, op: BinaryOp, ty: ValueType, a: &str, b: &str) {
        self.require_divisor(ty, b);
        let condition = ty.comparison();
        let negates = self.op(format_args!("icmp eq {ty} {b}, {}", splat(ty, -1)));
        let divisor = self.op(format_args!("select {condition} {negates}, {ty} {}, {ty} {b}", splat(ty, 1)));
        if op == BinaryOp::SRem {
            return self.define(to, format_args!("srem {ty} {a}, {divisor}"));
        }
        let negated = self.op(format_args!("sub {ty} {}, {a}", splat(ty, 0)));
        let quotient = self.op(format_args!("sdiv {ty} {a}, {divisor}"));
        self.define(to, format_args!("select {condition} {negates}, {ty} {negated}, {ty} {quotient}"));
    }
}
