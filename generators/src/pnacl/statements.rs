//! The instructions from which a block is generated. Weights follow the mix of real programs, with higher weights for rare instructions.

use super::build::{Build, Statement};
use super::calls::{CallForm, IndirectCallForm, call, call_indirect, intrinsic};
use super::forms::{AllocaForm, BinaryForm, CastForm, CompareForm, DeclareForm, ExtractForm, InsertForm, LoadForm, SelectForm, StoreForm};
use super::instructions::{alloca, binary, cast, compare, declare_unused, load, store};
use super::lanes::Maker;
use irsmith_pnacl::tables::IntrinsicId;

macro_rules! statements {
    ($($weight:literal $form:ty => $make:expr;)*) => {
        const STATEMENTS: &[Statement] = &[$(Statement {
            weight: $weight,
            is_on: |build| build.has::<$form>(),
            make: |build| {
                let make: fn(&mut Build<'_, '_>, $form) = $make;
                if let Some(form) = build.form_on::<$form>() {
                    make(build, form);
                }
            },
        }),*];
    };
}

statements! {
    40 BinaryForm => binary;
    20 CompareForm => compare;
    30 CastForm => cast;
    12 SelectForm => |build, form| build.select(form);
    8 ExtractForm => |build, form| build.extract(form);
    10 InsertForm => |build, form| build.insert(form);
    6 AllocaForm => alloca;
    20 LoadForm => load;
    16 StoreForm => store;
    10 CallForm => call;
    4 IndirectCallForm => call_indirect;
    20 IntrinsicId => intrinsic;
    2 DeclareForm => declare_unused;
}

/// Lets statements be drawn.
pub(super) fn prepare(build: &mut Build<'_, '_>) {
    build.spread(STATEMENTS);
}
