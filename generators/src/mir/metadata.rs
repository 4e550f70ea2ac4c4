//! The metadata of the embedded module: nodes that every module has, and nodes of each function.

use std::fmt::Write;

/// Numbers of nodes.
pub(super) mod nodes {
    /// The operand of `!tbaa`.
    pub(crate) const TBAA: u32 = 5;
    /// A list of alias scopes.
    pub(crate) const SCOPES: u32 = 10;
    /// `!range` of 8, 16, 32 and 64 bits.
    pub(crate) const RANGES: [(u16, u32); 4] = [(8, 11), (16, 12), (32, 13), (64, 14)];
    /// The name of the stack pointer, by target: X86, AArch64.
    pub(crate) const REGISTERS: [u32; 2] = [15, 16];
    /// An empty node.
    pub(crate) const EMPTY: u32 = 17;
    /// The first node of a function.
    pub(crate) const FUNCTIONS: u32 = 32;
    /// Offsets of a function's nodes; the last one is free.
    pub(crate) const EACH: u32 = 8;
    /// The subprogram of the function.
    pub(crate) const SUBPROGRAM: u32 = 0;
    /// A local variable.
    pub(crate) const VARIABLE: u32 = 1;
    /// A parameter.
    pub(crate) const PARAMETER: u32 = 2;
    /// A location.
    pub(crate) const LOCATION: u32 = 3;
    /// A label.
    pub(crate) const LABEL: u32 = 4;
    /// A scope within the subprogram, of every fourth function.
    pub(crate) const SCOPE: u32 = 5;
    /// A location in inlined code.
    pub(crate) const INLINED: u32 = 6;
}

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

/// Which nodes of a function are used somewhere, the first one in the lowest bit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OwnNodes(u8);

impl OwnNodes {
    /// Returns whether a node is used.
    pub(super) const fn contains(self, place: u32) -> bool {
        self.0 >> place & 1 == 1
    }

    /// Marks a node of a function as used, and the nodes that it names.
    pub(super) fn name(&mut self, function: u32, place: u32) {
        self.0 |= 1 << place;
        let named: &[u32] = match place {
            nodes::SUBPROGRAM => &[],
            nodes::VARIABLE => &[scope(function)],
            nodes::INLINED => &[scope(function), nodes::LOCATION],
            _ => &[nodes::SUBPROGRAM],
        };
        named.iter().for_each(|place| self.name(function, *place));
    }
}

/// Writes the metadata: the nodes that every module has, and the used nodes of functions. If all nodes are to be listed, one more node
/// names all others.
pub(super) fn write(text: &mut String, functions: impl Iterator<Item = OwnNodes>, listed: bool) {
    text.push_str(METADATA);
    let mut all: Vec<String> = (nodes::TBAA..=nodes::EMPTY).map(|node| format!("!{node}")).collect();
    for (number, own) in (0..).zip(functions) {
        for place in (0..nodes::EACH).filter(|place| own.contains(*place)) {
            text.push_str(&own_node(number, place));
            all.push(format!("!{}", node(number, place)));
        }
    }
    if listed {
        let _ = writeln!(text, "!nodes = !{{{}}}", all.join(", "));
    }
}

/// The scope of the function's variable and of its inlined code: every fourth function has a separate scope for them.
const fn scope(function: u32) -> u32 {
    if function.is_multiple_of(4) { nodes::SCOPE } else { nodes::SUBPROGRAM }
}

/// Formats the line of a function's node.
fn own_node(function: u32, place: u32) -> String {
    let [program, location, scope] = [nodes::SUBPROGRAM, nodes::LOCATION, scope(function)].map(|place| node(function, place));
    let value = match place {
        nodes::SUBPROGRAM => {
            format!(
                "distinct !DISubprogram(name: \"f{function}\", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)"
            )
        }
        nodes::VARIABLE => format!("!DILocalVariable(name: \"v\", scope: !{scope}, file: !1, line: 2, type: !3)"),
        nodes::PARAMETER => format!("!DILocalVariable(name: \"p\", arg: 1, scope: !{program}, file: !1, line: 1, type: !3)"),
        nodes::LOCATION => format!("!DILocation(line: 3, column: 7, scope: !{program})"),
        nodes::LABEL => format!("!DILabel(scope: !{program}, name: \"l\", file: !1, line: 4)"),
        nodes::SCOPE => format!("distinct !DILexicalBlock(scope: !{program}, file: !1, line: 2, column: 1)"),
        _ => format!("distinct !DILocation(line: 9, scope: !{scope}, inlinedAt: !{location})"),
    };
    format!("!{} = {value}\n", node(function, place))
}

/// Returns the number of a function's node.
pub(super) fn node(function: u32, place: u32) -> u32 {
    nodes::FUNCTIONS + nodes::EACH * function + place
}
