//! Constants of functions.

use super::build::Build;
use super::forms::{FloatForm, IntegerForm, UndefForm};
use super::kinds::{Kind, extend};
use crate::forms::Form;
use irsmith_pnacl::{Constant, Literal, Value};

/// Makes a new constant of a kind. Vectors have only undef; of the others one in 16 is undef.
pub(super) fn constant(build: &mut Build<'_, '_>, kind: Kind) -> Value {
    let undef = kind.ty().is_vector() || build.choices.chance(16) && build.is_on(UndefForm::all()[kind.index()]);
    if undef {
        push(build, kind, Literal::Undef)
    } else if kind.ty().is_integer() {
        let form = build.form(IntegerForm::of(kind));
        integer(build, form)
    } else {
        let form = build.form(FloatForm::of(kind));
        float(build, form)
    }
}

/// Returns the integer constant with this value, which is added if needed.
pub(super) fn integer_constant(build: &mut Build<'_, '_>, kind: Kind, value: i64) -> Value {
    let wanted = Constant { ty: build.types.of(kind), literal: Literal::Integer(value) };
    match build.values.known_constant(&wanted) {
        Some(known) => known,
        None => build.values.push_constant(kind, wanted),
    }
}

fn push(build: &mut Build<'_, '_>, kind: Kind, literal: Literal) -> Value {
    let ty = build.types.of(kind);
    build.values.push_constant(kind, Constant { ty, literal })
}

fn integer(build: &mut Build<'_, '_>, form: IntegerForm) -> Value {
    let bits = form.kind.ty().scalar_bits();
    let value = form.class.value(bits, build.choices.wide());
    push(build, form.kind, Literal::Integer(extend(value, bits)))
}

fn float(build: &mut Build<'_, '_>, form: FloatForm) -> Value {
    let bits = form.value(build.choices.wide());
    push(build, form.kind, Literal::Float(bits))
}
