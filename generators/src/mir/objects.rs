//! Objects of the frame, constants, and what else of the container operands name.

use super::build::Build;
use super::draw::Draw;
use super::facts::is_plain_name;
use super::fields;
use super::forms::{Object, ObjectKey};
use super::frame::{List, OWN_NODE};
use super::metadata::nodes;
use super::numbers::offset;
use irsmith_mir::tables::{Target, Version};
use irsmith_mir::{
    Constant, DebugVariable, FixedObject, FixedObjectKind, Metadata, OperandKind, Register, StackId, StackObject, StackObjectKind,
};

/// Constants of the module's language: integers, floating-point numbers, vectors, and null. llc reads no addresses of globals here.
const CONSTANTS: &[&[&str]] = &[
    &["i32 0", "i8 -1", "i64 9223372036854775807", "i1 true", "i129 -1"],
    &["double 3.250000e+00", "float -0.000000e+00", "half 0xH3C00", "fp128 0xL00000000000000003FFF000000000000"],
    &["<4 x i32> <i32 1, i32 2, i32 3, i32 4>", "<2 x double> <double 1.000000e+00, double undef>", "[2 x i8] c\"\\00\\FF\""],
    &["ptr null", "i64 undef"],
];

/// The release that fails an assertion on constants of one size in bytes and different numbers of bits: the finding `llc-constant-widths`.
const CONSTANT_WIDTHS: Version = Version(22);

/// Returns whether two constants have one size in bytes and different numbers of bits; among ours, those of 1 bit and of 8 bits have.
fn differ_in_bits_alone(one: &str, other: &str) -> bool {
    let of_a_byte = |value: &str| value.starts_with("i1 ") || value.starts_with("i8 ");
    of_a_byte(one) && of_a_byte(other) && one.split(' ').next() != other.split(' ').next()
}

/// The objects and constants that a function begins with, named or not.
pub(super) fn objects(build: &mut Build<'_, '_>) {
    for _ in 0..build.draw.count(build.draw.config().entries) {
        new_stack_object(build);
    }
    for _ in 0..build.draw.count(build.draw.config().entries) {
        new_fixed_object(build);
    }
    for _ in 0..build.draw.count(build.draw.config().entries) {
        new_constant(build);
    }
    if build.draw.chance(48) && build.draw.is_on(Object::Metadata) {
        own_metadata(build);
    }
}

/// A stack object of the function.
pub(super) fn stack_object(build: &mut Build<'_, '_>) -> Option<(u32, Option<Box<str>>)> {
    if build.frame.stack().is_empty() {
        new_stack_object(build);
    }
    let place = build.draw.index(build.frame.stack().len())?;
    let object = &build.frame.stack()[place];
    let named = !object.name.is_empty() && is_plain_name(&object.name);
    Some((object.id, named.then(|| object.name.as_str().into())))
}

/// A fixed object of the function.
pub(super) fn fixed_object(build: &mut Build<'_, '_>) -> Option<u32> {
    if build.frame.fixed().is_empty() {
        new_fixed_object(build);
    }
    let place = build.draw.index(build.frame.fixed().len())?;
    Some(build.frame.fixed()[place].id)
}

/// An object of either kind as an operand.
pub(super) fn frame_operand(build: &mut Build<'_, '_>) -> Option<OperandKind> {
    if build.draw.chance(80) {
        return fixed_object(build).map(OperandKind::FixedStack);
    }
    stack_object(build).map(|(id, name)| OperandKind::Stack { id, name })
}

/// An entry of the constant pool as an operand.
pub(super) fn constant_operand(build: &mut Build<'_, '_>) -> OperandKind {
    if build.frame.constants().is_empty() {
        new_constant(build);
    }
    let place = build.draw.below(build.frame.constants().len());
    let offset = if build.draw.chance(64) { offset(&mut build.draw) } else { 0 };
    OperandKind::Constant { id: build.frame.constants()[place].id, offset }
}

fn new_constant(build: &mut Build<'_, '_>) {
    let values = CONSTANTS[build.draw.below(CONSTANTS.len())];
    let mut value = values[build.draw.below(values.len())];
    if build.draw.config().dialect.release == CONSTANT_WIDTHS
        && build.frame.constants().iter().any(|other| differ_in_bits_alone(&other.value, value))
    {
        value = "i32 0";
    }
    let value = value.to_owned();
    let id = build.frame.next_id(&mut build.draw, List::Constants);
    let alignment = if build.draw.wants(Object::Alignment, 128) { Some(1 << build.draw.below(8)) } else { None };
    build.frame.add_constant(Constant { id, value, alignment, ..Constant::default() });
}

