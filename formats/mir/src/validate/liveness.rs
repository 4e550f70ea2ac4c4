//! Liveness: the agreement of definitions and uses of virtual registers, and physical registers from live-ins on.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::graph::Graph;
use super::lines::{Identity, Item, Line};
use super::{killed, physical};
use crate::FunctionFlags;

/// The definition of a virtual register in SSA form: the block, and the line among those of the function. What only a debug instruction
/// writes has none.
type Home = Option<(usize, usize)>;

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, graph: Option<&Graph>) {
    let tracks = body.has(FunctionFlags::TRACKS_REG_LIVENESS);
    let homes = homes(body);
    for (number, line) in body.lines.lines.iter().enumerate() {
        if line.is_debug() {
            continue;
        }
        let operands = body.lines.operands(line);
        for (place, item) in operands.iter().enumerate() {
            let Some(register) = item.register().filter(|register| register.is_read()) else { continue };
            let Identity::Virtual(index) = register.identity else { continue };
            if body.definitions[index as usize] == 0 {
                if tracks {
                    context.add_operand(RuleId::DefinitionMissing, line.site, item.place, format_args!("it is never written"));
                }
                continue;
            }
            if let (true, Some(graph)) = (body.is_ssa, graph) {
                check_use(context, body, graph, (number, line), (item, operands.get(place + 1)), homes[index as usize], tracks);
            }
        }
    }
    if tracks {
        killed::check(context, body, graph);
    }
    if tracks && let Some(machine) = body.machine {
        physical::check(context, body, machine, graph);
    }
}

fn homes(body: &Body<'_>) -> Vec<Home> {
    let mut homes = vec![None; body.registers.list.len()];
    for (number, line) in body.lines.lines.iter().enumerate().filter(|(_, line)| !line.is_debug()) {
        for register in body.lines.operands(line).iter().filter_map(Item::register) {
            if let Identity::Virtual(index) = register.identity
                && register.is_definition
            {
                homes[index as usize] = Some((line.site.block.index, number));
            }
        }
    }
    homes
}

/// Checks a use of a register that is defined once.
fn check_use(
    context: &mut Context<'_>,
    body: &Body<'_>,
    graph: &Graph,
    (number, line): (usize, &Line<'_>),
    (item, next): (&Item<'_>, Option<&Item<'_>>),
    home: Home,
    tracks: bool,
) {
    // A PHI reads at the end of the block that follows the register.
    let (block, before) = if line.is_phi() {
        let Some(block) = body.block_of_phi(next) else { return };
        (block, usize::MAX)
    } else {
        (line.site.block.index, first_of_bundle(body, number))
    };
    let is_before = |(home, number)| if home == block { number < before } else { graph.dominates(home, block) };
    if !graph.is_reachable(block) || home.is_some_and(is_before) {
        return;
    }
    // llc checks entry blocks only through their predecessors, and nothing without liveness.
    let seen = tracks && (block != 0 || graph.predecessors(0).next().is_some() || line.is_phi());
    let rule = if seen { RuleId::DefinitionDominates } else { RuleId::DefinitionBefore };
    context.add_operand(rule, line.site, item.place, format_args!("no definition stands before it on every way"));
}

/// Returns the first line of a bundle, whose members all read before any of them writes.
fn first_of_bundle(body: &Body<'_>, number: usize) -> usize {
    number - body.lines.lines[number].site.inner.map_or(0, |inner| inner + 1)
}
