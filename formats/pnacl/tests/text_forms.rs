//! Spellings that no real file needs, and errors with their positions.

use irsmith_pnacl::stream::{Abbreviation, AbbreviationOperand, Scalar};
use irsmith_pnacl::{Initializer, Limits, Module, Stream, Value, text};

/// Returns a module with a function with this body, and types for it.
fn module(body: &str) -> String {
    format!(
        "module {{\nversion 1;\ntypes {{\ncount 8;\n@t0 = i32;\n@t1 = void;\n@t2 = i1;\n@t3 = float;\n@t4 = void (i32);\n\
         @t5 = i32;\n@t6 = double;\n@t7 = <4 x i32>;\n}}\n\
         define internal void @f0(i32);\nfunction void @f0(i32 %p0) {{\nblocks 1;\n{body}\n}}\n}}\n"
    )
}

/// The line of the first line of the body in [`module`].
const BODY: usize = 17;

#[track_caller]
fn records_of(assembly: &str) -> Vec<String> {
    let bytes = text::assemble(assembly).unwrap_or_else(|error| panic!("{error}\n{assembly}"));
    text::records(&bytes).unwrap().lines().map(str::to_owned).collect()
}

/// Returns the records of a body, without those around it.
#[track_caller]
fn body(assembly: &str) -> Vec<String> {
    let records = records_of(&module(assembly));
    let first = records.iter().position(|record| record == "65535,12,2;").unwrap() + 2;
    records[first..records.len() - 2].to_vec()
}

