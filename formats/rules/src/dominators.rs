//! Dominators of blocks: the algorithm of Lengauer and Tarjan with path compression, without recursion.

/// Marks a missing number.
const NONE: u32 = u32::MAX;

/// The control-flow graph of a function: blocks by number, the first of which is the entry.
pub trait ControlFlow {
    /// Returns the number of blocks.
    fn blocks(&self) -> u32;
    /// Returns the successors of a block, once per edge.
    fn successors(&self, block: u32) -> &[u32];
    /// Returns the predecessors of a block, once per edge.
    fn predecessors(&self, block: u32) -> &[u32];
}

/// The dominator tree of a function. Buffers are reused for the next function.
///
/// The algorithm identifies blocks by their number in depth-first order from the entry; unreachable blocks have none.
#[derive(Debug, Default)]
pub struct Dominators {
    computed: bool,
    /// Number of each block, [`NONE`] for unreachable ones.
    number: Vec<u32>,
    nodes: Vec<Node>,
    /// Scratch: blocks on the path from the entry, each with the number of its visited successors.
    stack: Vec<(u32, u32)>,
    /// Scratch: nodes on the path to the root of a compressed path.
    path: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    block: u32,
    parent: u32,
    semidominator: u32,
    dominator: u32,
    /// The next node towards the root of the forest built so far.
    ancestor: u32,
    /// The node of smallest semidominator on the compressed path.
    label: u32,
    /// The first of the nodes whose semidominator this is.
    bucket: u32,
    /// The next node of the same bucket.
    next: u32,
    /// Position in a preorder of the dominator tree, and number of nodes in the subtree of this one.
    position: u32,
    size: u32,
}

impl Dominators {
    /// Starts a new function.
    pub fn restart(&mut self) {
        self.computed = false;
    }

    /// Computes the tree, unless this was done since [`Self::restart`], in time nearly linear in blocks and edges.
    pub fn require(&mut self, graph: &impl ControlFlow) {
        if self.computed || graph.blocks() == 0 {
            return;
        }
        self.computed = true;
        self.number_blocks(graph);
        for node in (1..self.nodes.len() as u32).rev() {
            self.process(node, graph);
        }
        for node in 1..self.nodes.len() {
            let Node { dominator, semidominator, .. } = self.nodes[node];
            if dominator != semidominator {
                self.nodes[node].dominator = self.nodes[dominator as usize].dominator;
            }
        }
        self.number_tree();
    }

    /// Returns whether a block is reachable.
    pub fn is_reachable(&self, block: u32) -> bool {
        self.number.get(block as usize).is_some_and(|&number| number != NONE)
    }

