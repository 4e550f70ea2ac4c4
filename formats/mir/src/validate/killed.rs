//! Virtual registers across blocks: a killed or dead value is not read later, and a value that is read was written on every path.
//!
//! As in LLVM 19 (`checkLiveness`, `calcRegsRequired` and `visitMachineFunctionAfter` of `MachineVerifier.cpp`), a register that a block
//! reads before it writes it is required from the predecessors, and transitively from their predecessors, up to blocks where it is
//! live-out. A block that kills a required register is invalid, and so is an entry block from which any register is required. For a
//! register in SSA form that is neither killed nor dead anywhere, dominance implies all of this.

use super::body::Body;
use super::context::Context;
use super::graph::Graph;
use super::lines::{Identity, Item, Line, Use};
use super::{RuleId, Site};
use crate::RegisterFlags;

/// A virtual register of the function.
#[derive(Debug, Default)]
struct Register {
    /// The blocks that name it.
    visits: Vec<Visit>,
    reads: Vec<Read>,
}

/// A register in a block.
#[derive(Debug, Default)]
struct Visit {
    block: usize,
    /// Whether the register has a value that the block wrote: after the last line, whether it is live-out.
    is_live: bool,
    /// The last operand that kills it.
    killed: Option<(Site, usize)>,
    /// Whether the block reads it before it writes it.
    is_read: bool,
}

/// A read of a value that another block must have written.
#[derive(Debug)]
struct Read {
    block: usize,
    /// Whether it is read at the end of the block, by a PHI of another block; otherwise it is read before the block writes it.
    at_end: bool,
    site: Site,
    place: usize,
}

/// An operand that names a register.
struct Naming<'b, 'a> {
    line: &'b Line<'a>,
    item: &'b Item<'a>,
    /// The next operand.
    next: Option<&'b Item<'a>>,
    register: Use<'a>,
    index: usize,
}

/// Checks functions whose liveness is tracked.
pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, graph: Option<&Graph>) {
    let watched = watched(body);
    if !watched.contains(&true) {
        return;
    }
    let registers = walk(context, body, &watched);
    let Some(graph) = graph else { return };
    let mut search = Search::new(graph, body);
    for (index, register) in registers.iter().enumerate() {
        search.run(context, body, index, register);
    }
}

/// Returns the registers for which dominance is not sufficient.
fn watched(body: &Body<'_>) -> Vec<bool> {
    let mut watched: Vec<bool> = body.definitions.iter().map(|count| !body.is_ssa && *count > 0).collect();
    for register in body.lines.lines.iter().flat_map(|line| body.lines.operands(line)).filter_map(Item::register) {
        let ends = register.has(RegisterFlags::KILLED) || register.has(RegisterFlags::DEAD);
        if let (true, Identity::Virtual(index)) = (ends, register.identity) {
            watched[index as usize] |= body.definitions[index as usize] > 0;
        }
    }
    watched
}

/// Collects the effects of each block on the registers; all members of a bundle read and write at once.
fn walk(context: &mut Context<'_>, body: &Body<'_>, watched: &[bool]) -> Vec<Register> {
    let mut registers: Vec<Register> = watched.iter().map(|_| Register::default()).collect();
    for bundle in body.lines.lines.chunk_by(|a, b| (a.site.block.index, a.site.index) == (b.site.block.index, b.site.index)) {
        let block = bundle[0].site.block.index;
        let namings = || bundle.iter().filter(|line| !line.is_debug()).flat_map(|line| namings(body, line, watched));
        for naming in namings().filter(|naming| naming.register.is_read()) {
            read(context, body, &mut registers[naming.index], &naming);
        }
        for naming in namings().filter(|naming| naming.register.is_read() && naming.register.has(RegisterFlags::KILLED)) {
            let visit = registers[naming.index].visit(block);
            (visit.is_live, visit.killed) = (false, Some((naming.line.site, naming.item.place)));
        }
        for is_dead in [true, false] {
            for naming in namings().filter(|naming| naming.register.is_definition && naming.register.has(RegisterFlags::DEAD) == is_dead) {
                registers[naming.index].visit(block).is_live = !is_dead;
            }
        }
    }
    registers
}

