//! Functions: their signatures, and their bodies block by block.

use super::build::{Build, Callable};
use super::constants::extend;
use super::control::{End, Mask};
use super::forms::{INTEGERS, SWITCH_KINDS};
use super::kinds::Kind;
use super::rows::{Family, terminator};
use super::shapes::Shape;
use irsmith_pnacl::{BlockId, Body, Case, Function, Instruction, Linkage, Value};
use smallvec::SmallVec;

impl Build<'_, '_> {
    /// Chooses the functions, their signatures, and the entry point.
    pub(super) fn signatures(&mut self) {
        self.some_intrinsics();
        let count = 1 + self.choices.below(self.config.functions as usize);
        let entry = self.choices.below(count);
        for place in 0..count {
            let function = self.module.functions.len() as u32;
            let is_entry = place == entry;
            let (result, parameters) = if is_entry && self.choices.chance(128) {
                // What the runtime calls.
                (None, SmallVec::from_slice(&[Kind::I32]))
            } else {
                let most = self.choices.up_to(self.config.parameters);
                (self.result_kind(), (0..most).map(|_| self.signature_kind()).collect())
            };
            let ty = self.signature_id(result, &parameters);
            let linkage = if is_entry { Linkage::External } else { Linkage::Internal };
            self.module.functions.push(Function { ty, linkage, body: None });
            self.scratch.defined.push(Callable { function, result });
            if is_entry {
                self.scratch.entry = Some(Value::function(function));
            }
        }
        if count > 1 {
            self.notice(Shape::SeveralFunctions);
        }
    }

    /// Makes the body of a defined function.
    pub(super) fn body(&mut self, place: usize) {
        let Callable { function, result } = self.scratch.defined[place];
        self.scratch.current = function;
        self.plan();
        self.scratch.values.start();
        let count = self.module.signature_of(function).map_or(0, |signature| signature.parameters.len());
        for index in 0..count {
            let ty = self.module.signature_of(function).and_then(|signature| signature.parameters.get(index).copied());
            if let Some(kind) = ty.and_then(|ty| self.kind_of(ty)) {
                self.scratch.values.add(kind, Value::parameter(index as u32));
            }
        }
        for block in 0..self.scratch.plan.blocks() {
            self.block(block, result);
        }
        self.notice_plan();
        let values = &mut self.scratch.values;
        values.resolve();
        let body = Body { constants: std::mem::take(&mut values.constants), instructions: std::mem::take(&mut values.instructions) };
        if body.constants.is_empty() {
            self.notice(Shape::NoConstants);
        }
        self.module.functions[function as usize].body = Some(body);
    }

    fn block(&mut self, block: usize, result: Option<Kind>) {
        let dominators = self.scratch.plan.dominators.of(block);
        let emitted: Mask = (1 << block) - 1;
        self.scratch.values.begin_block(block as u8, dominators, dominators & !emitted & !(1 << block));
        self.phis();
        for _ in 0..self.choices.up_to(self.config.instructions) {
            self.instruction();
        }
        self.keep_promises();
        self.terminator(block, result);
    }

    fn terminator(&mut self, block: usize, result: Option<Kind>) {
        let end = self.scratch.plan.ends[block];
        let (form, instruction) = match end {
            End::Return => self.ret(result),
            End::Unreachable => (terminator::UNREACHABLE, Instruction::Unreachable {}),
            End::Branch(target) => (terminator::BRANCH, Instruction::Branch { target: BlockId(target.into()) }),
            End::BranchIf(then, otherwise) => {
                if then == otherwise {
                    self.notice(Shape::BothArms);
                }
                let condition = self.operand(Kind::I1);
                let [then, otherwise] = [then, otherwise].map(|block| BlockId(block.into()));
                (terminator::BRANCH_IF, Instruction::BranchIf { then, otherwise, condition })
            }
            End::Switch { kind, default, first, count } => self.switch_instruction(kind, default, first as usize, count as usize),
        };
        self.note(Family::Terminator, form);
        self.push(instruction);
    }

    fn ret(&mut self, result: Option<Kind>) -> (usize, Instruction) {
        match result {
            None => (terminator::RET_VOID, Instruction::Ret { value: None }),
            Some(kind) => {
                let place = Kind::SIGNATURE.iter().position(|&known| known == kind).unwrap_or(0);
                (terminator::RET_VALUE + place, Instruction::Ret { value: Some(self.operand(kind)) })
            }
        }
    }

    fn switch_instruction(&mut self, kind: Kind, default: u8, first: usize, count: usize) -> (usize, Instruction) {
        let condition = self.operand(kind);
        let ty = self.type_id(kind);
        let bits = kind.ty().scalar_bits();
        let mut cases: SmallVec<[Case; 4]> = SmallVec::with_capacity(count);
        let (mut value, step) = self.case_values(bits, count);
        for &target in &self.scratch.plan.targets[first..first + count] {
            cases.push(Case { value: extend(value, bits), target: BlockId(target.into()) });
            value = value.wrapping_add(step);
        }
        if cases.windows(2).any(|pair| pair[0].target == pair[1].target) {
            self.notice(Shape::SharedCases);
        }
        let place = SWITCH_KINDS.iter().position(|&known| known == kind).unwrap_or(0);
        let instruction = Instruction::Switch { ty, condition, default: BlockId(default.into()), cases };
        (terminator::switch(place, count), instruction)
    }

    /// The first of so many case values, and the step to the next: from 0 on, around a boundary of the type, or anywhere; dense or not.
    fn case_values(&mut self, bits: u32, count: usize) -> (u64, u64) {
        let random = self.choices.wide();
        // Steps of an odd width meet no value twice before all are met.
        let step = if random & 4 == 0 { 1 } else { u64::from(self.choices.byte()) << 1 | 1 };
        let start = match random & 3 {
            0 => random >> 3,
            1 => random % 5,
            _ => {
                let boundary = self.choices.pick(INTEGERS).map_or(0, |(_, make)| make(bits, random >> 3));
                boundary.wrapping_sub(step.wrapping_mul(self.choices.below(count) as u64))
            }
        };
        (start, step)
    }

    /// Notices what the graph of the plan shows.
    fn notice_plan(&mut self) {
        let plan = &mut self.scratch.plan;
        let count = plan.blocks();
        let mut shapes = [false; 5];
        let mut returns = false;
        for block in 0..count {
            let reachable = plan.dominators.is_reachable(block);
            shapes[0] |= !reachable;
            returns |= reachable && plan.ends[block] == End::Return;
            for &(_, from) in plan.dominators.incoming(block) {
                shapes[1] |= plan.dominators.is_reachable(from.into()) && plan.dominators.of(from.into()) >> block & 1 == 1;
                shapes[2] |= usize::from(from) == block;
                shapes[3] |= reachable && !plan.dominators.is_reachable(from.into());
            }
        }
        shapes[4] = plan.dominators.is_irreducible();
        let names = [Shape::UnreachableBlock, Shape::Loop, Shape::SelfLoop, Shape::UnreachablePredecessor, Shape::Irreducible];
        for (shape, name) in shapes.into_iter().zip(names) {
            if shape {
                self.notice(name);
            }
        }
        if !returns {
            self.notice(Shape::NoReturn);
        }
    }
}
