//! The order of instructions: sections of the module, functions, blocks, and the places of debug instructions in them.

use super::context::Context;
use super::sections::{Home, Section, home};
use super::{Part, RuleId};
use crate::tables::{ShaderOp, ShaderRow};
use crate::{CoreInstruction, Id, Info, Instruction};
use rspirv::grammar::reflect::is_block_terminator;
use spirv::Op;
use std::collections::BTreeSet;

/// The innermost open construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No function.
    Outside,
    /// A function, before its first block.
    Head,
    /// A block.
    Block,
    /// A function, after a block.
    Between,
}

/// Tracks the position in a module, instruction by instruction.
pub(super) struct Frame {
    state: State,
    section: Section,
    /// Functions so far.
    functions: u32,
    /// Whether one of them had a body.
    has_body: bool,
    /// The OpFunction of the last function, and its blocks so far.
    head: usize,
    blocks: u32,
    /// Whether a DebugFunctionDefinition says what describes it, and the instructions of the set that describe any so far.
    is_defined: bool,
    described: BTreeSet<Id>,
    /// Whether a debug instruction of the global kind preceded.
    has_debug: bool,
    /// A merge instruction whose branch has not followed yet.
    merge: Option<usize>,
    /// The first instruction without a meaning in the current block, until an OpPhi or a variable follows it.
    ignorable: Option<usize>,
}

impl Frame {
    pub(super) const fn new() -> Self {
        Self {
            state: State::Outside,
            section: Section::Capabilities,
            functions: 0,
            has_body: false,
            head: 0,
            blocks: 0,
            is_defined: false,
            described: BTreeSet::new(),
            has_debug: false,
            merge: None,
            ignorable: None,
        }
    }

    /// Returns the function of the last instruction, counted from 1; 0 for none.
    pub(super) fn function(&self) -> u32 {
        if self.state == State::Outside { 0 } else { self.functions }
    }

    /// Checks the next instruction.
    pub(super) fn step(&mut self, context: &mut Context<'_>, index: usize, instruction: &Instruction) {
        match instruction {
            Instruction::Core(core) => {
                self.check_merge(context, Op::from_u32(u32::from(core.opcode)));
                self.core(context, index, core);
                if core.is(Op::LoopMerge) || core.is(Op::SelectionMerge) {
                    self.merge = Some(index);
                }
            }
            Instruction::Debug(debug) => {
                self.check_merge(context, None);
                if is_of_bodies(&debug.info) { self.debug_in_body(context, index) } else { self.debug_in_module(context, index) }
            }
        }
    }

    /// Ends the module.
    pub(super) fn end(&mut self, context: &mut Context<'_>) {
        self.check_merge(context, None);
        if self.state != State::Outside {
            context.report.add(RuleId::FunctionEnd, Part::Module, format_args!("the module ends in a function"));
        }
    }

    fn check_merge(&mut self, context: &mut Context<'_>, next: Option<Op>) {
        let Some(merge) = self.merge else { return };
        let is_loop = context.module.instructions[merge].core().is_some_and(|core| core.is(Op::LoopMerge));
        let fits = match next {
            Some(Op::BranchConditional) => true,
            Some(Op::Branch) => is_loop,
            Some(Op::Switch) => !is_loop,
            _ => false,
        };
        if !fits {
            context.add(RuleId::MergePosition, merge, format_args!("no branch of its kind follows"));
        }
        self.merge = None;
    }

    fn core(&mut self, context: &mut Context<'_>, index: usize, core: &CoreInstruction) {
        match Op::from_u32(u32::from(core.opcode)) {
            Some(Op::Function) => self.open(context, index),
            Some(Op::FunctionEnd) => self.close(context, index),
            Some(Op::FunctionParameter) if self.state == State::Head => {}
            Some(Op::FunctionParameter) => {
                context.add(RuleId::ParameterPosition, index, format_args!("a parameter outside the head of a function"));
            }
            Some(Op::Label) => self.label(context, index),
            Some(op) if is_block_terminator(op) => self.terminator(context, index),
            // Numbers that are not in the grammar are reported as such.
            Some(op) => self.other(context, index, op, core),
            None => {}
        }
    }

