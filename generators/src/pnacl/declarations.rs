//! Types, signatures and intrinsics that are declared before they are needed.

use super::build::Build;
use super::forms::{TypeForm, TypeSort};
use super::kinds::Kind;
use irsmith_pnacl::Value;
use irsmith_pnacl::tables::IntrinsicId;
use smallvec::SmallVec;

/// Limit of parameters of signatures that are not a defined function's.
const LOOSE_PARAMETERS: usize = 4;

/// Adds some types at the beginning, so that numbers of types vary.
pub(super) fn some_types(build: &mut Build<'_, '_>) {
    for _ in 0..build.choices.below(4) {
        some_type(build);
    }
}

/// Adds a type that perhaps nothing uses, if some form is enabled.
pub(super) fn some_type(build: &mut Build<'_, '_>) {
    let Some(form) = build.form_on::<TypeForm>() else { return };
    match form.sort {
        TypeSort::Void => {
            build.types.void();
        }
        TypeSort::Of(kind) => {
            build.types.of(kind);
        }
        TypeSort::Function | TypeSort::FunctionWithoutParameters => {
            let result = result_kind(build);
            let count = if form.sort == TypeSort::Function { 1 + build.choices.below(LOOSE_PARAMETERS) } else { 0 };
            let parameters: SmallVec<[Kind; 6]> = (0..count).map(|_| signature_kind(build)).collect();
            build.types.signature(result, &parameters);
        }
    }
}

/// Draws a kind for a parameter of an ordinary function: mostly an i32.
pub(super) fn signature_kind(build: &mut Build<'_, '_>) -> Kind {
    if build.choices.chance(96) { Kind::I32 } else { Kind::SIGNATURE[build.choices.below(Kind::SIGNATURE.len())] }
}

/// Draws a kind for the result of an ordinary function.
pub(super) fn result_kind(build: &mut Build<'_, '_>) -> Option<Kind> {
    if build.choices.chance(176) { Some(signature_kind(build)) } else { None }
}

/// Chooses the functions, their signatures, and the entry point.
pub(super) fn functions(build: &mut Build<'_, '_>) {
    some_intrinsics(build);
    let count = 1 + build.choices.below(build.config.functions as usize);
    let entry = build.choices.below(count);
    for place in 0..count {
        if place == entry {
            let (result, parameters) = entry_signature(build);
            let ty = build.types.signature(result, &parameters);
            build.functions.define_entry(ty, result);
        } else {
            function(build);
        }
    }
}

/// Draws the signature of a function that the runtime calls, or any signature.
fn entry_signature(build: &mut Build<'_, '_>) -> (Option<Kind>, SmallVec<[Kind; 6]>) {
    if build.choices.chance(128) { (None, SmallVec::from_slice(&[Kind::I32])) } else { signature(build) }
}

fn signature(build: &mut Build<'_, '_>) -> (Option<Kind>, SmallVec<[Kind; 6]>) {
    let count = build.choices.up_to(build.config.parameters);
    (result_kind(build), (0..count).map(|_| signature_kind(build)).collect())
}

/// Adds an ordinary function that will get a body.
pub(super) fn function(build: &mut Build<'_, '_>) -> u32 {
    let (result, parameters) = signature(build);
    let ty = build.types.signature(result, &parameters);
    build.functions.define(ty, result)
}

/// Declares some intrinsics before any function needs them.
fn some_intrinsics(build: &mut Build<'_, '_>) {
    if build.choices.chance(64) {
        for _ in 0..=build.choices.below(3) {
            let id = IntrinsicId::ALL[build.choices.below(IntrinsicId::ALL.len())];
            if build.is_on(id) {
                declare_intrinsic(build, id);
            }
        }
    }
}

/// Returns the function of an intrinsic, which is declared if needed.
pub(super) fn declare_intrinsic(build: &mut Build<'_, '_>, id: IntrinsicId) -> u32 {
    if let Some(known) = build.functions.intrinsic(id) {
        return known;
    }
    let row = id.row();
    let parameters: SmallVec<[Kind; 6]> = row.parameters.iter().filter_map(|(ty, _)| Kind::of(*ty)).collect();
    let ty = build.types.signature(Kind::of(row.result), &parameters);
    let function = build.functions.declare_intrinsic(id, ty);
    build.symbols.add(Value::function(function), row.name);
    function
}
