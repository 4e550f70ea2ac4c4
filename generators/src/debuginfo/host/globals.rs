//! Global variables of the host module.

use super::super::build::{Build, Section};
use super::super::facts::Facts;
use super::super::families::Family;
use super::types::{Kind, Type, U32};
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
    /// Whether it is for kernels, or else for shaders.
    kernel: bool,
}

impl Global {
    pub(in super::super) const fn is_writable(&self) -> bool {
        !matches!(self.class, StorageClass::UniformConstant | StorageClass::Input | StorageClass::Uniform)
    }
}

impl Build<'_, '_> {
    pub(in super::super) fn globals(&mut self) {
        let count = self.choices.up_to(self.config.globals);
        for _ in 0..count {
            if let Some(form) = self.form_on(GlobalForm::ALL) {
                self.global(form);
            }
        }
    }

    fn global(&mut self, form: GlobalForm) {
        let GlobalRow { class, initialized, kernel } = *form.row();
        let inputs = self.scratch.host.globals.iter().any(|global| global.class == StorageClass::Input);
        if kernel != self.scratch.host.version.kernel || (class == StorageClass::Input && inputs) {
            return;
        }
        let to = match class {
            StorageClass::Input => self.invocation(),
            StorageClass::Uniform => self.uniform_block(),
            // Memory that the host sees holds no bools.
            StorageClass::UniformConstant => self.value_type(Kind::Number),
            _ => self.value_type(Kind::Value),
        };
        let initializer = if initialized { self.constant(to) } else { None };
        let ty = self.type_index(Type::Pointer { class, to });
        let (type_id, id) = (self.type_id(ty), self.id());
        let mut words = Words::from_slice(&[type_id.0, id.0, class as u32]);
        words.extend(initializer.map(|initializer| initializer.0));
        self.push_words(Section::Types, Op::Variable, words);
        self.scratch.host.globals.push(Global { id, class, ty });
        self.decorate_global(id, class);
    }

    /// The type of `GlobalInvocationId`.
    fn invocation(&mut self) -> u16 {
        let element = self.type_index(U32);
        self.type_index(Type::Vector { element, count: 3 })
    }

    /// A structure that is a uniform block of one word.
    fn uniform_block(&mut self) -> u16 {
        let word = self.type_index(U32);
        let first = self.scratch.host.members.len() as u16;
        self.scratch.host.members.push(word);
        let at = self.type_index(Type::Struct { first, count: 1 });
        let id = self.type_id(at).0;
        self.push(Section::Annotations, Op::Decorate, &[id, Decoration::Block as u32]);
        self.push(Section::Annotations, Op::MemberDecorate, &[id, 0, Decoration::Offset as u32, 0]);
        at
    }

    fn decorate_global(&mut self, id: Id, class: StorageClass) {
        let binding = self.scratch.host.globals.len() as u32;
        let decorations: &[[u32; 3]] = match class {
            StorageClass::Input => &[[id.0, Decoration::BuiltIn as u32, BuiltIn::GlobalInvocationId as u32]],
            StorageClass::Uniform => &[[id.0, Decoration::DescriptorSet as u32, 0], [id.0, Decoration::Binding as u32, binding]],
            _ => &[],
        };
        for words in decorations {
            self.push(Section::Annotations, Op::Decorate, words);
        }
    }

    /// Makes the globals visible in a body.
    pub(in super::super) fn see_globals(&mut self) {
        let host = &mut self.scratch.host;
        let values =
            host.globals.iter().map(|global| super::values::Value { id: global.id, ty: global.ty, writable: global.is_writable() });
        host.values.visible.extend(values);
    }
}
