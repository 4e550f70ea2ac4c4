//! Global variables of the host module.

use super::super::build::{Build, Section};
use super::super::facts::Facts;
use super::super::families::Family;
use super::constants::constant;
use super::defined::{Type, U32, list, type_id, type_index};
use super::types::{Kind, value_type};
use crate::forms::forms;
use irsmith_debuginfo::{Id, Words};
use spirv::{BuiltIn, Decoration, Op, StorageClass};

/// A global variable.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Global {
    pub(in super::super) id: Id,
    pub(in super::super) class: StorageClass,
    /// The pointer type.
    pub(in super::super) ty: u16,
}

forms! {
    /// Global variables.
    pub(in super::super) enum GlobalForm: GlobalRow in Family::Global;
    seen |form, facts: Facts| {
        let GlobalRow { class, initialized, kernel } = *form.row();
        if kernel == facts.is_kernel() { facts.globals(class, initialized) } else { 0 }
    };
    Private "Private" { class: StorageClass::Private, initialized: false, kernel: false }
    PrivateInitialized "Private with initializer" { class: StorageClass::Private, initialized: true, kernel: false }
    Workgroup "Workgroup" { class: StorageClass::Workgroup, initialized: false, kernel: false }
    Input "Input" { class: StorageClass::Input, initialized: false, kernel: false }
    Uniform "Uniform" { class: StorageClass::Uniform, initialized: false, kernel: false }
    KernelWorkgroup "Workgroup of a kernel" { class: StorageClass::Workgroup, initialized: false, kernel: true }
    CrossWorkgroup "CrossWorkgroup" { class: StorageClass::CrossWorkgroup, initialized: false, kernel: true }
    CrossWorkgroupInitialized "CrossWorkgroup with initializer" { class: StorageClass::CrossWorkgroup, initialized: true, kernel: true }
    UniformConstant "UniformConstant" { class: StorageClass::UniformConstant, initialized: true, kernel: true }
}

/// The columns of a form of global variables.
#[derive(Clone, Copy)]
pub(in super::super) struct GlobalRow {
    class: StorageClass,
    initialized: bool,
    /// Whether it is for kernels, not for shaders.
    kernel: bool,
}

impl Global {
    pub(in super::super) const fn is_writable(&self) -> bool {
        !matches!(self.class, StorageClass::UniformConstant | StorageClass::Input | StorageClass::Uniform)
    }
}

pub(in super::super) fn globals(build: &mut Build<'_, '_>) {
    let count = build.choices.up_to(build.config.globals);
    for _ in 0..count {
        if let Some(form) = build.form_on(GlobalForm::ALL) {
            global(build, form);
        }
    }
}

fn global(build: &mut Build<'_, '_>, form: GlobalForm) {
    let GlobalRow { class, initialized, kernel } = *form.row();
    let inputs = build.scratch.host.globals.iter().any(|global| global.class == StorageClass::Input);
    if kernel != build.scratch.host.version.kernel || (class == StorageClass::Input && inputs) {
        return;
    }
    let to = match class {
        StorageClass::Input => invocation(build),
        StorageClass::Uniform => uniform_block(build),
        // Memory that the host sees contains no bools.
        StorageClass::UniformConstant => value_type(build, Kind::Number),
        _ => value_type(build, Kind::Value),
    };
    let initializer = if initialized { constant(build, to) } else { None };
    let ty = type_index(build, Type::Pointer { class, to });
    let (type_id, id) = (type_id(build, ty), build.id());
    let mut words = Words::from_slice(&[type_id.0, id.0, class as u32]);
    words.extend(initializer.map(|initializer| initializer.0));
    build.push_words(Section::Types, Op::Variable, words);
    build.scratch.host.globals.push(Global { id, class, ty });
    decorate_global(build, id, class);
}

/// Returns the type of `GlobalInvocationId`.
fn invocation(build: &mut Build<'_, '_>) -> u16 {
    let element = type_index(build, U32);
    type_index(build, Type::Vector { element, count: 3 })
}

/// Makes a structure that is a uniform block of one word.
fn uniform_block(build: &mut Build<'_, '_>) -> u16 {
    let word = type_index(build, U32);
    let (first, _) = list(build, &[word]);
    let at = type_index(build, Type::Struct { first, count: 1 });
    let id = type_id(build, at).0;
    build.push(Section::Annotations, Op::Decorate, &[id, Decoration::Block as u32]);
    build.push(Section::Annotations, Op::MemberDecorate, &[id, 0, Decoration::Offset as u32, 0]);
    at
}

fn decorate_global(build: &mut Build<'_, '_>, id: Id, class: StorageClass) {
    let binding = build.scratch.host.globals.len() as u32;
    let decorations: &[[u32; 3]] = match class {
        StorageClass::Input => &[[id.0, Decoration::BuiltIn as u32, BuiltIn::GlobalInvocationId as u32]],
        StorageClass::Uniform => &[[id.0, Decoration::DescriptorSet as u32, 0], [id.0, Decoration::Binding as u32, binding]],
        _ => &[],
    };
    for words in decorations {
        build.push(Section::Annotations, Op::Decorate, words);
    }
}

/// Makes the globals visible in a body.
pub(in super::super) fn see_globals(build: &mut Build<'_, '_>) {
    let host = &mut build.scratch.host;
    let values = host.globals.iter().map(|global| super::values::Value { id: global.id, ty: global.ty, writable: global.is_writable() });
    values.for_each(|value| host.values.add_value(value));
}
