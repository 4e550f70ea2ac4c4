//! The records of the module block.

use super::{Context, Form, Said, types};
use crate::tables::{Linkage, module};
use crate::text::statement::Statement;

pub(super) fn statement(context: Context<'_>, code: u32, operands: &[u64], out: &mut Statement) -> Said {
    match (code, operands) {
        (module::VERSION, &[version]) => {
            out.word("version").space().word(version).word(';');
            Some(())
        }
        (module::FUNCTION, &[signature, 0, is_prototype, linkage]) => function(context, signature, is_prototype, linkage, out),
        _ => None,
    }
}

fn function(context: Context<'_>, signature: u64, is_prototype: u64, linkage: u64, out: &mut Statement) -> Said {
    if context.form == Form::Exact && is_prototype > 1 {
        return None;
    }
    let linkage = Linkage::from_code(linkage)?;
    let id = u32::try_from(signature).ok()?;
    out.begin().word(if is_prototype == 0 { "define" } else { "declare" }).space().word(linkage.name()).end();
    out.space().begin();
    types::named_signature(context, context.state.functions(), id, false, out);
    out.word(';').end();
    Some(())
}
