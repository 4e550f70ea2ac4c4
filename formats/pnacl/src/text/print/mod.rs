//! Stream to text; the mirror image of `parse`.
//!
//! One file per construct. Each fills a [`Statement`] from a record, or gives up on a record that its statement cannot say; such a
//! record is written as its numbers.

mod abbreviations;
mod blocks;
mod constants;
mod function;
mod globals;
mod module;
mod operands;
mod switch;
mod symbols;
pub(super) mod types;

use super::columns::{Row, Sink};
use super::state::State;
use super::statement::Statement;
use crate::Stream;
use crate::stream::{DEFINE_ABBREV, END_BLOCK, ENTER_SUBBLOCK, Item, ItemKind, Record};
use crate::tables::BlockKind;

/// How true the text must be to the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As the reference disassembler prints it, which loses what it does not care for.
    Listed,
    /// So that the same records come back.
    Exact,
}

/// Gives every statement and record of a stream to a sink.
pub(super) fn print<S: Sink>(stream: &Stream, form: Form, sink: S) -> S {
    let mut printer = Printer { stream, form, sink, state: State::default(), line: Statement::default() };
    printer.header();
    for item in stream.items() {
        printer.item(item);
    }
    printer.sink
}

struct Printer<'a, S> {
    stream: &'a Stream,
    form: Form,
    sink: S,
    state: State,
    /// The statement being filled.
    line: Statement,
}

/// What a statement may depend on beside its record.
#[derive(Clone, Copy)]
struct Context<'a> {
    state: &'a State,
    form: Form,
}

/// `None` where a statement cannot say what its record holds.
type Said = Option<()>;

impl<S: Sink> Printer<'_, S> {
    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Enter { block, width } => {
                self.enter_statement(*block, *width);
                let depth = self.state.depth();
                self.sink.statement(depth, &self.line);
                let operands = [u64::from(*block), u64::from(*width)];
                self.sink.record(depth, Row { at: item.at(), id: Some(ENTER_SUBBLOCK), code: code::ENTER, operands: &operands });
                self.state.enter(*block, *width);
            }
            ItemKind::End => {
                let inner = self.end_depth();
                self.state.leave();
                let depth = self.state.depth();
                self.line.clear();
                self.line.close('}');
                self.sink.statement(depth + inner, &self.line);
                self.sink.record(depth, Row { at: item.at(), id: Some(END_BLOCK), code: code::EXIT, operands: &[] });
            }
            ItemKind::Define(index) => self.define(item, *index),
            ItemKind::Record(record) => self.record(item, record),
        }
    }

    fn define(&mut self, item: &Item, index: u32) {
        let Some(abbreviation) = self.stream.abbreviations().get(index as usize) else { return };
        self.line.clear();
        abbreviations::definition(&self.state.scopes, abbreviation, &mut self.line);
        let depth = self.state.depth();
        let section = usize::from(self.state.block() == Some(BlockKind::Abbreviations));
        self.sink.statement(depth + section, &self.line);
        let operands = abbreviations::operands(abbreviation);
        self.sink.record(depth, Row { at: item.at(), id: Some(DEFINE_ABBREV), code: code::DEFINE, operands: &operands });
        self.state.scopes.define(index);
    }

    fn record(&mut self, item: &Item, record: &Record) {
        let stream = self.stream;
        let operands = stream.operands(record);
        self.label();
        let depth = self.state.depth();
        if !(self.state.block() == Some(BlockKind::Function) && self.switch(record, operands)) {
            let inner = self.statement(record.code, operands);
            abbreviations::used(&self.state.scopes, record.abbreviation, &mut self.line);
            self.sink.statement(depth + inner, &self.line);
        }
        self.sink.record(depth, Row { at: item.at(), id: Some(record.abbreviation), code: record.code, operands });
        self.state.apply(record.code, operands);
        self.close_initializers(depth);
    }

    /// Fills the line from a record; gives the steps of indentation within the block.
    fn statement(&mut self, code: u32, operands: &[u64]) -> usize {
        let context = Context { state: &self.state, form: self.form };
        let line = &mut self.line;
        line.clear();
        let (said, inner) = match self.state.block() {
            Some(BlockKind::Abbreviations) => (abbreviations::section(code, operands, line), 0),
            Some(BlockKind::Module) => (module::statement(context, code, operands, line), 0),
            Some(BlockKind::Types) => (types::statement(context, code, operands, line), 0),
            Some(BlockKind::Globals) => (globals::statement(context, code, operands, line), globals::depth(context, code)),
            Some(BlockKind::ValueSymtab) => (symbols::statement(context, code, operands, line), 0),
            Some(BlockKind::Constants) => (constants::statement(context, code, operands, line), constants::depth(context, code)),
            Some(BlockKind::Function) => (function::statement(context, code, operands, line), 0),
            None => (None, 0),
        };
        if said.is_none() {
            raw(code, operands, line);
        }
        inner
    }

    /// Steps of indentation of the bracket that ends the block. The disassembler leaves that of a constants block as far in as its
    /// constants.
    fn end_depth(&self) -> usize {
        let typed = self.state.block() == Some(BlockKind::Constants) && self.state.constant_type.is_some();
        usize::from(typed && self.form == Form::Listed)
    }

    fn header(&mut self) {
        blocks::header(&self.stream.header, self.form, &mut self.line, &mut self.sink);
    }

    fn enter_statement(&mut self, block: u32, width: u32) {
        self.line.clear();
        let context = Context { state: &self.state, form: self.form };
        blocks::enter(context, block, width, &mut self.line);
    }

    /// Prints the label of the basic block that begins here, if one does.
    fn label(&mut self) {
        let due = match self.state.block() {
            Some(BlockKind::Function) => self.state.function.as_ref().and_then(|function| function.due_label()),
            _ => None,
        };
        if let Some(block) = due {
            self.line.clear();
            self.line.word(format_args!("%b{block}:"));
            self.sink.statement(self.state.depth().saturating_sub(1), &self.line);
            self.sink.flush();
        }
    }

    fn close_initializers(&mut self, depth: usize) {
        if self.state.globals.closes() {
            self.line.clear();
            self.line.close('}');
            self.sink.statement(depth + 1, &self.line);
            self.sink.flush();
            self.state.globals.close();
        }
    }
}

/// A record as its numbers: `record <code, operand, ...>;`.
fn raw(code: u32, operands: &[u64], out: &mut Statement) {
    out.clear();
    out.word("record").space().numbers(std::iter::once(u64::from(code)).chain(operands.iter().copied())).word(';');
}

/// Codes that records have only in listings (manual, *Global records*).
mod code {
    /// A block begins.
    pub(super) const ENTER: u32 = 65535;
    /// A block ends.
    pub(super) const EXIT: u32 = 65534;
    /// An abbreviation is defined.
    pub(super) const DEFINE: u32 = 65533;
    /// The file's header.
    pub(super) const HEADER: u32 = 65532;
}
