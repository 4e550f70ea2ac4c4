//! Restores the validity of a body after an edit: phis match their edges, definitions dominate their uses, later values are declared.

use super::blocks::{result_types, take_out};
use super::graph::Graph;
use super::make::{type_id, undef};
use super::position::with_positions;
use irsmith_pnacl::{BlockId, Body, Incoming, Instruction, Module, Value, ValueTypes};
use smallvec::SmallVec;

/// Repairs a function that was valid before an edit of its control flow or the order of its instructions.
///
/// What cannot be kept becomes undefined values; types are not repaired.
pub(in crate::pnacl) fn repair(module: &mut Module, function: usize) {
    let types = ValueTypes::of(module, function as u32);
    if module.functions.get(function).is_none_or(|function| function.body.is_none()) {
        return;
    }
    let mut body = module.functions[function].body.take().unwrap_or_default();
    reserve_entry(&mut body);
    let graph = Graph::of(&body);
    phis(module, &mut body, &graph);
    uses(module, &mut body, &graph, &types);
    module.functions[function].body = Some(body);
    drop_lone_phis(module, function);
    declarations(module, function);
}

/// Nothing may branch to the entry block: such branches go to the block after it.
fn reserve_entry(body: &mut Body) {
    let last = body.block_count().saturating_sub(1);
    for instruction in body.instructions.iter_mut().filter(|instruction| instruction.is_terminator()) {
        instruction.for_each_block_mut(|block| {
            if block.0 == 0 {
                block.0 = 1.min(last);
            }
        });
    }
}

/// Gives each phi one value for each edge into its block.
fn phis(module: &mut Module, body: &mut Body, graph: &Graph) {
    for (index, block) in graph.blocks.iter().enumerate() {
        for place in block.clone() {
            let Instruction::Phi { ty, incoming } = &mut body.instructions[place] else { continue };
            let old = std::mem::take(incoming);
            let ty = module.value_type(*ty);
            let mut new: SmallVec<[Incoming; 2]> = SmallVec::new();
            let predecessors = &graph.predecessors[index];
            let same = |edges: &[Incoming]| {
                edges.len() == predecessors.len() && {
                    let mut a: SmallVec<[u32; 8]> = edges.iter().map(|edge| edge.block.0).collect();
                    let mut b: SmallVec<[u32; 8]> = predecessors.iter().copied().collect();
                    a.sort_unstable();
                    b.sort_unstable();
                    a == b
                }
            };
            if same(&old) {
                new = old;
            } else {
                for &from in predecessors {
                    let known = old.iter().find(|edge| edge.block.0 == from).map(|edge| edge.value);
                    if let Some(value) = known.or_else(|| undef(module, &mut body.constants, ty)) {
                        new.push(Incoming { value, block: BlockId(from) });
                    }
                }
            }
            if let Instruction::Phi { incoming, .. } = &mut body.instructions[place] {
                *incoming = new;
            }
        }
    }
}

/// Makes operands undefined whose definition no longer dominates the use.
fn uses(module: &mut Module, body: &mut Body, graph: &Graph, types: &ValueTypes) {
    let owner = graph.block_of_instruction();
    let defined: Vec<usize> = (0..body.instructions.len()).filter(|&place| body.instructions[place].has_result(module)).collect();
    let mut bad = Vec::new();
    for (place, instruction) in body.instructions.iter().enumerate() {
        let reaches = |value: Value, block: u32, at_end: bool| {
            let Some(&definition) = defined.get(value.index() as usize) else { return false };
            let from = owner[definition];
            if from == block { at_end || definition < place } else { graph.dominates(from, block) }
        };
        match instruction {
            Instruction::Declare { .. } => {}
            Instruction::Phi { incoming, .. } => {
                for (edge, incoming) in incoming.iter().enumerate() {
                    if incoming.value.is_instruction() && !reaches(incoming.value, incoming.block.0, true) {
                        bad.push((place, edge, incoming.value));
                    }
                }
            }
            _ => {
                let mut operand = 0;
                instruction.for_each_value(|value| {
                    if value.is_instruction() && !reaches(value, owner[place], false) {
                        bad.push((place, operand, value));
                    }
                    operand += 1;
                });
            }
        }
    }
    for (place, operand, value) in bad {
        let Some(substitute) = undef(module, &mut body.constants, types.get(value)) else { continue };
        let mut index = 0;
        body.instructions[place].for_each_value_mut(|value| {
            if index == operand {
                *value = substitute;
            }
            index += 1;
        });
    }
}

/// Removes phis of blocks without predecessors.
fn drop_lone_phis(module: &mut Module, function: usize) {
    let Some(body) = &module.functions[function].body else { return };
    let lone = |instruction: &Instruction| matches!(instruction, Instruction::Phi { incoming, .. } if incoming.is_empty());
    if !body.instructions.iter().any(lone) {
        return;
    }
    let types = result_types(module, function);
    with_positions(module, function, |module, body| {
        let gone: Vec<bool> = body.instructions.iter().map(lone).collect();
        take_out(module, body, &types, |place| gone[place]);
    });
}

/// Declares every value once before uses that come first, and removes all other declarations.
fn declarations(module: &mut Module, function: usize) {
    let types = ValueTypes::of(module, function as u32);
    let Some(mut body) = module.functions[function].body.take() else { return };
    let results = types.results().len() as u32;
    let mut declared = vec![false; results as usize];
    let mut next = 0;
    let old = std::mem::take(&mut body.instructions);
    let mut new = Vec::with_capacity(old.len());
    for instruction in old {
        if let Instruction::Declare { value, ty } = &instruction {
            let open = value.is_instruction() && value.index() >= next && value.index() < results;
            // The stated type must be the value's type.
            if open && module.value_type(*ty) == types.get(*value) && !std::mem::replace(&mut declared[value.index() as usize], true) {
                new.push(instruction);
            }
            continue;
        }
        let mut missing: SmallVec<[Value; 4]> = SmallVec::new();
        instruction.for_each_value(|value| {
            if value.is_instruction()
                && value.index() >= next
                && let Some(declared) = declared.get_mut(value.index() as usize)
                && !std::mem::replace(declared, true)
            {
                missing.push(value);
            }
        });
        for value in missing {
            if let Some(ty) = type_id(module, types.get(value)) {
                new.push(Instruction::Declare { value, ty });
            }
        }
        next += u32::from(instruction.has_result(module));
        new.push(instruction);
    }
    body.instructions = new;
    module.functions[function].body = Some(body);
}
