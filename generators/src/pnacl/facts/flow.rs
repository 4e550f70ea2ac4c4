//! Control flow of the functions, as far as rows need it.

use super::super::edit::Graph;
use irsmith_pnacl::{Body, Instruction};

/// Counts of constructs, and of functions whose whole graph has a property.
#[derive(Debug, Default)]
pub(in super::super) struct Flow {
    pub(in super::super) jumps: u64,
    pub(in super::super) ifs: u64,
    pub(in super::super) ifs_with_else: u64,
    pub(in super::super) loops_test_first: u64,
    pub(in super::super) loops_test_last: u64,
    pub(in super::super) loops_of_one_block: u64,
    pub(in super::super) endless_loops: u64,
    pub(in super::super) switches: u64,
    pub(in super::super) early_returns: u64,
    pub(in super::super) early_unreachables: u64,
    pub(in super::super) equal_arms: u64,
    pub(in super::super) orphans: u64,
    /// Functions of several blocks whose loops have a single entry, the header.
    pub(in super::super) structured: u64,
    /// Functions in which one edge enters a loop beside its header.
    pub(in super::super) loose: u64,
    /// Functions in which several edges do.
    pub(in super::super) tangled: u64,
    /// Functions with a block before its dominator.
    pub(in super::super) shuffled: u64,
    /// Functions with a loop, and with nested loops.
    pub(in super::super) looping: u64,
    pub(in super::super) nested: u64,
    pub(in super::super) unreachable: u64,
    pub(in super::super) entered_from_unreachable: u64,
    pub(in super::super) never_returning: u64,
    pub(in super::super) shared_cases: u64,
}

impl Flow {
    pub(super) fn add(&mut self, body: &Body) {
        let graph = Graph::of(body);
        let view = View { body, graph: &graph, loops: loops(&graph) };
        self.function(&view);
        for block in 0..graph.blocks.len() as u32 {
            self.block(&view, block);
        }
        for found in &view.loops {
            self.natural_loop(&view, found);
        }
    }

    fn function(&mut self, view: &View<'_>) {
        let View { graph, loops, .. } = view;
        let blocks = 0..graph.blocks.len() as u32;
        let reachable = || blocks.clone().filter(|&block| graph.is_reachable(block));
        let edges = || reachable().flat_map(|to| graph.predecessors[to as usize].iter().map(move |&from| (from, to)));
        let loose = edges().filter(|&(from, to)| graph.leads_back(from, to) && !graph.dominates(to, from)).count();
        self.structured += u64::from(blocks.len() > 1 && loose == 0);
        self.loose += u64::from(loose == 1);
        self.tangled += u64::from(loose > 1);
        self.shuffled += u64::from(reachable().any(|block| graph.immediate_dominator(block) > block));
        self.looping += u64::from(!loops.is_empty());
        let is_within = |inner: &Loop, outer: &Loop| inner.head != outer.head && outer.blocks[inner.head as usize];
        self.nested += u64::from(loops.iter().any(|inner| loops.iter().any(|outer| is_within(inner, outer))));
        self.unreachable += u64::from(reachable().count() < blocks.len());
        self.entered_from_unreachable += u64::from(edges().any(|(from, _)| !graph.is_reachable(from)));
        let returns = |block: u32| matches!(view.end(block), Some(Instruction::Ret { .. }));
        self.never_returning += u64::from(!reachable().any(returns));
    }

    fn block(&mut self, view: &View<'_>, block: u32) {
        let graph = view.graph;
        self.orphans += u64::from(block > 0 && graph.predecessors[block as usize].is_empty());
        match view.end(block) {
            Some(Instruction::Branch { target }) => {
                let joins = graph.predecessors.get(target.0 as usize).is_none_or(|from| from.len() > 1);
                self.jumps += u64::from(!joins && target.0 != block);
            }
            Some(Instruction::BranchIf { then, otherwise, .. }) => self.fork(view, block, then.0, otherwise.0),
            Some(Instruction::Switch { cases, .. }) => {
                self.switches += 1;
                self.shared_cases += u64::from(cases.windows(2).any(|pair| pair[0].target == pair[1].target));
            }
            _ => {}
        }
    }