/// Returns the watched registers that a line names.
fn namings<'b, 'a>(body: &'b Body<'a>, line: &'b Line<'a>, watched: &'b [bool]) -> impl Iterator<Item = Naming<'b, 'a>> {
    let operands = body.lines.operands(line);
    operands.iter().enumerate().filter_map(move |(place, item)| {
        let register = item.register()?;
        let Identity::Virtual(index) = register.identity else { return None };
        watched[index as usize].then(|| Naming { line, item, next: operands.get(place + 1), register, index: index as usize })
    })
}

fn read(context: &mut Context<'_>, body: &Body<'_>, register: &mut Register, naming: &Naming<'_, '_>) {
    let (site, place) = (naming.line.site, naming.item.place);
    let visit = register.visit(site.block.index);
    let is_killed = visit.killed.is_some() && !visit.is_live;
    if is_killed {
        context.add_operand(RuleId::UseKilled, site, place, format_args!("it was killed before"));
    }
    if naming.line.is_phi() {
        let block = body.block_of_phi(naming.next);
        register.reads.extend(block.map(|block| Read { block, at_end: true, site, place }));
    } else if !visit.is_live && !is_killed && !std::mem::replace(&mut visit.is_read, true) {
        register.reads.push(Read { block: site.block.index, at_end: false, site, place });
    }
}

impl Register {
    /// Returns the visit of the block, which may be the last one.
    fn visit(&mut self, block: usize) -> &mut Visit {
        if self.visits.last().is_none_or(|last| last.block != block) {
            self.visits.push(Visit { block, ..Visit::default() });
        }
        let last = self.visits.len() - 1;
        &mut self.visits[last]
    }
}

/// The search for blocks from which a register is required.
struct Search<'g> {
    graph: &'g Graph,
    /// For each block the last register, counted from one, that was required from it.
    required: Vec<usize>,
    /// For each block the last register that is live-out there.
    lives: Vec<usize>,
    todo: Vec<usize>,
    /// The number of edges that may still be visited. The cost of many registers in many blocks is not linear; beyond the limit nothing is
    /// found.
    budget: usize,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph, body: &Body<'_>) -> Self {
        const ROUNDS: usize = 64;
        let blocks = body.function.blocks.len();
        let edges: usize = (0..blocks).map(|block| graph.predecessors(block).count()).sum();
        let budget = (body.lines.lines.len() + blocks + edges) * ROUNDS;
        Self { graph, required: vec![0; blocks], lives: vec![0; blocks], todo: Vec::new(), budget }
    }

    fn run(&mut self, context: &mut Context<'_>, body: &Body<'_>, index: usize, register: &Register) {
        let (graph, stamp) = (self.graph, index + 1);
        for visit in register.visits.iter().filter(|visit| visit.is_live) {
            self.lives[visit.block] = stamp;
        }
        // In SSA form dominance is checked at each use, except for registers that are never live.
        let is_judged = body.is_ssa && register.visits.iter().any(|visit| visit.is_live || visit.killed.is_some());
        for read in &register.reads {
            let was_required = self.required[0] == stamp;
            if read.at_end {
                self.require(stamp, std::iter::once(read.block));
            } else {
                self.require(stamp, graph.predecessors(read.block));
            }
            while let Some(block) = self.todo.pop() {
                self.require(stamp, graph.predecessors(block));
            }
            if !is_judged && !was_required && self.required[0] == stamp {
                context.add_operand(
                    RuleId::DefinitionDominates,
                    read.site,
                    read.place,
                    format_args!("on some way to it nothing lives in it"),
                );
            }
        }
        for visit in register.visits.iter().filter(|visit| self.required[visit.block] == stamp) {
            if let Some((site, place)) = visit.killed {
                context.add_operand(RuleId::KilledNeeded, site, place, format_args!("a block behind this one reads it"));
            }
        }
    }

    fn require(&mut self, stamp: usize, blocks: impl Iterator<Item = usize>) {
        for block in blocks {
            self.budget = self.budget.saturating_sub(1);
            if self.budget > 0 && self.lives[block] != stamp && std::mem::replace(&mut self.required[block], stamp) != stamp {
                self.todo.push(block);
            }
        }
    }
}
