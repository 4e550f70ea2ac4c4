//! A second reader of PNaCl's bits, written from the manual: one bit at a time, without limits, for files that the reader accepts.

use irsmith_pnacl::BitAddress;
use std::collections::BTreeMap;

/// An item of a file: where its abbreviation id begins, that id, and its numbers, as listings show them.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::pnacl) struct Item {
    pub(in crate::pnacl) at: BitAddress,
    pub(in crate::pnacl) id: u64,
    /// Enter: 65535, block id and width. End: 65534. Definition: 65533, and its form. Otherwise the code and the operands.
    pub(in crate::pnacl) numbers: Vec<u64>,
}

/// What an item costs a reader: values that it keeps, and those of them that occupy no bits, except the first few of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::pnacl) struct Cost {
    pub(in crate::pnacl) values: usize,
    pub(in crate::pnacl) implicit: usize,
}

/// Single values of a record without bits that are not counted.
const FREE: usize = 4;

/// The codes that listings show for items that are not records.
const ENTER: u64 = 65535;
const END: u64 = 65534;
const DEFINE: u64 = 65533;

/// An operand of an abbreviation.
#[derive(Clone, Copy)]
enum Encoding {
    Literal(u64),
    Fixed(u64),
    Vbr(u64),
    Array,
    Char6,
}

impl Encoding {
    /// Returns whether its values occupy no bits.
    const fn is_implicit(self) -> bool {
        matches!(self, Self::Literal(_) | Self::Fixed(0) | Self::Vbr(0))
    }
}

/// The operands of an abbreviation; those of an array are the last two.
type Definition = Vec<Encoding>;

struct Block {
    id: u64,
    width: u64,
    definitions: Vec<Definition>,
    /// The block that definitions are for, in an abbreviations block.
    section: Option<u64>,
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: u64,
    open: Vec<Block>,
    registered: BTreeMap<u64, Vec<Definition>>,
    /// Whether an abbreviations block has ended: a second one registers nothing.
    is_registered: bool,
    items: Vec<Item>,
    costs: Vec<Cost>,
}

/// Returns the items of a file after its header of `header` bytes, and what each costs; `None` if the file is not one whole block.
pub(in crate::pnacl) fn walk(bytes: &[u8], header: usize) -> Option<(Vec<Item>, Vec<Cost>)> {
    let at = header as u64 * 8;
    let (open, registered) = (Vec::new(), BTreeMap::new());
    let mut walk = Walk { bytes, at, open, registered, is_registered: false, items: Vec::new(), costs: Vec::new() };
    loop {
        walk.item()?;
        if walk.open.is_empty() {
            return (walk.at == bytes.len() as u64 * 8).then_some((walk.items, walk.costs));
        }
    }
}

