//! The embedded IR module: functions, globals and metadata that bodies name.

mod function;

use super::draw::Draw;
use super::forms::{Debug, Shape};
use super::metadata::{self, node};
use super::names::Names;
use crate::forms::Form;
use function::{IrFunction, ir_value, spelled};
use irsmith_mir::tables::Target;
use irsmith_mir::{EmbeddedIr, IrValue};
use std::fmt::Write;

/// A module as text, and its contents.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Whether there is one.
    embedded: bool,
    /// Whether its functions have debug information.
    debug: bool,
    /// Whether it lists all nodes. llc numbers only nodes that the module itself reaches, and cannot read its own output for others.
    listed: bool,
    text: String,
    functions: Vec<IrFunction>,
    /// Variables and declared functions.
    globals: Vec<IrValue>,
    /// The index of the function whose body is generated.
    current: usize,
}

/// How many of 256 modules with metadata list all of it.
const NUMBERED: u16 = 240;

/// Types of globals, each with a value.
const VALUES: &[&str] = &[
    "i32 0",
    "i8 -1",
    "i64 9223372036854775807",
    "[4 x i32] zeroinitializer",
    "ptr null",
    "double 1.000000e+00",
    "i129 1",
    "<4 x float> undef",
];
impl Module {
    /// Draws the module with this many functions, or only their names.
    pub(super) fn new(draw: &mut Draw<'_, '_>, names: &mut Names, target: Target, functions: usize) -> Self {
        let embedded = draw.wants(Shape::Embedded, draw.config().embedded);
        let debug = embedded && Debug::all().iter().any(|form| draw.is_on(*form));
        let mut module = Self { embedded, debug, ..Self::default() };
        for _ in 0..functions {
            let name = names.fresh(draw, "f", embedded);
            module.functions.push(IrFunction::named(name));
        }
        if !embedded {
            return module;
        }
        if let Some(triple) = target.triple() {
            let _ = writeln!(module.text, "target triple = \"{triple}\"");
        }
        module.draw_globals(draw, names);
        for function in &mut module.functions {
            function.draw(draw, names);
        }
        module.listed = draw.chance(NUMBERED);
        module
    }

    /// Returns whether there is a module.
    pub(super) const fn is_embedded(&self) -> bool {
        self.embedded
    }

    /// Returns whether it has debug information.
    pub(super) const fn has_debug(&self) -> bool {
        self.debug
    }

    /// Begins the body of a function; returns the function's name.
    pub(super) fn enter(&mut self, function: usize) -> &str {
        self.current = function;
        self.name()
    }

    /// Returns the name of the current function.
    pub(super) fn name(&self) -> &str {
        &self.functions[self.current].name
    }

    /// Returns arguments and allocas of the current function.
    pub(super) fn values(&self) -> &[IrValue] {
        &self.functions[self.current].values
    }

    /// Returns named allocas of the current function.
    pub(super) fn allocas(&self) -> &[String] {
        &self.functions[self.current].allocas
    }

    /// Returns blocks of the current function; the entry is the first.
    pub(super) fn blocks(&self) -> &[IrValue] {
        &self.functions[self.current].blocks
    }

    /// Draws a variable or declared function.
    pub(super) fn global(&self, draw: &mut Draw<'_, '_>) -> Option<IrValue> {
        let place = draw.index(self.globals.len())?;
        Some(self.globals[place].clone())
    }

    /// Draws a block of the current function other than the entry, whose address cannot be taken, and marks it as address-taken.
    pub(super) fn take_address(&mut self, place: usize) -> Option<IrValue> {
        let function = &mut self.functions[self.current];
        let block = function.blocks.get(place).filter(|_| place > 0)?;
        function.taken.insert(place);
        Some(block.clone())
    }

    /// Returns a node of the current function, and marks it as used.
    pub(super) fn own_node(&mut self, place: u32) -> u32 {
        let number = self.current as u32;
        self.functions[self.current].nodes.name(number, place);
        node(number, place)
    }

    /// Finishes the module with its functions and the metadata that bodies use, after the bodies are generated. Metadata that no body uses
    /// is left out: llc copies the numbers of all nodes for every constant and expression that it reads, and numbers all values and nodes
    /// for every function that it prints.
    pub(super) fn end(&mut self, draw: &mut Draw<'_, '_>, names: &mut Names) -> Option<EmbeddedIr> {
        if !self.embedded {
            return None;
        }
        let mut text = std::mem::take(&mut self.text);
        for (number, function) in (0..).zip(&self.functions) {
            function.write(&mut text, draw, names, number);
        }
        metadata::write(&mut text, self.functions.iter().map(|function| function.nodes), self.listed);
        if draw.wants(Shape::EmptyLines, 24) {
            text.push_str("\n\n");
        }
        Some(EmbeddedIr { text })
    }

    fn draw_globals(&mut self, draw: &mut Draw<'_, '_>, names: &mut Names) {
        let mut unnamed = 0;
        for _ in 0..=draw.count(draw.config().globals) {
            let value = ir_value(draw, names, "g", &mut unnamed);
            let linkage = ["global", "external global", "constant", "private constant", "weak global", "internal thread_local global"];
            let (linkage, initial) = (linkage[draw.below(6)], VALUES[draw.below(VALUES.len())]);
            let initial = if linkage.starts_with("external") { "i32" } else { initial };
            let _ = writeln!(self.text, "@{} = {linkage} {initial}", spelled(&value));
            self.globals.push(value);
        }
        let callee = IrValue::Named(names.fresh(draw, "callee", true).into());
        let _ = writeln!(self.text, "declare void @{}()", spelled(&callee));
        self.globals.push(callee);
    }
}
