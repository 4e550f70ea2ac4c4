//! The switch instruction, the only record with several statements.

use super::constants::integer;
use super::{Context, Printer, Said, abbreviations, types};
use crate::stream::Record;
use crate::text::code;
use crate::text::columns::Sink;
use crate::text::state::Type;
use crate::text::statement::Statement;

/// Operands before the cases: type, value, default block, number of cases.
const FIXED: usize = 4;
/// Operands of a case: two that are 1 (remaining from LLVM's ranges), value, block.
const CASE: usize = 4;

impl<'a, S: Sink<'a>> Printer<'a, S> {
    /// Prints a switch; returns `false` if the record is not one, or cannot be expressed by a statement.
    pub(super) fn switch(&mut self, record: &Record, operands: &[u64]) -> bool {
        let context = Context { state: &self.state, form: self.form };
        self.line.clear();
        if record.code != code::SWITCH || head(context, operands, &mut self.line).is_none() {
            return false;
        }
        let depth = self.state.depth();
        self.sink.statement(depth, &self.line);
        let shape = operands.first().and_then(|&id| self.state.types.get(id)).unwrap_or(Type::Void);
        self.line.clear();
        self.line.begin().word("default:").space().end();
        target(operands[2], &mut self.line);
        self.sink.statement(depth + 1, &self.line);
        for case in operands[FIXED..].chunks_exact(CASE) {
            self.line.clear();
            let context = Context { state: &self.state, form: self.form };
            self.line.begin();
            let _ = types::by_id(context, operands[0], &mut self.line);
            let value = integer(context, shape, case[2]).unwrap_or_default();
            self.line.space().word(format_args!("{value}:")).space().end();
            target(case[3], &mut self.line);
            self.sink.statement(depth + 1, &self.line);
        }
        self.line.clear();
        self.line.word('}');
        abbreviations::used(&self.state.scopes, record.abbreviation, &mut self.line);
        self.sink.statement(depth, &self.line);
        true
    }
}

/// Prints the first line, if all of the record can be expressed.
fn head(context: Context<'_>, operands: &[u64], out: &mut Statement) -> Said {
    let (&[id, value, _default, count], cases) = operands.split_first_chunk()?;
    let shape = context.state.types.get(id)?;
    let complete = cases.len() % CASE == 0 && count == (cases.len() / CASE) as u64;
    let sayable = |case: &[u64]| case[..2] == [1, 1] && integer(context, shape, case[2]).is_some();
    if !complete || !cases.chunks_exact(CASE).all(sayable) {
        return None;
    }
    out.word("switch").space().begin().begin();
    types::by_id(context, id, out)?;
    out.space();
    context.value(context.relative_wide(value)?, out)?;
    out.end().space().word('{').end();
    Some(())
}

fn target(block: u64, out: &mut Statement) {
    out.begin().word("br").space().word("label").space().word(format_args!("%b{block}")).word(';').end();
}
