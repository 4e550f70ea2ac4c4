//! Compares text with SPIRV-Tools: every instruction and every enumerant of the grammar, whether or not real modules use it.

mod support;

use irsmith_debuginfo::grammar::{self, OperandKind, string_words};
use irsmith_debuginfo::tables::{Count, INSTRUCTIONS, Kind, Layout, OPERATIONS};
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::{ByteOrder, CoreInstruction, Dialect, Stream};
use rspirv::grammar::{ExtInstOp, INSTRUCTION_TABLE, InstructionTable, LogicalOperand, ext_inst_table};
use spirv::Op;
use std::collections::BTreeSet;
use support::{spirv_as, spirv_dis, tools_are_installed};

const SETS: &[&str] = &[
    "OpenCL.std",
    "GLSL.std.450",
    "SPV_AMD_gcn_shader",
    "SPV_AMD_shader_ballot",
    "SPV_AMD_shader_explicit_vertex_parameter",
    "SPV_AMD_shader_trinary_minmax",
    "DebugInfo",
    "OpenCL.DebugInfo.100",
    "NonSemantic.Shader.DebugInfo.100",
    // Every version has its own name.
    "NonSemantic.ClspvReflection.5",
    "NonSemantic.DebugPrintf",
    "NonSemantic.DebugBreak",
    "NonSemantic.VkspReflection",
    "Arm.MotionEngine.100",
    "TOSA.001000.1",
];

/// Ids of the module that contains every instruction.
const INT: u32 = 1;
const VALUE: u32 = 2;
const RESULT: u32 = 3;
const FIRST_SET: u32 = 10;
const VERSION: u32 = 0x1_0600;

fn module(instructions: &[CoreInstruction]) -> Stream {
    let int = CoreInstruction::new(Op::TypeInt, [INT, 32, 0]);
    let value = CoreInstruction::new(Op::Constant, [INT, VALUE, 7]);
    let sets = SETS.iter().zip(FIRST_SET..).map(|(name, id)| {
        // A set that the tool rejects would hide all the others.
        CoreInstruction::new(Op::ExtInstImport, [id].into_iter().chain(string_words(name)))
    });
    let sets = sets.filter(|set| instructions.iter().any(|user| user.is(Op::ExtInst) && user.id(2) == set.id(0)));
    let mut words = vec![spirv::MAGIC_NUMBER, VERSION, 7 << 16, FIRST_SET + SETS.len() as u32, 0];
    let mut result = 1000;
    for core in sets.chain([int, value]).chain(instructions.iter().cloned()) {
        words.push((core.words.len() as u32 + 1) << 16 | u32::from(core.opcode));
        words.extend(&core.words);
        // Each result needs its own number.
        if let Some(id) = grammar::shape(core.opcode).result(&core.words)
            && id.0 == RESULT
        {
            let at = words.len() - core.words.len() + core.words.iter().position(|&word| word == RESULT).unwrap();
            words[at] = result;
            result += 1;
        }
    }
    words[3] = result;
    Stream::from_words(ByteOrder::Little, words).unwrap()
}

/// Returns every instruction with every operand that it may have, and each enumeration once with all of its values.
fn instructions() -> Vec<CoreInstruction> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for row in INSTRUCTION_TABLE.iter().filter(|row| row.opcode != Op::ExtInst && row.opcode != Op::SpecConstantOp) {
        all.extend(variants(row.operands, &mut seen).into_iter().map(|words| CoreInstruction::new(row.opcode, words)));
    }
    for row in INSTRUCTION_TABLE.iter().filter(|row| grammar::operation(row.opcode as u32).is_some()) {
        let operands = variants(&row.operands[2..], &mut seen).swap_remove(0);
        all.push(CoreInstruction::new(Op::SpecConstantOp, [INT, RESULT, row.opcode as u32].into_iter().chain(operands)));
    }
    for (name, set) in SETS.iter().zip(FIRST_SET..) {
        if let Some(dialect) = Dialect::from_name(name) {
            all.extend(debug_instructions(dialect, set));
            continue;
        }
        let table: &InstructionTable<ExtInstOp> = ext_inst_table(name.trim_end_matches(".5")).unwrap();
        for row in table.iter() {
            let head = [INT, RESULT, set, row.opcode.into()];
            let with_operands = variants(row.operands, &mut seen);
            all.extend(with_operands.into_iter().map(|words| CoreInstruction::new(Op::ExtInst, head.into_iter().chain(words))));
        }
    }
    all
}

