//! The state of making one module.

use super::Config;
use super::graph::state::Graph;
use super::host::Host;
use super::rows;
use super::shapes::Shape;
use crate::Choices;
use crate::forms::Form;
use irsmith_debuginfo::tables::Layout;
use irsmith_debuginfo::{CoreInstruction, DebugInstruction, Header, Id, Info, Instruction, Module, Words, grammar};
use spirv::Op;

/// Parts of a module in the order of the file (SPIR-V, *Logical Layout of a Module*), which are generated in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// Capabilities to execution modes.
    Head,
    /// OpString and OpSource.
    Text,
    /// OpName and OpMemberName.
    Names,
    /// OpModuleProcessed.
    Processed,
    /// Decorations.
    Annotations,
    /// Types, constants, global variables.
    Types,
    /// Debug instructions outside functions.
    Debug,
    /// Functions without a body.
    Declarations,
    /// Functions.
    Bodies,
}

const SECTIONS: usize = Section::Bodies as usize + 1;

/// Buffers that are kept between cases, so that generating a case allocates little but the case.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    sections: [Vec<Instruction>; SECTIONS],
    pub(super) host: Host,
    pub(super) graph: Graph,
}

/// A module that is being generated.
pub(super) struct Build<'a, 'u> {
    pub(super) choices: Choices<'a, 'u>,
    pub(super) config: &'a Config,
    pub(super) layout: Layout,
    pub(super) scratch: &'a mut Scratch,
    bound: u32,
    /// Whether debug instructions are placed among types and constants.
    pub(super) interleaved: bool,
}

impl<'a, 'u> Build<'a, 'u> {
    pub(super) fn new(choices: Choices<'a, 'u>, config: &'a Config, scratch: &'a mut Scratch) -> Self {
        scratch.sections.iter_mut().for_each(Vec::clear);
        scratch.host.clear();
        scratch.graph.clear();
        Self { choices, config, layout: config.dialect.layout(), scratch, bound: 1, interleaved: false }
    }

    /// Joins the generated parts to the module.
    pub(super) fn end(&mut self) -> Module {
        let header = Header { version: self.scratch.host.version.word(), bound: self.bound, ..Header::default() };
        let mut instructions = Vec::with_capacity(self.scratch.sections.iter().map(Vec::len).sum());
        self.scratch.sections.iter_mut().for_each(|section| instructions.append(section));
        Module { header, instructions }
    }

    /// Returns a new id.
    #[inline]
    pub(super) const fn id(&mut self) -> Id {
        self.bound += 1;
        Id(self.bound - 1)
    }

    /// Appends an instruction.
    #[inline]
    pub(super) fn push(&mut self, section: Section, op: Op, words: &[u32]) {
        self.push_words(section, op, Words::from_slice(words));
    }

    /// Appends an instruction.
    #[inline]
    pub(super) fn push_words(&mut self, section: Section, op: Op, words: Words) {
        self.scratch.sections[section as usize].push(Instruction::Core(CoreInstruction { opcode: op as u16, words }));
    }

    /// Appends an instruction of type `ty` to the bodies.
    #[inline]
    pub(super) fn define(&mut self, op: Op, ty: Id, operands: &[u32]) -> Id {
        let id = self.id();
        let mut words = Words::with_capacity(operands.len() + 2);
        words.push(ty.0);
        words.push(id.0);
        words.extend_from_slice(operands);
        self.push_words(Section::Bodies, op, words);
        id
    }

    /// Appends a debug instruction with this result.
    pub(super) fn push_info(&mut self, section: Section, result: Id, info: Info) {
        let section = if section == Section::Debug && self.interleaved { Section::Types } else { section };
        let result_type = self.scratch.host.void;
        let second = self.scratch.graph.second_set.filter(|_| self.choices.chance(96));
        let set = second.unwrap_or(self.scratch.graph.set);
        self.scratch.sections[section as usize].push(Instruction::Debug(DebugInstruction { result_type, result, set, info }));
    }

    /// Returns the instructions of the bodies so far.
    pub(super) fn written_bodies(&self) -> &[Instruction] {
        &self.scratch.sections[Section::Bodies as usize]
    }

    /// Returns whether a form is enabled.
    #[inline]
    pub(super) fn is_on(&self, form: impl Form) -> bool {
        self.config.rows.contains(rows::id(form))
    }

    /// Draws whether to make a shape, in `parts` of 256.
    pub(super) fn wants(&mut self, shape: Shape, parts: u16) -> bool {
        self.choices.chance(parts) && self.is_on(shape)
    }

    /// Draws one of the enabled forms among these, or any if none is enabled.
    pub(super) fn form<F: Form>(&mut self, among: &[F]) -> F {
        self.config.rows.draw_form(rows::first::<F>(), among, &mut self.choices)
    }

    /// As [`Build::form`], but `None` if no form is enabled.
    #[inline]
    pub(super) fn form_on<F: Form>(&mut self, among: &[F]) -> Option<F> {
        self.config.rows.draw_form_on(rows::first::<F>(), among, &mut self.choices)
    }
}

/// A literal string after other words.
pub(super) fn with_text(words: &[u32], text: &str) -> Words {
    let mut all = Words::from_slice(words);
    all.extend(grammar::string_words(text));
    all
}
