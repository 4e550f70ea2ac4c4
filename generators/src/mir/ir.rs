//! The embedded IR module: functions, globals and metadata that bodies name.

use super::build::Build;
use super::forms::Shape;
use super::metadata::{node, nodes};
use irsmith_mir::IrValue;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A module as text, and what is in it.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Whether there is one.
    pub(super) embedded: bool,
    /// Whether its functions have debug information.
    pub(super) debug: bool,
    /// Whether it names all nodes. llc numbers only those that the module itself leads to, and does not read what it prints of others.
    pub(super) listed: bool,
    pub(super) text: String,
    pub(super) functions: Vec<IrFunction>,
    /// Variables and declared functions.
    pub(super) globals: Vec<IrValue>,
}

/// What a body may name in its IR function. Without a module, only the name.
#[derive(Debug, Default)]
pub(super) struct IrFunction {
    pub(super) name: String,
    /// Arguments and allocas, all of them pointers.
    pub(super) values: Vec<IrValue>,
    /// Allocas with a name.
    pub(super) allocas: Vec<String>,
    /// Blocks; the entry is the first.
    pub(super) blocks: Vec<IrValue>,
    /// Its arguments, and what stands between its braces.
    arguments: String,
    text: String,
    /// Which of its own nodes are named somewhere, the first of them in the lowest bit.
    pub(super) nodes: u8,
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

impl Build<'_, '_> {
    /// Draws the module of so many functions, or their names alone.
    pub(super) fn module(&mut self, functions: usize) {
        self.module.embedded = self.wants(Shape::Embedded, self.config.embedded);
        self.module.debug = self.module.embedded && self.is_debug();
        let quotes = self.module.embedded;
        for _ in 0..functions {
            let name = self.name("f", quotes);
            self.module.functions.push(IrFunction { name, ..IrFunction::default() });
        }
        if !self.module.embedded {
            return;
        }
        if let Some(triple) = self.machine.target().triple() {
            let _ = writeln!(self.module.text, "target triple = \"{triple}\"");
        }
        self.globals();
        for number in 0..functions {
            self.ir_function(number);
        }
        self.module.listed = self.choices.chance(NUMBERED);
    }

    /// Ends the module with its functions and the metadata that bodies name, once they are there. What of a function no body names is left
    /// out: llc copies the numbers of all nodes for every constant and expression that it reads, and numbers all values and nodes for every
    /// function that it prints.
    pub(super) fn end_module(&mut self) {
        if !self.module.embedded {
            return;
        }
        for number in 0..self.module.functions.len() {
            self.end_ir_function(number);
        }
        self.metadata();
        if self.wants(Shape::EmptyLines, 24) {
            self.module.text.push_str("\n\n");
        }
    }

    /// Writes a function, and variables that hold the addresses of its blocks: of a block whose address is said to be taken it must be.
    fn end_ir_function(&mut self, number: usize) {
        let function = std::mem::take(&mut self.module.functions[number]);
        let mut variables = [String::new(), String::new()];
        for place in &function.taken {
            let block = &function.blocks[*place];
            let line =
                format!("@{} = constant ptr blockaddress(@{}, %{})\n", self.name("taken", false), quoted(&function.name), spelled(block));
            // Only before the function may numbers be named; and there nothing else is, for of names and numbers together LLVM's parser loses
            // some.
            variables[usize::from(matches!(block, IrValue::Named(_)))].push_str(&line);
        }
        let debug = if function.names_node(nodes::SUBPROGRAM) {
            format!(" !dbg !{}", node(number as u32, nodes::SUBPROGRAM))
        } else {
            String::new()
        };
        let [before, behind] = variables;
        let (name, arguments, text) = (quoted(&function.name), &function.arguments, &function.text);
        let _ = write!(self.module.text, "{before}define void @{name}({arguments}){debug} {{\n{text}}}\n{behind}");
        self.module.functions[number] = function;
    }

    fn globals(&mut self) {
        let mut unnamed = 0;
        for _ in 0..=self.count(self.config.globals) {
            let value = self.ir_value("g", &mut unnamed);
            let linkage = ["global", "external global", "constant", "private constant", "weak global", "internal thread_local global"];
            let (linkage, initial) = (linkage[self.choices.below(6)], VALUES[self.choices.below(VALUES.len())]);
            let initial = if linkage.starts_with("external") { "i32" } else { initial };
            let _ = writeln!(self.module.text, "@{} = {linkage} {initial}", spelled(&value));
            self.module.globals.push(value);
        }
        let callee = IrValue::Named(self.name("callee", true).into());
        let _ = writeln!(self.module.text, "declare void @{}()", spelled(&callee));
        self.module.globals.push(callee);
    }

    /// A name, or the next number where a value has none.
    fn ir_value(&mut self, prefix: &str, unnamed: &mut u32) -> IrValue {
        if self.wants(Shape::Unnamed, 64) {
            *unnamed += 1;
            return IrValue::Numbered(*unnamed - 1);
        }
        IrValue::Named(self.name(prefix, true).into())
    }

    /// Draws what a function has.
    fn ir_function(&mut self, number: usize) {
        let mut unnamed = 0;
        let mut function = std::mem::take(&mut self.module.functions[number]);
        for _ in 0..self.count(2) {
            function.values.push(self.ir_value("p", &mut unnamed));
        }
        let arguments: Vec<String> = function.values.iter().map(|value| format!("ptr %{}", spelled(value))).collect();
        function.arguments = arguments.join(", ");
        let entry = self.ir_value("b", &mut unnamed);
        label(&mut function.text, &entry);
        function.blocks.push(entry);
        for _ in 0..self.count(self.config.globals) {
            let value = self.ir_value("x", &mut unnamed);
            let ty = ALLOCATED[self.choices.below(ALLOCATED.len())];
            let _ = writeln!(function.text, "  %{} = alloca {ty}", spelled(&value));
            if let IrValue::Named(name) = &value {
                function.allocas.push(name.to_string());
            }
            function.values.push(value);
        }
        for _ in 0..self.count(self.config.globals) {
            let block = self.ir_value("b", &mut unnamed);
            let _ = writeln!(function.text, "  br label %{}", spelled(&block));
            label(&mut function.text, &block);
            function.blocks.push(block);
        }
        function.text.push_str("  ret void\n");
        self.module.functions[number] = function;
    }

    /// A block of the current function other than the entry, whose address cannot be taken: with this it is.
    pub(super) fn take_address(&mut self, place: usize) -> Option<IrValue> {
        let function = &mut self.module.functions[self.body.number];
        let block = function.blocks.get(place).filter(|_| place > 0)?;
        function.taken.insert(place);
        Some(block.clone())
    }

    /// What the IR has of the current function.
    pub(super) fn ir(&self) -> &IrFunction {
        &self.module.functions[self.body.number]
    }
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
