//! The data layout: widths of pointers, and alignments of types (LangRef, *Data Layout*).

use super::step::Shape;
use crate::tables::data_layout;
use crate::{Element, Type};

/// The parts of a data layout that executions depend on. Widths are in bits, alignments in bytes. Bytes are in little-endian order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DataLayout {
    /// In the order of address spaces, of which 0 is the first.
    pointers: Vec<Pointer>,
    /// Widths with their alignments, in the order of widths.
    integers: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u32, u64)>,
    /// The least alignment of structures that are not packed.
    aggregate: u64,
}

/// The pointers into an address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pointer {
    space: u32,
    bits: u32,
    alignment: u64,
    /// The width of the part that address arithmetic changes.
    index: u32,
}

/// Registers of more bits are refused.
pub(super) const MAX_BITS: u32 = 1 << 16;

impl DataLayout {
    /// Reads the `target datalayout` of a module, or that of a target. Parts that say nothing of widths and alignments are passed over.
    pub(super) fn of(text: Option<&str>, triple: &str) -> Result<Self, String> {
        // What a layout does not state (LangRef, *Data Layout*, "the default specifications").
        let mut layout = Self {
            pointers: vec![Pointer { space: 0, bits: 64, alignment: 8, index: 64 }],
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate: 1,
        };
        for part in text.unwrap_or_else(|| data_layout(triple)).split('-') {
            layout.add(part).ok_or_else(|| format!("`{part}` states no widths and alignments"))??;
        }
        Ok(layout)
    }

    /// Reads one part. Returns `None` if its numbers are none.
    fn add(&mut self, part: &str) -> Option<Result<(), String>> {
        let (subject, numbers) = part.split_once(':').unwrap_or((part, ""));
        let digits = subject.find(|c: char| c.is_ascii_digit()).unwrap_or(subject.len());
        let (kind, width) = subject.split_at(digits);
        let list = match kind {
            "E" => return Some(Err("big-endian byte order is not modelled".to_owned())),
            "i" => &mut self.integers,
            "f" => &mut self.floats,
            "v" => &mut self.vectors,
            "a" => {
                self.aggregate = bytes(numbers.split(':').next()?)?.max(1);
                return Some(Ok(()));
            }
            // LLVM 22 states properties of pointers before the address space, and since 23 its name behind it.
            "p" | "pe" | "pu" | "peu" | "pue" => {
                let space = width.split('(').next()?;
                let space = if space.is_empty() { 0 } else { space.parse().ok()? };
                let numbers: Vec<&str> = numbers.split(':').collect();
                // The third is the preferred alignment.
                let [bits, rest @ ..] = numbers.as_slice() else { return None };
                let index = rest.get(2).unwrap_or(bits).parse().ok()?;
                let (alignment, bits) = (bytes(rest.first().unwrap_or(bits))?.max(1), bits.parse().ok()?);
                if !(1..=256).contains(&bits) {
                    return Some(Err(format!("pointers of {bits} bits are not modelled")));
                }
                put(&mut self.pointers, Pointer { space, bits, alignment, index }, |pointer| pointer.space);
                return Some(Ok(()));
            }
            _ => return Some(Ok(())),
        };
        let alignment = bytes(numbers.split(':').next()?)?.max(1);
        put(list, (width.parse().ok()?, alignment), |row| row.0);
        Some(Ok(()))
    }

    /// Returns the width of pointers into an address space.
    pub(super) fn pointer_bits(&self, space: u32) -> u32 {
        self.pointer(space).bits
    }

    /// Returns the alignment of pointers into an address space.
    pub(super) fn pointer_alignment(&self, space: u32) -> u64 {
        self.pointer(space).alignment
    }

    /// Pointers of address spaces that are not stated are those of address space 0.
    fn pointer(&self, space: u32) -> Pointer {
        self.pointers.iter().find(|pointer| pointer.space == space).copied().unwrap_or(self.pointers[0])
    }

    /// Returns the alignment of integers: that of the next larger ones which are stated, or of the largest.
    pub(super) fn integer_alignment(&self, bits: u32) -> u64 {
        let next = self.integers.iter().find(|(known, _)| *known >= bits).or(self.integers.last());
        next.map_or(1, |(_, alignment)| *alignment)
    }

    /// Returns the alignment of floating-point numbers: if it is not stated, their size, rounded up.
    pub(super) fn float_alignment(&self, bits: u32) -> u64 {
        stated(&self.floats, bits.into()).unwrap_or_else(|| u64::from(bits / 8).next_power_of_two())
    }

