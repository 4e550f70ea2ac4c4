//! The result of rspirv's parser, assembled again: unchanged, and with other ids.

use irsmith_debuginfo::stream::MAGIC;
use irsmith_debuginfo::{Dialect, Header};
use rspirv::binary::{Assemble, Consumer, ParseAction};
use rspirv::dr::{self, Operand};
use rspirv::grammar::{ExtInstOp, ExtendedInstruction, InstructionTable, OperandKind, OperandQuantifier, ext_inst_table};
use spirv::Op;
use std::collections::BTreeMap;

/// The bits of the version word that have a meaning (SPIR-V, *Physical Layout*).
const VERSION: u32 = 0x00ff_ff00;

/// The words of a module after a round trip through rspirv. It keeps only the bound and the two version numbers of the header.
pub(super) struct Again {
    /// The module.
    pub(super) words: Vec<u32>,
    /// The module with every bit of every id inverted, except for the bound.
    pub(super) complemented: Vec<u32>,
    /// The strings in the order of the module.
    pub(super) strings: Vec<String>,
    header: Header,
    sets: BTreeMap<u32, Set>,
}

/// A set of which rspirv has a table.
struct Set {
    table: &'static InstructionTable<ExtInstOp>,
    dialect: Option<Dialect>,
}

impl Again {
    pub(super) fn new(header: Header) -> Self {
        Self { words: Vec::new(), complemented: Vec::new(), strings: Vec::new(), header, sets: BTreeMap::new() }
    }

    fn import(&mut self, instruction: &dr::Instruction) {
        if let (Some(id), Op::ExtInstImport, [Operand::LiteralString(name)]) =
            (instruction.result_id, instruction.class.opcode, &*instruction.operands)
            && let Some(set) = Set::find(name)
        {
            self.sets.entry(id).or_insert(set);
        }
    }

    fn complement(&self, mut instruction: dr::Instruction) -> dr::Instruction {
        let (row, own) = (self.row(&instruction), self.is_translators(&instruction));
        for id in instruction.result_type.iter_mut().chain(&mut instruction.result_id) {
            *id = !*id;
        }
        for (at, operand) in instruction.operands.iter_mut().enumerate() {
            // The parser treats all operands of extended instructions as ids.
            if let (Some(at), Some(row)) = (at.checked_sub(2), row)
                && !(if own { place_of_translator(row, at) } else { Some(at) }).is_some_and(|at| is_id(row, at))
            {
                continue;
            }
            if let Operand::IdRef(id) | Operand::IdScope(id) | Operand::IdMemorySemantics(id) = operand {
                *id = !*id;
            }
        }
        instruction
    }

    /// Returns whether an extended instruction belongs to the translator's own set.
    fn is_translators(&self, instruction: &dr::Instruction) -> bool {
        let Some(Operand::IdRef(set)) = instruction.operands.first() else { return false };
        self.sets.get(set).is_some_and(|set| set.dialect == Some(Dialect::SpirvDebug))
    }

    /// Returns the row of an extended instruction in rspirv's tables.
    fn row(&self, instruction: &dr::Instruction) -> Option<&'static ExtendedInstruction<'static>> {
        match *instruction.operands {
            [Operand::IdRef(set), Operand::LiteralExtInstInteger(number), ..] if instruction.class.opcode == Op::ExtInst => {
                self.sets.get(&set)?.row(number)
            }
            _ => None,
        }
    }
}

impl Set {
    fn find(name: &str) -> Option<Self> {
        let dialect = Dialect::ALL.into_iter().find(|dialect| dialect.name() == name);
        // It has no table for the translator's set, whose operands are almost those of OpenCL.DebugInfo.100.
        let name = if dialect == Some(Dialect::SpirvDebug) { Dialect::OpenCl.name() } else { name };
        Some(Self { table: ext_inst_table(name)?, dialect })
    }

    fn row(&self, number: u32) -> Option<&'static ExtendedInstruction<'static>> {
        self.table.lookup_opcode(match (self.dialect, number) {
            // The translator swaps the numbers of DebugTypeTemplateTemplateParameter and DebugTypeTemplateParameterPack.
            (Some(Dialect::SpirvDebug), 16) => 17,
            (Some(Dialect::SpirvDebug), 17) => 16,
            _ => number,
        })
    }
}

/// Returns the place in OpenCL.DebugInfo.100 of an operand of the translator's set (its file `SPIRV.debug.h`); none for the word of an
/// imported entity that only the translator has.
fn place_of_translator(row: &ExtendedInstruction<'_>, at: usize) -> Option<usize> {
    match (row.opname, at) {
        ("DebugImportedEntity", 2) => None,
        ("DebugImportedEntity", 3..) => Some(at - 1),
        // Line and parent.
        ("DebugModuleINTEL", 2) => Some(3),
        ("DebugModuleINTEL", 3) => Some(2),
        _ => Some(at),
    }
}

/// Returns whether an operand of an extended instruction is an id.
fn is_id(row: &ExtendedInstruction<'_>, at: usize) -> bool {
    let last = row.operands.last().filter(|last| last.quantifier == OperandQuantifier::ZeroOrMore);
    let operand = row.operands.get(at).or(last);
    operand.is_none_or(|operand| matches!(operand.kind, OperandKind::IdRef | OperandKind::PairIdRefIdRef))
}

impl Consumer for Again {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, header: dr::ModuleHeader) -> ParseAction {
        let version = header.version | self.header.version & !VERSION;
        self.words.extend([MAGIC, version, self.header.generator, header.bound, self.header.schema]);
        self.complemented.clone_from(&self.words);
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, instruction: dr::Instruction) -> ParseAction {
        self.import(&instruction);
        let strings =
            instruction.operands.iter().filter_map(|operand| if let Operand::LiteralString(text) = operand { Some(text) } else { None });
        self.strings.extend(strings.cloned());
        instruction.assemble_into(&mut self.words);
        self.complement(instruction).assemble_into(&mut self.complemented);
        ParseAction::Continue
    }
}