    /// Returns whether every path to block `b` leads through block `a`. Every block dominates unreachable ones; they dominate no other.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        match (self.node(a), self.node(b)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => (a.position..a.position + a.size).contains(&b.position),
        }
    }

    fn node(&self, block: u32) -> Option<&Node> {
        self.number.get(block as usize).and_then(|&number| self.nodes.get(number as usize))
    }

    fn number_blocks(&mut self, graph: &impl ControlFlow) {
        self.number.clear();
        self.number.resize(graph.blocks() as usize, NONE);
        self.nodes.clear();
        self.visit(0, 0);
        while let Some((block, next)) = self.stack.last_mut() {
            let Some(&successor) = graph.successors(*block).get(*next as usize) else {
                self.stack.pop();
                continue;
            };
            *next += 1;
            if self.number[successor as usize] == NONE {
                let parent = self.number[*block as usize];
                self.visit(successor, parent);
            }
        }
    }

    fn visit(&mut self, block: u32, parent: u32) {
        let number = self.nodes.len() as u32;
        self.number[block as usize] = number;
        self.nodes.push(Node {
            block,
            parent,
            semidominator: number,
            dominator: 0,
            ancestor: NONE,
            label: number,
            bucket: NONE,
            next: NONE,
            position: 0,
            size: 1,
        });
        self.stack.push((block, 0));
    }

    /// Finds the semidominator of a node, and the dominators of those whose semidominator is the node's parent.
    fn process(&mut self, node: u32, graph: &impl ControlFlow) {
        for &predecessor in graph.predecessors(self.nodes[node as usize].block) {
            let predecessor = self.number[predecessor as usize];
            if predecessor != NONE {
                let best = self.evaluate(predecessor);
                let semidominator = self.nodes[best as usize].semidominator;
                let node = &mut self.nodes[node as usize];
                node.semidominator = node.semidominator.min(semidominator);
            }
        }
        let Node { semidominator, parent, .. } = self.nodes[node as usize];
        let first = std::mem::replace(&mut self.nodes[semidominator as usize].bucket, node);
        self.nodes[node as usize].next = first;
        self.nodes[node as usize].ancestor = parent;
        let mut member = std::mem::replace(&mut self.nodes[parent as usize].bucket, NONE);
        while member != NONE {
            let best = self.evaluate(member);
            let below = self.nodes[best as usize].semidominator < self.nodes[member as usize].semidominator;
            self.nodes[member as usize].dominator = if below { best } else { parent };
            member = self.nodes[member as usize].next;
        }
    }

    /// Returns the node of smallest semidominator on the path from a node up to, but without, the root of its tree.
    fn evaluate(&mut self, node: u32) -> u32 {
        let mut at = node;
        while let Some(above) = self.above(at) {
            self.path.push(at);
            at = above;
        }
        while let Some(node) = self.path.pop() {
            let Node { ancestor, label, .. } = self.nodes[node as usize];
            let Node { ancestor: root, label: best, .. } = self.nodes[ancestor as usize];
            if self.nodes[best as usize].semidominator < self.nodes[label as usize].semidominator {
                self.nodes[node as usize].label = best;
            }
            self.nodes[node as usize].ancestor = root;
        }
        self.nodes[node as usize].label
    }

    /// Returns the ancestor of a node, unless that is the root of its tree.
    fn above(&self, node: u32) -> Option<u32> {
        let ancestor = self.nodes[node as usize].ancestor;
        (ancestor != NONE && self.nodes[ancestor as usize].ancestor != NONE).then_some(ancestor)
    }

    /// Numbers the tree so that the nodes dominated by a node form a range. Dominators have smaller numbers than the dominated nodes.
    fn number_tree(&mut self) {
        for node in (1..self.nodes.len()).rev() {
            let Node { dominator, size, .. } = self.nodes[node];
            self.nodes[dominator as usize].size += size;
        }
        // `next` is now the position of the next child of a node.
        self.nodes[0].next = 1;
        for node in 1..self.nodes.len() {
            let Node { dominator, size, .. } = self.nodes[node];
            let parent = &mut self.nodes[dominator as usize];
            let position = parent.next;
            parent.next += size;
            self.nodes[node].position = position;
            self.nodes[node].next = position + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Graph {
        successors: Vec<Vec<u32>>,
        predecessors: Vec<Vec<u32>>,
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

    fn graph(edges: &[Vec<u32>]) -> Graph {
        let mut predecessors = vec![Vec::new(); edges.len()];
        for (from, targets) in edges.iter().enumerate() {
            targets.iter().for_each(|&to| predecessors[to as usize].push(from as u32));
        }
        Graph { successors: edges.to_vec(), predecessors }
    }

    /// Returns the blocks that can be reached without passing through `without`.
    fn reached(edges: &[Vec<u32>], without: u32) -> Vec<bool> {
        let mut seen = vec![false; edges.len()];
        let mut work = vec![0];
        while let Some(block) = work.pop() {
            if block != without && !std::mem::replace(&mut seen[block as usize], true) {
                work.extend(&edges[block as usize]);
            }
        }
        seen
    }

    fn check(edges: &[Vec<u32>], dominators: &mut Dominators) {
        let graph = graph(edges);
        dominators.restart();
        dominators.require(&graph);
        let reachable = reached(edges, NONE);
        for a in 0..edges.len() as u32 {
            assert_eq!(dominators.is_reachable(a), reachable[a as usize], "{edges:?} block {a}");
            let without = reached(edges, a);
            for b in 0..edges.len() as u32 {
                let expected = !reachable[b as usize] || (reachable[a as usize] && !without[b as usize]);
                assert_eq!(dominators.dominates(a, b), expected, "{edges:?}: does {a} dominate {b}");
            }
        }
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut state = 1u64;
        let mut random = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % limit
        };
        let mut dominators = Dominators::default();
        for _ in 0..2000 {
            let blocks = 1 + random(12);
            let edges: Vec<Vec<u32>> = (0..blocks).map(|_| (0..random(4)).map(|_| random(blocks) as u32).collect()).collect();
            check(&edges, &mut dominators);
        }
    }

    #[test]
    fn long_chains_with_a_common_exit_take_no_time() {
        let blocks = 200_000;
        let edges: Vec<Vec<u32>> = (0..blocks).map(|block| if block + 1 < blocks { vec![blocks - 1, block + 1] } else { vec![] }).collect();
        let graph = graph(&edges);
        let mut dominators = Dominators::default();
        dominators.require(&graph);
        assert!(dominators.dominates(5, 100_000));
        assert!(!dominators.dominates(5, blocks - 1));
    }
}
