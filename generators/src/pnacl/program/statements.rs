//! Statements: the list, the weights, and the choice of forms.

use super::super::calls::{CallForm, IndirectCallForm};
use super::super::forms::{AllocaForm, BinaryForm, CastForm, CompareForm, ExtractForm, InsertForm, LoadForm, SelectForm, StoreForm};
use super::super::lanes::Maker;
use super::calls::{call, call_indirect};
use super::compute::{binary, cast, compare};
use super::context::{Program, Statement};
use super::intrinsics::intrinsic;
use super::memory::{alloca, load, store};
use crate::forms::Form;
use irsmith_pnacl::tables::IntrinsicId;
use std::sync::LazyLock;

macro_rules! statements {
    ($($weight:literal $form:ty: $draw:path => |$program:ident, $drawn:ident| $make:expr;)*) => {
        /// The statements. Operations come before memory, because most rows are operations.
        pub(super) const STATEMENTS: &[Statement] = &[$(Statement {
            weight: $weight,
            is_on: |build| build.has::<$form>(),
            make: |$program| {
                let form: Option<$form> = $draw($program);
                if let Some($drawn) = form {
                    $make;
                }
            },
        }),*];
    };
}

statements! {
    44 BinaryForm: draw_binary => |program, form| binary(program, form);
    20 CompareForm: draw_compare => |program, form| compare(program, form);
    40 CastForm: draw_cast => |program, form| cast(program, form);
    12 SelectForm: draw => |program, form| program.select(form);
    8 ExtractForm: draw => |program, form| program.extract(form);
    8 InsertForm: draw => |program, form| program.insert(form);
    5 AllocaForm: draw => |program, form| alloca(program, form.alignment);
    14 LoadForm: draw => |program, form| load(program, form);
    14 StoreForm: draw => |program, form| store(program, form);
    7 CallForm: draw => |program, form| call(program, form);
    5 IndirectCallForm: draw => |program, form| call_indirect(program, form);
    26 IntrinsicId: draw => |program, form| intrinsic(program, form);
}

/// Groups of forms that share an operation or predicate. The operation is drawn first: of 14 conversions, not of 196 pairs of types, where
/// `bitcast` would get most draws and `fptrunc` one.
type Groups<F> = LazyLock<Vec<&'static [F]>>;

static BINARY: Groups<BinaryForm> = LazyLock::new(|| BinaryForm::all().chunk_by(|a, b| a.op == b.op).collect());
static COMPARE: Groups<CompareForm> = LazyLock::new(|| CompareForm::all().chunk_by(|a, b| a.predicate == b.predicate).collect());
static CAST: Groups<CastForm> = LazyLock::new(|| CastForm::all().chunk_by(|a, b| a.op == b.op).collect());

fn draw<F: Form>(program: &mut Program<'_, '_>) -> Option<F> {
    form_in(program, F::all(), |_| 0)
}

fn draw_binary(program: &mut Program<'_, '_>) -> Option<BinaryForm> {
    let group = BINARY[program.build.choices.below(BINARY.len())];
    form_in(program, group, |form| form.kind.ty().scalar_bits())
}

fn draw_compare(program: &mut Program<'_, '_>) -> Option<CompareForm> {
    let group = COMPARE[program.build.choices.below(COMPARE.len())];
    form_in(program, group, |_| 0)
}

fn draw_cast(program: &mut Program<'_, '_>) -> Option<CastForm> {
    let group = CAST[program.build.choices.below(CAST.len())];
    form_in(program, group, |form| form.from.ty().scalar_bits())
}

/// Draws an enabled form of a group; if none is enabled, one of all. `bits` is the width of a form's operand, or 0 if widths do not matter.
fn form_in<F: Form>(program: &mut Program<'_, '_>, group: &'static [F], bits: fn(F) -> u32) -> Option<F> {
    [group, F::all()].into_iter().find_map(|among| {
        let start = wider(program, among, bits);
        program.build.form_from(among, start)
    })
}

/// Draws an index among forms. In half of the cases the wider operand of two draws is used: wide types have the most values that go wrong,
/// and are as few as the narrow ones.
fn wider<F: Form>(program: &mut Program<'_, '_>, among: &[F], bits: fn(F) -> u32) -> usize {
    let first = program.build.choices.below(among.len());
    if bits(among[first]) == 0 || program.build.choices.chance(128) {
        return first;
    }
    let second = program.build.choices.below(among.len());
    if bits(among[second]) > bits(among[first]) { second } else { first }
}
