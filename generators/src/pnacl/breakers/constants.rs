//! Breakers of constants.

use super::Breaker;
use super::draft::{Draft, VOID};
use irsmith_pnacl::{Literal, ValueType};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "constant-type",
        about: "adds an integer literal of a float or vector type, or of void, to a body",
        change: |draft| push(draft, Literal::Integer(1), |ty| ty.is_vector() || !ty.is_integer()),
    },
    Breaker {
        rule: "constant-type",
        about: "adds a float literal of an integer or vector type, or of void, to a body",
        change: |draft| push(draft, Literal::Float(0x3f80_0000), |ty| ty.is_vector() || !ty.is_float()),
    },
    Breaker {
        rule: "constant-type",
        about: "adds an integer or float literal of a function type to a body",
        change: |draft| {
            let function = draft.block_end()?.function;
            let literal = draft.pick(&[Literal::Integer(0), Literal::Float(0)])?;
            let ty = draft.signature(VOID, &[]);
            draft.constant_of(function, ty, literal);
            Some(())
        },
    },
];

fn push(draft: &mut Draft<'_, '_>, literal: Literal, wrong: impl Fn(ValueType) -> bool) -> Option<()> {
    let function = draft.block_end()?.function;
    let void = draft.choices.below(8) == 7;
    let ty = if void { VOID } else { draft.kind(wrong)? };
    draft.constant(function, ty, literal);
    Some(())
}
