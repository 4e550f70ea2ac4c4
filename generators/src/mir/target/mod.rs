//! Bodies of the opcodes of a target.

mod branches;
mod calls;
mod operands;
mod pseudos;

use super::build::{Build, Stage};
use super::forms::{BlockForm, Group, Pseudo, Shape};

impl Build<'_, '_> {
    /// Makes an instruction: an opcode of the target, or one of those around them.
    pub(super) fn step(&mut self) {
        let draw = self.choices.byte();
        match (self.body.stage, draw) {
            (_, 0..24) => self.debug_step(),
            (Stage::Generic, 24..240) => self.generic_step(),
            (Stage::Generic, _) => self.neutral_step(),
            (_, 24..88) => self.pseudo_step(),
            _ => self.target_step(),
        }
    }

    fn target_step(&mut self) {
        let Some(group) = self.form_on(Group::of(self.facts)) else { return };
        let Some(opcode) = self.choices.pick(&group.members.opcodes).copied() else { return };
        let instruction = self.target_instruction(opcode);
        self.push(instruction);
    }

    /// The registers that live into the function, and copies of them.
    pub(super) fn entry(&mut self) {
        let count = self.count(self.config.live_ins).min(self.facts.arguments.len());
        let start = self.choices.below(self.facts.arguments.len());
        let arguments: Vec<_> = (0..count).map(|step| self.facts.arguments[(start + step) % self.facts.arguments.len()]).collect();
        let Some(mut block) = self.body.function.blocks.pop() else { return };
        for argument in &arguments {
            let lanes = if self.body.stage == Stage::Physical { self.lanes(argument.register) } else { None };
            self.live_in(&mut block, argument.name, lanes);
        }
        self.body.function.blocks.push(block);
        for argument in arguments {
            if self.body.stage == Stage::Physical {
                self.function_live_in(argument.name, None);
                self.scratch.live.push(argument.register);
                if self.choices.chance(64) && self.is_on(BlockForm::LiveIn) {
                    self.body.carried.push(argument.register);
                }
            } else {
                self.argument(argument);
            }
        }
    }

    /// The lanes of a register, perhaps with one that no register of the targets has: llc keeps masks of 64 bits as they are.
    fn lanes(&mut self, register: irsmith_mir::tables::RegisterId) -> Option<u64> {
        let lanes = self.facts.lanes.iter().find(|(known, _)| *known == register).map(|(_, lanes)| *lanes)?;
        if !self.wants(BlockForm::Lanes, 96) {
            return None;
        }
        let high = if self.wants(BlockForm::HighLanes, 96) { 1 << (32 + self.choices.below(32)) } else { 0 };
        Some(lanes | high)
    }

    /// Opcodes that neither kind of body owns.
    fn neutral_step(&mut self) {
        const NEUTRAL: [Pseudo; 7] =
            [Pseudo::Cfi, Pseudo::EhLabel, Pseudo::InlineAssembly, Pseudo::LifetimeStart, Pseudo::Membarrier, Pseudo::Probe, Pseudo::Kill];
        let form = NEUTRAL[self.choices.below(NEUTRAL.len())];
        if self.is_on(form) {
            self.pseudo(form);
        }
    }

    /// Whether uses of registers are marked as the last.
    pub(super) fn wants_kill(&mut self) -> bool {
        self.wants(Shape::Killed, 16)
    }
}
