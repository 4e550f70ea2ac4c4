//! Steps of straight-line code: one instruction each, or a few.

use super::build::{Build, Stage};
use super::debug::debug_step;
use super::forms::Pseudo;
use super::generic::generic_step;
use super::target::{pseudo, pseudo_step, target_step};

/// Generates an instruction: an opcode of the target, or one of the opcodes around them.
pub(super) fn step(build: &mut Build<'_, '_>) {
    let draw = build.draw.byte();
    match (build.body.stage, draw) {
        (_, 0..24) => debug_step(build),
        (Stage::Generic, 24..240) => generic_step(build),
        (Stage::Generic, _) => neutral_step(build),
        (_, 24..88) => pseudo_step(build),
        _ => target_step(build),
    }
}

/// Opcodes that occur in both kinds of bodies.
fn neutral_step(build: &mut Build<'_, '_>) {
    const NEUTRAL: [Pseudo; 7] =
        [Pseudo::Cfi, Pseudo::EhLabel, Pseudo::InlineAssembly, Pseudo::LifetimeStart, Pseudo::Membarrier, Pseudo::Probe, Pseudo::Kill];
    let form = NEUTRAL[build.draw.below(NEUTRAL.len())];
    if build.draw.is_on(form) {
        pseudo(build, form);
    }
}
