//! Cycles of scopes, places of inlining and types.
//!
//! Every search visits an instruction once and keeps its own stack, so that no module can cause long running times or deep recursion.

use super::RuleId;
use super::composites::STATIC_MEMBER;
use super::context::Context;
use crate::tables::Role;
use crate::{Flags, Id, Ids, Info};

/// A step from a debug instruction to another of the same chain.
type Step = fn(&Info) -> Option<Id>;

/// Checks the chains of a module, in which every instruction has at most one successor, and containment, in which it may have more.
pub(super) fn check(context: &mut Context<'_>) {
    if !context.goes_ahead {
        // Operands that only name earlier definitions cannot form a cycle.
        return;
    }
    const CHAINS: [(RuleId, Step); 3] = [(RuleId::ParentCycle, parent), (RuleId::InlinedCycle, inlined_at), (RuleId::BaseCycle, base)];
    for (rule, step) in CHAINS {
        check_chain(context, rule, step);
    }
    check_contained(context);
}

fn first(info: &Info, roles: &[Role]) -> Option<Id> {
    let mut found = None;
    info.for_each_id(|role, id| {
        if found.is_none() && roles.contains(&role) {
            found = Some(id);
        }
    });
    found
}

/// Returns the enclosing scope of a scope. The scope of a template is that of its target.
fn parent(info: &Info) -> Option<Id> {
    first(info, &[Role::Scope, Role::NarrowScope, Role::TemplateTarget])
}

fn inlined_at(info: &Info) -> Option<Id> {
    first(info, &[Role::InlinedAt])
}

/// Returns the type from which a type is derived.
fn base(info: &Info) -> Option<Id> {
    match info {
        Info::TypeFunction { .. } => None,
        _ => first(info, &[Role::Type]),
    }
}

fn check_chain(context: &mut Context<'_>, rule: RuleId, step: Step) {
    let instructions = &context.module.instructions;
    // The search that visited an instruction first, counted from 1.
    let mut seen = vec![0; instructions.len()];
    for start in 0..instructions.len() {
        let mut at = start;
        while seen[at] == 0 {
            seen[at] = start + 1;
            let next = instructions[at].debug().and_then(|debug| step(&debug.info));
            let Some((next, _)) = next.and_then(|id| context.debug(id)) else { break };
            if seen[next] == start + 1 {
                context.add(rule, next, format_args!("it leads back to itself"));
            }
            at = next;
        }
    }
}

/// Returns the types of which a value of a type contains values.
fn contained(info: &Info) -> Ids {
    match info {
        Info::TypeComposite { members, .. } => members.clone(),
        Info::TypeMember { flags: Flags(flags), ty, .. } if flags & STATIC_MEMBER == 0 => Ids::from_slice(&[*ty]),
        Info::TypeInheritance { parent, .. } => Ids::from_slice(&[*parent]),
        Info::TypeTemplate { target, .. } => Ids::from_slice(&[*target]),
        Info::TypeQualifier { base, .. } | Info::TypeArray { base, .. } | Info::TypeVector { base, .. } | Info::Typedef { base, .. } => {
            Ids::from_slice(&[*base])
        }
        _ => Ids::new(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    /// On the path from the start to here.
    Open,
    Done,
}

/// Searches depth first from every composite type.
fn check_contained(context: &mut Context<'_>) {
    let instructions = &context.module.instructions;
    let mut marks = vec![Mark::New; instructions.len()];
    let mut stack: Vec<(usize, smallvec::IntoIter<[Id; 4]>)> = Vec::new();
    for start in 0..instructions.len() {
        let Some(debug) = instructions[start].debug().filter(|debug| matches!(debug.info, Info::TypeComposite { .. })) else { continue };
        if marks[start] != Mark::New {
            continue;
        }
        marks[start] = Mark::Open;
        stack.push((start, contained(&debug.info).into_iter()));
        while let Some((at, open)) = stack.last_mut() {
            let Some(id) = open.next() else {
                marks[*at] = Mark::Done;
                stack.pop();
                continue;
            };
            let Some((next, debug)) = context.debug(id) else { continue };
            match marks[next] {
                Mark::New => {
                    marks[next] = Mark::Open;
                    stack.push((next, contained(&debug.info).into_iter()));
                }
                Mark::Open => context.add(RuleId::TypeContained, next, format_args!("a value of it holds a value of it")),
                Mark::Done => {}
            }
        }
    }
}
