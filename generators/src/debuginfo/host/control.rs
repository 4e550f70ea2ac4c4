//! Control flow: structured, with the merges that shaders need and kernels may have.

use super::super::build::{Build, Section};
use super::super::facts::{Facts, Flow};
use super::super::families::Family;
use super::super::shapes::Shape;
use super::types::{Kind, Type, TypeIndex};
use crate::forms::forms;
use irsmith_debuginfo::{Id, Words};
use smallvec::SmallVec;
use spirv::{LoopControl, Op, SelectionControl};

forms! {
    /// Constructs of control flow, and what stands with them.
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
    /// What ends a block other than a construct.
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

/// What may end a branch of a selection.
const EARLY: &[Terminator] = &[Terminator::EarlyReturn, Terminator::Break, Terminator::Continue, Terminator::EarlyUnreachable];

/// Where `break` and `continue` go.
#[derive(Clone, Copy)]
pub(in super::super) struct Loop {
    merge: Id,
    again: Id,
}

/// Where control goes, for the constructs of a function.
#[derive(Clone, Copy)]
struct Frame {
    function: usize,
    depth: u32,
    around: Option<Loop>,
}

/// Edges into a block: values and labels.
type Edges = SmallVec<[u32; 8]>;

impl Build<'_, '_> {
    /// Constructs one after another. Ends in an open block.
    pub(in super::super) fn sequence(&mut self, function: usize, depth: u32, around: Option<Loop>) {
        let frame = Frame { function, depth, around };
        self.instructions(function);
        let count = if depth == 0 { 0 } else { self.choices.up_to(self.config.constructs) };
        for _ in 0..count {
            self.construct(frame);
            self.instructions(function);
        }
    }

    fn construct(&mut self, frame: Frame) {
        let Some(form) = self.form_on(CHOSEN) else { return };
        match form {
            Construct::If => self.selection(frame, false),
            Construct::IfElse => self.selection(frame, true),
            Construct::Switch => self.switch(frame),
            Construct::LoopTestFirst => self.looping(frame, false),
            Construct::LoopTestLast => self.looping(frame, true),
            _ => {
                let next = self.id();
                self.branch(next);
                self.open(next);
            }
        }
    }

    fn branch(&mut self, to: Id) {
        self.push(Section::Bodies, Op::Branch, &[to.0]);
    }

    /// Begins a block of this label; phis may follow.
    fn label(&mut self, label: Id) {
        self.push(Section::Bodies, Op::Label, &[label.0]);
        self.scratch.host.values.block = label;
    }

    /// Begins the first block.
    pub(in super::super) fn label_new(&mut self) {
        let label = self.id();
        self.label(label);
    }

    /// Begins a block without phis.
    fn open(&mut self, label: Id) {
        self.label(label);
        self.open_block();
    }

    /// Whether the module has merge instructions here: shaders need them.
    fn merges(&mut self) -> bool {
        !(self.scratch.host.version.kernel && self.choices.chance(128) && self.is_on(Construct::NoMerge))
    }

    fn selection_merge(&mut self, merge: Id) {
        if self.merges() {
            let control = [SelectionControl::NONE, SelectionControl::FLATTEN, SelectionControl::DONT_FLATTEN];
            let control = control[self.choices.below(3)].bits();
            self.push(Section::Bodies, Op::SelectionMerge, &[merge.0, control]);
        }
    }

    fn condition(&mut self) -> u32 {
        let ty = self.type_index(Type::Bool);
        // Bools always have constants.
        self.operand(ty).unwrap_or_default().0
    }

    fn selection(&mut self, frame: Frame, with_else: bool) {
        let (then, other, merge) = (self.id(), self.id(), self.id());
        let condition = self.condition();
        let phi = self.phi_type(Construct::BranchPhi);
        let (head, mut edges) = (self.scratch.host.values.block, Edges::new());
        if let Some(ty) = phi
            && !with_else
        {
            self.edge(&mut edges, ty, head);
        }
        self.selection_merge(merge);
        let target = if with_else { other } else { merge };
        self.push(Section::Bodies, Op::BranchConditional, &[condition, then.0, target.0]);
        self.arm(frame, then, merge, phi, &mut edges, true);
        if with_else {
            self.arm(frame, other, merge, phi, &mut edges, false);
        }
        self.merge(merge, phi, &edges);
    }

    /// A branch of a selection. Of an if, one may leave early.
    fn arm(&mut self, frame: Frame, label: Id, merge: Id, phi: Option<TypeIndex>, edges: &mut Edges, may_leave: bool) {
        let mark = self.scratch.host.values.visible.len();
        self.open(label);
        self.sequence(frame.function, frame.depth - 1, frame.around);
        if !(may_leave && self.leave(frame)) {
            let block = self.scratch.host.values.block;
            if let Some(ty) = phi {
                self.edge(edges, ty, block);
            }
            self.branch(merge);
        }
        self.scratch.host.values.visible.truncate(mark);
    }

    /// The type of a phi, if there shall be one.
    fn phi_type(&mut self, form: Construct) -> Option<TypeIndex> {
        (self.choices.chance(128) && self.is_on(form)).then(|| self.value_type(Kind::Value))
    }

    fn edge(&mut self, edges: &mut Edges, ty: TypeIndex, block: Id) {
        let value = self.operand(ty).unwrap_or_default();
        edges.extend_from_slice(&[value.0, block.0]);
    }

    fn merge(&mut self, label: Id, phi: Option<TypeIndex>, edges: &[u32]) {
        self.label(label);
        if let Some(ty) = phi {
            let type_id = self.type_id(ty);
            let id = self.define(Op::Phi, type_id, edges);
            self.scratch.host.values.add(id, ty);
        }
        self.open_block();
    }

    /// Ends the block by leaving, perhaps.
    fn leave(&mut self, frame: Frame) -> bool {
        if !self.choices.chance(80) {
            return false;
        }
        let form = EARLY[self.choices.below(EARLY.len())];
        if !self.is_on(form) {
            return false;
        }
        match (form, frame.around) {
            (Terminator::Break, Some(around)) => self.branch(around.merge),
            (Terminator::Continue, Some(around)) => self.branch(around.again),
            (Terminator::Break | Terminator::Continue, None) => return false,
            (Terminator::EarlyReturn, _) => self.give_back(self.scratch.host.functions[frame.function].result),
            _ => self.push(Section::Bodies, Op::Unreachable, &[]),
        }
        true
    }

    fn switch(&mut self, frame: Frame) {
        let mut ty = self.value_type(Kind::Int);
        if let Type::Vector { element, .. } = self.ty(ty) {
            ty = element;
        }
        let wide = matches!(self.ty(ty), Type::Int { bits: 64, .. });
        let selector = self.operand(ty).unwrap_or_default();
        let (merge, default) = (self.id(), self.id());
        let cases = self.choices.below(5);
        // Small enough for 8 bits with a sign.
        let (step, shared) = (1 + self.choices.up_to(20), self.choices.chance(48));
        let mut words = Words::from_slice(&[selector.0, default.0]);
        let mut labels: SmallVec<[Id; 4]> = SmallVec::new();
        for case in 0..cases {
            words.push(case as u32 * step);
            if wide {
                words.push(0);
            }
            if !shared || labels.is_empty() {
                let label = self.id();
                labels.push(label);
            }
            words.push(labels[labels.len() - 1].0);
        }
        let phi = self.phi_type(Construct::BranchPhi);
        let mut edges = Edges::new();
        self.selection_merge(merge);
        self.push_words(Section::Bodies, Op::Switch, words);
        self.arm(frame, default, merge, phi, &mut edges, false);
        for label in labels {
            self.arm(frame, label, merge, phi, &mut edges, true);
        }
        self.merge(merge, phi, &edges);
    }

    /// A loop. What is seen behind it is what its head sees: any block of it may leave.
    fn looping(&mut self, frame: Frame, test_last: bool) {
        let (head, body, again, merge) = (self.id(), self.id(), self.id(), self.id());
        let phi = self.phi_type(Construct::LoopPhi);
        let mut edges = Edges::new();
        let next = self.id();
        if let Some(ty) = phi {
            let before = self.scratch.host.values.block;
            self.edge(&mut edges, ty, before);
            edges.extend_from_slice(&[next.0, again.0]);
        }
        self.branch(head);
        self.merge(head, phi, &edges);
        let carried = phi.map(|ty| (ty, self.scratch.host.values.visible[self.scratch.host.values.visible.len() - 1].id));
        self.instructions(frame.function);
        let condition = self.condition();
        let mark = self.scratch.host.values.visible.len();
        if self.merges() {
            let control = [LoopControl::NONE, LoopControl::UNROLL, LoopControl::DONT_UNROLL][self.choices.below(3)].bits();
            self.push(Section::Bodies, Op::LoopMerge, &[merge.0, again.0, control]);
        }
        if test_last {
            self.branch(body);
        } else {
            self.push(Section::Bodies, Op::BranchConditional, &[condition, body.0, merge.0]);
        }
        self.open(body);
        self.sequence(frame.function, frame.depth - 1, Some(Loop { merge, again }));
        self.branch(again);
        self.scratch.host.values.visible.truncate(mark);
        self.open(again);
        if let Some((ty, id)) = carried {
            self.carry(ty, id, next);
        }
        if test_last {
            self.push(Section::Bodies, Op::BranchConditional, &[condition, head.0, merge.0]);
        } else {
            self.branch(head);
        }
        self.scratch.host.values.visible.truncate(mark);
        self.open(merge);
    }

    /// The next value of a loop's phi.
    fn carry(&mut self, ty: TypeIndex, from: Id, next: Id) {
        let type_id = self.type_id(ty).0;
        let sum = if self.is(ty, Kind::Int) {
            Some(Op::IAdd)
        } else if self.is(ty, Kind::Float) {
            Some(Op::FAdd)
        } else {
            None
        };
        match sum.zip(self.constant(ty)) {
            Some((op, step)) => self.push(Section::Bodies, op, &[type_id, next.0, from.0, step.0]),
            None => self.push(Section::Bodies, Op::CopyObject, &[type_id, next.0, from.0]),
        }
    }

    fn give_back(&mut self, result: TypeIndex) {
        if self.ty(result) == Type::Void {
            return self.push(Section::Bodies, Op::Return, &[]);
        }
        let value = self.operand(result).unwrap_or_default();
        self.push(Section::Bodies, Op::ReturnValue, &[value.0]);
    }

    /// The end of a function.
    pub(in super::super) fn end_body(&mut self, result: TypeIndex) {
        if self.choices.chance(16) && self.is_on(Terminator::Unreachable) {
            return self.push(Section::Bodies, Op::Unreachable, &[]);
        }
        if !self.wants(Shape::Unreachable, 16) {
            return self.give_back(result);
        }
        let (then, other, merge) = (self.id(), self.id(), self.id());
        let condition = self.condition();
        self.push(Section::Bodies, Op::SelectionMerge, &[merge.0, 0]);
        self.push(Section::Bodies, Op::BranchConditional, &[condition, then.0, other.0]);
        for label in [then, other] {
            self.open(label);
            self.give_back(result);
        }
        self.open(merge);
        self.push(Section::Bodies, Op::Unreachable, &[]);
    }
}
