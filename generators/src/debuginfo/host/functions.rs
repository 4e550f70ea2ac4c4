//! Functions of the host module: what they take and give.

use super::super::build::{Build, Section};
use super::super::shapes::Shape;
use super::module::{Capability, with_text};
use super::types::{Kind, Type, TypeIndex};
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

impl Build<'_, '_> {
    /// Draws the functions' types. Their ids are known from here on.
    pub(in super::super) fn signatures(&mut self) {
        let bodies = 1 + self.choices.up_to(self.config.functions.saturating_sub(1)) as usize;
        let entry = if self.scratch.host.calls_later { 0 } else { bodies - 1 };
        self.scratch.host.entry = entry;
        for at in 0..bodies {
            self.signature(at == entry, true);
        }
        if self.scratch.host.version.kernel && self.wants(Shape::NoBody, 32) {
            self.signature(false, false);
            self.declare();
        }
    }

    fn signature(&mut self, entry: bool, has_body: bool) {
        let kernel = self.scratch.host.version.kernel;
        let void = self.type_index(Type::Void);
        let result = if entry || self.wants(Shape::Void, 64) { void } else { self.value_type(Kind::Value) };
        let count = if entry && !kernel { 0 } else { self.choices.up_to(self.config.parameters.min(200)) };
        let parameters: SmallVec<[TypeIndex; 8]> = (0..count).map(|_| self.parameter(kernel, entry)).collect();
        let ty = self.function_type(result, &parameters);
        let id = self.id();
        self.scratch.host.functions.push(Function { id, ty, result, has_body });
    }

    /// The type of a parameter. Pointers of shaders are to variables of the caller.
    fn parameter(&mut self, kernel: bool, entry: bool) -> TypeIndex {
        // A kernel takes no bool from its host.
        let to = self.value_type(if entry { Kind::Number } else { Kind::Value });
        if !self.choices.chance(80) {
            return to;
        }
        let class = if kernel { StorageClass::CrossWorkgroup } else { StorageClass::Function };
        self.type_index(Type::Pointer { class, to })
    }

    /// Writes the last function, which has no body.
    fn declare(&mut self) {
        let at = self.scratch.host.functions.len() - 1;
        let function = self.scratch.host.functions[at];
        self.require(Some(Capability::Linkage));
        self.open_function(Section::Declarations, function);
        self.push(Section::Declarations, Op::FunctionEnd, &[]);
        let mut words = with_text(&[function.id.0, Decoration::LinkageAttributes as u32], "import");
        words.push(LinkageType::Import as u32);
        self.push_words(Section::Annotations, Op::Decorate, words);
    }

    /// Writes a function's first instruction and its parameters, which become visible.
    pub(in super::super) fn open_function(&mut self, section: Section, function: Function) {
        let control = [FunctionControl::NONE, FunctionControl::INLINE, FunctionControl::DONT_INLINE, FunctionControl::PURE];
        let control = control[self.choices.below(4)].bits();
        let (result, ty) = (self.type_id(function.result).0, self.type_id(function.ty).0);
        self.push(section, Op::Function, &[result, function.id.0, control, ty]);
        self.scratch.host.values.clear();
        for at in 0..self.parameters(function.ty).len() {
            let parameter = self.parameters(function.ty)[at];
            let (type_id, id) = (self.type_id(parameter).0, self.id());
            self.push(section, Op::FunctionParameter, &[type_id, id.0]);
            self.scratch.host.values.add(id, parameter);
            self.scratch.host.values.parameters.push(id);
        }
    }

    /// The types of the parameters of a function type.
    pub(in super::super) fn parameters(&self, ty: TypeIndex) -> &[TypeIndex] {
        match self.ty(ty) {
            Type::Function { first, count, .. } => self.members(first, count),
            _ => &[],
        }
    }
}
