//! The control-flow graph of a function, as llc's parser builds it, and the dominance of blocks.

use super::body::Body;
use super::lines::{Item, Line};
use crate::OperandKind;
use crate::tables::Properties;
use irsmith_rules::{ControlFlow, Dominators};
use std::collections::HashSet;

/// Blocks by index, with the edges between them.
#[derive(Debug, Default)]
pub(super) struct Graph {
    successors: Vec<Vec<u32>>,
    predecessors: Vec<Vec<u32>>,
    dominators: Dominators,
}

impl Graph {
    /// Builds the graph; `None` if the edges are not known: a block is missing, or an opcode that may end a block is unknown.
    pub(super) fn of(body: &Body<'_>) -> Option<Self> {
        let count = body.function.blocks.len();
        let mut graph = Self { successors: Vec::with_capacity(count), predecessors: vec![Vec::new(); count], ..Self::default() };
        for index in 0..count {
            let successors = successors(body, index)?;
            for &successor in &successors {
                graph.predecessors[successor].push(index as u32);
            }
            graph.successors.push(successors.into_iter().map(|successor| successor as u32).collect());
        }
        let mut dominators = Dominators::default();
        dominators.require(&graph);
        Some(Self { dominators, ..graph })
    }

    pub(super) fn successors(&self, block: usize) -> impl Iterator<Item = usize> {
        self.successors[block].iter().map(|successor| *successor as usize)
    }

    pub(super) fn predecessors(&self, block: usize) -> impl Iterator<Item = usize> {
        self.predecessors[block].iter().map(|predecessor| *predecessor as usize)
    }

    pub(super) fn is_reachable(&self, block: usize) -> bool {
        self.dominators.is_reachable(block as u32)
    }

    /// Returns whether every path to `b` contains `a`; true for unreachable blocks.
    pub(super) fn dominates(&self, a: usize, b: usize) -> bool {
        self.dominators.dominates(a as u32, b as u32)
    }
}

impl ControlFlow for Graph {
    fn blocks(&self) -> u32 {
        self.successors.len() as u32
    }

    fn successors(&self, block: u32) -> &[u32] {
        &self.successors[block as usize]
    }

    fn predecessors(&self, block: u32) -> &[u32] {
        &self.predecessors[block as usize]
    }
}

/// Returns the listed successors, or those that the parser infers: all blocks that operands name, and the next one unless the last
/// instruction is a barrier.
fn successors(body: &Body<'_>, index: usize) -> Option<Vec<usize>> {
    if let Some(listed) = &body.function.blocks[index].successors {
        return listed.iter().map(|successor| body.position(&successor.block)).collect();
    }
    let (mut successors, mut seen) = (Vec::new(), HashSet::new());
    let outer = |line: &&Line<'_>| line.site.inner.is_none();
    for line in body.lines.block(index).iter().filter(outer).filter(|line| !line.is_phi()) {
        for kind in body.lines.operands(line).iter().filter_map(Item::other) {
            if let OperandKind::Block(block) = kind {
                let position = body.position(block)?;
                if seen.insert(position) {
                    successors.push(position);
                }
            }
        }
    }
    let last = last(body, index);
    let has_barrier = match last {
        None => false,
        Some(line) => has(body, line, Properties::BARRIER)?,
    };
    if !has_barrier && index + 1 < body.function.blocks.len() && !seen.contains(&(index + 1)) {
        successors.push(index + 1);
    }
    Some(successors)
}

/// Returns the last instruction of a block that is not a debug instruction.
pub(super) fn last<'b, 'a>(body: &'b Body<'a>, index: usize) -> Option<&'b Line<'a>> {
    body.lines.block(index).iter().rev().find(|line| line.site.inner.is_none() && !line.is_debug())
}

/// Returns whether an instruction, or one in its bundle, has a property; `None` if an opcode is not known.
pub(super) fn has(body: &Body<'_>, line: &Line<'_>, property: Properties) -> Option<bool> {
    if line.instruction.bundle.is_none() {
        return line.row.map(|row| row.is(property));
    }
    let lines = body.lines.block(line.site.block.index);
    let first = lines.partition_point(|other| other.site.index < line.site.index);
    let mut found = false;
    for member in lines[first..].iter().take_while(|other| other.site.index == line.site.index) {
        found |= member.row?.is(property);
    }
    Some(found)
}
