//! The printed results of a call, and the hash by which memories are compared.

use irsmith_pnacl::interpret::{Bits, End, OUT_OF_FUEL_CODE, Place, Trap, TrapKind};

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How it ended: a return, a trap, or out of fuel.
    pub end: End,
    /// [`memory_hash`] of the final memory.
    pub memory: u64,
}

/// The initial value of the hash: that of FNV-1a.
pub(super) const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;
/// The factor of each step: the prime of FNV-1a.
pub(super) const HASH_FACTOR: u64 = 0x0100_0000_01b3;

/// Hashes memory: FNV-1a over little-endian words of 64 bits instead of bytes, with the upper half of each product combined into the lower.
/// Bytes after the last whole word do not count; memories have none.
pub fn memory_hash(memory: &[u8]) -> u64 {
    let (words, _) = memory.as_chunks::<8>();
    words.iter().fold(HASH_START, |hash, word| {
        let product = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(HASH_FACTOR);
        product ^ product >> 32
    })
}

/// Reads the output of a file's `main`: one line for each of these calls (plan and index), in order, and nothing else.
pub(super) fn parse(output: &[u8], calls: &[(usize, usize)]) -> Option<Vec<Seen>> {
    let text = std::str::from_utf8(output).ok()?;
    let mut lines = text.split_terminator('\n');
    let seen = calls.iter().map(|&expected| parse_line(lines.next()?, expected)).collect::<Option<Vec<Seen>>>()?;
    lines.next().is_none().then_some(seen)
}

/// Reads the output of `main` for one call and its final memory, of `size` bytes.
pub(super) fn parse_memory(output: &[u8], call: (usize, usize), size: u32) -> Option<(Seen, Vec<u8>)> {
    let text = std::str::from_utf8(output).ok()?;
    let mut lines = text.split_terminator('\n');
    let seen = parse_line(lines.next()?, call)?;
    let words = lines.map(|line| u64::from_str_radix(line, 16).ok().filter(|_| line.len() == 16));
    let memory: Vec<u8> = words.collect::<Option<Vec<u64>>>()?.into_iter().flat_map(u64::to_le_bytes).collect();
    (memory.len() == size as usize).then_some((seen, memory))
}

fn parse_line(line: &str, expected: (usize, usize)) -> Option<Seen> {
    let words: Vec<&str> = line.split(' ').collect();
    let [plan, call, code, function, instruction, bits, memory] = words[..] else { return None };
    if (plan.parse().ok()?, call.parse().ok()?) != expected || (bits.len(), memory.len()) != (32, 16) {
        return None;
    }
    let place = Place { function: function.parse().ok()?, instruction: instruction.parse().ok()? };
    let bits = Bits::from_str_radix(bits, 16).ok()?;
    let end = match code.parse().ok()? {
        0 => End::Return(bits),
        OUT_OF_FUEL_CODE => End::OutOfFuel(place),
        code => End::Trap(Trap { kind: TrapKind::from_code(code)?, place }),
    };
    Some(Seen { end, memory: u64::from_str_radix(memory, 16).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_strictly() {
        let line = |code: u32| format!("3 1 {code} 2 7 {:032x} {:016x}\n", 5, 6);
        let place = Place { function: 2, instruction: 7 };
        let seen = |end| Some(vec![Seen { end, memory: 6 }]);
        assert_eq!(parse(line(0).as_bytes(), &[(3, 1)]), seen(End::Return(5)));
        assert_eq!(parse(line(2).as_bytes(), &[(3, 1)]), seen(End::Trap(Trap { kind: TrapKind::Memory, place })));
        assert_eq!(parse(line(11).as_bytes(), &[(3, 1)]), seen(End::OutOfFuel(place)));
        for (text, calls) in [
            (line(0), vec![(3, 2)]),
            (line(0), vec![]),
            (line(0), vec![(3, 1), (3, 2)]),
            (line(12), vec![(3, 1)]),
            (line(0).replace(" 2 7 ", " 2 7 0"), vec![(3, 1)]),
            (line(0) + "\n", vec![(3, 1)]),
        ] {
            assert_eq!(parse(text.as_bytes(), &calls), None, "{text}");
        }
    }

    #[test]
    fn memory_is_read_whole() {
        let line = format!("0 3 0 2 7 {:032x} {:016x}\n", 5, 6);
        let seen = Seen { end: End::Return(5), memory: 6 };
        let text = line + "0807060504030201\n000000000000ff00\n";
        let memory = vec![1, 2, 3, 4, 5, 6, 7, 8, 0, 0xff, 0, 0, 0, 0, 0, 0];
        assert_eq!(parse_memory(text.as_bytes(), (0, 3), 16), Some((seen, memory)));
        assert_eq!(parse_memory(text.as_bytes(), (0, 3), 24), None);
        assert_eq!(parse_memory(text.replace("ff00", "f00").as_bytes(), (0, 3), 16), None);
    }

    #[test]
    fn every_bit_of_memory_counts() {
        let memory = [7; 64];
        let mut hashes: Vec<u64> = (0..512)
            .map(|bit| {
                let mut other = memory;
                other[bit / 8] ^= 1 << (bit % 8);
                memory_hash(&other)
            })
            .collect();
        hashes.push(memory_hash(&memory));
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 513);
    }
}