    fn fork(&mut self, view: &View<'_>, block: u32, then: u32, otherwise: u32) {
        if then == otherwise {
            self.equal_arms += 1;
            return;
        }
        let arms = [(then, otherwise), (otherwise, then)];
        let is_arm = |arm: u32| view.predecessors(arm) == [block];
        let leaves = |is: fn(&Instruction) -> bool| {
            u64::from(arms.iter().any(|&(arm, other)| is_arm(arm) && view.end(arm).is_some_and(is) && !view.end(other).is_some_and(is)))
        };
        self.early_returns += leaves(|end| matches!(end, Instruction::Ret { .. }));
        self.early_unreachables += leaves(|end| matches!(end, Instruction::Unreachable {}));
        if !view.graph.is_reachable(block) {
            return;
        }
        let meets = |arm: u32, join: u32| view.predecessors(join).iter().any(|&from| view.graph.dominates(arm, from));
        let is_if = |&(arm, join): &(u32, u32)| is_arm(arm) && join != block && meets(arm, join) && view.graph.dominates(block, join);
        self.ifs += u64::from(arms.iter().any(is_if));
        let joins = || (0..view.graph.blocks.len() as u32).filter(|&join| join != then && join != otherwise);
        let is_fork = is_arm(then) && is_arm(otherwise);
        self.ifs_with_else += u64::from(is_fork && joins().any(|join| meets(then, join) && meets(otherwise, join)));
    }

    fn natural_loop(&mut self, view: &View<'_>, found: &Loop) {
        let leaves = |block: u32| view.targets(block).iter().any(|&to| !found.has(to));
        let tests = |block: u32| matches!(view.end(block), Some(Instruction::BranchIf { .. })) && leaves(block);
        let is_single = found.latches.contains(&found.head);
        self.loops_of_one_block += u64::from(is_single);
        self.loops_test_first += u64::from(!is_single && tests(found.head));
        self.loops_test_last += u64::from(found.latches.iter().any(|&latch| latch != found.head && tests(latch)));
        let blocks = 0..view.graph.blocks.len() as u32;
        self.endless_loops += u64::from(!blocks.filter(|&block| found.has(block)).any(leaves));
    }
}

/// A natural loop: the blocks of a cycle, entered at a header that dominates them.
struct Loop {
    head: u32,
    /// Blocks with an edge back to the header.
    latches: Vec<u32>,
    /// Whether each block of the function belongs to the loop.
    blocks: Vec<bool>,
}

impl Loop {
    fn has(&self, block: u32) -> bool {
        self.blocks.get(block as usize).copied().unwrap_or(false)
    }
}

/// Returns the natural loops, one for each header.
fn loops(graph: &Graph) -> Vec<Loop> {
    let count = graph.blocks.len();
    let mut loops = Vec::new();
    for head in (0..count as u32).filter(|&head| graph.is_reachable(head)) {
        let back = |&from: &u32| graph.is_reachable(from) && graph.dominates(head, from);
        let latches: Vec<u32> = graph.predecessors[head as usize].iter().copied().filter(back).collect();
        if latches.is_empty() {
            continue;
        }
        let mut blocks = vec![false; count];
        blocks[head as usize] = true;
        let mut open = latches.clone();
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut blocks[block as usize], true) {
                open.extend(graph.predecessors[block as usize].iter().filter(|&&from| graph.is_reachable(from)));
            }
        }
        loops.push(Loop { head, latches, blocks });
    }
    loops
}

/// A function with its graph.
struct View<'a> {
    body: &'a Body,
    graph: &'a Graph,
    loops: Vec<Loop>,
}

impl View<'_> {
    /// Returns the end of a block; `None` if the target does not exist.
    fn end(&self, block: u32) -> Option<&Instruction> {
        let range = self.graph.blocks.get(block as usize)?;
        self.body.instructions.get(range.end - 1).filter(|last| last.is_terminator())
    }

    fn predecessors(&self, block: u32) -> &[u32] {
        self.graph.predecessors.get(block as usize).map_or(&[], Vec::as_slice)
    }

    fn targets(&self, block: u32) -> Vec<u32> {
        let mut targets = Vec::new();
        if let Some(end) = self.end(block) {
            end.for_each_block(|target| targets.push(target.0));
        }
        targets
    }
}
