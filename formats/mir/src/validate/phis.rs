//! The agreement of PHIs with the predecessors of their block.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::graph::Graph;
use super::lines::{Identity, Item, Line, Use};
use crate::{FunctionFlags, OperandKind, RegisterFlags, RegisterQualifier};
use std::collections::HashSet;

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, graph: &Graph, index: usize) {
    let predecessors: HashSet<usize> = graph.predecessors(index).collect();
    for line in body.lines.block(index).iter().take_while(|line| line.is_phi()) {
        if let Some(blocks) = check_shape(context, body, line) {
            check_predecessors(context, body, graph, &predecessors, line, &blocks);
        }
    }
}

/// Checks the form of a PHI, a result and pairs; returns the blocks of the pairs, by operand.
fn check_shape(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) -> Option<Vec<(usize, Option<usize>)>> {
    let operands = body.lines.operands(line);
    let (result, pairs) = operands.split_first()?;
    let defines = result.register().is_some_and(|register| register.is_definition && matches!(register.identity, Identity::Virtual(_)));
    let mut blocks = Vec::with_capacity(pairs.len() / 2);
    let mut is_whole = defines && pairs.len() % 2 == 0;
    for pair in pairs.chunks_exact(2) {
        match pair[1].other() {
            Some(OperandKind::Block(block)) if pair[0].register().is_some() => blocks.push((pair[1].place, body.position(block))),
            _ => is_whole = false,
        }
    }
    if !is_whole {
        context.add_instruction(RuleId::PhiShape, line.site, format_args!("no virtual register from pairs of a register and a block"));
        return None;
    }
    for item in operands {
        if item.register().is_some_and(|register| {
            [RegisterFlags::INTERNAL, RegisterFlags::EARLY_CLOBBER, RegisterFlags::DEBUG_USE].iter().any(|flag| register.has(*flag))
                || register.is_implicit
                || matches!(register.operand.qualifier, RegisterQualifier::TiedTo(_))
        }) {
            context.add_operand(RuleId::PhiFlags, line.site, item.place, format_args!("a flag that PHIs do not have"));
        }
    }
    if !body.has(FunctionFlags::TRACKS_REG_LIVENESS)
        && operands.iter().skip(1).filter_map(Item::register).any(|register| !register.has(RegisterFlags::UNDEF))
    {
        context.add_instruction(RuleId::PhiLiveness, line.site, format_args!("the function does not track liveness"));
    }
    let is_null = |register: Use<'_>| register.identity == Identity::None && !register.has(RegisterFlags::UNDEF);
    for item in pairs.iter().filter(|item| body.has(FunctionFlags::TRACKS_REG_LIVENESS) && item.register().is_some_and(is_null)) {
        context.add_operand(RuleId::PhiLiveness, line.site, item.place, format_args!("$noreg does not live out of a block"));
    }
    Some(blocks)
}

fn check_predecessors(
    context: &mut Context<'_>,
    body: &Body<'_>,
    graph: &Graph,
    predecessors: &HashSet<usize>,
    line: &Line<'_>,
    blocks: &[(usize, Option<usize>)],
) {
    let index = line.site.block.index;
    let mut seen = HashSet::new();
    for (place, block) in blocks {
        // Missing blocks are reported elsewhere.
        let Some(block) = *block else { continue };
        seen.insert(block);
        if !predecessors.contains(&block) {
            let number = body.function.blocks[block].number;
            context.add_operand(RuleId::PhiBlock, line.site, *place, format_args!("block {number} is no predecessor"));
        }
    }
    if graph.is_reachable(index)
        && let Some(missing) = graph.predecessors(index).find(|predecessor| !seen.contains(predecessor))
    {
        let number = body.function.blocks[missing].number;
        context.add_instruction(RuleId::PhiComplete, line.site, format_args!("nothing comes from block {number}"));
    }
}
