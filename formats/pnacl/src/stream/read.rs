//! Reads a stream from bytes; the inverse of `write`.

use super::plan::{Array, Plan};
use super::scope::Scopes;
use super::{Abbreviation, Header, Item, ItemKind, Record, Stream, WrongLength};
use super::{DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, UNABBREV_RECORD};
use crate::bits::BitReader;
use crate::{BitAddress, Error, ErrorKind, Limits, Result};

/// Fewest bits of an operand of a record without abbreviation: one vbr6 chunk.
const UNABBREV_OPERAND_BITS: u64 = 6;

impl Stream {
    /// Reads a file: the header and one top-level block.
    ///
    /// # Errors
    /// The first rule of the bit layer that the file breaks, with its position.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self> {
        let limit = limits.bytes.min(Item::MAX_ADDRESS.byte() as usize);
        if bytes.len() > limit {
            return Err(Error { at: BitAddress::of_byte(limit as u64), kind: ErrorKind::FileTooLarge { bytes: bytes.len(), limit } });
        }
        let header = Header::read(bytes)?;
        let mut bits = BitReader::new(bytes);
        bits.seek_byte(header.bytes().len());
        let mut reader = Reader {
            bits,
            budget: Budget { limits, implicit: 0 },
            scopes: Scopes::default(),
            plans: Vec::new(),
            // Real files have about one item per 4 bytes, and fewer operands than bytes; the vectors of large files may grow.
            stream: Self {
                header,
                items: Vec::with_capacity(bytes.len().min(1 << 18) / 4),
                operands: Vec::with_capacity(bytes.len().min(1 << 18)),
                abbreviations: Vec::new(),
                wrong_lengths: Vec::new(),
            },
            open: Vec::new(),
        };
        reader.top_level()?;
        // Blocks inside others end before them.
        reader.stream.wrong_lengths.sort_unstable_by_key(|wrong| wrong.item);
        Ok(reader.stream)
    }
}

struct Reader<'a> {
    bits: BitReader<'a>,
    budget: Budget<'a>,
    scopes: Scopes,
    /// The plan of each abbreviation.
    plans: Vec<Plan>,
    stream: Stream,
    /// The open blocks: item, stated length in words, and the position after the length word.
    open: Vec<(u32, u32, BitAddress)>,
}

