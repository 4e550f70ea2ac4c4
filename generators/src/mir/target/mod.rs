//! Bodies of the opcodes of a target.

mod branches;
mod calls;
mod facts;
mod operands;
mod pseudos;
mod usable;

use super::blocks::{HIGH_LANES, LANES};
use super::build::{Build, Stage};
use super::rows::Family;
use super::shapes::Shape;
pub(super) use facts::Facts;
pub(super) use pseudos::{CFI, MERGES, PSEUDOS};
pub use usable::{COMMON_LEFT_OUT, LEFT_OUT, LeftOut, usable};

/// What may stand for a number: names of things whose address it becomes.
pub(super) const SYMBOLIC: &[&str] =
    &["global", "external symbol", "constant", "jump table", "block address", "symbol", "frame object", "target flags"];

/// The groups of opcodes of both targets.
pub(super) fn group_forms() -> Vec<String> {
    [&*facts::X86, &*facts::AARCH64].iter().flat_map(|facts| facts.groups.iter().map(|group| group.name.clone())).collect()
}

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
        let groups = &self.facts.groups;
        let first = self.facts.first_group;
        let base = Family::Group.ids().start + first as u16;
        let Some(id) = self.config.rows.draw_on(base, groups.len(), &mut self.choices) else { return };
        let group = usize::from(id - base);
        let opcodes = &groups[group].opcodes;
        let Some(opcode) = self.choices.pick(opcodes).copied() else { return };
        self.note(Family::Group, first + group);
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
                if self.choices.chance(64) && self.is_on(Family::BlockForm, 17) {
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
        if !self.wants_form(Family::BlockForm, LANES, 96) {
            return None;
        }
        let high = if self.wants_form(Family::BlockForm, HIGH_LANES, 96) { 1 << (32 + self.choices.below(32)) } else { 0 };
        Some(lanes | high)
    }

    /// Opcodes that neither kind of body owns.
    fn neutral_step(&mut self) {
        const NEUTRAL: &[&str] = &["CFI_INSTRUCTION", "EH_LABEL", "INLINEASM", "LIFETIME_START", "MEMBARRIER", "PSEUDO_PROBE", "KILL"];
        let name = NEUTRAL[self.choices.below(NEUTRAL.len())];
        if let Some(form) = PSEUDOS.iter().position(|pseudo| *pseudo == name)
            && self.is_on(Family::Pseudo, form)
        {
            self.pseudo(form);
        }
    }

    /// Whether uses of registers are marked as the last.
    pub(super) fn wants_kill(&mut self) -> bool {
        self.wants(Shape::Killed, 16)
    }
}
