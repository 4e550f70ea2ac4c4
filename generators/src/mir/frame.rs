//! Objects of the frame, constants, and what else of the container operands name.

use super::build::Build;
use super::metadata::nodes;
use super::rows::Family;
use irsmith_mir::tables::Target;
use irsmith_mir::{
    Constant, DebugVariable, FixedObject, FixedObjectKind, Metadata, OperandKind, Register, StackId, StackObject, StackObjectKind,
};

/// Kinds and keys of objects and constants.
pub(super) const OBJECTS: &[&str] = &[
    "fixed",
    "fixed spill slot",
    "fixed immutable",
    "fixed aliased",
    "fixed callee-saved",
    "stack",
    "stack spill slot",
    "variable-sized",
    "stack name",
    "stack local offset",
    "stack callee-saved",
    "callee-saved-restored",
    "alignment",
    "stack-id scalable-vector",
    "stack-id noalloc",
    "debug variable",
    "integer constant",
    "floating-point constant",
    "vector constant",
    "null constant",
    "machine metadata",
];

/// Constants of the module's language, by their place in [`OBJECTS`]. llc reads no addresses of globals here.
const CONSTANTS: &[(usize, &[&str])] = &[
    (16, &["i32 0", "i8 -1", "i64 9223372036854775807", "i1 true", "i129 -1"]),
    (17, &["double 3.250000e+00", "float -0.000000e+00", "half 0xH3C00", "fp128 0xL00000000000000003FFF000000000000"]),
    (18, &["<4 x i32> <i32 1, i32 2, i32 3, i32 4>", "<2 x double> <double 1.000000e+00, double undef>", "[2 x i8] c\"\\00\\FF\""]),
    (19, &["ptr null", "i64 undef"]),
];

impl Build<'_, '_> {
    fn object_form(&mut self, form: usize, parts: u16) -> bool {
        self.wants_form(Family::Object, form, parts)
    }

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
        if self.choices.chance(48) && self.is_on(Family::Object, 20) {
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
        let named = !object.name.is_empty() && super::blocks::is_plain(&object.name);
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
        let (form, values) = CONSTANTS[self.choices.below(CONSTANTS.len())];
        self.note(Family::Object, form);
        let value = values[self.choices.below(values.len())].to_owned();
        let id = self.next_id(2);
        let alignment = if self.object_form(12, 128) { Some(1 << self.choices.below(8)) } else { None };
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
            0 | 1 if self.is_on(Family::Object, 6) => {
                self.note(Family::Object, 6);
                StackObjectKind::SpillSlot(self.object_size().max(1))
            }
            2 if self.is_on(Family::Object, 7) => {
                self.note(Family::Object, 7);
                StackObjectKind::VariableSized
            }
            _ => {
                self.note(Family::Object, 5);
                StackObjectKind::Default(self.object_size())
            }
        };
        if self.object_form(8, 128)
            && let Some(place) = self.choices.index(self.ir().allocas.len())
        {
            object.name = self.ir().allocas[place].as_str().into();
        }
        if self.choices.chance(64) {
            object.offset = [-8, -16, -4096, 0, 8][self.choices.below(5)];
        }
        if self.object_form(9, 32) {
            object.local_offset = Some([0, -8, -16, 8, -4096][self.choices.below(5)]);
        }
        object.stack_id = self.stack_id();
        if matches!(object.kind, StackObjectKind::SpillSlot(_)) && self.object_form(10, 96) {
            object.callee_saved = Some(self.callee_saved());
            object.callee_saved_restored = !self.object_form(11, 96);
        }
        object.variable = self.object_variable();
        self.body.function.stack.push(object);
    }

    fn new_fixed_object(&mut self) {
        let id = self.next_id(1);
        let mut object = FixedObject { id, size: self.object_size().max(1), alignment: self.object_alignment(), ..FixedObject::default() };
        object.offset = [0, 8, 16, -8, -16, 4096, -4096][self.choices.below(7)];
        self.note(Family::Object, 0);
        if self.object_form(1, 96) {
            object.kind = FixedObjectKind::SpillSlot;
            if self.object_form(4, 128) {
                object.callee_saved = Some(self.callee_saved());
                object.callee_saved_restored = !self.object_form(11, 96);
            }
        } else {
            object.immutable = self.object_form(2, 96);
            object.aliased = self.object_form(3, 96);
        }
        object.stack_id = self.stack_id();
        object.variable = self.object_variable();
        self.body.function.fixed_stack.push(object);
    }

    fn object_alignment(&mut self) -> Option<u64> {
        self.object_form(12, 192).then(|| 1 << self.choices.below(6))
    }

    fn stack_id(&mut self) -> StackId {
        if self.machine.target() == Target::AArch64 && self.object_form(13, 24) {
            return StackId::ScalableVector;
        }
        if self.object_form(14, 12) { StackId::NoAlloc } else { StackId::Default }
    }

    pub(super) fn callee_saved(&mut self) -> Register {
        Register::Physical(self.text(self.facts.saved))
    }

    /// A variable of the program that lives in an object.
    fn object_variable(&mut self) -> DebugVariable {
        if !self.module.debug || !self.object_form(15, 48) {
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
            self.note(Family::Object, 20);
            self.body.function.metadata.push("!1000 = !{}".to_owned());
        }
        OperandKind::Metadata(Metadata::Number(1000))
    }
}
