//! Lanes of vectors, and the same bits in other lanes.

use super::function::Lowering;
use super::integer::vector_type;
use super::writer::{Lanes, Reg};
use irsmith_pnacl::{Value, ValueType};

impl Lowering<'_> {
    /// Returns the number of the lane that an index, a constant, selects. Vectors have a power of two of lanes.
    fn lane(&self, vector: Value, index: Value) -> usize {
        let lanes = self.type_of(vector).lanes().max(1);
        self.integer(index).unwrap_or(0) as usize & (lanes as usize - 1)
    }

    pub(super) fn extract(&mut self, vector: Value, index: Value) -> Lanes {
        let (lane, ty) = (self.lane(vector, index), self.type_of(vector));
        let lanes = self.operand(vector);
        if !self.has_vector(ty) {
            return vec![lanes[lane]];
        }
        let (vector, index) = (self.join(ty, &lanes), self.writer.constant(64, lane as i64));
        let bits = ty.scalar_bits();
        vec![self.writer.scalar(bits, format_args!("G_EXTRACT_VECTOR_ELT {vector}({}), {index}(s64)", vector_type(ty)))]
    }

    pub(super) fn insert(&mut self, vector: Value, element: Value, index: Value) -> Lanes {
        let (lane, ty) = (self.lane(vector, index), self.type_of(vector));
        let (mut lanes, element) = (self.operand(vector), self.scalar(element));
        if !self.has_vector(ty) {
            lanes[lane] = element;
            return lanes;
        }
        let (vector, index) = (self.join(ty, &lanes), self.writer.constant(64, lane as i64));
        let bits = ty.scalar_bits();
        let changed = self.writer.op(vector_type(ty), format_args!("G_INSERT_VECTOR_ELT {vector}, {element}(s{bits}), {index}(s64)"));
        self.split(ty, changed)
    }

    /// Returns the same bits as lanes of another type.
    pub(super) fn same_bits(&mut self, from: ValueType, to: ValueType, lanes: &[Reg]) -> Lanes {
        let (narrow, wide) = (from.scalar_bits(), to.scalar_bits());
        if self.has_vector(from) && self.has_vector(to) && narrow != wide {
            let vector = self.join(from, lanes);
            let cast = self.writer.op(vector_type(to), format_args!("G_BITCAST {vector}({})", vector_type(from)));
            return self.split(to, cast);
        }
        if narrow == wide {
            lanes.to_vec()
        } else if narrow < wide {
            lanes.chunks((wide / narrow) as usize).map(|part| self.merge(narrow, wide, part)).collect()
        } else {
            let mut parts = Lanes::new();
            for &lane in lanes {
                for part in 0..narrow / wide {
                    let moved = if part == 0 { lane } else { self.writer.binary_with("G_LSHR", narrow, lane, (part * wide).into()) };
                    parts.push(self.writer.resize("G_TRUNC", moved, narrow, wide));
                }
            }
            parts
        }
    }

    /// Joins narrow scalars to a wide one, the first in its low bits.
    fn merge(&mut self, narrow: u32, wide: u32, parts: &[Reg]) -> Reg {
        let mut all = None;
        for (part, at) in parts.iter().zip((0..).step_by(narrow as usize)) {
            let mut bits = self.writer.resize("G_ZEXT", *part, narrow, wide);
            if at > 0 {
                bits = self.writer.binary_with("G_SHL", wide, bits, at);
            }
            all = Some(all.map_or(bits, |others| self.writer.binary("G_OR", wide, others, bits)));
        }
        all.unwrap_or_else(|| self.writer.constant(wide, 0))
    }
}