impl Walk<'_> {
    fn bit(&mut self) -> Option<u64> {
        let byte = *self.bytes.get((self.at / 8) as usize)?;
        self.at += 1;
        Some(u64::from(byte >> ((self.at - 1) % 8) & 1))
    }

    fn fixed(&mut self, width: u64) -> Option<u64> {
        let mut value = 0;
        for place in 0..width {
            value |= self.bit()? << place;
        }
        Some(value)
    }

    fn vbr(&mut self, width: u64) -> Option<u64> {
        let (mut value, mut shift) = (0_u64, 0);
        loop {
            for _ in 1..width {
                let bit = self.bit()?;
                if bit == 1 {
                    value |= 1_u64.checked_shl(shift)?;
                }
                shift += 1;
            }
            if self.bit()? == 0 {
                return Some(value);
            }
        }
    }

    fn align(&mut self) -> Option<()> {
        while !self.at.is_multiple_of(32) {
            self.bit()?;
        }
        Some(())
    }

    fn item(&mut self) -> Option<()> {
        let at = BitAddress(self.at);
        let width = self.open.last().map_or(2, |block| block.width);
        let id = self.fixed(width)?;
        let mut cost = Cost::default();
        let numbers = match id {
            0 => {
                self.align()?;
                self.is_registered |= self.open.pop()?.id == 0;
                vec![END]
            }
            1 => {
                let (block, width) = (self.vbr(8)?, self.vbr(4)?);
                self.align()?;
                self.fixed(32)?;
                let definitions = self.registered.get(&block).cloned().unwrap_or_default();
                self.open.push(Block { id: block, width, definitions, section: None });
                vec![ENTER, block, width]
            }
            2 => self.definition()?,
            3 => {
                let mut numbers = vec![self.vbr(6)?];
                for _ in 0..self.vbr(6)? {
                    numbers.push(self.vbr(6)?);
                }
                cost.values = numbers.len() - 1;
                numbers
            }
            _ => self.abbreviated(id, &mut cost)?,
        };
        if id > 2
            && let (Some(block @ Block { id: 0, .. }), [1, section, ..]) = (self.open.last_mut(), &numbers[..])
        {
            block.section = Some(section & 0xffff_ffff);
        }
        self.items.push(Item { at, id, numbers });
        self.costs.push(cost);
        Some(())
    }

    fn definition(&mut self) -> Option<Vec<u64>> {
        let count = self.vbr(5)?;
        let mut definition = Vec::new();
        let mut numbers = vec![DEFINE, count];
        for _ in 0..count {
            let is_literal = self.bit()?;
            numbers.push(is_literal);
            let encoding = if is_literal == 1 { Encoding::Literal(self.vbr(8)?) } else { self.encoding()? };
            match encoding {
                Encoding::Literal(value) => numbers.push(value),
                Encoding::Fixed(width) => numbers.extend([1, width]),
                Encoding::Vbr(width) => numbers.extend([2, width]),
                Encoding::Array => numbers.push(3),
                Encoding::Char6 => numbers.push(4),
            }
            definition.push(encoding);
        }
        let block = self.open.last_mut()?;
        match block.section {
            Some(section) if !self.is_registered => self.registered.entry(section).or_default().push(definition),
            Some(_) => {}
            None => block.definitions.push(definition),
        }
        Some(numbers)
    }

    fn encoding(&mut self) -> Option<Encoding> {
        Some(match self.fixed(3)? {
            1 => Encoding::Fixed(self.vbr(5)?),
            2 => Encoding::Vbr(self.vbr(5)?),
            3 => Encoding::Array,
            4 => Encoding::Char6,
            _ => return None,
        })
    }

    fn abbreviated(&mut self, id: u64, cost: &mut Cost) -> Option<Vec<u64>> {
        let definition = self.open.last()?.definitions.get(usize::try_from(id - 4).ok()?)?.clone();
        let mut numbers = Vec::new();
        let mut singles = 0_usize;
        for (index, encoding) in definition.iter().enumerate() {
            if let Encoding::Array = encoding {
                let element = *definition.get(index + 1)?;
                for _ in 0..self.vbr(6)? {
                    numbers.push(self.value(element)?);
                    cost.implicit += usize::from(element.is_implicit());
                }
                break;
            }
            singles += usize::from(encoding.is_implicit());
            numbers.push(self.value(*encoding)?);
        }
        cost.implicit += singles.saturating_sub(FREE);
        // The code is kept with the operands.
        cost.values = numbers.len();
        Some(numbers)
    }

    fn value(&mut self, encoding: Encoding) -> Option<u64> {
        match encoding {
            Encoding::Literal(value) => Some(value),
            Encoding::Vbr(0) => Some(0),
            Encoding::Fixed(width) => self.fixed(width),
            Encoding::Vbr(width) => self.vbr(width),
            Encoding::Char6 => {
                let number = self.fixed(6)?;
                Some(match number {
                    0..=25 => number + 97,
                    26..=51 => number - 26 + 65,
                    52..=61 => number - 52 + 48,
                    62 => 46,
                    _ => 95,
                })
            }
            Encoding::Array => None,
        }
    }
}
