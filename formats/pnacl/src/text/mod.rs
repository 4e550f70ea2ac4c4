//! The textual forms of a file: listings, records and PNaClAsm, and PNaClAsm back to a file.
//!
//! | form | function | keeps |
//! |---|---|---|
//! | listing | [`listing`] | what pnacl-bcdis prints, byte for byte: bit address, record, assembly |
//! | records | [`records`] | codes, operands and block structure |
//! | assembly | [`assembly`], [`assemble`] | everything that [`Stream`] keeps |
//!
//! Text is made from the [`Stream`], item by item, not from the typed module, so that every readable file has a text, however odd, and a
//! statement stands for exactly one record. A statement that cannot say all that its record holds is replaced by the record's numbers,
//! `record <code, operand, ...>;`.
//!
//! `print` and `parse` mirror each other, one file per construct. Both follow the stream with the same `state`, which
//! knows what the names mean.

mod code;
mod columns;
pub(crate) mod number;
mod parse;
mod print;
mod records;
mod state;
mod statement;
mod wrap;

pub use parse::{ParseError, assemble, assemble_stream};
pub use records::{records, stream_records};

use crate::{Limits, Result, Stream};
use columns::{Columns, Plain};
use print::{Form, print};

/// The listing of a file as pnacl-bcdis prints it: a column of bit addresses, one of records and one of assembly, wrapped to 80 columns.
///
/// Unlike the tool, it reports no violations between the rows, and shows records that are no statement as `record <...>;`.
///
/// # Errors
/// Those of [`Stream::read`].
pub fn listing(bytes: &[u8]) -> Result<String> {
    Ok(stream_listing(&Stream::read(bytes, &Limits::default())?))
}

/// The listing of a stream; see [`listing`]. Addresses are those of [`Stream::address`].
pub fn stream_listing(stream: &Stream) -> String {
    print(stream, Form::Listed, Columns::default()).finish()
}

/// The file as PNaClAsm: one statement a line, which [`assemble`] turns back into the same stream.
///
/// Beyond the manual's syntax it knows `record <...>;` for records that have no statement, `header <...>;` for headers that are not the
/// usual one, `block(N) {` for unknown blocks, `@tN` for types that another type of the same text precedes, `nan:0x...` for NaNs with
/// a payload, and `call indirect` for a call record of the indirect kind that names a function.
///
/// # Errors
/// Those of [`Stream::read`].
pub fn assembly(bytes: &[u8]) -> Result<String> {
    Ok(stream_assembly(&Stream::read(bytes, &Limits::default())?))
}

/// The PNaClAsm of a stream; see [`assembly`].
pub fn stream_assembly(stream: &Stream) -> String {
    print(stream, Form::Exact, Plain::default()).out
}
