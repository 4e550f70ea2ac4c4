//! Globals and their initializers.

use super::operands::alignment;
use super::{Context, Form, Said};
use crate::tables::global;
use crate::text::statement::Statement;

/// Returns the indentation within the block, in steps.
pub(super) fn depth(context: Context<'_>, code: u32) -> usize {
    match code {
        global::COUNT | global::VARIABLE => 0,
        _ => context.state.globals.initializer_depth(),
    }
}

pub(super) fn statement(context: Context<'_>, code: u32, operands: &[u64], out: &mut Statement) -> Said {
    match (code, operands) {
        (global::COUNT, &[count]) => {
            out.word("count").space().word(count).word(';');
        }
        (global::VARIABLE, &[align, is_constant]) => return variable(context, align, is_constant, out),
        (global::COMPOUND, &[count]) => {
            out.begin().word("initializers").space().word(count).end().space().open('{');
        }
        (global::ZEROFILL, &[bytes]) => {
            out.word("zerofill").space().word(bytes).word(';');
        }
        (global::DATA, bytes) => return data(bytes, out),
        (global::RELOCATION, &[value]) => return relocation(context, value, None, out),
        (global::RELOCATION, &[value, addend]) => return relocation(context, value, Some(addend), out),
        _ => return None,
    }
    Some(())
}

fn variable(context: Context<'_>, align: u64, is_constant: u64, out: &mut Statement) -> Said {
    if context.form == Form::Exact && is_constant > 1 {
        return None;
    }
    let global = context.state.globals.defined();
    out.begin().word(if is_constant == 0 { "var" } else { "const" }).space().word(format_args!("@g{global}")).word(',').end().space();
    out.begin().word("align").space().word(alignment(align)?).word(',').end();
    Some(())
}

fn data(bytes: &[u64], out: &mut Statement) -> Said {
    out.begin().open('{');
    for (position, &byte) in bytes.iter().enumerate() {
        let byte = u8::try_from(byte).ok()?;
        if position > 0 {
            out.word(',').end().space().begin();
        }
        out.word(format_args!("{byte:3}"));
    }
    out.close('}').end();
    Some(())
}

fn relocation(context: Context<'_>, value: u64, addend: Option<u64>, out: &mut Statement) -> Said {
    let value = context.named(value)?;
    out.word("reloc").space().begin().word(value);
    if let Some(addend) = addend {
        // Two's complement of 32 bits.
        let addend = u32::try_from(addend).ok()?.cast_signed();
        let sign = if addend < 0 { '-' } else { '+' };
        out.space().word(sign).space().word(addend.unsigned_abs());
    }
    out.word(';').end();
    Some(())
}
