//! The embedded IR module: functions, globals and metadata that bodies name.

use super::build::Build;
use super::shapes::Shape;
use irsmith_mir::IrValue;
use std::fmt::Write;

/// A module as text, and what is in it.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Whether there is one.
    pub(super) embedded: bool,
    /// Whether its functions have debug information.
    pub(super) debug: bool,
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
}

/// Metadata that every module has.
pub(super) mod nodes {
    /// What `!tbaa` names.
    pub(crate) const TBAA: u32 = 5;
    /// A list of alias scopes.
    pub(crate) const SCOPES: u32 = 10;
    /// `!range` of 8, 16, 32 and 64 bits.
    pub(crate) const RANGES: [(u16, u32); 4] = [(8, 11), (16, 12), (32, 13), (64, 14)];
    /// The name of the stack pointer, by target: X86, AArch64.
    pub(crate) const REGISTERS: [u32; 2] = [15, 16];
    /// An empty node.
    pub(crate) const EMPTY: u32 = 17;
    /// The first of a function's own.
    pub(crate) const FUNCTIONS: u32 = 32;
    /// Nodes of a function.
    pub(crate) const EACH: u32 = 8;
    /// Its subprogram.
    pub(crate) const SUBPROGRAM: u32 = 0;
    /// A local variable.
    pub(crate) const VARIABLE: u32 = 1;
    /// A parameter.
    pub(crate) const PARAMETER: u32 = 2;
    /// A location.
    pub(crate) const LOCATION: u32 = 3;
    /// A label.
    pub(crate) const LABEL: u32 = 4;
    /// A location that was inlined.
    pub(crate) const INLINED: u32 = 6;
}

/// Of 256 modules with metadata, how many name all of it.
const NUMBERED: u16 = 240;

const METADATA: &str = "\
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: \"a.c\", directory: \"/\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!3 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!4 = !DISubroutineType(types: !18)
!5 = !{!6, !6, i64 0}
!6 = !{!\"int\", !7, i64 0}
!7 = !{!\"root\"}
!8 = distinct !{!8}
!9 = distinct !{!9, !8}
!10 = !{!9}
!11 = !{i8 0, i8 2}
!12 = !{i16 1, i16 0}
!13 = !{i32 -2, i32 -1, i32 3, i32 2147483647}
!14 = !{i64 0, i64 9223372036854775807}
!15 = !{!\"rsp\"}
!16 = !{!\"sp\"}
!17 = !{}
!18 = !{null}
";

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
        self.module.text.push_str(METADATA);
        for number in 0..functions as u32 {
            self.nodes(number);
        }
        if self.choices.chance(NUMBERED) {
            self.list_nodes(functions as u32);
        }
        if self.wants(Shape::EmptyLines, 24) {
            self.module.text.push_str("\n\n");
        }
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

    fn ir_function(&mut self, number: usize) {
        let mut unnamed = 0;
        let start = self.module.text.len();
        let mut function = std::mem::take(&mut self.module.functions[number]);
        for _ in 0..self.count(2) {
            function.values.push(self.ir_value("p", &mut unnamed));
        }
        let arguments: Vec<String> = function.values.iter().map(|value| format!("ptr %{}", spelled(value))).collect();
        let debug = if self.module.debug { format!(" !dbg !{}", node(number as u32, nodes::SUBPROGRAM)) } else { String::new() };
        let head = format!("define void @{}({}){debug} {{\n", quoted(&function.name), arguments.join(", "));
        self.module.text.push_str(&head);
        let entry = self.ir_value("b", &mut unnamed);
        label(&mut self.module.text, &entry);
        function.blocks.push(entry);
        for _ in 0..self.count(self.config.globals) {
            let value = self.ir_value("x", &mut unnamed);
            let ty = ALLOCATED[self.choices.below(ALLOCATED.len())];
            let _ = writeln!(self.module.text, "  %{} = alloca {ty}", spelled(&value));
            if let IrValue::Named(name) = &value {
                function.allocas.push(name.to_string());
            }
            function.values.push(value);
        }
        for _ in 0..self.count(self.config.globals) {
            let block = self.ir_value("b", &mut unnamed);
            let _ = writeln!(self.module.text, "  br label %{}", spelled(&block));
            label(&mut self.module.text, &block);
            function.blocks.push(block);
        }
        self.module.text.push_str("  ret void\n}\n");
        // A block whose address is said to be taken must be one whose address is. Only before the function may numbers be named; and there
        // nothing else is, for of names and numbers together LLVM's parser loses some.
        for block in function.blocks.iter().skip(1) {
            let taken = self.name("taken", false);
            let line = format!("@{taken} = constant ptr blockaddress(@{}, %{})\n", quoted(&function.name), spelled(block));
            let at = if matches!(block, IrValue::Numbered(_)) { start } else { self.module.text.len() };
            self.module.text.insert_str(at, &line);
        }
        self.module.functions[number] = function;
    }

    /// Names all nodes in the module. llc numbers only those that the module itself leads to, and does not read what it prints of others.
    fn list_nodes(&mut self, functions: u32) {
        let own = 0..if self.module.debug { nodes::EACH - 1 } else { 0 };
        let own = (0..functions).flat_map(|function| own.clone().map(move |place| node(function, place)));
        let all: Vec<String> = (nodes::TBAA..=nodes::EMPTY).chain(own).map(|node| format!("!{node}")).collect();
        let _ = writeln!(self.module.text, "!nodes = !{{{}}}", all.join(", "));
    }

    /// The debug nodes of a function.
    fn nodes(&mut self, number: u32) {
        if !self.module.debug {
            return;
        }
        let [program, variable, parameter, location, label, scope, inlined] = std::array::from_fn(|place| node(number, place as u32));
        let _ = write!(
            self.module.text,
            "!{program} = distinct !DISubprogram(name: \"f{number}\", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!{variable} = !DILocalVariable(name: \"v\", scope: !{scope}, file: !1, line: 2, type: !3)
!{parameter} = !DILocalVariable(name: \"p\", arg: 1, scope: !{program}, file: !1, line: 1, type: !3)
!{location} = !DILocation(line: 3, column: 7, scope: !{program})
!{label} = !DILabel(scope: !{program}, name: \"l\", file: !1, line: 4)
!{scope} = distinct !DILexicalBlock(scope: !{program}, file: !1, line: 2, column: 1)
!{inlined} = distinct !DILocation(line: 9, scope: !{scope}, inlinedAt: !{location})
"
        );
    }

    /// The node of the current function.
    pub(super) fn own_node(&self, place: u32) -> u32 {
        node(self.body.number as u32, place)
    }

    /// What the IR has of the current function.
    pub(super) fn ir(&self) -> &IrFunction {
        &self.module.functions[self.body.number]
    }
}

fn node(function: u32, place: u32) -> u32 {
    nodes::FUNCTIONS + nodes::EACH * function + place
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
