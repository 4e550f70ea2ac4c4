//! Text of what the tools cannot print, and what the assembler rejects.

use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::{ByteOrder, Stream};

/// Returns a module that imports the debug sets as %1 to %3, a set without names as %4 and OpenCL.std as %5, with a few types, followed by
/// the instruction of these words.
fn with(instruction: &[u32]) -> Stream {
    let text = r#"
        %1 = OpExtInstImport "DebugInfo"
        %2 = OpExtInstImport "OpenCL.DebugInfo.100"
        %3 = OpExtInstImport "SPIRV.debug"
        %4 = OpExtInstImport "Vendor.Set"
        %5 = OpExtInstImport "OpenCL.std"
        %6 = OpTypeInt 32 0
        %7 = OpTypeFloat 16
        %8 = OpTypeInt 0 0
        %9 = OpTypeInt 128 0
        %10 = OpConstant %6 7
    "#;
    let mut words = assemble(text).unwrap().words().to_vec();
    words.push((instruction.len() as u32) << 16 | instruction[0]);
    words.extend(&instruction[1..]);
    Stream::from_words(ByteOrder::Little, words).unwrap()
}

const EXT_INST: u32 = spirv::Op::ExtInst as u32;

#[test]
fn odd_instructions_have_a_text() {
    let op = |op: spirv::Op| op as u32;
    let string = u32::from_le_bytes(*b"abcd");
    let cases: &[(&[u32], &str)] = &[
        // Operations that the tools do not know, in every set.
        (&[EXT_INST, 6, 20, 1, 30, 122, u32::MAX], "%20 = OpExtInst %6 %1 DebugOperation Breg12 4294967295"),
        (&[EXT_INST, 6, 20, 1, 30, 9, 0, 8], "%20 = OpExtInst %6 %1 DebugOperation Fragment 0 8"),
        (&[EXT_INST, 6, 20, 2, 30, 148], "%20 = OpExtInst %6 %2 DebugOperation Nop"),
        (&[EXT_INST, 6, 20, 2, 30, 155, 3], "%20 = OpExtInst %6 %2 DebugOperation !155 !3"),
        (&[EXT_INST, 6, 20, 3, 30, 0], "%20 = OpExtInst %6 %3 DebugOperation Deref"),
        // The translator exchanges two numbers in its own set.
        (&[EXT_INST, 6, 20, 1, 16, 10, 10, 10, 1, 2], "%20 = OpExtInst %6 %1 DebugTypeTemplateTemplateParameter %10 %10 %10 1 2"),
        (&[EXT_INST, 6, 20, 3, 17, 10, 10, 10, 1, 2], "%20 = OpExtInst %6 %3 DebugTypeTemplateTemplateParameter %10 %10 %10 1 2"),
        (&[EXT_INST, 6, 20, 3, 16, 10, 10, 1, 2, 10], "%20 = OpExtInst %6 %3 DebugTypeTemplateParameterPack %10 %10 1 2 %10"),
        // Enumerants, bits and numbers without a name.
        (&[EXT_INST, 6, 20, 1, 2, 10, 10, 3], "%20 = OpExtInst %6 %1 DebugTypeBasic %10 %10 !3"),
        (&[EXT_INST, 6, 20, 2, 2, 10, 10, 3], "%20 = OpExtInst %6 %2 DebugTypeBasic %10 %10 Float"),
        (&[EXT_INST, 6, 20, 1, 3, 10, u32::MAX, 0], "%20 = OpExtInst %6 %1 DebugTypePointer %10 !4294967295 !0"),
        (&[EXT_INST, 6, 20, 1, 3, 10, 8, 3], "%20 = OpExtInst %6 %1 DebugTypePointer %10 Generic FlagIsProtected|FlagIsPrivate"),
        (&[EXT_INST, 6, 20, 1, 3, 10, 8, 0], "%20 = OpExtInst %6 %1 DebugTypePointer %10 Generic None"),
        (&[EXT_INST, 6, 20, 1, 3, 10, 8, 1 << 14], "%20 = OpExtInst %6 %1 DebugTypePointer %10 Generic !16384"),
        (&[EXT_INST, 6, 20, 2, 3, 10, 8, 1 << 14], "%20 = OpExtInst %6 %2 DebugTypePointer %10 Generic FlagIsEnumClass"),
        (&[EXT_INST, 6, 20, 1, 12, 10, 10, 10, 10, 1 << 31], "%20 = OpExtInst %6 %1 DebugTypeInheritance %10 %10 %10 %10 !2147483648"),
        (
            &[EXT_INST, 6, 20, 1, 10, 10, 9, 10, 1, 2, 10, 10, 0, 10, 11],
            "%20 = OpExtInst %6 %1 DebugTypeComposite %10 !9 %10 !1 !2 %10 %10 !0 %10 %11",
        ),
        (&[EXT_INST, 6, 20, 1, 99, 10, 11], "%20 = OpExtInst %6 %1 99 %10 %11"),
        (&[EXT_INST, 6, 20, 2, 99, 10, 11], "%20 = OpExtInst %6 %2 !99 %10 %11"),
        (&[EXT_INST, 6, 20, 2, 36, 1, 2, 3, 4, 5, 6, 7, 8], "%20 = OpExtInst %6 %2 DebugModuleINTEL %1 %2 %3 4 %5 %6 %7 8"),
        (&[EXT_INST, 6, 20, 4, 99, 10, 11], "%20 = OpExtInst %6 %4 99 %10 %11"),
        (&[EXT_INST, 6, 20, 5, 23, 10], "%20 = OpExtInst %6 %5 fabs %10"),
        (&[EXT_INST, 6, 20, 5, 999, 10], "%20 = OpExtInst %6 %5 !999 %10"),
        // Too many words, too few.
        (&[EXT_INST, 6, 20, 1, 0, 5], "%20 = OpExtInst %6 %1 DebugInfoNone !5"),
        (
            &[EXT_INST, 6, 20, 1, 9, 1, 2, 3, 4, 5, 6, 7, 0, 8, 9, 10],
            "%20 = OpExtInst %6 %1 DebugTypeEnum %1 %2 %3 4 5 %6 %7 None %8 %9 !10",
        ),
        (&[EXT_INST, 6, 20, 1, 2, 10], "!0x0006000c !6 !20 !1 !2 !10"),
        (&[EXT_INST, 6, 20, 1, 29, 10, 10], "%20 = OpExtInst %6 %1 DebugValue %10 %10"),
        (&[EXT_INST, 6, 20, 2, 29, 10, 10], "!0x0007000c !6 !20 !2 !29 !10 !10"),
        (&[EXT_INST, 6, 20, 1], "!0x0004000c !6 !20 !1"),
        (&[EXT_INST], "!0x0001000c"),
        (&[op(spirv::Op::TypeVoid)], "!0x00010013"),
        (&[op(spirv::Op::TypeInt), 20, 32], "!0x00030015 !20 !32"),
        (&[op(spirv::Op::Return), 5], "OpReturn !5"),
        (&[op(spirv::Op::Name), 5], "!0x00020005 !5"),
        // Odd only in the context of the module.
        (&[op(spirv::Op::Constant), 10, 20, 1], "%20 = OpConstant %10 !1"),
        (&[op(spirv::Op::Constant), 10, 20], "!0x0003002b !10 !20"),
        (&[op(spirv::Op::Constant), 7, 20, 0x3c00], "%20 = OpConstant %7 0x1p+0"),
        (&[op(spirv::Op::Constant), 7, 20, 0x1_3c00], "%20 = OpConstant %7 !80896"),
        (&[op(spirv::Op::Constant), 8, 20, 1], "%20 = OpConstant %8 !1"),
        (&[op(spirv::Op::Constant), 9, 20, 1, 2, 3, 4], "%20 = OpConstant %9 !1 !2 !3 !4"),
        (&[op(spirv::Op::Switch), 10, 11, 1, 12], "OpSwitch %10 %11 1 %12"),
        (&[op(spirv::Op::Switch), 11, 11, 1, 12], "OpSwitch %11 %11 !1 !12"),
        (&[op(spirv::Op::TypeVoid), 0], "%0 = OpTypeVoid"),
        (&[op(spirv::Op::TypeVoid), u32::MAX], "%4294967295 = OpTypeVoid"),
        // Strings: without an end, followed by words, not UTF-8, with other bytes after the zero byte.
        (&[op(spirv::Op::String), 20, string], "%20 = OpString !1684234849"),
        (&[op(spirv::Op::String), 20, string, 0, 9], "%20 = OpString \"abcd\" !9"),
        (&[op(spirv::Op::String), 20, 0xff], "%20 = OpString !255"),
        (&[op(spirv::Op::String), 20, 0x6100_0061], "%20 = OpString !1627390049"),
        (&[op(spirv::Op::String), 20, u32::from_le_bytes(*b"\"\\\n\0")], "%20 = OpString \"\\\"\\\\\n\""),
        (&[op(spirv::Op::String), 20, u32::from_le_bytes([0xc3, 0xa9, 0, 0])], "%20 = OpString \"é\""),
        (&[op(spirv::Op::String), 20, u32::from_le_bytes([0xc3, 0, 0, 0])], "%20 = OpString !195"),
        // Enumerants and masks of the core specification.
        (&[op(spirv::Op::Capability), 12345], "OpCapability !12345"),
        (&[op(spirv::Op::Decorate), 10, 11, 28], "OpDecorate %10 BuiltIn GlobalInvocationId"),
        (&[op(spirv::Op::Decorate), 10, 11, 2800], "OpDecorate %10 BuiltIn !2800"),
        (&[op(spirv::Op::Store), 10, 11, 3, 4], "OpStore %10 %11 Volatile|Aligned 4"),
        (&[op(spirv::Op::Store), 10, 11, 3], "!0x0004003e !10 !11 !3"),
        (&[op(spirv::Op::Store), 10, 11, 1 << 30 | 1], "OpStore %10 %11 !1073741825"),
        (&[op(spirv::Op::SpecConstantOp), 6, 20, 128, 10, 10], "%20 = OpSpecConstantOp %6 IAdd %10 %10"),
        (&[op(spirv::Op::SpecConstantOp), 6, 20, 52, 128, 10], "%20 = OpSpecConstantOp %6 !52 !128 !10"),
        (&[op(spirv::Op::SpecConstantOp), 6, 20, op(spirv::Op::ConstantComposite), 10], "%20 = OpSpecConstantOp %6 !44 !10"),
        (&[op(spirv::Op::SpecConstantOp), 6, 20, 1 << 16], "%20 = OpSpecConstantOp %6 !65536"),
        (&[0xffff, 1, 2], "!0x0003ffff !1 !2"),
        (&[9], "!0x00010009"),
    ];
    for (words, expected) in cases {
        let stream = with(words);
        let text = disassemble(&stream);
        let before = disassemble(&with(&[spirv::Op::Nop as u32])).lines().count() - 1;
        let last: String = text.split_inclusive('\n').skip(before).collect();
        assert_eq!(last.trim(), *expected);
        assert_eq!(assemble(&text), Ok(stream), "{text}");
    }
}

