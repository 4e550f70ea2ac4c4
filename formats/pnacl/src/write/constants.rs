//! The constants block.

use super::Writer;
use super::abbreviations::id;
use crate::bits::sign_rotate;
use crate::stream::UNABBREV_RECORD;
use crate::tables::{BlockKind, constant};
use crate::{Constant, Literal};

/// Width of abbreviation ids in the block.
const WIDTH: u32 = 3;

impl Writer<'_> {
    pub(super) fn constants(&mut self, constants: &[Constant]) {
        self.stream.enter(BlockKind::Constants.code() as u32, WIDTH);
        let mut ty = None;
        for constant in constants {
            if ty != Some(constant.ty) {
                ty = Some(constant.ty);
                let abbreviation = self.standard.with_type(id::SET_TYPE, constant.ty.0);
                self.stream.record(abbreviation, constant::SET_TYPE, &[u64::from(constant.ty.0)]);
            }
            self.literal(constant.literal);
        }
        self.stream.end();
    }

    fn literal(&mut self, literal: Literal) {
        match literal {
            Literal::Undef => self.stream.record(UNABBREV_RECORD, constant::UNDEF, &[]),
            Literal::Integer(0) => self.stream.record(id::ZERO, constant::INTEGER, &[0]),
            Literal::Integer(value) => self.stream.record(id::INTEGER, constant::INTEGER, &[sign_rotate(value)]),
            Literal::Float(bits) => self.stream.record(id::FLOAT, constant::FLOAT, &[bits]),
        }
    }
}
