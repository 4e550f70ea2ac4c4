//! Prints a stream as text; the inverse of `parse`.
//!
//! One file per construct. Each fills a [`Statement`] from a record, or fails on a record that its statement cannot express; such a record
//! is printed as its numbers.

mod abbreviations;
mod blocks;
mod constants;
mod function;
mod globals;
mod instruction;
mod listed;
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
use std::borrow::Cow;

/// The fidelity of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As the reference disassembler prints it, which loses details.
    Listed,
    /// Such that parsing gives the same records.
    Exact,
}

/// The number of operands from which the statement of a record is passed to the sink piece by piece: a first, discarded pass determines
/// whether it can be expressed at all.
const LONG: usize = 4096;

/// Passes every statement and record of a stream to a sink.
pub(super) fn print<'a, S: Sink<'a>>(stream: &'a Stream, form: Form, sink: S) -> S {
    print_with(stream, form, sink, LONG)
}

/// As [`print`], with another threshold for long records.
pub(super) fn print_with<'a, S: Sink<'a>>(stream: &'a Stream, form: Form, sink: S, long: usize) -> S {
    let mut printer = Printer { stream, form, long, sink, state: State::default(), line: Statement::default() };
    printer.header();
    for item in stream.items() {
        printer.item(item);
    }
    printer.sink
}

struct Printer<'a, S> {
    stream: &'a Stream,
    form: Form,
    long: usize,
    sink: S,
    state: State,
    /// The statement being filled.
    line: Statement<'static>,
}

/// The context of a statement besides its record.
#[derive(Clone, Copy)]
struct Context<'a> {
    state: &'a State,
    form: Form,
}

/// `None` if a statement cannot express its record.
type Said = Option<()>;

impl<'a, S: Sink<'a>> Printer<'a, S> {
    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Enter { block, width } => {
                let depth = self.state.depth();
                let operands = vec![u64::from(*block), u64::from(*width)].into();
                self.sink.record(depth, Row { at: item.at(), id: Some(ENTER_SUBBLOCK), code: code::ENTER, operands });
                self.enter_statement(*block, *width);
                self.sink.statement(depth, &self.line);
                self.state.enter(*block, *width);
            }
            ItemKind::End => {
                let inner = self.end_depth();
                self.state.leave();
                let depth = self.state.depth();
                self.sink.record(depth, Row { at: item.at(), id: Some(END_BLOCK), code: code::EXIT, operands: Cow::Borrowed(&[]) });
                self.line.clear();
                self.line.close('}');
                self.sink.statement(depth + inner, &self.line);
            }
            ItemKind::Define(index) => self.define(item, *index),
            ItemKind::Record(record) => self.record(item, record),
        }
    }

    fn define(&mut self, item: &Item, index: u32) {
        let Some(abbreviation) = self.stream.abbreviations().get(index as usize) else { return };
        let depth = self.state.depth();
        let operands = abbreviations::operands(abbreviation, self.form).into();
        self.sink.record(depth, Row { at: item.at(), id: Some(DEFINE_ABBREV), code: code::DEFINE, operands });
        let section = usize::from(self.state.block() == Some(BlockKind::Abbreviations));
        self.sink.begin(depth + section);
        let mut line = Statement::passed_to(&mut self.sink);
        let context = Context { state: &self.state, form: self.form };
        abbreviations::definition(context, abbreviation, &mut line);
        line.pass_all();
        self.sink.end();
        self.state.scopes.define(index);
    }

    fn record(&mut self, item: &Item, record: &Record) {
        let stream = self.stream;
        let operands = stream.operands(record);
        self.label();
        let depth = self.state.depth();
        self.sink.record(depth, Row { at: item.at(), id: Some(record.abbreviation), code: record.code, operands: operands.into() });
        let operands = match self.form {
            Form::Listed => listed::operands(self.state.block(), record.code, operands),
            Form::Exact => operands.into(),
        };
        let operands = operands.as_ref();
        if self.state.block() == Some(BlockKind::Function) && self.switch(record, operands) {
            // Several statements.
        } else if operands.len() < self.long {
            let context = Context { state: &self.state, form: self.form };
            self.line.clear();
            let (said, inner) = statement(context, record.code, operands, &mut self.line);
            if said.is_none() {
                self.line.clear();
                raw(record.code, operands, &mut self.line);
            }
            abbreviations::used(&self.state.scopes, record.abbreviation, &mut self.line);
            self.sink.statement(depth + inner, &self.line);
        } else {
            self.long_statement(depth, record, operands);
        }
        self.state.apply(record.code, operands);
        self.close_initializers(depth);
    }

    /// Passes the statement of a record to the sink incrementally.
    fn long_statement(&mut self, depth: usize, record: &Record, operands: &[u64]) {
        let context = Context { state: &self.state, form: self.form };
        let (said, inner) = statement(context, record.code, operands, &mut Statement::dropped());
        self.sink.begin(depth + inner);
        let mut line = Statement::passed_to(&mut self.sink);
        match said {
            Some(()) => {
                // It succeeded before.
                let _ = statement(context, record.code, operands, &mut line);
            }
            None => raw(record.code, operands, &mut line),
        }
        abbreviations::used(&self.state.scopes, record.abbreviation, &mut line);
        line.pass_all();
        self.sink.end();
    }

    /// Returns the indentation of the bracket that ends the block, in steps. The disassembler indents that of a constants block like its
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
            self.sink.flush();
            self.sink.statement(self.state.depth().saturating_sub(1), &self.line);
        }
    }

    fn close_initializers(&mut self, depth: usize) {
        if self.state.globals.closes() {
            self.line.clear();
            self.line.close('}');
            self.sink.flush();
            self.sink.statement(depth + 1, &self.line);
            self.state.globals.close();
        }
    }
}

/// Fills a line from a record, as far as it can be expressed; also returns the indentation within the block, in steps.
fn statement(context: Context<'_>, code: u32, operands: &[u64], line: &mut Statement<'_>) -> (Said, usize) {
    match context.state.block() {
        Some(BlockKind::Abbreviations) => (abbreviations::section(code, operands, line), 0),
        Some(BlockKind::Module) => (module::statement(context, code, operands, line), 0),
        Some(BlockKind::Types) => (types::statement(context, code, operands, line), 0),
        Some(BlockKind::Globals) => (globals::statement(context, code, operands, line), globals::depth(context, code)),
        Some(BlockKind::ValueSymtab) => (symbols::statement(context, code, operands, line), 0),
        Some(BlockKind::Constants) => (constants::statement(context, code, operands, line), constants::depth(context, code)),
        Some(BlockKind::Function) => (function::statement(context, code, operands, line), 0),
        None => (None, 0),
    }
}

/// Prints a record as its numbers: `record <code, operand, ...>;`.
fn raw(code: u32, operands: &[u64], out: &mut Statement<'_>) {
    out.word("record").space().numbers(std::iter::once(u64::from(code)).chain(operands.iter().copied())).word(';');
}

/// Codes of records that exist only in listings (manual, *Global records*).
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