/// Returns every instruction of a debug set by our rows, with every value of its enumerations.
fn debug_instructions(dialect: Dialect, set: u32) -> Vec<CoreInstruction> {
    let layout = dialect.layout();
    let mut all = Vec::new();
    for row in INSTRUCTIONS.iter().filter(|row| row.is_in(layout)) {
        let mut operands = vec![Vec::new()];
        for field in row.fields(layout) {
            let more: Vec<Vec<u32>> = debug_words(layout, field.kind).map(|words| [operands[0].as_slice(), &words].concat()).collect();
            let repeated = if field.count == Count::Pairs { 2 } else { 1 };
            operands
                .iter_mut()
                .for_each(|words: &mut Vec<u32>| words.extend(vec![if field.kind == Kind::Id { VALUE } else { 0 }; repeated]));
            operands.extend(more);
        }
        let head = [INT, RESULT, set, row.number];
        all.extend(operands.into_iter().map(|words| CoreInstruction::new(Op::ExtInst, head.into_iter().chain(words))));
    }
    all
}

/// Returns the values that a word may have, those of operations with their operands.
fn debug_words(layout: Layout, kind: Kind) -> Box<dyn Iterator<Item = Vec<u32>>> {
    let values = kind.names(layout).iter().map(|row| row.0);
    match kind {
        Kind::OperationCode => {
            Box::new(OPERATIONS.iter().map(|row| [row.code].into_iter().chain(row.operands.iter().map(|_| 7)).collect()))
        }
        Kind::Flags => Box::new(values.chain([3, 0x15]).map(|value| vec![value])),
        Kind::StorageClass => Box::new(enumerants(OperandKind::StorageClass).into_iter().map(|value| vec![value])),
        Kind::SourceLanguage => Box::new(enumerants(OperandKind::SourceLanguage).into_iter().map(|value| vec![value])),
        _ => Box::new(values.map(|value| vec![value])),
    }
}

/// Returns the operand words of a row: once, and once more for each value of an enumeration that is not yet `seen`.
fn variants(operands: &[LogicalOperand], seen: &mut BTreeSet<String>) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for operand in operands {
        let first = words(operand.kind, None);
        let new = enumerants(operand.kind).len() > 1 && seen.insert(format!("{:?}", operand.kind));
        let more: Vec<Vec<u32>> = if new {
            enumerants(operand.kind).into_iter().map(|value| [all[0].as_slice(), &words(operand.kind, Some(value))].concat()).collect()
        } else {
            Vec::new()
        };
        all.iter_mut().for_each(|variant| variant.extend(&first));
        all.extend(more);
    }
    all
}

/// Returns all values of an enumeration; the bits of a mask, and each two neighbours among them.
fn enumerants(kind: OperandKind) -> Vec<u32> {
    if !grammar::is_mask(kind) {
        return (0..8192).filter(|&value| grammar::enumerant(kind, value).is_some()).collect();
    }
    let bits: Vec<u32> = grammar::mask_bits(kind, u32::MAX).flatten().map(|bit| bit.value).collect();
    bits.iter().copied().chain(bits.windows(2).map(|two| two[0] | two[1])).collect()
}

fn words(kind: OperandKind, value: Option<u32>) -> Vec<u32> {
    use OperandKind as K;
    match kind {
        K::IdResultType => vec![INT],
        K::IdResult => vec![RESULT],
        K::IdRef | K::IdScope | K::IdMemorySemantics => vec![VALUE],
        K::LiteralInteger | K::LiteralContextDependentNumber => vec![5],
        K::LiteralFloat => vec![0x3fc0_0000],
        K::LiteralString => string_words("a \"quoted\\ \nstring").to_vec(),
        K::PairLiteralIntegerIdRef | K::PairIdRefLiteralInteger | K::PairIdRefIdRef => vec![VALUE, VALUE],
        _ => {
            let value = value.or_else(|| enumerants(kind).first().copied()).unwrap_or(0);
            let single = grammar::enumerant(kind, value);
            let of_mask = grammar::mask_bits(kind, value).flatten().filter(|_| grammar::is_mask(kind) && single.is_none());
            let operands = single.into_iter().chain(of_mask).flat_map(|enumerant| &enumerant.operands);
            [value].into_iter().chain(operands.flat_map(|operand| words(operand.kind, None))).collect()
        }
    }
}

