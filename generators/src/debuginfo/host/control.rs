//! Control flow: structured, with the merge instructions that shaders need and kernels may have.

use super::super::build::{Build, Section};
use super::super::facts::{Facts, Flow};
use super::super::families::Family;
use super::super::graph::bodies::{early_scope, enter_block, open_block};
use super::super::shapes::Shape;
use super::annotations::early_line;
use super::constants::constant;
use super::defined::{Type, TypeIndex, type_at, type_id, type_index};
use super::memory::instructions;
use super::types::{Kind, is, value_type};
use super::values::operand;
use crate::forms::forms;
use irsmith_debuginfo::{Id, Words};
use smallvec::SmallVec;
use spirv::{LoopControl, Op, SelectionControl};

forms! {
    /// Control flow constructs and their parts.
    pub(in super::super) enum Construct: ControlRow in Family::Construct;
    seen |form, facts: Facts| (form.row().seen)(facts.flow());
    Branch "branch" { seen: |flow| flow.branches }
    If "if" { seen: |flow| flow.ifs }
    IfElse "if and else" { seen: |flow| flow.ifs_with_else }
    Switch "switch" { seen: |flow| flow.switches }
    LoopTestFirst "loop, test first" { seen: |flow| flow.loops_test_first }
    LoopTestLast "loop, test last" { seen: |flow| flow.loops_test_last }
    BranchPhi "phi of branches" { seen: |flow| flow.branch_phis }
    LoopPhi "phi of a loop" { seen: |flow| flow.loop_phis }
    NoMerge "without merge instruction" { seen: |flow| flow.without_merge }
}

forms! {
    /// Ends of blocks other than constructs.
    pub(in super::super) enum Terminator: ControlRow in Family::Terminator;
    seen |form, facts: Facts| (form.row().seen)(facts.flow());
    Return "OpReturn" { seen: |flow| flow.returns }
    ReturnValue "OpReturnValue" { seen: |flow| flow.value_returns }
    Unreachable "OpUnreachable" { seen: |flow| flow.unreachable_ends }
    EarlyReturn "return in a branch" { seen: |flow| flow.early_returns }
    Break "break" { seen: |flow| flow.breaks }
    Continue "continue" { seen: |flow| flow.continues }
    EarlyUnreachable "OpUnreachable in a branch" { seen: |flow| flow.early_unreachables }
}

/// The columns of a form of control flow.
pub(in super::super) struct ControlRow {
    seen: fn(&Flow) -> u64,
}

/// The constructs that are drawn; the others come with them.
const CHOSEN: &[Construct] =
    &[Construct::Branch, Construct::If, Construct::IfElse, Construct::Switch, Construct::LoopTestFirst, Construct::LoopTestLast];

/// How an arm of a selection may end.
const EARLY: &[Terminator] = &[Terminator::EarlyReturn, Terminator::Break, Terminator::Continue, Terminator::EarlyUnreachable];

/// The targets of `break` and `continue`.
#[derive(Clone, Copy)]
pub(in super::super) struct Loop {
    merge: Id,
    again: Id,
}

/// The targets of control flow, for the constructs of a function.
#[derive(Clone, Copy)]
struct Frame {
    function: usize,
    depth: u32,
    around: Option<Loop>,
}

/// Edges into a block: values and labels.
type Edges = SmallVec<[u32; 8]>;

/// Generates consecutive constructs. Ends in an open block.
pub(in super::super) fn sequence(build: &mut Build<'_, '_>, function: usize, depth: u32, around: Option<Loop>) {
    let frame = Frame { function, depth, around };
    instructions(build, function);
    let count = if depth == 0 { 0 } else { build.choices.up_to(build.config.constructs) };
    for _ in 0..count {
        construct(build, frame);
        instructions(build, function);
    }
}

fn construct(build: &mut Build<'_, '_>, frame: Frame) {
    let Some(form) = build.form_on(CHOSEN) else { return };
    match form {
        Construct::If => selection(build, frame, false),
        Construct::IfElse => selection(build, frame, true),
        Construct::Switch => switch(build, frame),
        Construct::LoopTestFirst => looping(build, frame, false),
        Construct::LoopTestLast => looping(build, frame, true),
        _ => {
            let next = build.id();
            branch(build, next);
            open(build, next);
        }
    }
}

fn branch(build: &mut Build<'_, '_>, to: Id) {
    build.push(Section::Bodies, Op::Branch, &[to.0]);
}

/// Begins a block with this label; phis may follow.
fn push_label(build: &mut Build<'_, '_>, label: Id) {
    build.push(Section::Bodies, Op::Label, &[label.0]);
    build.scratch.host.values.enter(label);
    enter_block(build);
}

