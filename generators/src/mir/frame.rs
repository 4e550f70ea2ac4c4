//! Objects of the frame, constants, and what else of the container operands name.

use super::build::Build;
use super::facts::is_plain_name;
use super::forms::Object;
use super::metadata::nodes;
use irsmith_mir::tables::Target;
use irsmith_mir::{
    Constant, DebugVariable, FixedObject, FixedObjectKind, Metadata, OperandKind, Register, StackId, StackObject, StackObjectKind,
};

/// Constants of the module's language. llc reads no addresses of globals here.
const CONSTANTS: &[&[&str]] = &[
    &["i32 0", "i8 -1", "i64 9223372036854775807", "i1 true", "i129 -1"],
    &["double 3.250000e+00", "float -0.000000e+00", "half 0xH3C00", "fp128 0xL00000000000000003FFF000000000000"],
    &["<4 x i32> <i32 1, i32 2, i32 3, i32 4>", "<2 x double> <double 1.000000e+00, double undef>", "[2 x i8] c\"\\00\\FF\""],
    &["ptr null", "i64 undef"],
];

impl Build<'_, '_> {
    /// The objects and constants that a function begins with, named or not.
    pub(super) fn objects(&mut self) {
        for _ in 0..self.count(self.config.entries) {
            self.new_stack_object();
        }
        for _ in 0..self.count(self.config.entries) {
            self.new_fixed_object();
        }
        for _ in 0..self.count(self.config.entries) {
            self.new_constant();
        }
        if self.choices.chance(48) && self.is_on(Object::Metadata) {
            self.own_metadata();
        }
    }

    /// A stack object of the function.
    pub(super) fn stack_object(&mut self) -> Option<(u32, Option<Box<str>>)> {
        if self.body.function.stack.is_empty() {
            self.new_stack_object();
        }
        let place = self.choices.index(self.body.function.stack.len())?;
        let object = &self.body.function.stack[place];
        let named = !object.name.is_empty() && is_plain_name(&object.name);
        Some((object.id, named.then(|| object.name.as_str().into())))
    }

    /// A fixed object of the function.
    pub(super) fn fixed_object(&mut self) -> Option<u32> {
        if self.body.function.fixed_stack.is_empty() {
            self.new_fixed_object();
        }
        let place = self.choices.index(self.body.function.fixed_stack.len())?;
        Some(self.body.function.fixed_stack[place].id)
    }

    /// An object of either kind as an operand.
    pub(super) fn frame_operand(&mut self) -> Option<OperandKind> {
        if self.choices.chance(80) {
            return self.fixed_object().map(OperandKind::FixedStack);
        }
        self.stack_object().map(|(id, name)| OperandKind::Stack { id, name })
    }

    /// An entry of the constant pool as an operand.
    pub(super) fn constant_operand(&mut self) -> OperandKind {
        if self.body.function.constants.is_empty() {
            self.new_constant();
        }
        let place = self.choices.below(self.body.function.constants.len());
        let offset = if self.choices.chance(64) { self.offset() } else { 0 };
        OperandKind::Constant { id: self.body.function.constants[place].id, offset }
    }

    fn new_constant(&mut self) {
        let values = CONSTANTS[self.choices.below(CONSTANTS.len())];
        let value = values[self.choices.below(values.len())].to_owned();
        let id = self.next_id(2);
        let alignment = if self.wants(Object::Alignment, 128) { Some(1 << self.choices.below(8)) } else { None };
        self.body.function.constants.push(Constant { id, value, alignment, target_specific: false });
    }

    fn object_size(&mut self) -> u64 {
        match self.choices.below(4) {
            0 => 1 << self.choices.below(7),
            1 => 1 + u64::from(self.choices.byte()),
            2 => u64::from(self.choices.word()),
            _ => 8,
        }
    }

    fn new_stack_object(&mut self) {
        let id = self.next_id(0);
        let mut object = StackObject { id, alignment: self.object_alignment(), ..StackObject::default() };
        object.kind = match self.choices.below(8) {
            0 | 1 if self.is_on(Object::StackSpill) => StackObjectKind::SpillSlot(self.object_size().max(1)),
            2 if self.is_on(Object::VariableSized) => StackObjectKind::VariableSized,
            _ => StackObjectKind::Default(self.object_size()),
        };
        if self.wants(Object::StackName, 128)
            && let Some(place) = self.choices.index(self.ir().allocas.len())
        {
            object.name = self.ir().allocas[place].as_str().into();
        }
        if self.choices.chance(64) {
            object.offset = [-8, -16, -4096, 0, 8][self.choices.below(5)];
        }
        if self.wants(Object::LocalOffset, 32) {
            object.local_offset = Some([0, -8, -16, 8, -4096][self.choices.below(5)]);
        }
        object.stack_id = self.stack_id();
        if matches!(object.kind, StackObjectKind::SpillSlot(_)) && self.wants(Object::StackCalleeSaved, 96) {
            object.callee_saved = Some(self.callee_saved());
            object.callee_saved_restored = !self.wants(Object::NotRestored, 96);
        }
        object.variable = self.object_variable();
        self.body.function.stack.push(object);
    }

    fn new_fixed_object(&mut self) {
        let id = self.next_id(1);
        let mut object = FixedObject { id, size: self.object_size().max(1), alignment: self.object_alignment(), ..FixedObject::default() };
        object.offset = [0, 8, 16, -8, -16, 4096, -4096][self.choices.below(7)];
        if self.wants(Object::FixedSpill, 96) {
            object.kind = FixedObjectKind::SpillSlot;
            if self.wants(Object::FixedCalleeSaved, 128) {
                object.callee_saved = Some(self.callee_saved());
                object.callee_saved_restored = !self.wants(Object::NotRestored, 96);
            }
        } else {
            object.immutable = self.wants(Object::Immutable, 96);
            object.aliased = self.wants(Object::Aliased, 96);
        }
        object.stack_id = self.stack_id();
        object.variable = self.object_variable();
        self.body.function.fixed_stack.push(object);
    }

    fn object_alignment(&mut self) -> Option<u64> {
        self.wants(Object::Alignment, 192).then(|| 1 << self.choices.below(6))
    }

    fn stack_id(&mut self) -> StackId {
        if self.machine.target() == Target::AArch64 && self.wants(Object::ScalableVector, 24) {
            return StackId::ScalableVector;
        }
        if self.wants(Object::NoAlloc, 12) { StackId::NoAlloc } else { StackId::Default }
    }

    pub(super) fn callee_saved(&mut self) -> Register {
        Register::Physical(self.text(self.facts.saved))
    }

    /// A variable of the program that lives in an object.
    fn object_variable(&mut self) -> DebugVariable {
        if !self.module.debug || !self.wants(Object::Variable, 48) {
            return DebugVariable::default();
        }
        self.debug_variable()
    }

    /// A variable of the program with an expression and a location.
    pub(super) fn debug_variable(&mut self) -> DebugVariable {
        DebugVariable {
            variable: format!("!{}", self.own_node(nodes::PARAMETER)),
            expression: "!DIExpression()".to_owned(),
            location: format!("!{}", self.own_node(nodes::LOCATION)),
        }
    }

    /// A node of the function's own, of a number that no module has.
    pub(super) fn own_metadata(&mut self) -> OperandKind {
        if self.body.function.metadata.is_empty() {
            self.body.function.metadata.push("!1000 = !{}".to_owned());
        }
        OperandKind::Metadata(Metadata::Number(1000))
    }
}
