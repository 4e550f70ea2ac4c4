//! Classes of bytes for the lexer: the first bytes of tokens, and the bytes that continue them.

/// Returns whether a byte belongs to a class.
pub(super) fn is_of(class: u8, byte: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// Returns the end of the bytes of a class that begin at a position.
#[inline]
pub(super) fn end_of(class: u8, bytes: &[u8], from: usize) -> usize {
    let mut end = from;
    while let Some(byte) = bytes.get(end)
        && is_of(class, *byte)
    {
        end += 1;
    }
    end
}

/// The kinds of first bytes of the most frequent tokens, and the rest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    Blank,
    LineEnd,
    Word,
    Digit,
    Percent,
    Dollar,
    Colon,
    /// A character that is a token.
    Punctuation,
    /// Any other byte, and the first letter of labels.
    Rare,
}

/// The kind of token that each byte begins.
pub(super) const STARTS: [Start; 256] = {
    let mut starts = [Start::Rare; 256];
    let mut byte = 0;
    while byte < 256 {
        starts[byte] = match byte as u8 {
            b' ' | b'\t' => Start::Blank,
            b'\n' | b'\r' => Start::LineEnd,
            b'b' => Start::Rare,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => Start::Word,
            b'0'..=b'9' => Start::Digit,
            b'%' => Start::Percent,
            b'$' => Start::Dollar,
            b':' => Start::Colon,
            b',' | b'.' | b'=' | b'(' | b')' | b'{' | b'}' | b'+' | b'>' => Start::Punctuation,
            _ => Start::Rare,
        };
        byte += 1;
    }
    starts
};

/// Bytes of words.
pub(super) const WORD: u8 = 1;
/// Bytes of register names: a dot begins a sub-register.
pub(super) const REGISTER: u8 = 2;
/// Bytes of decimal numbers.
pub(super) const DIGIT: u8 = 4;
/// Bytes of a line: all except its end.
pub(super) const IN_LINE: u8 = 8;
/// Bytes between tokens.
pub(super) const BLANK: u8 = 16;

/// The classes of each byte.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' => WORD | REGISTER | DIGIT | IN_LINE,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'-' | b'$' => WORD | REGISTER | IN_LINE,
            b'.' => WORD | IN_LINE,
            b'\n' | b'\r' => 0,
            b' ' | b'\t' => IN_LINE | BLANK,
            _ => IN_LINE,
        };
        byte += 1;
    }
    classes
};
