//! Control flow: PHIs, terminators, and the agreement of branches with successors.

use super::body::Body;
use super::context::Context;
use super::graph::{Graph, has, last};
use super::lines::{Item, Line};
use super::{BlockPlace, RuleId, phis};
use crate::tables::{Properties, Target};
use crate::{IrValue, OperandKind};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>) -> Option<Graph> {
    let graph = Graph::of(body);
    for (index, block) in body.function.blocks.iter().enumerate() {
        let place = BlockPlace { index, number: block.number };
        check_order(context, body, index);
        if let Some(graph) = &graph {
            phis::check(context, body, graph, index);
            check_branches(context, body, graph, place);
            check_landing_pads(context, body, graph, place);
            check_assembly_targets(context, body, graph, index);
        }
    }
    let end = body.function.blocks.len().checked_sub(1);
    if let Some((index, line)) = end.and_then(|index| Some((index, last(body, index)?)))
        && has(body, line, Properties::BARRIER) == Some(false)
        && body.function.blocks[index].successors.as_ref().is_none_or(|successors| !successors.is_empty())
    {
        let place = BlockPlace { index, number: body.function.blocks[index].number };
        context.add_block(RuleId::FallsOff, place, format_args!("the last block ends with {}", line.opcode()));
    }
    graph
}

/// The personalities that handle exceptions in scopes (LLVM's `isScopedEHPersonality`).
const SCOPED: &[&str] = &[
    "_except_handler3",
    "_except_handler4",
    "__C_specific_handler",
    "__CxxFrameHandler3",
    "ProcessCLRException",
    "__gxx_wasm_personality_v0",
];

/// Checks that a block has one landing pad among its successors (MachineVerifier::visitMachineBasicBlockBefore).
fn check_landing_pads(context: &mut Context<'_>, body: &Body<'_>, graph: &Graph, place: BlockPlace) {
    let pads = graph.successors(place.index).filter(|&successor| body.function.blocks[successor].attributes.landing_pad).count();
    let personality = body.ir.as_ref().and_then(|ir| ir.personality);
    let is_scoped = matches!(personality, Some(IrValue::Named(name)) if SCOPED.contains(&&**name));
    if pads > 1 && !is_scoped {
        context.add_block(RuleId::LandingPads, place, format_args!("{pads} landing pads follow"));
    }
}

/// Checks that the targets of inline assembly are successors (MachineVerifier::verifyInlineAsm).
fn check_assembly_targets(context: &mut Context<'_>, body: &Body<'_>, graph: &Graph, index: usize) {
    for line in body.lines.block(index).iter().filter(|line| line.opcode() == "INLINEASM_BR") {
        for item in body.lines.operands(line) {
            if let Some(OperandKind::Block(block)) = item.other()
                && body.position(block).is_some_and(|target| !graph.successors(index).any(|successor| successor == target))
            {
                context.add_operand(RuleId::AssemblyTarget, line.site, item.place, format_args!("block {} does not follow", block.number));
            }
        }
    }
}

/// Checks that PHIs are first and terminators last.
fn check_order(context: &mut Context<'_>, body: &Body<'_>, index: usize) {
    let (mut others, mut terminated) = (false, None);
    for line in body.lines.block(index) {
        if line.is_phi() && others {
            context.add_instruction(RuleId::PhiOrder, line.site, format_args!("behind another instruction"));
        }
        others |= !line.is_phi();
        if line.site.inner.is_some() {
            continue;
        }
        let Some(terminates) = has(body, line, Properties::TERMINATOR) else { return };
        if terminates {
            terminated.get_or_insert(line.opcode());
        } else if terminated.is_some_and(|first| first != "G_INVOKE_REGION_START") {
            context.add_instruction(RuleId::TerminatorLast, line.site, format_args!("{} behind a terminator", line.opcode()));
        }
    }
}

/// The combined effect of the branches at the end of a block.
#[derive(Default)]
struct Branches {
    taken: Option<usize>,
    otherwise: Option<usize>,
    is_conditional: bool,
}