fn object_size(draw: &mut Draw<'_, '_>) -> u64 {
    match draw.below(4) {
        0 => 1 << draw.below(7),
        1 => 1 + u64::from(draw.byte()),
        2 => u64::from(draw.word()),
        _ => 8,
    }
}

fn new_stack_object(build: &mut Build<'_, '_>) {
    let id = build.frame.next_id(&mut build.draw, List::Stack);
    let mut object = StackObject { id, alignment: object_alignment(build), ..StackObject::default() };
    (object.kind, object.size) = match build.draw.below(8) {
        0 | 1 if build.draw.is_on(Object::StackSpill) => (StackObjectKind::SpillSlot, object_size(&mut build.draw).max(1)),
        2 if build.draw.is_on(Object::VariableSized) => (StackObjectKind::VariableSized, 0),
        _ => (StackObjectKind::Default, object_size(&mut build.draw)),
    };
    if build.draw.wants(Object::StackName, 128)
        && let Some(place) = build.draw.index(build.module.allocas().len())
    {
        object.name = build.module.allocas()[place].as_str().into();
    }
    if build.draw.chance(64) {
        object.offset = [-8, -16, -4096, 0, 8][build.draw.below(5)];
    }
    if build.draw.wants(Object::LocalOffset, 32) {
        object.local_offset = Some([0, -8, -16, 8, -4096][build.draw.below(5)]);
    }
    object.stack_id = stack_id(build);
    if object.kind == StackObjectKind::SpillSlot && build.draw.wants(Object::StackCalleeSaved, 96) {
        object.callee_saved = Some(callee_saved(build));
        object.callee_saved_restored = !build.draw.wants(Object::NotRestored, 96);
    }
    object.variable = object_variable(build);
    for (form, key) in ObjectKey::of_stack(object.kind) {
        fields::draw(&mut build.draw, object.field(key), |draw| draw.wants(form, 32));
    }
    build.frame.add_stack_object(object);
}

fn new_fixed_object(build: &mut Build<'_, '_>) {
    let id = build.frame.next_id(&mut build.draw, List::Fixed);
    let mut object =
        FixedObject { id, size: object_size(&mut build.draw).max(1), alignment: object_alignment(build), ..FixedObject::default() };
    object.offset = [0, 8, 16, -8, -16, 4096, -4096][build.draw.below(7)];
    if build.draw.wants(Object::FixedSpill, 96) {
        object.kind = FixedObjectKind::SpillSlot;
        if build.draw.wants(Object::FixedCalleeSaved, 128) {
            object.callee_saved = Some(callee_saved(build));
            object.callee_saved_restored = !build.draw.wants(Object::NotRestored, 96);
        }
    } else {
        object.immutable = build.draw.wants(Object::Immutable, 96);
        object.aliased = build.draw.wants(Object::Aliased, 96);
    }
    object.stack_id = stack_id(build);
    object.variable = object_variable(build);
    for (form, key) in ObjectKey::of_fixed(object.kind) {
        fields::draw(&mut build.draw, object.field(key), |draw| draw.wants(form, 32));
    }
    build.frame.add_fixed_object(object);
}

fn object_alignment(build: &mut Build<'_, '_>) -> Option<u64> {
    build.draw.wants(Object::Alignment, 192).then(|| 1 << build.draw.below(6))
}

fn stack_id(build: &mut Build<'_, '_>) -> StackId {
    if build.machine().target() == Target::AArch64 && build.draw.wants(Object::ScalableVector, 24) {
        return StackId::ScalableVector;
    }
    if build.draw.wants(Object::NoAlloc, 12) { StackId::NoAlloc } else { StackId::Default }
}

pub(super) fn callee_saved(build: &mut Build<'_, '_>) -> Register {
    Register::Physical(build.draw.text(&build.target.saved))
}

/// A variable of the program that lives in an object.
fn object_variable(build: &mut Build<'_, '_>) -> DebugVariable {
    if !build.module.has_debug() || !build.draw.wants(Object::Variable, 48) {
        return DebugVariable::default();
    }
    debug_variable(build)
}

/// A variable of the program with an expression and a location.
pub(super) fn debug_variable(build: &mut Build<'_, '_>) -> DebugVariable {
    DebugVariable {
        variable: format!("!{}", build.module.own_node(nodes::PARAMETER)),
        expression: "!DIExpression()".to_owned(),
        location: format!("!{}", build.module.own_node(nodes::LOCATION)),
        ..DebugVariable::default()
    }
}

/// A node of the function's own, of a number that no module has.
pub(super) fn own_metadata(build: &mut Build<'_, '_>) -> OperandKind {
    build.frame.need_own_node();
    OperandKind::Metadata(Metadata::Number(OWN_NODE))
}
