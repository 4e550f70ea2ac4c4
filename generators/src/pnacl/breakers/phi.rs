//! Breakers of phis.

use super::Breaker;
use super::draft::{Draft, I32, Operands, Site, VOID, bodies};
use super::flow::some_store;
use super::graph::Graph;
use irsmith_pnacl::{BlockId, Incoming, Instruction, Literal, TypeId, Value};
use smallvec::{SmallVec, smallvec};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "phi-position",
        about: "puts a store before a phi",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Phi { .. }))?;
            let store = some_store(draft, site.function);
            draft.insert(site, store);
            Some(())
        },
    },
    Breaker {
        rule: "phi-type",
        about: "adds a phi of void or of a function",
        change: |draft| {
            let block = joined(draft, |edges| !edges.is_empty())?;
            let ty = if draft.choices.below(2) == 0 { draft.type_id(VOID) } else { draft.signature(VOID, &[]) };
            let value = draft.constant_of(block.start.function, ty, Literal::Undef);
            add(draft, block, ty, |_, _| value)
        },
    },
    Breaker {
        rule: "phi-value",
        about: "lets a value of another type reach a phi",
        change: |draft| {
            let value: Operands = |instruction, f| {
                if let Instruction::Phi { incoming, .. } = instruction {
                    incoming.iter_mut().for_each(|edge| f(&mut edge.value));
                }
            };
            draft.retype(value, |right, kind| kind != right)
        },
    },
    Breaker {
        rule: "phi-empty",
        about: "removes all values of a phi",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Phi { .. }))?;
            if let Instruction::Phi { incoming, .. } = draft.instruction(site)? {
                incoming.clear();
            }
            Some(())
        },
    },
    Breaker {
        rule: "phi-empty",
        about: "adds a phi without values to a block without predecessors, such as the entry block",
        change: |draft| {
            let block = joined(draft, |edges| edges.is_empty())?;
            let ty = draft.type_id(I32);
            add(draft, block, ty, |_, _| Value::constant(0))
        },
    },
    Breaker {
        rule: "phi-predecessors",
        about: "drops one of several values of a phi",
        change: |draft| {
            let (incoming, edge) = edges(draft, |_| true)?;
            incoming.remove(edge);
            Some(())
        },
    },
    Breaker {
        rule: "phi-predecessors",
        about: "lets a value reach a phi twice over one edge",
        change: |draft| {
            let (incoming, edge) = edges(draft, |_| true)?;
            let again = incoming[edge];
            incoming.push(again);
            Some(())
        },
    },
    Breaker {
        rule: "phi-predecessors",
        about: "lets the value that reaches a phi from one block reach it from another predecessor once more, and none from the first",
        change: |draft| {
            let differ = |incoming: &[Incoming]| incoming.iter().any(|edge| edge.block != incoming[0].block);
            let (incoming, edge) = edges(draft, differ)?;
            let first = incoming[edge].block;
            let other = *incoming.iter().find(|other| other.block != first)?;
            incoming[edge] = other;
            Some(())
        },
    },
    Breaker { rule: "phi-predecessors", about: "gives a phi a value from a block that is not a predecessor", change: from_stranger },
    Breaker {
        rule: "phi-predecessors",
        about: "adds a phi with a value to a block without predecessors, such as the entry block",
        change: |draft| {
            let block = joined(draft, |edges| edges.is_empty())?;
            let ty = draft.type_id(I32);
            let value = draft.undef(block.start.function, I32);
            let incoming = smallvec![Incoming { value, block: BlockId(block.number) }];
            draft.insert(block.start, Instruction::Phi { ty, incoming });
            Some(())
        },
    },
    Breaker {
        rule: "phi-edges",
        about: "adds a phi to which several edges from one block bring several values",
        change: |draft| {
            let block = joined(draft, |edges| repeats(edges.iter()))?;
            let ty = draft.type_id(I32);
            add(draft, block, ty, |draft, edge| draft.constant(block.start.function, I32, Literal::Integer(edge as i64)))
        },
    },
    Breaker { rule: "phi-edges", about: "changes one of the values that several edges from one block bring to a phi", change: part_edges },
];

/// A basic block.
#[derive(Clone, Copy)]
struct Block {
    /// The first instruction.
    start: Site,
    number: u32,
}