    /// Returns the alignment of vectors: if it is not stated, their size, rounded up.
    pub(super) fn vector_alignment(&self, bits: u64) -> u64 {
        stated(&self.vectors, bits).or_else(|| bits.div_ceil(8).max(1).checked_next_power_of_two()).unwrap_or(1)
    }

    /// Returns the least alignment of structures that are not packed.
    pub(super) fn aggregate_alignment(&self) -> u64 {
        self.aggregate
    }

    /// Returns the shape of a type, or why there is none.
    pub(super) fn shape(&self, ty: Type) -> Result<Shape, &'static str> {
        let (lanes, element) = match ty {
            Type::Single(element) => (1, element),
            Type::Vector { scalable: true, .. } => return Err("scalable vectors are not modelled"),
            Type::Vector { count, element, .. } => (u32::from(count), element),
        };
        let bits = match element {
            Element::Scalar(bits) => u32::from(bits),
            Element::Pointer(space) => {
                let pointer = self.pointer(space);
                if pointer.index != pointer.bits {
                    return Err("pointers of which only some bits are an index are not modelled");
                }
                pointer.bits
            }
        };
        if bits == 0 || lanes == 0 {
            return Err("types without bits are not modelled");
        }
        if lanes.saturating_mul(bits) > MAX_BITS {
            return Err("registers of more than 65536 bits are not modelled");
        }
        Ok(Shape { lanes, bits })
    }
}

/// Reads an alignment: 0, or bits that are a power of two of bytes, at most 2^15.
fn bytes(text: &str) -> Option<u64> {
    let bits: u64 = text.parse().ok()?;
    (bits == 0 || bits.is_multiple_of(8) && (bits / 8).is_power_of_two() && bits < 1 << 16).then_some(bits / 8)
}

/// Puts a row into a list that is in the order of keys, in place of the one with its key.
fn put<R>(list: &mut Vec<R>, row: R, key: fn(&R) -> u32) {
    match list.binary_search_by_key(&key(&row), key) {
        Ok(place) => list[place] = row,
        Err(place) => list.insert(place, row),
    }
}

fn stated(list: &[(u32, u64)], bits: u64) -> Option<u64> {
    list.iter().find(|(known, _)| u64::from(*known) == bits).map(|(_, alignment)| *alignment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_layout_replace_what_is_not_stated() {
        let layout = DataLayout::of(Some(""), "i386").unwrap();
        assert_eq!((layout.pointer_bits(0), layout.pointer_alignment(3)), (64, 8));
        assert_eq!([1, 9, 33, 64, 128].map(|bits| layout.integer_alignment(bits)), [1, 2, 4, 4, 4]);
        assert_eq!([16, 64, 80, 128].map(|bits| layout.float_alignment(bits)), [2, 8, 16, 16]);
        assert_eq!([24, 64, 96, 128, 136].map(|bits| layout.vector_alignment(bits)), [4, 8, 16, 16, 32]);
        assert_eq!(layout.aggregate_alignment(), 1);

        let text = "e-m:e-p:32:16:32-p3:16-pe7:160:256:256:32-p9(fat):96:64-i64:64-i128:128-f80:32-v24:32:64-a:0:32-n8:16-S128-ni:7-A5";
        let layout = DataLayout::of(Some(text), "").unwrap();
        assert_eq!([0, 3, 7, 9, 11].map(|space| layout.pointer_bits(space)), [32, 16, 160, 96, 32]);
        assert_eq!([0, 3, 7, 9, 11].map(|space| layout.pointer_alignment(space)), [2, 2, 32, 8, 2]);
        assert_eq!([64, 65, 200].map(|bits| layout.integer_alignment(bits)), [8, 16, 16]);
        assert_eq!((layout.float_alignment(80), layout.vector_alignment(24), layout.aggregate_alignment()), (4, 4, 1));
        assert_eq!(DataLayout::of(Some("a:16"), "").unwrap().aggregate_alignment(), 2);
    }

    #[test]
    fn what_is_no_layout_is_refused_by_its_part() {
        for part in ["i64", "i64:12", "i64:24", "v:64", "p:0:64", "p0", "p:257:8", "f64:131072", "a"] {
            assert!(DataLayout::of(Some(&format!("e-{part}-S128")), "").is_err(), "{part}");
        }
        assert_eq!(DataLayout::of(Some("e-i64:12"), "").unwrap_err(), "`i64:12` states no widths and alignments");
        assert!(DataLayout::of(None, "powerpc64-unknown-linux").unwrap_err().contains("big-endian"));
        assert!(DataLayout::of(None, "powerpc64le-unknown-linux").is_ok());
    }
}
