//! The rows of core instructions, by number and by name.

use super::spelling;
use crate::Id;
use rspirv::grammar::{INSTRUCTION_TABLE, Instruction, OperandKind};
use spirv::Op;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Which of an instruction's first words are the result type and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whether the word after the first is the result's type.
    pub has_type: bool,
    /// Whether the word after that is the result.
    pub has_result: bool,
}

impl Shape {
    /// Returns the result, from the words after the first.
    pub fn result(self, words: &[u32]) -> Option<Id> {
        if self.has_result { words.get(usize::from(self.has_type)).map(|&word| Id(word)) } else { None }
    }

    /// Returns the result's type, from the words after the first.
    pub fn result_type(self, words: &[u32]) -> Option<Id> {
        if self.has_type { words.first().map(|&word| Id(word)) } else { None }
    }

    /// Returns the number of words of result type and result.
    pub fn len(self) -> usize {
        usize::from(self.has_type) + usize::from(self.has_result)
    }

    /// Returns whether the instruction has neither.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

struct Rows {
    by_opcode: Vec<Option<&'static Instruction<'static>>>,
    shapes: Vec<Shape>,
    names: Vec<String>,
    by_name: BTreeMap<String, u16>,
}

fn rows() -> &'static Rows {
    static ROWS: OnceLock<Rows> = OnceLock::new();
    ROWS.get_or_init(|| {
        let last = INSTRUCTION_TABLE.iter().map(|row| row.opcode as usize).max().unwrap_or(0);
        let mut by_opcode = vec![None; last + 1];
        let mut by_name = BTreeMap::new();
        for row in INSTRUCTION_TABLE.iter() {
            by_opcode[row.opcode as usize].get_or_insert(row);
            by_name.entry(row.opname.to_owned()).or_insert(row.opcode as u16);
        }
        let names: Vec<String> = by_opcode
            .iter()
            .map(|row: &Option<&Instruction<'_>>| row.map_or(String::new(), |row| spelling::in_text(row.opname).into()))
            .collect();
        for (name, opcode) in names.iter().zip(0..).filter(|(name, _)| !name.is_empty()) {
            by_name.entry(name.clone()).or_insert(opcode);
        }
        for (second, first) in spelling::SECOND_NAMES {
            let opcode = by_name.get(*first).copied();
            by_name.extend(opcode.map(|opcode| ((*second).to_owned(), opcode)));
        }
        let shapes = by_opcode.iter().map(|row| row.map_or(NO_RESULT, shape_of)).collect();
        Rows { by_opcode, shapes, names, by_name }
    })
}

const NO_RESULT: Shape = Shape { has_type: false, has_result: false };

fn shape_of(row: &Instruction<'_>) -> Shape {
    let has = |kind| row.operands.iter().any(|operand| operand.kind == kind);
    Shape { has_type: has(OperandKind::IdResultType), has_result: has(OperandKind::IdResult) }
}

/// Returns the row of a core instruction; none for a number that is not in the grammar.
pub fn row(opcode: u16) -> Option<&'static Instruction<'static>> {
    rows().by_opcode.get(usize::from(opcode)).copied().flatten()
}

/// The instructions that an OpSpecConstantOp may compute, as the core specification lists them there, from one opcode to another.
/// The last two are those of the extensions for cooperative matrices.
const OPERATIONS: [(Op, Op); 13] = [
    (Op::AccessChain, Op::PtrAccessChain),
    (Op::InBoundsPtrAccessChain, Op::InBoundsPtrAccessChain),
    (Op::VectorShuffle, Op::VectorShuffle),
    (Op::CompositeExtract, Op::CompositeInsert),
    (Op::ConvertFToU, Op::ConvertPtrToU),
    (Op::ConvertUToPtr, Op::GenericCastToPtr),
    (Op::Bitcast, Op::Bitcast),
    (Op::SNegate, Op::FMod),
    (Op::LogicalEqual, Op::SLessThanEqual),
    (Op::ShiftRightLogical, Op::BitwiseAnd),
    (Op::Not, Op::Not),
    (Op::CooperativeMatrixLengthKHR, Op::CooperativeMatrixLengthKHR),
    (Op::CooperativeMatrixLengthNV, Op::CooperativeMatrixLengthNV),
];

/// Returns the row of the instruction that an OpSpecConstantOp computes; none for a number that is not in the grammar, and for an
/// instruction that the core specification does not list there.
pub fn operation(number: u32) -> Option<&'static Instruction<'static>> {
    let is_listed = OPERATIONS.iter().any(|&(first, last)| (first as u32..=last as u32).contains(&number));
    u16::try_from(number).ok().filter(|_| is_listed).and_then(row)
}

/// Returns the name of a core instruction in text, without the prefix `Op`; none for a number that is not in the grammar.
pub fn name(opcode: u16) -> Option<&'static str> {
    rows().names.get(usize::from(opcode)).map(String::as_str).filter(|name| !name.is_empty())
}

/// Returns which words of a core instruction are the result type and the result; neither for a number that is not in the grammar.
pub fn shape(opcode: u16) -> Shape {
    rows().shapes.get(usize::from(opcode)).copied().unwrap_or(NO_RESULT)
}

/// Returns the number of the core instruction with this name, a current or an older one, without the prefix `Op`.
pub fn opcode(name: &str) -> Option<u16> {
    rows().by_name.get(name).copied()
}
