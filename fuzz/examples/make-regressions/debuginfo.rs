//! The regressions of SPIR-V with debug information: text, and for some cases a change of the bytes.

use irsmith_debuginfo::text::assemble;

use crate::Regression;

/// The common beginning of most cases: a program, and debug information with one compilation unit and one type.
const BEGIN: &str = r#"OpCapability Addresses
OpCapability Kernel
OpCapability Linkage
%set = OpExtInstImport "DebugInfo"
OpMemoryModel Physical32 OpenCL
%file = OpString "a.cl"
%name = OpString "v"
%void = OpTypeVoid
%u32 = OpTypeInt 32 0
%c32 = OpConstant %u32 32
%unit = OpExtInst %void %set DebugCompilationUnit %file 100 4
%int = OpExtInst %void %set DebugTypeBasic %name %c32 Signed
"#;

/// Byte offset of the bound in the header.
const BOUND: usize = 12;
/// Bytes of the header.
const HEADER: usize = 20;

/// Changes the bytes of a module.
type Change = fn(&mut Vec<u8>);

/// A row: name, outcome, rules, text after [`BEGIN`], change of the bytes, description.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str, Change, &'static str);

const ROWS: &[Row] = &[
    (
        "odd-length",
        "unreadable",
        &["word-truncated"],
        "",
        |bytes| bytes.push(0),
        "A byte follows the last word: a file is made of words, and none is rounded away.",
    ),
    (
        "word-count-zero",
        "unreadable",
        &["word-count-zero"],
        "",
        |bytes| bytes[HEADER + 2..HEADER + 4].fill(0),
        "The first instruction has no words: a reader that goes on by its length stands still.",
    ),
    (
        "past-the-end",
        "unreadable",
        &["word-count-past"],
        "",
        |bytes| bytes[HEADER + 2..HEADER + 4].fill(0xff),
        "The first instruction claims 65535 words, more than the file has.",
    ),
    (
        "big-endian",
        "valid",
        &[],
        "",
        |bytes| bytes.chunks_exact_mut(4).for_each(<[u8]>::reverse),
        "Every word in the other byte order, strings too: read by the magic number, and written back in the same order.",
    ),
    (
        "bound-of-all-ones",
        "invalid",
        &["bound-limit"],
        "",
        |bytes| bytes[BOUND..BOUND + 4].fill(0xff),
        "The bound is 0xffffffff: nothing may be as large as the bound says, and renumbering has no next id to give.",
    ),
    (
        "cyclic-parents",
        "invalid",
        &["debug-order", "parent-cycle"],
        "%outer = OpExtInst %void %set DebugLexicalBlock %file 1 1 %inner
        %inner = OpExtInst %void %set DebugLexicalBlock %file 2 1 %outer",
        |_| (),
        "Two lexical blocks lie in each other: whoever walks to the outermost scope never arrives.",
    ),
    (
        "unknown-instruction",
        "invalid",
        &["debug-instruction"],
        "%odd = OpExtInst %void %set !99 %name",
        |_| (),
        "Number 99 is no instruction of the set: kept as words, with an operand that may be an id.",
    ),
    (
        "surplus-operand",
        "invalid",
        &["debug-operands"],
        "%none = OpExtInst %void %set DebugInfoNone !5",
        |_| (),
        "DebugInfoNone has no operands, here it has one: it must not be lost when the module is written.",
    ),
    (
        "exchanged-numbers",
        "valid",
        &["set-repeated"],
        "%own = OpExtInstImport \"SPIRV.debug\"
        %source = OpExtInst %void %own DebugSource %file
        %scope = OpExtInst %void %own DebugCompilationUnit 100 4 %source OpenCL_C
        %pack = OpExtInst %void %own DebugTypeTemplateParameterPack %name %source 1 1",
        |_| (),
        "The translator writes a parameter pack as number 16 of SPIRV.debug, which in the other sets is a template template parameter.",
    ),
    (
        "expression-that-loops",
        "valid",
        &["operation-reserved"],
        "%one = OpExtInst %void %set DebugOperation Constu 1
        %back = OpExtInst %void %set DebugOperation Skip !4294967295
        %loop = OpExtInst %void %set DebugExpression %one %back",
        |_| (),
        "Skip goes back to itself: reserved, but its meaning is DWARF's, and an evaluation has to end.",
    ),
    (
        "storage-class-of-all-ones",
        "invalid",
        &["storage-class-none"],
        "%pointer = OpExtInst %void %set DebugTypePointer %int !4294967295 !0",
        |_| (),
        "The translator writes 0xffffffff for a pointer without storage class; no enumerant has that number, and spirv-val refuses it.",
    ),
    (
        "string-without-end",
        "invalid",
        &["operand-count"],
        "%endless = OpString !1684234849",
        |_| (),
        "The only word of a string is four letters without the zero behind them: the string must not run into the next instruction.",
    ),
    (
        "two-sets",
        "valid",
        &["set-repeated"],
        "%std = OpExtInstImport \"OpenCL.DebugInfo.100\"
        %source = OpExtInst %void %std DebugSource %file
        %scope = OpExtInst %void %std DebugCompilationUnit 100 4 %source OpenCL_C",
        |_| (),
        "Two debug sets in one module: operands are read as the instruction's own set says, not as the first one does.",
    ),
];

/// Makes the cases of the format.
///
/// # Panics
///
/// When a row's text is invalid.
pub(crate) fn regressions() -> Vec<Regression> {
    let regression = |&(name, outcome, rules, text, change, about): &Row| {
        let text = text.lines().fold(BEGIN.to_owned(), |module, line| insert(&module, line.trim()));
        let mut bytes = assemble(&text).unwrap_or_else(|error| panic!("{name}: {error}")).write();
        change(&mut bytes);
        Regression { name, about, outcome, rules, bytes }
    };
    ROWS.iter().map(regression).collect()
}

/// Adds a line to the module: imports and strings go to their own sections, everything else to the end.
fn insert(module: &str, line: &str) -> String {
    let section = [("OpExtInstImport", "OpMemoryModel"), ("OpString", "%void")].into_iter().find(|(opcode, _)| line.contains(opcode));
    match section {
        Some((_, behind)) => module.replacen(behind, &format!("{line}\n{behind}"), 1),
        None => format!("{module}{line}\n"),
    }
}
