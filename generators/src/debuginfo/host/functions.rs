//! Functions of the host module: parameters and results.

use super::super::build::{Build, Section, with_text};
use super::super::shapes::Shape;
use super::capabilities::{Capability, require};
use super::defined::{Type, TypeIndex, function_type, members, type_at, type_id, type_index};
use super::types::{Kind, value_type};
use irsmith_debuginfo::Id;
use smallvec::SmallVec;
use spirv::{Decoration, FunctionControl, LinkageType, Op, StorageClass};

/// A function.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Function {
    pub(in super::super) id: Id,
    pub(in super::super) ty: TypeIndex,
    pub(in super::super) result: TypeIndex,
    pub(in super::super) has_body: bool,
}

/// Draws the functions' types. Their ids are known from here on.
pub(in super::super) fn signatures(build: &mut Build<'_, '_>) {
    let bodies = 1 + build.choices.up_to(build.config.functions.saturating_sub(1)) as usize;
    let entry = if build.scratch.host.calls_later { 0 } else { bodies - 1 };
    build.scratch.host.entry = entry;
    for at in 0..bodies {
        signature(build, at == entry, true);
    }
    if build.scratch.host.version.kernel && build.wants(Shape::NoBody, 32) {
        signature(build, false, false);
        declare(build);
    }
}

fn signature(build: &mut Build<'_, '_>, entry: bool, has_body: bool) {
    let kernel = build.scratch.host.version.kernel;
    let void = type_index(build, Type::Void);
    let result = if entry || build.wants(Shape::Void, 64) { void } else { value_type(build, Kind::Value) };
    let count = if entry && !kernel { 0 } else { build.choices.up_to(build.config.parameters.min(200)) };
    let parameters: SmallVec<[TypeIndex; 8]> = (0..count).map(|_| parameter(build, kernel, entry)).collect();
    let ty = function_type(build, result, &parameters);
    let id = build.id();
    build.scratch.host.functions.push(Function { id, ty, result, has_body });
}

/// Draws the type of a parameter. Pointers of shaders point to variables of the caller.
fn parameter(build: &mut Build<'_, '_>, kernel: bool, entry: bool) -> TypeIndex {
    // A kernel has no bool parameters.
    let to = value_type(build, if entry { Kind::Number } else { Kind::Value });
    if !build.choices.chance(80) {
        return to;
    }
    let class = if kernel { StorageClass::CrossWorkgroup } else { StorageClass::Function };
    type_index(build, Type::Pointer { class, to })
}

/// Writes the last function, which has no body.
fn declare(build: &mut Build<'_, '_>) {
    let at = build.scratch.host.functions.len() - 1;
    let function = build.scratch.host.functions[at];
    require(build, Some(Capability::Linkage));
    open_function(build, Section::Declarations, function);
    build.push(Section::Declarations, Op::FunctionEnd, &[]);
    let mut words = with_text(&[function.id.0, Decoration::LinkageAttributes as u32], "import");
    words.push(LinkageType::Import as u32);
    build.push_words(Section::Annotations, Op::Decorate, words);
}

/// Writes a function's first instruction and its parameters, which become visible.
pub(in super::super) fn open_function(build: &mut Build<'_, '_>, section: Section, function: Function) {
    let control = [FunctionControl::NONE, FunctionControl::INLINE, FunctionControl::DONT_INLINE, FunctionControl::PURE];
    let control = control[build.choices.below(4)].bits();
    let (result, ty) = (type_id(build, function.result).0, type_id(build, function.ty).0);
    build.push(section, Op::Function, &[result, function.id.0, control, ty]);
    build.scratch.host.values.clear();
    for at in 0..parameters(build, function.ty).len() {
        let parameter = parameters(build, function.ty)[at];
        let (type_id, id) = (type_id(build, parameter).0, build.id());
        build.push(section, Op::FunctionParameter, &[type_id, id.0]);
        build.scratch.host.values.add_parameter(id, parameter);
    }
}

/// Returns the types of the parameters of a function type.
pub(in super::super) fn parameters<'b>(build: &'b Build<'_, '_>, ty: TypeIndex) -> &'b [TypeIndex] {
    match type_at(build, ty) {
        Type::Function { first, count, .. } => members(build, first, count),
        _ => &[],
    }
}
