//! What a body is made of.

use crate::ErrorKind;

/// A token and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// Byte offset in the file.
    pub(super) at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    End,
    Newline,
    /// A keyword, an opcode, a class or any other name without a sign before it.
    Word(&'t str),
    /// `bb.N` and `bb.N.name`; an empty name where there is none.
    Label {
        number: u32,
        name: &'t str,
        /// Whether nothing but blanks stands before it on its line.
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
    /// A word behind an exclamation mark.
    Metadata(&'t str),
    /// What stands between double quotes, with its escapes.
    Text(&'t str),
    /// What stands between backquotes.
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

/// A name as it is spelled, with its quotes where it has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spelled<'t>(pub(super) &'t str);

impl<'t> Spelled<'t> {
    /// What stands between the quotes and may have escapes; `None` without quotes.
    pub(super) fn quoted(self) -> Option<&'t str> {
        self.0.strip_prefix('"')?.strip_suffix('"')
    }
}

/// Why something is no token.
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
    /// A sign without the name that belongs to it.
    Name,
}

impl Bad {
    /// The rule that is broken by what stands here.
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

/// The beginning of what stands at an unexpected place.
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
