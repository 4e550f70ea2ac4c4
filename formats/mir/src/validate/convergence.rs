//! Convergence control, as `MachineConvergenceVerifier` of LLVM 19 checks it: which instructions make tokens, which may use them, and
//! where. The nesting of the regions of tokens, and the dominance of cycles by their hearts, are not checked.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Identity, Item, Line};
use crate::tables::Properties;

const RULE: RuleId = RuleId::ConvergenceControl;

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>) {
    if !body.lines.lines.iter().any(makes_token) {
        return;
    }
    let tokens = tokens(body);
    // Whether the convergent instructions so far are controlled; none before the first.
    let mut are_controlled = None;
    for index in 0..body.function.blocks.len() {
        let mut is_first = true;
        for line in body.lines.block(index) {
            let uses = check_uses(context, body, line, &tokens);
            match line.opcode() {
                "CONVERGENCECTRL_ENTRY" if index != 0 => add(context, line, "it is not in the entry block"),
                "CONVERGENCECTRL_ENTRY" | "CONVERGENCECTRL_ANCHOR" if uses > 0 => add(context, line, "it has a token"),
                "CONVERGENCECTRL_LOOP" if uses == 0 => add(context, line, "it has no token"),
                "CONVERGENCECTRL_ENTRY" | "CONVERGENCECTRL_LOOP" if !is_first => add(context, line, "behind a convergent instruction"),
                _ => {}
            }
            if line.is(Properties::CONVERGENT) {
                is_first = false;
                let is_controlled = uses > 0 || makes_token(line);
                if *are_controlled.get_or_insert(is_controlled) != is_controlled {
                    add(context, line, "some convergent instructions have tokens and others do not");
                }
            }
        }
    }
}

fn makes_token(line: &Line<'_>) -> bool {
    matches!(line.opcode(), "CONVERGENCECTRL_ENTRY" | "CONVERGENCECTRL_ANCHOR" | "CONVERGENCECTRL_LOOP")
}

/// Returns which registers contain tokens. A register that is defined twice is not a token at its uses.
fn tokens(body: &Body<'_>) -> Vec<bool> {
    let mut tokens = vec![false; body.definitions.len()];
    let results = body.lines.lines.iter().filter(|line| makes_token(line)).flat_map(|line| body.lines.operands(line));
    for register in results.filter_map(Item::register).filter(|register| register.is_definition) {
        if let Identity::Virtual(index) = register.identity {
            tokens[index as usize] = body.definitions[index as usize] == 1;
        }
    }
    tokens
}

/// Checks the tokens that a line uses, and returns their number.
fn check_uses(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, tokens: &[bool]) -> usize {
    let is_token = |identity| matches!(identity, Identity::Virtual(index) if tokens[index as usize]);
    let registers = body.lines.operands(line).iter().filter_map(Item::register);
    let uses = registers.filter(|register| !register.is_definition && is_token(register.identity)).count();
    if uses > 0 && !line.is(Properties::CONVERGENT) {
        add(context, line, "it uses a token and is not convergent");
    } else if uses > 1 {
        add(context, line, "it uses more than one token");
    }
    uses
}

fn add(context: &mut Context<'_>, line: &Line<'_>, message: &str) {
    context.add_instruction(RULE, line.site, format_args!("{message}"));
}
