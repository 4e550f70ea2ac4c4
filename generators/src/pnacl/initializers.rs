//! Global variables and their initializers.

use super::build::Build;
use super::forms::{Addend, GlobalForm, InitializerForm, Piece, Target};
use crate::forms::Form;
use irsmith_pnacl::{Global, Initializer, Value};

/// Generates the globals. Their number is chosen first, so that initializers may name later ones.
pub(super) fn globals(build: &mut Build<'_, '_>) {
    let count = build.choices.up_to(build.config.globals) as usize;
    build.globals.plan(count);
    for _ in 0..count {
        global(build);
    }
}

/// Adds a global with initializers.
pub(super) fn add_global(build: &mut Build<'_, '_>) {
    build.globals.plan(1);
    global(build);
}

fn global(build: &mut Build<'_, '_>) {
    let GlobalForm { alignment, constant, .. } = build.form(GlobalForm::all());
    build.globals.add(Global { alignment, constant, initializers: Vec::new() });
    let more = if build.choices.chance(112) { build.choices.below(build.config.initializers as usize) } else { 0 };
    for _ in 0..=more {
        if let Some(form) = build.form_on::<InitializerForm>() {
            piece(build, form.piece);
        }
    }
    match build.globals.last_initializers() {
        [] => piece(build, Piece::Zerofill),
        [_] => {}
        _ => avoid_zeros(build),
    }
}

/// The tools do not treat pieces that are all zero as a compound initializer, so one piece gets a byte that is not zero.
fn avoid_zeros(build: &mut Build<'_, '_>) {
    let is_data = |piece: &Initializer| matches!(piece, Initializer::Data(_));
    let is_zero = |piece: &Initializer| match piece {
        Initializer::Zerofill(_) => true,
        Initializer::Data(bytes) => bytes.iter().all(|&byte| byte == 0),
        Initializer::Relocation { .. } => false,
    };
    let pieces = build.globals.last_initializers();
    if !pieces.iter().all(is_zero) {
        return;
    }
    if !pieces.iter().any(is_data) {
        piece(build, Piece::Data);
    }
    let bytes = build.globals.last_initializers_mut().into_iter().flatten().find_map(|piece| match piece {
        Initializer::Data(bytes) => bytes.last_mut(),
        _ => None,
    });
    bytes.into_iter().for_each(|byte| *byte = 1);
}

/// Appends a piece to the initializers of the last global, or nothing if that is impossible.
fn piece(build: &mut Build<'_, '_>, piece: Piece) {
    let data_size = build.config.data as usize;
    let made = match piece {
        Piece::Zerofill => Some(Initializer::Zerofill(1 + build.choices.below(data_size) as u64)),
        Piece::ZerofillOfNone => Some(Initializer::Zerofill(0)),
        Piece::ZerofillOfMany => build.choices.chance(24).then(|| Initializer::Zerofill(1 << (32 + build.choices.below(8)))),
        Piece::Data => Some(data(build, data_size)),
        Piece::DataOfMany => build.choices.chance(48).then(|| data(build, data_size * 16)),
        Piece::Relocation(target, addend) => relocation(build, target, addend),
    };
    if let (Some(initializer), Some(initializers)) = (made, build.globals.last_initializers_mut()) {
        initializers.push(initializer);
    }
}

fn data(build: &mut Build<'_, '_>, most: usize) -> Initializer {
    let length = 1 + build.choices.below(most);
    Initializer::Data((0..length).map(|_| build.choices.byte()).collect())
}

/// Returns `None` if the target does not exist.
fn relocation(build: &mut Build<'_, '_>, target: Target, addend: Addend) -> Option<Initializer> {
    let own = build.globals.len() - 1;
    let value = match target {
        Target::Function => Value::function(build.choices.pick(build.functions.defined())?.function),
        Target::Earlier => Value::global(build.choices.index(own)? as u32),
        Target::Own => Value::global(own as u32),
        Target::Later => Value::global((own + 1 + build.choices.index(build.globals.later())?) as u32),
    };
    let amount = 1 + u32::from(build.choices.byte());
    let addend = match addend {
        Addend::None => None,
        Addend::Zero => Some(0),
        Addend::Positive => Some(amount),
        Addend::Negative => Some(amount.wrapping_neg()),
    };
    Some(Initializer::Relocation { value, addend })
}
