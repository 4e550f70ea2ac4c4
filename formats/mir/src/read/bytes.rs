//! What bytes are to the lexer: what a token begins with, and what it goes on with.

/// Whether a byte belongs to a class.
pub(super) fn is_of(class: u8, byte: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// Where the bytes of a class end that stand from a place on.
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

/// What nearly all instructions are made of begins with, and the rest.
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
    /// Anything else, and the letter that a label begins with.
    Rare,
}

/// What each byte begins.
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

/// Of words.
pub(super) const WORD: u8 = 1;
/// Of names of registers: a dot begins a sub-register.
pub(super) const REGISTER: u8 = 2;
/// Of decimal numbers.
pub(super) const DIGIT: u8 = 4;
/// Of a line: all but its end.
pub(super) const IN_LINE: u8 = 8;
/// Between tokens.
pub(super) const BLANK: u8 = 16;

/// What each byte belongs to.
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
