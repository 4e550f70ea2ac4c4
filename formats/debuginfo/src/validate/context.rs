//! The data about the module that all checks share.

use super::ids::{Definition, Ids};
use super::sections::is_extended;
use super::{Name, Part, Report, RuleId, Site};
use crate::tables::{SHADER_SETS, ShaderRow};
use crate::{CoreInstruction, DebugInstruction, Id, Info, Instruction, Module, Sets};
use std::fmt;

/// A module with collected facts, and the report.
pub(super) struct Context<'a> {
    pub(super) module: &'a Module,
    pub(super) ids: Ids,
    pub(super) sets: Sets,
    pub(super) report: Report,
    /// Whether a debug operand names a later definition: without such operands there are no cycles.
    pub(super) goes_ahead: bool,
    /// Bytes of an address.
    pub(super) address_size: u32,
    /// Storage classes and whether the module may use them, as far as computed.
    pub(super) classes: Vec<(u32, bool)>,
}

impl<'a> Context<'a> {
    pub(super) fn new(module: &'a Module, report: Report) -> Self {
        Self {
            module,
            ids: Ids::of(module),
            sets: module.sets(),
            report,
            goes_ahead: false,
            address_size: address_size(module),
            classes: Vec::new(),
        }
    }

    /// Returns the instruction that defines an id.
    pub(super) fn instruction(&self, id: Id) -> Option<&'a Instruction> {
        self.module.instructions.get(self.ids.get(id)?.index)
    }

    /// Returns the debug instruction that defines an id, and its index.
    pub(super) fn debug(&self, id: Id) -> Option<(usize, &'a DebugInstruction)> {
        let Definition { index, .. } = self.ids.get(id)?;
        Some((index, self.module.instructions[index].debug()?))
    }

    /// Returns the content of the debug instruction that defines an id.
    pub(super) fn info(&self, id: Id) -> Option<&'a Info> {
        Some(&self.debug(id)?.1.info)
    }

    /// Returns whether an id names a core instruction of this kind.
    pub(super) fn is_core(&self, id: Id, op: spirv::Op) -> bool {
        self.instruction(id).and_then(Instruction::core).is_some_and(|core| core.is(op))
    }

    /// Returns the name of the set of an instruction, if it is a version of `NonSemantic.Shader.DebugInfo`.
    pub(super) fn shader_set(&self, core: &CoreInstruction) -> Option<&'static str> {
        let set = core.id(2).filter(|_| is_extended(core))?;
        let import = self.instruction(set)?.core().filter(|import| import.is(spirv::Op::ExtInstImport))?;
        let name = import.words.get(1..)?;
        SHADER_SETS.into_iter().find(|set| crate::grammar::is_string(name, set))
    }

    /// Returns whether an instruction belongs to a set that may be ignored, known or not.
    pub(super) fn is_non_semantic(&self, core: &CoreInstruction) -> bool {
        const PREFIX: [u32; 3] = [u32::from_le_bytes(*b"NonS"), u32::from_le_bytes(*b"eman"), u32::from_le_bytes(*b"tic.")];
        let import = core.id(2).filter(|_| is_extended(core)).and_then(|set| self.instruction(set)).and_then(Instruction::core);
        import.is_some_and(|import| {
            import.is(spirv::Op::ExtInstImport) && import.words.get(1..).is_some_and(|name| name.starts_with(&PREFIX))
        })
    }

    /// Returns the row of an instruction of that set.
    pub(super) fn shader_row(&self, core: &CoreInstruction) -> Option<&'static ShaderRow> {
        self.shader_set(core)?;
        ShaderRow::find(*core.words.get(3)?)
    }

    /// Returns the value of an OpConstant, as its lowest 64 bits.
    pub(super) fn constant(&self, id: Id) -> Option<u64> {
        let core = self.instruction(id)?.core().filter(|core| core.is(spirv::Op::Constant))?;
        let &[_, _, low, ref high @ ..] = core.words.as_slice() else { return None };
        Some(u64::from(low) | u64::from(high.first().copied().unwrap_or(0)) << 32)
    }

    /// Returns the place of an instruction.
    pub(super) fn site(&self, index: usize) -> Site {
        let instruction = &self.module.instructions[index];
        let name = match instruction {
            Instruction::Core(core) => self.shader_row(core).map_or(Name::Core(core.opcode), |row| Name::Debug(row.name)),
            Instruction::Debug(debug) => Name::Debug(debug.info.row().name),
        };
        Site { index, name, result: instruction.result() }
    }

    /// Reports a violation at an instruction.
    pub(super) fn add(&mut self, rule: RuleId, index: usize, message: fmt::Arguments<'_>) {
        let part = Part::Instruction(self.site(index));
        self.report.add(rule, part, message);
    }

    /// Reports a violation at an operand of a debug instruction, by its ordinal among the operand words of the instruction's dialect.
    pub(super) fn add_operand(&mut self, rule: RuleId, index: usize, ordinal: usize, message: fmt::Arguments<'_>) {
        let site = self.site(index);
        let part = self.operand(index, ordinal).map_or(Part::Instruction(site), |(field, item)| Part::Operand { site, field, item });
        self.report.add(rule, part, message);
    }

    fn operand(&self, index: usize, ordinal: usize) -> Option<(&'static str, Option<usize>)> {
        let debug = self.module.instructions[index].debug()?;
        let layout = self.sets.dialect(debug.set)?.layout();
        let row = debug.info.row();
        let last = row.fields(layout).count().checked_sub(1)?;
        let field = row.fields(layout).nth(ordinal.min(last))?;
        let repeats = matches!(field.count, crate::tables::Count::Many | crate::tables::Count::Pairs);
        Some((field.name, repeats.then(|| ordinal - last)))
    }
}

/// Returns the bytes of an address, by the first OpMemoryModel; eight if addresses are only logical.
fn address_size(module: &Module) -> u32 {
    const PHYSICAL32: u32 = spirv::AddressingModel::Physical32 as u32;
    let mut cores = module.instructions.iter().filter_map(Instruction::core);
    let model = cores.find(|core| core.is(spirv::Op::MemoryModel)).and_then(|core| core.words.first().copied());
    if model == Some(PHYSICAL32) { 4 } else { 8 }
}

/// A description of what an id names, in messages.
pub(super) struct Described<'a>(pub(super) Option<&'a Instruction>);

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("nothing"),
            Some(Instruction::Core(core)) => write!(f, "{}", Name::Core(core.opcode)),
            Some(Instruction::Debug(debug)) => f.write_str(debug.info.row().name),
        }
    }
}