    fn open(&mut self, context: &mut Context<'_>, index: usize) {
        if self.state != State::Outside {
            context.add(RuleId::FunctionNested, index, format_args!("the function before it has not ended"));
        }
        self.section = Section::Functions;
        self.functions = self.functions.saturating_add(1);
        self.state = State::Head;
        self.head = index;
        self.blocks = 0;
        self.is_defined = false;
    }

    fn close(&mut self, context: &mut Context<'_>, index: usize) {
        match self.state {
            State::Outside => context.add(RuleId::FunctionEnd, index, format_args!("no function is open")),
            State::Block => context.add(RuleId::BlockTerminator, index, format_args!("the last block has not ended")),
            State::Head if self.has_body => {
                context.add(RuleId::FunctionOrder, index, format_args!("a function without a body behind one with a body"));
            }
            State::Head | State::Between => {}
        }
        self.state = State::Outside;
    }

    fn label(&mut self, context: &mut Context<'_>, index: usize) {
        match self.state {
            State::Outside => context.add(RuleId::SectionOrder, index, format_args!("a block outside of functions")),
            State::Block => context.add(RuleId::BlockTerminator, index, format_args!("the block before it has not ended")),
            State::Head | State::Between => {}
        }
        if self.state != State::Outside {
            self.state = State::Block;
            self.ignorable = None;
            self.has_body = true;
            self.blocks = self.blocks.saturating_add(1);
        }
    }

    fn terminator(&mut self, context: &mut Context<'_>, index: usize) {
        match self.state {
            State::Outside => context.add(RuleId::SectionOrder, index, format_args!("it stands outside of functions")),
            State::Block => self.state = State::Between,
            State::Head | State::Between => context.add(RuleId::BlockLabel, index, format_args!("it stands outside of blocks")),
        }
    }

    fn other(&mut self, context: &mut Context<'_>, index: usize, op: Op, core: &CoreInstruction) {
        let is_line = matches!(op, Op::Line | Op::NoLine);
        if is_untyped_debug(context, core) {
            return;
        }
        if context.is_non_semantic(core) {
            self.ignorable.get_or_insert(index);
        } else if matches!(op, Op::Phi | Op::Variable | Op::UntypedVariableKHR)
            && let Some(before) = self.ignorable.take().filter(|_| self.state == State::Block)
        {
            context.add(RuleId::NonSemanticPlacement, before, format_args!("an Op{op:?} follows in its block"));
        }
        if let Some(row) = context.shader_row(core) {
            return self.shader(context, index, core, row);
        }
        match (self.state, home(core.opcode)) {
            (State::Outside, Home::Section(section)) => self.enter(context, index, section),
            (State::Outside, Home::GlobalOrBody) if is_line => self.enter_line(context, index),
            (State::Outside, Home::GlobalOrBody) => self.enter(context, index, Section::Globals),
            (State::Outside, Home::Body) if context.is_non_semantic(core) => self.enter_line(context, index),
            (State::Outside, Home::Body) => context.add(RuleId::SectionOrder, index, format_args!("it stands outside of functions")),
            (_, Home::Section(_)) => context.add(RuleId::SectionOrder, index, format_args!("it stands in a function")),
            // SPIR-V 2.4 allows lines and instructions without a meaning from section 9 on, and spirv-opt writes them behind terminators.
            (State::Head | State::Between, _) if !is_line && !context.is_non_semantic(core) => {
                context.add(RuleId::BlockLabel, index, format_args!("it stands outside of blocks"));
            }
            _ => {}
        }
    }

