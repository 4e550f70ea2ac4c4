//! Statements that call functions of the module.
//!
//! A function calls functions that come after it, so calls end; one may call itself a few times, counting down. Bodies are made from
//! the last to the first: what a call costs is known when it is made.

use super::super::calls::{CallForm, CallRow, IndirectCallForm};
use super::super::declarations::signature_kind;
use super::super::kinds::{BYTE, Kind};
use super::Program;
use super::rounds::Edge;
use irsmith_pnacl::interpret::Layout;
use irsmith_pnacl::tables::{BinaryOp, Predicate};
use irsmith_pnacl::{Alignment, Global, Initializer, Instruction, Value};
use smallvec::SmallVec;

type Arguments = SmallVec<[Value; 4]>;

/// A function of the module and what calling it costs at most.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) function: u32,
    pub(super) result: Option<Kind>,
    pub(super) parameters: SmallVec<[Kind; 6]>,
    /// Instructions, with those of what it calls.
    pub(super) cost: u64,
}

/// How often a function may call itself in a row, and a mask for the number.
const NESTED: u32 = 3;

impl Program<'_, '_> {
    /// A call by name, if there is a function like that.
    pub(super) fn call(&mut self, form: CallForm) {
        let &CallRow { tail, valued } = form.row();
        let Some(place) = self.callable(valued) else { return };
        self.account(place);
        let arguments = self.arguments_of(place);
        let callee = Value::function(self.functions[place].function);
        self.result_of(self.functions[place].result, Instruction::Call { tail, callee, arguments });
    }

    /// A call by address.
    pub(super) fn call_indirect(&mut self, form: IndirectCallForm) {
        let &CallRow { tail, valued } = form.row();
        if self.is_rarely_made_trap() {
            self.bad_call(tail, valued);
            return;
        }
        let Some(place) = self.callable(valued) else { return };
        let pointer = self.function_pointer(place);
        let arguments = self.arguments_of(place);
        let kind = self.functions[place].result;
        let result = self.build.types.result(kind);
        self.result_of(kind, Instruction::CallIndirect { tail, pointer, result, arguments });
    }

    fn result_of(&mut self, kind: Option<Kind>, instruction: Instruction) {
        match kind {
            Some(kind) => {
                self.define(kind, instruction);
            }
            None => self.push(instruction),
        }
    }

    /// A function that can be called here, with a result or without.
    fn callable(&mut self, valued: bool) -> Option<usize> {
        let first = self.frame.place + 1;
        let count = self.functions.len();
        let start = first + self.build.choices.below(count.saturating_sub(first));
        let limit = self.limit();
        let fits = |place: &usize| {
            let callee = &self.functions[*place];
            callee.result.is_some() == valued && self.frame.cost + self.frame.times * callee.cost <= limit
        };
        (start..count).chain(first..start.min(count)).find(fits)
    }

    /// Instructions that a call of the function in the making may execute. One that calls itself does so up to [`NESTED`] times.
    pub(super) fn limit(&self) -> u64 {
        u64::from(self.knobs.steps) / self.nested_calls()
    }

    /// How many calls of the function in the making may be active at once.
    pub(super) const fn nested_calls(&self) -> u64 {
        if self.frame.recursive { NESTED as u64 + 1 } else { 1 }
    }

    fn account(&mut self, place: usize) {
        self.frame.cost += self.frame.times * self.functions[place].cost;
    }

    fn arguments_of(&mut self, place: usize) -> Arguments {
        let parameters = self.functions[place].parameters.clone();
        parameters.into_iter().map(|kind| self.operand(kind)).collect()
    }

    /// Another function of the same signature that is as cheap, or the same one.
    fn alike(&mut self, place: usize) -> usize {
        let callee = &self.functions[place];
        let same = |other: &usize| {
            let other = &self.functions[*other];
            other.result == callee.result && other.parameters == callee.parameters && other.cost <= callee.cost.max(64)
        };
        (self.frame.place + 1..self.functions.len()).filter(same).find(|&other| other != place).unwrap_or(place)
    }

    /// The address of a function, as it stands, out of a table, chosen, or computed.
    fn function_pointer(&mut self, place: usize) -> Value {
        let other = self.alike(place);
        let address = Value::function(self.functions[place].function);
        let second = Value::function(self.functions[other].function);
        let draw = self.build.choices.below(5);
        self.account(place);
        match draw {
            0 => address,
            1 => {
                let condition = self.operand(Kind::I1);
                self.account(other);
                self.temporary(Kind::I32, Instruction::Select { a: address, b: second, condition })
            }
            2 => {
                self.account(other);
                let table = self.table(&[(address, None), (second, Some(0)), (address, None), (second, None)]);
                let (index, mask) = (self.operand(Kind::I32), self.number(12));
                let offset = self.binary_of(Kind::I32, BinaryOp::And, index, mask);
                let pointer = self.binary_of(Kind::I32, BinaryOp::Add, table, offset);
                self.read_address(pointer)
            }
            3 => {
                let table = self.table(&[(address, Some(20))]);
                let (moved, back) = (self.read_address(table), self.number(20));
                self.binary_of(Kind::I32, BinaryOp::Sub, moved, back)
            }
            _ => {
                let table = self.table(&[(address, None)]);
                self.read_address(table)
            }
        }
    }

    fn read_address(&mut self, pointer: Value) -> Value {
        let ty = self.build.types.of(Kind::I32);
        self.temporary(Kind::I32, Instruction::Load { pointer, alignment: BYTE, ty })
    }

