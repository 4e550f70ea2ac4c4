//! Reads operands of instructions; the inverse of `write::operands`. The instruction table names these methods.

use super::kinds::Kinds;
use crate::bits::sign_unrotate;
use crate::tables::{BinaryOp, CastOp, Predicate};
use crate::{Alignment, BitAddress, BlockId, Error, ErrorKind, Incoming, Result, SwitchCase, TypeId, Value};
use smallvec::SmallVec;

/// Reads the operands of an instruction's record one by one.
#[derive(Debug)]
pub struct OperandReader<'o, 'v> {
    at: BitAddress,
    operands: &'o [u64],
    /// The values defined so far, by absolute index.
    values: &'v [Value],
    saw_pending: bool,
    /// The kind of a case item, if that is neither 0 nor 1.
    case_kind: Option<u64>,
    /// The numbers of values by kind, if they may differ from those of `values`.
    kinds: Option<Kinds>,
    /// The first value of which the number differs, and the value that has the number by kind.
    differing: Option<(Value, Value)>,
}

impl<'o, 'v> OperandReader<'o, 'v> {
    pub(super) const fn new(at: BitAddress, operands: &'o [u64], values: &'v [Value], kinds: Option<Kinds>) -> Self {
        Self { at, operands, values, saw_pending: false, case_kind: None, kinds, differing: None }
    }

    /// Returns the position of the record.
    pub const fn at(&self) -> BitAddress {
        self.at
    }

    /// Returns the number of operands not yet read.
    pub const fn remaining(&self) -> usize {
        self.operands.len()
    }

    /// Returns whether a value was named before its definition.
    pub(super) const fn saw_pending(&self) -> bool {
        self.saw_pending
    }

    /// Returns the kind of a case item if it differs from what writers write, although the tools treat it as the same.
    pub(super) const fn case_kind(&self) -> Option<u64> {
        self.case_kind
    }

    /// Returns the first value of which the number differs by kind, and the value that has this number by kind.
    pub(super) const fn differing(&self) -> Option<(Value, Value)> {
        self.differing
    }

    fn next(&mut self, what: &'static str) -> Result<u64> {
        match self.operands {
            [first, rest @ ..] => {
                self.operands = rest;
                Ok(*first)
            }
            [] => Err(self.error(ErrorKind::OperandCount { record: what, count: 0, expected: "more" })),
        }
    }

    fn narrow(&mut self, what: &'static str) -> Result<u32> {
        let value = self.next(what)?;
        u32::try_from(value).map_err(|_| self.error(ErrorKind::OutOfRange { what, value }))
    }

    fn coded<T>(&mut self, what: &'static str, decode: impl Fn(u64) -> Option<T>) -> Result<T> {
        let value = self.next(what)?;
        decode(value).ok_or_else(|| self.error(ErrorKind::OutOfRange { what, value }))
    }

    fn error(&self, kind: ErrorKind) -> Error {
        Error { at: self.at, kind }
    }

    /// Returns the value with this absolute index, which may be defined later.
    fn at_absolute(&mut self, absolute: u32) -> Result<Value> {
        if let Some(&value) = self.values.get(absolute as usize) {
            if let Some(kinds) = self.kinds {
                let other = kinds.value(absolute);
                if other != value {
                    self.differing.get_or_insert((value, other));
                }
            }
            return Ok(value);
        }
        if absolute >= Value::MAX_INDEX {
            return Err(self.error(ErrorKind::UndefinedValue { index: absolute, limit: self.values.len() as u32 }));
        }
        self.saw_pending = true;
        Ok(Value::pending(absolute))
    }

    /// Returns the value this many places before the next one, modulo 2^32; upper bits are dropped, as by the tools.
    fn at_distance(&mut self, distance: u64) -> Result<Value> {
        self.at_absolute((self.values.len() as u32).wrapping_sub(distance as u32))
    }

    pub(crate) fn relative(&mut self) -> Result<Value> {
        let distance = self.next("value")?;
        self.at_distance(distance)
    }

    pub(crate) fn relative_wide(&mut self) -> Result<Value> {
        self.relative()
    }

    pub(crate) fn optional_relative(&mut self) -> Result<Option<Value>> {
        if self.operands.is_empty() { Ok(None) } else { self.relative().map(Some) }
    }

    /// Reads an absolute index, of which the tools read 32 bits, as with distances.
    pub(crate) fn absolute(&mut self) -> Result<Value> {
        let absolute = self.next("value index")?;
        self.at_absolute(absolute as u32)
    }

    pub(crate) fn arguments(&mut self) -> Result<SmallVec<[Value; 4]>> {
        let mut arguments = SmallVec::with_capacity(self.operands.len());
        while !self.operands.is_empty() {
            arguments.push(self.relative()?);
        }
        Ok(arguments)
    }

    pub(crate) fn incoming(&mut self) -> Result<SmallVec<[Incoming; 2]>> {
        let mut incoming = SmallVec::with_capacity(self.operands.len() / 2);
        while !self.operands.is_empty() {
            let distance = sign_unrotate(self.next("phi value")?) as u64;
            incoming.push(Incoming { value: self.at_distance(distance)?, block: self.block_low()? });
        }
        Ok(incoming)
    }

    pub(crate) fn cases(&mut self) -> Result<SmallVec<[SwitchCase; 4]>> {
        let count = self.next("number of cases")?;
        if count.saturating_mul(4) > self.operands.len() as u64 {
            return Err(self.error(ErrorKind::OutOfRange { what: "number of cases", value: count }));
        }
        let mut cases = SmallVec::with_capacity(count as usize);
        for _ in 0..count {
            // A remnant of ranges: one item, which is one value.
            self.coded("number of case items", |items| (items == 1).then_some(()))?;
            let kind = self.coded("case item kind", |kind| (kind != 0).then_some(kind))?;
            if kind != 1 {
                self.case_kind = Some(kind);
            }
            cases.push(SwitchCase { value: sign_unrotate(self.next("case value")?), target: self.block()? });
        }
        Ok(cases)
    }

    pub(crate) fn call_flags(&mut self) -> Result<bool> {
        self.coded("calling convention", |flags| match flags {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        })
    }

    pub(crate) fn block(&mut self) -> Result<BlockId> {
        self.narrow("basic block").map(BlockId)
    }

    /// Reads a basic block of which the tools read 32 bits.
    pub(crate) fn block_low(&mut self) -> Result<BlockId> {
        self.next("basic block").map(|block| BlockId(block as u32))
    }

    pub(crate) fn type_id(&mut self) -> Result<TypeId> {
        self.next("type").map(super::records::type_id)
    }

    pub(crate) fn alignment(&mut self) -> Result<Alignment> {
        self.coded("alignment", Alignment::from_encoding)
    }

    pub(crate) fn binary_op(&mut self) -> Result<BinaryOp> {
        self.coded("binary operation", BinaryOp::from_code)
    }

    pub(crate) fn cast_op(&mut self) -> Result<CastOp> {
        self.coded("cast", CastOp::from_code)
    }

    pub(crate) fn predicate(&mut self) -> Result<Predicate> {
        self.coded("predicate", Predicate::from_code)
    }
}