#[test]
fn odd_headers_have_a_text() {
    for (order, header) in [
        (ByteOrder::Little, [0x1_0203, 0xffff_0001, 0, 7]),
        (ByteOrder::Big, [0x1_0000, 6 << 16 | 14, u32::MAX, 0]),
        (ByteOrder::Little, [0, 0, 0, 0]),
        (ByteOrder::Big, [u32::MAX; 4]),
    ] {
        let words = [vec![spirv::MAGIC_NUMBER], header.to_vec(), vec![2 << 16 | 19, 900]].concat();
        let stream = Stream::from_words(order, words).unwrap();
        let text = disassemble(&stream);
        assert_eq!(assemble(&text), Ok(stream), "{text}");
    }
}

/// An instruction nested in itself would overflow the stack if it were followed.
#[test]
fn deep_instructions_are_no_problem() {
    let mut words = vec![52; 65_000];
    words[1..3].copy_from_slice(&[6, 20]);
    let stream = with(&words);
    assert_eq!(assemble(&disassemble(&stream)), Ok(stream));
    let text = format!("%1 = OpSpecConstantOp %2 {}", "SpecConstantOp ".repeat(100_000));
    assert_eq!(assemble(&text).unwrap_err().column, 26);
}

#[test]
fn free_layout_and_names_are_read() {
    let text = "OpCapability Kernel ; comment \"%x\n%set=OpExtInstImport\"DebugInfo\"%void = OpTypeVoid\n\
                %s = OpString \"a\\b\\\"c\"\n\n  %7 = OpExtInst %void %set\n  DebugTypePointer %s ; more\n Function FlagIsPublic|FlagArtificial \
                OpLine %s 0x10 2\n%u=OpTypeInt 8 1 %c = OpConstant %u 0xff %d=OpConstant %u -2";
    let stream = assemble(text).unwrap();
    assert!(disassemble(&stream).ends_with(
        "\n               OpCapability Kernel\n          %1 = OpExtInstImport \"DebugInfo\"\n          %2 = OpTypeVoid\n          \
         %3 = OpString \"ab\\\"c\"\n          %7 = OpExtInst %2 %1 DebugTypePointer %3 Function FlagIsProtected|FlagIsPrivate|FlagArtificial\n\
         \x20              OpLine %3 16 2\n          %4 = OpTypeInt 8 1\n          %5 = OpConstant %4 -1\n          %6 = OpConstant %4 -2\n"
    ));
    assert_eq!((stream.header().bound, stream.header().version), (8, 0x1_0000));
}

