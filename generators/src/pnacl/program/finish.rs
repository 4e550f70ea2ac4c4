//! Finishes the current function: orders its blocks, numbers values in order, and adds the necessary forward declarations.

use super::super::kinds::Kind;
use super::code::{Made, Parts};
use super::context::Program;
use irsmith_pnacl::{BlockId, Body, Instruction};

/// Not numbered yet.
const LATER: u32 = u32::MAX;

/// Returns the body of the current function.
pub(super) fn finish(program: &mut Program<'_, '_>) -> Body {
    let Parts { mut blocks, mut order, results, constants } = program.frame.code.take();
    if order.len() > 2 && program.build.choices.chance(48) {
        // Dominating blocks may then come later in the file.
        for index in 2..order.len() {
            let other = 1 + program.build.choices.below(index);
            order.swap(index, other);
        }
    }
    let mut place = vec![0; blocks.len()];
    for (index, &block) in order.iter().enumerate() {
        place[block as usize] = index as u32;
    }
    let instructions: Vec<Made> = order.iter().flat_map(|&block| std::mem::take(&mut blocks[block as usize])).collect();
    let mut numbers = vec![LATER; results.len()];
    for (next, result) in instructions.iter().filter_map(|made| made.1).enumerate() {
        numbers[result as usize] = next as u32;
    }
    let instructions = in_file_order(program, instructions, &results, &place, &numbers);
    Body { constants, instructions }
}

fn in_file_order(program: &mut Program<'_, '_>, made: Vec<Made>, results: &[Kind], place: &[u32], numbers: &[u32]) -> Vec<Instruction> {
    let mut instructions = Vec::with_capacity(made.len() + 8);
    let mut declared = vec![false; numbers.len()];
    let mut next = 0;
    for (mut instruction, result) in made {
        let mut forward: Vec<(u32, Kind)> = Vec::new();
        instruction.for_each_value_mut(|value| {
            if value.is_instruction() {
                let old = value.index() as usize;
                *value = irsmith_pnacl::Value::instruction(numbers[old]);
                if numbers[old] >= next && !std::mem::replace(&mut declared[old], true) {
                    forward.push((numbers[old], results[old]));
                }
            }
        });
        for (number, kind) in forward {
            let ty = program.build.types.of(kind);
            instructions.push(Instruction::Declare { value: irsmith_pnacl::Value::instruction(number), ty });
        }
        instruction.for_each_block_mut(|block| *block = BlockId(place[block.0 as usize]));
        instructions.push(instruction);
        next += u32::from(result.is_some());
    }
    instructions
}
