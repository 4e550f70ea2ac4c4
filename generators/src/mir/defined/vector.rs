//! Rows of vectors.

use super::maker::{Maker, Value, lane_bits, used};
use super::rows::VectorForm;
use irsmith_mir::tables::Version;
use irsmith_mir::{Element, OperandKind, Type};

impl Maker<'_, '_, '_> {
    pub(super) fn vector_row(&mut self, opcode: &'static str, form: VectorForm) {
        let ty = self.vector_type();
        let (Type::Vector { count, element, .. }, bits) = (ty, lane_bits(ty)) else { return };
        let lane = Type::Single(element);
        match form {
            VectorForm::Build => {
                let lanes: Vec<Value> = (0..count).map(|_| self.value(lane)).collect();
                let result = self.of(ty, opcode, &lanes);
                self.keep(result);
            }
            VectorForm::BuildTruncated => {
                let wide = Type::scalar(2 * bits);
                let lanes: Vec<Value> = (0..count).map(|_| self.value(wide)).collect();
                let result = self.of(ty, opcode, &lanes);
                self.keep(result);
            }
            VectorForm::Subvector | VectorForm::InsertSubvector => {
                let part = Type::vector(2, element);
                if part == ty {
                    return;
                }
                // The verifiers up to LLVM 19 divide the other way round.
                let most = if self.dialect.release <= Version::TABLES { 1 } else { u32::from(count) / 2 - 1 };
                let place = OperandKind::Immediate(i64::from(2 * self.choices.up_to(most)));
                let vector = self.value(ty);
                let result = if form == VectorForm::Subvector {
                    self.op(part, opcode, [used(vector), place])
                } else {
                    let part = self.value(part);
                    self.op(ty, opcode, [used(vector), used(part), place])
                };
                self.keep(result);
            }
            VectorForm::Compress => {
                let vector = self.value(ty);
                let mask = self.value(Type::vector(count, Element::Scalar(1)));
                let rest = self.value(ty);
                let result = self.of(ty, opcode, &[vector, mask, rest]);
                self.keep(result);
            }
            VectorForm::ReduceFloats | VectorForm::ReduceExtreme | VectorForm::ReduceInOrder => self.reduce_floats(opcode, form),
            VectorForm::Elements => {
                let vector = self.value(ty);
                let results: Vec<Value> = (0..count).map(|_| self.fresh(lane)).collect();
                self.define(&results, opcode, [used(vector)]);
                results.into_iter().for_each(|result| self.keep(result));
            }
            VectorForm::Concatenate => {
                let half = Type::vector(if bits == 64 { 2 } else { 64 / bits }, element);
                let whole = Type::vector(if bits == 64 { 4 } else { 128 / bits }, element);
                let parts = [self.value(half), self.value(half)];
                let result = self.of(whole, opcode, &parts);
                self.keep(result);
            }
            VectorForm::ExtractElement | VectorForm::InsertElement => {
                let vector = self.value(ty);
                let place = i128::from(self.choices.up_to(u32::from(count) - 1));
                let place = self.constant(Type::scalar(64), place);
                let result = if form == VectorForm::ExtractElement {
                    self.of(lane, opcode, &[vector, place])
                } else {
                    let value = self.value(lane);
                    self.of(ty, opcode, &[vector, value, place])
                };
                self.keep(result);
            }
            VectorForm::Shuffle => {
                let (a, b) = (self.value(ty), self.value(ty));
                // The result may have another number of lanes.
                let lanes = if self.is_plain { count } else { [count, 2 * count, (count / 2).max(2)][self.choices.below(3)] };
                let mask = (0..lanes).map(|_| Some(self.choices.up_to(2 * u32::from(count) - 1))).collect();
                let ty = Type::vector(lanes, element);
                let result = self.op(ty, opcode, [used(a), used(b), OperandKind::ShuffleMask(mask)]);
                self.keep(result);
            }
            VectorForm::Reduce => {
                let vector = self.value(ty);
                let result = self.of(lane, opcode, &[vector]);
                self.keep(result);
            }
            VectorForm::Bitcast => {
                let vector = self.value(ty);
                let all = count * bits;
                let other = if all == 64 { Type::scalar(64) } else { Type::vector(4, Element::Scalar(32)) };
                if other != ty {
                    let result = self.of(other, opcode, &[vector]);
                    self.keep(result);
                }
            }
        }
    }

    /// Adds a reduction of floats to one.
    fn reduce_floats(&mut self, opcode: &'static str, form: VectorForm) {
        let (count, bits) = [(4, 32), (2, 64), (2, 32)][self.choices.below(3)];
        let lane = Type::scalar(bits);
        let lanes: Vec<Value> = (0..count)
            .map(|_| match form {
                VectorForm::ReduceInOrder => self.float(lane),
                // Sums and products of these are exact.
                _ => self.whole(lane, 7),
            })
            .collect();
        let vector = self.of(Type::vector(count, Element::Scalar(bits)), "G_BUILD_VECTOR", &lanes);
        let mut operands = vec![vector];
        if form == VectorForm::ReduceInOrder {
            operands.insert(0, self.float(lane));
        }
        let result = self.of(lane, opcode, &operands);
        let result = self.settled(result);
        self.keep(result);
    }
}