/// Assembles and prints a body.
#[track_caller]
fn reprinted(assembly: &str) -> String {
    let printed = text::assembly(&text::assemble(&module(assembly)).unwrap()).unwrap();
    let start = printed.find("blocks 1;").unwrap() + "blocks 1;".len();
    printed[start..].lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn error(assembly: &str) -> (usize, usize, String) {
    let error = text::assemble(assembly).unwrap_err();
    (error.line, error.column, error.expected)
}

#[test]
fn the_manuals_spellings_are_read() {
    assert_eq!(body("%b0: // first\n br %b0;"), body("br label %b0;"));
    let counted =
        module("ret void;").replace("count 8;", "count: 8;").replace("blocks 1;", "blocks: 1;").replace("version 1;", "version: 1;");
    assert_eq!(records_of(&counted), records_of(&module("ret void;")));
}

#[test]
fn numbers_keep_every_bit() {
    let constants = "constants { i32: %c0 = i32 300; %c1 = i32 -0; @t3: %c2 = float nan:0x7f800001; %c3 = float 0.1; %c4 = float -nan; \
                     double: %c5 = double 0.1; %c6 = double -inf; i1: %c7 = i1 1; } ret void;";
    let expected = ["65535,11,2;", "1,0;", "4,600;", "4,1;", "1,3;", "6,2139095041;", "6,1036831949;", "6,4290772992;", "1,6;"];
    assert_eq!(body(constants)[..9], expected);
    assert_eq!(body(constants)[9..13], ["6,4591870180066957722;", "6,18442240474082181120;", "1,2;", "4,3;"]);
    let printed = reprinted(constants);
    for line in ["%c1 = i32 -0;", "%c2 = float nan:0x7f800001;", "%c3 = float 0.1;", "%c5 = double 0.1;", "%c7 = i1 1;"] {
        assert!(printed.lines().any(|printed| printed == line), "{line} in\n{printed}");
    }
}

#[test]
fn a_second_type_of_the_same_text_is_named_by_its_id() {
    let load = "%v0 = load @t5* %p0, align 1; %v1 = load i32* %p0, align 4; ret void;";
    assert_eq!(body(load)[..2], ["20,1,1,5;", "20,2,3,0;"]);
    assert!(reprinted(load).contains("%v0 = load @t5* %p0, align 1;\n%v1 = load i32* %p0, align 4;"));
}

#[test]
fn records_without_a_statement_are_numbers() {
    for raw in ["record <2, 1, 1, 0, 7>;", "record <99>;", "record <2, 18446744073709551613, 1, 0>;", "record <20, 1, 31, 0>;"] {
        let printed = reprinted(&format!("{raw} ret void;"));
        assert_eq!(printed.lines().nth(1), Some(raw));
    }
    // The number of its operands is correct, so there is a statement for it.
    assert_eq!(reprinted("record <2, 1, 1, 0>; ret void;").lines().nth(1), Some("%v0 = add i32 %p0, %p0;"));
}

#[test]
fn forward_references_wrap_as_writers_wrap_them() {
    let records = body(
        "declare i32 %v2; %v0 = add i32 %p0, %v2; %v1 = phi i32 [%v2, %b0]; %v2 = add i32 %p0, %p0; switch i32 %v3 { default: br label %b0; i32 -5: br label %b0; }",
    );
    assert_eq!(records, ["43,4,0;", "2,1,4294967294,0;", "16,0,3,0;", "2,3,3,0;", "12,0,0,0,1,1,1,11,0;"]);
}

#[test]
fn an_indirect_call_of_a_function_says_so() {
    let calls = "call void @f0(i32 %p0); call indirect void @f0(i32 %p0); tail call void %p0(i32 %p0); ret void;";
    assert_eq!(body(calls)[..3], ["34,0,2,1;", "44,0,2,1,1;", "44,1,1,1,1;"]);
    let printed = reprinted(calls);
    assert!(printed.contains("call void @f0(i32 %p0);\ncall indirect void @f0(i32 %p0);\ntail call void %p0(i32 %p0);"), "{printed}");
}

#[test]
fn symbols_of_other_characters_are_bytes() {
    let types = "types { count 2; @t0 = void; @t1 = void (); }";
    let symbols = "valuesymtab { @f0 : { 'a',  32, 195} @f0 : \"a.b\"; }";
    let bytes = text::assemble(&format!("module {{ {types} declare external void @f0(); {symbols} }}")).unwrap();
    assert_eq!(text::records(&bytes).unwrap().lines().nth_back(3), Some("1,0,97,32,195;"));
    assert_eq!(text::records(&bytes).unwrap().lines().nth_back(2), Some("1,0,97,46,98;"));
    assert!(text::assembly(&bytes).unwrap().contains("@f0 : {'a',  32, 195}"));
    // The disassembler prints characters as if they were signed.
    assert!(text::listing(&bytes).unwrap().contains("4294967235}"));
}

#[test]
fn abbreviations_and_widths_come_back() {
    let mut stream = Stream::new();
    stream.enter(8, 5);
    stream.define(Abbreviation::new(&[AbbreviationOperand::Scalar(Scalar::Fixed(3)), AbbreviationOperand::Array(Scalar::Vbr(6))]));
    stream.record(4, 1, &[1]);
    stream.enter(9, 3);
    stream.record(3, 7, &[]);
    stream.end();
    stream.end();
    let bytes = stream.write().unwrap();
    let assembly = text::assembly(&bytes).unwrap();
    let expected =
        "module { <5>\n  %a0 = abbrev <fixed(3), array(vbr(6))>;\n  version 1; <%a0>\n  block(9) { <3>\n    record <7>;\n  }\n}\n";
    assert_eq!(assembly, expected);
    assert_eq!(text::assemble(&assembly).unwrap(), bytes);
    // Without a width the abbreviation determines it.
    let stream = text::assemble_stream(&assembly.replace(" <5>", "").replace(" <3>", "")).unwrap();
    assert!(text::stream_assembly(&stream).starts_with("module { <3>\n"));
}

#[test]
fn another_header_is_spelled_out() {
    let bytes = b"PEXE\0\0\0\0\x21\x08\0\0\x01\0\0\0\0\0\0\0";
    assert_eq!(text::assembly(bytes).unwrap(), "header <80, 69, 88, 69, 0, 0, 0, 0>;\nmodule {\n}\n");
    assert_eq!(text::assemble("header <80, 69, 88, 69, 0, 0, 0, 0>; module { }").unwrap(), bytes);
}

#[test]
fn errors_name_line_column_and_expectation() {
    let cases: [(&str, usize, usize, &str); 15] = [
        ("ret i33 %p0;", 0, 5, "i32, the type of %p0"),
        ("ret i32 %c0;", 0, 9, "a value that exists here"),
        ("ret i32 %v7;", 0, 9, "a value that is declared or defined before"),
        ("%v1 = add i32 %p0, %p0;", 0, 1, "%v0"),
        ("%v0 = frob i32 %p0;", 0, 7, "an instruction that defines a value"),
        ("%v0 = fadd i32 %p0, %p0;", 0, 12, "a type of floats"),
        ("%v0 = load i32* %p0, align 3;", 0, 28, "0 or a power of two up to 2^29"),
        ("%v0 = load i8* %p0, align 1;", 0, 12, "a type of the types block"),
        ("%b1:", 0, 1, "%b0"),
        ("ret void", 1, 1, ";"),
        ("ret void; <@a0>", 0, 12, "an abbreviation of this block"),
        ("constants {\n%c0 = i32 1; }", 1, 5, "a type such as `i32:` before the first constant"),
        ("constants { i1:\n%c0 = i1 2; }", 1, 10, "0 or 1"),
        ("constants { float:\n%c0 = float nan:0x3f800000; }", 1, 13, "a NaN such as nan:0x7fc00001"),
        ("constants { double:\n%c0 = double nan:0x7fc00001; }", 1, 14, "a NaN such as nan:0x7ff8000000000001"),
    ];
    for (body, line, column, expected) in cases {
        assert_eq!(error(&module(body)), (BODY + line, column, expected.to_owned()), "{body}");
    }
    assert_eq!(error("module {"), (1, 9, "a statement or }".to_owned()));
    assert_eq!(error("module { } x"), (1, 12, "the end of the text behind the only top-level block".to_owned()));
    assert_eq!(error(""), (1, 1, "the name of a block".to_owned()));
    assert_eq!(error("module { version 1; <%a0> }").1, 22);
    let shown = text::assemble("module {\n  version x; }").unwrap_err().to_string();
    assert_eq!(shown, "2:11: expected a whole number of at most 64 bits, found x");
}

#[test]
fn errors_of_types_name_both_types() {
    let cases = [
        ("ret i64 %p0;", "i32, the type of %p0, found i64"),
        ("ret @t6 %p0;", "i32, the type of %p0, found double"),
        ("ret @t4 %p0;", "i32, the type of %p0, found @t4"),
        ("ret <4 x i32> @f0;", "i32, the type of @f0, found <4 x i32>"),
        ("ret <4 x @t4> %p0;", "i32, the type of %p0, found <4 x @t4>"),
        ("constants { <4 x i32>: %c0 = <4 x i32> undef; } ret i1 %c0;", "<4 x i32>, the type of %c0, found i1"),
        ("constants { float: %c0 = float 1; } %v0 = add float %c0, %c0;", "a type of integers, found float"),
        ("%v0 = fadd i32 %p0, %p0;", "a type of floats, found i32"),
        ("%v0 = fcmp oeq i32 %p0, %p0;", "a type of floats, found i32"),
        ("%v0 = call i1 @f0(i32 %p0);", "void, the result type of @f0, found i1"),
        ("switch i32 %p0 { default: br label %b0; i1 1: br label %b0; }", "i32, the type of the switch, found i1"),
        ("switch i32 %p0 { default: br label %b0; @t5 1: br label %b0; }", "i32, the type of the switch, found @t5"),
        ("store i32 %p0, i1* %p0, align 1;", "i32, found i1"),
    ];
    for (body, message) in cases {
        let error = text::assemble(&module(body)).unwrap_err().to_string();
        assert!(error.ends_with(&format!(": expected {message}")), "{body}\n{error}");
    }
    let untyped = module("call void @f0(i32 %p0); ret void;").replace("internal void @f0(i32)", "internal @t0 @f0");
    let error = text::assemble(&untyped.replace("function void @f0(i32 %p0)", "function")).unwrap_err().to_string();
    assert_eq!(error, "17:6: expected the result type of @f0, which has no function type, found void");
}

#[test]
fn what_cannot_be_encoded_is_an_error_at_its_place() {
    let (line, column, expected) = error("module {\n %a0 = abbrev <1, fixed(2)>;\n version 9; <%a0>\n}");
    assert_eq!((line, column, expected.as_str()), (3, 13, "an abbreviation that can carry the record"));
    assert_eq!(error("module { <1>\n version 1;\n}"), (2, 2, "abbreviation ids of at most 1 bits".to_owned()));
    assert_eq!(error("module { <65> }").2, "a width of 1 to 64 bits");
    assert_eq!(error("module { %a0 = abbrev <fixed(33)>; }").2, "a width of at most 32 bits");
}

#[test]
fn nesting_is_bounded() {
    let deep = |depth: usize| format!("module {}{}", "{ block(9) ".repeat(depth) + "{", "}".repeat(depth + 1));
    let limit = Limits::default().nesting;
    assert!(text::assemble(&deep(limit - 1)).is_ok());
    assert_eq!(error(&deep(100_000)).2, "fewer nested blocks");
}

#[test]
fn broken_texts_are_errors_and_nothing_worse() {
    let whole = module("%v0 = add i32 %p0, %p0;\n%v1 = select i1 %v0, i32 %p0, i32 %v0;\nret void;");
    for end in 0..whole.len() {
        assert!(text::assemble(&whole[..end]).is_err() || whole[end..].trim().is_empty(), "cut at {end}");
    }
    let pieces: Vec<&str> = whole.split_inclusive([' ', '\n', ',', ';']).collect();
    for skipped in 0..pieces.len() {
        let text: String = pieces.iter().enumerate().filter(|(index, _)| *index != skipped).map(|(_, piece)| *piece).collect();
        let _ = text::assemble(&text);
        let doubled: String =
            pieces.iter().enumerate().flat_map(|(index, piece)| std::iter::repeat_n(*piece, 1 + usize::from(index == skipped))).collect();
        let _ = text::assemble(&doubled);
    }
}

/// What assembly names is what the reader reads, also where functions follow globals.
#[test]
fn names_are_those_of_the_reader() {
    let types = "types { count 4; @t0 = i32; @t1 = void; @t2 = void (i32); @t3 = i32 (i32); }";
    let functions = "define external void @f0(i32);\ndefine internal i32 @f1(i32);";
    let globals = "globals { count 2; var @g0, align 1, reloc @g1; var @g1, align 1, zerofill 4; }";
    let symbols = "valuesymtab { @f0 : \"_start\"; @g1 : \"g\"; }";
    let bodies = "function void @f0(i32 %p0) { blocks 1; %v0 = call i32 @f1(i32 %p0); store i32 %v0, i32* @g1, align 1; ret void; } \
                  function i32 @f1(i32 %p0) { blocks 1; ret i32 %p0; }";
    for parts in [[functions, globals], [globals, functions]] {
        let assembly = format!("module {{ version 1; abbreviations {{ }} {types} {} {symbols} {bodies} }}", parts.join(" "));
        let bytes = text::assemble(&assembly).unwrap_or_else(|error| panic!("{error}\n{assembly}"));
        let module = Module::read(&bytes, &Limits::default()).unwrap();
        assert_eq!(module.symbols.iter().map(|symbol| symbol.value).collect::<Vec<_>>(), [Value::function(0), Value::global(1)]);
        let mut named = Vec::new();
        module.functions[0].body.as_ref().unwrap().instructions.iter().for_each(|row| row.for_each_value(|value| named.push(value)));
        let [f1, g1] = [Value::function(1), Value::global(1)];
        assert_eq!(named, [f1, Value::parameter(0), g1, Value::instruction(0)]);
        assert_eq!(module.globals[0].initializers, [Initializer::Relocation { value: g1, addend: None }]);
        let printed = text::assembly(&bytes).unwrap();
        for name in ["@f0 : \"_start\";", "@g1 : \"g\";", "call i32 @f1(i32 %p0);", "i32* @g1,", "reloc @g1;"] {
            assert!(printed.contains(name), "{name}\n{printed}");
        }
        assert_eq!(text::assemble(&printed).unwrap(), bytes);
    }
}
