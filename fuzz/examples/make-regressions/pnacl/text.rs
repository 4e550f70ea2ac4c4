//! Regressions that PNaClAsm can express.

use irsmith_pnacl::text::assemble;

use crate::Regression;

/// The version, no abbreviations, and the types and the entry point that most cases need.
const BEGIN: &str = "version 1; abbreviations { }
types { count 5; @t0 = i32; @t1 = void; @t2 = i1; @t3 = i64; @t4 = void (i32); }
define external void @f0(i32);
globals { count 0; }
valuesymtab { @f0 : \"_start\"; }";

/// A row: name, outcome, rules, assembly, description. `{BEGIN}` in the assembly is replaced by [`BEGIN`].
type Row = (&'static str, &'static str, &'static [&'static str], &'static str, &'static str);

const ROWS: &[Row] = &[
    (
        "call-indirect-of-a-function",
        "valid",
        &[],
        "module { {BEGIN} function void @f0(i32 %p0) { blocks 1; record <44, 0, 2, 1, 1>; ret void; } }",
        "A call record of the indirect kind names a function's address: the text must not print it as a direct call.",
    ),
    (
        "switch-condition-of-64-bits",
        "valid",
        &["switch-empty"],
        "module { {BEGIN} function void @f0(i32 %p0) { blocks 4; record <43, 3, 0>; br label %b2;
            record <12, 0, 18446744073709551615, 3, 0>;
            %v0 = add i32 %p0, %p0; %v1 = add i32 %v0, %p0; br label %b1; ret void; } }",
        "A forward distance of a switch condition is wrapped to 64 bits, as the reference writer does, not to 32.",
    ),
    (
        "i32-minimum-beyond-32-bits",
        "valid",
        &[],
        "module { {BEGIN} function void @f0(i32 %p0) { blocks 1; constants { i32: record <4, 4294967297>; } ret void; } }",
        "The least i32 is written sign-rotated as 0x1_0000_0001: the operand needs 33 bits.",
    ),
    (
        "constants-behind-instructions",
        "valid",
        &["constants-late"],
        "module { {BEGIN} function void @f0(i32 %p0) { blocks 1; %v0 = add i32 %p0, %p0; constants { i32: %c0 = i32 1; } ret void; } }",
        "A constants block behind an instruction is tolerated by all tools; its values come behind the instruction's.",
    ),
    (
        "globals-before-functions",
        "valid",
        &["globals-early"],
        "module { version 1; abbreviations { } types { count 2; @t0 = void; @t1 = void (); }
            globals { count 1; const @g0, align 1, zerofill 4; } define external void @f0();
            valuesymtab { record <1, 1, 95, 115, 116, 97, 114, 116>; } function void @f0() { blocks 1; ret void; } }",
        "The globals block stands before the functions: values are numbered as they appear, so the symbol _start of value 1 is the function.",
    ),
    (
        "declaration-never-defined",
        "invalid",
        &["declaration-undefined"],
        "module { {BEGIN} function void @f0(i32 %p0) { blocks 1; record <43, 7, 0>; ret void; } }",
        "A value is declared forward and never defined: a value id that no instruction has.",
    ),
    (
        "second-abbreviations-block",
        "valid",
        &["abbreviations-block"],
        "module { version 1; abbreviations { types: @a0 = abbrev <7, vbr(6)>; } abbreviations { }
            types { count 2; @t0 = void; @t1 = void (); } define external void @f0();
            globals { count 0; } valuesymtab { @f0 : \"_start\"; } function void @f0() { blocks 1; ret void; } }",
        "Two abbreviations blocks: readers accept the second, and it must not renumber what the first registered.",
    ),
    (
        "header-without-fields",
        "valid",
        &[],
        "header <80, 69, 88, 69, 0, 0, 0, 0>; module { {BEGIN} function void @f0(i32 %p0) { blocks 1; ret void; } }",
        "A header of 8 bytes with no field, not even the version, is accepted by all tools; addresses begin at 8:0.",
    ),
];

/// Makes the cases of this file.
pub(crate) fn regressions() -> Vec<Regression> {
    let regression = |&(name, outcome, rules, source, about): &Row| {
        let bytes = assemble(&source.replace("{BEGIN}", BEGIN)).unwrap_or_else(|error| panic!("{name}: {error}"));
        Regression { name, about, outcome, rules, bytes }
    };
    ROWS.iter().map(regression).collect()
}
