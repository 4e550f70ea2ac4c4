//! The initial information block of a program.

use std::fmt;

/// Type of the entry of the auxiliary vector with the address of the query function.
const AT_SYSINFO: u32 = 32;

/// The information block does not fit into the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockError {
    /// Bytes of the block.
    pub needed: u64,
}

/// Returns the information block of a program, to be placed at `address`: a function to call at exit (none), numbers of environment entries
/// and arguments, the arguments' addresses and 0, those of the environment and 0, the auxiliary vector, then the bytes of both. `query` is
/// the address of the function that finds interfaces. A multiple of 16 bytes.
///
/// # Errors
/// The block reaches beyond 32-bit addresses.
pub fn information_block(address: u32, arguments: &[&[u8]], environment: &[&[u8]], query: u32) -> Result<Vec<u8>, BlockError> {
    let words = 3 + arguments.len() + 1 + environment.len() + 1 + 4;
    let strings: usize = arguments.iter().chain(environment).map(|text| text.len() + 1).sum();
    let size = (words * 4 + strings).next_multiple_of(16);
    if u32::try_from(size).ok().and_then(|size| address.checked_add(size)).is_none() {
        return Err(BlockError { needed: size as u64 });
    }
    let mut block = Vec::with_capacity(size);
    let mut word = |value: u32| block.extend(value.to_le_bytes());
    word(0);
    word(environment.len() as u32);
    word(arguments.len() as u32);
    let mut string = address + words as u32 * 4;
    for texts in [arguments, environment] {
        for text in texts {
            word(string);
            string += text.len() as u32 + 1;
        }
        word(0);
    }
    [AT_SYSINFO, query, 0, 0].into_iter().for_each(word);
    for text in arguments.iter().chain(environment) {
        block.extend_from_slice(text);
        block.push(0);
    }
    block.resize(size, 0);
    Ok(block)
}

impl fmt::Display for BlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the heap is too small for the program's arguments and environment, {} bytes", self.needed)
    }
}

impl std::error::Error for BlockError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_where_programs_look_for_them() {
        let block = information_block(0x1000, &[b"a", b"bc"], &[], 0xff).unwrap();
        let words: Vec<u32> = block.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
        assert_eq!(words[..11], [0, 0, 2, 0x102c, 0x102e, 0, 0, 32, 0xff, 0, 0]);
        assert_eq!(block[0x2c..0x31], *b"a\0bc\0");
        assert!(information_block(u32::MAX, &[], &[], 0).is_err());
    }

    #[test]
    fn the_environment_stands_behind_the_arguments() {
        let block = information_block(0x1000, &[b"a"], &[b"B=1", b"C="], 0xff).unwrap();
        let words: Vec<u32> = block.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
        assert_eq!(words[..12], [0, 2, 1, 0x1030, 0, 0x1032, 0x1036, 0, 32, 0xff, 0, 0]);
        assert_eq!(block[0x30..0x39], *b"a\0B=1\0C=\0");
    }
}