impl Reader<'_> {
    fn top_level(&mut self) -> Result<()> {
        let at = self.bits.address();
        let id = self.bits.fixed(super::TOP_LEVEL_WIDTH)?;
        if id != u64::from(ENTER_SUBBLOCK) {
            return Err(Error { at, kind: ErrorKind::OutsideBlock(id) });
        }
        self.enter(at)?;
        while self.scopes.depth() > 0 {
            self.item()?;
        }
        if !self.bits.is_at_end() {
            return Err(self.bits.error(ErrorKind::TrailingBytes(self.bits.remaining() / 8)));
        }
        Ok(())
    }

    fn item(&mut self) -> Result<()> {
        let at = self.bits.address();
        let id = self.bits.fixed(self.scopes.width())?;
        match u32::try_from(id) {
            Ok(END_BLOCK) => self.end(at),
            Ok(ENTER_SUBBLOCK) => self.enter(at),
            Ok(DEFINE_ABBREV) => self.define(at),
            Ok(UNABBREV_RECORD) => self.unabbreviated(at),
            _ => self.abbreviated(at, id),
        }
    }

    fn push(&mut self, at: BitAddress, kind: ItemKind) -> Result<()> {
        if self.stream.items.len() >= self.budget.limits.records {
            return Err(Error { at, kind: ErrorKind::TooManyRecords(self.budget.limits.records) });
        }
        self.stream.items.push(Item::new(at, kind));
        Ok(())
    }

    fn enter(&mut self, at: BitAddress) -> Result<()> {
        let block = self.bits.vbr(8)?;
        let block = narrow(at, "block id", block)?;
        let width = self.bits.vbr(4)?;
        if width == 0 || width > 64 {
            return Err(Error { at, kind: ErrorKind::BadAbbreviationWidth(width) });
        }
        self.bits.align32()?;
        // The length is compared when the block has been read: only tools that skip the block depend on it.
        let stated = self.bits.fixed(32)? as u32;
        self.open.push((self.stream.items.len() as u32, stated, self.bits.address()));
        if self.scopes.depth() >= self.budget.limits.nesting {
            return Err(Error { at, kind: ErrorKind::TooDeep(self.budget.limits.nesting) });
        }
        let width = width as u32;
        self.scopes.enter(block, width);
        self.push(at, ItemKind::Enter { block, width })
    }

    fn end(&mut self, at: BitAddress) -> Result<()> {
        self.bits.align32()?;
        if let Some((item, stated, start)) = self.open.pop() {
            let actual = ((self.bits.address().0 - start.0) / 32) as u32;
            if stated != actual {
                self.stream.wrong_lengths.push(WrongLength { item, stated, actual });
            }
        }
        self.scopes.end();
        self.push(at, ItemKind::End)
    }

    fn define(&mut self, at: BitAddress) -> Result<()> {
        let abbreviation = Abbreviation::read(&mut self.bits)?;
        let index = self.stream.abbreviations.len() as u32;
        self.plans.push(Plan::new(&abbreviation));
        self.stream.abbreviations.push(abbreviation);
        self.scopes.define(index);
        self.push(at, ItemKind::Define(index))
    }

    fn unabbreviated(&mut self, at: BitAddress) -> Result<()> {
        let code = self.bits.vbr(6)?;
        let code = narrow(at, "record code", code)?;
        let count = self.bits.vbr(6)?;
        let start = self.stream.operands.len() as u32;
        let operands = &mut self.stream.operands;
        self.budget.reserve(&self.bits, count, UNABBREV_OPERAND_BITS, operands.len())?;
        operands.reserve(count as usize);
        for _ in 0..count {
            operands.push(self.bits.vbr(6)?);
        }
        self.finish(at, UNABBREV_RECORD, code, start)
    }

    fn abbreviated(&mut self, at: BitAddress, id: u64) -> Result<()> {
        let plan = match self.scopes.lookup(id) {
            Ok(index) => &self.plans[index as usize],
            Err(limit) => return Err(Error { at, kind: ErrorKind::UnknownAbbreviation { id, limit } }),
        };
        let operands = &mut self.stream.operands;
        let start = operands.len();
        // A copy, so that the cursor stays in registers.
        let mut bits = self.bits.clone();
        for step in &plan.scalars {
            operands.push(step.read(&mut bits)?);
        }
        if let Some(Array { element, min_bits }) = plan.array {
            let count = bits.vbr(6)?;
            self.budget.reserve(&bits, count, min_bits, operands.len())?;
            operands.reserve(count as usize);
            for _ in 0..count {
                operands.push(element.read(&mut bits)?);
            }
        }
        self.budget.charge_record(&bits, plan.implicit, operands.len())?;
        // The first value is the code, whatever its encoding.
        let Some(&code) = operands.get(start) else {
            return Err(Error { at, kind: ErrorKind::NoCode });
        };
        let code = narrow(at, "record code", code)?;
        self.bits = bits;
        self.finish(at, id as u32, code, start as u32 + 1)
    }

    fn finish(&mut self, at: BitAddress, abbreviation: u32, code: u32, start: u32) -> Result<()> {
        let operands = start..self.stream.operands.len() as u32;
        self.scopes.record(code, &self.stream.operands[start as usize..]);
        self.push(at, ItemKind::Record(Record { abbreviation, code, operands }))
    }
}

/// The rest of the limits on operands.
struct Budget<'a> {
    limits: &'a Limits,
    /// Operands so far without bits, except those that are not counted.
    implicit: usize,
}

impl Budget<'_> {
    /// Counts values without bits.
    fn charge(&mut self, bits: &BitReader<'_>, implicit: usize) -> Result<()> {
        self.implicit = self.implicit.saturating_add(implicit);
        if self.implicit > self.limits.implicit_operands {
            return Err(bits.error(ErrorKind::TooManyOperands(self.limits.implicit_operands)));
        }
        Ok(())
    }

    /// Counts the values of a record without bits, beyond those that are not counted; `present` operands exist now.
    #[inline]
    fn charge_record(&mut self, bits: &BitReader<'_>, implicit: usize, present: usize) -> Result<()> {
        if implicit > 0 {
            self.charge(bits, implicit)?;
        }
        if present > self.limits.operands.min(u32::MAX as usize) {
            return Err(bits.error(ErrorKind::TooManyOperands(self.limits.operands)));
        }
        Ok(())
    }

    /// Rejects `count` more operands of at least `width` bits each, in addition to `present` others, if they exceed the file or a limit.
    fn reserve(&mut self, bits: &BitReader<'_>, count: u64, width: u64, present: usize) -> Result<()> {
        if count.saturating_mul(width) > bits.remaining() {
            return Err(bits.error(ErrorKind::UnexpectedEnd));
        }
        if width == 0 {
            self.charge(bits, usize::try_from(count).unwrap_or(usize::MAX))?;
        }
        let room = self.limits.operands.min(u32::MAX as usize).saturating_sub(present);
        if count > room as u64 {
            return Err(bits.error(ErrorKind::TooManyOperands(self.limits.operands)));
        }
        Ok(())
    }
}

fn narrow(at: BitAddress, what: &'static str, value: u64) -> Result<u32> {
    u32::try_from(value).map_err(|_| Error { at, kind: ErrorKind::TooWide { what, value } })
}