    /// A global of addresses.
    fn table(&mut self, entries: &[(Value, Option<u32>)]) -> Value {
        let initializers = entries.iter().map(|&(value, addend)| Initializer::Relocation { value, addend }).collect();
        let constant = self.build.choices.chance(128);
        let alignment = Alignment::from_bytes(4).unwrap_or_default();
        self.new_global(Global { alignment, constant, initializers })
    }

    /// A call of what is nearly a function, or of a function as what it nearly is.
    fn near_call(&mut self, tail: bool) {
        let place = self.build.choices.below(self.functions.len());
        let Planned { function, result, ref parameters, .. } = self.functions[place];
        let (mut kind, mut kinds, mut pointer) = (result, parameters.clone(), Value::function(function));
        match (self.build.choices.below(4), kinds.pop()) {
            (0, Some(last)) => {
                let other = self.other_kind(last);
                kinds.extend((!self.build.choices.chance(64)).then_some(other));
            }
            (0 | 1, last) => {
                kinds.extend(last);
                kind = match kind {
                    Some(kind) => (!self.build.choices.chance(64)).then(|| self.other_kind(kind)),
                    None => Some(signature_kind(&mut self.build)),
                };
            }
            (2, last) => {
                kinds.extend(last);
                let between = 1 + self.build.choices.below(Layout::FUNCTION_STEP as usize - 1) as u32;
                let between = self.number(between);
                pointer = self.binary_of(Kind::I32, BinaryOp::Add, pointer, between);
            }
            // An intrinsic, which has no body, or what comes behind all functions.
            (_, last) => {
                kinds.extend(last);
                let planned = |index: &usize| self.functions.iter().any(|planned| planned.function as usize == *index);
                let others: SmallVec<[usize; 8]> = (0..=self.build.functions.len()).filter(|index| !planned(index)).collect();
                let other = others[self.build.choices.below(others.len())] as u32;
                pointer = self.number(Layout::function_address(other));
            }
        }
        let result = self.build.types.result(kind);
        let arguments = kinds.into_iter().map(|kind| self.operand(kind)).collect();
        self.result_of(kind, Instruction::CallIndirect { tail, pointer, result, arguments });
    }

    /// Another kind that functions take, half of the time one of as many bits, if there is one.
    fn other_kind(&mut self, kind: Kind) -> Kind {
        let (first, wide) = (self.build.choices.below(Kind::SIGNATURE.len()), self.build.choices.chance(128));
        let fits =
            |other: &Kind| *other != kind && (wide || other.ty().bits() == kind.ty().bits()) && (self.vectors || !other.ty().is_vector());
        let (before, behind) = Kind::SIGNATURE.split_at(first);
        behind.iter().chain(before).copied().find(fits).unwrap_or(kind)
    }

    /// A call of what is no function, or of a function as what it is not.
    fn bad_call(&mut self, tail: bool, valued: bool) {
        // What is called may cost as much as anything.
        self.frame.cost += u64::from(self.knobs.steps);
        if self.build.choices.chance(160) {
            self.near_call(tail);
            return;
        }
        let pointer = match self.build.choices.below(4) {
            0 => self.operand(Kind::I32),
            1 => self.number(0),
            2 => self.total,
            // With or without a fitting signature.
            _ => Value::function(self.functions[self.build.choices.below(self.functions.len())].function),
        };
        let kind = valued.then(|| signature_kind(&mut self.build));
        let result = self.build.types.result(kind);
        let count = self.build.choices.below(3);
        let arguments = (0..count).map(|_| self.operand(Kind::I32)).collect();
        self.result_of(kind, Instruction::CallIndirect { tail, pointer, result, arguments });
    }

    /// A call of the function itself while the low bits of its first parameter are not zero, with one less.
    pub(super) fn recursion(&mut self, _: u32) -> bool {
        let Planned { function, result, ref parameters, .. } = self.functions[self.frame.place];
        let parameters = parameters.clone();
        let once = self.frame.times == 1 && self.frame.depth == 1 && self.frame.loops.is_empty();
        let cheap = self.frame.cost <= u64::from(self.knobs.steps / 8) && self.frame.stack == 0;
        if parameters.first() != Some(&Kind::I32) || !once || self.frame.recursive || !cheap {
            return false;
        }
        self.frame.recursive = true;
        let endless = self.is_rare_trap();
        let (fuel, mask, zero, minus) = (Value::parameter(0), self.number(NESTED), self.number(0), self.number(u32::MAX));
        let fuel = if endless { fuel } else { self.binary_of(Kind::I32, BinaryOp::And, fuel, mask) };
        let more = self.temporary(Kind::I1, Instruction::Compare { a: fuel, b: zero, predicate: Predicate::Ne });
        let kinds: SmallVec<[Kind; 2]> = result.into_iter().collect();
        let straight = self.edge(&kinds);
        let [again, next] = [self.frame.block(), self.frame.block()];
        self.branch_if(more, again, next);
        self.frame.start(again);
        let less = self.binary_of(Kind::I32, BinaryOp::Add, fuel, minus);
        let rest: Arguments = parameters[1..].iter().map(|&kind| self.operand(kind)).collect();
        let arguments = std::iter::once(less).chain(rest).collect();
        let value = self.frame.push(Instruction::Call { tail: false, callee: Value::function(function), arguments }, result);
        let values = result.map(|_| value).into_iter().collect();
        let sum = self.sum();
        let back = Edge { block: self.frame.current, sum, values };
        self.branch(next);
        self.join(next, &kinds, &[straight, back]);
        true
    }

    /// What a call of the function in the making costs at most.
    pub(super) fn settle(&mut self) {
        self.functions[self.frame.place].cost = self.frame.cost * self.nested_calls();
    }
}
