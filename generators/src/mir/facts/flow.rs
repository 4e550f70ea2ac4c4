//! Control flow of the functions, as far as rows need it.

use irsmith_mir::tables::{Machine, Opcode, Properties, Target, common_opcode};
use irsmith_mir::{Block, Function, Instruction, OperandKind, RegisterFlags};
use std::collections::{BTreeSet, HashMap};

/// Counts of constructs and of ends of blocks.
#[derive(Default)]
pub(in crate::mir) struct Flow {
    pub(in crate::mir) triangles: u64,
    pub(in crate::mir) diamonds: u64,
    /// Loops of several blocks.
    pub(in crate::mir) loops: u64,
    pub(in crate::mir) self_loops: u64,
    pub(in crate::mir) switches: u64,
    pub(in crate::mir) indirect_branches: u64,
    pub(in crate::mir) fall_throughs: u64,
    pub(in crate::mir) invoke_regions: u64,
    pub(in crate::mir) assembly_branches: u64,
    pub(in crate::mir) returns: u64,
    pub(in crate::mir) value_returns: u64,
    pub(in crate::mir) traps: u64,
    pub(in crate::mir) endless_loops: u64,
    /// Unreachable blocks.
    pub(in crate::mir) unreached: u64,
    /// Blocks that have successors and do not list them.
    pub(in crate::mir) successors_left_out: u64,
}

/// A block of a function.
struct Node<'m> {
    block: &'m Block,
    /// Indices of the successors.
    successors: Vec<usize>,
    predecessors: u64,
}

/// Branches to an address in a register.
const INDIRECT: [&str; 4] = ["G_BRINDIRECT", "G_BRJT", "JMP64r", "BR"];
const RETURNS: [&str; 2] = ["RET64", "RET_ReallyLR"];
const TRAPS: [&str; 3] = ["G_TRAP", "TRAP", "BRK"];

fn row(opcode: &str) -> Option<&'static Opcode> {
    let of = |target| Machine::of(target)?.opcode(opcode);
    common_opcode(opcode).or_else(|| of(Target::X86)).or_else(|| of(Target::AArch64))
}

/// The blocks that instructions name, except PHIs.
fn targets(block: &Block) -> impl Iterator<Item = u32> {
    let lines = block.instructions.iter().filter(|line| !matches!(line.opcode.as_str(), "PHI" | "G_PHI"));
    lines.flat_map(|line| &line.operands).filter_map(|operand| match &operand.kind {
        OperandKind::Block(block) => Some(block.number),
        _ => None,
    })
}

impl Node<'_> {
    fn last(&self) -> Option<&Instruction> {
        self.block.instructions.last()
    }

    fn ends_with(&self, opcodes: &[&str]) -> bool {
        self.last().is_some_and(|last| opcodes.contains(&last.opcode.as_str()))
    }
}

impl Flow {
    /// Counts the constructs of a function.
    pub(super) fn function(&mut self, function: &Function) {
        let places: HashMap<u32, usize> = function.blocks.iter().zip(0..).map(|(block, place)| (block.number, place)).collect();
        let node = |(place, block)| Node { block, successors: successors(function, place, &places), predecessors: 0 };
        let mut nodes: Vec<Node<'_>> = function.blocks.iter().enumerate().map(node).collect();
        for place in 0..nodes.len() {
            for to in nodes[place].successors.clone() {
                nodes[to].predecessors += 1;
            }
        }
        for (place, node) in nodes.iter().enumerate() {
            self.unreached += u64::from(place > 0 && node.predecessors == 0);
            self.successors_left_out += u64::from(node.block.successors.is_none() && !node.successors.is_empty());
            self.end(node);
            self.construct(function, &nodes, place);
        }
    }

    fn end(&mut self, node: &Node<'_>) {
        if node.ends_with(&RETURNS) {
            let is_value = |operand: &OperandKind| matches!(operand, OperandKind::Register(operand) if operand.flags.contains(RegisterFlags::IMPLICIT));
            let value = node.last().is_some_and(|last| last.operands.iter().any(|operand| is_value(&operand.kind)));
            self.value_returns += u64::from(value);
            self.returns += u64::from(!value);
        }
        self.traps += u64::from(node.successors.is_empty() && node.ends_with(&TRAPS));
    }

    fn construct(&mut self, function: &Function, nodes: &[Node<'_>], place: usize) {
        let node = &nodes[place];
        let has = |opcode: &str| node.block.instructions.iter().any(|line| line.opcode == opcode);
        let (begins_region, is_assembly) = (has("G_INVOKE_REGION_START"), has("INLINEASM_BR"));
        let leaves_before_its_end = begins_region || is_assembly;
        self.invoke_regions += u64::from(begins_region);
        self.assembly_branches += u64::from(is_assembly);
        if node.ends_with(&INDIRECT) {
            let by_table = leads_by_table(function, nodes, node);
            self.switches += u64::from(by_table);
            self.indirect_branches += u64::from(!by_table);
            return;
        }
        match *node.successors.as_slice() {
            [only] if only == place => self.endless_loops += 1,
            [only] => {
                let next = &nodes[only];
                let falls = only == place + 1 && targets(node.block).next().is_none();
                // Blocks are also split within call frames.
                let is_plain = next.predecessors == 1 && next.block.attributes.call_frame_size.is_none();
                self.fall_throughs += u64::from(falls && is_plain);
            }
            [_, _] if leaves_before_its_end => {}
            [one, other] if one == place || other == place => self.self_loops += 1,
            [one, other] if one < place || other < place => self.loops += 1,
            [one, other] => {
                let joins = nodes[one].predecessors > 1 || nodes[other].predecessors > 1;
                self.triangles += u64::from(joins);
                self.diamonds += u64::from(!joins);
            }
            _ => {}
        }
    }
}

/// Returns the indices of the successors of a block: those that it lists, or else those that its instructions name, and the next one if
/// control can fall through.
fn successors(function: &Function, place: usize, places: &HashMap<u32, usize>) -> Vec<usize> {
    let block = &function.blocks[place];
    let mut found: BTreeSet<usize> = BTreeSet::new();
    if let Some(listed) = &block.successors {
        found.extend(listed.iter().filter_map(|successor| places.get(&successor.block.number)));
        return found.into_iter().collect();
    }
    found.extend(targets(block).filter_map(|number| places.get(&number)));
    let last = block.instructions.iter().rev().find(|line| !line.opcode.starts_with("DBG_"));
    let stops = last.and_then(|last| row(&last.opcode)).is_some_and(|row| row.is(Properties::BARRIER));
    found.extend((place + 1 < function.blocks.len() && !stops).then_some(place + 1));
    found.into_iter().collect()
}

/// Returns whether a jump table names the successors of a block.
fn leads_by_table(function: &Function, nodes: &[Node<'_>], node: &Node<'_>) -> bool {
    let followers: BTreeSet<u32> = node.successors.iter().map(|place| nodes[*place].block.number).collect();
    let tables = function.jump_table.iter().flat_map(|table| &table.entries);
    tables.map(|entry| entry.blocks.iter().map(|block| block.number).collect::<BTreeSet<u32>>()).any(|blocks| blocks == followers)
}
