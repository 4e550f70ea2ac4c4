//! Operands: values that may be named at a place, and promises of values that come later.

use super::build::Build;
use super::constants::constant;
use super::dominators::Mask;
use super::kinds::Kind;
use irsmith_pnacl::{Instruction, Value};

/// Returns an operand of a kind that may be named here.
///
/// One draw of 16 makes a new constant; the others use a value, half of them one of the newest few. If blocks that come later in the file
/// dominate the place, one draw of 8 names one of their values.
#[inline]
pub(super) fn operand(build: &mut Build<'_, '_>, kind: Kind) -> Value {
    operand_among(build, kind, true)
}

/// As [`operand`], but not an address: for places where the tools do not convert an address.
pub(super) fn non_address(build: &mut Build<'_, '_>, kind: Kind) -> Value {
    operand_among(build, kind, false)
}

#[inline]
fn operand_among(build: &mut Build<'_, '_>, kind: Kind, addresses: bool) -> Value {
    let draw = build.choices.byte();
    if draw >= 240 {
        return constant(build, kind);
    }
    if draw >= 200
        && let Some(block) = build.values.first_later()
        && let Some(value) = promised(build, kind, block)
    {
        return value;
    }
    if kind == Kind::I32 && draw >= 192 && addresses {
        return address(build);
    }
    let length = build.values.count(kind);
    let back = if draw < 96 { usize::from(draw & 3).min(length.saturating_sub(1)) } else { build.choices.below(length) };
    match build.values.find_visible(kind, back) {
        Some(value) if addresses || !build.values.is_address(value) => value,
        _ => constant(build, kind),
    }
}

/// Returns a value to be read at the end of a block, for a phi. `mask` contains the blocks that dominate that end.
pub(super) fn incoming(build: &mut Build<'_, '_>, kind: Kind, block: u8, mask: Mask) -> Value {
    let draw = build.choices.byte();
    if draw >= 240 {
        return constant(build, kind);
    }
    if block >= build.values.block() && draw >= 96 {
        let value = if draw & 1 == 0 { promised(build, kind, block) } else { declare(build, kind, block) };
        if let Some(value) = value {
            return value;
        }
    }
    let length = build.values.count(kind);
    let back = build.choices.below(length);
    match build.values.find_made(kind, mask, back) {
        Some(value) => value,
        None => constant(build, kind),
    }
}

/// Returns an address: of a global, or of a function that is not an intrinsic.
fn address(build: &mut Build<'_, '_>) -> Value {
    let globals = build.globals.len();
    let index = build.choices.below(globals + build.functions.defined().len());
    if index < globals {
        return Value::global(index as u32);
    }
    Value::function(build.functions.defined().get(index - globals).map_or(0, |callable| callable.function))
}

/// Returns an address for a load, store or atomic: half of the time a global.
pub(super) fn pointer(build: &mut Build<'_, '_>) -> Value {
    let globals = build.globals.len();
    if globals > 0 && build.choices.chance(96) {
        return Value::global(build.choices.below(globals) as u32);
    }
    operand(build, Kind::I32)
}

/// Returns a value of a block that is not complete: one that is promised already, or else one that is declared here.
fn promised(build: &mut Build<'_, '_>, kind: Kind, block: u8) -> Option<Value> {
    match build.values.promised(kind, block) {
        Some(value) => Some(value),
        None => declare(build, kind, block),
    }
}

/// Declares a value that will be available at the end of a block.
pub(super) fn declare(build: &mut Build<'_, '_>, kind: Kind, block: u8) -> Option<Value> {
    let value = build.values.promise(kind, block)?;
    let ty = build.types.of(kind);
    build.values.push(Instruction::Declare { value, ty });
    Some(value)
}

/// Declares the next result, for a phi that names itself.
pub(super) fn declare_next(build: &mut Build<'_, '_>, kind: Kind) -> Value {
    let ty = build.types.of(kind);
    let value = build.values.promise_next(kind);
    build.values.push(Instruction::Declare { value, ty });
    value
}

/// Keeps the promises for the end of the current block.
pub(super) fn keep_promises(build: &mut Build<'_, '_>) {
    let mut next = 0;
    while let Some((place, promise)) = build.values.open_promise(next) {
        let value = match build.values.keeper(promise) {
            Some(value) => value,
            None => any_result(build, promise.kind),
        };
        build.values.keep_promise(place, value);
        next = place + 1;
    }
}

/// Generates a new result of any given kind.
fn any_result(build: &mut Build<'_, '_>, kind: Kind) -> Value {
    let [a, b, condition] = [kind, kind, Kind::I1].map(|kind| plain(build, kind));
    build.values.define(kind, Instruction::Select { a, b, condition })
}

/// Returns an operand without promises, which would have to be kept in turn.
fn plain(build: &mut Build<'_, '_>, kind: Kind) -> Value {
    let draw = usize::from(build.choices.byte() & 3);
    let back = draw.min(build.values.count(kind).saturating_sub(1));
    match build.values.find_visible(kind, back) {
        Some(value) => value,
        None => constant(build, kind),
    }
}
