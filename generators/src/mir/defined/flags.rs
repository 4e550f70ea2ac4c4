//! Flags on instructions: what they say need not hold for every argument, and where it does not, the result is poison.

use crate::Choices;
use irsmith_mir::tables::{FLAGS, FlagGroup, FlagRow};
use irsmith_mir::{Dialect, Function};

/// The most instructions of a function that get flags. With many flags most results would be poison.
const MOST: u32 = 4;

/// Adds flags to a few instructions of a function: of those that make poison where they do not hold, the ones that the release has.
pub(super) fn add(choices: &mut Choices<'_, '_>, function: &mut Function, dialect: Dialect) {
    let later = dialect.later_words();
    let flags = || FLAGS.iter().filter(|row| makes_poison(row) && !later.contains(row.name));
    let mut places: Vec<(usize, usize, Vec<&FlagRow>)> = Vec::new();
    for (block, number) in function.blocks.iter().zip(0..) {
        for (instruction, place) in block.instructions.iter().zip(0..) {
            let Some(opcode) = dialect.common_opcode(&instruction.opcode) else { continue };
            let fitting: Vec<&FlagRow> = flags().filter(|row| row.group.applies(opcode)).collect();
            if !fitting.is_empty() {
                places.push((number, place, fitting));
            }
        }
    }
    for _ in 0..=choices.up_to(MOST - 1) {
        let Some((block, place, fitting)) = choices.pick(&places) else { return };
        let instruction = &mut function.blocks[*block].instructions[*place];
        for row in fitting {
            if choices.chance(144) {
                instruction.flags.0 |= row.flag.0;
            }
        }
    }
}

/// Returns whether a flag makes poison. Those of floating-point numbers that permit other results leave nothing to compare.
fn makes_poison(row: &FlagRow) -> bool {
    match row.group {
        FlagGroup::Overflow
        | FlagGroup::PointerOverflow
        | FlagGroup::Exact
        | FlagGroup::NonNegative
        | FlagGroup::Disjoint
        | FlagGroup::SameSign => true,
        FlagGroup::FastMath => matches!(row.name, "nnan" | "ninf"),
        FlagGroup::Frame | FlagGroup::Exceptions | FlagGroup::Call | FlagGroup::Branch | FlagGroup::Split => false,
    }
}
