//! Lane-wise operations that WebAssembly lacks: a function for each, consisting of scalar operations on every lane.

use super::operand::{Operand, Shape};
use super::scalar::{float, integer};
use irsmith_pnacl::tables::BinaryOp;
use std::collections::BTreeMap;
use wasm_encoder::{Function, InstructionSink, ValType};

/// The functions needed so far, by operation and shape.
pub(super) struct LaneFunctions {
    first: u32,
    numbers: BTreeMap<(BinaryOp, u32, bool), (u32, Shape)>,
}

impl LaneFunctions {
    /// Makes an empty set, whose functions will be numbered from `first` up.
    pub(super) const fn behind(first: u32) -> Self {
        Self { first, numbers: BTreeMap::new() }
    }

    /// Returns the number of the function for an operation on vectors of this shape.
    pub(super) fn number(&mut self, op: BinaryOp, shape: Shape) -> u32 {
        let next = self.first + self.numbers.len() as u32;
        self.numbers.entry((op, shape.lanes(), shape == Shape::F32x4)).or_insert((next, shape)).0
    }

    /// Returns the functions in order of their numbers.
    pub(super) fn functions(&self) -> Vec<Function> {
        let mut rows: Vec<_> = self.numbers.iter().map(|(key, &(number, shape))| (number, key.0, shape)).collect();
        rows.sort_unstable_by_key(|row| row.0);
        rows.into_iter().map(|(_, op, shape)| lane_function(op, shape)).collect()
    }
}

/// Builds a function: parameters 0 and 1 are the vectors, locals 2 and 3 a lane of each; the result is built in parameter 0.
fn lane_function(op: BinaryOp, shape: Shape) -> Function {
    let float_lanes = shape == Shape::F32x4;
    let lane_type = if float_lanes { ValType::F32 } else { ValType::I32 };
    let mut function = Function::new([(2, lane_type)]);
    let mut sink = function.instructions();
    for lane in 0..shape.lanes() as u8 {
        sink.local_get(0);
        for (vector, local) in [(0, 2), (1, 3)] {
            sink.local_get(vector);
            extract_lane(&mut sink, shape, lane);
            sink.local_set(local);
        }
        let (a, b) = (Operand::Local(2), Operand::Local(3));
        if float_lanes {
            float(&mut sink, op, false, a, b);
        } else {
            integer(&mut sink, op, shape.width(), a, b);
        }
        replace_lane(&mut sink, shape, lane);
        sink.local_set(0);
    }
    sink.local_get(0).end();
    function
}

/// Extracts a lane of the vector on the stack, an integer zero-extended.
pub(super) fn extract_lane(sink: &mut InstructionSink<'_>, shape: Shape, lane: u8) {
    match shape {
        Shape::I8x16 => sink.i8x16_extract_lane_u(lane),
        Shape::I16x8 => sink.i16x8_extract_lane_u(lane),
        Shape::I32x4 => sink.i32x4_extract_lane(lane),
        Shape::F32x4 => sink.f32x4_extract_lane(lane),
    };
}

/// Replaces a lane of the vector below by the scalar on the stack.
pub(super) fn replace_lane(sink: &mut InstructionSink<'_>, shape: Shape, lane: u8) {
    match shape {
        Shape::I8x16 => sink.i8x16_replace_lane(lane),
        Shape::I16x8 => sink.i16x8_replace_lane(lane),
        Shape::I32x4 => sink.i32x4_replace_lane(lane),
        Shape::F32x4 => sink.f32x4_replace_lane(lane),
    };
}
