//! Operands that are numbers, enumerants, constants or strings.

use super::super::build::{Build, Section};
use super::super::host::capabilities::require;
use super::super::host::defined::number;
use super::super::shapes::Shape;
use super::forms::{Enumerant, Literal, LiteralValue, OTHER_TEXTS, Text, TextRow};
use irsmith_debuginfo::tables::{DebugOp, Field, FieldId, Kind, Role};
use irsmith_debuginfo::{Id, Words, grammar};
use spirv::Op;

/// Names and sizes in bits that are common.
const SIZES: [u64; 8] = [32, 8, 16, 64, 128, 1, 0, 96];

/// Draws a literal number, including boundary values.
pub(super) fn literal(build: &mut Build<'_, '_>) -> u32 {
    match build.form(Literal::ALL).row().value {
        LiteralValue::Is(value) => value,
        LiteralValue::Below(limit) => build.choices.below(limit as usize) as u32,
        LiteralValue::Any => build.choices.wide() as u32,
    }
}

/// Draws the literal of a field.
pub(super) fn literal_of(build: &mut Build<'_, '_>, op: DebugOp, field: &Field) -> u32 {
    match (op, field.role) {
        // Lines and columns are mostly small.
        (_, Role::Line | Role::Column) if build.choices.chance(192) => build.choices.below(200) as u32,
        (DebugOp::MacroDef, Role::Line) => {
            let command_line = build.wants(Shape::MacroCommandLine, 128);
            if command_line { 0 } else { literal(build).max(1) }
        }
        // In this layout SPIRV-Tools accept vectors of at most four elements.
        (DebugOp::TypeVector, _) if build.layout.is_opencl() => 1 + build.choices.below(4) as u32,
        (DebugOp::TypeVector, _) => [2, 3, 4, 8, 16, 1][build.choices.below(6)],
        (DebugOp::CompilationUnit, _) if field.id == FieldId::DwarfVersion => [4, 5, 2, 3][build.choices.below(4)],
        (DebugOp::CompilationUnit, _) => 100,
        (DebugOp::ImportedEntity, _) if field.id == FieldId::Unused => 0,
        (DebugOp::ModuleINTEL, _) if field.id == FieldId::IsDeclaration => build.choices.below(2) as u32,
        _ => literal(build),
    }
}

/// Draws an enumerant that the layout has.
pub(super) fn enumerant(build: &mut Build<'_, '_>, kind: Kind) -> u32 {
    match kind {
        Kind::Flags => flags(build),
        Kind::StorageClass => storage_class(build),
        _ => build.form(Enumerant::of(kind, build.layout)).word(build.layout),
    }
}

/// Draws a mask: mostly a few bits, sometimes most.
fn flags(build: &mut Build<'_, '_>) -> u32 {
    let bits = Enumerant::of(Kind::Flags, build.layout);
    if build.choices.chance(160) {
        return build.form(Enumerant::masks()).value;
    }
    let count = if build.choices.chance(32) { bits.len() } else { 1 + build.choices.below(3) };
    (0..count).fold(0, |mask, _| mask | build.form(bits).value)
}

/// Draws a storage class whose capability the module has.
fn storage_class(build: &mut Build<'_, '_>) -> u32 {
    let kernel = build.scratch.host.version.kernel;
    let class = build.form(Enumerant::storage_classes(kernel)).value;
    if class == spirv::StorageClass::Generic as u32 {
        return if kernel {
            require(build, Some(super::super::host::Capability::GenericPointer));
            class
        } else {
            spirv::StorageClass::Function as u32
        };
    }
    class
}

/// Draws a number of bits or elements.
pub(super) fn measure(build: &mut Build<'_, '_>, op: DebugOp, role: Role) -> Id {
    let value = match role {
        Role::Size => SIZES[build.choices.below(SIZES.len())],
        Role::Offset => 8 * build.choices.below(32) as u64,
        _ => build.choices.below(20) as u64,
    };
    // Occasionally a boundary value.
    let value = if build.choices.chance(8) { u64::from(literal(build)) } else { value };
    // SPIRV-Tools require that an enumeration has a size in bits, and that an array in `OpenCL.DebugInfo.100` has elements.
    let positive = op == DebugOp::TypeEnum || (role == Role::Count && build.layout.is_opencl());
    number(build, if positive { value.max(1) } else { value })
}

/// Draws an integer constant of any type.
pub(super) fn integer(build: &mut Build<'_, '_>) -> Option<Id> {
    if build.choices.chance(96) {
        let defined = &build.scratch.host.defined;
        let at = build.choices.below(defined.constants());
        if let Some(constant) = defined.integer(at) {
            return Some(constant);
        }
    }
    let value = u64::from(literal(build));
    Some(number(build, value))
}

/// Returns an OpString with this text.
pub(super) fn string(build: &mut Build<'_, '_>, text: &str) -> Id {
    let id = build.id();
    let mut words = Words::from_slice(&[id.0]);
    words.extend(grammar::string_words(text));
    build.push_words(Section::Text, Op::String, words);
    id
}

/// Returns the empty string.
pub(super) fn empty_name(build: &mut Build<'_, '_>) -> Id {
    string(build, "")
}

/// Draws a name.
pub(super) fn name(build: &mut Build<'_, '_>) -> Id {
    if build.choices.chance(64) && build.is_on(Text::Used) {
        let names = &build.scratch.graph.names;
        if let Some(&name) = build.choices.pick(names) {
            return name;
        }
    }
    let mut text = std::mem::take(&mut build.scratch.graph.text);
    text.clear();
    spell(build, &mut text);
    let id = string(build, &text);
    build.scratch.graph.text = text;
    build.scratch.graph.names.push(id);
    id
}

/// Draws letters of a new name. A name never begins with `@`, which is reserved for opaque types.
fn spell(build: &mut Build<'_, '_>, text: &mut String) {
    let draw = usize::from(build.choices.byte());
    // Most names are identifiers.
    let form = draw.checked_sub(144).map_or(Text::Identifier, |draw| OTHER_TEXTS[draw / 16 % OTHER_TEXTS.len()]);
    let form = if build.is_on(form) { form } else { Text::Identifier };
    let length = 1 + build.choices.up_to(build.config.name.clamp(1, 4_000) - 1) as usize;
    let TextRow { before, letters, behind, .. } = form.row();
    text.push_str(before);
    if let Some(count) = letters(length) {
        push_letters(build, text, count);
    }
    text.push_str(behind);
}

/// Draws this many letters, at least one.
fn push_letters(build: &mut Build<'_, '_>, text: &mut String, length: usize) {
    const LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_a";
    text.push(char::from(LETTERS[build.choices.below(52)]));
    for _ in 1..length {
        text.push(char::from(LETTERS[build.choices.below(64)]));
    }
}
