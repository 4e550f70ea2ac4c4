//! Values that merge where control flow joins.

use super::blocks::block_operand;
use super::build::{Build, Stage};
use super::forms::Pseudo;
use super::instruction::instruction;
use super::registers::{Content, plain};
use super::values::{definition, register_of};
use irsmith_mir::{Instruction, OperandKind, Register, RegisterOperand};

/// A merge at the head of a block: the result, and the register of each predecessor.
type Merged = Vec<(Content, Vec<(Register, u32)>)>;

/// Draws what is merged at a join: nothing outside SSA form.
pub(super) fn merge_start(build: &mut Build<'_, '_>) -> Vec<Content> {
    let phis = build.draw.is_on(Pseudo::Phi);
    // llc's verifier rejects PHIs in functions without tracked liveness.
    if !matches!(build.body.stage, Stage::Generic | Stage::Ssa) || !phis || !build.body.tracked {
        return Vec::new();
    }
    (0..build.draw.count(2)).filter_map(|_| build.registers.some_content(&mut build.draw)).collect()
}

/// Returns a register for each merged value, at the end of a path.
pub(super) fn merge_values(build: &mut Build<'_, '_>, merged: &[Content]) -> Vec<Register> {
    merged.iter().map(|content| register_of(build, *content)).collect()
}

/// Makes a new register for each merged value, which is visible from here on.
pub(super) fn merge_results(build: &mut Build<'_, '_>, merged: &[Content]) -> Vec<RegisterOperand> {
    let results: Vec<RegisterOperand> = merged
        .iter()
        .map(|content| {
            let register = build.new_register();
            definition(build, register, *content)
        })
        .collect();
    for (content, result) in merged.iter().zip(&results) {
        build.registers.add(result.register.clone(), *content);
    }
    results
}

/// Merges the values of each path: registers and the last block of the path.
pub(super) fn merge_end(build: &mut Build<'_, '_>, merged: Vec<Content>, ways: Vec<(Vec<Register>, u32)>) {
    let results = merge_results(build, &merged);
    let mut rows: Merged = merged.into_iter().map(|content| (content, Vec::new())).collect();
    for (registers, block) in ways {
        for (row, register) in rows.iter_mut().zip(registers) {
            row.1.push((register, block));
        }
    }
    for (result, (_, sources)) in results.into_iter().zip(rows) {
        let phi = phi(build, result, &sources);
        build.blocks.push(phi);
    }
}

/// Makes a PHI of registers and the blocks that they come from.
pub(super) fn phi(build: &mut Build<'_, '_>, result: RegisterOperand, sources: &[(Register, u32)]) -> Instruction {
    let generic = build.body.stage == Stage::Generic;
    let mut phi = instruction(if generic { "G_PHI" } else { "PHI" });
    phi.results.push(result);
    for (register, block) in sources {
        phi.operands.push(OperandKind::Register(plain(register.clone())).into());
        phi.operands.push(block_operand(*block).into());
    }
    phi
}
