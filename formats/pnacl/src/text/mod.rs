//! The text forms of a file: listings, records and PNaClAsm; and the assembler for PNaClAsm.
//!
//! | form | function | keeps |
//! |---|---|---|
//! | listing | [`listing`] | what pnacl-bcdis prints, byte for byte: bit address, record, assembly |
//! | records | [`records`] | codes, operands and block structure |
//! | assembly | [`assembly`], [`assemble`] | everything that [`Stream`] keeps |
//!
//! Text is printed from the [`Stream`], item by item, not from the typed module, so that every readable file has a text, however odd, and
//! each statement represents exactly one record. If a statement cannot express all of its record, the record is printed as numbers, `record
//! <code, operand, ...>;`.
//!
//! `print` and `parse` are inverse to each other, one file per construct. Both follow the stream with the same `state`, which maps names to
//! values.

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
pub use records::{records, stream_records, write_records};

use crate::{Limits, Result, Stream};
use columns::{Columns, Plain};
use print::{Form, print};
use std::fmt;

/// Returns the listing of a file as pnacl-bcdis prints it: a column of bit addresses, one of records and one of assembly, wrapped to 80
/// columns.
///
/// Unlike the tool, it reports no violations between the rows, and prints records without a statement as `record <...>;`. Names are those of
/// [`crate::Module`], which numbers values in the order of records; bcdis names values otherwise if a function follows a global or a constant
/// follows an instruction.
///
/// # Errors
/// The errors of [`Stream::read`].
pub fn listing(bytes: &[u8]) -> Result<String> {
    Ok(stream_listing(&Stream::read(bytes, &Limits::default())?))
}

/// Returns the listing of a stream; see [`listing`]. Addresses are those of [`Stream::address`].
pub fn stream_listing(stream: &Stream) -> String {
    text(|out| write_listing(stream, out))
}

/// Writes the listing of a stream line by line; see [`listing`]. However long a record is, only a few lines of its text are in memory.
///
/// # Errors
/// The first error of the writer.
pub fn write_listing(stream: &Stream, out: &mut dyn fmt::Write) -> fmt::Result {
    print(stream, Form::Listed, Columns::new(out)).finish()
}

/// Returns the file as PNaClAsm: one statement per line, which [`assemble`] converts back to the same stream.
///
/// Beyond the manual's syntax it uses `record <...>;` for records that have no statement, `header <...>;` for headers other than the usual
/// one, `block(N) {` for unknown blocks, `@tN` for types after another type with the same text, `nan:0x...` for NaNs with a payload, and
/// `call indirect` for a call record of the indirect kind that names a function.
///
/// # Errors
/// The errors of [`Stream::read`].
pub fn assembly(bytes: &[u8]) -> Result<String> {
    Ok(stream_assembly(&Stream::read(bytes, &Limits::default())?))
}

/// Returns the PNaClAsm of a stream; see [`assembly`].
pub fn stream_assembly(stream: &Stream) -> String {
    text(|out| write_assembly(stream, out))
}

/// Writes the PNaClAsm of a stream piece by piece, as [`write_listing`] does; see [`assembly`].
///
/// # Errors
/// The first error of the writer.
pub fn write_assembly(stream: &Stream, out: &mut dyn fmt::Write) -> fmt::Result {
    print(stream, Form::Exact, Plain::new(out)).finish()
}

/// Returns the written text as a string.
fn text(write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::print::print_with;
    use super::*;
    use crate::tables::BlockKind;

    /// Long records are printed piece by piece; if all were, the text would be the same.
    #[test]
    fn statements_that_are_passed_on_are_those_that_are_kept() {
        let forms = |stream: &Stream, long: usize| {
            let listing = text(|out| print_with(stream, Form::Listed, Columns::new(out), long).finish());
            (listing, text(|out| print_with(stream, Form::Exact, Plain::new(out), long).finish()))
        };
        let streams = samples();
        assert!(streams.len() > 30);
        for stream in &streams {
            let kept = forms(stream, usize::MAX);
            assert!(forms(stream, 0) == kept, "{}", kept.0);
            assert_eq!(kept, (stream_listing(stream), stream_assembly(stream)));
        }
    }

    /// Returns modules of meaningful and meaningless records, short and long: of every code in every block.
    fn samples() -> Vec<Stream> {
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        (0..40)
            .map(|number| {
                let mut stream = assemble_stream(PREFIX).unwrap();
                // The text ends the module, which continues here.
                let mut open = Stream::new();
                let count = stream.items().len() - 1;
                stream.items()[..count].iter().for_each(|item| open.copy_item(&stream, item));
                stream = open;
                for kind in BlockKind::ALL {
                    stream.enter(*kind as u32, 4);
                    for code in 0..60 {
                        let length = draw(if number % 2 == 0 { 8 } else { 90 });
                        let bound = [2, 6, 128, 300, u64::MAX][draw(5) as usize];
                        let operands: Vec<u64> = (0..length).map(|_| draw(bound)).collect();
                        stream.record(3, code, &operands);
                    }
                    stream.end();
                }
                stream.end();
                stream
            })
            .collect()
    }

    /// A module with types, functions and a global to refer to.
    const PREFIX: &str = "module {\n version 1;\n types {\n count 5;\n @t0 = i32;\n @t1 = void;\n @t2 = i8;\n @t3 = i1;\n\
                          @t4 = void (i32);\n }\n define internal void @f0(i32);\n define internal void @f1(i32);\n\
                          globals {\n count 2;\n var @g0, align 8,\n initializers 2 {\n zerofill 8;\n reloc @f0;\n }\n\
                          const @g1, align 1,\n { 1,  2,  3}\n }\n}\n";
}
