//! Conversions.

use super::function::Lowering;
use super::spelling::suffix;
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Value, ValueType};

impl Lowering<'_> {
    pub(super) fn cast(&mut self, to: &str, op: CastOp, value: Value, ty: ValueType) {
        let from = self.type_of(value);
        let value = self.operand(value);
        match op {
            CastOp::FpTrunc | CastOp::FpExt => {
                let result = self.op(format_args!("{} {from} {value} to {ty}", op.name()));
                self.canonical(to, ty, &result);
            }
            // LLVM leaves values out of range undefined; its saturating forms are the total semantics.
            CastOp::FpToUi | CastOp::FpToSi if self.unit.guarded() => {
                let name = format!("@llvm.{}.sat.{}.{}", op.name(), suffix(ty), suffix(from));
                self.declare(format_args!("{ty} {name}({from})"));
                self.define(to, format_args!("call {ty} {name}({from} {value})"));
            }
            _ => self.define(to, format_args!("{} {from} {value} to {ty}", op.name())),
        }
    }

    /// Declares an intrinsic of LLVM.
    pub(super) fn declare(&mut self, signature: std::fmt::Arguments<'_>) {
        self.declarations.insert(signature.to_string());
    }
}