/// Differences in the tools' output, with the reason.
const DIFFERENCES: &[(&str, &str)] = &[
    ("OpAsmTargetINTEL", "the table of 2023.1 gives it a result type, which the extension does not"),
    ("NormalizedSamplerMaskPushConstant", "newer than 2023.1, which prints its number"),
    ("WorkgroupVariableSize", "newer than 2023.1, which prints its number"),
];

#[derive(Default)]
struct Counts {
    equal: usize,
    refused: usize,
    different: Vec<String>,
}

/// Compares the texts, and the file that the tools assemble from ours; bisects what the tools reject.
fn compare(instructions: &[CoreInstruction], counts: &mut Counts) {
    let stream = module(instructions);
    let bytes = stream.write();
    let ours = disassemble(&stream);
    match spirv_dis(&bytes) {
        Some(theirs) if theirs == ours => {
            let again = spirv_as(&ours, VERSION).unwrap_or_else(|| panic!("spirv-as refuses\n{ours}"));
            assert_eq!(again[20..], bytes[20..], "{ours}");
            counts.equal += instructions.len();
        }
        Some(theirs) if instructions.len() == 1 => counts.different.push(format!("{ours}\n{theirs}")),
        None if instructions.len() == 1 => counts.refused += 1,
        _ => {
            let (first, second) = instructions.split_at(instructions.len() / 2);
            compare(first, counts);
            compare(second, counts);
        }
    }
}

#[test]
fn every_instruction_of_the_grammar_has_a_text() {
    let instructions = instructions();
    assert!(instructions.len() > 2000, "{}", instructions.len());
    let mut reflections = 0;
    for core in instructions {
        let stream = module(std::slice::from_ref(&core));
        let text = disassemble(&stream);
        assert_eq!(assemble(&text), Ok(stream), "{text}");
        assert!(!text.contains('!'), "{text}");
        reflections += usize::from(text.contains(" ArgumentInfo "));
    }
    assert_eq!(reflections, 1, "the set with versions in its name has names");
}

#[test]
fn every_instruction_of_the_grammar_has_the_text_of_the_tools() {
    if !tools_are_installed() {
        return;
    }
    let mut counts = Counts::default();
    instructions().chunks(32).for_each(|chunk| compare(chunk, &mut counts));
    println!("{} instructions equal, {} unknown to the tools, {} different", counts.equal, counts.refused, counts.different.len());
    assert!(counts.equal > 1700, "{}", counts.equal);
    counts.different.retain(|text| !DIFFERENCES.iter().any(|known| text.contains(known.0)));
    assert!(counts.different.is_empty(), "{}", counts.different.join("\n"));
}

/// An OpSpecConstantOp computes what SPIRV-Tools let it compute, and nothing else.
#[test]
fn operations_of_constants_are_those_of_the_tools() {
    // What extensions add, newer tools know.
    const LAST: u32 = 512;
    if !tools_are_installed() {
        return;
    }
    let of_core = INSTRUCTION_TABLE.iter().filter(|row| (row.opcode as u32) < LAST && grammar::shape(row.opcode as u16).len() == 2);
    for row in of_core {
        let operands = variants(&row.operands[2..], &mut BTreeSet::new()).swap_remove(0);
        let core = CoreInstruction::new(Op::SpecConstantOp, [INT, RESULT, row.opcode as u32].into_iter().chain(operands));
        let is_read = spirv_dis(&module(&[core]).write()).is_some();
        assert_eq!(grammar::operation(row.opcode as u32).is_some(), is_read, "{}", row.opname);
    }
}