/// Returns the result of the branch analysis of X86 and AArch64 for a block; `None` if the analysis fails.
fn analyzed(context: &Context<'_>, body: &Body<'_>, index: usize) -> Option<Branches> {
    let target = context.machine?.target();
    let mut branches = Branches::default();
    let mut lines = body.lines.block(index).iter().rev().filter(|line| line.site.inner.is_none() && !line.is_debug()).peekable();
    lines.next_if(|line| STEPPED_OVER.contains(&line.opcode()));
    // A bundle is a terminator if any member is one, and is analyzed by its head.
    let terminators: Vec<&Line<'_>> = lines.take_while(|line| has(body, line, Properties::TERMINATOR) != Some(false)).collect();
    if target == Target::AArch64 && terminators.len() > 2 {
        return None;
    }
    for line in terminators {
        let (place, is_conditional) = branch(target, line.opcode())?;
        let OperandKind::Block(block) = body.lines.operands(line).get(place)?.other()? else { return None };
        let taken = Some(body.position(block)?);
        if !is_conditional {
            branches = Branches { taken, ..Branches::default() };
        } else if !branches.is_conditional && !has_undef_flags(body, line) {
            branches = Branches { taken, otherwise: branches.taken, is_conditional };
        } else {
            return None;
        }
    }
    Some(branches)
}

/// Returns the operand of a branch that is its target, and whether the branch is conditional; `None` if the branch is not analyzed.
fn branch(target: Target, opcode: &str) -> Option<(usize, bool)> {
    Some(match (target, opcode) {
        (Target::X86, "JMP_1") | (Target::AArch64, "B") => (0, false),
        (Target::X86, "JCC_1") => (0, true),
        (Target::AArch64, "Bcc" | "CBZW" | "CBZX" | "CBNZW" | "CBNZX") => (1, true),
        (Target::AArch64, "TBZW" | "TBZX" | "TBNZW" | "TBNZX") => (2, true),
        _ => return None,
    })
}

/// Checks that a branch which is analyzed goes to a block, and that a condition code is a number.
pub(super) fn check_branch(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let Some((place, _)) = context.machine.and_then(|machine| branch(machine.target(), line.opcode())) else { return };
    let operands = body.lines.operands(line);
    let other = |item: &&Item<'_>| item.other().is_some_and(|kind| !matches!(kind, OperandKind::Block(_)));
    if let Some(item) = operands.get(place).filter(other) {
        context.add_operand(RuleId::BranchTarget, line.site, item.place, format_args!("{} goes to a block", line.opcode()));
    }
    let condition = match line.opcode() {
        "JCC_1" => operands.get(1),
        "Bcc" => operands.first(),
        _ => None,
    };
    if let Some(item) = condition.filter(|item| !matches!(item.other(), Some(OperandKind::Immediate(_)))) {
        context.add_operand(RuleId::BranchTarget, line.site, item.place, format_args!("the condition of {} is a number", line.opcode()));
    }
}

/// The last terminators that the analysis of AArch64 skips.
const STEPPED_OVER: &[&str] = &["SpeculationBarrierISBDSBEndBB", "SpeculationBarrierSBEndBB"];

/// Returns whether a branch reads `undef` flags, in which case the analysis of X86 fails.
fn has_undef_flags(body: &Body<'_>, line: &Line<'_>) -> bool {
    let mut registers = body.lines.operands(line).iter().filter_map(Item::register);
    registers.any(|register| register.is_implicit && register.has(crate::RegisterFlags::UNDEF))
}

fn check_branches(context: &mut Context<'_>, body: &Body<'_>, graph: &Graph, place: BlockPlace) {
    let index = place.index;
    let Some(branches) = analyzed(context, body, index) else { return };
    let successors: Vec<usize> = graph.successors(index).collect();
    let last = body.lines.block(index).iter().rev().find(|line| line.site.inner.is_none());
    let ends_with_barrier = last.is_some_and(|line| line.is(Properties::BARRIER));
    let falls = branches.taken.is_none() || branches.is_conditional && branches.otherwise.is_none();
    if falls && ends_with_barrier {
        let branch = if branches.is_conditional { "a conditional branch alone" } else { "no branch" };
        context.add_block(RuleId::BranchBarrier, place, format_args!("with {branch}, it ends with a barrier"));
    }
    for target in [branches.taken, branches.otherwise].into_iter().flatten() {
        if !successors.contains(&target) {
            context.add_block(RuleId::BranchSuccessor, place, format_args!("it branches to the block at position {target}"));
        }
    }
    if branches.is_conditional && branches.otherwise.is_none() && !successors.contains(&(index + 1)) {
        context.add_block(RuleId::BranchFallthrough, place, format_args!("the next block does not succeed"));
    }
    for &successor in &successors {
        let attributes = &body.function.blocks[successor].attributes;
        let expected = Some(successor) == branches.taken
            || Some(successor) == branches.otherwise
            || falls && successor == index + 1
            || attributes.landing_pad
            || attributes.inline_asm_target;
        if !expected {
            context.add_block(RuleId::SuccessorUnexpected, place, format_args!("block {}", body.function.blocks[successor].number));
        }
    }
}
