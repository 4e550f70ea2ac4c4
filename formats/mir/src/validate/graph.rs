//! The control-flow graph of a function, as the parser of llc makes it, and which blocks dominate which.

use super::body::Body;
use super::lines::{Item, Line};
use crate::OperandKind;
use crate::tables::Properties;
use std::collections::HashSet;

/// Blocks by index, with the edges between them.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) successors: Vec<Vec<usize>>,
    pub(super) predecessors: Vec<Vec<usize>>,
    /// Place of each block in a reversed post-order from the entry; `None` of what cannot be reached.
    order: Vec<Option<usize>>,
    /// By that place: the span of places in a walk of the dominator tree.
    spans: Vec<(usize, usize)>,
}

impl Graph {
    /// `None` where the edges are not known: a block is not there, or an opcode is unknown that may end a block.
    pub(super) fn of(body: &Body<'_>) -> Option<Self> {
        let count = body.function.blocks.len();
        let mut graph = Self { successors: Vec::with_capacity(count), predecessors: vec![Vec::new(); count], ..Self::default() };
        for index in 0..count {
            let successors = successors(body, index)?;
            for &successor in &successors {
                graph.predecessors[successor].push(index);
            }
            graph.successors.push(successors);
        }
        graph.number();
        Some(graph)
    }

    pub(super) fn is_reachable(&self, block: usize) -> bool {
        self.order.get(block).is_some_and(Option::is_some)
    }

    /// Whether every way to `b` leads through `a`; true of what cannot be reached.
    pub(super) fn dominates(&self, a: usize, b: usize) -> bool {
        match (self.order.get(a).copied().flatten(), self.order.get(b).copied().flatten()) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => {
                let ((first, end), (place, _)) = (self.spans[a], self.spans[b]);
                (first..end).contains(&place)
            }
        }
    }

    fn number(&mut self) {
        self.order = vec![None; self.successors.len()];
        let blocks = self.post_order();
        for (place, &block) in blocks.iter().rev().enumerate() {
            self.order[block] = Some(place);
        }
        let reversed: Vec<usize> = blocks.into_iter().rev().collect();
        let parents = self.dominators(&reversed);
        self.spans = spans(&parents);
    }

    fn post_order(&self) -> Vec<usize> {
        let mut done = Vec::new();
        let mut seen = vec![false; self.successors.len()];
        let mut stack = Vec::new();
        if let Some(first) = seen.first_mut() {
            *first = true;
            stack.push((0, 0));
        }
        while let Some((block, next)) = stack.last_mut() {
            match self.successors[*block].get(*next) {
                Some(&successor) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[successor], true) {
                        stack.push((successor, 0));
                    }
                }
                None => {
                    done.push(*block);
                    stack.pop();
                }
            }
        }
        done
    }

    /// The immediate dominator of each place, by the algorithm of Cooper, Harvey and Kennedy. Graphs that are deep and knotted would
    /// cost more than linear time; behind a
    /// bound every block counts as dominated by all before it, which only hides violations.
    fn dominators(&self, reversed: &[usize]) -> Vec<usize> {
        const ROUNDS: usize = 64;
        const NONE: usize = usize::MAX;
        let mut parents = vec![NONE; reversed.len()];
        if let Some(first) = parents.first_mut() {
            *first = 0;
        }
        let edges: usize = self.predecessors.iter().map(Vec::len).sum();
        let mut budget = (reversed.len() + edges + 16) * ROUNDS;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (place, &block) in reversed.iter().enumerate().skip(1) {
                let mut best = NONE;
                for &predecessor in &self.predecessors[block] {
                    budget = budget.saturating_sub(1);
                    let Some(other) = self.order[predecessor].filter(|place| parents[*place] != NONE) else { continue };
                    if best == NONE {
                        best = other;
                        continue;
                    }
                    let mut other = other;
                    while best != other && budget > 0 {
                        budget -= 1;
                        if best > other {
                            best = parents[best];
                        } else {
                            other = parents[other];
                        }
                    }
                    if budget == 0 {
                        return (0..reversed.len()).map(|place| place.saturating_sub(1)).collect();
                    }
                }
                changed |= std::mem::replace(&mut parents[place], best) != best;
            }
        }
        parents
    }
}

/// The spans of a preorder walk of a tree whose nodes stand behind their parents.
fn spans(parents: &[usize]) -> Vec<(usize, usize)> {
    let mut sizes = vec![1; parents.len()];
    for place in (1..parents.len()).rev() {
        sizes[parents[place]] += sizes[place];
    }
    let mut next = vec![1; parents.len()];
    let mut spans = vec![(0, 0); parents.len()];
    for place in 0..parents.len() {
        let start = if place == 0 {
            0
        } else {
            let parent = parents[place];
            let start = spans[parent].0 + next[parent];
            next[parent] += sizes[place];
            start
        };
        spans[place] = (start, start + sizes[place]);
    }
    spans
}

/// Those that the block lists, or what the parser guesses: all blocks that operands name, and the next one unless the last instruction
/// is a barrier.
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

/// The last instruction of a block that is none for debuggers.
pub(super) fn last<'b, 'a>(body: &'b Body<'a>, index: usize) -> Option<&'b Line<'a>> {
    body.lines.block(index).iter().rev().find(|line| line.site.inner.is_none() && !line.is_debug())
}

/// Whether an instruction, or one in its bundle, has a property; `None` where an opcode is not known.
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