    /// Checks the position of an instruction of `NonSemantic.Shader.DebugInfo`.
    fn shader(&mut self, context: &mut Context<'_>, index: usize, core: &CoreInstruction, row: &ShaderRow) {
        match (row.in_functions, self.state) {
            (true, State::Outside) => context.add(RuleId::BodyPlacement, index, format_args!("it stands outside of functions")),
            (true, _) if row.op == ShaderOp::FunctionDefinition => self.definition(context, index, core),
            (true, _) => {}
            (false, State::Outside) if self.section < Section::Functions => self.enter_line(context, index),
            (false, State::Outside) => {
                context.add(RuleId::DebugPlacement, index, format_args!("it stands in the section of {}", self.section));
            }
            (false, _) => context.add(RuleId::DebugPlacement, index, format_args!("it stands in a function")),
        }
    }

    fn definition(&mut self, context: &mut Context<'_>, index: usize, core: &CoreInstruction) {
        let function = core.id(5).filter(|&function| context.is_core(function, Op::Function));
        if self.state != State::Block || self.blocks > 1 {
            context.add(RuleId::DefinitionPlacement, index, format_args!("it stands outside of the first block"));
        } else if let Some(function) = function.filter(|_| context.module.instructions[self.head].result() != function) {
            context.add(RuleId::DefinitionPlacement, index, format_args!("it stands in another function than {function}"));
        } else if std::mem::replace(&mut self.is_defined, true) {
            context.add(RuleId::DefinitionRepeated, index, format_args!("the function has another"));
        } else if let Some(described) = core.id(4).filter(|&described| is_debug_function(context, described))
            && !self.described.insert(described)
        {
            context.add(RuleId::DefinitionRepeated, index, format_args!("{described} has another"));
        }
    }

    fn enter(&mut self, context: &mut Context<'_>, index: usize, section: Section) {
        if section < self.section {
            context.add(RuleId::SectionOrder, index, format_args!("the section of {section} comes before that of {}", self.section));
        } else {
            self.section = section;
        }
        if section == Section::Globals && self.has_debug && self.section == section {
            context.add(RuleId::DebugInterleaved, index, format_args!("debug instructions stand before it"));
        }
    }

    /// Lines and instructions without a meaning are allowed among the globals, and between functions.
    fn enter_line(&mut self, context: &mut Context<'_>, index: usize) {
        if self.section < Section::Functions {
            let has_debug = std::mem::take(&mut self.has_debug);
            self.enter(context, index, Section::Globals);
            self.has_debug = has_debug;
        }
    }

    fn debug_in_module(&mut self, context: &mut Context<'_>, index: usize) {
        if self.state != State::Outside || self.section != Section::Globals {
            context.add(RuleId::DebugPlacement, index, format_args!("it stands in the section of {}", self.section));
        } else {
            self.has_debug = true;
        }
    }

    fn debug_in_body(&mut self, context: &mut Context<'_>, index: usize) {
        match self.state {
            State::Outside => context.add(RuleId::BodyPlacement, index, format_args!("it stands outside of functions")),
            State::Head | State::Between => context.add(RuleId::BlockPlacement, index, format_args!("it stands outside of blocks")),
            State::Block => {}
        }
    }
}

/// Returns whether an id names a DebugFunction of `NonSemantic.Shader.DebugInfo`, and not what took the place of one.
fn is_debug_function(context: &Context<'_>, id: Id) -> bool {
    let core = context.instruction(id).and_then(Instruction::core);
    core.and_then(|core| context.shader_row(core)).is_some_and(|row| row.op == ShaderOp::Function)
}

/// Returns whether a debug instruction belongs in functions.
fn is_of_bodies(info: &Info) -> bool {
    matches!(info, Info::Scope { .. } | Info::NoScope {} | Info::Declare { .. } | Info::Value { .. })
}

/// Returns whether an instruction belongs to a debug set, though its row does not describe it; its position is not checked.
fn is_untyped_debug(context: &Context<'_>, core: &CoreInstruction) -> bool {
    core.is(Op::ExtInst) && core.id(2).is_some_and(|set| context.sets.dialect(set).is_some())
}
