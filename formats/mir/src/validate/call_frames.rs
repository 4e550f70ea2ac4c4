//! Call frames: setup and destruction alternate, and all paths into a block have the same state.

use super::body::Body;
use super::context::Context;
use super::graph::Graph;
use super::lines::{Item, Line};
use super::{BlockPlace, RuleId};
use crate::tables::Properties;

/// Opcodes of X86 and AArch64 that set up and that destroy a call frame.
const SETUP: &[&str] = &["ADJCALLSTACKDOWN32", "ADJCALLSTACKDOWN64", "ADJCALLSTACKDOWN"];
const DESTROY: &[&str] = &["ADJCALLSTACKUP32", "ADJCALLSTACKUP64", "ADJCALLSTACKUP"];

/// The size of the frame in bytes, and whether one is set up.
type State = (i64, bool);

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, graph: &Graph) {
    if context.machine.is_none() {
        return;
    }
    let mut states: Vec<Option<State>> = vec![None; body.function.blocks.len()];
    let mut stack = Vec::new();
    if let Some(first) = states.first_mut() {
        *first = Some((0, false));
        stack.push(0);
    }
    // Each block is walked once, with the state of the path that found it first.
    while let Some(index) = stack.pop() {
        let place = BlockPlace { index, number: body.function.blocks[index].number };
        let entry = states[index].unwrap_or_default();
        let size = body.function.blocks[index].attributes.call_frame_size.unwrap_or(0);
        if i64::from(size) != entry.0 {
            context.add_block(RuleId::FrameSetup, place, format_args!("call-frame-size is {size}, {} are set up", entry.0));
        }
        let exit = walk(context, body, index, entry);
        let last = body.lines.block(index).last().filter(|line| line.is(Properties::RETURN));
        if let Some(line) = last.filter(|_| exit != State::default()) {
            context.add_instruction(RuleId::FrameSetup, line.site, format_args!("{} bytes are still set up", exit.0));
        }
        for successor in graph.successors(index) {
            match states[successor] {
                None => {
                    states[successor] = Some(exit);
                    stack.push(successor);
                }
                Some(known) if known != exit => {
                    let number = body.function.blocks[successor].number;
                    context.add_block(RuleId::FrameSetup, place, format_args!("another frame is set up on another way to block {number}"));
                }
                Some(_) => {}
            }
        }
    }
}

/// Returns the state at the end of a block.
fn walk(context: &mut Context<'_>, body: &Body<'_>, index: usize, mut state: State) -> State {
    for line in body.lines.block(index).iter().filter(|line| line.site.inner.is_none()) {
        let (sets_up, destroys) = (SETUP.contains(&line.opcode()), DESTROY.contains(&line.opcode()));
        if !sets_up && !destroys {
            continue;
        }
        if !body.is_ssa && !body.function.frame.adjusts_stack {
            context.add_instruction(RuleId::FrameAdjusts, line.site, format_args!("frameInfo has no adjustsStack"));
        }
        let size = size(body, line, sets_up);
        if sets_up == state.1 || destroys && state.0 != size {
            context.add_instruction(RuleId::FrameSetup, line.site, format_args!("{size} bytes where {} are set up", state.0));
        }
        state = if sets_up { (size, true) } else { (0, false) };
    }
    state
}

/// Returns the size of a frame in bytes; for a setup it includes the bytes on the stack before it.
fn size(body: &Body<'_>, line: &Line<'_>, sets_up: bool) -> i64 {
    let operands = body.lines.operands(line);
    let number = |at: usize| operands.get(at).and_then(Item::immediate).unwrap_or(0);
    if sets_up { number(0).saturating_add(number(1)) } else { number(0) }
}
