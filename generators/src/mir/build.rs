//! A file in the making: the owners of its parts, which functions share that make more of it.

use super::Config;
use super::blocks::Blocks;
use super::draw::Draw;
use super::frame::Frame;
use super::ir::Module;
use super::names::Names;
use super::registers::Registers;
use super::target_facts::TargetFacts;
use super::vocabulary::Vocabulary;
use crate::Choices;
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::{OperandKind, Register};

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

impl Stage {
    /// Whether opcodes are those of the target.
    pub(super) fn is_target(self) -> bool {
        self != Self::Generic
    }

    /// Whether opcodes are those of the target, and registers virtual ones.
    pub(super) fn is_virtual_target(self) -> bool {
        matches!(self, Self::Ssa | Self::NotSsa)
    }
}

/// What holds for a function as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Body {
    pub(super) stage: Stage,
    /// The widths that its scalars prefer.
    pub(super) widths: [u16; 2],
    /// Whether generic registers have banks.
    pub(super) banked: bool,
    /// Whether it has generic instructions.
    pub(super) generic: bool,
    /// Whether the liveness of physical registers is tracked.
    pub(super) tracked: bool,
    /// The next debug instruction number.
    pub(super) next_debug: u32,
}

/// A file in the making.
pub(super) struct Build<'a, 'u> {
    pub(super) draw: Draw<'a, 'u>,
    pub(super) target: &'static TargetFacts,
    /// What of the target the dialect has.
    pub(super) vocabulary: &'static Vocabulary,
    pub(super) names: Names,
    pub(super) module: Module,
    pub(super) registers: &'a mut Registers,
    pub(super) blocks: Blocks,
    pub(super) frame: Frame,
    pub(super) body: Body,
}

impl<'a, 'u> Build<'a, 'u> {
    /// `registers` outlive a case, so that making a case allocates little but the case.
    pub(super) fn new(choices: Choices<'a, 'u>, config: &'a Config, registers: &'a mut Registers) -> Self {
        let target = TargetFacts::of(config.target);
        let vocabulary = Vocabulary::of(target, config.dialect);
        Self {
            draw: Draw::new(choices, config, vocabulary),
            target,
            vocabulary,
            names: Names::default(),
            module: Module::default(),
            registers,
            blocks: Blocks::default(),
            frame: Frame::default(),
            body: Body::default(),
        }
    }

    /// The tables of the target.
    #[inline]
    pub(super) const fn machine(&self) -> &'static Machine {
        self.target.machine
    }

    /// Whether the file is for X86.
    pub(super) fn is_x86(&self) -> bool {
        self.machine().target() == Target::X86
    }

    /// A virtual register that nothing names yet.
    pub(super) fn new_register(&mut self) -> Register {
        self.registers.fresh(&mut self.draw, &mut self.names)
    }

    /// The number of a block that is yet to be placed.
    pub(super) fn new_block(&mut self) -> u32 {
        self.blocks.fresh(&mut self.draw)
    }

    /// A global of the module as an operand.
    pub(super) fn global(&mut self, offset: i64) -> Option<OperandKind> {
        self.module.global(&mut self.draw).map(|value| OperandKind::Global { value, offset })
    }
}
