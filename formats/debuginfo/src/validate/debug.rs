//! Checks of single debug instructions.

use super::context::{Context, Described};
use super::words::{check_range, check_use};
use super::{RuleId, composites, forward, literals, operations, roles};
use crate::tables::{InstructionRow, Kind, Layout, Role};
use crate::{CoreInstruction, DebugInstruction, Id, Info};
use smallvec::SmallVec;

/// Checks a debug instruction in a function, counted from 1, or outside of all.
pub(super) fn check(context: &mut Context<'_>, index: usize, function: u32, debug: &DebugInstruction) {
    check_head(context, index, function, debug);
    let Some(layout) = layout(context, index, debug) else { return };
    let mut words = SmallVec::<[_; 16]>::new();
    debug.info.for_each_word(layout, |role, kind, word| words.push((role, kind, word)));
    for (ordinal, &(role, kind, word)) in words.iter().enumerate() {
        if kind == Kind::Id {
            check_id(context, (index, function), debug, layout, ordinal, role, Id(word));
        } else {
            literals::check(context, index, layout, ordinal, kind, word);
        }
    }
    literals::check_numbers(context, index, &debug.info);
    composites::check(context, index, debug.result, &debug.info);
    if let Info::Operation { operation, operands } = &debug.info {
        operations::check(context, index, layout, *operation, operands);
    }
    if let Info::Declare { variable, .. } = debug.info
        && context.is_core(variable, spirv::Op::FunctionParameter)
    {
        context.add(RuleId::DeclareParameter, index, format_args!("{variable} is an OpFunctionParameter"));
    }
}

fn check_id(
    context: &mut Context<'_>,
    (index, function): (usize, u32),
    debug: &DebugInstruction,
    layout: Layout,
    ordinal: usize,
    role: Role,
    id: Id,
) {
    context.goes_ahead |= context.debug(id).is_some_and(|(at, _)| at >= index);
    if let Some(rule) = check_use(context, index, function, id, forward::debug_may_precede(role)) {
        let rule = if rule == RuleId::IdOrder { RuleId::DebugOrder } else { rule };
        context.add_operand(rule, index, ordinal, format_args!("{id}"));
    }
    roles::check(context, index, &debug.info, layout, ordinal, role, id);
}

fn check_head(context: &mut Context<'_>, index: usize, function: u32, debug: &DebugInstruction) {
    let (ty, set) = (debug.result_type, debug.set);
    let broken = [
        (debug.result, check_range(context, debug.result)),
        (ty, check_use(context, index, function, ty, false)),
        (set, check_use(context, index, function, set, false)),
    ];
    for (id, rule) in broken {
        if let Some(rule) = rule {
            context.add(rule, index, format_args!("{id}"));
        }
    }
    check_result_type(context, index, ty);
}

/// Checks the result type of a debug instruction of any set.
pub(super) fn check_result_type(context: &mut Context<'_>, index: usize, ty: Id) {
    let named = context.instruction(ty);
    if named.is_some() && !context.is_core(ty, spirv::Op::TypeVoid) {
        context.add(RuleId::ResultType, index, format_args!("{ty} is {}", Described(named)));
    }
}

/// Returns the layout of an instruction's set, if the set has such an instruction with such operands. In a file it always has; in a model
/// it may not.
fn layout(context: &mut Context<'_>, index: usize, debug: &DebugInstruction) -> Option<Layout> {
    let Some(dialect) = context.sets.dialect(debug.set) else {
        let named = Described(context.instruction(debug.set));
        context.add(RuleId::SetImport, index, format_args!("{} is {named}", debug.set));
        return None;
    };
    let layout = dialect.layout();
    if !debug.info.row().is_in(layout) {
        context.add(RuleId::DebugInstruction, index, format_args!("{} has no {}", dialect.name(), debug.info.row().name));
        return None;
    }
    if let Some(field) = debug.info.unfit(layout) {
        context.add(RuleId::DebugOperands, index, format_args!("{field} is not as {} has it", dialect.name()));
        return None;
    }
    Some(layout)
}

/// Checks an OpExtInst of a debug set that its row does not describe.
pub(super) fn check_untyped(context: &mut Context<'_>, index: usize, core: &CoreInstruction) {
    let &[ty, _, set, number, ref operands @ ..] = core.words.as_slice() else { return };
    let Some(dialect) = context.sets.dialect(Id(set)).filter(|_| core.is(spirv::Op::ExtInst)) else { return };
    match InstructionRow::find(dialect.layout(), dialect.number(number)) {
        None => context.add(RuleId::DebugInstruction, index, format_args!("{} has no instruction {number}", dialect.name())),
        Some(row) => {
            context.add(RuleId::DebugOperands, index, format_args!("{} does not have {} operand words", row.name, operands.len()));
        }
    }
    check_result_type(context, index, Id(ty));
}