/// Begins the first block.
pub(in super::super) fn label_new(build: &mut Build<'_, '_>) {
    let label = build.id();
    push_label(build, label);
}

/// Begins a block without phis.
fn open(build: &mut Build<'_, '_>, label: Id) {
    push_label(build, label);
    open_block(build);
}

/// Returns whether the module has merge instructions here: shaders need them.
fn merges(build: &mut Build<'_, '_>) -> bool {
    !(build.scratch.host.version.kernel && build.choices.chance(128) && build.is_on(Construct::NoMerge))
}

fn selection_merge(build: &mut Build<'_, '_>, merge: Id) {
    if merges(build) {
        let control = [SelectionControl::NONE, SelectionControl::FLATTEN, SelectionControl::DONT_FLATTEN];
        let control = control[build.choices.below(3)].bits();
        build.push(Section::Bodies, Op::SelectionMerge, &[merge.0, control]);
    }
}

fn condition(build: &mut Build<'_, '_>) -> u32 {
    let ty = type_index(build, Type::Bool);
    // Bools always have constants.
    operand(build, ty).unwrap_or_default().0
}

fn selection(build: &mut Build<'_, '_>, frame: Frame, with_else: bool) {
    let (then, other, merge) = (build.id(), build.id(), build.id());
    let condition = condition(build);
    let phi = phi_type(build, Construct::BranchPhi);
    let (head, mut edges) = (build.scratch.host.values.block(), Edges::new());
    if let Some(ty) = phi
        && !with_else
    {
        edge(build, &mut edges, ty, head);
    }
    selection_merge(build, merge);
    let target = if with_else { other } else { merge };
    build.push(Section::Bodies, Op::BranchConditional, &[condition, then.0, target.0]);
    arm(build, frame, then, merge, phi, &mut edges, true);
    if with_else {
        arm(build, frame, other, merge, phi, &mut edges, false);
    }
    merge_at(build, merge, phi, &edges);
}

/// Generates an arm of a selection. One arm of an if may leave early.
fn arm(build: &mut Build<'_, '_>, frame: Frame, label: Id, merge: Id, phi: Option<TypeIndex>, edges: &mut Edges, may_leave: bool) {
    let mark = build.scratch.host.values.mark();
    open(build, label);
    sequence(build, frame.function, frame.depth - 1, frame.around);
    if !(may_leave && leave(build, frame)) {
        let block = build.scratch.host.values.block();
        if let Some(ty) = phi {
            edge(build, edges, ty, block);
        }
        branch(build, merge);
    }
    build.scratch.host.values.forget(mark);
}

/// Draws the type of a phi, if there is to be one.
fn phi_type(build: &mut Build<'_, '_>, form: Construct) -> Option<TypeIndex> {
    (build.choices.chance(128) && build.is_on(form)).then(|| value_type(build, Kind::Value))
}

fn edge(build: &mut Build<'_, '_>, edges: &mut Edges, ty: TypeIndex, block: Id) {
    let value = operand(build, ty).unwrap_or_default();
    edges.extend_from_slice(&[value.0, block.0]);
}

fn merge_at(build: &mut Build<'_, '_>, label: Id, phi: Option<TypeIndex>, edges: &[u32]) {
    push_label(build, label);
    if let Some(ty) = phi {
        let type_id = type_id(build, ty);
        early_scope(build);
        early_line(build);
        let id = build.define(Op::Phi, type_id, edges);
        build.scratch.host.values.add(id, ty);
    }
    open_block(build);
}

/// Ends the block with a `break`, `continue` or return, perhaps.
fn leave(build: &mut Build<'_, '_>, frame: Frame) -> bool {
    if !build.choices.chance(80) {
        return false;
    }
    let form = EARLY[build.choices.below(EARLY.len())];
    if !build.is_on(form) {
        return false;
    }
    match (form, frame.around) {
        (Terminator::Break, Some(around)) => branch(build, around.merge),
        (Terminator::Continue, Some(around)) => branch(build, around.again),
        (Terminator::Break | Terminator::Continue, None) => return false,
        (Terminator::EarlyReturn, _) => give_back(build, build.scratch.host.functions[frame.function].result),
        _ => build.push(Section::Bodies, Op::Unreachable, &[]),
    }
    true
}

