//! The tokens of a body.

use crate::ErrorKind;

/// A token and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// The byte offset in the file.
    pub(super) at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    End,
    Newline,
    /// A keyword, an opcode, a class or any other name without a sigil.
    Word(&'t str),
    /// `bb.N` and `bb.N.name`; the name is empty if there is none.
    Label {
        number: u32,
        name: &'t str,
        /// Whether only blanks precede it on its line.
        first: bool,
    },
    /// `%bb.N` and `%bb.N.name`.
    Block {
        number: u32,
        name: &'t str,
    },
    /// `%stack.N` and `%stack.N.name`.
    Stack {
        number: u32,
        name: &'t str,
    },
    FixedStack(u32),
    PoolConstant(u32),
    JumpTable(u32),
    /// `$name`.
    Physical(&'t str),
    /// `%N`.
    Virtual(u32),
    /// `%name`.
    Named(&'t str),
    /// `%ir.`.
    IrValue(Value<'t>),
    /// `%ir-block.`.
    IrBlock(Value<'t>),
    /// `@`.
    Global(Value<'t>),
    /// `&`.
    External(Spelled<'t>),
    /// `%subreg.`.
    SubregisterIndex(Spelled<'t>),
    /// `<mcsymbol `.
    Symbol(Spelled<'t>),
    /// Decimal, with or without a minus sign.
    Integer(&'t str),
    /// `0x` and digits.
    Hexadecimal(&'t str),
    /// With a point, or `0x`, a letter and digits.
    Float(&'t str),
    /// A word after an exclamation mark.
    Metadata(&'t str),
    /// The text between double quotes, with its escapes.
    Text(&'t str),
    /// The text between backquotes.
    IrConstant(&'t str),
    Punctuation(u8),
    DoubleColon,
    Bad(Bad),
}

/// A number or a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'t> {
    Number(u32),
    Name(Spelled<'t>),
}

/// A name as spelled, including any quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spelled<'t>(pub(super) &'t str);

impl<'t> Spelled<'t> {
    /// Returns the text between the quotes, which may have escapes; `None` without quotes.
    pub(super) fn quoted(self) -> Option<&'t str> {
        self.0.strip_prefix('"')?.strip_suffix('"')
    }
}

/// The reason why a text is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bad {
    Character,
    String,
    Constant,
    Comment,
    Symbol,
    RegisterMask,
    /// Above 2^32 - 1.
    Number,
    /// `bb.` without a number.
    BlockNumber,
    /// A sigil without the name that must follow it.
    Name,
}

impl Bad {
    /// Returns the rule that the text breaks.
    pub(super) fn error(self, rest: &str) -> ErrorKind {
        match self {
            Self::Character => ErrorKind::Character(rest.chars().next().unwrap_or_default()),
            Self::String => ErrorKind::OpenString,
            Self::Constant => ErrorKind::OpenConstant,
            Self::Comment => ErrorKind::OpenComment,
            Self::Symbol => ErrorKind::OpenSymbol,
            Self::RegisterMask => ErrorKind::DumpedRegisterMask,
            Self::Number => ErrorKind::NumberTooLarge("32 bits"),
            Self::BlockNumber => ErrorKind::Expected { expected: "a number after 'bb.'", found: found(rest) },
            Self::Name => ErrorKind::Expected { expected: "a name", found: found(rest) },
        }
    }
}

/// Returns the beginning of an unexpected text.
pub(super) fn found(rest: &str) -> String {
    const LONGEST: usize = 40;
    let line = rest.split(['\n', '\r']).next().unwrap_or_default();
    let word = line.split([' ', '\t']).next().unwrap_or_default();
    match word.chars().next() {
        Some(_) => format!("'{}'", word.chars().take(LONGEST).collect::<String>()),
        None if rest.is_empty() => "the end of the body".to_owned(),
        None => "the end of the line".to_owned(),
    }
}
