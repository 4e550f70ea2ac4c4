//! A file that is being generated: the owners of its parts, which are shared by the functions that generate it.

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
use irsmith_mir::tables::{Machine, Target, Version};
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
    /// Physical registers only.
    Physical,
}

impl Stage {
    /// Returns whether opcodes are those of the target.
    pub(super) fn is_target(self) -> bool {
        self != Self::Generic
    }

    /// Returns whether opcodes are those of the target, and registers are virtual.
    pub(super) fn is_virtual_target(self) -> bool {
        matches!(self, Self::Ssa | Self::NotSsa)
    }
}

/// Facts about a function as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Body {
    pub(super) stage: Stage,
    /// The preferred widths of its scalars.
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

/// A file that is being generated.
pub(super) struct Build<'a, 'u> {
    pub(super) draw: Draw<'a, 'u>,
    pub(super) target: &'static TargetFacts,
    /// The part of the target's tables that the dialect has.
    pub(super) vocabulary: &'static Vocabulary,
    pub(super) names: Names,
    pub(super) module: Module,
    pub(super) registers: &'a mut Registers,
    pub(super) blocks: Blocks,
    pub(super) frame: Frame,
    pub(super) body: Body,
}

impl<'a, 'u> Build<'a, 'u> {
    /// Begins a file. `registers` is kept between cases, so that generating a case allocates little but the case.
    pub(super) fn new(choices: Choices<'a, 'u>, config: &'a Config, registers: &'a mut Registers) -> Self {
        let target = TargetFacts::of(config.target, config.dialect);
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

    /// Returns the tables of the target.
    #[inline]
    pub(super) const fn machine(&self) -> &'static Machine {
        self.target.machine
    }

    /// Returns whether the file is for X86.
    pub(super) fn is_x86(&self) -> bool {
        self.machine().target() == Target::X86
    }

    /// Returns whether pointers into two address spaces have 32 bits (`p270:32:32-p271:32:32` in the data layout): on X86, and on AArch64
    /// since LLVM 20.
    pub(super) fn has_mixed_pointers(&self) -> bool {
        self.is_x86() || self.draw.config().dialect.release >= Version(20)
    }

    /// Returns a virtual register that is not used yet.
    pub(super) fn new_register(&mut self) -> Register {
        self.registers.fresh(&mut self.draw, &mut self.names)
    }

    /// Returns the number of a block that is placed later.
    pub(super) fn new_block(&mut self) -> u32 {
        self.blocks.fresh(&mut self.draw)
    }

    /// Returns a global of the module as an operand.
    pub(super) fn global(&mut self, offset: i64) -> Option<OperandKind> {
        self.module.global(&mut self.draw).map(|value| OperandKind::Global { value, offset })
    }
}