/// Draws a block for whose predecessors, one for each edge, `wanted` holds.
fn joined(draft: &mut Draft<'_, '_>, wanted: fn(&[usize]) -> bool) -> Option<Block> {
    let mut found = Vec::new();
    for (function, body) in bodies(draft.model) {
        let graph = Graph::of(body);
        let predecessors = graph.predecessors();
        let blocks = predecessors.iter().zip(&graph.blocks).enumerate().filter(|(_, (edges, _))| wanted(edges));
        found.extend(blocks.map(|(number, (_, range))| Block { start: Site { function, index: range.start }, number: number as u32 }));
    }
    draft.pick(&found)
}

/// Inserts a phi at the beginning of a block, with the value that `value` gives for each edge by number.
fn add(draft: &mut Draft<'_, '_>, block: Block, ty: TypeId, value: impl Fn(&mut Draft<'_, '_>, usize) -> Value) -> Option<()> {
    let predecessors = Graph::of(draft.body(block.start.function)?).predecessors().swap_remove(block.number as usize);
    let incoming: SmallVec<[Incoming; 2]> = (predecessors.iter().enumerate())
        .map(|(edge, &from)| Incoming { value: value(draft, edge), block: BlockId(from as u32) })
        .collect();
    draft.insert(block.start, Instruction::Phi { ty, incoming });
    Some(())
}

/// Draws a phi with several values for which `wanted` holds, and the number of one of them.
fn edges<'a>(draft: &'a mut Draft<'_, '_>, wanted: fn(&[Incoming]) -> bool) -> Option<(&'a mut SmallVec<[Incoming; 2]>, usize)> {
    let site =
        draft.find(|instruction| matches!(instruction, Instruction::Phi { incoming, .. } if incoming.len() > 1 && wanted(incoming)))?;
    let Instruction::Phi { incoming, .. } = draft.instruction(site)? else { return None };
    let length = incoming.len();
    let edge = draft.choices.below(length);
    match draft.instruction(site)? {
        Instruction::Phi { incoming, .. } => Some((incoming, edge)),
        _ => None,
    }
}

fn from_stranger(draft: &mut Draft<'_, '_>) -> Option<()> {
    let site = draft.find(|instruction| matches!(instruction, Instruction::Phi { incoming, .. } if !incoming.is_empty()))?;
    let blocks = draft.body(site.function)?.block_count();
    let Instruction::Phi { incoming, .. } = draft.instruction(site)? else { return None };
    let (length, known): (usize, Vec<BlockId>) = (incoming.len(), incoming.iter().map(|edge| edge.block).collect());
    let strangers: Vec<BlockId> = (0..blocks).map(BlockId).filter(|block| !known.contains(block)).collect();
    let (stranger, edge) = (draft.pick(&strangers)?, draft.choices.below(length));
    if let Instruction::Phi { incoming, .. } = draft.instruction(site)? {
        incoming[edge].block = stranger;
    }
    Some(())
}

/// Returns whether an item occurs twice.
fn repeats<T: Ord>(items: impl Iterator<Item = T>) -> bool {
    let mut sorted: Vec<T> = items.collect();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

fn part_edges(draft: &mut Draft<'_, '_>) -> Option<()> {
    let several = |incoming: &[Incoming]| repeats(incoming.iter().map(|edge| edge.block));
    let site = draft.find(|instruction| matches!(instruction, Instruction::Phi { incoming, .. } if several(incoming)))?;
    let Instruction::Phi { ty, incoming } = draft.instruction(site)?.clone() else { return None };
    let shared = |edge: &usize| incoming.iter().filter(|other| other.block == incoming[*edge].block).count() > 1;
    let candidates: Vec<usize> = (0..incoming.len()).filter(shared).collect();
    let edge = draft.pick(&candidates)?;
    // Constants with equal values are one value, and vectors have only the undefined constant.
    let literal = draft.body(site.function)?.constants.get(incoming[edge].value.index() as usize).map(|constant| constant.literal);
    let kind = draft.model.value_type(ty);
    let new = match literal.filter(|_| incoming[edge].value.kind() == irsmith_pnacl::ValueKind::Constant) {
        Some(Literal::Undef) if kind.is_vector() => return None,
        Some(Literal::Undef) if kind.is_integer() => Literal::Integer(0),
        Some(Literal::Undef) => Literal::Float(0),
        _ => Literal::Undef,
    };
    let new = draft.constant_of(site.function, ty, new);
    if let Instruction::Phi { incoming, .. } = draft.instruction(site)? {
        incoming[edge].value = new;
    }
    Some(())
}