/// Two imports of one id, which no tool prints.
#[test]
fn the_first_import_of_an_id_holds() {
    let text = "%1 = OpExtInstImport \"DebugInfo\"\n%1 = OpExtInstImport \"OpenCL.std\"\n%3 = OpExtInst %2 %1 DebugInfoNone\n";
    assert!(disassemble(&assemble(text).unwrap()).ends_with("DebugInfoNone\n"));
}

/// `!` is accepted wherever the tools accept it, and may replace a result's type.
#[test]
fn plain_words_are_read() {
    let words = |text: &str| assemble(text).unwrap().words()[5..].to_vec();
    assert_eq!(words("%2 = OpConstant !1 !3 4 %5 \"ab\""), [7 << 16 | 43, 1, 2, 3, 4, 5, 0x6261]);
    assert_eq!(words("OpNop\n!0x00020013 !8\nOpNop"), [1 << 16, 2 << 16 | 19, 8, 1 << 16]);
    // Behind it, integers may have a sign, and numbers with a point are floating-point ones.
    assert_eq!(words("!+327723 -1 -0x10 1.5 !+7"), [5 << 16 | 43, u32::MAX, 16u32.wrapping_neg(), 0x3fc0_0000, 7]);
}

#[test]
fn errors_say_where_and_what() {
    for (text, line, column, expected, found) in [
        (";\n  Foo", 2, 3, "an instruction", "`Foo`"),
        ("OpNop Foo", 1, 7, "another instruction, for this one has all its operands", "`Foo`"),
        ("OpFoo", 1, 1, "the name of an instruction", "`OpFoo`"),
        ("%1 OpNop", 1, 4, "`=`", "`OpNop`"),
        ("%1 = OpNop", 1, 1, "an instruction without a result", "`%1`"),
        ("OpTypeVoid", 1, 1, "`%result =` before this instruction", "`OpTypeVoid`"),
        ("OpName %1", 1, 10, "a string", "the end"),
        ("OpName %1 \"é\" 5", 1, 15, "another instruction, for this one has all its operands", "`5`"),
        ("OpName %1 \"open\n", 1, 11, "a string with a quote at its end", "`\"open`"),
        ("OpName % \"\"", 1, 8, "a name of letters, digits and underscores", "`%`"),
        ("OpCapability Foo", 1, 14, "a Capability", "`Foo`"),
        ("OpStore %1 %2 Volatile|Foo", 1, 15, "names of MemoryAccess with `|` between them, or None", "`Volatile|Foo`"),
        ("%1 = OpTypeInt 32 -1", 1, 19, "a number of 32 bits", "`-1`"),
        ("%1 = OpTypeInt 16 1 %2 = OpConstant %1 1.5", 1, 40, "a signed integer of 16 bits", "`1.5`"),
        ("%1 = OpTypeFloat 32 %2 = OpConstant %1 x", 1, 40, "a floating-point number of 32 bits", "`x`"),
        ("%2 = OpConstant %1 1", 1, 20, "`!` and a word, for the number has no number type that is defined before", "`1`"),
        ("%1 = OpExtInstImport \"DebugInfo\" %2 = OpExtInst %3 %1 Foo", 1, 55, "the name or number of an instruction of the set", "`Foo`"),
        ("%1 = OpExtInstImport \"DebugInfo\" %2 = OpExtInst %3 %1 DebugTypeBasic %4 %4 Foo", 1, 76, "a name (encoding)", "`Foo`"),
        ("%1 = OpExtInstImport \"DebugInfo\" %2 = OpExtInst %3 %1 DebugTypeBasic 4", 1, 70, "an id (name)", "`4`"),
        (
            "%1 = OpExtInstImport \"DebugInfo\" %2 = OpExtInst %3 %1 DebugTypeEnum %1 %2 %3 4 5 %6 %7 None %8",
            1,
            95,
            "an id (enumerators)",
            "the end",
        ),
        // The result of the next instruction is no operand.
        ("OpStore %1\n%2 = OpTypeVoid", 2, 1, "an id", "the next instruction"),
        ("%1 = OpLoad\n\n  %2 = OpTypeVoid", 3, 3, "the id of the result's type", "the next instruction"),
        ("OpStore %1\nOpNop", 2, 1, "an id", "`OpNop`"),
        (
            "%1 = OpExtInstImport \"DebugInfo\"\n%2 = OpExtInst %3 %1 DebugTypeBasic %4\n%5 = OpTypeVoid",
            3,
            1,
            "an id (size)",
            "the next instruction",
        ),
        ("!x", 1, 1, "an instruction's first word", "`!x`"),
        ("!0x00030013 !1", 1, 1, "3 words, as the first one says", "`!0x00030013`"),
        ("OpName %1 \"\" !1 x", 1, 17, "a word: an id, a string or a number", "`x`"),
        ("OpName %1 \"a\0b\"", 1, 11, "a string without a zero character, which would end it", "`\"a\0b\"`"),
    ] {
        let error = assemble(text).expect_err(text);
        assert_eq!((error.line, error.column, error.expected.as_str(), error.found.as_str()), (line, column, expected, found), "{text}");
    }
    let long = format!("%1 = OpTypeStruct{}", " %2".repeat(65_534));
    assert_eq!(assemble(&long).unwrap_err().expected, "an instruction of at most 65535 words");
    assert!(assemble(&long[..long.len() - 3]).is_ok());
}

/// Any prefix of a text, and the text without any one character, is assembled or rejected.
#[test]
fn broken_text_is_refused() {
    let text = disassemble(&with(&[EXT_INST, 6, 20, 1, 9, 1, 2, 3, 4, 5, 6, 7, 3, 8, 9, 10]));
    let mut assembled = 0;
    for at in 0..text.len() {
        assembled += usize::from(assemble(&text[..at]).is_ok()) + usize::from(assemble(&[&text[..at], &text[at + 1..]].concat()).is_ok());
    }
    assert!((100..text.len() * 2 - 100).contains(&assembled), "{assembled} of {}", text.len() * 2);
}
