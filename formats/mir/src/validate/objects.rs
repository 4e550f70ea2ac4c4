//! The objects of a function and the globals of the embedded IR, for references to them.

use super::body::Body;
use super::context::Context;
use super::metadata::Nodes;
use super::{Detail, RuleId, blocks};
use crate::IrValue;
use std::collections::{HashMap, HashSet};

/// The objects of a function, for lookup.
pub(super) struct Objects<'a> {
    stack: HashMap<u32, &'a str>,
    fixed: HashSet<u32>,
    pub(super) constants: HashSet<u32>,
    pub(super) tables: HashSet<u32>,
    pub(super) nodes: Nodes,
}

impl<'a> Objects<'a> {
    pub(super) fn of(body: &Body<'a>) -> Self {
        let function = body.function;
        Self {
            stack: function.stack.iter().map(|object| (object.id, object.name.as_str())).collect(),
            fixed: function.fixed_stack.iter().map(|object| object.id).collect(),
            constants: function.constants.iter().map(|constant| constant.id).collect(),
            tables: function.jump_table.iter().flat_map(|table| &table.entries).map(|entry| entry.id).collect(),
            nodes: Nodes::of(function),
        }
    }
}

impl Objects<'_> {
    pub(super) fn check_stack(&self, context: &mut Context<'_>, id: u32, name: Option<&str>, place: &Detail) {
        match self.stack.get(&id) {
            None => context.add(RuleId::ObjectUndefined, place.clone(), format_args!("there is no %stack.{id}")),
            Some(known) if name.is_some_and(|name| name != *known) => {
                context.add(RuleId::ObjectName, place.clone(), format_args!("%stack.{id} is called {known:?}"));
            }
            Some(_) => {}
        }
        if let Some(name) = name.filter(|name| !blocks::is_plain(name)) {
            context.add(RuleId::NameSpelling, place.clone(), format_args!("{name:?} cannot stand behind %stack.{id}"));
        }
    }

    pub(super) fn check_fixed(&self, context: &mut Context<'_>, id: u32, place: &Detail) {
        if !self.fixed.contains(&id) {
            context.add(RuleId::ObjectUndefined, place.clone(), format_args!("there is no %fixed-stack.{id}"));
        }
    }
}

/// Checks a reference to a global value. Without an embedded IR, only the functions that llc creates exist.
pub(super) fn check_global(context: &mut Context<'_>, value: &IrValue, place: &Detail) {
    let known = match (&context.ir, value) {
        (Some(ir), _) => ir.globals.contains(value),
        (None, IrValue::Named(name)) => context.names.contains(&**name),
        (None, IrValue::Numbered(_)) => false,
    };
    if !known {
        context.add(RuleId::GlobalValue, place.clone(), format_args!("the embedded IR has no @{value}"));
    }
}
