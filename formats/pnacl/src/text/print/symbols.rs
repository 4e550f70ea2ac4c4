//! Names of values.

use super::{Context, Form, Said};
use crate::bits::char6_encode;
use crate::tables::symbol;
use crate::text::statement::Statement;

pub(super) fn statement(context: Context<'_>, code: u32, operands: &[u64], out: &mut Statement) -> Said {
    let [index, name @ ..] = operands else { return None };
    match code {
        symbol::ENTRY => out.word(context.named(*index)?),
        symbol::BLOCK_ENTRY => out.word(format_args!("%b{index}")),
        _ => return None,
    };
    if name.is_empty() || name.iter().any(|&byte| byte > 255) {
        return None;
    }
    out.space().word(':').space().begin();
    if name.iter().all(|&byte| char6_encode(byte).is_some()) {
        let text: String = name.iter().map(|&byte| char::from(byte as u8)).collect();
        out.word(format_args!("\"{text}\"")).word(';').end();
    } else {
        bytes(context, name, out);
    }
    Some(())
}

/// Prints a name as its bytes, those in `[a-zA-Z0-9._]` as characters.
fn bytes(context: Context<'_>, name: &[u64], out: &mut Statement) {
    out.open('{');
    for (position, &byte) in name.iter().enumerate() {
        if position > 0 {
            out.word(',').end().space().begin();
        }
        let byte = byte as u8;
        match char6_encode(u64::from(byte)) {
            Some(_) => out.word(format_args!("'{}'", char::from(byte))),
            // The disassembler sign-extends the character.
            None if context.form == Form::Listed => out.word(format_args!("{:3}", i32::from(byte.cast_signed()).cast_unsigned())),
            None => out.word(format_args!("{byte:3}")),
        };
    }
    out.close('}').end();
}
