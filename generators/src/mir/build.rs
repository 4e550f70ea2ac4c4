//! The state of making one file, and the order in which its parts are made.

use super::forms::Shape;
use super::ir::Module;
use super::registers::Value;
use super::target_facts::TargetFacts;
use super::{Config, rows};
use crate::Choices;
use crate::forms::Form;
use irsmith_mir::tables::{Machine, RegisterId, Target};
use irsmith_mir::{EmbeddedIr, File, Function, Name, VirtualRegister};

/// Buffers that outlive a case, so that making a case allocates little but the case.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) values: Vec<Value>,
    pub(super) live: Vec<RegisterId>,
}

/// Stages of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// Generic opcodes.
    #[default]
    Generic,
    /// Opcodes of the target, each virtual register written once.
    Ssa,
    /// Opcodes of the target, virtual registers written several times.
    NotSsa,
    /// Physical registers alone.
    Physical,
}

/// A function in the making.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) function: Function,
    pub(super) stage: Stage,
    /// Its place among the functions of the module.
    pub(super) number: usize,
    /// The widths that its scalars prefer.
    pub(super) widths: [u16; 2],
    /// Whether generic registers have banks.
    pub(super) banked: bool,
    /// Whether it has generic instructions.
    pub(super) generic: bool,
    /// Whether the liveness of physical registers is tracked.
    pub(super) tracked: bool,
    /// The next number of a register and of a block.
    pub(super) next_register: u32,
    pub(super) next_block: u32,
    /// The next ids of stack objects, fixed objects, constants and jump tables.
    pub(super) next_ids: [u32; 4],
    /// The next debug instruction number.
    pub(super) next_debug: u32,
    /// What the container says of registers.
    pub(super) registers: Vec<VirtualRegister>,
    /// Registers that live from the entry through all blocks.
    pub(super) carried: Vec<RegisterId>,
    /// Whether a block is a landing pad.
    pub(super) landing_pad: bool,
    /// Whether an instruction of a call frame was made.
    pub(super) adjusts_stack: bool,
}

/// A file in the making.
pub(super) struct Build<'a, 'u> {
    pub(super) choices: Choices<'a, 'u>,
    pub(super) config: &'a Config,
    pub(super) scratch: &'a mut Scratch,
    pub(super) machine: &'static Machine,
    pub(super) facts: &'static TargetFacts,
    pub(super) module: Module,
    pub(super) body: Body,
    /// Names so far.
    pub(super) names: u32,
}

impl<'a, 'u> Build<'a, 'u> {
    pub(super) fn new(choices: Choices<'a, 'u>, config: &'a Config, scratch: &'a mut Scratch) -> Self {
        let facts = TargetFacts::of(config.target);
        Self { choices, config, scratch, machine: facts.machine, facts, module: Module::default(), body: Body::default(), names: 0 }
    }

    /// The embedded module first, so that bodies can name what is in it; its metadata last.
    pub(super) fn run(mut self) -> File {
        let count = 1 + self.choices.below(self.config.functions.max(1) as usize);
        self.module(count);
        let functions = (0..count).map(|number| self.function(number)).collect();
        self.end_module();
        let ir = self.module.embedded.then(|| EmbeddedIr { text: std::mem::take(&mut self.module.text) });
        File { ir, functions }
    }

    /// Whether the file is for X86.
    pub(super) fn is_x86(&self) -> bool {
        self.machine.target() == Target::X86
    }

    /// Whether a form is on.
    #[inline]
    pub(super) fn is_on(&self, form: impl Form) -> bool {
        self.config.rows.contains(rows::id(form))
    }

    /// Draws whether to make a form, in `parts` of 256.
    pub(super) fn wants(&mut self, form: impl Form, parts: u16) -> bool {
        self.choices.chance(parts) && self.is_on(form)
    }

    /// One of these forms that is on, any if none is.
    pub(super) fn form<F: Form>(&mut self, among: &[F]) -> F {
        self.config.rows.draw_form(rows::first::<F>(), among, &mut self.choices)
    }

    /// As [`Build::form`], nothing if no form is on.
    #[inline]
    pub(super) fn form_on<F: Form>(&mut self, among: &[F]) -> Option<F> {
        self.config.rows.draw_form_on(rows::first::<F>(), among, &mut self.choices)
    }

    /// One of the entries up to a size of the configuration, none when the bytes have run out.
    pub(super) fn count(&mut self, most: u32) -> usize {
        self.choices.up_to(most) as usize
    }

    /// The next id of a list in the container: dense, or with gaps.
    pub(super) fn next_id(&mut self, list: usize) -> u32 {
        let gap = if self.wants(Shape::SparseEntries, 24) { 1 + u32::from(self.choices.byte()) } else { 0 };
        let id = self.body.next_ids[list] + gap;
        self.body.next_ids[list] = id + 1;
        id
    }

    /// The name of a number of the table of names: a short text.
    pub(super) fn text(&mut self, names: &[&'static str]) -> Name {
        Name::from_static_str(names[self.choices.below(names.len())])
    }
}
