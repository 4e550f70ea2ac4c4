//! Comparisons.

use super::{Lowering, representation};
use crate::Error;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder};
use irsmith_pnacl::ValueType;
use irsmith_pnacl::tables::Predicate;

impl Lowering<'_, '_> {
    /// Returns an i1 or a mask. `ty` is the operands' type.
    pub(super) fn compare(&mut self, predicate: Predicate, ty: ValueType, a: ir::Value, b: ir::Value) -> Result<ir::Value, Error> {
        if let Some(condition) = integer_condition(predicate) {
            return Ok(self.builder.ins().icmp(condition, a, b));
        }
        let native = representation(ty.comparison())?;
        Ok(match predicate {
            Predicate::False => self.zero(native),
            Predicate::True if ty.is_vector() => self.splat(native, -1),
            Predicate::True => self.constant(native, 1),
            // The next two do not exist for vectors: less or greater, and its negation.
            Predicate::One if ty.is_vector() => self.less_or_greater(a, b),
            Predicate::Ueq if ty.is_vector() => {
                let different = self.less_or_greater(a, b);
                self.builder.ins().bnot(different)
            }
            _ => {
                let condition = float_condition(predicate).ok_or(Error::Invalid("a comparison has no such predicate"))?;
                self.builder.ins().fcmp(condition, a, b)
            }
        })
    }

    fn less_or_greater(&mut self, a: ir::Value, b: ir::Value) -> ir::Value {
        let less = self.builder.ins().fcmp(FloatCC::LessThan, a, b);
        let greater = self.builder.ins().fcmp(FloatCC::GreaterThan, a, b);
        self.builder.ins().bor(less, greater)
    }
}

fn integer_condition(predicate: Predicate) -> Option<IntCC> {
    Some(match predicate {
        Predicate::Eq => IntCC::Equal,
        Predicate::Ne => IntCC::NotEqual,
        Predicate::Ugt => IntCC::UnsignedGreaterThan,
        Predicate::Uge => IntCC::UnsignedGreaterThanOrEqual,
        Predicate::Ult => IntCC::UnsignedLessThan,
        Predicate::Ule => IntCC::UnsignedLessThanOrEqual,
        Predicate::Sgt => IntCC::SignedGreaterThan,
        Predicate::Sge => IntCC::SignedGreaterThanOrEqual,
        Predicate::Slt => IntCC::SignedLessThan,
        Predicate::Sle => IntCC::SignedLessThanOrEqual,
        irsmith_pnacl::float_predicates!() => return None,
    })
}

fn float_condition(predicate: Predicate) -> Option<FloatCC> {
    Some(match predicate {
        Predicate::Oeq => FloatCC::Equal,
        Predicate::Ogt => FloatCC::GreaterThan,
        Predicate::Oge => FloatCC::GreaterThanOrEqual,
        Predicate::Olt => FloatCC::LessThan,
        Predicate::Ole => FloatCC::LessThanOrEqual,
        Predicate::One => FloatCC::OrderedNotEqual,
        Predicate::Ord => FloatCC::Ordered,
        Predicate::Uno => FloatCC::Unordered,
        Predicate::Ueq => FloatCC::UnorderedOrEqual,
        Predicate::Fugt => FloatCC::UnorderedOrGreaterThan,
        Predicate::Fuge => FloatCC::UnorderedOrGreaterThanOrEqual,
        Predicate::Fult => FloatCC::UnorderedOrLessThan,
        Predicate::Fule => FloatCC::UnorderedOrLessThanOrEqual,
        Predicate::Une => FloatCC::NotEqual,
        // Floats have no condition codes for these.
        Predicate::False
        | Predicate::True
        | Predicate::Eq
        | Predicate::Ne
        | Predicate::Ugt
        | Predicate::Uge
        | Predicate::Ult
        | Predicate::Ule
        | Predicate::Sgt
        | Predicate::Sge
        | Predicate::Slt
        | Predicate::Sle => return None,
    })
}
