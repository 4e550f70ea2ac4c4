//! The order in which debug instructions can be defined.

use crate::tables::{Kind, Role};
use crate::{DebugInstruction, Id, Info};
use std::collections::HashMap;

/// Returns the places of the instructions in an order in which each follows what it names. A composite precedes only members through which
/// it contains or names itself. What need not move stays in the order of the file. `each` gives the words of an instruction.
pub(super) fn order(debugs: &[DebugInstruction], each: impl Fn(&Info, &mut dyn FnMut(Role, Kind, u32))) -> Vec<usize> {
    let places: HashMap<_, _> = debugs.iter().enumerate().map(|(at, debug)| (debug.result, at)).collect();
    let mut edges = vec![Vec::new(); debugs.len()];
    let mut lists = edges.clone();
    for (at, debug) in debugs.iter().enumerate() {
        each(&debug.info, &mut |role, kind, word| {
            if let Some(&to) = places.get(&Id(word)).filter(|_| kind == Kind::Id) {
                if role == Role::Member { lists[at].push(to) } else { edges[at].push(to) }
            }
        });
    }
    let all: Vec<Vec<usize>> = edges.iter().zip(&lists).map(|(edges, list)| [edges.as_slice(), list].concat()).collect();
    let components = components(&all);
    for (at, (edges, list)) in edges.iter_mut().zip(&lists).enumerate() {
        edges.extend(list.iter().filter(|&&to| components[at] != components[to]));
    }
    postorder(&edges)
}

/// Returns the nodes, each behind those to which it leads unless there is a cycle.
fn postorder(edges: &[Vec<usize>]) -> Vec<usize> {
    let (mut seen, mut order, mut stack) = (vec![false; edges.len()], Vec::with_capacity(edges.len()), Vec::new());
    for root in 0..edges.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        stack.push((root, 0));
        while let Some((node, next)) = stack.last_mut() {
            if let Some(&to) = edges[*node].get(*next) {
                *next += 1;
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            } else {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}

/// Returns a number for each node, which is that of another if each leads to the other (Kosaraju's algorithm).
fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut reversed = vec![Vec::new(); edges.len()];
    edges.iter().enumerate().for_each(|(from, to)| to.iter().for_each(|&to| reversed[to].push(from)));
    let mut components = vec![usize::MAX; edges.len()];
    let mut stack = Vec::new();
    for root in postorder(edges).into_iter().rev() {
        stack.push(root);
        while let Some(node) = stack.pop() {
            if components[node] == usize::MAX {
                components[node] = root;
                stack.extend(&reversed[node]);
            }
        }
    }
    components
}
