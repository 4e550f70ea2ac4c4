//! Writes a stream to bytes; the inverse of `read`.

use super::scope::Scopes;
use super::{AbbreviationOperand, ItemKind, Record, Scalar, Stream};
use super::{DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, UNABBREV_RECORD};
use crate::bits::{BitWriter, char6_encode};
use crate::{Error, ErrorKind, Result};

impl Stream {
    /// Writes the file, with every record in its abbreviation.
    ///
    /// # Errors
    /// [`ErrorKind::NotEncodable`], [`ErrorKind::UnknownAbbreviation`], [`ErrorKind::BadAbbreviationWidth`] or [`ErrorKind::Unbalanced`],
    /// at the position where the item would be. A stream that was read can always be written.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.header.bytes().len() + self.items.len() * 4 + self.operands.len());
        bytes.extend_from_slice(self.header.bytes());
        let mut writer = Writer { bits: BitWriter::after(bytes), scopes: Scopes::default(), starts: Vec::new() };
        for item in &self.items {
            writer.item(self, &item.kind)?;
        }
        if writer.scopes.depth() > 0 {
            return Err(writer.error(ErrorKind::Unbalanced));
        }
        Ok(writer.bits.into_bytes())
    }
}

struct Writer {
    bits: BitWriter,
    scopes: Scopes,
    /// Byte of the length word of each open block.
    starts: Vec<usize>,
}

impl Writer {
    fn item(&mut self, stream: &Stream, kind: &ItemKind) -> Result<()> {
        match kind {
            ItemKind::Enter { block, width } => self.enter(*block, *width),
            ItemKind::End => self.end(),
            ItemKind::Define(index) => {
                self.id(DEFINE_ABBREV)?;
                stream.abbreviations[*index as usize].write(&mut self.bits);
                self.scopes.define(*index);
                Ok(())
            }
            ItemKind::Record(record) => self.record(stream, record),
        }
    }

    fn enter(&mut self, block: u32, width: u32) -> Result<()> {
        if width == 0 || width > 64 {
            return Err(self.error(ErrorKind::BadAbbreviationWidth(u64::from(width))));
        }
        self.id(ENTER_SUBBLOCK)?;
        self.bits.vbr(u64::from(block), 8);
        self.bits.vbr(u64::from(width), 4);
        self.bits.align32();
        self.starts.push((self.bits.address().byte()) as usize);
        self.bits.fixed(0, 32);
        self.scopes.enter(block, width);
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        self.id(END_BLOCK)?;
        self.bits.align32();
        if !self.scopes.end() {
            return Err(self.error(ErrorKind::Unbalanced));
        }
        if let Some(start) = self.starts.pop() {
            let words = (self.bits.address().byte() as usize - start) / 4 - 1;
            self.bits.patch_word(start, words as u32);
        }
        Ok(())
    }

    fn record(&mut self, stream: &Stream, record: &Record) -> Result<()> {
        let operands = stream.operands(record);
        self.id(record.abbreviation)?;
        if record.abbreviation == UNABBREV_RECORD {
            self.bits.vbr(u64::from(record.code), 6);
            self.bits.vbr(operands.len() as u64, 6);
            for &operand in operands {
                self.bits.vbr(operand, 6);
            }
        } else {
            self.abbreviated(stream, record, operands)?;
        }
        self.scopes.record(record.code, operands);
        Ok(())
    }

    fn abbreviated(&mut self, stream: &Stream, record: &Record, operands: &[u64]) -> Result<()> {
        let id = u64::from(record.abbreviation);
        let index = self.scopes.lookup(id).map_err(|limit| self.error(ErrorKind::UnknownAbbreviation { id, limit }))?;
        let at = self.bits.address();
        let refused = |position: usize| {
            let value = if position == 0 { u64::from(record.code) } else { operands.get(position - 1).copied().unwrap_or_default() };
            Error { at, kind: ErrorKind::NotEncodable { id: record.abbreviation, position, value } }
        };
        let mut values = std::iter::once(u64::from(record.code)).chain(operands.iter().copied()).enumerate();
        for operand in &stream.abbreviations[index as usize].operands {
            match operand {
                AbbreviationOperand::Scalar(scalar) => match values.next() {
                    Some((_, value)) if scalar.can_carry(value) => scalar.write(value, &mut self.bits),
                    Some((position, _)) => return Err(refused(position)),
                    None => return Err(refused(operands.len() + 1)),
                },
                AbbreviationOperand::Array(element) => {
                    self.bits.vbr(values.size_hint().0 as u64, 6);
                    for (position, value) in values.by_ref() {
                        if !element.can_carry(value) {
                            return Err(refused(position));
                        }
                        element.write(value, &mut self.bits);
                    }
                }
            }
        }
        values.next().map_or(Ok(()), |(position, _)| Err(refused(position)))
    }

    /// Writes an abbreviation id, which must fit the width of the block.
    fn id(&mut self, id: u32) -> Result<()> {
        let width = self.scopes.width();
        if width < 32 && id >> width != 0 {
            return Err(self.error(ErrorKind::BadAbbreviationWidth(u64::from(width))));
        }
        self.bits.fixed(u64::from(id), width);
        Ok(())
    }

    fn error(&self, kind: ErrorKind) -> Error {
        Error { at: self.bits.address(), kind }
    }
}

impl Scalar {
    #[inline]
    fn write(self, value: u64, bits: &mut BitWriter) {
        match self {
            Self::Literal(_) | Self::Vbr(0) => {}
            Self::Fixed(width) => bits.fixed(value, width),
            Self::Vbr(width) => bits.vbr(value, width),
            Self::Char6 => bits.fixed(char6_encode(value).unwrap_or_default(), 6),
        }
    }
}
