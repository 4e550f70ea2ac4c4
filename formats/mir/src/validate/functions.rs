//! The checks of a function, in their order.

use super::body::Body;
use super::context::Context;
use super::{
    RuleId, blocks, call_frames, convergence, flow, frame, instructions, keys, liveness, metadata, names, places, releases, virtuals,
};
use crate::Function;
use std::collections::HashMap;

/// Checks the names of functions: nonempty, unique, and in the embedded IR.
pub(super) fn check_names(context: &mut Context<'_>) {
    let mut seen = HashMap::new();
    let file = context.file;
    for (index, function) in file.functions.iter().enumerate() {
        context.function = index;
        if function.name.is_empty() {
            context.add(RuleId::FunctionName, super::Detail::Whole, format_args!("the name is empty"));
        }
        if let Some(first) = seen.insert(function.name.as_str(), index) {
            context.add_key(RuleId::FunctionRepeated, "name", None, format_args!("function {first} of the file has the name too"));
        }
    }
    for (index, function) in file.functions.iter().enumerate() {
        if context.ir.as_ref().is_some_and(|ir| !ir.functions.contains_key(function.name.as_str())) {
            context.function = index;
            context.add_key(RuleId::FunctionInIr, "name", None, format_args!("the embedded IR has no function of the name"));
        }
    }
}

/// Performs all checks of a function.
pub(super) fn check<'a>(context: &mut Context<'a>, function: &'a Function) {
    let ir = context.ir.as_ref().and_then(|ir| ir.functions.get(function.name.as_str()).copied());
    let mut body = Body::new(function, ir, context.machine, context.dialect);
    keys::check(context, &body);
    frame::check(context, &body);
    metadata::check(context, &body);
    blocks::check(context, &body);
    virtuals::check(context, &mut body);
    names::check(context, &body);
    releases::check_opcodes(context, &body);
    places::check(context, &body);
    instructions::check(context, &body);
    if !virtuals::skips_verifier(body.function) {
        let graph = flow::check(context, &body);
        liveness::check(context, &body, graph.as_ref());
        convergence::check(context, &body);
        if let Some(graph) = &graph {
            call_frames::check(context, &body, graph);
        }
    }
}
