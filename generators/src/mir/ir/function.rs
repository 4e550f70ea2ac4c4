//! A function of the embedded module: the names that a body may use, and its text.

use super::super::draw::Draw;
use super::super::forms::Shape;
use super::super::metadata::{OwnNodes, node, nodes};
use super::super::names::Names;
use irsmith_mir::IrValue;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The names of an IR function that a body may use. Without a module, only the function's name.
#[derive(Debug, Default)]
pub(super) struct IrFunction {
    pub(super) name: String,
    /// Arguments and allocas, all of them pointers.
    pub(super) values: Vec<IrValue>,
    /// Allocas with a name.
    pub(super) allocas: Vec<String>,
    /// Blocks; the entry is the first.
    pub(super) blocks: Vec<IrValue>,
    /// The arguments, and the text between its braces.
    arguments: String,
    text: String,
    /// The metadata nodes that are used somewhere.
    pub(super) nodes: OwnNodes,
    /// Which of its blocks have their addresses taken somewhere.
    pub(super) taken: BTreeSet<usize>,
}

/// Types of allocas.
const ALLOCATED: &[&str] = &["i32", "i8", "i64", "[16 x i8]", "double", "ptr", "i1", "<8 x i32>"];

impl IrFunction {
    /// Makes a function that is only a name.
    pub(super) fn named(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Draws the contents of a function.
    pub(super) fn draw(&mut self, draw: &mut Draw<'_, '_>, names: &mut Names) {
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

    /// Writes a function, and variables that contain the addresses of its blocks: a block that is marked as address-taken must be.
    pub(super) fn write(&self, text: &mut String, draw: &mut Draw<'_, '_>, names: &mut Names, number: u32) {
        let mut variables = [String::new(), String::new()];
        for place in &self.taken {
            let block = &self.blocks[*place];
            let line = format!(
                "@{} = constant ptr blockaddress(@{}, %{})\n",
                names.fresh(draw, "taken", false),
                quoted(&self.name),
                spelled(block)
            );
            // Numbers may be named only before the function; and only numbers are named there, because LLVM's parser loses some when names
            // and numbers are mixed.
            variables[usize::from(matches!(block, IrValue::Named(_)))].push_str(&line);
        }
        let debug =
            if self.nodes.contains(nodes::SUBPROGRAM) { format!(" !dbg !{}", node(number, nodes::SUBPROGRAM)) } else { String::new() };
        let [before, behind] = variables;
        let (name, arguments, body) = (quoted(&self.name), &self.arguments, &self.text);
        let _ = write!(text, "{before}define void @{name}({arguments}){debug} {{\n{body}}}\n{behind}");
    }
}

/// Returns a name, or the next number if a value has none.
pub(super) fn ir_value(draw: &mut Draw<'_, '_>, names: &mut Names, prefix: &str, unnamed: &mut u32) -> IrValue {
    if draw.wants(Shape::Unnamed, 64) {
        *unnamed += 1;
        return IrValue::Numbered(*unnamed - 1);
    }
    IrValue::Named(names.fresh(draw, prefix, true).into())
}

fn label(text: &mut String, block: &IrValue) {
    let _ = writeln!(text, "{}:", spelled(block));
}

/// Formats a name for the text.
pub(super) fn spelled(value: &IrValue) -> String {
    match value {
        IrValue::Named(name) => quoted(name),
        IrValue::Numbered(number) => number.to_string(),
    }
}

fn quoted(name: &str) -> String {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._$".contains(&byte));
    // A name that begins with a digit would be a number.
    if plain && !name.starts_with(|first: char| first.is_ascii_digit()) {
        return name.to_owned();
    }
    format!("\"{}\"", name.replace('\\', "\\5C").replace('"', "\\22"))
}
