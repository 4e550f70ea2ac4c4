//! Modules of `NonSemantic.Shader.DebugInfo`: a module of `OpenCL.DebugInfo.100`, converted, with what only this set has.

mod make;
mod parts;

use super::facts::Facts;
use super::families::Family;
use crate::forms::forms;
use crate::{Choices, bytes_of_seed};
use arbitrary::Unstructured;
use irsmith_debuginfo::Module;
use irsmith_debuginfo::convert::{Forward, convert_to_shader};
use irsmith_debuginfo::tables::ShaderOp;
use parts::Parts;
use spirv::Op;

forms! {
    /// What only `NonSemantic.Shader.DebugInfo` has.
    pub(super) enum Shader: ShaderForm in Family::Shader;
    seen |form, facts: Facts| (form.row().seen)(facts);
    Definition "DebugFunctionDefinition" { parts: 0, make: |_, _| {}, seen: |facts| facts.shader(ShaderOp::FunctionDefinition) }
    Continued "DebugSourceContinued" { parts: 64, make: make::continued, seen: |facts| facts.shader(ShaderOp::SourceContinued) }
    Line "DebugLine" { parts: 160, make: make::lines, seen: |facts| facts.shader(ShaderOp::Line) }
    NoLine "DebugNoLine" { parts: 96, make: make::no_lines, seen: |facts| facts.shader(ShaderOp::NoLine) }
    Identifier "DebugBuildIdentifier" { parts: 48, make: make::identifier, seen: |facts| facts.shader(ShaderOp::BuildIdentifier) }
    StoragePath "DebugStoragePath" { parts: 48, make: make::storage_path, seen: |facts| facts.shader(ShaderOp::StoragePath) }
    EntryPoint "DebugEntryPoint" { parts: 96, make: make::entry_point, seen: |facts| facts.shader(ShaderOp::EntryPoint) }
    Matrix "DebugTypeMatrix" { parts: 128, make: make::matrix, seen: |facts| facts.shader(ShaderOp::TypeMatrix) }
    VectorId "DebugTypeVectorIdEXT" { parts: 48, make: make::vector, seen: |facts| facts.shader(ShaderOp::TypeVectorIdEXT) }
    CooperativeMatrix "DebugTypeCooperativeMatrixKHR" {
        parts: 48, make: make::cooperative_matrix, seen: |facts| facts.shader(ShaderOp::TypeCooperativeMatrixKHR)
    }
    FloatEncoding "DebugTypeBasic with the encoding of a float" {
        parts: 48, make: make::float_encoding, seen: |facts| facts.shader_float_encodings()
    }
    UnknownLayout "FlagUnknownPhysicalLayout" { parts: 64, make: make::unknown_layout, seen: |facts| facts.shader_unknown_layouts() }
    Forward "composite that names a later member" { parts: 0, make: |_, _| {}, seen: |facts| facts.count(Op::ExtInstWithForwardRefsKHR) }
}

/// The columns of a form.
pub(super) struct ShaderForm {
    /// How many of 256 modules get it, apart from those in which nothing allows it; 0 if the conversion makes it.
    parts: u16,
    make: fn(&mut Parts, &mut Choices<'_, '_>),
    seen: fn(&Facts<'_>) -> u64,
}

/// Converts a module, and adds forms that are on to it. `seed` decides which; a decision needs no bytes of the case, which may be used up.
pub(super) fn shader(module: &Module, is_on: impl Fn(Shader) -> bool, seed: u64) -> Module {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let choices = &mut Choices::new(&mut bytes);
    let forward = if choices.chance(96) && is_on(Shader::Forward) { Forward::Keep } else { Forward::Drop };
    let mut parts = Parts::of(convert_to_shader(module, forward).module);
    for &form in Shader::ALL {
        if choices.chance(form.row().parts) && is_on(form) {
            (form.row().make)(&mut parts, choices);
        }
    }
    parts.end()
}
