//! Literal strings: UTF-8 that ends with a zero byte, four bytes to a word, the first in the lowest bits (SPIR-V, *Literal*).

use crate::Words;

/// Returns whether the words start with this literal string.
pub fn is_string(words: &[u32], text: &str) -> bool {
    words.len() > text.len() / 4 && words.iter().flat_map(|word| word.to_le_bytes()).take(text.len() + 1).eq(text.bytes().chain([0]))
}

/// Returns the bytes of the literal string at the start of the words, without the zero byte, and its number of words; none if no zero byte
/// ends it.
pub fn string(words: &[u32]) -> Option<(Vec<u8>, usize)> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0).collect();
    let count = bytes.len() / 4 + 1;
    (count <= words.len()).then_some((bytes, count))
}

/// Returns the number of words of the literal string at the start of the words; none if no zero byte ends it.
pub fn string_len(words: &[u32]) -> Option<usize> {
    words.iter().position(|word| word.to_le_bytes().contains(&0)).map(|last| last + 1)
}

/// Returns a string as words. It ends at its first zero character.
pub fn string_words(text: &str) -> Words {
    let mut words = Words::new();
    let bytes = text.as_bytes();
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    for chunk in bytes[..end].chunks(4) {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        words.push(u32::from_le_bytes(word));
    }
    if end % 4 == 0 {
        words.push(0);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_with_a_zero_byte() {
        assert_eq!(string_words("").as_slice(), [0]);
        assert_eq!(string_words("abc").as_slice(), [0x0063_6261]);
        assert_eq!(string_words("abcd").as_slice(), [0x6463_6261, 0]);
        assert_eq!(string(&[0x6463_6261, 0, 7]), Some((b"abcd".to_vec(), 2)));
        assert_eq!(string(&[0x6463_6261]), None);
        assert_eq!((string_len(&[0x6463_6261, 0, 7]), string_len(&[0x6463_6261])), (Some(2), None));
        assert!(is_string(&[0x6463_6261, 0], "abcd") && !is_string(&[0x6463_6261], "abcd") && !is_string(&[0x6463_6261, 0], "abc"));
    }
}
