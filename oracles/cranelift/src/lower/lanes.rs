//! Lanes of vectors: reading, replacing and selecting lanes, and applying scalar-only operations of Cranelift to each lane.

use super::Lowering;
use crate::Error;
use cranelift_codegen::ir::{self, Endianness, InstBuilder, MemFlagsData, Type, types};
use irsmith_pnacl::Value;

/// Vectors keep their lanes in order of address, lane 0 in the low bits.
const LANE_ORDER: MemFlagsData = MemFlagsData::new().with_endianness(Endianness::Little);

impl Lowering<'_, '_> {
    /// Applies an operation to two scalars, or to the lanes of two vectors one after another.
    pub(super) fn each_lane(
        &mut self,
        a: ir::Value,
        b: ir::Value,
        scalar: impl Fn(&mut Self, ir::Value, ir::Value) -> ir::Value,
    ) -> ir::Value {
        let ty = self.builder.func.dfg.value_type(a);
        if !ty.is_vector() {
            return scalar(self, a, b);
        }
        let mut result = a;
        for lane in 0..ty.lane_count() as u8 {
            let (x, y) = (self.builder.ins().extractlane(a, lane), self.builder.ins().extractlane(b, lane));
            let value = scalar(self, x, y);
            result = self.builder.ins().insertlane(result, value, lane);
        }
        result
    }

    /// Reads a lane.
    pub(super) fn extract(&mut self, vector: Value, index: Value) -> Result<ir::Value, Error> {
        let (lane, ty) = (self.lane(vector, index)?, self.type_of(vector));
        let vector = self.operand(vector)?;
        let value = self.builder.ins().extractlane(vector, lane);
        Ok(if ty.is_i1() { self.truth_of_mask(value) } else { value })
    }

    /// Replaces a lane.
    pub(super) fn insert(&mut self, vector: Value, element: Value, index: Value) -> Result<ir::Value, Error> {
        let (lane, ty) = (self.lane(vector, index)?, self.type_of(vector));
        let (vector, mut element) = (self.operand(vector)?, self.operand(element)?);
        if ty.is_i1() {
            let native = self.builder.func.dfg.value_type(vector).lane_type();
            element = self.mask_of_truth(element, native);
        }
        Ok(self.builder.ins().insertlane(vector, element, lane))
    }

    /// Returns the index of a lane, modulo their count.
    fn lane(&self, vector: Value, index: Value) -> Result<u8, Error> {
        let lanes = self.type_of(vector).lanes();
        self.constant_operand(index)?.checked_rem(lanes).map(|lane| lane as u8).ok_or(Error::Invalid("lanes are of vectors"))
    }

    /// Selects a value, or lanes of two.
    pub(super) fn select(&mut self, condition: ir::Value, lanewise: bool, a: ir::Value, b: ir::Value) -> ir::Value {
        if !lanewise {
            return self.builder.ins().select(condition, a, b);
        }
        let ty = self.builder.func.dfg.value_type(a);
        let mask = self.same_bits(condition, ty);
        self.builder.ins().bitselect(mask, a, b)
    }

    /// Reinterprets the bits of a value as another type of the same size.
    pub(super) fn same_bits(&mut self, value: ir::Value, ty: Type) -> ir::Value {
        if self.builder.func.dfg.value_type(value) == ty { value } else { self.builder.ins().bitcast(ty, LANE_ORDER, value) }
    }

    /// Converts a lane of a mask to an i1.
    fn truth_of_mask(&mut self, lane: ir::Value) -> ir::Value {
        let byte = match self.builder.func.dfg.value_type(lane) {
            types::I8 => lane,
            _ => self.builder.ins().ireduce(types::I8, lane),
        };
        self.builder.ins().band_imm_s(byte, 1)
    }

    /// Converts an i1 to a lane of a mask.
    fn mask_of_truth(&mut self, truth: ir::Value, ty: Type) -> ir::Value {
        let mask = self.builder.ins().ineg(truth);
        if ty == types::I8 { mask } else { self.builder.ins().sextend(ty, mask) }
    }
}
