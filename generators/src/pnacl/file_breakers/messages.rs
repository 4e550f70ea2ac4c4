//! The messages of errors, repeated here so that a changed one is noticed.

use irsmith_pnacl::{Error, ErrorKind};

/// Returns the message that an error must have; `None` for errors that no breaker expects.
pub fn message(error: &Error) -> Option<String> {
    let at = error.at.0;
    Some(format!("{}:{}: {}", at / 8, at % 8, of_kind(&error.kind)?))
}

fn of_kind(kind: &ErrorKind) -> Option<String> {
    Some(match kind {
        ErrorKind::FileTooLarge { bytes, limit } => format!("the file has {bytes} bytes, the limit is {limit}"),
        ErrorKind::TooManyRecords(limit) => format!("more than {limit} records"),
        ErrorKind::TooManyOperands(limit) => format!("more than {limit} operands"),
        ErrorKind::TooDeep(limit) => format!("blocks nest deeper than {limit}"),
        ErrorKind::UnexpectedEnd => "the file ends here, inside a record or block".into(),
        ErrorKind::VbrTooLarge => "a variable-width value has more than 64 bits".into(),
        ErrorKind::BadMagic => "not a PNaCl bitcode file: the magic number PEXE is missing".into(),
        ErrorKind::BadHeaderField { id, problem } => format!("header field 0x{id:04x} is {problem}"),
        ErrorKind::BadVersion(version) => format!("PNaCl version {version}, expected 2"),
        ErrorKind::ExpectedModuleBlock => "expected the module block (8)".into(),
        ErrorKind::TrailingBytes(count) => format!("{count} bytes behind the end of the module block"),
        ErrorKind::OutsideBlock(id) => format!("abbreviation id {id} outside every block; only a block can stand here"),
        ErrorKind::BadAbbreviationWidth(width) => format!("abbreviation ids of {width} bits"),
        ErrorKind::TooWide { what, value } => format!("{what} {value} does not fit in 32 bits"),
        ErrorKind::UnknownAbbreviation { id, limit } => format!("abbreviation id {id} is not defined; this block has ids below {limit}"),
        ErrorKind::BadAbbreviation(problem) => format!("abbreviation: {problem}"),
        ErrorKind::NoCode => "a record without a code".into(),
        ErrorKind::UnexpectedBlock { block, parent } => format!("block {block} cannot stand in block {parent}"),
        ErrorKind::UnknownRecord { block, code } => format!("record code {code} is unknown in the {block} block"),
        ErrorKind::OperandCount { record, count, expected } => format!("{record} record with {count} operands, expected {expected}"),
        ErrorKind::OutOfRange { what, value } => format!("{what} {value} is out of range"),
        ErrorKind::UndefinedValue { index, limit } => format!("value {index} is used but never defined; the function has {limit}"),
        ErrorKind::NotAFunction(value) => format!("direct call of value {value}, which is not a function"),
        ErrorKind::NotAFunctionType(id) => format!("type {id} is not a function type"),
        ErrorKind::NoConstantType => "a constant before any type was set".into(),
        ErrorKind::MisplacedInitializer(problem) | ErrorKind::BodyMismatch(problem) => (*problem).into(),
        ErrorKind::CountMismatch { what, expected, actual } => format!("{what}: {actual} defined, {expected} announced"),
        _ => return None,
    })
}
