//! The header, and the beginnings of blocks.

use super::{Context, Form, code, types};
use crate::BitAddress;
use crate::stream::Header;
use crate::tables::BlockKind;
use crate::text::columns::{Row, Sink};
use crate::text::statement::Statement;

/// Prints the header: always in a listing, in assembly only if it is not the usual one.
pub(super) fn header<'a, S: Sink<'a>>(header: &Header, form: Form, line: &mut Statement, sink: &mut S) {
    if form == Form::Exact && *header == Header::default() {
        return;
    }
    let bytes: Vec<u64> = header.bytes().iter().map(|&byte| u64::from(byte)).collect();
    sink.record(0, Row { at: BitAddress(0), id: None, code: code::HEADER, operands: bytes.clone().into() });
    match form {
        Form::Exact => {
            line.clear();
            line.word("header").space().numbers(bytes.iter().copied()).word(';');
            sink.statement(0, line);
        }
        Form::Listed => {
            magic(header.bytes(), line);
            sink.statement(0, line);
            for field in header.fields() {
                line.clear();
                contents(field.id, field.data, line);
                sink.statement(0, line);
            }
        }
    }
}

fn magic(bytes: &[u8], line: &mut Statement) {
    let [a, b, c, d] = *bytes.first_chunk().unwrap_or(b"PEXE");
    let name: String = [a, b, c, d].map(char::from).iter().collect();
    line.clear();
    line.word("Magic").space().word("Number").word(':').space().begin().begin().word(format_args!("'{name}'")).end().space();
    line.begin().open('(').word(a);
    for byte in [b, c, d] {
        line.word(',').space().word(byte);
    }
    line.close(')').end().end();
}

/// Prints a field of the header; fields other than the version as their bytes.
fn contents(id: u16, data: &[u8], line: &mut Statement) {
    match (id, data.first_chunk()) {
        (0x11, Some(bytes)) => line.word(format_args!("PNaCl Version: {}", u32::from_le_bytes(*bytes))),
        _ => line.word(format_args!("Field {id:#x}: {data:02x?}")),
    };
}

/// Prints the statement that begins a block: its name and an opening bracket, in assembly with the width of abbreviation ids if it is not
/// 2, in a listing with the block id.
pub(super) fn enter(context: Context<'_>, block: u32, width: u32, out: &mut Statement) {
    match BlockKind::from_code(u64::from(block)) {
        Some(BlockKind::Function) => function(context, out),
        Some(kind) => {
            out.word(kind.name());
        }
        None if context.form == Form::Listed => {
            out.word("unknown");
        }
        None => {
            out.word("block").open('(').word(block).close(')');
        }
    }
    out.space().open('{');
    match context.form {
        Form::Listed => {
            out.space().space().word(format_args!("// BlockID = {block}"));
        }
        Form::Exact if width != 2 => {
            out.space().begin().open('<').word(width).close('>').end();
        }
        Form::Exact => {}
    }
}

/// Prints `function` and the signature of the body's function, which no record repeats.
fn function(context: Context<'_>, out: &mut Statement) {
    out.word("function");
    if let Some((function, id)) = context.state.next_body() {
        out.space();
        types::named_signature(context, function, id, true, out);
    }
}
