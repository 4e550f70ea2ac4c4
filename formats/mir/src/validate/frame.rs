//! Frame objects.

use super::blocks::is_plain_character;
use super::body::Body;
use super::context::Context;
use super::keys::{check_alignment, check_id, check_physical};
use super::{Detail, RuleId};
use crate::{FixedObjectKind, IrValue, Register, StackId};
use std::collections::HashSet;

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>) {
    let frame = &body.function.frame;
    check_alignment(context, "maxAlignment", None, Some(frame.max_alignment.into()));
    check_fixed(context, body);
    check_stack(context, body);
    for (key, text) in [("stackProtector", &frame.stack_protector), ("functionContext", &frame.function_context)] {
        if !text.is_empty() {
            check_spelled(context, body, key, text);
        }
    }
}

fn check_fixed(context: &mut Context<'_>, body: &Body<'_>) {
    let mut seen = HashSet::new();
    for (entry, object) in body.function.fixed_stack.iter().enumerate() {
        let (key, place) = ("fixedStack", Some(entry));
        if !seen.insert(object.id) {
            context.add_key(RuleId::ObjectRepeated, key, place, format_args!("%fixed-stack.{} is there already", object.id));
        }
        if object.kind != FixedObjectKind::Default && (object.immutable || object.aliased) {
            context.add_key(RuleId::FixedObjectFlags, key, place, format_args!("a spill slot is immutable or aliased"));
        }
        check_identity(context, key, entry, object.id, object.size);
        check_object(context, body, key, entry, object.alignment, object.stack_id, object.callee_saved.as_ref());
    }
}

/// Checks that an object has neither an id that llc reserves nor the size of dead objects.
fn check_identity(context: &mut Context<'_>, key: &'static str, entry: usize, id: u32, size: u64) {
    check_id(context, Detail::Key { key, entry: Some(entry) }, id);
    if size == u64::MAX {
        context.add_key(RuleId::ObjectDead, key, Some(entry), format_args!("object {id} has the size of dead ones"));
    }
}

fn check_stack(context: &mut Context<'_>, body: &Body<'_>) {
    let mut seen = HashSet::new();
    for (entry, object) in body.function.stack.iter().enumerate() {
        let (key, place) = ("stack", Some(entry));
        if !seen.insert(object.id) {
            context.add_key(RuleId::ObjectRepeated, key, place, format_args!("%stack.{} is there already", object.id));
        }
        if !object.name.is_empty() && !is_alloca(context, body, &object.name) {
            context.add_key(RuleId::ObjectAlloca, key, place, format_args!("the IR function has no alloca {:?}", object.name));
        }
        check_identity(context, key, entry, object.id, object.size);
        check_object(context, body, key, entry, object.alignment, object.stack_id, object.callee_saved.as_ref());
    }
}

/// Returns whether a function has an alloca of this name. Without an embedded IR no function has allocas.
fn is_alloca(context: &Context<'_>, body: &Body<'_>, name: &str) -> bool {
    match &body.ir {
        Some(ir) => ir.allocas.contains(&IrValue::Named(name.into())),
        None => context.ir.is_some(),
    }
}

fn check_object(
    context: &mut Context<'_>,
    body: &Body<'_>,
    key: &'static str,
    entry: usize,
    alignment: Option<u64>,
    stack: StackId,
    saved: Option<&Register>,
) {
    check_alignment(context, key, Some(entry), alignment);
    if context.target.is_some_and(|target| !target.stack_ids().contains(&stack.name())) {
        context.add_key(RuleId::ObjectStack, key, Some(entry), format_args!("the target has no stack {}", stack.name()));
    }
    if let Some(register) = saved {
        check_physical(context, body, key, Some(entry), register);
    }
}

/// Checks a reference to a stack object as spelled in a key. llc reads all following characters of names as the name, which must be that of
/// the object.
fn check_spelled(context: &mut Context<'_>, body: &Body<'_>, key: &'static str, text: &str) {
    let (id, name) = match text.strip_prefix("%stack.").map(|rest| rest.split_once('.').unwrap_or((rest, ""))) {
        Some((id, name)) => (id.parse::<u32>().ok(), name),
        None => (None, ""),
    };
    let Some(object) = body.function.stack.iter().find(|object| Some(object.id) == id) else {
        context.add_key(RuleId::ObjectUndefined, key, None, format_args!("there is no {text:?}"));
        return;
    };
    let taken = name.split(|character| !is_plain_character(character)).next();
    if !name.is_empty() && taken != Some(&object.name) {
        context.add_key(RuleId::ObjectName, key, None, format_args!("%stack.{} is called {:?}", object.id, object.name));
    }
}
