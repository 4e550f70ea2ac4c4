//! Calls.

use super::build::Build;
use super::constants::integer_constant;
use super::declarations::{declare_intrinsic, signature_kind};
use super::facts::{Facts, Operation};
use super::families::Family;
use super::forms::InstructionForm;
use super::functions::Callable;
use super::kinds::Kind;
use super::operands::operand;
use crate::forms::forms;
use irsmith_pnacl::tables::{IntrinsicArgument, IntrinsicId};
use irsmith_pnacl::{Instruction, Value};
use smallvec::SmallVec;

forms! {
    /// A call of a defined function by name.
    pub(super) enum CallForm: CallRow in Family::Call;
    seen |form, facts: Facts| facts.operations(form.operation());
    Void "void" { tail: false, valued: false }
    TailVoid "tail, void" { tail: true, valued: false }
    Value "value" { tail: false, valued: true }
    TailValue "tail, value" { tail: true, valued: true }
}

forms! {
    /// A call by address.
    pub(super) enum IndirectCallForm: CallRow in Family::CallIndirect;
    seen |form, facts: Facts| facts.operations(form.operation());
    Void "void" { tail: false, valued: false }
    TailVoid "tail, void" { tail: true, valued: false }
    Value "value" { tail: false, valued: true }
    TailValue "tail, value" { tail: true, valued: true }
}

/// The columns of a call.
#[derive(Clone, Copy)]
pub(super) struct CallRow {
    pub(super) tail: bool,
    /// Whether it has a result.
    pub(super) valued: bool,
}

impl InstructionForm for CallForm {
    fn operation(self) -> Operation {
        let &CallRow { tail, valued } = self.row();
        Operation::Call { tail, valued }
    }
}

impl InstructionForm for IndirectCallForm {
    fn operation(self) -> Operation {
        let &CallRow { tail, valued } = self.row();
        Operation::CallIndirect { tail, valued }
    }
}

type Arguments = SmallVec<[Value; 4]>;

/// Limit of arguments of an indirect call that need not match a function.
const LOOSE_ARGUMENTS: usize = 5;
/// Memory orders.
const ACQUIRE: i64 = 3;
const RELEASE: i64 = 4;
const SEQUENTIAL: i64 = 6;

/// Returns the nearest allowed order of a compare-and-exchange: the order on failure may not be stronger than the order on success, and
/// none is as weak as release allows.
pub(super) fn exchange_order(success: Option<i64>, drawn: i64) -> i64 {
    match success {
        None if drawn == RELEASE => SEQUENTIAL,
        Some(success) if success != SEQUENTIAL => ACQUIRE,
        _ => drawn,
    }
}

/// Returns whether an intrinsic compares and exchanges.
pub(super) const fn is_exchange(id: IntrinsicId) -> bool {
    use IntrinsicId as Id;
    matches!(id, Id::AtomicCmpxchgI8 | Id::AtomicCmpxchgI16 | Id::AtomicCmpxchgI32 | Id::AtomicCmpxchgI64)
}

/// Generates a call of a defined function by name, if there is one like that.
pub(super) fn call(build: &mut Build<'_, '_>, form: CallForm) {
    let &CallRow { tail, valued } = form.row();
    if let Some(callee) = callable(build, valued) {
        let arguments = arguments_of(build, callee.function);
        finish(build, callee.result, Instruction::Call { tail, callee: Value::function(callee.function), arguments });
    }
}

/// Generates a call by address.
pub(super) fn call_indirect(build: &mut Build<'_, '_>, form: IndirectCallForm) {
    let &CallRow { tail, valued } = form.row();
    let fitting = if build.choices.chance(128) { callable(build, valued) } else { None };
    let (kind, pointer, arguments) = match fitting {
        Some(callee) => (callee.result, Value::function(callee.function), arguments_of(build, callee.function)),
        None => {
            let result = valued.then(|| signature_kind(build));
            let pointer = operand(build, Kind::I32);
            let count = build.choices.below(LOOSE_ARGUMENTS);
            let kinds: SmallVec<[Kind; 6]> = (0..count).map(|_| signature_kind(build)).collect();
            (result, pointer, kinds.into_iter().map(|kind| operand(build, kind)).collect())
        }
    };
    let result = build.types.result(kind);
    finish(build, kind, Instruction::CallIndirect { tail, pointer, result, arguments });
}

/// Generates a call of an intrinsic.
pub(super) fn intrinsic(build: &mut Build<'_, '_>, id: IntrinsicId) {
    let function = declare_intrinsic(build, id);
    let arguments = intrinsic_arguments(build, id);
    let tail = build.choices.chance(24);
    finish(build, Kind::of(id.row().result), Instruction::Call { tail, callee: Value::function(function), arguments });
    if id.row().returns_address {
        build.values.note_address();
    }
}

fn finish(build: &mut Build<'_, '_>, result: Option<Kind>, instruction: Instruction) {
    match result {
        Some(kind) => {
            build.values.define(kind, instruction);
        }
        None => build.values.push(instruction),
    }
}

/// Draws a defined function with or without a result.
fn callable(build: &mut Build<'_, '_>, valued: bool) -> Option<Callable> {
    let defined = build.functions.defined();
    let start = build.choices.below(defined.len());
    defined[start..].iter().chain(&defined[..start]).copied().find(|callable| callable.result.is_some() == valued)
}

fn arguments_of(build: &mut Build<'_, '_>, function: u32) -> Arguments {
    let kinds: SmallVec<[Kind; 6]> = build.types.parameters(build.functions.ty(function)).collect();
    kinds.into_iter().map(|kind| operand(build, kind)).collect()
}

/// Draws arguments of an intrinsic; if it requires a constant, one of those allowed.
fn intrinsic_arguments(build: &mut Build<'_, '_>, id: IntrinsicId) -> Arguments {
    let mut arguments = Arguments::new();
    let mut success = None;
    for &(ty, demand) in id.row().parameters {
        let kind = Kind::of(ty).unwrap_or(Kind::I32);
        arguments.push(match demand {
            IntrinsicArgument::Any | IntrinsicArgument::Address => operand(build, kind),
            IntrinsicArgument::OneOf(allowed) => {
                let drawn = allowed[build.choices.below(allowed.len())];
                let value = if is_exchange(id) { exchange_order(success, drawn) } else { drawn };
                success = Some(value);
                integer_constant(build, kind, value)
            }
        });
    }
    arguments
}
