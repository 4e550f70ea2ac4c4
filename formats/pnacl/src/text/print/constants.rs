//! Constants of a function.

use super::{Context, Form, Said, types};
use crate::tables::constant;
use crate::text::number::{Precision, exact_float, listed_float, rotated};
use crate::text::state::Type;
use crate::text::statement::Statement;

/// Returns the indentation within the block, in steps.
pub(super) fn depth(context: Context<'_>, code: u32) -> usize {
    usize::from(code != constant::SET_TYPE && context.state.constant_type.is_some())
}

pub(super) fn statement(context: Context<'_>, code: u32, operands: &[u64], out: &mut Statement) -> Said {
    if let (constant::SET_TYPE, &[id]) = (code, operands) {
        types::by_id(context, id, out)?;
        out.glue(':');
        return Some(());
    }
    let shape = context.state.constant_shape()?;
    out.word(context.state.function.as_ref()?.next_constant()).space().word('=').space().begin();
    match (code, operands) {
        (constant::UNDEF, []) => {
            types::shape(shape, out);
            out.space().word("undef").word(';').end();
        }
        (constant::INTEGER, &[value]) => {
            out.begin();
            types::shape(shape, out);
            out.space().word(integer(context, shape, value)?).word(';').end().end();
        }
        (constant::FLOAT, &[bits]) => {
            types::shape(shape, out);
            out.space().word(float(context, shape, bits)?).word(';').end();
        }
        _ => return None,
    }
    Some(())
}

/// Prints a sign-rotated number of a type. True is -1 on the wire and 1 in text.
pub(super) fn integer(context: Context<'_>, shape: Type, value: u64) -> Option<String> {
    match shape {
        Type::BOOLEAN if context.form == Form::Exact && !matches!(value, 0 | 3) => None,
        Type::BOOLEAN => Some((value >> 1).to_string()),
        Type::Integer(_) => Some(rotated(value)),
        // The disassembler does not require an integer type.
        _ => (context.form == Form::Listed).then(|| rotated(value)),
    }
}

fn float(context: Context<'_>, shape: Type, bits: u64) -> Option<String> {
    let precision = Precision::of(shape)?;
    let fits = precision == Precision::Double || bits <= u64::from(u32::MAX);
    match context.form {
        Form::Listed => Some(listed_float(precision, bits)),
        Form::Exact if fits => Some(exact_float(precision, bits)),
        Form::Exact => None,
    }
}