fn switch(build: &mut Build<'_, '_>, frame: Frame) {
    let mut ty = value_type(build, Kind::Int);
    if let Type::Vector { element, .. } = type_at(build, ty) {
        ty = element;
    }
    let wide = matches!(type_at(build, ty), Type::Int { bits: 64, .. });
    let selector = operand(build, ty).unwrap_or_default();
    let (merge, default) = (build.id(), build.id());
    let cases = build.choices.below(5);
    // Small enough for 8 bits with a sign.
    let (step, shared) = (1 + build.choices.up_to(20), build.choices.chance(48));
    let mut words = Words::from_slice(&[selector.0, default.0]);
    let mut labels: SmallVec<[Id; 4]> = SmallVec::new();
    for case in 0..cases {
        words.push(case as u32 * step);
        if wide {
            words.push(0);
        }
        if !shared || labels.is_empty() {
            let label = build.id();
            labels.push(label);
        }
        words.push(labels[labels.len() - 1].0);
    }
    let phi = phi_type(build, Construct::BranchPhi);
    let mut edges = Edges::new();
    selection_merge(build, merge);
    build.push_words(Section::Bodies, Op::Switch, words);
    arm(build, frame, default, merge, phi, &mut edges, false);
    for label in labels {
        arm(build, frame, label, merge, phi, &mut edges, true);
    }
    merge_at(build, merge, phi, &edges);
}

/// Generates a loop. After the loop only the values of its head are visible, because any block of the loop may leave it.
fn looping(build: &mut Build<'_, '_>, frame: Frame, test_last: bool) {
    let (head, body, again, merge) = (build.id(), build.id(), build.id(), build.id());
    let phi = phi_type(build, Construct::LoopPhi);
    let mut edges = Edges::new();
    let next = build.id();
    if let Some(ty) = phi {
        let before = build.scratch.host.values.block();
        edge(build, &mut edges, ty, before);
        edges.extend_from_slice(&[next.0, again.0]);
    }
    branch(build, head);
    merge_at(build, head, phi, &edges);
    let carried = phi.zip(build.scratch.host.values.visible().last()).map(|(ty, newest)| (ty, newest.id));
    instructions(build, frame.function);
    let condition = condition(build);
    let mark = build.scratch.host.values.mark();
    if merges(build) {
        let control = [LoopControl::NONE, LoopControl::UNROLL, LoopControl::DONT_UNROLL][build.choices.below(3)].bits();
        build.push(Section::Bodies, Op::LoopMerge, &[merge.0, again.0, control]);
    }
    if test_last {
        branch(build, body);
    } else {
        build.push(Section::Bodies, Op::BranchConditional, &[condition, body.0, merge.0]);
    }
    open(build, body);
    sequence(build, frame.function, frame.depth - 1, Some(Loop { merge, again }));
    branch(build, again);
    build.scratch.host.values.forget(mark);
    open(build, again);
    if let Some((ty, id)) = carried {
        carry(build, ty, id, next);
    }
    if test_last {
        build.push(Section::Bodies, Op::BranchConditional, &[condition, head.0, merge.0]);
    } else {
        branch(build, head);
    }
    build.scratch.host.values.forget(mark);
    open(build, merge);
}

/// Generates the next value of a loop's phi.
fn carry(build: &mut Build<'_, '_>, ty: TypeIndex, from: Id, next: Id) {
    let type_id = type_id(build, ty).0;
    let sum = if is(build, ty, Kind::Int) {
        Some(Op::IAdd)
    } else if is(build, ty, Kind::Float) {
        Some(Op::FAdd)
    } else {
        None
    };
    match sum.zip(constant(build, ty)) {
        Some((op, step)) => build.push(Section::Bodies, op, &[type_id, next.0, from.0, step.0]),
        None => build.push(Section::Bodies, Op::CopyObject, &[type_id, next.0, from.0]),
    }
}

fn give_back(build: &mut Build<'_, '_>, result: TypeIndex) {
    if type_at(build, result) == Type::Void {
        return build.push(Section::Bodies, Op::Return, &[]);
    }
    let value = operand(build, result).unwrap_or_default();
    build.push(Section::Bodies, Op::ReturnValue, &[value.0]);
}

/// Generates the end of a function.
pub(in super::super) fn end_body(build: &mut Build<'_, '_>, result: TypeIndex) {
    if build.choices.chance(16) && build.is_on(Terminator::Unreachable) {
        return build.push(Section::Bodies, Op::Unreachable, &[]);
    }
    if !build.wants(Shape::Unreachable, 16) {
        return give_back(build, result);
    }
    let (then, other, merge) = (build.id(), build.id(), build.id());
    let condition = condition(build);
    build.push(Section::Bodies, Op::SelectionMerge, &[merge.0, 0]);
    build.push(Section::Bodies, Op::BranchConditional, &[condition, then.0, other.0]);
    for label in [then, other] {
        open(build, label);
        give_back(build, result);
    }
    open(build, merge);
    build.push(Section::Bodies, Op::Unreachable, &[]);
}
