//! Cheap draws from `arbitrary::Unstructured`.

use arbitrary::Unstructured;

/// Draws from the bytes of a case.
///
/// Total: when the bytes run out every draw is zero, and zero is always the choice that ends a case soonest. One draw uses one, two or four
/// bytes by a fixed rule, so equal bytes give equal cases on every platform.
#[derive(Debug)]
pub struct Choices<'a, 'u> {
    bytes: &'a mut Unstructured<'u>,
}

impl<'a, 'u> Choices<'a, 'u> {
    /// Makes draws from these bytes.
    pub const fn new(bytes: &'a mut Unstructured<'u>) -> Self {
        Self { bytes }
    }

    /// Borrows the same source.
    pub const fn reborrow(&mut self) -> Choices<'_, 'u> {
        Choices { bytes: &mut *self.bytes }
    }

    /// Returns whether the bytes have run out.
    pub fn is_exhausted(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Draws a byte.
    #[inline]
    pub fn byte(&mut self) -> u8 {
        self.bytes.bytes(1).map_or(0, |bytes| bytes[0])
    }

    /// Draws two bytes, little endian.
    pub fn word(&mut self) -> u16 {
        u16::from_le_bytes(self.array())
    }

    /// Draws eight bytes, little endian.
    pub fn wide(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut buffer = [0; N];
        // Cannot fail: missing bytes are filled with zeros.
        let _ = self.bytes.fill_buffer(&mut buffer);
        buffer
    }

    /// Draws a number below `limit`, nearly uniformly; 0 for a limit of 0 or 1.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        match limit {
            0 | 1 => 0,
            2..=256 => (usize::from(self.byte()) * limit) >> 8,
            257..=0x1_0000 => (usize::from(self.word()) * limit) >> 16,
            _ => ((u64::from(u32::from_le_bytes(self.array())) * limit as u64) >> 32) as usize,
        }
    }

    /// Draws a number from 0 to `limit`, both included.
    pub fn up_to(&mut self, limit: u32) -> u32 {
        self.below(limit as usize + 1) as u32
    }

    /// Returns true in `parts` of 256 draws; false when the bytes have run out.
    #[inline]
    pub fn chance(&mut self, parts: u16) -> bool {
        u16::from(self.byte()) + parts >= 256
    }

    /// Resizes a case (Groce et al. 2012, *Swarm testing*): each size is halved, doubled, set to 1 or unchanged, the last in five of eight
    /// draws. At most 21 sizes, for which eight bytes give the draws.
    pub fn resize<const N: usize>(&mut self, sizes: [&mut u32; N]) {
        const { assert!(N <= 21) };
        let mut draws = self.wide();
        for size in sizes {
            match draws & 7 {
                1 => *size /= 2,
                2 => *size *= 2,
                3 => *size = 1,
                _ => {}
            }
            draws >>= 3;
        }
    }

    /// Draws one of some items; `None` if there are none.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        items.get(self.below(items.len()))
    }

    /// Draws one of some indices; `None` if there are none.
    pub fn index(&mut self, length: usize) -> Option<usize> {
        (length > 0).then(|| self.below(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_below_their_limit_and_reach_both_ends() {
        for limit in [1, 2, 7, 256, 257, 65_536, 70_000] {
            let ends = [[0u8; 4], [255; 4]].map(|bytes| Choices::new(&mut Unstructured::new(&bytes)).below(limit));
            assert_eq!(ends, [0, limit - 1]);
        }
    }

    #[test]
    fn exhausted_bytes_draw_zero_and_no() {
        let mut bytes = Unstructured::new(&[]);
        let mut choices = Choices::new(&mut bytes);
        assert_eq!((choices.byte(), choices.below(9), choices.wide(), choices.chance(255)), (0, 0, 0, false));
        assert!(choices.is_exhausted());
    }
}
