//! Comparisons and selections.

use super::function::Lowering;
use super::integer::vector_type;
use super::writer::{Lanes, Reg, Ty};
use irsmith_pnacl::tables::Predicate;
use irsmith_pnacl::{Value, ValueType};

impl Lowering<'_> {
    pub(super) fn compare(&mut self, predicate: Predicate, a: Value, b: Value) -> Lanes {
        let ty = self.type_of(a);
        let (a, b) = (self.operand(a), self.operand(b));
        // LLVM's own translation has no such comparisons.
        if matches!(predicate, Predicate::False | Predicate::True) {
            let holds = i64::from(predicate == Predicate::True);
            return a.iter().map(|_| self.writer.constant(1, holds)).collect();
        }
        let (opcode, kind) = if ty.is_float() { ("G_FCMP", "floatpred") } else { ("G_ICMP", "intpred") };
        let name = predicate.name();
        if self.has_vector(ty) {
            let (a, b) = (self.join(ty, &a), self.join(ty, &b));
            let lanes = vector_type(ty.comparison());
            let mask = self.writer.op(lanes, format_args!("{opcode} {kind}({name}), {a}({}), {b}", vector_type(ty)));
            return self.split_mask(ty, mask);
        }
        a.into_iter().zip(b).map(|(a, b)| self.compare_lane(opcode, kind, name, ty, a, b)).collect()
    }

    /// Compares scalars; booleans as wider integers, whose order is the same.
    fn compare_lane(&mut self, opcode: &str, kind: &str, name: &str, ty: ValueType, a: Reg, b: Reg) -> Reg {
        if !ty.is_i1() {
            return self.writer.scalar(1, format_args!("{opcode} {kind}({name}), {a}(s{}), {b}", ty.scalar_bits()));
        }
        let (a, b) = (self.writer.resize("G_SEXT", a, 1, 8), self.writer.resize("G_SEXT", b, 1, 8));
        self.writer.compare(name, 8, a, b)
    }

    /// Splits a vector of i1 that compares vectors of a type into lanes. Vectors of s1 have no registers of their own, so they are widened.
    fn split_mask(&mut self, ty: ValueType, mask: Reg) -> Lanes {
        let wide =
            self.writer.op(Ty::Vector(ty.lanes(), ty.scalar_bits()), format_args!("G_SEXT {mask}({})", vector_type(ty.comparison())));
        let lanes = self.split(ty, wide);
        lanes.into_iter().map(|lane| self.writer.resize("G_TRUNC", lane, ty.scalar_bits(), 1)).collect()
    }

    pub(super) fn select(&mut self, condition: Value, a: Value, b: Value) -> Lanes {
        let (ty, per_lane) = (self.type_of(a), self.type_of(condition).is_vector());
        let (condition, a, b) = (self.operand(condition), self.operand(a), self.operand(b));
        let bits = ty.scalar_bits();
        if self.has_vector(ty) && !per_lane {
            let (a, b) = (self.join(ty, &a), self.join(ty, &b));
            let chosen = self.writer.op(vector_type(ty), format_args!("G_SELECT {}(s1), {a}, {b}", condition[0]));
            return self.split(ty, chosen);
        }
        let conditions = condition.iter().cycle();
        a.iter().zip(&b).zip(conditions).map(|((&a, &b), &condition)| self.writer.select(bits, condition, a, b)).collect()
    }
}
