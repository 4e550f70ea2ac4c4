//! Breakers of the ids that debug instructions name.

use super::Breaker;
use super::draft::Draft;
use crate::debuginfo::edit::{debugs, fresh};
use irsmith_debuginfo::tables::Role;
use irsmith_debuginfo::{DebugInstruction, Id};

/// Makes a breaker of the operands with these roles: they name the set, which no debug instruction may name.
const fn names_set(rule: &'static str, change: fn(&mut Draft<'_, '_>) -> Option<()>) -> Breaker {
    Breaker { rule, about: "lets an operand name the set", change }
}

/// Makes a breaker of the operands with these roles: they name the debug instruction itself.
const fn names_itself(rule: &'static str, change: fn(&mut Draft<'_, '_>) -> Option<()>) -> Breaker {
    Breaker { rule, about: "lets an operand name its own instruction", change }
}

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker { rule: "id-zero", about: "makes an operand zero", change: |draft| put(draft, |_| true, |_, _| Id(0)) },
    Breaker {
        rule: "id-bound",
        about: "lets an operand name the bound",
        change: |draft| {
            let bound = Id(draft.model.header.bound);
            put(draft, |_| true, |_, _| bound)
        },
    },
    Breaker {
        rule: "id-undefined",
        about: "lets an operand name nothing",
        change: |draft| {
            debugs(draft.model).next()?;
            let id = fresh(draft.model)?;
            put(draft, |_| true, |_, _| id)
        },
    },
    names_itself("debug-order", |draft| own(draft, |role| !matches!(role, Role::Member | Role::Function))),
    names_set("operand-name", |draft| set(draft, &[Role::Name, Role::LinkageName])),
    names_set("operand-text", |draft| set(draft, &[Role::File, Role::Text])),
    names_set("operand-source", |draft| set(draft, &[Role::Source])),
    names_set("operand-size", |draft| set(draft, &[Role::Size])),
    names_itself("operand-size", |draft| own(draft, |role| role == Role::Size)),
    names_set("operand-offset", |draft| set(draft, &[Role::Offset])),
    names_set("operand-component-count", |draft| set(draft, &[Role::Count])),
    names_set("operand-enumerator", |draft| set(draft, &[Role::EnumeratorValue])),
    names_set("operand-type", |draft| set(draft, &[Role::Type])),
    names_set("operand-return-type", |draft| set(draft, &[Role::ReturnType])),
    names_set("operand-function-type", |draft| set(draft, &[Role::FunctionType])),
    names_itself("operand-function-type", |draft| own(draft, |role| role == Role::FunctionType)),
    names_set("operand-composite", |draft| set(draft, &[Role::Composite])),
    names_set("operand-member", |draft| set(draft, &[Role::Member])),
    names_itself("operand-member", |draft| own(draft, |role| role == Role::Member)),
    names_set("operand-static-member", |draft| set(draft, &[Role::StaticMember])),
    names_set("operand-scope", |draft| set(draft, &[Role::Scope])),
    names_set("operand-narrow-scope", |draft| set(draft, &[Role::NarrowScope])),
    names_set("operand-template-target", |draft| set(draft, &[Role::TemplateTarget])),
    names_set("operand-template-parameter", |draft| set(draft, &[Role::TemplateParameter])),
    names_set("operand-packed-parameter", |draft| set(draft, &[Role::PackedParameter])),
    names_set("operand-global", |draft| set(draft, &[Role::Global])),
    names_set("operand-function", |draft| set(draft, &[Role::Function])),
    names_itself("operand-function", |draft| own(draft, |role| role == Role::Function)),
    names_set("operand-declaration", |draft| set(draft, &[Role::FunctionDeclaration])),
    names_set("operand-inlined-at", |draft| set(draft, &[Role::InlinedAt])),
    names_set("operand-local-variable", |draft| set(draft, &[Role::LocalVariable])),
    names_set("operand-variable", |draft| set(draft, &[Role::Variable])),
    names_set("operand-value", |draft| set(draft, &[Role::AnyValue])),
    names_set("operand-index", |draft| set(draft, &[Role::Index])),
    names_set("operand-expression", |draft| set(draft, &[Role::Expression])),
    names_set("operand-operation", |draft| set(draft, &[Role::Operation])),
    names_itself("operand-operation", |draft| own(draft, |role| role == Role::Operation)),
    names_set("operand-macro", |draft| set(draft, &[Role::Macro])),
    names_set("operand-entity", |draft| set(draft, &[Role::Entity])),
];

fn set(draft: &mut Draft<'_, '_>, roles: &[Role]) -> Option<()> {
    put(draft, |role| roles.contains(&role), |set, _| set)
}

fn own(draft: &mut Draft<'_, '_>, is: impl Fn(Role) -> bool) -> Option<()> {
    put(draft, is, |_, own| own)
}

/// Replaces an operand of a role for which `is` holds by an id that depends on the instruction's set and result.
fn put(draft: &mut Draft<'_, '_>, is: impl Fn(Role) -> bool, id: impl Fn(Id, Id) -> Id) -> Option<()> {
    let places = |debug: &DebugInstruction| {
        let mut count = 0;
        debug.info.for_each_id(|role, _| count += usize::from(is(role)));
        count
    };
    let at = draft.debug(|debug| places(debug) > 0)?;
    let count = places(draft.debug_mut(at)?);
    let place = draft.choices.below(count);
    let debug = draft.debug_mut(at)?;
    let (new, mut next) = (id(debug.set, debug.result), 0);
    debug.info.for_each_id_mut(|role, operand| {
        if is(role) {
            if next == place {
                *operand = new;
            }
            next += 1;
        }
    });
    Some(())
}
