//! The types block.

use super::Writer;
use super::abbreviations::id;
use crate::stream::UNABBREV_RECORD;
use crate::tables::{BlockKind, type_code};
use crate::{Signature, Type};

/// Width of abbreviation ids in the block.
const WIDTH: u32 = 3;

impl Writer<'_> {
    pub(super) fn types(&mut self) {
        self.stream.enter(BlockKind::Types.code() as u32, WIDTH);
        self.stream.define(self.standard.function_type());
        self.stream.record(UNABBREV_RECORD, type_code::COUNT, &[self.module.types.len() as u64]);
        for ty in &self.module.types {
            match ty {
                Type::Void => self.stream.record(UNABBREV_RECORD, type_code::VOID, &[]),
                Type::Float => self.stream.record(UNABBREV_RECORD, type_code::FLOAT, &[]),
                Type::Double => self.stream.record(UNABBREV_RECORD, type_code::DOUBLE, &[]),
                Type::Integer(bits) => self.stream.record(UNABBREV_RECORD, type_code::INTEGER, &[u64::from(*bits)]),
                Type::Vector { lanes, element } => {
                    self.stream.record(UNABBREV_RECORD, type_code::VECTOR, &[u64::from(*lanes), u64::from(element.0)]);
                }
                Type::Function(signature) => self.signature(signature),
            }
        }
        self.stream.end();
    }

    fn signature(&mut self, signature: &Signature) {
        let (arena, start) = self.stream.arena();
        arena.push(u64::from(signature.varargs));
        arena.push(u64::from(signature.result.0));
        arena.extend(signature.parameters.iter().map(|ty| u64::from(ty.0)));
        let largest = signature.parameters.iter().map(|ty| ty.0).max().unwrap_or(0).max(signature.result.0);
        let abbreviation = self.standard.with_type(id::FUNCTION_TYPE, largest);
        self.stream.finish_record(abbreviation, type_code::FUNCTION, start);
    }
}
