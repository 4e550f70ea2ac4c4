//! The embedded IR module: functions, globals and metadata that bodies name.

use super::draw::Draw;
use super::forms::{Debug, Shape};
use super::metadata::{self, OwnNodes, node, nodes};
use super::names::Names;
use crate::forms::Form;
use irsmith_mir::tables::Target;
use irsmith_mir::{EmbeddedIr, IrValue};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A module as text, and what is in it.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Whether there is one.
    embedded: bool,
    /// Whether its functions have debug information.
    debug: bool,
    /// Whether it names all nodes. llc numbers only those that the module itself leads to, and does not read what it prints of others.
    listed: bool,
    text: String,
    functions: Vec<IrFunction>,
    /// Variables and declared functions.
    globals: Vec<IrValue>,
    /// The place of the function whose body is made.
    current: usize,
}

/// What a body may name in its IR function. Without a module, only the name.
#[derive(Debug, Default)]
struct IrFunction {
    name: String,
    /// Arguments and allocas, all of them pointers.
    values: Vec<IrValue>,
    /// Allocas with a name.
    allocas: Vec<String>,
    /// Blocks; the entry is the first.
    blocks: Vec<IrValue>,
    /// Its arguments, and what stands between its braces.
    arguments: String,
    text: String,
    /// Its nodes that are named somewhere.
    nodes: OwnNodes,
    /// Which of its blocks have their addresses taken somewhere.
    taken: BTreeSet<usize>,
}

/// Of 256 modules with metadata, how many name all of it.
const NUMBERED: u16 = 240;

/// Types of globals with a value each.
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
/// Types of allocas.
const ALLOCATED: &[&str] = &["i32", "i8", "i64", "[16 x i8]", "double", "ptr", "i1", "<8 x i32>"];

