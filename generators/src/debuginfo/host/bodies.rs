//! Bodies of functions.

use super::super::build::{Build, Section};
use super::super::graph::bodies::{early_scope, enter_function, open_block};
use super::annotations::early_line;
use super::constants::constant;
use super::control::{end_body, label_new, sequence};
use super::defined::{Type, type_id, type_index};
use super::functions::open_function;
use super::globals::see_globals;
use super::types::{Kind, value_type};
use spirv::{Op, StorageClass};

/// Generates the bodies of all functions that have one.
pub(in super::super) fn bodies(build: &mut Build<'_, '_>) {
    for at in 0..build.scratch.host.functions.len() {
        if build.scratch.host.functions[at].has_body {
            body(build, at);
        }
    }
}

fn body(build: &mut Build<'_, '_>, at: usize) {
    let function = build.scratch.host.functions[at];
    open_function(build, Section::Bodies, function);
    see_globals(build);
    enter_function(build, at);
    label_new(build);
    variables(build);
    open_block(build);
    let depth = build.config.depth.min(super::super::Config::MAX_DEPTH);
    sequence(build, at, depth, None);
    end_body(build, function.result);
    build.push(Section::Bodies, Op::FunctionEnd, &[]);
}

/// Generates the variables of a function, which come first in its first block.
fn variables(build: &mut Build<'_, '_>) {
    let count = build.choices.below(4);
    for _ in 0..count {
        let to = value_type(build, Kind::Value);
        let ty = type_index(build, Type::Pointer { class: StorageClass::Function, to });
        let type_id = type_id(build, ty);
        let initializer = if build.choices.chance(64) { constant(build, to) } else { None };
        let class = StorageClass::Function as u32;
        early_scope(build);
        early_line(build);
        let id = match initializer {
            Some(initializer) => build.define(Op::Variable, type_id, &[class, initializer.0]),
            None => build.define(Op::Variable, type_id, &[class]),
        };
        build.scratch.host.values.add_variable(id, ty);
    }
}