impl Module {
    /// Draws the module of so many functions, or their names alone.
    pub(super) fn new(draw: &mut Draw<'_, '_>, names: &mut Names, target: Target, functions: usize) -> Self {
        let embedded = draw.wants(Shape::Embedded, draw.config().embedded);
        let debug = embedded && Debug::all().iter().any(|form| draw.is_on(*form));
        let mut module = Self { embedded, debug, ..Self::default() };
        for _ in 0..functions {
            let name = names.fresh(draw, "f", embedded);
            module.functions.push(IrFunction { name, ..IrFunction::default() });
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

    /// Whether there is one.
    pub(super) const fn is_embedded(&self) -> bool {
        self.embedded
    }

    /// Whether it has debug information.
    pub(super) const fn has_debug(&self) -> bool {
        self.debug
    }

    /// Begins the body of a function; the name of that.
    pub(super) fn enter(&mut self, function: usize) -> &str {
        self.current = function;
        self.name()
    }

    /// The name of the current function.
    pub(super) fn name(&self) -> &str {
        &self.functions[self.current].name
    }

    /// Arguments and allocas of the current function.
    pub(super) fn values(&self) -> &[IrValue] {
        &self.functions[self.current].values
    }

    /// Allocas of the current function with a name.
    pub(super) fn allocas(&self) -> &[String] {
        &self.functions[self.current].allocas
    }

    /// Blocks of the current function; the entry is the first.
    pub(super) fn blocks(&self) -> &[IrValue] {
        &self.functions[self.current].blocks
    }

    /// A variable or declared function.
    pub(super) fn global(&self, draw: &mut Draw<'_, '_>) -> Option<IrValue> {
        let place = draw.index(self.globals.len())?;
        Some(self.globals[place].clone())
    }

    /// A block of the current function other than the entry, whose address cannot be taken: with this it is.
    pub(super) fn take_address(&mut self, place: usize) -> Option<IrValue> {
        let function = &mut self.functions[self.current];
        let block = function.blocks.get(place).filter(|_| place > 0)?;
        function.taken.insert(place);
        Some(block.clone())
    }

    /// A node of the current function, which is named with this.
    pub(super) fn own_node(&mut self, place: u32) -> u32 {
        let number = self.current as u32;
        self.functions[self.current].nodes.name(number, place);
        node(number, place)
    }

    /// Ends the module with its functions and the metadata that bodies name, once they are there. What of a function no body names is left
    /// out: llc copies the numbers of all nodes for every constant and expression that it reads, and numbers all values and nodes for every
    /// function that it prints.
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

impl IrFunction {
    /// Draws what a function has.
    fn draw(&mut self, draw: &mut Draw<'_, '_>, names: &mut Names) {
        let mut unnamed = 0;
        for _ in 0..draw.count(2) {
            self.values.push(ir_value(draw, names, "p", &mut unnamed));
        }
        let arguments: Vec<String> = self.values.iter().map(|value| format!("ptr %{}", spelled(value))).collect();
        self.arguments = arguments.join(", ");
        let entry = ir_value(draw, names, "b", &mut unnamed);
        label(&mut self.text, &entry);
        self.blocks.push(entry);
        for _ in 0..draw.count(draw.config().globals) {
            let value = ir_value(draw, names, "x", &mut unnamed);
            let ty = ALLOCATED[draw.below(ALLOCATED.len())];
            let _ = writeln!(self.text, "  %{} = alloca {ty}", spelled(&value));
            if let IrValue::Named(name) = &value {
                self.allocas.push(name.to_string());
            }
            self.values.push(value);
        }
        for _ in 0..draw.count(draw.config().globals) {
            let block = ir_value(draw, names, "b", &mut unnamed);
            let _ = writeln!(self.text, "  br label %{}", spelled(&block));
            label(&mut self.text, &block);
            self.blocks.push(block);
        }
        self.text.push_str("  ret void\n");
    }

    /// Writes a function, and variables that hold the addresses of its blocks: of a block whose address is said to be taken it must be.
    fn write(&self, text: &mut String, draw: &mut Draw<'_, '_>, names: &mut Names, number: u32) {
        let mut variables = [String::new(), String::new()];
        for place in &self.taken {
            let block = &self.blocks[*place];
            let line = format!(
                "@{} = constant ptr blockaddress(@{}, %{})\n",
                names.fresh(draw, "taken", false),
                quoted(&self.name),
                spelled(block)
            );
            // Only before the function may numbers be named; and there nothing else is, for of names and numbers together LLVM's parser loses
            // some.
            variables[usize::from(matches!(block, IrValue::Named(_)))].push_str(&line);
        }
        let debug =
            if self.nodes.contains(nodes::SUBPROGRAM) { format!(" !dbg !{}", node(number, nodes::SUBPROGRAM)) } else { String::new() };
        let [before, behind] = variables;
        let (name, arguments, body) = (quoted(&self.name), &self.arguments, &self.text);
        let _ = write!(text, "{before}define void @{name}({arguments}){debug} {{\n{body}}}\n{behind}");
    }
}

/// A name, or the next number where a value has none.
fn ir_value(draw: &mut Draw<'_, '_>, names: &mut Names, prefix: &str, unnamed: &mut u32) -> IrValue {
    if draw.wants(Shape::Unnamed, 64) {
        *unnamed += 1;
        return IrValue::Numbered(*unnamed - 1);
    }
    IrValue::Named(names.fresh(draw, prefix, true).into())
}

fn label(text: &mut String, block: &IrValue) {
    let _ = writeln!(text, "{}:", spelled(block));
}

fn spelled(value: &IrValue) -> String {
    match value {
        IrValue::Named(name) => quoted(name),
        IrValue::Numbered(number) => number.to_string(),
    }
}

fn quoted(name: &str) -> String {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._$".contains(&byte));
    // What begins with a digit would be a number.
    if plain && !name.starts_with(|first: char| first.is_ascii_digit()) {
        return name.to_owned();
    }
    format!("\"{}\"", name.replace('\\', "\\5C").replace('"', "\\22"))
}
